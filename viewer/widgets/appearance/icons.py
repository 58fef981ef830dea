"""The shell's icons: small line drawings as SVG text, painted at any scale factor and colour."""

from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap

from viewer.widgets.appearance.theme import active_theme, mixed

_LINES = {
    "new": "M6 3h8l4 4v14H6z M14 3v4h4 M12 10v7 M8.5 13.5h7",
    "open": "M3 19V6h6l2 2h9v3 M3 19l3-8h16l-3 8z",
    "save": "M4 4h13l3 3v13H4z M8 4v5h7V4 M7.5 20v-7h9v7",
    "undo": "M8 5L4 9l4 4 M4 9h10a5.5 5.5 0 0 1 0 11H9",
    "redo": "M16 5l4 4-4 4 M20 9H10a5.5 5.5 0 0 0 0 11h5",
    "first": "M6 5v14 M18 5l-8 7 8 7z",
    "previous": "M15 5l-7 7 7 7",
    "next": "M9 5l7 7-7 7",
    "last": "M18 5v14 M6 5l8 7-8 7z",
    "home": "M3 20L12 4l9 16z M3 20l9-4 9 4 M12 4v12",
    "cut": "M3 20L12 4l9 16z M2 13h20",
    "layer": "M12 4l9 5-9 5-9-5z M3 14l9 5 9-5",
    "peel": "M4 20L12 6l8 14z M7.5 20l4.5-8 4.5 8",
    "explode": "M12 2l3 4H9z M7 11h10l1.5 3h-13z M4 19h16l1.5 3h-19z",
    "ghost": "M11 4.500h2 M12 3.500v2 M7 12h2 M8 11v2 M15 12h2 M16 11v2 "
    "M3 19.500h2 M4 18.500v2 M11 19.500h2 M12 18.500v2 M19 19.500h2 M20 18.500v2",
    "lens": "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13z M15.5 15.5L21 21",
    "why": "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4 M12 17.5v.1 "
    "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z",
    "maps": "M4 4h7v7H4z M13 4h7v7h-7z M4 13h7v7H4z M13 13h7v7h-7z",
    "look": "M2.5 12C5 7.500 8.500 5.500 12 5.500s7 2 9.500 6.500c-2.500 4.500-6 6.500-9.500 6.500"
    "S5 16.500 2.500 12z M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
    "boards": "M4 3h16v18H4z M7.500 8h3 M13.500 8h3 M7.500 12.500h3 M13.500 12.500h3 M7.500 17h9",
    "learn": "M2.5 9L12 4.500 21.500 9 12 13.500z M6 11v5c2.500 2.500 9.500 2.500 12 0v-5 "
    "M21.500 9v6",
    "moves": "M5 6h3 M11 6h8 M5 12h3 M11 12h8 M5 18h3 M11 18h8",
    "command": "M5 8l4 4-4 4 M11 17h8",
    "more": "M6 9l6 6 6-6",
    "close": "M7 7l10 10 M17 7L7 17",
    "float": "M9 4h11v11H9z M15 19H4V8",
    "dock": "M4 5h16v14H4z M14 5v14",
    "add": "M12 5v14 M5 12h14",
    "copy": "M9 9h11v11H9z M5 15H4V4h11v1",
    "delete": "M5 7h14 M10 7V4h4v3 M7 7l1 13h8l1-13 M10.500 11v5 M13.500 11v5",
    "up": "M12 19V5 M6 11l6-6 6 6",
    "down": "M12 5v14 M6 13l6 6 6-6",
    "try": "M7 5l11 7-11 7z",
    "pause": "M8.500 5v14 M15.500 5v14",
    "flip": "M12 3v18 M9 7L4 12l5 5z M15 7l5 5-5 5z",
    "bookmark": "M7 4h10v16l-5-4-5 4z",
    "pour": "M12 3c4 5 6 7.500 6 11a6 6 0 0 1-12 0c0-3.500 2-6 6-11z",
    "parallel": "M4 8h16 M4 16h16",
    "perspective": "M4 5l16 5 M4 19l16-5",
    "two-views": "M3 5h18v14H3z M12 5v14",
    "turn": "M19 12a7 7 0 1 1-2.5-5.4 M17.500 3v4h-4",
    "recent": "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16z M12 8v4l3 2",
}
"""Icon name -> path on a 24 x 24 grid, drawn with a 1.6 px round pen."""


Ink = Literal["text", "muted"]
"""How strongly an icon is drawn."""


def svg(name: str, colour: str) -> bytes:
    """Return the SVG text of an icon in one colour; KeyError for an unknown name."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
        f'<path d="{_LINES[name]}" fill="none" stroke="{colour}" stroke-width="1.6" '
        f'stroke-linecap="round" stroke-linejoin="round"/></svg>'
    ).encode()


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

        colour = self._colour(mode, state)
        QSvgRenderer(QByteArray(svg(self._name, colour))).render(painter, QRectF(rect))

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
    if name not in _LINES:
        raise KeyError(f"there is no icon called {name}")
    return QIcon(_LineEngine(name, ink))


def has_icon(name: str) -> bool:
    """Tell whether there is an icon of that name."""
    return name in _LINES


@lru_cache(maxsize=1)
def program_icon() -> QIcon:
    """Return the program's own icon."""
    from PySide6.QtSvg import QSvgRenderer

    picture = QPixmap(128, 128)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        QSvgRenderer(QByteArray(program_svg().encode())).render(painter, QRectF(0, 0, 128, 128))
    return QIcon(picture)


def program_svg() -> str:
    """Return the program's own icon as SVG: a small pyramid of balls."""
    rows = [(12, 6.2, "#E4572E"), (8.4, 11.6, "#1F4E9C"), (15.6, 11.6, "#E4572E")]
    rows += [(4.8, 17.4, "#E4572E"), (12, 17.4, "#C9D1DA"), (19.2, 17.4, "#1F4E9C")]
    balls = "".join(f'<circle cx="{x}" cy="{y}" r="3.5" fill="{c}"/>' for x, y, c in rows)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{balls}</svg>'
