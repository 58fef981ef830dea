"""A board of cells in pixels: its cells, the bands along its sides, the letters at its corners."""

from dataclasses import replace as replace_field

import numpy as np
import pytest
from msgspec.structs import replace
from scipy.spatial import ConvexHull

from model.positions.setup import read_position
from model.records.view import Camera, Peel, View
from viewer.picture.compose.composer import depict
from viewer.picture.compose.ground import (
    BAND,
    SLAB,
    bounds,
    cell_shapes,
    surface,
    thickness,
    top,
    widened,
)
from viewer.picture.palette import STANDARD
from viewer.picture.visibility.visible import EMPTY, owners, visible_in
from viewer.scene.camera import fitted
from viewer.scene.input.pointer import Pointer, Projection
from viewer.scene.offscreen import Offscreen
from viewer.scene.props.ground_shapes import SIDES, cells, plinth
from viewer.scene.props.labels import cell_names
from viewer.visuals.overlay_types import Marks

ABOVE = View(camera=Camera(azimuth=0.0, elevation=90.0, parallel=True), labels=False, ghosts="off")
SLANT = View(camera=Camera(azimuth=0.0, elevation=60.0), labels=False, ghosts="off")
BOARDS = {
    3: "poly-y:corners=3,size=3 1/2/3 red",
    4: "poly-y:corners=4,size=3 1/4/8 red",
    5: "poly-y:corners=5,size=3 1/5/R9 blue",
    7: "poly-y:corners=7,size=3 1/7/14 red",
}


def shown(corners, view=ABOVE):
    return depict(read_position(BOARDS[corners]), view)


def sides_of(row):
    feet = np.array([row.feet_a, row.feet_b, row.feet_c, row.feet_d])
    far = np.linalg.norm(feet.reshape(SIDES, 2), axis=1)
    return int((far < 100).sum())


@pytest.mark.parametrize("corners", BOARDS)
def test_every_cell_that_is_shown_is_a_prism_with_its_sides(corners):
    picture = shown(corners)
    board, shapes = picture.board, cell_shapes(picture.board)
    rows = cells(board, Peel(), visible_in(picture), STANDARD)
    assert [sides_of(row) for row in rows] == [len(cell) for cell in shapes.cells]
    for row in rows:
        assert row.point[2] + row.half_size[2] == pytest.approx(surface(board)[0])
        assert row.point[2] - row.half_size[2] == pytest.approx(top(board))


def test_what_is_peeled_away_has_no_cell():
    peel = Peel(layers=(("shell", 1),))
    picture = shown(5, replace(ABOVE, peel=peel))
    board, rows = picture.board, cells(picture.board, peel, visible_in(picture), STANDARD)
    inside = board.centres[board.layers["shell"] >= 1]
    assert {row.point[:2] for row in rows} == {tuple(place[:2]) for place in inside.tolist()}


@pytest.mark.parametrize("corners", BOARDS)
def test_the_slab_has_the_corners_of_the_board(corners):
    board = shown(corners).board
    (slab,) = plinth(board, STANDARD)
    assert sides_of(slab) == corners
    west, _, south, north = bounds(board)
    assert west < board.centres[:, 0].min() - SLAB / 2
    assert north - south > np.ptp(board.centres[:, 1]) + SLAB


def along(picture, out):
    """Places beside the middles of all sides, then beside the corners, so far out of the cells."""
    line = widened(cell_shapes(picture.board).outline, cell_shapes(picture.board).scale * out)
    places = np.concatenate([(line + np.roll(line, -1, axis=0)) / 2, line])
    return [(x, y, top(picture.board)) for x, y in places.tolist()]


@pytest.mark.check
@pytest.mark.parametrize("corners", BOARDS)
def test_each_side_has_a_band_that_ends_before_the_next_begins(studio, corners):
    picture = shown(corners)
    image = studio.take(picture).sum(axis=2)
    band = [image[studio.pixel(place)] for place in along(picture, sum(BAND) / 2)]
    slab = [image[studio.pixel(place)] for place in along(picture, (BAND[1] + SLAB) / 2)]
    assert max(band[:corners]) < 0.8 * min(slab)
    assert min(band[corners:]) > 0.9 * min(slab)


@pytest.mark.check
def test_no_lines_run_beside_the_slab_while_it_moves():
    place, size = Offscreen((640, 480)), (640, 480)
    place.stage.is_orbiting(True)
    picture = shown(7, SLANT)
    image = place.image(picture).astype(int)
    place.close()
    drawn = np.argwhere(np.abs(image - image[:, :1]).max(axis=2) > 4)
    sight = Projection(fitted(picture.view.camera, picture.board, 0.0, 640 / 480), *size)
    slab = cell_shapes(picture.board).slab
    heights = top(picture.board) - np.array([0.0, thickness(picture.board)])
    seen = [sight.to_screen(np.array([x, y, z])) for x, y in slab for z in heights]
    assert ConvexHull(drawn).volume < 1.02 * ConvexHull(seen).volume


@pytest.mark.check
def test_a_plan_lies_flat_on_its_cells(studio):
    bare = shown(5, replace(SLANT, camera=Camera(azimuth=0.0, elevation=20.0)))
    site = bare.board.index("c1a")
    plan = replace_field(bare, overlays=(Marks((site,), ("",), 0),))
    changed = np.abs(studio.take(plan) - studio.take(bare)).max(axis=2) > 20
    x, y, _ = bare.board.centres[site]
    ground = surface(bare.board)[site]
    assert changed[studio.pixel((x, y, ground))]
    assert changed[studio.pixel((x + 0.25, y, ground))]
    assert not changed[studio.pixel((x, y, ground + 0.25))]


@pytest.mark.check
def test_letters_stand_at_the_corners_and_names_on_the_empty_cells(studio):
    bare, lettered = (studio.take(shown(5, replace(SLANT, labels=on))) for on in (False, True))
    changed = np.argwhere(np.abs(lettered - bare).max(axis=2) > 20)
    corners = along(shown(5), (BAND[1] + SLAB) / 2)[5:]
    places = np.array([studio.pixel(place) for place in corners])
    away = np.linalg.norm(changed[:, None] - places, axis=2)
    assert (away.min(axis=0) < 9).all()
    board, owner = shown(5).board, owners(shown(5).board, shown(5).pieces)
    for one in cell_names(board):
        near = np.linalg.norm(changed - studio.pixel(one.place), axis=1).min()
        free = owner[board.index(one.text)] == EMPTY
        assert (near < 2) == free, one.text  # a stone lies over the name of its cell


@pytest.mark.sample(2)
@pytest.mark.parametrize("corners", BOARDS)
def test_wherever_on_a_cell_one_points_it_is_meant(corners):
    picture = shown(corners, SLANT)
    board, pointer = picture.board, Pointer()
    pointer.show(picture, 800.0, 600.0)

    def met(x, y):
        found = pointer.at(*pointer.projection.to_screen(np.array([x, y, surface(board)[0]])))
        return None if found is None else found.site

    for site, cell in enumerate(cell_shapes(board).cells):
        middle = board.centres[site, :2]
        for corner in cell:
            assert met(*(middle + 0.97 * (corner - middle))) == site
    for x, y, _ in along(picture, BAND[0]):
        assert met(x, y) is None
