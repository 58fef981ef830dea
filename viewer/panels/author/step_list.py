"""The steps of a lesson in their order: chosen, dragged to another place, moved by keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from viewer.widgets.prose import begun, plain_tip
from viewer.widgets.theme import worn

ROWS = 7
"""Steps in sight before the list scrolls."""
TASKS = {"": "", "place": "move", "click": "click", "choice": "choice"}
_ROW = Qt.ItemDataRole.UserRole


@dataclass(frozen=True)
class Row:
    """A step as the list shows it: its title, the kind of its task, what is wrong with it."""

    title: str
    task: str = ""
    faults: tuple[str, ...] = ()


class _Painter(QStyledItemDelegate):
    """A number, the title, what the task asks for, and a dot where something is to be mended."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(80, option.fontMetrics.height() + 10)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row = index.data(_ROW)
        colours = worn()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area: QRect = option.rect
        state = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent_soft))
            painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 5, 5)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.sunken))
            painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 5, 5)
        metrics = option.fontMetrics
        painter.setFont(option.font)
        middle = Qt.AlignmentFlag.AlignVCenter
        wide = metrics.horizontalAdvance("00") + 4
        painter.setPen(QColor(colours.muted))
        number = QRect(area.left() + 8, area.top(), wide, area.height())
        painter.drawText(number, middle | Qt.AlignmentFlag.AlignRight, f"{index.row() + 1}")
        right = area.right() - 8
        if row.faults:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.warn))
            painter.drawEllipse(QPoint(right - 3, area.center().y() + 1), 3, 3)
        right -= 14
        task = TASKS[row.task]
        if task:
            painter.setPen(QColor(colours.muted))
            room = metrics.horizontalAdvance(task)
            box = QRect(right - room, area.top(), room, area.height())
            painter.drawText(box, middle, task)
            right -= room + 8
        left = number.right() + 10
        box = QRect(left, area.top(), max(0, right - left), area.height())
        painter.setPen(QColor(colours.text))
        text = metrics.elidedText(row.title, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, middle, text)
        painter.restore()


class StepList(QListWidget):
    """The steps; what is chosen and moved is only asked for, `show_rows` shows what came of it.

    Signals
    -------
    picked(int)
        A step was chosen.
    moved(int, int)
        A step is to go from a place to another, counted from 0 without it.
    asked(str)
        "delete", "duplicate", "add" or "write", by a key.
    """

    picked = Signal(int)
    moved = Signal(int, int)
    asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("StepList")
        self.setAccessibleName("Steps of the lesson")
        self.setToolTip("Drag a step, or Alt+Up and Alt+Down, to reorder")
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self._painter = _Painter(self)
        self.setItemDelegate(self._painter)
        self._rows: tuple[Row, ...] = ()
        self._pressed: tuple[int, QPoint] | None = None
        self._gap: int | None = None
        self.setMinimumHeight(60)
        self.currentRowChanged.connect(self._chosen)
        self._showing = False

    def show_rows(self, rows: Sequence[Row], current: int) -> None:
        """Show the steps; nothing is emitted."""
        self._showing = True
        try:
            while self.count() > len(rows):
                self.takeItem(self.count() - 1)
            for at, row in enumerate(rows):
                if at >= self.count():
                    self.addItem(QListWidgetItem())
                item = self.item(at)
                if item.data(_ROW) != row:
                    item.setData(_ROW, row)
                    item.setData(Qt.ItemDataRole.AccessibleTextRole, _spoken(at, row))
                    item.setToolTip(
                        plain_tip("\n".join(f"{text}." for text in map(begun, row.faults)))
                    )
            self._rows = tuple(rows)
            if rows and self.currentRow() != current:
                self.setCurrentRow(current)
                self.scrollToItem(self.item(current))
        finally:
            self._showing = False
        high = max(2, min(ROWS, len(rows)))
        self.setFixedHeight(high * (self.fontMetrics().height() + 10) + 4)

    def _chosen(self, row: int) -> None:
        if not self._showing and row >= 0:
            self.picked.emit(row)

    # -- dragging ----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        row = self.indexAt(event.position().toPoint()).row()
        if event.button() == Qt.MouseButton.LeftButton and row >= 0:
            self._pressed = (row, event.position().toPoint())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        place = event.position().toPoint()
        far = (place - self._pressed[1]).manhattanLength() >= QApplication.startDragDistance()
        if self._gap is None and not far:
            return
        self._gap = self._gap_at(place)
        self.setCursor(Qt.CursorShape.ClosedHandCursor)
        if not self.viewport().rect().contains(place):
            row = max(0, min(self._gap, self.count() - 1))
            self.scrollToItem(self.item(row))
        self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, gap = self._pressed, self._gap
        self._drop()
        if pressed is None or gap is None:
            super().mouseReleaseEvent(event)
            return
        to = gap - (gap > pressed[0])
        if to != pressed[0]:
            self.moved.emit(pressed[0], to)

    def _drop(self) -> None:
        self._pressed = self._gap = None
        self.unsetCursor()
        self.viewport().update()

    def _gap_at(self, place: QPoint) -> int:
        """The gap between rows that is nearest, 0 above the first."""
        for row in range(self.count()):
            if place.y() < self.visualItemRect(self.item(row)).center().y():
                return row
        return self.count()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._gap is None or not self.count():
            return
        last = self._gap >= self.count()
        box = self.visualItemRect(self.item(min(self._gap, self.count() - 1)))
        y = box.bottom() + 1 if last else box.top()
        painter = QPainter(self.viewport())
        painter.setPen(QPen(QColor(worn().accent), 2))
        painter.drawLine(box.left() + 4, y, box.right() - 4, y)
        painter.end()

    # -- keys --------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, row = event.key(), self.currentRow()
        alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        if self._gap is not None and key == Qt.Key.Key_Escape:
            self._drop()
        elif alt and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            to = row + (1 if key == Qt.Key.Key_Down else -1)
            if row >= 0 and 0 <= to < self.count():
                self.moved.emit(row, to)
        elif key == Qt.Key.Key_Delete:
            self.asked.emit("delete")
        elif key == Qt.Key.Key_Insert:
            self.asked.emit("add")
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.asked.emit("write")
        else:
            super().keyPressEvent(event)


def _spoken(at: int, row: Row) -> str:
    words = {"place": "a task: make a move", "click": "a task: click", "choice": "a choice"}
    parts = [f"Step {at + 1}: {row.title}", words.get(row.task, "")]
    parts.append(f"not finished: {', '.join(row.faults)}" if row.faults else "")
    return "; ".join(part for part in parts if part)
