"""The scene without colours: one side's pieces have lines, and nothing else has."""

import numpy as np
import pytest

from model.positions.setup import read_position
from model.records.view import View
from viewer.export.paper.diagrams import hatched
from viewer.picture.compose.composer import picture_of
from viewer.scene.offscreen import Offscreen

GIVEN = "partition:size=2,rules=free {0},2/1 red"


@pytest.fixture(scope="module")
def place():
    made = Offscreen((300, 200), 2, fine=True)
    yield made
    made.close()


def edges(image):
    """How many pixels differ much from those below them."""
    return int((np.abs(np.diff(image.astype(int), axis=0)) > 40).sum())


@pytest.mark.slow
def test_only_the_first_side_is_hatched(place):
    empty, light, dark = (
        hatched(place, picture_of(read_position(GIVEN.format(row)), View()))
        for row in ("2", "R1", "B1")
    )
    assert empty.shape == (200, 300)
    assert edges(light) - edges(empty) > 2 * max(1, edges(dark) - edges(empty))
