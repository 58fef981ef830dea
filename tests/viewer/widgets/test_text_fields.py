"""Fields of several lines are as high as their text, at every width."""

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from viewer.widgets.text_fields import Text

SENTENCE = "It rests on two white spheres and two black ones."


@pytest.fixture
def around(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def field(around):
    column = QVBoxLayout(around)
    made = Text("Answer", low=1, high=5)
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
