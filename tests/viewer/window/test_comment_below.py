"""The comment on a move stands below the scene: it covers nothing, and steps make nothing jump."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest

pytestmark = pytest.mark.check

K = Qt.Key
LONG = "A **wall** of four: " + "it holds the corner, whatever Blue does next. " * 4


@pytest.fixture
def window(begun):
    made = begun("partition", 1024, 700, options={"size": "4"})
    for move, comment in (("1a1", ""), ("1c1", "Short."), ("1e1", ""), ("1g1", LONG)):
        made.session.play(move)
        made.session.comment(comment)
    made.session.first()
    return made


def parts(window):
    view = window.scene_view
    return QRect(view.widget.geometry()), QRect(view.comment.geometry())


def test_comments_have_their_room_from_the_start_and_keep_it(window, qtbot, tmp_path):
    """Steps, a move that is played and *Undo* leave the scene as high as it was."""
    path = tmp_path / "commented.pyramidion"
    window.session.save_as(path)
    window.session.close(window.session.state.active)
    window.open_path(path)
    window.session.first()
    QTest.qWait(50)
    view = window.scene_view
    heights = []
    for key in (K.Key_Period,) * 4 + (K.Key_Comma,) * 3:
        scene, comment = parts(window)
        assert comment.top() > scene.bottom()
        assert comment.bottom() <= view.rect().bottom()
        heights.append(scene.height())
        QTest.keyClick(view.widget.surface, key)
        QTest.qWait(100)
    window.session.play("2b2")
    QTest.qWait(20)
    assert view.comment.text == ""
    heights.append(view.widget.height())
    window.session.undo()
    QTest.qWait(20)
    assert {*heights, view.widget.height()} == {heights[0]}


def test_a_comment_is_seen_in_full_under_what_floats_and_gives_its_room_back(window, qtbot):
    window.session.last()
    QTest.qWait(20)
    view = window.scene_view
    comment = view.comment
    assert comment.text == LONG
    label = comment.label
    assert label.height() >= label.heightForWidth(label.width())
    view.floating.say("A sentence")
    scene, _ = parts(window)
    assert scene.contains(view.floating.line.geometry())
    qtbot.waitUntil(view.comment.isVisible)
    before = view.widget.height() + view.comment.height()
    qtbot.mouseClick(view.comment.cross, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.widget.height() == before)
    window.session.back()
    window.session.back()
    qtbot.waitUntil(view.comment.isVisible)
    window.session.last()
    qtbot.waitUntil(window.scene_view.comment.isVisible)
    window.session.new("partition", {"size": "4"})
    qtbot.waitUntil(lambda: not window.scene_view.comment.isVisible())
