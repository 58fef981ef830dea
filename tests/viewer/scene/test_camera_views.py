"""The camera: what is fitted fits, flights are smooth, VTK's camera says the same back."""

from dataclasses import replace as with_parts

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from model.boards.lattice import pyramid
from model.positions.setup import read_position
from model.records.view import CAMERAS, Camera, View
from viewer.picture.compose.composer import base_picture, depict
from viewer.picture.compose.first_look import home_camera
from viewer.picture.compose.ground import MARBLE_RADIUS, TOP, bounds, height_of, surface
from viewer.scene.camera import apply, fitted, fitted_to, frame
from viewer.scene.flight import FLIGHT, RISE, between, flight_path
from viewer.scene.input.pointer import Projection
from viewer.scene.vtk import vtkCamera

angles = st.floats(-180, 180), st.floats(-90, 90)


def drawn_points(board, explode=0.0):
    """Outermost points of every ball and the top of the slab."""
    centres = board.centres + [[0, 0, 1]] * (explode * (board.layers["level"][:, None] - 1))
    outer = centres[board.layers["shell"] == 0]
    west, east, south, north = bounds(board)
    rim = [(x, y, TOP) for x in (west, east) for y in (south, north)]
    return np.concatenate([outer, rim])


@pytest.mark.check
@given(
    size=st.integers(2, 12),
    azimuth=angles[0],
    elevation=angles[1],
    explode=st.floats(0, 2),
    aspect=st.floats(0.5, 2.5),
    parallel=st.booleans(),
)
def test_home_shows_everything(size, azimuth, elevation, explode, aspect, parallel):
    board = pyramid(size)
    camera = Camera(azimuth=azimuth, elevation=elevation, parallel=parallel)
    seen = Projection(fitted(camera, board, explode, aspect), 1000 * aspect, 1000)
    for point in drawn_points(board, explode):
        x, y = seen.to_screen(point)
        assert -1 <= x <= 1000 * aspect + 1
        assert -1 <= y <= 1001


@pytest.mark.check
@pytest.mark.parametrize("aspect", [0.4, 0.75, 1.1, 1.6, 2.6])
def test_the_ball_that_rides_on_the_highest_piece_is_in_the_frame_on_every_square(aspect):
    position = read_position("pyramid-ball 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AL")
    board, shown = position.game.board, base_picture(position)
    for azimuth in (0.0, 8.0, 97.0, 188.0, 240.0):
        camera = replace(home_camera(board), azimuth=azimuth)
        seen = Projection(fitted_to(shown, aspect, camera), 1000 * aspect, 1000)
        rides = board.centres[:, :2], surface(board) + height_of("large pyramid") + MARBLE_RADIUS
        for middle in np.column_stack(rides):
            for way in np.vstack([np.eye(3), -np.eye(3)]):
                x, y = seen.to_screen(middle + MARBLE_RADIUS * way)
                assert -1 <= x <= 1000 * aspect + 1
                assert -1 <= y <= 1001


@pytest.mark.parametrize("name", CAMERAS)
def test_every_standard_view_fills_the_picture(name):
    board = pyramid(6)
    seen = Projection(fitted(CAMERAS[name], board, 0.0, 1.6), 1600, 1000)
    places = np.array([seen.to_screen(point) for point in drawn_points(board)])
    width, height = np.ptp(places, axis=0)
    assert max(width / 1600, height / 1000) > 0.62


def test_a_turn_neither_pumps_nor_sways():
    board = pyramid(6)
    homes = {
        (c.centre, c.distance)
        for c in (fitted(Camera(azimuth=a), board) for a in np.linspace(-170, 180, 15).tolist())
    }
    assert len(homes) == 1


