"""The pour: its slider says how many places the colour has reached, in the words of the board."""

import numpy as np
import pytest
from PySide6.QtWidgets import QLabel

from model.positions.setup import read_position
from viewer.visuals.overlay_types import Pour
from viewer.widgets.flood_control import FloodControl


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("poly-y:corners=3,size=3 1/RR/3 blue", "3 cells"),
        ("partition:size=3,rules=free 3,3,3/2,2/1 red", "3 points"),
        ("", "3 points"),
    ],
)
def test_places_are_called_what_they_are_on_the_board(qtbot, text, said):
    control = FloodControl()
    qtbot.addWidget(control)
    control.animated = False
    position = read_position(text) if text else None
    control.start(Pour(np.array([0, 1, 1, -1], np.int32), 0, 0.0, position))
    assert [label.text() for label in control.findChildren(QLabel)] == [said]
