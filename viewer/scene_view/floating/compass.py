"""The compass over the scene: a small board that turns with the camera; a click takes a view.

It is a pyramid with the directions round it; of a flat board of cells its corners, which have
names of their own.
"""

from math import cos, hypot, radians, sin

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget

from model.boards.board import Board
from model.records.view import Camera
from viewer.picture.compose.ground import in_cells
from viewer.widgets.appearance.theme import active_theme
from viewer.widgets.painting import smooth
from viewer.widgets.prose import plain_tip

_HIT = 11.0
"""Logical pixels around a target that still hit it."""

_BASE = {"SW": (-1, -1, 0), "SE": (1, -1, 0), "NE": (1, 1, 0), "NW": (-1, 1, 0)}
_APEX = (0.0, 0.0, 1.41)
_MIDDLE = 0.42
_SIDES = ("south", "south-east", "east", "north-east", "north", "north-west", "west", "south-west")
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
_LETTERS = 1.42
"""How far out the letters stand, in halves of the base."""


class Compass(QWidget):
    """Shows from where the camera looks; its walls, corners and apex can be clicked.

    Signals
    -------
    chosen
        The name of a view ("south", "SW", "top", ...), as `model.records.view` knows it,
        or of a corner of a board of cells.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._camera = Camera()
        self._board: Board | None = None
        self._corners: dict[str, tuple[float, float]] = {}
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

    def set_board(self, board: Board) -> None:
        """Show the corners of a board of cells, of any other the directions round a pyramid."""
        if board is self._board:
            return
        self._board = board
        named = board.corners if in_cells(board) else {}
        flat = {name: board.centres[site, :2].tolist() for name, site in named.items()}
        reach = max((hypot(x, y) for x, y in flat.values()), default=1.0)
        self._corners = {name: (x / reach, y / reach) for name, (x, y) in flat.items()}
        self._hovered = ""
        self._describe()
        self.update()

    def _describe(self) -> None:
        place = f"the {_SIDES[round(self._camera.azimuth / 45) % 8]}"
        if self._corners:
            place = self._nearest_of_flat()
        self.setAccessibleDescription(f"Seen from {place}, {self._camera.elevation:.0f} degrees up")

    def _nearest_of_flat(self) -> str:
        """The corner or the side of a flat board behind which the camera stands."""
        names = list(self._corners)
        beside = {name: self._corners[name] for name in names}
        for one, two in zip(names, [*names[1:], names[0]], strict=True):
            (ax, ay), (bx, by) = self._corners[one], self._corners[two]
            beside[f"side {one}{two}"] = (ax + bx, ay + by)
        a = radians(self._camera.azimuth)

        def towards(name: str) -> float:
            x, y = beside[name]
            return (x * sin(a) - y * cos(a)) / hypot(x, y)

        nearest = max(beside, key=towards)
        return f"corner {nearest}" if nearest in self._corners else nearest

    def targets(self) -> dict[str, tuple[QPointF, float]]:
        """Return view name -> (place in the widget, nearness to the camera)."""
        spots: dict[str, tuple[QPointF, float]] = {}
        if self._corners:
            for name, (x, y) in self._corners.items():
                spots[name] = self._place(x * _LETTERS, y * _LETTERS, _MIDDLE)
            spots["top"] = self._place(0, 0, _MIDDLE)
            return spots
        for name, (x, y) in _WALLS.items():
            spots[name] = self._place(x * _LETTERS, y * _LETTERS, 0)
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
        with smooth(self) as painter:
            colours = active_theme()
            disc = QColor(colours.surface)
            disc.setAlpha(215)
            painter.setPen(QPen(QColor(colours.accent if self.hasFocus() else colours.line), 1))
            painter.setBrush(disc)
            painter.drawEllipse(QRectF(self.rect()).adjusted(1, 1, -1, -1))
            spots = self.targets()
            if self._corners:
                self._paint_flat(painter, spots["top"][0])
            else:
                self._paint_pyramid(painter, spots)
            self._paint_names(painter, spots)

    def _paint_pyramid(self, painter: QPainter, spots: dict[str, tuple[QPointF, float]]) -> None:
        """The faces, the farther first: the nearer ones are translucent over them."""
        order = list(_BASE)
        faces = [
            ([order[k], order[(k + 1) % 4], "top"], shade)
            for k, shade in zip(range(4), (0.10, 0.16, 0.10, 0.16), strict=True)
        ]
        faces.sort(key=lambda face: sum(spots[name][1] for name in face[0]))
        edge = QColor(active_theme().muted)
        for names, shade in [(order, 0.06), *faces]:
            fill = QColor(edge)
            fill.setAlphaF(shade)
            painter.setBrush(fill)
            painter.setPen(QPen(edge, 1.1, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawPolygon(QPolygonF([spots[name][0] for name in names]))
        for name in (*order, "top"):
            self._paint_dot(painter, name, spots[name][0])

    def _paint_flat(self, painter: QPainter, middle: QPointF) -> None:
        """The outline of a flat board, and its middle."""
        fill = QColor(active_theme().muted)
        painter.setPen(QPen(fill, 1.1, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        fill.setAlphaF(0.16)
        painter.setBrush(fill)
        corners = [self._place(x, y, _MIDDLE)[0] for x, y in self._corners.values()]
        painter.drawPolygon(QPolygonF(corners))
        self._paint_dot(painter, "top", middle)

    def _paint_dot(self, painter: QPainter, name: str, spot: QPointF) -> None:
        hot = name == self._hovered
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(active_theme().accent if hot else active_theme().muted))
        radius = 4.5 if hot else 2.6
        painter.drawEllipse(spot, radius, radius)

    def _paint_names(self, painter: QPainter, spots: dict[str, tuple[QPointF, float]]) -> None:
        colours = active_theme()
        font = painter.font()
        font.setPixelSize(11)
        font.setBold(True)
        painter.setFont(font)
        for name in self._corners or _WALLS:
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

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hovered = self.target_at(event.position())
        if hovered != self._hovered:
            self._hovered = hovered
            self.update()
            said = f"Look from corner {hovered}" if hovered in self._corners else ""
            said = said or _TITLES.get(hovered, "")
            QToolTip.showText(event.globalPosition().toPoint(), plain_tip(said), self)

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = ""
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(self.target_at(event.position()) or "iso")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The letters take walls or corners, T the top, Enter the home view."""
        names = {name[0].upper(): name for name in self._corners or _WALLS} | {"T": "top"}
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit("iso")
        elif event.text().upper() in names:
            self.chosen.emit(names[event.text().upper()])
        else:
            super().keyPressEvent(event)
