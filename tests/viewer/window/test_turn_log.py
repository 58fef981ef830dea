"""A turn that was carried out is told in the Turn dock; an entry shows the pitch of then."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from viewer.visuals.overlay_types import Arrow, Lit

pytestmark = pytest.mark.check

START = "pyramid-ball 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM"
PASSES, TACKLES = "NN./E../.../pass2S", "SS./.../..."


@pytest.fixture
def window(begun, qtbot):
    made = begun(START, 1200, 860, level_maps_open=False)
    qtbot.waitUntil(lambda: made.docks.panel("turn-log") is not None, timeout=60000)
    return made


def rows(log):
    return [log.entries.item(k).text() for k in range(log.entries.count())]


def stands(window):
    """Where the pieces are that are drawn, by the marks of their squares."""
    picture = window.scene_view.widget.picture
    return {picture.board.names[site] for site in picture.pieces.site.tolist()}


def test_a_turn_is_told_and_scrubbed_both_ways(window, qtbot):
    log = window.docks.panel("turn-log")
    assert log.entries.isHidden()
    window.session.play(PASSES)
    assert log.entries.isHidden()  # one of them has chosen: nothing is told
    QTest.mouseClick(window.pages.cover.ready, Qt.MouseButton.LeftButton)
    window.session.play(TACKLES)
    qtbot.waitUntil(lambda: not window.scene_view.move_animation.running, timeout=20000)
    told = rows(log)
    assert log.heading.text() == "Turn 1"
    assert told[:3] == [
        "Before the turn",
        "Row 1: the pieces carry out their orders",
        "Row 2: A's medium piece passes to A's small piece",
    ]
    assert "Row 2: B's small piece tackles A's small piece and takes the ball" in told
    assert "Row 2: A point for B: A 0, B 1" in told
    assert told[-1] == "After the turn"
    end = stands(window)
    assert {"f4", "f3", "e4"} <= end

    log.entries.setFocus()
    QTest.keyClick(log.entries, Qt.Key.Key_Home)  # before the turn
    assert stands(window) == {"b3", "d4", "f3", "b6", "d5", "f6"}
    assert window.scene_view.widget.picture.overlays == ()
    QTest.keyClick(log.entries, Qt.Key.Key_Down)
    assert {"e4", "f4", "f5"} <= stands(window)
    item = log.entries.item(2)  # the pass, as a line over the square it crosses
    place = log.entries.visualItemRect(item).center()
    QTest.mouseClick(log.entries.viewport(), Qt.MouseButton.LeftButton, pos=place)
    overlays = window.scene_view.widget.picture.overlays
    assert [one.style for one in overlays if isinstance(one, Arrow)] == ["throw"]
    assert [one for one in overlays if isinstance(one, Lit)]
    assert "passes to A's small piece" in window.scene_view.floating.line.text
    QTest.mouseClick(log.later, Qt.MouseButton.LeftButton)
    assert [
        o.style for o in window.scene_view.widget.picture.overlays if isinstance(o, Arrow)
    ].count("stopped") == 1
    QTest.mouseClick(log.earlier, Qt.MouseButton.LeftButton)
    assert log.entries.currentRow() == 2
    QTest.keyClick(log.entries, Qt.Key.Key_Escape)  # back to how things stand
    assert stands(window) == end
    assert window.scene_view.move_animation.held is None

    log.entries.setCurrentRow(1)
    window.session.back()  # the turn that is no more is told no more
    assert window.scene_view.move_animation.held is None
    assert log.entries.isHidden()
