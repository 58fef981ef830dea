"""Where a message stands over the page: beside what lies in the upper right corner."""

import pytest
from PySide6.QtWidgets import QWidget

from viewer.widgets.messages import MessageStrip


@pytest.mark.parametrize(("wide", "beside"), [(1200, True), (720, True), (520, False)])
def test_a_message_lies_in_the_row_below_what_is_looked_at(qtbot, wide, beside):
    page, strip = QWidget(), MessageStrip()
    qtbot.addWidget(page)
    field = QWidget(page)
    field.setGeometry(12, 470, 340, 24)
    page.resize(wide, 500)
    strip.float_over(page, field)
    page.show()
    sentence = "This point is taken by a red ball, which stands on the level below."
    strip.note(sentence)
    assert (494 <= strip.geometry().bottom() <= 500) is beside
    assert not strip.geometry().intersects(field.geometry())
    assert page.rect().contains(strip.geometry())
    strip.clear()
    field.hide()
    strip.note(sentence)
    assert strip.y() == 12  # of a page without the row the top
    assert page.rect().contains(strip.geometry())


@pytest.mark.check
@pytest.mark.parametrize(("wide", "in_row"), [(800, True), (640, False), (420, False)])
def test_a_message_never_covers_the_buttons_of_its_row(qtbot, wide, in_row):
    """*Hint*, *Take back* and *Resign*, also where they come while it is shown."""
    page, strip = QWidget(), MessageStrip()
    qtbot.addWidget(page)
    field, button = QWidget(page), QWidget(page)
    field.setGeometry(12, 470, 180, 24)
    button.setGeometry(wide - 232, 470, 220, 24)
    page.resize(wide, 500)
    strip.float_over(page, field, (button,))
    button.hide()
    page.show()
    strip.note("Resign as Red?", "Resign", lambda: None)
    assert strip.geometry().intersects(button.geometry()) is (wide > 600)
    button.show()
    assert not strip.geometry().intersects(button.geometry())
    assert page.rect().contains(strip.geometry())
    assert (strip.geometry().bottom() > button.y()) is in_row
    assert strip.width() >= 300
    assert not strip.geometry().intersects(field.geometry())
