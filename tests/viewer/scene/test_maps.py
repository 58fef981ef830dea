"""A map in pixels: columns as high as their spaces lie, tokens, devices on borders; what is hit."""

from dataclasses import replace

import numpy as np
import pytest
from msgspec import structs

from model.boards.board import Decoration
from model.contract.game import Pieces, site_mask
from model.positions.setup import read_position
from model.records.view import Camera, Peel, View
from model.registry import kinds
from viewer.picture.compose.composer import picture_of
from viewer.picture.compose.ground import DISC_HALF, surface, top
from viewer.picture.palette import STANDARD
from viewer.picture.visibility.view_edits import is_flat, switch_flat
from viewer.picture.visibility.visible import visible_in
from viewer.scene.input.pointer import Pointer
from viewer.scene.props.ground_shapes import hexes

KINDS = ("token", "hero token", "ram", "spikes", "umbrella", "camp")
FLAT = View(camera=Camera(azimuth=0.0, elevation=90.0, parallel=True), labels=False, ghosts="off")
SIZE = (800.0, 600.0)


@pytest.fixture
def shown(cairns):
    plain = picture_of(read_position("cairns:radius=1,fences=2 2,3,2 amber cap=3"), FLAT)
    board = plain.board
    centres = np.array(board.centres)
    centres[board.index("b2"), 2] = 0.2
    board = replace(
        board,
        ground="hexes",
        centres=centres,
        decoration=(Decoration(board.index("b2"), "black pyramid", "dark", "equal"),),
    )
    nothing = np.zeros(len(board), bool)
    return replace(plain, board=board, piece_kinds=KINDS, reserves=(), legal=nothing)


def pieces(shown, *rows):
    """Pieces from (site, owner, kind, count)."""
    named = sorted((shown.board.index(name), *rest) for name, *rest in rows)
    return replace(shown, pieces=Pieces(*np.array(named, np.int32).T.copy()))


def test_columns_reach_from_the_slab_to_their_spaces(shown):
    board = shown.board
    rows = hexes(board, Peel(), visible_in(shown), STANDARD)
    assert len(rows) == 7  # borders have no ground
    ground = surface(board)
    for site, row in enumerate(rows):
        assert row.point[2] + row.half_size[2] == pytest.approx(ground[site])
        assert row.point[2] - row.half_size[2] == pytest.approx(top(board))
    assert max(row.half_size[2] for row in rows) == rows[board.index("b2")].half_size[2]
    assert [row.state[0] for row in rows].count(0.0) == 1  # the only one that is built on


@pytest.mark.check
def test_a_token_lies_on_its_space_in_the_colour_of_its_owner(studio, shown):
    bare = studio.take(shown)
    held = studio.take(pieces(shown, ("a2", 1, 0, 7)))
    changed = np.abs(held - bare).sum(axis=2) > 60
    # The middle of its rim, away from the plate with its number.
    x, y, z = shown.board.centres[shown.board.index("a2")].tolist()
    row, column = studio.pixel((x, y + 0.30, z - DISC_HALF))
    assert changed[row, column]
    red, green, blue = held[row, column]
    assert blue > green > red  # the second of those who have no colour of their own
    row, column = studio.pixel(shown.board.centres[shown.board.index("b1")])
    assert not changed[row, column]


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", [2, 3, 4])
def test_devices_are_seen_where_they_are(studio, shown, kind):
    name = "b2" if KINDS[kind] == "umbrella" else "a2>b2"
    bare, held = studio.take(shown), studio.take(pieces(shown, (name, 0, kind, 1)))
    changed = np.argwhere(np.abs(held - bare).sum(axis=2) > 60)
    assert len(changed) > 20
    row, column = studio.pixel(shown.board.centres[shown.board.index(name)])
    assert np.abs(np.median(changed, axis=0) - (row, column)).max() < 12


def hit(picture, x, y):
    pointer = Pointer()
    pointer.depth = 2.0
    pointer.show(picture, *SIZE)
    place = pointer.projection.to_screen(np.array([x, y, -DISC_HALF]))
    found = pointer.at(*place)
    return None if found is None else picture.board.names[found.site]


def test_a_space_is_hit_up_to_its_rim_and_a_border_where_it_answers(shown):
    board = shown.board
    flat = replace(shown, view=View(camera=Camera(azimuth=0.0, elevation=50.0)))
    x, y, _ = board.centres[board.index("a2")].tolist()
    for way in ((0.42, 0.0), (-0.42, 0.0), (0.0, 0.45), (0.2, -0.4)):
        assert hit(flat, x + way[0], y + way[1]) == "a2"
    slots = [name for name in board.names if name.startswith("b2>")]
    mask = site_mask(board, [board.index(name) for name in slots])
    # Who stands on the space of the borders is not meant, nor what was chosen before.
    asked = replace(pieces(flat, ("b2", 0, 0, 3)), choices=mask)
    for name in slots:
        own, beyond = (board.centres[site] for site in board.edges[board.index(name)])
        for share in (0.25, 0.36, 0.49, 0.6):
            at = own + share * (beyond - own)
            assert hit(asked, at[0], at[1]) == name


def test_one_key_shows_the_flat_map_and_goes_back():
    flat = switch_flat(View())
    assert is_flat(flat)
    assert flat.camera == FLAT.camera
    assert switch_flat(flat).camera == Camera()
    assert not is_flat(View())


def test_a_map_with_every_space_peeled_is_drawn(studio):
    """Nothing is left to be written on, and no texture holds no text."""
    position = kinds()["rolling-pyramids"].configure({}).start()
    picture = picture_of(position, structs.replace(FLAT, peel=Peel(levels=(2, 2))))
    assert not visible_in(picture).shown.any()
    assert studio.take(picture).shape[2] == 3
