"""Pictures at rest: where light does not get, soft shadows; quick frames know none of it."""

import numpy as np
import pytest
from msgspec.structs import replace
from studio import BARE, SIZE, Studio, picture

from model.boards.lattice import pyramid
from model.positions.setup import read_position
from model.records.view import Camera
from viewer.picture.compose.composer import depict
from viewer.scene.offscreen import Offscreen
from viewer.scene.props.balls import sky_light

STONES = read_position("pyramid 3W3,7,7,7,7,7,7 white")
HOME = replace(BARE, camera=Camera(), board=True)


@pytest.fixture(scope="module")
def fine():
    place = Offscreen(SIZE, 2, fine=True)
    yield place
    place.close()


def shades(place, shown):
    return place.image(shown).astype(int)


@pytest.mark.check
def test_a_ball_keeps_light_from_the_ground_and_from_what_it_touches(fine):
    alone = shades(fine, picture(3, HOME, red=["1a1"]))
    both = shades(fine, picture(3, HOME, red=["1a1"], blue=["1c1"]))
    near = (both != alone).any(axis=2)
    darker = (both.sum(axis=2) < alone.sum(axis=2) - 12) & near
    red = (alone[..., 0] > 1.6 * alone[..., 2]) & (both[..., 0] > 1.6 * both[..., 2])
    ground = np.abs(alone[..., 0] - alone[..., 2]) < 40
    assert (darker & red).sum() > 20
    assert (darker & ground).sum() > 100


@pytest.mark.check
def test_quick_frames_after_a_fine_one_are_as_before():
    studio = Studio()
    shown = picture(3, HOME, red=["1a1", "2b2"], blue=["1c1"])
    quick = studio.take(shown)
    stage, window = studio.place.stage, studio.place.window
    stage.refine(True)
    stage.look_aside((0.25, -0.25))
    window.Render()
    stage.check()
    fine = studio.place.grab().astype(int)
    stage.refine(False)
    stage.look_aside((0.0, 0.0))
    window.Render()
    assert (fine != quick).any()
    assert abs(fine.mean() - quick.mean()) < 6  # on the whole no darker and no lighter
    assert np.array_equal(studio.place.grab(), quick)
    studio.place.close()


@pytest.mark.check
def test_stone_has_a_grain_and_keeps_its_colour(fine):
    shown = depict(STONES, replace(HOME, camera=Camera(elevation=80)), ())
    studio = Studio()
    quick, slow = studio.take(shown), shades(fine, shown)
    studio.place.close()
    assert abs(slow.mean() - quick.mean()) < 8
    middle = (slice(60, 90), slice(80, 120))
    assert len(np.unique(slow[middle].reshape(-1, 3), axis=0)) > 100


def test_what_lies_deep_sees_little_of_the_sky():
    board = pyramid(9)
    nothing, full = np.zeros(len(board), bool), np.ones(len(board), bool)
    open_sky, under = sky_light(board, nothing), sky_light(board, full)
    deep, apex = board.index("3i9"), board.index("9i9")
    assert under[deep, 3] < 0.4 * under[apex, 3]
    assert open_sky[apex, 3] > 0.9
    # Of a whole pyramid the walls see the same, each on its side.
    east, west = board.index("1q9"), board.index("1a9")
    assert under[east, 3] == pytest.approx(under[west, 3], abs=0.06)
    assert under[east, 0] > 0.1 > -0.1 > under[west, 0]
    other = STONES.game.board
    assert (sky_light(other, np.ones(len(other), bool)) == [0, 0, 0, 1]).all()
