"""What is written round the board can be read from the side it is looked at from."""

import numpy as np
import pytest
from msgspec.structs import replace
from studio import BARE, picture

from model.records.view import Camera
from viewer.picture.compose.ground import bounds, margin, top
from viewer.scene.camera import fitted
from viewer.scene.input.pointer import Projection
from viewer.scene.offscreen import Offscreen

pytestmark = pytest.mark.check

SIZE, AROUND, NEXT = (640, 480), 24, 3


@pytest.fixture(scope="module")
def place():
    made = Offscreen(SIZE)
    yield made
    made.close()


def letter(place, azimuth):
    """How the letter "a" that is nearer to the reader changes the rim, seen from above."""
    view = replace(BARE, camera=Camera(azimuth=azimuth, elevation=90, parallel=True), board=True)
    both = (picture(view=replace(view, labels=on)) for on in (False, True))
    bare, lettered = (place.image(shown).astype(int) for shown in both)
    board = picture().board
    _, _, south, north = bounds(board)
    aside = (margin(board) - 0.62) / 2 + 0.03
    point = (board.centres[0, 0], south + aside if azimuth == 0 else north - aside, top(board))
    sight = Projection(fitted(view.camera, board, 0.0, SIZE[0] / SIZE[1]), *SIZE)
    column, row = (int(at) for at in sight.to_screen(np.asarray(point)))
    around = np.s_[row - AROUND : row + AROUND + 1, column - AROUND : column + AROUND + 1]
    return np.abs(lettered - bare).max(axis=2)[around]


def unlike(one, other):
    """How much two letters differ where they lie over each other as well as they can."""
    steps = range(-NEXT, NEXT + 1)
    return min(np.abs(one - np.roll(other, (r, c), (0, 1))).sum() for r in steps for c in steps)


def test_letters_stand_upright_for_a_reader_in_the_north(place):
    """An "a" is no "a" upside down, so the two ways of standing cannot be taken for each other."""
    south, north = letter(place, 0), letter(place, 180)
    assert south.max() > 20
    assert 2 * unlike(south, north) < unlike(south, north[::-1, ::-1])
