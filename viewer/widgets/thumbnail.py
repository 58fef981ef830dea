"""Small flat pictures of positions, painted without OpenGL: for the welcome page and file tiles.

Equal balls that do not cut into one another, seen in parallel projection, may simply be painted
the farthest first: every ball is one pre-painted sprite.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF, QRadialGradient

from model.boards.board import Board, FloatArray, IntArray
from model.contract.game import Position
from model.notation.tokens import NotationError
from model.positions.reading import read_position
from model.records.views.view import Camera, View
from viewer.games.registry import side_colour
from viewer.picture.compose.cell_shapes import cell_shapes
from viewer.picture.compose.ground import (
    DISC_HALF,
    DISC_RADIUS,
    EDGE_SIZE,
    dimpled,
    in_cells,
    is_map,
    stepped,
    surface,
    top,
)
from viewer.picture.compose.home_view import from_home
from viewer.picture.palette import STANDARD, hues
from viewer.widgets.appearance.theme import active_theme

_SPRITE = 96
_MARGIN = 0.07
UPRIGHT = 0.75
"""How high an upright piece stands on its square."""


@dataclass(frozen=True)
class Miniature:
    """What a small picture shows.

    Attributes
    ----------
    board
        Where the sites are.
    sites, owners
        (k,) the balls and the index of their side.
    players
        Names of the sides.
    dots
        (n,) mask of the empty points drawn as dots, or None.
    reach
        (n,) mask of the fields that are marked because a piece may go there, or None.
    """

    board: Board
    sites: IntArray
    owners: IntArray
    players: tuple[str, ...]
    dots: npt.NDArray[np.bool_] | None = None
    reach: npt.NDArray[np.bool_] | None = None


def miniature_of(position: Position) -> Miniature:
    """Return the picture of all that stands in a position."""
    pieces = position.pieces
    return Miniature(position.game.board, pieces.site, pieces.owner, tuple(position.game.players))


def project(points: FloatArray, camera: Camera) -> tuple[FloatArray, FloatArray]:
    """Project (n, 3) points in parallel.

    Returns
    -------
    (n, 2) right and down in ball diameters, and (n,) nearness to the camera.
    """
    a, e = radians(camera.azimuth), radians(camera.elevation)
    right = np.array([cos(a), sin(a), 0.0])
    up = np.array([-sin(a) * sin(e), cos(a) * sin(e), cos(e)])
    toward = np.array([sin(a) * cos(e), -cos(a) * cos(e), sin(e)])
    flat = np.stack([points @ right, -(points @ up)], axis=1)
    return flat, points @ toward


def paint(painter: QPainter, frame: QRectF, what: Miniature, camera: Camera) -> None:
    """Paint a miniature into `frame`: the base's outline, dots, balls from the back.

    A board of cells stands upright in its home view, as it does in the scene.
    """
    if in_cells(what.board):
        camera = from_home(View(camera=camera), what.board).camera
    centres = what.board.centres
    flat, nearness = project(centres, camera)
    outline, _ = project(_outline(what.board), camera)
    reach = np.concatenate([flat - 0.5, flat + 0.5, outline])
    low, high = reach.min(axis=0), reach.max(axis=0)
    span = high - low
    scale = min(frame.width() / span[0], frame.height() / span[1]) * (1 - 2 * _MARGIN)
    middle = np.array([frame.center().x(), frame.center().y()])
    places = (flat - (low + high) / 2) * scale + middle
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setPen(QPen(QColor(active_theme().line), 1.2))
    painter.setBrush(QColor(active_theme().sunken))
    corners = (outline - (low + high) / 2) * scale + middle
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in corners.tolist()]))
    colours = [QColor.fromRgbF(*shade).name() for shade in hues([*map(side_colour, what.players)])]
    if not dimpled(what.board):
        _paint_fields(painter, what, camera, (low + high) / 2, scale, middle, colours)
        return

    owner = np.full(len(centres), -1)
    owner[what.sites] = what.owners
    for site in np.argsort(nearness, kind="stable").tolist():
        x, y = places[site].tolist()
        side = int(owner[site])
        if side >= 0:
            box = QRectF(x - scale / 2, y - scale / 2, scale, scale)
            painter.drawPixmap(box, _sprite(colours[side]), QRectF(0, 0, _SPRITE, _SPRITE))
        elif what.dots is not None and what.dots[site]:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(120, 132, 148, 110))
            radius = max(0.9, 0.085 * scale)
            painter.drawEllipse(QPointF(x, y), radius, radius)


def _paint_fields(
    painter: QPainter,
    what: Miniature,
    camera: Camera,
    centre: FloatArray,
    scale: float,
    middle: FloatArray,
    colours: list[str],
) -> None:
    """Fields from the back: steps as columns of stone, others as tiles; a disc where one stands."""
    board = what.board
    owner = np.full(len(board), -1)
    held = what.owners >= 0  # a ball that is carried is not who stands there
    owner[what.sites[held]] = what.owners[held]
    victory = set(board.victory)
    flat_on_ground = board.centres * [1.0, 1.0, 0.0]
    _, nearness = project(flat_on_ground, camera)
    turn = np.linspace(0, 2 * np.pi, 25)[:-1]
    circle = np.stack([np.cos(turn), np.sin(turn), np.zeros_like(turn)], axis=1)
    square = np.array([(-0.5, -0.5, 0), (0.5, -0.5, 0), (0.5, 0.5, 0), (-0.5, 0.5, 0)])
    _, toward = project(square, camera)

    def polygon(points: FloatArray, colour: QColor, edge: QColor | None = None) -> None:
        flat, _ = project(points, camera)
        painter.setPen(QPen(edge, 0.6) if edge is not None else QPen(colour, 0.4))
        painter.setBrush(colour)
        places = (flat - centre) * scale + middle
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in places.tolist()]))

    stone, sand = QColor(STANDARD.stone), QColor(STANDARD.sand)
    corners = np.pi * (np.arange(6) / 3 + 1 / 6)
    hexagon = 0.55 * np.stack([np.cos(corners), np.sin(corners), np.zeros(6)], axis=1)
    for site in np.argsort(nearness, kind="stable").tolist():
        if site in board.edges and owner[site] < 0:
            continue  # borders have no ground of their own
        x, y, _ = board.centres[site].tolist()
        ground = np.array([x, y, float(surface(board)[site])])
        if stepped(board):
            high = square + ground
            low = high - [0.0, 0.0, ground[2] - top(board)]
            for k in range(4):
                j = (k + 1) % 4
                if toward[k] + toward[j] > 0:
                    side = np.array([low[k], low[j], high[j], high[k]])
                    polygon(side, stone.darker(128 + 12 * (k % 2)))
            polygon(high, stone, stone.darker(125))
            if site in victory:
                polygon(0.36 * 2 * square + ground, QColor(STANDARD.inlay))
                polygon(0.27 * 2 * square + ground, stone.darker(115))
        elif board.ground == "squares":
            turf = QColor(STANDARD.goal if site in victory else STANDARD.turf)
            polygon(square + ground, turf, turf.darker(118))
        elif in_cells(board):
            cell = cell_shapes(board).cells[site]
            polygon(np.column_stack([cell, np.full(len(cell), ground[2])]), sand, sand.darker(125))
        elif is_map(board):
            if site not in board.edges:
                polygon(hexagon + ground, sand, sand.darker(125))
        else:
            polygon(0.45 * circle + ground, stone, stone.darker(125))
        if board.ground == "squares" and owner[site] >= 0:
            body = QColor(colours[int(owner[site])])
            tip = np.add(ground, (0.0, 0.0, UPRIGHT))
            for k in range(4):
                j = (k + 1) % 4
                if toward[k] + toward[j] > 0:
                    foot = 0.7 * square + ground
                    polygon(np.array([foot[k], foot[j], tip]), body.darker(100 + 35 * (k % 2)))
            continue
        up = np.array([0.0, 0.0, 2 * DISC_HALF if owner[site] >= 0 else 0.0])
        if owner[site] >= 0:
            body = QColor(colours[int(owner[site])])
            radius = DISC_RADIUS * circle * (EDGE_SIZE if site in board.edges else 1.0)
            for share in (0.0, 0.25, 0.5, 0.75):
                polygon(radius + ground + share * up, body.darker(150))
            polygon(radius + ground + up, body, body.darker(130))
        if what.reach is not None and what.reach[site]:
            polygon(0.2 * circle + ground + up, QColor(STANDARD.handle), QColor("#FFFFFF"))


def _outline(board: Board) -> FloatArray:
    """The square the base stands on, half a ball below the lowest centres; cells need none."""
    if in_cells(board):
        return np.empty((0, 3))
    low, high = board.centres.min(axis=0), board.centres.max(axis=0)
    x0, y0, x1, y1 = low[0] - 0.62, low[1] - 0.62, high[0] + 0.62, high[1] + 0.62
    square = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    return np.column_stack([square, np.full(4, low[2] - 0.5)])


@lru_cache(maxsize=16)
def _sprite(colour: str) -> QPixmap:
    """One shaded ball."""
    base = QColor(colour)
    picture = QPixmap(_SPRITE, _SPRITE)
    picture.fill(Qt.GlobalColor.transparent)
    shade = QRadialGradient(0.36 * _SPRITE, 0.30 * _SPRITE, 0.78 * _SPRITE)
    shade.setColorAt(0.0, base.lighter(150))
    shade.setColorAt(0.38, base)
    shade.setColorAt(1.0, base.darker(185))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    painter.drawEllipse(QRectF(0.75, 0.75, _SPRITE - 1.5, _SPRITE - 1.5))
    painter.end()
    return picture


def pixmap(what: Miniature, camera: Camera, size: QSize, ratio: float = 1.0) -> QPixmap:
    """Return a miniature as a pixmap of `size` logical pixels at a device pixel `ratio`."""
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    paint(painter, QRectF(0, 0, size.width(), size.height()), what, camera)
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


def sample() -> Miniature:
    """Return the picture beside the program's name: a size 6 pyramid with balls floating in it."""
    from model.boards.lattice import pyramid

    board = pyramid(6)
    rng = np.random.default_rng(11)
    sites = np.sort(rng.choice(len(board), 30, replace=False)).astype(np.int32)
    owners = rng.integers(0, 2, len(sites)).astype(np.int32)
    empty = np.ones(len(board), dtype=bool)
    empty[sites] = False
    return Miniature(board, sites, owners, ("red", "blue"), empty)
