"""Lists that are put in order while some of their lines are hidden, by real events."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from viewer.widgets.ordered_list import OrderedList

K = Qt.Key
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def lines(qtbot):
    """Six lines; of them the first, the third and the fifth are seen."""
    made = OrderedList()
    qtbot.addWidget(made)
    made.addItems([str(number) for number in range(6)])
    for row in (1, 3, 5):
        made.item(row).setHidden(True)
    made.resize(200, 300)
    made.show()
    return made


def drag(lines, row, place):
    view = lines.viewport()
    start = lines.visualItemRect(lines.item(row)).center()
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, start + QPoint(0, 40))
    QTest.mouseMove(view, place)
    lines.grab()  # the line that says where it goes
    QTest.mouseRelease(view, LEFT, pos=place)


def test_lines_are_moved_among_those_that_are_seen(lines):
    told = []
    lines.moved.connect(lambda row, to: told.append((row, to)))
    lines.setCurrentRow(0)
    QTest.keyClick(lines, K.Key_Down, Qt.KeyboardModifier.AltModifier)
    lines.setCurrentRow(4)
    QTest.keyClick(lines, K.Key_Up, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(lines, K.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert told == [(0, 2), (4, 2)], "past the next that is seen; below the last there is none"
    told.clear()
    box = lines.visualItemRect(lines.item(4))
    drag(lines, 0, box.bottomLeft() + QPoint(9, 30))
    assert told == [(0, 4)], "right after the last that is seen"
    told.clear()
    drag(lines, 0, lines.visualItemRect(lines.item(2)).topLeft() + QPoint(9, 1))
    assert not told, "where it is seen already"
