"""The comment on a move stands below the scene: it covers nothing, and steps make nothing jump."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest

K = Qt.Key
LONG = "A **wall** of four: " + "it holds the corner, whatever Blue does next. " * 4


@pytest.fixture
def window(shared_window, qtbot):
    made = shared_window(1024, 700)
    made.session.new("partition", {"size": "4"})
    for move, comment in (("1a1", ""), ("1c1", "Short."), ("1e1", ""), ("1g1", LONG)):
        made.session.play(move)
        made.session.comment(comment)
    made.session.first()
    qtbot.waitUntil(lambda: made.display.is_ready, timeout=30000)
    made.activateWindow()
    made.scene_view.take_focus()
    return made


def parts(window):
    view = window.scene_view
    return QRect(view.widget.geometry()), QRect(view.comment.geometry())


def test_a_comment_covers_nothing_of_the_scene(window, qtbot):
    view = window.scene_view
    assert not view.comment.isVisible()
    heights = []
    for key in (K.Key_Period,) * 4 + (K.Key_Comma,) * 3:
        QTest.keyClick(view.widget.surface, key)
        QTest.qWait(100)
        scene, comment = parts(window)
        if view.comment.isVisible():
            assert comment.top() > scene.bottom()
            assert comment.bottom() <= view.rect().bottom()
        heights.append(scene.height())
    assert heights[1] < heights[0], "the first comment takes its room"
    assert heights[2] == heights[1], "and keeps it"
    assert heights[3:] == [heights[3]] * 4, "as the longest does"


def test_a_comment_is_seen_in_full(window, qtbot):
    window.session.last()
    QTest.qWait(20)
    comment = window.scene_view.comment
    assert comment.text == LONG
    label = comment.label
    assert label.height() >= label.heightForWidth(label.width())


def test_a_closed_comment_gives_its_room_back(window, qtbot):
    view = window.scene_view
    before = view.widget.height()
    window.session.last()
    qtbot.waitUntil(view.comment.isVisible)
    qtbot.mouseClick(view.comment.cross, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.widget.height() == before)
    window.session.back()
    window.session.back()
    qtbot.waitUntil(view.comment.isVisible)


def test_what_floats_stays_over_the_scene(window, qtbot):
    window.session.last()
    QTest.qWait(20)
    view = window.scene_view
    view.floating.say("A sentence")
    scene, _ = parts(window)
    assert scene.contains(view.floating.line.geometry())


def test_another_document_begins_without_room_for_comments(window, qtbot):
    window.session.last()
    qtbot.waitUntil(window.scene_view.comment.isVisible)
    window.session.new("partition", {"size": "4"})
    qtbot.waitUntil(lambda: not window.scene_view.comment.isVisible())
