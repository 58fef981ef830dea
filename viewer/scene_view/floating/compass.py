"""The compass over the scene: a small pyramid that turns with the camera; a click takes a view."""

from __future__ import annotations

from math import cos, radians, sin

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget

from model.records.views.view import Camera
from viewer.widgets.appearance.theme import Tokens, active_theme
from viewer.widgets.prose import plain_tip

_HIT = 11.0
"""Logical pixels around a target that still hit it."""

_BASE = {"SW": (-1, -1, 0), "SE": (1, -1, 0), "NE": (1, 1, 0), "NW": (-1, 1, 0)}
_APEX = (0.0, 0.0, 1.41)
_MIDDLE = 0.42
_SIDES = (
    "south", "south-east", "east", "north-east", "north", "north-west", "west", "south-west",
)  # fmt: skip
_WALLS = {"south": (0, -1), "east": (1, 0), "north": (0, 1), "west": (-1, 0)}
_TITLES = {
    "south": "Look from the south (numpad 1)",
    "north": "Look from the north",
    "east": "Look from the east (numpad 3)",
    "west": "Look from the west",
    "top": "Look from above (numpad 7)",
    "SW": "Look from the south-west corner",
    "SE": "Look from the south-east corner",
    "NW": "Look from the north-west corner",
    "NE": "Look from the north-east corner",
}


class Compass(QWidget):
    """Shows from where the camera looks; its walls, corners and apex can be clicked.

    Signals
    -------
    chosen
        The name of a view ("south", "SW", "top", ...), as `model.records.views.view_text` knows it.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._camera = Camera()
        self._tokens: Tokens = active_theme()
        self._hovered = ""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedSize(self.sizeHint())
        self.setAccessibleName("Compass")
        self._describe()

    def sizeHint(self) -> QSize:
        return QSize(112, 112)

    def grow(self, side: int) -> None:
        """Be so large, in logical pixels."""
        if side != self.width():
            self.setFixedSize(side, side)

    def set_camera(self, camera: Camera) -> None:
        """Turn the compass to `camera`; nothing is painted when the direction is the same."""
        old, self._camera = self._camera, camera
        if (old.azimuth, old.elevation) != (camera.azimuth, camera.elevation):
            self._describe()
            self.update()

    def set_tokens(self, colours: Tokens) -> None:
        """Take the colours of a palette."""
        self._tokens = colours
        self.update()

    def _describe(self) -> None:
        side = _SIDES[round(self._camera.azimuth / 45) % 8]
        self.setAccessibleDescription(
            f"Seen from the {side}, {self._camera.elevation:.0f} degrees up"
        )

    def targets(self) -> dict[str, tuple[QPointF, float]]:
        """Return view name -> (place in the widget, nearness to the camera)."""
        spots: dict[str, tuple[QPointF, float]] = {}
        for name, (x, y) in _WALLS.items():
            spots[name] = self._place(x * 1.42, y * 1.42, 0)
        for name, corner in _BASE.items():
            spots[name] = self._place(*corner)
        spots["top"] = self._place(*_APEX)
        return spots

    def target_at(self, point: QPointF) -> str:
        """Return the view name at `point`, "" for none; the nearer to the camera wins."""
        best, best_depth = "", -9.0
        for name, (spot, depth) in self.targets().items():
            away = spot - point
            if away.x() ** 2 + away.y() ** 2 <= _HIT**2 and depth > best_depth:
                best, best_depth = name, depth
        return best

    def _place(self, x: float, y: float, z: float) -> tuple[QPointF, float]:
        """Where a point of the small pyramid lies in the widget, and how near it is."""
        a, e = radians(self._camera.azimuth), radians(self._camera.elevation)
        z -= _MIDDLE
        across = x * cos(a) + y * sin(a)
        up = (-x * sin(a) + y * cos(a)) * sin(e) + z * cos(e)
        depth = (x * sin(a) - y * cos(a)) * cos(e) + z * sin(e)
        scale = self.width() / 4.3
        return QPointF(self.width() / 2 + across * scale, self.height() / 2 - up * scale), depth

    def paintEvent(self, event: object) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = self._tokens
        disc = QColor(colours.surface)
        disc.setAlpha(215)
        painter.setPen(QPen(QColor(colours.accent if self.hasFocus() else colours.line), 1))
        painter.setBrush(disc)
        painter.drawEllipse(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        spots = self.targets()
        self._paint_pyramid(painter, spots)
        self._paint_names(painter, spots)
        painter.end()

    def _paint_pyramid(self, painter: QPainter, spots: dict[str, tuple[QPointF, float]]) -> None:
        """The faces, the farther first: the nearer ones are translucent over them."""
        colours = self._tokens
        order = list(_BASE)
        faces = [
            ([order[k], order[(k + 1) % 4], "top"], shade)
            for k, shade in zip(range(4), (0.10, 0.16, 0.10, 0.16), strict=True)
        ]
        faces.sort(key=lambda face: sum(spots[name][1] for name in face[0]))
        edge = QColor(colours.muted)
        for names, shade in [(order, 0.06), *faces]:
            fill = QColor(colours.muted)
            fill.setAlphaF(shade)
            painter.setBrush(fill)
            painter.setPen(QPen(edge, 1.1, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawPolygon(QPolygonF([spots[name][0] for name in names]))
        for name in (*order, "top"):
            hot = name == self._hovered
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent if hot else colours.muted))
            radius = 4.5 if hot else 2.6
            painter.drawEllipse(spots[name][0], radius, radius)

    def _paint_names(self, painter: QPainter, spots: dict[str, tuple[QPointF, float]]) -> None:
        colours = self._tokens
        font = painter.font()
        font.setPixelSize(11)
        font.setBold(True)
        painter.setFont(font)
        for name in _WALLS:
            spot, depth = spots[name]
            hot = name == self._hovered
            box = QRectF(spot.x() - 8, spot.y() - 8, 16, 16)
            if hot:
                path = QPainterPath()
                path.addEllipse(box)
                painter.fillPath(path, QColor(colours.accent))
            ink = QColor(colours.on_accent if hot else colours.text)
            if not hot and depth < -0.5:
                ink = QColor(colours.muted)
            painter.setPen(ink)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name[0].upper())

    def painted_text(self) -> list[tuple[QRectF, str]]:
        """Return the letters of the walls, and where (for those who look at the layout)."""
        spots = self.targets()
        return [
            (QRectF(spots[name][0].x() - 4, spots[name][0].y() - 6, 8, 12), name[0].upper())
            for name in _WALLS
        ]

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hovered = self.target_at(event.position())
        if hovered != self._hovered:
            self._hovered = hovered
            self.update()
            QToolTip.showText(
                event.globalPosition().toPoint(), plain_tip(_TITLES.get(hovered, "")), self
            )

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = ""
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(self.target_at(event.position()) or "iso")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """N, E, S, W and T take the walls and the top, Enter the home view."""
        names = {"N": "north", "E": "east", "S": "south", "W": "west", "T": "top"}
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit("iso")
        elif event.text().upper() in names:
            self.chosen.emit(names[event.text().upper()])
        else:
            super().keyPressEvent(event)
