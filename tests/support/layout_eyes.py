"""What is wrong with the layout of a window: cut, overlapping, or out of reach.

Widgets are measured against what they hold, and the text that a widget paints itself
(`painted_text`) against the widget.
"""

import re

from painted_text import painted_text
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QDockWidget,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QMainWindow,
    QMenuBar,
    QScrollArea,
    QScrollBar,
    QSlider,
    QStyle,
    QStyleOptionComboBox,
    QStyleOptionFrame,
    QTabBar,
    QToolBar,
    QWidget,
)

SLACK = 1
"""Logical pixels that nobody sees: sizes are rounded at a scale that is no whole number."""
MEETING = 2.0
"""How far the rectangles of two painted texts may run into each other: letters do not fill them."""
MEASURED = (QAbstractButton, QSlider, QToolBar, QMenuBar, QScrollArea, QDockWidget)
"""Widgets that say by their hint what they need."""
ACROSS = ("MapArea",)
"""Kinds of areas that are drawn larger than they are seen and scrolled both ways."""
COVERS = ("CursorRing", "Curtain")
"""Names of widgets that lie over others and are meant to."""


class LayoutEyes:
    """Looks at everything that is visible in a window.

    Parameters
    ----------
    window
        The window or dialog that is walked.
    """

    def __init__(self, window: QWidget) -> None:
        self.window = window
        self.findings: list[str] = []
        self.looked_at = 0

    def look(self) -> list[str]:
        """Return what is wrong, a line each."""
        self._walk(self.window, QRect(QPoint(0, 0), self.window.size()))
        return self.findings

    def _say(self, widget: QWidget, what: str) -> None:
        self.findings.append(f"{path_of(widget, self.window)}: {what}")

    def _walk(self, widget: QWidget, seen: QRect) -> None:
        """Look at a widget and what stands in it; `seen` is what shows of it, in its own place."""
        self.looked_at += 1
        self._measure(widget)
        self._look_at_painting(widget)
        if isinstance(widget, QTabBar | QComboBox | QAbstractSpinBox | QLineEdit | QScrollBar):
            return  # what stands in them is theirs
        if isinstance(widget, QAbstractItemView | QMenuBar):
            return
        children = [
            child
            for child in widget.children()
            if isinstance(child, QWidget)
            and child.isVisible()
            and not child.isWindow()
            and not _is_parked(child)
            and not _is_folded(child)
        ]
        if isinstance(widget, QToolBar):
            self._look_at_toolbar(widget, children)
        elif isinstance(widget, QAbstractScrollArea):
            self._look_at_scrolling(widget)
        else:
            self._look_for_overlaps(children)
            for child in children:
                self._look_for_edges(widget, child)
        for child in children:
            self._walk(child, child.rect())

    # -- a widget and its place ----------------------------------------------------------------

    def _look_for_edges(self, parent: QWidget, child: QWidget) -> None:
        """Whether a widget reaches out of the one it stands in."""
        if isinstance(parent.parentWidget(), QAbstractScrollArea) or _covers(child):
            return  # it scrolls
        room = parent.rect().adjusted(-SLACK, -SLACK, SLACK, SLACK)
        place = child.geometry()
        if not place.isEmpty() and not room.contains(place):
            self._say(child, f"reaches out of its parent: {_r(place)} in {_r(parent.rect())}")

    def _look_for_overlaps(self, children: list[QWidget]) -> None:
        for number, one in enumerate(children):
            for other in children[number + 1 :]:
                if _covers(one) or _covers(other) or _is_ground(one) or _is_ground(other):
                    continue
                both = one.geometry() & other.geometry()
                if both.width() > SLACK and both.height() > SLACK:
                    self._say(one, f"overlaps {path_of(other, self.window)}: {_r(both)}")

    def _look_at_toolbar(self, bar: QToolBar, children: list[QWidget]) -> None:
        """Every action is a button in sight, or behind the arrow of the bar."""
        arrow = bar.findChild(QWidget, "qt_toolbar_ext_button")
        reached = arrow is not None and arrow.isVisible() and bar.rect().contains(arrow.geometry())
        for action in bar.actions():
            button = bar.widgetForAction(action)
            if not action.isVisible() or action.isSeparator() or not action.text():
                continue
            if button is None or not button.isVisible():
                if not reached:
                    self.findings.append(f"toolbar: {action.text()} is out of reach")
            elif not bar.rect().contains(button.geometry()):
                self._say(button, "stands outside the toolbar")

    def _look_at_scrolling(self, area: QAbstractScrollArea) -> None:
        """What is wider than its area can be scrolled to."""
        off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        view = area.viewport()
        across = area.horizontalScrollBarPolicy() != off
        beyond = area.horizontalScrollBar().maximum() if across else 0
        if isinstance(area, QScrollArea) and beyond > SLACK and type(area).__name__ not in ACROSS:
            self._say(area, f"scrolls sideways: {view.width()} wide, {beyond} are beyond")
        inside = area.widget() if isinstance(area, QScrollArea) else None
        if inside is None:
            return
        if area.horizontalScrollBarPolicy() == off and inside.width() > view.width() + SLACK:
            self._say(area, f"shows {view.width()} of {inside.width()} across, without a bar")
        if area.verticalScrollBarPolicy() == off and inside.height() > view.height() + SLACK:
            self._say(area, f"shows {view.height()} of {inside.height()} down, without a bar")
        if view.width() < 40 or view.height() < 24:
            self._say(area, f"has a slit of {view.width()}x{view.height()} to scroll in")

    # -- a widget and what it holds ------------------------------------------------------------

    def _measure(self, widget: QWidget) -> None:
        if isinstance(widget, QLabel):
            self._measure_label(widget)
        elif isinstance(widget, QComboBox):
            self._measure_combo(widget)
        elif isinstance(widget, QAbstractSpinBox):
            line = widget.findChild(QLineEdit)
            if line is not None:
                self._measure_line(line, widget)
        elif isinstance(widget, QLineEdit):
            self._measure_line(widget, widget)
        elif isinstance(widget, QTabBar):
            self._measure_tabs(widget)
        elif isinstance(widget, QAbstractItemView):
            self._measure_items(widget)
        elif painted_text(widget) is not None:
            return
        elif isinstance(widget, MEASURED) or widget.layout() is not None:
            self._measure_by_hint(widget)

    def _measure_by_hint(self, widget: QWidget) -> None:
        """A widget has at least the room it says it needs."""
        if isinstance(widget, QToolBar | QMainWindow | QMenuBar):
            return  # they have an arrow
        need = widget.minimumSizeHint()
        layout = widget.layout()
        if layout is not None and layout.hasHeightForWidth():
            high = layout.minimumHeightForWidth(widget.width())
        else:
            high = need.height()
        if isinstance(widget, QAbstractButton) and widget.objectName() == "Stepper":
            need = widget.fontMetrics().boundingRect(widget.text()).size()
            high = need.height()
        elif isinstance(widget, QAbstractButton) and not widget.text():
            need = need.boundedTo(widget.iconSize() + widget.iconSize() / 8)
            high = need.height()
        if widget.width() + SLACK < need.width():
            self._say(widget, f"is {widget.width()} wide and needs {need.width()}")
        if widget.height() + SLACK < high:
            self._say(widget, f"is {widget.height()} high and needs {high}")

    def _measure_label(self, label: QLabel) -> None:
        if not label.text() or label.pixmap().width() or elides(label):
            return
        need = label.sizeHint()
        if label.wordWrap():
            high = label.heightForWidth(label.width())
            if label.height() + SLACK < high:
                self._say(label, f"is {label.height()} high and needs {high}: {label.text()[:40]}")
            widest = _widest_word(label)
            room = label.contentsRect().width()
            if room + SLACK < widest and label.textFormat() == Qt.TextFormat.PlainText:
                self._say(label, f"is {room} wide, a word needs {widest}: {label.text()[:40]}")
        elif label.width() + SLACK < need.width() or label.height() + SLACK < need.height():
            size = f"{label.width()}x{label.height()}"
            self._say(
                label, f"is {size}, needs {need.width()}x{need.height()}: {label.text()[:40]}"
            )

    def _measure_combo(self, box: QComboBox) -> None:
        option = QStyleOptionComboBox()
        box.initStyleOption(option)
        field = box.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, box
        )
        wide = box.fontMetrics().horizontalAdvance(box.currentText())
        if field.width() + SLACK < wide and not box.toolTip():
            self._say(box, f"has {field.width()} for {wide}: {box.currentText()[:40]}")
        if box.height() + SLACK < box.fontMetrics().height():
            self._say(box, f"is {box.height()} high, its letters {box.fontMetrics().height()}")

    def _measure_line(self, line: QLineEdit, shown: QWidget) -> None:
        """A hint can be read; so can a number; a longer text is scrolled by the cursor."""
        number = isinstance(shown, QAbstractSpinBox)
        text = line.displayText() if number else ("" if line.text() else line.placeholderText())
        option = QStyleOptionFrame()
        line.initStyleOption(option)
        field = line.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, line)
        wide = line.fontMetrics().horizontalAdvance(text) + (0 if number else 4)
        if field.width() + SLACK < wide and text != line.toolTip():
            self._say(shown, f"has {field.width()} for {wide}: {text[:60]}")
        if field.height() + SLACK < line.fontMetrics().ascent():
            self._say(shown, f"has {field.height()} for letters of {line.fontMetrics().height()}")

    def _measure_tabs(self, bar: QTabBar) -> None:
        """The tab in front can be read whole, and arrows lead to those that do not fit."""
        current = bar.currentIndex()
        if current < 0:
            return
        last = bar.tabRect(bar.count() - 1)
        arrows = [
            button
            for button in bar.findChildren(QAbstractButton)
            if button.objectName() in ("ScrollLeftButton", "ScrollRightButton")
        ]
        scrolls = any(button.isVisible() for button in arrows)
        for index in range(bar.count()):
            room = bar.tabRect(index)
            wide = bar.fontMetrics().horizontalAdvance(bar.tabText(index).replace("&&", "&"))
            cross = bar.tabButton(index, QTabBar.ButtonPosition.RightSide)
            have = room.width() - (0 if cross is None else cross.width())
            if have + SLACK < wide and (index == current or have < 40):
                self._say(bar, f"tab has {have} for {wide}: {bar.tabText(index)[:40]}")
        if last.right() > bar.width() + SLACK and not scrolls:
            self._say(bar, f"tabs reach to {last.right()} of {bar.width()}, without arrows")
        shown = bar.tabRect(current)
        room = bar.rect()
        if scrolls:
            left = min(button.x() for button in arrows if button.isVisible())
            if left > bar.width() // 2:
                room.setRight(left)
        if shown.left() < -SLACK or shown.right() > room.right() + SLACK:
            self._say(bar, f"the tab in front lies at {_r(shown)} of {_r(room)}")

    def _measure_items(self, view: QAbstractItemView) -> None:
        """Rows are as high as they need, and what is cut across can be scrolled to or is a tip."""
        model = view.model()
        if model is None or isinstance(view, QHeaderView):
            return
        across = view.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        for row in range(min(model.rowCount(), 40)):
            for column in range(1 if isinstance(view, QListView) else model.columnCount()):
                index = model.index(row, column)
                place = view.visualRect(index)
                if place.isEmpty() or not view.viewport().rect().intersects(place):
                    continue
                need = view.sizeHintForIndex(index)
                text = str(index.data() or "")
                if place.height() + SLACK < need.height():
                    self._say(view, f"row {row} is {place.height()} high, needs {need.height()}")
                told = bool(index.data(Qt.ItemDataRole.ToolTipRole)) or (
                    painted_text(view) is not None
                )
                wide = min(need.width(), place.width())
                if text and not told and place.width() + SLACK < need.width():
                    self._say(view, f"cell has {place.width()} for {need.width()}: {text[:40]}")
                if (
                    text
                    and not told
                    and across
                    and place.left() + wide > view.viewport().width() + SLACK
                ):
                    self._say(view, f"cell reaches out at {_r(place)}: {text[:40]}")

    # -- painted text ----------------------------------------------------------------------------

    def _look_at_painting(self, widget: QWidget) -> None:
        painted = painted_text(widget)
        if painted is None:
            return
        texts = [(QRectF(box), text) for box, text in painted if text]
        room = QRectF(widget.rect()).adjusted(-SLACK, -SLACK, SLACK, SLACK)
        if isinstance(widget, QAbstractScrollArea):
            room = QRectF(widget.viewport().rect()).adjusted(-SLACK, -SLACK, SLACK, SLACK)
        for box, text in texts:
            if not room.contains(box):
                self._say(widget, f"paints outside itself at {_r(box.toRect())}: {text[:30]}")
        for number, (one, text) in enumerate(texts):
            for other, second in texts[number + 1 :]:
                both = one & other
                if both.width() > MEETING and both.height() > MEETING:
                    self._say(widget, f"paints {text[:20]!r} over {second[:20]!r}")


