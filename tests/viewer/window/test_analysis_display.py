"""What lies over the scene belongs to the position that is shown, whoever laid it there."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from viewer.visuals.overlay_types import Pour

pytestmark = pytest.mark.check

FOUR = "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red"
K = Qt.Key


@pytest.fixture
def window(begun):
    return begun("partition", options={"size": "6"})


def poured(window):
    return [one for one in window.scene_view.laid.overlays if isinstance(one, Pour)]


def close_why(window):
    cross = next(
        button
        for button in window.findChildren(QToolButton)
        if button.accessibleName() == "Close Why"
    )
    QTest.mouseClick(cross, Qt.MouseButton.LeftButton)
    assert not window.docks.is_open("why")


def test_a_pour_is_shown_over_no_other_board(window):
    """A closed Why did not hear of the other board; 91 distances were drawn over 30 points."""
    QTest.keyClick(window.scene_view.widget.surface, K.Key_Space)
    assert poured(window)
    close_why(window)
    window.session.new(FOUR)
    assert not poured(window)
    assert window.display.pour is None
    assert not window.scene_view.widget.image().isNull()


def test_a_pour_goes_with_the_next_move(window):
    QTest.keyClick(window.scene_view.widget.surface, K.Key_Space)
    close_why(window)
    window.session.play("2b2")
    assert not poured(window)


def test_a_closed_why_that_still_pours_shows_nothing_elsewhere(window):
    QTest.keyClick(window.scene_view.widget.surface, K.Key_Space)
    content = window.contents.why.content
    close_why(window)
    window.session.new(FOUR)
    content.flood.set_time(1.0)  # as its animation does
    assert not poured(window)
