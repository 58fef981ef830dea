"""Tables by which boards and kinds of pieces are drawn: what the shipped games name is in them."""

from dataclasses import replace

import numpy as np
import pytest
from studio import SIZE, Studio, balls, picture

from model.boards.lattice import pyramid
from model.records.view import Camera, Cut, Peel, View
from model.registry import kinds
from viewer.picture.compose.composer import picture_of
from viewer.picture.compose.ground import DISC_HALF
from viewer.picture.palette import STANDARD
from viewer.picture.visibility.visible import owners, visible_in
from viewer.scene.props.ground_shapes import GROUNDS, blocks, ground_of, tiles
from viewer.scene.props.pieces import PILE, _pieces_on_fields, _stacks
from viewer.scene.props.primitives import Placed, Solid
from viewer.scene.props.shape_sources import SHAPES, Shape, shape_of

GAMES = ("partition", "pyraos", "pyramid")
NOWHERE = np.zeros(5, bool)


def start(game):
    return kinds()[game].configure({}).start()


@pytest.mark.parametrize("game", GAMES)
def test_what_shipped_games_name_is_in_the_tables(game):
    position = start(game)
    assert position.game.board.ground in GROUNDS
    assert {kind.shape for kind in position.game.piece_kinds} <= set(SHAPES)


def test_what_is_in_no_table_is_drawn_as_a_disc_on_a_tile():
    board = replace(start("pyramid").game.board, ground="moss")
    assert ground_of(board) == "tiles"
    shown = replace(picture(3, red=("1a1",)), piece_kinds=("crown",))
    assert [shape_of(shown, kind) for kind in (0, 1)] == ["disc", "disc"]


def test_terraces_have_a_block_for_each_field_and_level_that_is_not_peeled():
    position = start("pyramid")
    board = position.game.board
    visible = visible_in(picture_of(position, View()))
    height = board.layers["level"]
    made = blocks(board, Peel(), visible, STANDARD)
    assert len(made) == int((height - height.min() + 1).sum())
    inlaid = [row for row in made if row.state[2] == 2.0]
    assert {row.point[:2] for row in inlaid} == {
        tuple(board.centres[site, :2].tolist()) for site in board.victory
    }
    low = blocks(board, Peel(levels=(1, 1)), visible, STANDARD)
    assert len(low) == int((height - height.min() + 1 > 0).sum())
    kept = blocks(board, Peel(layers=(("west", 1),)), visible, STANDARD)
    west = float(board.centres[:, 0].min())
    assert all(row.point[0] > west for row in kept)


def test_tiles_lie_under_the_sites_that_are_shown():
    board = pyramid(3)
    shown = picture(3, View(layer=("level", 1)))
    rows = tiles(board, Peel(), visible_in(shown), STANDARD)
    assert len(rows) == int(visible_in(shown).shown.sum())


def piled(count):
    """One disc site of a pyramid board with a pile on it."""
    shown = picture(3, View(), red=("1a1", "1c1"))
    pieces = replace(shown.pieces, count=np.array([count, 1], np.int32))
    return replace(shown, pieces=pieces, piece_kinds=("disc",))


@pytest.mark.parametrize("count", [1, 3, PILE, PILE + 4])
def test_a_stack_is_drawn_up_to_a_pile_and_counted(count):
    shown = piled(count)
    visible = visible_in(shown)
    rows = list(_pieces_on_fields(shown, owners(shown.board, shown.pieces), visible))
    assert len(rows) == min(count, PILE) + 1
    heights = sorted(piece.row.point[2] for piece in rows[: min(count, PILE)])
    assert np.allclose(np.diff(heights), 2 * DISC_HALF)
    site = shown.board.index("1a1")
    assert _stacks(shown, visible) == ({site: count} if count > 1 else {})


def test_balls_of_a_lattice_are_left_to_their_own_layer():
    shown = picture(3, View(), red=("1a1",))
    assert (
        list(_pieces_on_fields(shown, owners(shown.board, shown.pieces), visible_in(shown))) == []
    )


@pytest.mark.parametrize("name", list(SHAPES))
def test_rows_of_a_shape_have_what_its_shader_reads(name):
    shape = SHAPES[name]
    row = shape.row(Placed((1.0, 2.0, 3.0), 1.0, (0.1, 0.2, 0.3, 0.4), 2.0, 0.5, 1.0))
    assert row.point == (1.0, 2.0, 3.0)
    assert row.tint == (0.1, 0.2, 0.3, 0.4)
    assert type(row) is shape.kind
    assert shape.half > 0


def cube(at):
    """A new shape: a row for the shader that draws blocks."""
    half = 0.3 * at.scale * at.size
    return Solid(at.centre, at.lift, at.tint, (half, half, half, 0.02), (0.0, 0.0, 0.0, 0.0))


@pytest.mark.check
def test_a_new_shape_is_a_function_and_a_line(monkeypatch):
    more = {**SHAPES, "cube": Shape("block", Solid, cube, 0.3)}
    for module in ("shape_sources", "pieces", "move_hints", "annotations"):
        monkeypatch.setattr(f"viewer.scene.props.{module}.SHAPES", more)
    middle = (SIZE[1] // 2, SIZE[0] // 2)
    apex = pyramid(2).index("2b2")
    top = View(camera=Camera(elevation=90.0, parallel=True), labels=False)
    studio = Studio()
    try:
        bare = picture(2, top, legal=NOWHERE, piece_kinds=("cube",))
        stands = replace(bare, pieces=balls(bare.board, red=("2b2",)))
        previewed = replace(bare, preview=(apex, 0))
        empty = studio.take(bare)
        for shown in (stands, previewed):
            red, green, blue = studio.take(shown)[middle]
            assert red > 1.5 * green > 1.2 * blue
        red, _, blue = empty[middle]
        assert red < 1.5 * blue
    finally:
        studio.place.close()


@pytest.mark.check
def test_a_slab_has_dimples_only_while_something_of_its_points_is_in_sight():
    studio, above = Studio(), Camera(azimuth=0, elevation=90, parallel=True)
    seen, sliced = (
        studio.take(picture(4, View(camera=above, ghosts="off", labels=False, cuts=cuts)))
        for cuts in ((), (Cut(3, "level", to=4),))
    )
    seen, sliced = (image[60:90, 85:115, 0].std() for image in (seen, sliced))
    assert sliced < 0.3 * seen
