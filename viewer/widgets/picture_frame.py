"""A place for a picture: it is drawn as large as the place allows."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget


class Picture(QWidget):
    """A picture as large as its place allows, in the middle of it; faint while it is disabled."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pixmap = QPixmap()

    def pixmap(self) -> QPixmap:
        """Return what is shown; a null pixmap before there is any."""
        return self._pixmap

    def setPixmap(self, pixmap: QPixmap) -> None:
        """Show a picture."""
        self._pixmap = pixmap
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._pixmap.isNull():
            return
        size = QSize(self._pixmap.size()).scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRectF(0, 0, size.width(), size.height())
        place.moveCenter(QRectF(self.rect()).center())
        painter = QPainter(self)
        painter.setOpacity(1.0 if self.isEnabled() else 0.35)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(place, self._pixmap, QRectF(self._pixmap.rect()))
        painter.end()