def _covers(widget: QWidget) -> bool:
    name = widget.objectName() or type(widget).__name__
    return name in COVERS or widget.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


def _is_folded(widget: QWidget) -> bool:
    """Whether a widget is away by its height: a presentation folds bars so."""
    return widget.maximumHeight() == 0


def _is_parked(widget: QWidget) -> bool:
    """Whether Qt keeps a bar of tabs out of sight, or it is the handle of a separator."""
    window = widget.parentWidget()
    if not isinstance(window, QMainWindow):
        return False
    if isinstance(widget, QTabBar | QDockWidget):  # such a dock lies behind another one's tab
        return not window.rect().intersects(widget.geometry())
    return widget.objectName() in ("", "qt_qmainwindow_extended_splitter")


def _is_ground(widget: QWidget) -> bool:
    """Whether a widget fills what it stands in, so that others lie on it."""
    parent = widget.parentWidget()
    if type(widget).__name__ in ("ImageScene", "InteractorScene", "Pages"):
        return True
    return parent is not None and widget.geometry().contains(parent.rect().adjusted(2, 2, -2, -2))


def elides(label: QLabel) -> bool:
    """Whether a label ends in "…" on purpose, with the whole text in its tip."""
    return type(label).__name__ == "Elided"


def _widest_word(label: QLabel) -> int:
    metrics, words = label.fontMetrics(), re.split(r"[\s/-]+", label.text())
    return max((metrics.horizontalAdvance(word) for word in words), default=0)


def path_of(widget: QWidget, window: QWidget) -> str:
    """Name a widget by those it stands in, the nearest that have names."""
    names: list[str] = []
    here: QWidget | None = widget
    while here is not None and here is not window:
        name = here.objectName()
        if name.startswith("qt_"):
            name = ""
        if name or here is widget:
            words = name or here.accessibleName()[:30]
            if isinstance(here, QAbstractButton) and here.text():
                words = here.text()[:30]
            names.append(f"{type(here).__name__}({words})" if words else type(here).__name__)
        here = here.parentWidget()
    return " < ".join(names[:4]) or type(widget).__name__


def _r(rect: QRect) -> str:
    return f"{rect.x()},{rect.y()} {rect.width()}x{rect.height()}"
