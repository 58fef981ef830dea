"""Beside the mouse stands what lies behind one another there, once something else is meant."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

pytestmark = pytest.mark.check

K = Qt.Key
LEVELS = "BRBRB,RBRBR,BRBRB,RBRBR,BRB2/RBRB,BRBR,RBRB,BR2/BRB,RBR,1RB/RB,BR/R"
FULL = f"partition:size=5,rules=free {LEVELS} red"


@pytest.fixture
def window(begun):
    return begun(FULL)


def test_the_bar_says_what_lies_there_and_which_is_meant(window, qtbot):
    scene, bar = window.scene_view, window.scene_view.floating.depth
    surface, pointer = scene.widget.surface, scene.input.pointer
    board = window.session.position.game.board
    x, y = pointer.projection.to_screen(board.centres[board.index("2b2")])
    for aside in (2, 0):
        QTest.mouseMove(surface, QPoint(round(x) + aside, round(y)))
    qtbot.waitUntil(lambda: bool(pointer.found))
    assert len(pointer.found) > 2
    assert bar.isHidden(), "what the mouse is on is meant"
    first = pointer.choice
    QTest.keyClick(surface, K.Key_E)
    assert not bar.isHidden()
    assert bar.meant == pointer.choice == first + 1
    assert [colour is not None for colour, _ in bar.shown] == [one.ball for one in pointer.found]
    blue = window.session.position.cells == 2
    assert [banded for _, banded in bar.shown] == [bool(blue[one.site]) for one in pointer.found]
    place = scene.input.mouse.toPoint()
    assert not bar.geometry().contains(place)
    assert abs(bar.geometry().center().x() - place.x()) < 60
    assert bar.accessibleDescription().startswith(f"{first + 2} of {len(pointer.found)} ")
    QTest.keyClick(surface, K.Key_Q)
    assert bar.isHidden(), "the mouse means again what it is on"
    QTest.keyClick(surface, K.Key_E)
    QTest.mouseMove(surface, QPoint(3, 3))
    qtbot.waitUntil(bar.isHidden)
