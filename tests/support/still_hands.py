"""Clicks twice on the controls of a part of the window, and says which did not stay.

A second click in the same place has to reach the same control, or nothing: whatever came under the
pointer by the first click would be pressed unseen.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QListView,
    QScrollArea,
    QScrollBar,
    QSlider,
    QStyle,
    QStyleOptionSlider,
    QTabBar,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from viewer.window.docks import DockTitle
from viewer.window.welcome.cards import ChoiceCard

PRESSED = (QAbstractButton, QSlider, QTabBar, QAbstractItemView, ChoiceCard)
"""What is clicked."""
LOOKED_AT = (*PRESSED, QComboBox, QLineEdit, QAbstractSpinBox, QTextEdit)
"""What a click that went astray would change."""


@dataclass(frozen=True)
class Control:
    """A control, or a row or tab of one, as it lies in its window."""

    widget: QWidget
    part: tuple[int, ...]
    place: QRect

    @property
    def name(self) -> str:
        widget = self.widget
        said = widget.text() if isinstance(widget, QAbstractButton) else ""
        said = said or widget.accessibleName() or widget.objectName() or widget.toolTip()
        return f"{type(widget).__name__}({said[:50]}){self.part or ''}"


def _parts(widget: QWidget) -> Iterator[tuple[tuple[int, ...], QRect]]:
    """The parts of a control that answer to clicks of their own, where they lie in it."""
    if isinstance(widget, QTabBar):
        for number in range(widget.count()):
            if widget.isTabEnabled(number):
                yield (number,), widget.tabRect(number)
    elif isinstance(widget, QAbstractItemView):
        model, view = widget.model(), widget.viewport()
        for row in range(min(6, model.rowCount())):
            columns = 1 if isinstance(widget, QListView) else min(3, model.columnCount())
            for column in range(columns):
                area = widget.visualRect(model.index(row, column)) & view.rect()
                if area.height() > 8 and area.width() > 8:
                    yield (row, column), area.translated(view.pos())
    elif isinstance(widget, QSlider):
        # On the handle: beside it a click means to move it.
        option = QStyleOptionSlider()
        widget.initStyleOption(option)
        style = widget.style()
        yield (
            (),
            style.subControlRect(
                QStyle.ComplexControl.CC_Slider, option, QStyle.SubControl.SC_SliderHandle, widget
            ),
        )
    else:
        yield (), widget.rect()


def _control(widget: QWidget | None) -> QWidget | None:
    """The control that a widget is, or belongs to."""
    while widget is not None and not widget.isWindow():
        if isinstance(widget, LOOKED_AT) and not isinstance(widget, QScrollBar):
            return widget
        widget = widget.parentWidget()
    return None


class StillHands(QObject):
    """Finds the controls of a part of a window, and clicks on them."""

    def __init__(self, window: QWidget, settle: Callable[[], object]) -> None:
        super().__init__()
        self.window, self.settle = window, settle
        self.clicked = 0
        self._closer = QTimer(self)
        self._closer.setInterval(10)
        self._closer.timeout.connect(self._close_others)

    def controls(self, root: QWidget) -> list[Control]:
        """Return what can be clicked in a part of the window, whether it is scrolled to or not."""
        found = []
        for kind in PRESSED:
            for widget in root.findChildren(kind):
                if not widget.isVisible() or not widget.isEnabled():
                    continue
                if widget.window() is not self.window or _control(widget) is not widget:
                    continue
                if isinstance(widget.parentWidget(), DockTitle):
                    continue  # the dock goes, and gives its place to others
                for part, area in _parts(widget):
                    found.append(Control(widget, part, self._in_window(widget, area)))
        return found

    def _in_window(self, widget: QWidget, area: QRect) -> QRect:
        return QRect(widget.mapTo(self.window, area.topLeft()), area.size())

    def at(self, place: QPoint) -> Control | None:
        """Return the control that a click would reach."""
        widget = _control(self.window.childAt(place))
        if widget is None or not widget.isEnabled():
            return None
        for part, area in _parts(widget):
            if self._in_window(widget, area).contains(place):
                return Control(widget, part, self._in_window(widget, area))
        return None

    def scroll_to(self, widget: QWidget) -> None:
        """Bring a control into sight, as the wheel does."""
        around = widget.parentWidget()
        while around is not None:
            if isinstance(around, QScrollArea):
                around.ensureWidgetVisible(widget, 4, 4)
            around = around.parentWidget()
        self.settle()

    def click_twice(self, control: Control) -> str:
        """Click twice on a control; says what is wrong, "" where nothing is.

        One that has gone by what it did is missed only where another lies in its place.
        """
        widget, name = control.widget, control.name
        self.scroll_to(widget)
        found = [area for part, area in _parts(widget) if part == control.part]
        if not found:
            return ""
        area = self._in_window(widget, found[0])
        place = area.topLeft() + QPoint(min(area.width(), 120) // 2, min(area.height(), 24) // 2)
        there = self.at(place)
        if there is None or there.widget is not widget:
            return ""  # out of sight: behind a tab, or beyond what scrolls
        self.press(place)
        self.clicked += 1
        after = self.at(place)
        if not isValid(widget) or not widget.isVisible():
            same = after is None or after.name == name
            return "" if same else f"{name}: has gone, and in its place lies {after.name}"
        if after is None or after.widget is not widget or after.part != control.part:
            reaches = "nothing" if after is None else after.name
            return "" if not widget.isEnabled() else f"{name}: a second click reaches {reaches}"
        if not isinstance(widget, QSlider) and after.place.topLeft() != area.topLeft():
            moved = after.place.topLeft() - area.topLeft()
            return f"{name}: moved by {moved.x()}, {moved.y()}"
        self.press(place)
        return ""

    def press(self, place: QPoint) -> None:
        """Click as a person does, and close what that opens over the window."""
        handle = self.window.windowHandle()
        none = Qt.KeyboardModifier.NoModifier
        self._closer.start()
        QTest.mouseMove(handle, place)
        QTest.mouseClick(handle, Qt.MouseButton.LeftButton, none, place)
        self.settle()
        self._close_others()
        self._closer.stop()

    def _close_others(self) -> None:
        """Close whatever else is open: menus, lists, dialogs, which would wait for an answer."""
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
        for other in QApplication.topLevelWidgets():
            of_dialog = other.windowType() in (Qt.WindowType.Dialog, Qt.WindowType.Sheet)
            if other is not self.window and other.isVisible() and of_dialog:
                other.close()