def test_what_is_given_stays_and_an_open_camera_is_refused():
    camera = Camera(centre=(1.0, 2.0, 3.0), distance=7.5)
    assert fitted(camera, pyramid(4)) is camera
    assert fitted(Camera(centre=(1.0, 2.0, 3.0)), pyramid(4)).centre == (1.0, 2.0, 3.0)
    assert fitted(Camera(distance=7.5), pyramid(4)).distance == 7.5
    with pytest.raises(ValueError, match="fit the camera"):
        apply(Camera(), pyramid(3), vtkCamera())
    with pytest.raises(ValueError, match="fit both"):
        between(Camera(), Camera(), 0.5)


def read(source):
    """VTK's camera as turntable numbers."""
    position, centre = np.array(source.GetPosition()), np.array(source.GetFocalPoint())
    way = position - centre
    distance = float(np.linalg.norm(way)) or 1.0
    elevation = float(np.degrees(np.arcsin(np.clip(way[2] / distance, -1, 1))))
    if np.hypot(way[0], way[1]) > 1e-9 * distance:
        azimuth = float(np.degrees(np.arctan2(way[0], -way[1])))
    else:  # straight above or below: up says which way is north
        up = np.array(source.GetViewUp()) * np.sign(way[2])
        azimuth = float(np.degrees(np.arctan2(-up[0], up[1])))
    return Camera(
        azimuth=azimuth,
        elevation=elevation,
        centre=tuple(centre.tolist()),
        distance=distance,
        parallel=bool(source.GetParallelProjection()),
    )


@pytest.mark.check
@given(azimuth=st.floats(-179, 179), elevation=st.floats(-90, 90), parallel=st.booleans())
def test_vtk_says_the_same_back(azimuth, elevation, parallel):
    board = pyramid(5)
    camera = fitted(Camera(azimuth=azimuth, elevation=elevation, parallel=parallel), board)
    held = vtkCamera()
    apply(camera, board, held)
    back = read(held)
    assert back.parallel == parallel
    assert back.distance == pytest.approx(camera.distance)
    assert back.centre == pytest.approx(camera.centre)
    # Both directions, because azimuth has no meaning of its own near the poles.
    for one, other in zip(
        frame(back.azimuth, back.elevation), frame(azimuth, elevation), strict=True
    ):
        assert np.allclose(one, other, atol=1e-5)


def test_a_flight_starts_and_ends_where_it_should_and_takes_the_short_way():
    board = pyramid(6)
    start = fitted(Camera(azimuth=170), board)
    end = fitted(Camera(azimuth=-170, elevation=10, distance=5.0), board)
    assert between(start, end, 0) is start
    assert between(start, end, 1) is end
    middle = between(start, end, 0.5)
    assert middle.azimuth == pytest.approx(180)
    assert middle.elevation == pytest.approx(23)
    assert middle.distance == pytest.approx((start.distance * 5.0) ** 0.5)
    steps = [between(start, end, t).azimuth for t in np.linspace(0, 1, 11)[:-1].tolist()]
    assert np.diff(steps).min() > 0
    assert np.diff(steps)[0] < np.diff(steps)[5]  # from rest


# -- the way of a flight ---------------------------------------------------------------------------

START = "partition:size=3,rules=free 3,3,3/2,2/1 red"


def test_a_flight_leads_from_where_the_eye_is_to_the_view():
    picture = depict(read_position(START), View(camera=Camera(azimuth=60.0)))
    here = Camera(azimuth=20.0)
    path = flight_path(here, 0.0, picture, 1.6)
    assert path.seconds == FLIGHT
    assert path.at(0.0) == (fitted_to(picture, 1.6, here), 0.0)
    assert path.at(1.0) == (fitted_to(picture, 1.6), 0.0)
    assert path.at(0.5)[0].azimuth == 40.0


def test_levels_move_apart_evenly_eased_and_rise_slowly_from_the_base():
    picture = depict(read_position(START), View())
    apart = with_parts(picture, view=replace(picture.view, explode=1.0))
    path = flight_path(Camera(), 0.0, apart, 1.6)
    assert [path.at(share)[1] for share in (0.0, 0.5, 1.0)] == [0.0, 0.5, 1.0]
    assert path.seconds == FLIGHT
    assert flight_path(Camera(), -1.0, apart, 1.6).seconds == RISE
