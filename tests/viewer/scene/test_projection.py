"""Lines of sight and camera motions, against VTK's own camera."""

import numpy as np
import pytest

from model.boards.lattice import pyramid
from model.records.view import Camera
from viewer.scene.camera import apply, fitted
from viewer.scene.input import gestures
from viewer.scene.input.pointer import Projection
from viewer.scene.vtk import vtkCamera

BOARD = pyramid(6)
SIZE = (640, 400)
CAMERAS = [
    Camera(),
    Camera(azimuth=-130, elevation=-20),
    Camera(elevation=90, parallel=True),
    Camera(azimuth=75, elevation=10, centre=(1, 2, 0.5), distance=4),
    Camera(azimuth=75, elevation=40, centre=(1, 2, 0.5), distance=2, parallel=True),
]


def sight(camera):
    return Projection(fitted(camera, BOARD, aspect=SIZE[0] / SIZE[1]), *SIZE)


@pytest.mark.parametrize("camera", CAMERAS)
def test_a_point_appears_where_vtk_draws_it(camera):
    seen = sight(camera)
    target = vtkCamera()
    apply(seen.camera, BOARD, target)
    aspect = SIZE[0] / SIZE[1]
    matrix = target.GetCompositeProjectionTransformMatrix(aspect, -1, 1)
    for point in [*BOARD.centres[::9], (0.3, 1.7, 2.2)]:
        x, y, _, w = matrix.MultiplyPoint((*point, 1.0))
        if w <= 0:
            with pytest.raises(ValueError, match="behind"):
                seen.to_screen(np.array(point))
            continue
        place = ((x / w + 1) * SIZE[0] / 2, (1 - y / w) * SIZE[1] / 2)
        assert seen.to_screen(np.array(point)) == pytest.approx(place, abs=1e-6)


@pytest.mark.parametrize("camera", CAMERAS)
def test_the_line_through_a_place_meets_what_appears_there(camera):
    seen = sight(camera)
    for x, y in ((10, 20), (320, 200), (611.5, 333.25)):
        origin, direction = seen.line(x, y)
        assert np.linalg.norm(direction) == pytest.approx(1)
        for depth in (-0.5, 0.0, 3.0):
            along = seen.reach(x, y, depth)
            point = origin + along * direction
            assert seen.depth(point) == pytest.approx(depth, abs=1e-9)
            assert seen.to_screen(point) == pytest.approx((x, y), abs=1e-6)
        assert seen.depth(seen.on_focal_plane(x, y)) == pytest.approx(0, abs=1e-9)


def test_in_parallel_projection_nothing_lies_behind_the_eye():
    near = Camera(azimuth=0, elevation=0, centre=(2.5, 2.5, 0), distance=0.5, parallel=True)
    origin, direction = sight(near).line(320, 200)
    assert ((BOARD.centres - origin) @ direction > 0).all()


@pytest.mark.parametrize("camera", CAMERAS)
def test_panning_and_zooming_keep_hold(camera):
    seen = sight(camera)
    held = seen.on_focal_plane(100, 150)
    moved = gestures.pan(seen.camera, seen.centre, -seen.drag(30, -12))
    assert Projection(moved, *SIZE).to_screen(held) == pytest.approx((130, 138), abs=1e-6)
    about = seen.line(500, 90)
    point = about[0] + seen.reach(500, 90, -0.8) * about[1]
    closer = gestures.zoom(seen.camera, seen.centre, seen.camera.distance, point, 0.7)
    assert Projection(closer, *SIZE).to_screen(point) == pytest.approx((500, 90), abs=1e-6)
    assert closer.distance == pytest.approx(0.7 * seen.camera.distance)


def test_zoom_stops_at_its_limits():
    seen = sight(Camera())
    near = gestures.zoom(seen.camera, seen.centre, seen.camera.distance, seen.centre, 1e-9)
    assert near.distance == gestures.NEAREST
    far = gestures.zoom(seen.camera, seen.centre, seen.camera.distance, seen.centre, 1e9)
    assert far.distance == gestures.FARTHEST


@pytest.mark.parametrize("degrees", [-540, -180, -179.5, 0, 180, 180.5, 725])
def test_angles_are_wrapped(degrees):
    wrapped = gestures.wrapped(degrees)
    assert -180 < wrapped <= 180
    assert (wrapped - degrees) % 360 == pytest.approx(0)
