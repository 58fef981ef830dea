"""What stands on a board and is no piece, seen in pixels."""

from dataclasses import replace

import numpy as np
import pytest
from msgspec.structs import replace as replaced

from model.boards.board import Decoration
from model.positions.setup import read_position
from model.records.view import Camera, View
from viewer.picture.compose.composer import depict

pytestmark = pytest.mark.check

SLANT = View(camera=Camera(azimuth=20, elevation=40), labels=False, ghosts="off")


def test_decoration_is_seen_where_it_stands_in_its_tone(studio):
    plain = depict(read_position("pyramid 7,7,7,7,7,7,7 white"), SLANT)
    board = plain.board
    corner = board.index("d4")
    images = [studio.take(plain)]
    for tone in ("light", "dark"):
        made = replace(board, decoration=(Decoration(corner, "large pyramid", tone, "9/12"),))
        images.append(studio.take(replace(plain, board=made)))
    bare, light, dark = (image.astype(int) for image in images)
    changed = np.abs(light - dark).sum(axis=2) > 60
    assert 40 < changed.sum() < 0.05 * changed.size
    assert light[changed].mean() > dark[changed].mean() + 60
    assert (np.abs(light - bare).sum(axis=2) > 60).sum() > 40
    # Without the board there is nothing that could be printed or built on it.
    hidden = replaced(SLANT, board=False)
    off = studio.take(replace(plain, board=made, view=hidden))
    assert np.array_equal(off, studio.take(replace(plain, view=hidden)))
