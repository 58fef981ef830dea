"""The handle of the active cut: where its knob is, and where a drag takes the cut."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as with_
from studio import picture

from model.boards.lattice import pyramid
from model.records.view import Camera, Cut, View
from viewer.picture.palette import STANDARD, rgb
from viewer.picture.visibility.hiding import cutting_planes
from viewer.scene.props.cut_handle import dragged, handle

BOARD = pyramid(6)


def test_no_cut_no_handle():
    assert handle(BOARD, View()) is None


@pytest.mark.parametrize("family", BOARD.planes)
def test_frame_and_knob_lie_in_the_plane_of_the_active_cut(family):
    cut = Cut(2, family)
    held = handle(BOARD, View(cuts=(Cut(3, "level"), cut)))
    (plane,), _ = cutting_planes(BOARD, (cut,))
    for point in (*held.corners, held.knob):
        assert point @ plane[:3] == pytest.approx(plane[3], abs=1e-9)
    assert np.linalg.norm(held.normal) == pytest.approx(1)
    # Outside the balls, so that it can be seized.
    near = np.linalg.norm(BOARD.centres - held.knob, axis=1).min()
    assert near > 0.5


@pytest.mark.check
@given(
    family=st.sampled_from(sorted(BOARD.planes)), at=st.integers(0, 5), distance=st.floats(-2, 2)
)
def test_a_drag_moves_the_plane_by_its_distance(family, at, distance):
    planes = BOARD.planes[family]
    cut = Cut(min(max(at, planes.first), planes.last), family)
    moved = dragged(BOARD, cut, distance)
    assert planes.first - 1 <= moved.at <= planes.last + 1
    shift = planes.offset(moved.at) - planes.offset(cut.at)
    if planes.first - 1 < moved.at < planes.last + 1:
        assert shift == pytest.approx(distance, abs=1e-9)
    else:
        assert abs(shift) <= abs(distance) + 1e-9


def test_a_slab_keeps_its_thickness_and_a_free_cut_its_normal():
    moved = dragged(BOARD, Cut(1, "west", to=3), 0.5)
    assert moved.to - moved.at == pytest.approx(2)
    free = dragged(BOARD, Cut(0.5, normal=(0.0, 0.6, 0.8)), 0.25)
    assert free.at == pytest.approx(0.75)
    assert free.normal == (0.0, 0.6, 0.8)


def test_exploded_a_level_cut_follows_the_levels():
    view = View(cuts=(Cut(3, "level"),), explode=1.0)
    z = BOARD.centres[BOARD.layers["level"] == 3][0, 2] + 2.0
    assert np.allclose(handle(BOARD, view).corners[:, 2], z)
    step = 1 / np.sqrt(2) + 1.0  # one level further up, as drawn
    assert dragged(BOARD, view.cuts[0], step, explode=1.0).at == pytest.approx(4)


@pytest.mark.check
def test_the_knob_is_seen_in_front_of_the_balls(studio):
    full = tuple(BOARD.names)
    view = View(cuts=(Cut(1, "west"),), camera=Camera(azimuth=0, elevation=10), labels=False)
    shown = picture(6, view, red=full, handle=True)
    held = handle(BOARD, view)
    hue = np.array(rgb(STANDARD.handle)) * 255
    assert _near(studio, shown, held.knob, hue) < 60
    # From the other side all balls lie between the eye and the knob.
    behind = with_(view, camera=Camera(azimuth=180, elevation=10))
    assert _near(studio, replace(shown, view=behind), held.knob, hue) < 60


def _near(studio, shown, point, hue, reach=3):
    """How near the pixels about a point come to a colour, in the picture of it."""
    image = studio.take(shown)
    row, column = studio.pixel(point)
    part = image[row - reach : row + reach + 1, column - reach : column + reach + 1]
    return np.abs(part - hue).max(axis=-1).min()
