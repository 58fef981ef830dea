"""Flat drawings replayed with Qt, and the signs of annotations among them."""

from collections.abc import Callable
from functools import lru_cache
from math import cos, radians, sin

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QGradient,
    QGuiApplication,
    QIcon,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QRadialGradient,
)
from PySide6.QtWidgets import QWidget

from model.notation.tokens import NotationError
from model.positions.setup import read_position
from model.records.view import Camera
from viewer.picture.compose.map_labels import SIGNS
from viewer.picture.flat import drawing
from viewer.picture.flat.drawing import Drawing, Outline, Point
from viewer.picture.flat.marks import arrow, draw_sign, write_plate
from viewer.picture.flat.miniature import Miniature, miniature, miniature_of
from viewer.picture.flat.paper import DARK, WHITE, Style
from viewer.picture.palette import STANDARD
from viewer.widgets.appearance.theme import active_theme, edge, ink_on
from viewer.widgets.painting import clear_picture, smooth

# Icons of a teacher's signs and of sides: the marks of the level maps, in small.

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
    picture = clear_picture(QSize(round(drawing.width), round(drawing.height)), 3)
    with smooth(picture) as painter:
        Replay(drawing, QGuiApplication.font()).paint(painter)
    return QIcon(picture)


SHADED = 2.0
"""Pixels of radius below which nobody sees the shade of a disc."""
CAPS = {"round": Qt.PenCapStyle.RoundCap, "square": Qt.PenCapStyle.SquareCap}
JOINS = {"round": Qt.PenJoinStyle.RoundJoin}
_NONE = QBrush(Qt.BrushStyle.NoBrush)
Step = tuple[QPen | None, QBrush | None, Callable[..., None], tuple[object, ...]]


class Replay:
    """A drawing for painters: what Qt needs of a shape is made once, when it is first painted.

    Parameters
    ----------
    font
        What texts are written in; sizes and weights are the drawing's.
    """

    def __init__(self, drawn: drawing.Drawing, font: QFont) -> None:
        self._boxes = drawn.boxes()
        self._font = QFont(font)
        self._shapes = drawn.shapes
        self._steps: list[Step | None] = [None] * len(self._shapes)

    def paint(self, painter: QPainter, clip: QRectF | None = None) -> None:
        """Paint all of it, or only what may touch a rectangle; smooth edges are the painter's."""
        left, top, right, bottom = self._boxes.T
        touches = left <= right
        if clip is not None:
            touches &= (left < clip.right()) & (right > clip.left())
            touches &= (top < clip.bottom()) & (bottom > clip.top())
        for k in np.flatnonzero(touches).tolist():
            step = self._steps[k]
            if step is None:
                step = self._steps[k] = self._step(self._shapes[k])
            pen, brush, draw, what = step
            if brush is not None:
                painter.setPen(pen)
                painter.setBrush(brush)
            draw(painter, *what)

    def _step(self, shape: drawing.Shape) -> Step:
        """How a shape is painted: with which pen and brush, by what, and what of it."""
        match shape:
            case drawing.Circle((x, y), radius, look):
                box = QRectF(x - radius, y - radius, 2 * radius, 2 * radius)
                return _pen_of(look), _brush(look, box), QPainter.drawEllipse, (box,)
            case drawing.Rect(left, top, wide, high, round_by, look):
                box = QRectF(left, top, wide, high)
                what = (box, round_by, round_by)
                return _pen_of(look), _brush(look, box), QPainter.drawRoundedRect, what
            case drawing.Line(start, end, look):
                return _pen_of(look), _NONE, QPainter.drawLine, (QPointF(*start), QPointF(*end))
            case drawing.Polygon(points, is_open, look):
                corners = QPolygonF([QPointF(x, y) for x, y in points])
                if is_open:
                    return _pen_of(look), _NONE, QPainter.drawPolyline, (corners,)
                brush = _brush(look, corners.boundingRect())
                return _pen_of(look), brush, QPainter.drawPolygon, (corners,)
            case drawing.Path(polygons, look):
                path = QPainterPath()
                for points in polygons:
                    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
                    path.closeSubpath()
                return _pen_of(look), _brush(look, path.boundingRect()), QPainter.drawPath, (path,)
            case drawing.Text((x, y), size, words, anchor, look):
                font = letters(self._font, size, bold=look.get("font_weight") == "bold")
                share = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
                x -= share * QFontMetricsF(font).horizontalAdvance(words)
                ink = _colour(str(look.get("fill")), look.get("fill_opacity", 1.0))
                return None, None, _write, (font, ink, QPointF(x, y + drawing.MIDDLE * size), words)
            case drawing.Group(look):
                return None, None, QPainter.setOpacity, (look.get("opacity") or 1.0,)
            case drawing.GroupEnd():
                return None, None, QPainter.setOpacity, (1.0,)
            case _:
                raise TypeError("what lies in a plane is only written into files")


