"""A ring round the mouse, so that a room sees where the hand points."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget


class CursorRing(QWidget):
    """Follows the mouse over its parent; no click stops at it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.resize(72, 72)
        self.hide()

    def follow(self, place: QPoint | None) -> None:
        """Stand round `place` (of the parent); None, or a place outside: nowhere."""
        parent = self.parentWidget()
        if place is None or parent is None or not parent.rect().contains(place):
            self.hide()
            return
        self.move(place - QPoint(self.width() // 2, self.height() // 2))
        if self.isHidden():
            self.show()
            self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, radius = QPointF(self.width() / 2, self.height() / 2), self.width() / 2 - 6
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(255, 194, 26, 24))
        painter.drawEllipse(middle, radius, radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for width, colour in ((8.0, "#14171C"), (5.5, "#FFFFFF"), (3.5, "#FFC21A")):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawEllipse(middle, radius, radius)
        painter.end()
