"""Steps, tiles, discs, reserves, half-built moves: chosen by data, seen in pixels."""

import dataclasses

import numpy as np
import pytest
from msgspec.structs import replace
from studio import SIZE, Studio

from model.boards.board import Board, Decoration
from model.contract.game import Pieces, site_mask
from model.positions.setup import read_position
from model.records.view import Camera, Cut, Peel, View
from viewer.picture.compose import reserve_trays
from viewer.picture.compose.composer import depict
from viewer.picture.compose.ground import surface
from viewer.picture.palette import PALETTES, rgb
from viewer.picture.picture import Moving, Picture
from viewer.scene.camera import fitted_to
from viewer.scene.input.pointer import Projection

STEPS = "pyramid W2W1BW,W3W2,2W4,2WB3,7,2BB3,3B1BB white"
BALLS = "pyraos:rules=standard BWWB,WBBB,1BBW,2BW/1WW,1BW,2B/2,2/1 white"
ABOVE = View(camera=Camera(azimuth=0, elevation=90, parallel=True), labels=False, ghosts="off")
SLANT = View(camera=Camera(azimuth=20, elevation=40), labels=False, ghosts="off")


class Room(Studio):
    """A studio that knows what stands beside the board."""

    @property
    def sight(self):
        shown, aspect = self.shown, SIZE[0] / SIZE[1]
        return Projection(fitted_to(shown, aspect), *SIZE)


@pytest.fixture(scope="module")
def studio():
    made = Room()
    yield made
    made.place.close()


def shown(text, view=ABOVE, **parts):
    return dataclasses.replace(depict(read_position(text), view), **parts)


def hexagon(**parts):
    """Nineteen hexagonal fields and three players nobody has heard of."""
    cells = [(i, j) for i in range(-2, 3) for j in range(-2, 3) if abs(i + j) <= 2]
    centres = np.array([(i + j / 2, j * 3**0.5 / 2, 0.0) for i, j in cells])
    apart = np.linalg.norm(centres[:, None] - centres, axis=-1)
    beside = [np.flatnonzero((row > 0) & (row < 1.01)) for row in apart]
    starts = np.cumsum([0, *map(len, beside)]).astype(np.int32)
    board = Board(tuple(f"h{k}" for k in range(19)), centres, starts,
                  np.concatenate(beside).astype(np.int32), {}, {})  # fmt: skip
    rows = np.array([(3, 0, 0, 1), (9, 0, 0, 2), (9, 1, 0, 1), (15, 2, 0, 7)], np.int32).T
    pieces = Pieces(*(np.ascontiguousarray(row) for row in rows))
    return Picture(board, pieces, ("ann", "bob", "cy"), parts.pop("view", ABOVE),
                   piece_kinds=("disc",), **parts)  # fmt: skip


def at(studio, image, point, reach=1):
    row, column = studio.pixel(point)
    return image[row - reach : row + reach + 1, column - reach : column + reach + 1].reshape(-1, 3)


def on(board, name, height=0.25, aside=(0.0, 0.0)):
    """A point above the ground of a field."""
    site = board.index(name)
    x, y, _ = board.centres[site]
    return x + aside[0], y + aside[1], surface(board)[site] + height


@pytest.mark.check
@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_stones_stand_out_from_their_ground_in_every_palette(studio, palette):
    picture = shown(STEPS, palette=palette)
    image = studio.take(picture)
    aside = (0.12, 0.0)
    white, black = (
        at(studio, image, on(picture.board, f, 0.25, aside)).mean() for f in ("a1", "f1")
    )
    ground = at(studio, image, on(picture.board, "b1", 0.0, aside)).mean()
    assert white > ground + 20
    assert black < ground - 60


def test_a_victory_field_is_inlaid(studio):
    picture = shown(STEPS)
    image = studio.take(picture)
    inlaid = at(studio, image, on(picture.board, "e3", 0.0, (0.35, 0.0)), 0)[0]
    plain = at(studio, image, on(picture.board, "d3", 0.0, (0.35, 0.0)), 0)[0]
    assert plain[2] - inlaid[2] > 40  # gold has little blue


