"""The steps of a lesson in their order: chosen, dragged to another place, moved by keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from viewer.widgets.appearance.theme import active_theme
from viewer.widgets.ordered_list import OrderedList
from viewer.widgets.prose import begun, plain_tip

ROWS = 7
"""Steps in sight before the list scrolls."""
TASKS = {"": "", "place": "move", "click": "click", "choice": "choice", "game": "game"}
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
        colours = active_theme()
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


class StepList(OrderedList):
    """The steps; what is chosen and moved is only asked for, `show_rows` shows what came of it.

    Signals
    -------
    picked(int)
        A step was chosen.
    asked(str)
        "delete", "duplicate", "add" or "write", by a key.
    """

    picked = Signal(int)
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

    # -- keys --------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Delete:
            self.asked.emit("delete")
        elif key == Qt.Key.Key_Insert:
            self.asked.emit("add")
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.asked.emit("write")
        else:
            super().keyPressEvent(event)


def _spoken(at: int, row: Row) -> str:
    words = {
        "place": "a task: make a move",
        "click": "a task: click",
        "choice": "a choice",
        "game": "a game",
    }
    parts = [f"Step {at + 1}: {row.title}", words.get(row.task, "")]
    parts.append(f"not finished: {', '.join(row.faults)}" if row.faults else "")
    return "; ".join(part for part in parts if part)
