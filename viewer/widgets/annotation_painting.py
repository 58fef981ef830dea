"""A teacher's signs painted with Qt: on the level maps, and as icons of the mark tool."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QIcon,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
)

from viewer.picture.compose.insignia import SIGNS
from viewer.picture.palette import STANDARD
from viewer.widgets.appearance.theme import active_theme, edge, ink_on

WHITE, DARK = QColor("#FFFFFF"), QColor("#14171C")


def hue(colour: str) -> QColor:
    """Return the colour of a sign by its name in `model.records.marks`."""
    return QColor(STANDARD.signs[colour])


def paint_sign(
    painter: QPainter, shape: str, centre: QPointF, radius: float, colour: QColor
) -> None:
    """Paint a ring, cross, square or dot of about `radius`, outlined white and dark."""
    stroke = max(1.5, 0.26 * radius)
    rim = max(1.2, 0.16 * radius)
    if shape == "dot":
        painter.setPen(Qt.PenStyle.NoPen)
        size = 0.5 * radius
        for extra, ink in ((1.7 * rim, DARK), (1.2 * rim, WHITE), (0.0, colour)):
            painter.setBrush(ink)
            painter.drawEllipse(centre, size + extra, size + extra)
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for extra, ink in ((2.6 * rim, DARK), (1.8 * rim, WHITE), (0.0, colour)):
        painter.setPen(_pen(ink, stroke + extra))
        if shape == "cross":
            arm = 0.7 * radius
            painter.drawLine(centre - QPointF(arm, arm), centre + QPointF(arm, arm))
            painter.drawLine(centre - QPointF(arm, -arm), centre + QPointF(arm, -arm))
        elif shape == "square":
            side = 0.85 * radius
            painter.drawRect(QRectF(centre.x() - side, centre.y() - side, 2 * side, 2 * side))
        else:
            painter.drawEllipse(centre, radius, radius)


def paint_arrow(
    painter: QPainter, start: QPointF, end: QPointF, width: float, colour: QColor
) -> None:
    """Paint an arrow with an outline."""
    way = end - start
    length = hypot(way.x(), way.y())
    if length < 1e-6:
        return
    along = way / length
    across = QPointF(-along.y(), along.x())
    head = min(4.2 * width, 0.6 * length)
    neck = end - along * head
    shape = QPolygonF(
        [
            start + across * (0.5 * width),
            neck + across * (0.5 * width),
            neck + across * (1.5 * width),
            end,
            neck - across * (1.5 * width),
            neck - across * (0.5 * width),
            start - across * (0.5 * width),
        ]
    )
    for extra, ink in ((0.9 * width + 1.2, DARK), (0.6 * width, WHITE)):
        painter.setPen(_pen(ink, extra))
        painter.setBrush(ink)
        painter.drawPolygon(shape)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(shape)


def paint_word(
    painter: QPainter, text: str, centre: QPointF, height: float, colour: QColor
) -> None:
    """Paint a word on a white plate with a coloured rim."""
    font = QFont(painter.font())
    font.setPixelSize(max(9, round(height)))
    font.setWeight(QFont.Weight.DemiBold)
    painter.setFont(font)
    metrics = QFontMetricsF(font)
    high = metrics.height() + 2
    wide = max(high, metrics.horizontalAdvance(text) + 8)
    plate = QRectF(centre.x() - wide / 2, centre.y() - high / 2, wide, high)
    painter.setPen(_pen(colour, 1.6))
    painter.setBrush(WHITE)
    painter.drawRoundedRect(plate, 0.35 * high, 0.35 * high)
    painter.setPen(DARK)
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)


def _pen(colour: QColor, width: float) -> QPen:
    return QPen(
        colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    )


def sign_icon(sign: str, colour: str, size: int = 22) -> QIcon:
    """Return the icon of a sign, or of the eraser, in one of the four colours."""
    middle, ink = QPointF(size / 2, size / 2), hue(colour)

    def paint(painter: QPainter) -> None:
        if sign in ("ring", "cross", "square", "dot"):
            paint_sign(painter, sign, middle, 0.30 * size, ink)
        elif sign == "text":
            paint_word(painter, "A", middle, 0.5 * size, ink)
        elif sign == "link":
            inset = 0.18 * size
            ends = QPointF(inset, size - inset), QPointF(size - inset, inset)
            paint_arrow(painter, *ends, 0.13 * size, ink)
        elif sign == "group":
            _paint_group(painter, size, ink)
        elif sign == "sheet":
            _paint_sheet(painter, size, ink)
        else:
            _paint_eraser(painter, size)

    return _painted(size, paint)


def swatch(colour: str, size: int = 16) -> QIcon:
    """Return a disc of one of the four colours."""

    def paint(painter: QPainter) -> None:
        painter.setPen(_pen(DARK, 1.0))
        painter.setBrush(hue(colour))
        painter.drawEllipse(QPointF(size / 2, size / 2), size / 2 - 1, size / 2 - 1)

    return _painted(size, paint)


def side_disc(colour: str, size: int = 14, sign: str = "") -> QIcon:
    """Return a disc of a side's colour (``#RRGGBB``), with its sign (`insignia`)."""

    def paint(painter: QPainter) -> None:
        painter.setPen(_pen(QColor(edge(colour)), 1.0))
        painter.setBrush(QColor(colour))
        painter.drawEllipse(QPointF(size / 2, size / 2), size / 2 - 1, size / 2 - 1)
        if sign:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(ink_on(colour)))
            painter.drawPath(_outline(sign, size / 2, 0.30 * size))

    return _painted(size, paint)