def test_a_disc_is_as_wide_and_as_high_as_it_says(studio):
    south = View(camera=Camera(azimuth=0, elevation=0, parallel=True), labels=False, board=False)
    picture = shown("pyramid 3W3,7,7,7,7,7,7 white", replace(south, ghosts="off"))
    image = studio.take(picture)
    empty = studio.take(
        shown("pyramid 7,7,7,7,7,7,6W white", replace(south, peel=Peel(layers=(("north", 1),))))
    )
    there = np.abs(image - empty).sum(axis=-1) > 30
    rows, columns = np.nonzero(there)
    scale = studio.pixel((4.0, 0, 0))[1] - studio.pixel((3.0, 0, 0))[1]
    assert columns.max() - columns.min() + 1 == pytest.approx(0.72 * scale, abs=2)
    assert rows.max() - rows.min() + 1 == pytest.approx(0.25 * scale, abs=2)


@pytest.mark.check
def test_a_cut_takes_stone_and_stones_and_leaves_a_face(studio):
    whole = studio.take(shown(STEPS, SLANT))
    cut = studio.take(shown(STEPS, replace(SLANT, cuts=(Cut(4, "file"),))))
    board = studio.shown.board
    for field in ("f1", "g1"):
        assert (
            np.abs(at(studio, whole, on(board, field)) - at(studio, cut, on(board, field))).max()
            > 20
        )
    kept = on(board, "a1")
    assert (at(studio, whole, kept) == at(studio, cut, kept)).all()
    # Looking at it from the east, the face of the cut stands as high as the steps behind it.
    east = replace(SLANT, camera=Camera(azimuth=90, elevation=0, parallel=True))
    studio.take(shown(STEPS, replace(east, cuts=(Cut(4, "file"),))))
    depth = studio.depths()
    row, column = studio.pixel((3.0, 3.0, 0.5))
    ahead, behind = depth[row, column], depth[studio.pixel((3.0, 1.0, 0.0))]
    assert ahead == pytest.approx(behind, abs=1e-4)  # one plane, whatever the step


def test_levels_of_stone_move_apart_and_peel_away(studio):
    plain = studio.take(shown(STEPS, SLANT))
    apart = studio.take(shown(STEPS, replace(SLANT, explode=1.0)))
    assert (plain != apart).any(axis=-1).mean() > 0.1
    top = on(studio.shown.board, "d4")
    peeled = studio.take(shown(STEPS, replace(SLANT, peel=Peel(levels=(1, 2)))))
    assert np.abs(at(studio, plain, top) - at(studio, peeled, top)).max() > 30
    bare = studio.take(shown(STEPS, replace(SLANT, peel=Peel(layers=(("west", 3),)))))
    assert (
        np.abs(
            at(studio, plain, on(studio.shown.board, "b4", 0))
            - at(studio, bare, on(studio.shown.board, "b4", 0))
        ).max()
        > 8
    )


def test_a_working_layer_fades_the_stones_off_it(studio):
    faded = studio.take(shown(STEPS, replace(ABOVE, layer=("level", 2))))
    full = studio.take(shown(STEPS))
    stone = on(studio.shown.board, "f1", 0.25, (0.3, 0))
    assert at(studio, faded, stone).mean() > at(studio, full, stone).mean() + 40


def test_an_unknown_board_has_tiles_and_piles_with_their_counts(studio):
    picture = hexagon(view=SLANT)
    image = studio.take(picture)
    colours = picture.colours
    assert len(set(colours)) == 3
    piled = np.add(picture.board.centres[9], (0, 0, -0.125 + 2.5 * 0.25))
    red = at(studio, image, piled, 2).mean(axis=0)
    blue = np.array(colours[1])
    assert np.argmax(red) == np.argmax(blue)  # bob's piece lies on ann's two
    few = Pieces(*(np.array(v, np.int32) for v in ([15], [2], [0], [4])))
    lower = studio.take(dataclasses.replace(picture, pieces=few))
    assert (lower != image).any()


