"""What a diagram's pieces stand on: slab, steps, squares, spaces, cells, with the names on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin

import numpy as np

from model.boards.board import Board, FloatArray
from viewer.export.pictures.eye import ScenePaper
from viewer.picture.compose.ground import (
    BAND,
    bounds,
    cell_shapes,
    dimpled,
    in_cells,
    is_map,
    stepped,
    surface,
    thickness,
    top,
    widened,
)
from viewer.picture.flat.drawing import Outline, width_of
from viewer.picture.flat.grounds import lines_across
from viewer.picture.flat.inks import mixed
from viewer.picture.flat.paper import span
from viewer.scene.props.labels import Name, is_turned

Solid = tuple[tuple[float, float], Callable[[], None]]
"""Where something comes in the order of drawing, and what draws it."""
SLAB_TONE = "#DDD5C8"
DIMPLE = 0.30
"""How wide a dimple is."""
LETTERS = 0.84
"""Size of letters, as a share of the line that a name has in the scene."""


def draw_slab(paper: ScenePaper) -> None:
    """Draw the slab under everything, with a dimple for each ball of the lowest level."""
    board = paper.board
    upper = top(board)
    if in_cells(board):
        flat = cell_shapes(board).slab
    else:
        west, east, south, north = bounds(board)
        flat = np.array([(west, south), (east, south), (east, north), (west, north)])
    corners = np.column_stack([flat, np.full(len(flat), upper)])
    draw_prism(paper, corners, upper - thickness(board), SLAB_TONE)
    if dimpled(board) and float(paper.eye.place[2]) > upper:
        tone = mixed(SLAB_TONE, "#3B3226", 0.20)
        for site in np.flatnonzero(board.layers["level"] == 1).tolist():
            dimple = ring((*board.centres[site, :2].tolist(), upper), DIMPLE)
            paper.drawing.polygon(paper.eye.points(dimple), fill=tone)
    if in_cells(board):
        _bands(paper, upper)


def draw_names(paper: ScenePaper, names: Sequence[Name]) -> None:
    """Write names on the slab or on cells, lying there as in the scene."""
    picture, eye = paper.picture, paper.eye
    if not picture.view.labels or is_map(picture.board):
        return
    turned = -1.0 if is_turned(picture.view.camera) else 1.0
    for name in names:
        here = np.array(name.place)
        origin, right, down = eye.points(
            here + np.array([(0, 0, 0), (turned, 0, 0), (0, -turned, 0)])
        )
        high = LETTERS * name.high
        if name.widest is not None:
            high = min(high, name.widest / width_of(name.text, 1.0))
        paper.drawing.lying(
            origin,
            (right[0] - origin[0], right[1] - origin[1]),
            (down[0] - origin[0], down[1] - origin[1]),
            high,
            name.text,
            fill=paper.style.text,
            fill_opacity=0.9 if name.strong else 0.45,
        )


def upright_board(paper: ScenePaper) -> list[Solid]:
    """Return the fields of a board that is no pyramid of balls, each where it comes in order."""
    board, visible = paper.board, paper.visible
    if not paper.picture.view.board:
        return []
    if stepped(board):
        foot = top(board)
    else:
        foot = float(surface(board).min()) - 0.08
    made: list[Solid] = []
    upper = surface(board)
    for site in paper.own.tolist():
        if not visible.shown[site]:
            continue
        flat = _footprint(board, site)
        corners = np.column_stack([flat, np.full(len(flat), float(upper[site]))])
        tone = _tone(paper, site)
        if visible.fade[site] < 0.99:
            tone = mixed(tone, "#FFFFFF", 0.5)
        goal = stepped(board) and site in board.victory

        def draw(corners: FloatArray = corners, tone: str = tone, goal: bool = goal) -> None:
            draw_prism(paper, corners, foot, tone)
            if goal:
                middle = corners.mean(axis=0)
                inner = paper.eye.points(middle + 0.72 * (corners - middle))
                paper.drawing.polygon(inner, fill="none", stroke="#A87A1E",
                                  stroke_width=0.06 * paper.scale)  # fmt: skip

        made.append((rank(paper, board.centres[site, :2], 0.0), draw))
    return made


def draw_lines(paper: ScenePaper) -> None:
    """Draw the lines on squares: round them, before the rows to be reached, across the middle."""
    board = paper.board
    west, south, east, north = span(board.centres, 0.5)
    ways = [((west, at), (east, at)) for at in (south, north, *lines_across(board))]
    ways += [((at, south), (at, north)) for at in (west, east)]
    height = float(surface(board).max())
    for way in ways:
        start, end = paper.eye.points(np.array([(*place, height) for place in way]))
        paper.drawing.line(start, end, stroke="#FFFFFF", stroke_width=0.06 * paper.scale,
                       stroke_linecap="round")  # fmt: skip


def rank(paper: ScenePaper, place: FloatArray, over: float) -> tuple[float, float]:
    """Return where something at a place (x, y) comes."""
    away = float(np.linalg.norm(paper.eye.place[:2] - place))
    return -round(away, 6), over


def draw_prism(paper: ScenePaper, corners: FloatArray, foot: float, tone: str) -> None:
    """Draw an upright prism: those of its sides that are seen, then its upper or lower face.

    Parameters
    ----------
    corners
        (k, 3) of the upper face, counterclockwise from above.
    foot
        The height of the lower face.
    """
    eye, drawing = paper.eye, paper.drawing
    look: Outline = {
        "stroke": mixed(tone, "#4A3C28", 0.45),
        "stroke_width": max(0.3, 0.012 * eye.scale),
        "stroke_linejoin": "round",
    }
    lower = corners.copy()
    lower[:, 2] = foot
    for k in range(len(corners)):
        n = (k + 1) % len(corners)
        along = corners[n] - corners[k]
        normal = np.array([along[1], -along[0], 0.0])
        length = float(np.linalg.norm(normal))
        if length < 1e-9 or not eye.faces(corners[k], normal):
            continue
        shade = 0.34 - 0.22 * float(eye.light @ normal) / length
        face = np.array([corners[k], corners[n], lower[n], lower[k]])
        drawing.polygon(
            eye.points(face), fill=mixed(tone, "#2E2416", max(0.08, min(0.5, shade))), **look
        )
    if float(eye.place[2]) > float(corners[0, 2]):
        drawing.polygon(eye.points(corners), fill=tone, **look)
    elif float(eye.place[2]) < foot:
        drawing.polygon(eye.points(lower), fill=mixed(tone, "#2E2416", 0.3), **look)


def _footprint(board: Board, site: int) -> FloatArray:
    """(k, 2) the corners of a field, counterclockwise."""
    x, y = board.centres[site, :2].tolist()
    if in_cells(board):
        return cell_shapes(board).cells[site]
    if is_map(board):
        angles = [pi / 2 + k * pi / 3 for k in range(6)]
        return np.array([(x + 0.565 * cos(a), y + 0.565 * sin(a)) for a in angles])
    if board.ground in ("terraces", "squares"):
        return np.array(
            [(x + a, y + b) for a, b in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))]
        )
    return ring((x, y, 0.0), 0.47)[:, :2]


def _tone(paper: ScenePaper, site: int) -> str:
    """The colour of a field, as on the maps."""
    board = paper.board
    if stepped(board):
        level = board.layers["level"]
        share = (int(level[site]) - int(level.min())) / max(1, int(np.ptp(level)))
        return mixed("#CDB68E", "#FFFFFF", 0.10 + 0.5 * share)
    if board.ground == "squares":
        even = (int(board.layers["file"][site]) + int(board.layers["rank"][site])) % 2 == 0
        tone = "#F1EEE4" if site in board.victory else "#DDE3CB"
        return tone if even else mixed(tone, "#6E7658", 0.10)
    if is_map(board):
        built = {one.site for one in board.decoration if one.shape}
        return mixed("#DCE0CB" if built and site not in built else "#E4D3AF", "#FFFFFF", 0.25)
    return "#F7F0DF" if in_cells(board) else "#EDE4D2"


def _bands(paper: ScenePaper, upper: float) -> None:
    """The bands along the sides of a board in cells."""
    shapes = cell_shapes(paper.board)
    outer, inner = (widened(shapes.outline, shapes.scale * reach) for reach in (BAND[1], BAND[0]))
    for k in range(len(outer)):
        n = (k + 1) % len(outer)
        way = outer[n] - outer[k]
        way = 0.10 * shapes.scale * way / np.linalg.norm(way)
        flat = np.array([outer[k] + way, outer[n] - way, inner[n] - way, inner[k] + way])
        corners = np.column_stack([flat, np.full(4, upper + 0.003)])
        paper.drawing.polygon(paper.eye.points(corners), fill="#A79C86")


def ring(middle: tuple[float, float, float], radius: float) -> FloatArray:
    """Return (k, 3) places round a middle that lie flat."""
    angles = np.linspace(0, 2 * pi, 28, endpoint=False)
    flat = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(28)])
    found: FloatArray = np.array(middle) + radius * flat
    return found
