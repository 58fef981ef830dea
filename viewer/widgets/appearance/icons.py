"""The shell's icons: small line drawings as SVG, painted at any scale factor and colour."""

from functools import lru_cache
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap

from viewer.widgets.appearance.theme import active_theme, mixed

_DRAWINGS = Path(__file__).with_name("drawings")
"""An icon a file: lines on a 24 x 24 grid, drawn with a 1.6 px round pen."""
PROGRAM_ICON = Path(__file__).with_name("program.svg")
"""The program's own icon: a small pyramid of balls."""


Ink = Literal["text", "muted"]
"""How strongly an icon is drawn."""


@lru_cache
def _drawing(name: str) -> str:
    return (_DRAWINGS / f"{name}.svg").read_text("utf-8")


class _LineEngine(QIconEngine):
    """Paints an icon afresh at every size and state: in the colours that are worn, unblurred."""

    def __init__(self, name: str, ink: Ink) -> None:
        super().__init__()
        self._name, self._ink = name, ink

    def _colour(self, mode: QIcon.Mode, state: QIcon.State) -> str:
        colours = active_theme()
        if mode == QIcon.Mode.Disabled:
            return mixed(colours.muted, colours.surface, 0.45)
        if state == QIcon.State.On or mode == QIcon.Mode.Selected:
            return colours.accent
        return colours.muted if self._ink == "muted" else mixed(colours.text, colours.muted, 0.5)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        from PySide6.QtSvg import QSvgRenderer

        drawing = _drawing(self._name).replace("currentColor", self._colour(mode, state))
        QSvgRenderer(QByteArray(drawing.encode())).render(painter, QRectF(rect))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        picture = QPixmap(size)
        if picture.isNull():  # a button that has no room yet
            return picture
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
        return picture

    def clone(self) -> QIconEngine:
        return _LineEngine(self._name, self._ink)


@lru_cache(maxsize=128)
def icon(name: str, ink: Ink = "text") -> QIcon:
    """Return the icon called `name`, in the colours that are worn when it is painted."""
    if not has_icon(name):
        raise KeyError(f"there is no icon called {name}")
    return QIcon(_LineEngine(name, ink))


def has_icon(name: str) -> bool:
    """Tell whether there is an icon of that name."""
    return (_DRAWINGS / f"{name}.svg").is_file()


@lru_cache(maxsize=1)
def program_icon() -> QIcon:
    """Return the program's own icon."""
    from PySide6.QtSvg import QSvgRenderer

    picture = QPixmap(128, 128)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        QSvgRenderer(str(PROGRAM_ICON)).render(painter, QRectF(0, 0, 128, 128))
    return QIcon(picture)
