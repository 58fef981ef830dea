"""Fields of several lines are as high as their text, at every width."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from viewer.widgets.text_fields import LineEdit, TextEdit

SENTENCE = "It rests on two white spheres and two black ones."


@pytest.fixture
def around(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def field(around):
    column = QVBoxLayout(around)
    made = TextEdit("Answer", low=1, high=5)
    column.addWidget(made)
    column.addStretch(1)
    around.resize(600, 300)
    around.show()
    made.say(SENTENCE)
    return made


def test_a_field_follows_its_width_and_needs_no_bar(around, field, qtbot):
    layout, one_line = field.document().documentLayout(), field.height()

    def shows_all():
        block = layout.blockBoundingRect(field.document().begin())
        return block.height() <= field.viewport().height()

    for width in (220, 160, 600):
        around.resize(width, 300)
        qtbot.waitUntil(lambda width=width: field.width() < width and shows_all())
        qtbot.waitUntil(lambda width=width: (field.height() > one_line) is (width < 600))
        assert not field.verticalScrollBar().isVisible(), width


def test_a_text_that_is_too_long_scrolls(field, qtbot):
    field.say("\n".join([SENTENCE] * 9))
    qtbot.waitUntil(field.verticalScrollBar().isVisible)
    assert field.verticalScrollBar().maximum() > 0
    field.say(SENTENCE)
    qtbot.waitUntil(lambda: not field.verticalScrollBar().isVisible())


def test_a_click_right_after_a_key_is_not_lost_where_the_field_grows(around, field, qtbot):
    button, clicked = QPushButton("Below"), []
    button.clicked.connect(lambda: clicked.append(True))
    around.layout().insertWidget(1, button)
    qtbot.waitExposed(around)
    QTest.qWait(0)
    window, low = around.windowHandle(), field.height()
    place = button.mapTo(around, button.rect().center())
    # A busy computer hands out the keys and the press together, and lays out afterwards.
    for _ in range(3):
        QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.mousePress(window, Qt.MouseButton.LeftButton, pos=place)
    QTest.qWait(0)
    assert button.isDown()
    assert field.height() == low
    QTest.mouseRelease(window, Qt.MouseButton.LeftButton, pos=place)
    assert clicked
    qtbot.waitUntil(lambda: field.height() > low)
    # Growing is not put off for long: where nothing is held, it comes in the next turn.
    low = field.height()
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: field.height() > low)
    assert button.y() >= field.geometry().bottom()


@pytest.mark.parametrize("make", [LineEdit, TextEdit])
def test_what_is_composed_is_typed_before_it_is_chosen(make, qtbot):
    field, typed = make("Title"), []
    qtbot.addWidget(field)
    field.typed.connect(lambda text, _: typed.append(text))
    field.say("😀 ab")
    for _ in "ab":
        QTest.keyClick(field, Qt.Key.Key_End)
        QTest.keyClick(field, Qt.Key.Key_Left)
    for preedit, commit in (("す", ""), ("すう", ""), ("", "数")):
        event = QInputMethodEvent(preedit, [])
        event.setCommitString(commit)
        QApplication.sendEvent(field, event)
        field.say(typed[-1])  # as whoever heard it answers
    assert typed == ["😀 aすb", "😀 aすうb", "😀 a数b"]
    QApplication.sendEvent(field, QInputMethodEvent("す", []))
    field.say("another step")
    assert field.text() == "another step", "what was composed is not typed there as well"


@pytest.mark.parametrize("make", [LineEdit, TextEdit])
def test_after_undo_and_redo_one_writes_on_where_the_text_changed(make, qtbot):
    field = make("Title")
    qtbot.addWidget(field)
    field.show()
    field.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    # Undone and redone at the end, from nothing, in the middle behind a pair of units, and between
    # letters that are all alike.
    for before, after, then in (
        ("The edge", "The", "The!"),
        ("", "The edge", "The edge!"),
        ("😀 an edge", "😀 a long edge", "😀 a long! edge"),
        ("aa", "aaa", "aaa!"),
    ):
        field.say(before)
        QTest.keyClick(field, Qt.Key.Key_Home)
        field.say(after)
        QTest.keyClicks(field, "!")
        assert field.text() == then


@pytest.mark.parametrize("text", ["One\r\ntwo", "one\u2028two", "one\u00a0two", "blank "])
def test_a_text_that_is_shown_and_left_is_that_text(text, qtbot):
    field, typed = TextEdit("Comment"), []
    qtbot.addWidget(field)
    field.typed.connect(lambda text, _: typed.append(text))
    field.say(text)
    QTest.keyClick(field, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert (field.text(), typed) == (text, [])
    QTest.keyClicks(field, "!")
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert typed == [f"{text}!".replace("\r\n", "\n"), text]