def test_reserves_lie_beside_the_board_and_within_the_picture(studio):
    picture = shown(BALLS)
    image = studio.take(picture)
    assert [left for _, left in picture.reserves] == [7, 5]
    for owner, left in picture.reserves:
        spots = [reserve_trays.place(picture.board, owner, k) for k in range(15)]
        bright = [at(studio, image, spot).mean() for spot in spots]
        tray = 255 * np.mean(rgb(picture.palette.tray))
        assert all(
            0 <= c < n for s in spots for c, n in zip(studio.pixel(s), SIZE[::-1], strict=True)
        )
        for value in bright[:left]:
            assert (value > tray + 40) if owner == 0 else (value < tray - 40)
        gaps = np.linalg.norm(np.subtract(spots, spots[0])[1:], axis=1)
        assert gaps.min() >= reserve_trays.SIZE


@pytest.mark.parametrize(("text", "standing", "free"), [(BALLS, "1c1", "1a5"), (STEPS, "a1", "b1")])
def test_choices_path_and_doomed_are_seen(studio, text, standing, free):
    plain = studio.take(shown(text, SLANT))
    board = studio.shown.board
    a, b = board.index(standing), board.index(free)
    images = []
    for parts in ({"choices": site_mask(board, [a])}, {"choices": site_mask(board, [b])},
                  {"doomed": (a,)}, {"path": (a, b)}, {"built": (b,)}):  # fmt: skip
        image = studio.take(shown(text, SLANT, **parts))
        changed = np.abs(image - plain).max(axis=-1) > 12
        rows, columns = np.nonzero(changed)
        place = studio.pixel(board.centres[b if "built" in parts else a])
        if parts.get("choices") is not None and parts["choices"][b]:
            place = studio.pixel(board.centres[b])
        assert np.hypot(rows - place[0], columns - place[1]).min() < 16
        images.append(image)
    assert all((one != two).any() for k, one in enumerate(images) for two in images[:k])


@pytest.mark.parametrize(("text", "name"), [(BALLS, "1a1"), (STEPS, "a1")])
def test_a_chosen_piece_is_raised_over_its_place(studio, text, name):
    side = replace(SLANT, camera=Camera(azimuth=0, elevation=0, parallel=True))
    plain = studio.take(shown(text, side))
    board = studio.shown.board
    site = board.index(name)
    raised = studio.take(shown(text, side, built=(site,)))
    above = board.centres[site] + (0.2, 0, 0.75 if text is BALLS else 0.6)
    assert np.abs(at(studio, raised, above, 0) - at(studio, plain, above, 0)).max() > 30


def test_a_moving_piece_is_drawn_where_it_is(studio):
    for text, shape in ((BALLS, "ball"), (STEPS, "disc")):
        plain = studio.take(shown(text, reserves=()))
        assert studio.shown.piece_kinds == (shape,)
        spot = (1.5, -0.9, 1.0)
        image = studio.take(shown(text, reserves=(), moving=(Moving(1, 0, spot),)))
        pale = studio.take(shown(text, reserves=(), moving=(Moving(1, 0, spot, 0.3),)))
        row, column = studio.pixel((1.5 + 0.28, -0.9, 1.0))
        dark = [int(picture[row, column].sum()) for picture in (plain, pale, image)]
        assert dark[0] > dark[1] > dark[2]


# -- what is no piece ------------------------------------------------------------------------------


@pytest.mark.check
def test_decoration_is_seen_where_it_stands_in_its_tone(studio):
    plain = depict(read_position("pyramid 7,7,7,7,7,7,7 white"), SLANT)
    board = plain.board
    corner = board.index("d4")
    images = [studio.take(plain)]
    for tone in ("light", "dark"):
        made = dataclasses.replace(
            board, decoration=(Decoration(corner, "large pyramid", tone, "9/12"),)
        )
        images.append(studio.take(dataclasses.replace(plain, board=made)))
    bare, light, dark = (image.astype(int) for image in images)
    changed = np.abs(light - dark).sum(axis=2) > 60
    assert 40 < changed.sum() < 0.05 * changed.size
    assert light[changed].mean() > dark[changed].mean() + 60
    assert (np.abs(light - bare).sum(axis=2) > 60).sum() > 40
    # Without the board there is nothing that could be printed or built on it.
    hidden = replace(SLANT, board=False)
    off = studio.take(dataclasses.replace(plain, board=made, view=hidden))
    assert np.array_equal(off, studio.take(dataclasses.replace(plain, view=hidden)))
