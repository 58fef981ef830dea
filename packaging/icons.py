"""Writes the program's icon as Windows (.ico) and macOS (.icns) want it.

``python packaging/icons.py OUT...``; each OUT ends in .ico, .icns or .png.
"""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

from PIL import Image

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
SIDE = 1024
"""Pixels; the largest that macOS shows."""
ICO_SIDES = (16, 20, 24, 32, 40, 48, 64, 96, 128, 256)


def drawn(side: int = SIDE) -> Image.Image:
    """Return the icon, `side` pixels wide and high, on nothing."""
    from PySide6.QtCore import QBuffer
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    from viewer.widgets.appearance.icons import PROGRAM_ICON

    _application = QGuiApplication.instance() or QGuiApplication([])
    image = QImage(side, side, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(str(PROGRAM_ICON)).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return Image.open(io.BytesIO(buffer.data().data())).convert("RGBA")


def write(path: Path) -> None:
    """Write the icon in the form that the file's name asks for."""
    path.parent.mkdir(parents=True, exist_ok=True)
    picture = drawn()
    if path.suffix == ".ico":
        picture.save(path, sizes=[(side, side) for side in ICO_SIDES])
    else:
        picture.save(path)


if __name__ == "__main__":
    for word in sys.argv[1:]:
        write(Path(word))
