"""Painters of smooth edges, and clear pictures to paint on."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintDevice, QPainter, QPixmap


def smooth(device: QPaintDevice) -> QPainter:
    """Return a painter of smooth edges, which ends with the block it is used in."""
    painter = QPainter(device)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter


def clear_picture(size: QSize, ratio: float) -> QPixmap:
    """Return a picture of `size` logical pixels at a device pixel `ratio`, with nothing on it."""
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    return picture
