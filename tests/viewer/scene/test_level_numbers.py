"""Level numbers stand beside the pyramid: over no ball and over no other number."""

import numpy as np
import pytest
from studio import Studio, picture

from model.boards.lattice import pyramid
from model.records.view import Camera, View
from viewer.picture.compose import reserve_trays
from viewer.scene.camera import fitted
from viewer.scene.input.pointer import Projection
from viewer.scene.props import level_numbers

INK = (0.0, 0.0, 0.0)


def seen(size, azimuth, elevation, explode=0.0):
    """Where balls and numbers are on the screen, in ball diameters, and half a number's height."""
    board = pyramid(size)
    view = View(camera=Camera(azimuth=azimuth, elevation=elevation), explode=explode)
    levels = tuple(range(1, size + 1))
    rows = level_numbers.placed(board, levels, level_numbers.number_atlas(board), INK, view)
    sight = Projection(fitted(view.camera, board, explode, 1.6, ()), 1280, 800)

    def places(points):
        return np.array([sight.to_screen(np.asarray(p)) for p in points]) * sight.pixel

    lifts = explode * (board.layers["level"] - 1.0)
    balls = board.centres + lifts[:, None] * (0, 0, 1)
    lifted = [np.asarray(row[0]) + np.array((0, 0, explode * row[1])) for row in rows]
    return places(balls), places(lifted), rows[0][3][0] if rows else 0.0


def apart(some, others):
    """How near any of some places comes to any of the others."""
    return np.linalg.norm(some[:, None] - others, axis=2).min()


@pytest.mark.check
@pytest.mark.parametrize("size", [6, 20])
@pytest.mark.parametrize("elevation", [0.0, 36.0, 50.0])
def test_numbers_stand_over_no_ball(size, elevation):
    for azimuth in range(3, 363, 29):
        balls, numbers, half = seen(size, float(azimuth), elevation)
        assert len(numbers)
        assert apart(balls, numbers) > 0.5 + 0.5 * half, azimuth


@pytest.mark.check
@pytest.mark.parametrize("elevation", [36.0, 50.0])
def test_numbers_stand_over_no_other_number(elevation):
    for azimuth in range(3, 363, 29):
        _, numbers, half = seen(8, float(azimuth), elevation)
        for k, number in enumerate(numbers):
            others = np.delete(numbers, k, axis=0)
            assert np.hypot(*(others - number).T).min() > 1.5 * half, azimuth


@pytest.mark.check
@pytest.mark.parametrize("size", [4, 20])
@pytest.mark.parametrize("aspect", [0.5, 1.0])
@pytest.mark.parametrize(("elevation", "parallel"), [(0.0, True), (0.0, False), (36.0, False)])
def test_numbers_stay_in_a_narrow_frame_and_off_the_balls(size, aspect, elevation, parallel):
    """As in a half of the scene, and in a slice along a diagonal, which fills its half."""
    board, levels = pyramid(size), tuple(range(1, size + 1))
    held = level_numbers.number_atlas(board)
    for azimuth in (0.0, 45.0, 135.0, *np.arange(3.0, 363.0, 40.0)):
        view = View(camera=Camera(azimuth=azimuth, elevation=elevation, parallel=parallel))
        stepped = Camera(5.0 * round(azimuth / 5), 5.0 * round(elevation / 5), parallel=parallel)
        within = level_numbers.FittedView(fitted(stepped, board, aspect=aspect), aspect)
        rows = level_numbers.placed(board, levels, held, INK, view, (), within)
        camera = fitted(view.camera, board, aspect=aspect)
        sight = Projection(camera, round(800 * aspect), 800)
        numbers, balls = (
            np.array([sight.to_screen(np.asarray(p)) for p in points]) * sight.pixel
            for points in ([row[0] for row in rows], board.centres)
        )
        assert (numbers[:, 0] - [row[2][0] for row in rows]).min() > 0, azimuth
        assert apart(balls, numbers) > 0.5 + 0.5 * rows[0][3][0], azimuth


def test_levels_that_are_moved_apart_keep_their_numbers_beside_them():
    balls, numbers, half = seen(6, 19.0, 36.0, explode=1.0)
    assert apart(balls, numbers) > 0.5 + 0.5 * half


def test_numbers_stand_over_no_sphere_in_reserve():
    board = pyramid(4)
    trays = tuple(reserve_trays.footprint(board, owner, 15) for owner in (0, 1))
    resting = [reserve_trays.place(board, owner, k) for owner in (0, 1) for k in range(15)]
    held = level_numbers.number_atlas(board)
    for azimuth in range(3, 363, 20):
        view = View(camera=Camera(azimuth=float(azimuth), elevation=36.0))
        rows = level_numbers.placed(board, (1, 2, 3, 4), held, INK, view, trays)
        sight = Projection(fitted(view.camera, board, 0.0, 1.6, trays), 1280, 800)
        numbers, spheres = (
            np.array([sight.to_screen(np.asarray(p)) for p in points]) * sight.pixel
            for points in ([row[0] for row in rows], resting)
        )
        assert apart(spheres, numbers) > (reserve_trays.SIZE + rows[0][3][0]) / 2, azimuth


@pytest.mark.check
def test_a_turned_picture_places_them_anew():
    before, after = (
        picture(4, View(camera=Camera(azimuth=azimuth), ghosts="off")) for azimuth in (19.0, 200.0)
    )
    images = []
    for shown in ((before, after), (after,)):
        studio = Studio()
        images.append([studio.take(one) for one in shown][-1])
        studio.place.close()
    assert np.array_equal(*images)


def test_from_above_there_are_none():
    assert level_numbers.is_steep(Camera(elevation=90.0))
    assert not level_numbers.is_steep(Camera())
