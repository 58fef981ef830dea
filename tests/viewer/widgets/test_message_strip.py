"""Where a message stands over the page: beside what lies in the upper right corner."""

import pytest
from PySide6.QtWidgets import QWidget

from viewer.widgets.messages import MessageStrip

CORNER = 134


@pytest.mark.parametrize(("wide", "beside"), [(1200, True), (720, True), (520, True), (380, False)])
def test_a_message_leaves_the_corner_free_where_there_is_room(qtbot, wide, beside):
    page, strip = QWidget(), MessageStrip()
    qtbot.addWidget(page)
    page.resize(wide, 500)
    strip.float_over(page, lambda: CORNER)
    page.show()
    strip.note(
        "This point is taken by a red ball, which stands on the level below. Choose another."
    )
    assert (strip.geometry().right() < wide - CORNER) is beside
    assert strip.x() >= 12
    assert page.rect().contains(strip.geometry())