def _write(painter: QPainter, font: QFont, colour: QColor, place: QPointF, words: str) -> None:
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(place, words)


def letters(font: QFont, size: float, *, bold: bool = False) -> QFont:
    """Return a font in letters of a size in pixels."""
    made = QFont(font)
    made.setPixelSize(max(1, round(size)))
    made.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return made


def _pen_of(look: drawing.Outline) -> QPen:
    """Return the pen of a look."""
    stroke = look.get("stroke", "none")
    if stroke == "none":
        return QPen(Qt.PenStyle.NoPen)
    return _pen(
        stroke,
        look.get("stroke_opacity", 1.0),
        look.get("stroke_width", 1.0),
        look.get("stroke_dasharray") or "",
        look.get("stroke_linecap", ""),
        look.get("stroke_linejoin", ""),
    )


@lru_cache(1024)
def _pen(stroke: str, light: float, width: float, dashes: str, cap: str, join: str) -> QPen:
    pen = QPen(_colour(stroke, light), width)
    pen.setCapStyle(CAPS.get(cap, Qt.PenCapStyle.FlatCap))
    pen.setJoinStyle(JOINS.get(join, Qt.PenJoinStyle.MiterJoin))
    if dashes:  # Qt counts them in widths of the pen, and one alone is as long as its gap
        lengths = [float(part) / width for part in dashes.split()]
        pen.setDashPattern(lengths if len(lengths) % 2 == 0 else 2 * lengths)
    return pen


def _colour(code: str, light: float) -> QColor:
    colour = QColor(code)
    colour.setAlphaF(light)
    return colour


@lru_cache(1024)
def _plain(code: str, light: float) -> QBrush:
    return _NONE if code == "none" else QBrush(_colour(code, light))


def _brush(look: drawing.ShapeStyle, box: QRectF) -> QBrush:
    """The brush of a shape that has its place in a box."""
    fill: drawing.Paint = look.get("fill", "#000000")
    light = look.get("fill_opacity", 1.0)
    if isinstance(fill, str):
        return _plain(fill, light)
    if isinstance(fill, drawing.Hatch):  # only paper has no colours
        return _plain(fill.ground, light)
    if isinstance(fill, drawing.Ramp):
        return QBrush(_stopped(QLinearGradient(box.topLeft(), box.topRight()), fill))
    if box.width() < 2 * SHADED:
        return _plain(fill.stops[len(fill.stops) // 2][1], light)
    (x, y), side = box.topLeft().toTuple(), box.width()
    if fill.middle is not None:
        side = 2 * fill.radius
        x, y = (at - fill.radius for at in fill.middle)
    return QBrush(
        _stopped(
            QRadialGradient(
                x + drawing.SHINE[0] * side, y + drawing.SHINE[1] * side, drawing.REACH * side
            ),
            fill,
        )
    )


def _stopped(gradient: QGradient, fill: drawing.Shade | drawing.Ramp) -> QGradient:
    for at, colour in fill.stops:
        gradient.setColorAt(at, QColor(colour))
    return gradient


# A place for a picture: it is drawn as large as the place allows.


class PictureLabel(QWidget):
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
        with QPainter(self) as painter:
            painter.setOpacity(1.0 if self.isEnabled() else 0.35)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(place, self._pixmap, QRectF(self._pixmap.rect()))


# Small flat pictures of positions, painted without OpenGL: for the welcome page and file tiles.


def pixmap(what: Miniature, camera: Camera, size: QSize, ratio: float = 1.0) -> QPixmap:
    """Return a miniature as a pixmap of `size` logical pixels at a device pixel `ratio`."""
    picture, theme = clear_picture(size, ratio), active_theme()
    drawn = miniature(what, camera, size.toTuple(), theme.line, theme.sunken)
    with smooth(picture) as painter:
        Replay(drawn, QGuiApplication.font()).paint(painter)
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