def _outline(sign: str, middle: float, half: float) -> QPainterPath:
    """A sign as a path; where its polygons overlap there are holes."""
    path = QPainterPath()
    for polygon in SIGNS[sign]:
        path.addPolygon(
            QPolygonF([QPointF(middle + half * x, middle - half * y) for x, y in polygon])
        )
        path.closeSubpath()
    return path


def _painted(size: int, paint: Callable[[QPainter], None]) -> QIcon:
    """An icon of `size` logical pixels, painted large enough for any screen."""
    scale = 3
    picture = QPixmap(scale * size, scale * size)
    picture.setDevicePixelRatio(scale)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint(painter)
    painter.end()
    return QIcon(picture)


def _paint_group(painter: QPainter, size: int, ink: QColor) -> None:
    balls = (QPointF(0.34, 0.62), QPointF(0.66, 0.62), QPointF(0.50, 0.34))
    for radius, brush in ((0.25, DARK), (0.23, WHITE), (0.21, ink), (0.13, QColor("#AEB6C0"))):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(brush)
        for ball in balls:
            painter.drawEllipse(ball * size, radius * size, radius * size)


def _paint_sheet(painter: QPainter, size: int, ink: QColor) -> None:
    skin = QColor(ink)
    skin.setAlphaF(0.45)
    places = ((0.14, 0.72), (0.44, 0.20), (0.88, 0.34), (0.62, 0.84))
    corners = [QPointF(*place) * size for place in places]
    painter.setPen(_pen(ink, 1.8))
    painter.setBrush(skin)
    painter.drawPolygon(QPolygonF(corners))
    painter.drawLine(corners[1], corners[3])


def _paint_eraser(painter: QPainter, size: int) -> None:
    painter.setPen(_pen(QColor(active_theme().muted), 1.5))
    painter.setBrush(WHITE)
    painter.translate(QPointF(size / 2, size / 2))
    painter.rotate(-40)
    painter.drawRoundedRect(QRectF(-0.36 * size, -0.17 * size, 0.72 * size, 0.34 * size), 3, 3)
    painter.drawLine(QPointF(-0.06 * size, -0.17 * size), QPointF(-0.06 * size, 0.17 * size))
