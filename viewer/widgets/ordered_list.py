"""A list whose lines are put in another order, by dragging them or by keys."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QListWidget

from viewer.widgets.appearance.theme import active_theme


class OrderedList(QListWidget):
    """Asks for a line to be moved; who fills the list shows what came of it.

    Attributes
    ----------
    movable
        Whether lines may be moved now.

    Signals
    -------
    moved(int, int)
        A line is to go from a place to another, counted from 0 without it.
    """

    moved = Signal(int, int)

    def __init__(self) -> None:
        super().__init__()
        self.movable = True
        self._pressed: tuple[int, QPoint] | None = None
        self._gap: int | None = None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        row = self.indexAt(event.position().toPoint()).row()
        if self.movable and event.button() == Qt.MouseButton.LeftButton and row >= 0:
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
        row = pressed[0]
        after = self.beside(row, 1)
        if gap not in (row, row + 1, row + 1 if after is None else after):
            self.moved.emit(row, gap - (gap > row))

    def beside(self, row: int, step: int) -> int | None:
        """Return the row seen above (-1) or below (1) another; None where there is none."""
        row += step
        while 0 <= row < self.count() and self.item(row).isHidden():
            row += step
        return row if 0 <= row < self.count() else None

    def _drop(self) -> None:
        self._pressed = self._gap = None
        self.unsetCursor()
        self.viewport().update()

    def _gap_at(self, place: QPoint) -> int:
        """The gap between rows that is nearest, 0 above the first: before the row seen below it."""
        end = 0
        for row in range(self.count()):
            item = self.item(row)
            if item.isHidden():
                continue
            if place.y() < self.visualItemRect(item).center().y():
                return row
            end = row + 1
        return end  # right after the last that is seen, whatever is hidden behind it

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._gap is None or not self.count():
            return
        last = self._gap >= self.count() or self.item(self._gap).isHidden()
        box = self.visualItemRect(self.item(self._gap - 1 if last else self._gap))
        y = box.bottom() + 1 if last else box.top()
        with QPainter(self.viewport()) as painter:
            painter.setPen(QPen(QColor(active_theme().accent), 2))
            painter.drawLine(box.left() + 4, y, box.right() - 4, y)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, row = event.key(), self.currentRow()
        alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        if self._gap is not None and key == Qt.Key.Key_Escape:
            self._drop()
        elif alt and self.movable and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            to = self.beside(row, 1 if key == Qt.Key.Key_Down else -1)
            if row >= 0 and to is not None:
                self.moved.emit(row, to)
        else:
            super().keyPressEvent(event)
