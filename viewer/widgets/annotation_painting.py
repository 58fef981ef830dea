"""Icons of a teacher's signs and of sides: the marks of the level maps, in small."""

from __future__ import annotations

from math import cos, radians, sin

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap

from viewer.picture.compose.map_labels import SIGNS
from viewer.picture.flat.drawing import Drawing, Outline, Point
from viewer.picture.flat.marks import arrow, draw_sign, write_plate
from viewer.picture.flat.paper import DARK, WHITE, Style
from viewer.picture.palette import STANDARD
from viewer.widgets.appearance.theme import active_theme, edge, ink_on
from viewer.widgets.flat_painting import Replay

SMALL = Style(hair=2.0)
"""Of an icon: its unit is a pixel."""


def sign_icon(sign: str, colour: str, size: int = 22) -> QIcon:
    """Return the icon of a sign, or of the eraser, in one of the four colours."""
    drawing, middle, ink = Drawing(size, size), (size / 2, size / 2), STANDARD.signs[colour]
    if sign in ("ring", "cross", "square", "dot"):
        draw_sign(drawing, sign, middle, 0.30 * size, ink, SMALL.hair)
    elif sign == "text":
        write_plate(drawing, middle, "A", 0.5 * size, SMALL, ink)
    elif sign == "link":
        inset = 0.18 * size
        arrow(drawing, (inset, size - inset), (size - inset, inset), 0.13 * size, ink)
    elif sign == "group":
        balls = ((0.34, 0.62), (0.66, 0.62), (0.50, 0.34))
        for radius, fill in ((0.25, DARK), (0.23, WHITE), (0.21, ink), (0.13, "#AEB6C0")):
            for x, y in balls:
                drawing.circle((x * size, y * size), radius * size, fill=fill)
    elif sign == "sheet":
        places = ((0.14, 0.72), (0.44, 0.20), (0.88, 0.34), (0.62, 0.84))
        corners = [(x * size, y * size) for x, y in places]
        drawing.polygon(corners, fill=ink, fill_opacity=0.45, **_line(ink, 1.8))
        drawing.line(corners[1], corners[3], **_line(ink, 1.8))
    else:
        _draw_eraser(drawing, size)
    return _icon(drawing)


def swatch(colour: str, size: int = 16) -> QIcon:
    """Return a disc of one of the four colours."""
    drawing = Drawing(size, size)
    middle = (size / 2, size / 2)
    drawing.circle(middle, size / 2 - 1, fill=STANDARD.signs[colour], **_line(DARK, 1.0))
    return _icon(drawing)


def side_disc(colour: str, size: int = 14, sign: str = "") -> QIcon:
    """Return a disc of a side's colour (``#RRGGBB``), with its sign (`insignia`)."""
    drawing, half = Drawing(size, size), size / 2
    drawing.circle((half, half), half - 1, fill=colour, **_line(edge(colour), 1.0))
    if sign:
        reach = 0.30 * size
        outline = [[(half + reach * x, half - reach * y) for x, y in one] for one in SIGNS[sign]]
        drawing.path(outline, fill=ink_on(colour))
    return _icon(drawing)


def _line(colour: str, width: float) -> Outline:
    return {
        "stroke": colour,
        "stroke_width": width,
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
    }


def _draw_eraser(drawing: Drawing, size: int) -> None:
    """A block that lies aslant, with its sleeve."""
    turn = radians(-40)

    def at(x: float, y: float) -> Point:
        return (
            size * (0.5 + x * cos(turn) - y * sin(turn)),
            size * (0.5 + x * sin(turn) + y * cos(turn)),
        )

    look = _line(active_theme().muted, 1.5)
    corners = ((-0.36, -0.17), (0.36, -0.17), (0.36, 0.17), (-0.36, 0.17))
    drawing.polygon([at(*corner) for corner in corners], fill=WHITE, **look)
    drawing.line(at(-0.06, -0.17), at(-0.06, 0.17), **look)


def _icon(drawing: Drawing) -> QIcon:
    """An icon, painted large enough for any screen."""
    scale = 3
    picture = QPixmap(round(scale * drawing.width), round(scale * drawing.height))
    picture.setDevicePixelRatio(scale)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    Replay(drawing, QGuiApplication.font()).paint(painter)
    painter.end()
    return QIcon(picture)
