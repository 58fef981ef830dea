"""Small flat pictures of positions, painted without OpenGL: for the welcome page and file tiles."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap

from model.notation.tokens import NotationError
from model.positions.setup import read_position
from model.records.view import Camera
from viewer.picture.flat.miniature import Miniature, miniature, miniature_of
from viewer.widgets.appearance.theme import active_theme
from viewer.widgets.flat_painting import Replay


def pixmap(what: Miniature, camera: Camera, size: QSize, ratio: float = 1.0) -> QPixmap:
    """Return a miniature as a pixmap of `size` logical pixels at a device pixel `ratio`."""
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    theme = active_theme()
    drawing = miniature(what, camera, size.toTuple(), theme.line, theme.sunken)
    Replay(drawing, QGuiApplication.font()).paint(painter)
    painter.end()
    return picture


def pixmap_of(text: str, camera: Camera, size: QSize, ratio: float = 1.0) -> QPixmap | None:
    """Return the picture of a position string, None where it says no position."""
    what = _described(text)
    return None if what is None else pixmap(what, camera, size, ratio)


@lru_cache(maxsize=32)
def _described(text: str) -> Miniature | None:
    try:
        return miniature_of(read_position(text))
    except NotationError:
        return None


def list_icon(picture: QPixmap) -> QIcon:
    """Return a picture of a list, the same in the row that is selected: Qt tints it there."""
    made = QIcon(picture)
    made.addPixmap(picture, QIcon.Mode.Selected)
    return made


def calm_icon(picture: QPixmap) -> QIcon:
    """Return a picture of a button, the same while the button rests."""
    made = list_icon(picture)
    made.addPixmap(picture, QIcon.Mode.Disabled)
    return made
