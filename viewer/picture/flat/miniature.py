"""Small pictures of positions, seen in parallel projection, as drawings.

Equal balls that do not cut into one another may simply be drawn the farthest first.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np
import numpy.typing as npt

from model.boards.board import Board, FloatArray, IntArray
from model.contract.game import Position
from model.records.view import Camera, View
from viewer.games.registry import side_colour
from viewer.picture.compose import ground as grounds
from viewer.picture.compose.first_look import from_home
from viewer.picture.flat.drawing import Drawing, Point, Shade
from viewer.picture.flat.inks import code, mixed
from viewer.picture.palette import STANDARD, hues

MARGIN = 0.07
"""What stays free on each side, as a share of the picture."""
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


def miniature(
    what: Miniature, camera: Camera, size: tuple[float, float], line: str, ground: str
) -> Drawing:
    """Return a small picture: the base's outline, dots, and what stands there from the back.

    A board of cells stands upright in its home view, as it does in the scene.

    Parameters
    ----------
    size
        Width and height in pixels.
    line, ground
        The colours of the base: its outline, and what fills it.
    """
    if grounds.in_cells(what.board):
        camera = from_home(View(camera=camera), what.board).camera
    drawing = Drawing(*size)
    flat, nearness = project(what.board.centres, camera)
    outline, _ = project(_outline(what.board), camera)
    reach = np.concatenate([flat - 0.5, flat + 0.5, outline])
    low, high = reach.min(axis=0), reach.max(axis=0)
    scale = float((np.array(size) / (high - low)).min()) * (1 - 2 * MARGIN)

    def at(points: FloatArray) -> list[Point]:
        places = (points - (low + high) / 2) * scale + np.array(size) / 2
        return [(x, y) for x, y in places.tolist()]

    if len(outline):
        drawing.polygon(at(outline), fill=ground, stroke=line, stroke_width=1.2)
    colours = [code(hue) for hue in hues([*map(side_colour, what.players)])]
    if not grounds.dimpled(what.board):
        _draw_fields(drawing, what, camera, at, colours)
        return drawing
    # Nothing parts balls from those behind them but their rims, so these are dark.
    shades = [
        Shade(((0.0, mixed(one, "#FFFFFF", 0.35)), (0.38, one), (1.0, _darker(one, 185))))
        for one in colours
    ]
    owner, places = np.full(len(flat), -1), at(flat)
    owner[what.sites] = what.owners
    for site in np.argsort(nearness, kind="stable").tolist():
        if owner[site] >= 0:
            drawing.circle(places[site], 0.492 * scale, fill=shades[int(owner[site])])
        elif what.dots is not None and what.dots[site]:
            radius = max(0.9, 0.085 * scale)
            drawing.circle(places[site], radius, fill="#788494", fill_opacity=0.43)
    return drawing


def _draw_fields(
    drawing: Drawing,
    what: Miniature,
    camera: Camera,
    at: Callable[[FloatArray], list[Point]],
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

    def polygon(points: FloatArray, colour: str, edge: str | None = None) -> None:
        flat, _ = project(points, camera)
        width = 0.4 if edge is None else 0.6
        drawing.polygon(at(flat), fill=colour, stroke=edge or colour, stroke_width=width)

    stone, sand = STANDARD.stone, STANDARD.sand
    corners = np.pi * (np.arange(6) / 3 + 1 / 6)
    hexagon = 0.55 * np.stack([np.cos(corners), np.sin(corners), np.zeros(6)], axis=1)
    for site in np.argsort(nearness, kind="stable").tolist():
        if site in board.edges and owner[site] < 0:
            continue  # borders have no ground of their own
        x, y, _ = board.centres[site].tolist()
        ground = np.array([x, y, float(grounds.surface(board)[site])])
        if grounds.stepped(board):
            high = square + ground
            low = high - [0.0, 0.0, ground[2] - grounds.top(board)]
            for k in range(4):
                j = (k + 1) % 4
                if toward[k] + toward[j] > 0:
                    side = np.array([low[k], low[j], high[j], high[k]])
                    polygon(side, _darker(stone, 128 + 12 * (k % 2)))
            polygon(high, stone, _darker(stone, 125))
            if site in victory:
                polygon(0.36 * 2 * square + ground, STANDARD.inlay)
                polygon(0.27 * 2 * square + ground, _darker(stone, 115))
        elif board.ground == "squares":
            turf = STANDARD.goal if site in victory else STANDARD.turf
            polygon(square + ground, turf, _darker(turf, 118))
        elif grounds.in_cells(board):
            cell = grounds.cell_shapes(board).cells[site]
            polygon(
                np.column_stack([cell, np.full(len(cell), ground[2])]), sand, _darker(sand, 125)
            )
        elif grounds.is_map(board):
            if site not in board.edges:
                polygon(hexagon + ground, sand, _darker(sand, 125))
        else:
            polygon(0.45 * circle + ground, stone, _darker(stone, 125))
        if board.ground == "squares" and owner[site] >= 0:
            body = colours[int(owner[site])]
            tip = np.add(ground, (0.0, 0.0, UPRIGHT))
            for k in range(4):
                j = (k + 1) % 4
                if toward[k] + toward[j] > 0:
                    foot = 0.7 * square + ground
                    polygon(np.array([foot[k], foot[j], tip]), _darker(body, 100 + 35 * (k % 2)))
            continue
        up = np.array([0.0, 0.0, 2 * grounds.DISC_HALF if owner[site] >= 0 else 0.0])
        if owner[site] >= 0:
            body = colours[int(owner[site])]
            radius = (
                grounds.DISC_RADIUS * circle * (grounds.EDGE_SIZE if site in board.edges else 1.0)
            )
            for share in (0.0, 0.25, 0.5, 0.75):
                polygon(radius + ground + share * up, _darker(body, 150))
            polygon(radius + ground + up, body, _darker(body, 130))
        if what.reach is not None and what.reach[site]:
            polygon(0.2 * circle + ground + up, STANDARD.handle, "#FFFFFF")


def _darker(colour: str, times: float) -> str:
    """A colour so many hundredths times as dark."""
    return mixed(colour, "#000000", 1 - 100 / times)


def _outline(board: Board) -> FloatArray:
    """The square the base stands on, half a ball below the lowest centres; cells need none."""
    if grounds.in_cells(board):
        return np.empty((0, 3))
    low, high = board.centres.min(axis=0), board.centres.max(axis=0)
    x0, y0, x1, y1 = low[0] - 0.62, low[1] - 0.62, high[0] + 0.62, high[1] + 0.62
    square = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    return np.column_stack([square, np.full(4, low[2] - 0.5)])
