"""What lies under the pieces of a map by the ground that its board declares."""

from collections.abc import Callable, Mapping
from math import cos, pi, sin
from types import MappingProxyType

import numpy as np

from model.boards.board import Board
from viewer.picture.compose.ground import cell_shapes, lines_across
from viewer.picture.flat.inks import mixed
from viewer.picture.flat.paper import MapPaper, span
from viewer.picture.palette import STANDARD

CORNER_NAME = 0.40
"""How high the name of a corner is, on a small board of cells, in ball diameters."""
Reach = tuple[float, float, float, float]


def reach_of(board: Board) -> Reach:
    """Return (west, south, east, north) of a board that is drawn as one map."""
    if board.ground == "cells":
        slab = cell_shapes(board).slab
        return span(slab, 0.02)
    return span(board.centres, 0.62 if board.ground == "hexes" else 0.53)


def draw_ground(paper: MapPaper) -> None:
    """Draw what the pieces of a map stand on."""
    if paper.plan.level is not None:
        _plate(paper)
        return
    GROUNDS.get(paper.board.ground, _tiles)(paper)


def _plate(paper: MapPaper) -> None:
    """The plate of a level: as wide as the balls below it, the room of its own balls paler."""
    plan, drawing, scale = paper.plan, paper.drawing, paper.scale
    level = paper.board.centres[paper.own]
    west, south, east, north = span(level, 0.5)
    left, top = plan.at((west, north))
    drawing.rect(
        left,
        top,
        (east - west) * scale,
        (north - south) * scale,
        0.5 * scale,
        fill=paper.style.plate,
        stroke=paper.style.line,
        stroke_width=0.5 * paper.style.hair,
    )


def _terraces(paper: MapPaper) -> None:
    """Steps of stone: the higher the paler, with a shadow at the foot of each step."""
    board, drawing = paper.board, paper.drawing
    level = board.layers["level"]
    low, high = int(level.min()), int(level.max())
    stone = "#CDB68E"
    for site in paper.own.tolist():
        share = (int(level[site]) - low) / max(1, high - low)
        tone = mixed(stone, "#FFFFFF", 0.12 + 0.76 * share)
        drawing.rect(
            *paper.square(site), fill=tone, stroke=mixed(tone, "#6B5B3C", 0.28), stroke_width=0.35
        )
    where = {tuple(board.centres[site, :2].round(3).tolist()): site for site in paper.own.tolist()}
    for site in paper.own.tolist():
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            x, y = board.centres[site, :2].tolist()
            other = where.get((round(x + dx, 3), round(y + dy, 3)))
            drop = int(level[site]) - (low - 1 if other is None else int(level[other]))
            if drop > 0:
                _step(paper, site, (dx, dy), min(drop, 3), inside=other is None)
    for site in board.victory:
        drawing.rect(
            *paper.square(site, 0.36),
            fill="none",
            stroke="#A87A1E",
            stroke_width=paper.thick(0.7, 0.055),
        )


def _step(paper: MapPaper, site: int, way: tuple[int, int], drop: int, *, inside: bool) -> None:
    """The edge of a step, with its shadow on what lies lower; at the rim only the edge."""
    scale = paper.scale
    x, y = paper.at(site)
    dx, dy = way[0], -way[1]
    cx, cy = x + 0.5 * scale * dx, y + 0.5 * scale * dy
    along = (abs(dy) * 0.5 * scale, abs(dx) * 0.5 * scale)
    a, b = (cx - along[0], cy - along[1]), (cx + along[0], cy + along[1])
    ink = "#5A4520"
    if not inside:
        deep = (0.045 + 0.03 * drop) * scale
        out = (dx * deep, dy * deep)
        paper.drawing.polygon(
            [a, b, (b[0] + out[0], b[1] + out[1]), (a[0] + out[0], a[1] + out[1])],
            fill=ink,
            fill_opacity=0.30,
        )
    paper.drawing.line(
        a, b, stroke=ink, stroke_width=paper.thick(0.6, 0.045), stroke_linecap="square"
    )


def _squares(paper: MapPaper) -> None:
    """Squares in two shades, the rows to be reached paler, with lines round and across."""
    board, drawing = paper.board, paper.drawing
    file, rank = board.layers["file"], board.layers["rank"]
    for site in paper.own.tolist():
        goal = site in board.victory
        tone = "#F1EEE4" if goal else "#DDE3CB"
        even = (int(file[site]) + int(rank[site])) % 2 == 0
        drawing.rect(
            *paper.square(site),
            fill=tone if even else mixed(tone, "#6E7658", 0.10),
            stroke=mixed(tone, "#4F5640", 0.30),
            stroke_width=0.3,
        )
    west, south, east, north = span(board.centres, 0.5)
    ink = "#6E7658"
    (left, top), (right, bottom) = paper.plan.at((west, north)), paper.plan.at((east, south))
    drawing.rect(
        left,
        top,
        right - left,
        bottom - top,
        fill="none",
        stroke=ink,
        stroke_width=paper.thick(0.8, 0.05),
    )
    for height in lines_across(board):
        drawing.line(
            paper.plan.at((west, height)),
            paper.plan.at((east, height)),
            stroke=ink,
            stroke_width=paper.thick(0.8, 0.05),
        )


def _hexes(paper: MapPaper) -> None:
    """Six-sided spaces, the higher the paler; where somebody starts, of another stone."""
    board, drawing, scale = paper.board, paper.drawing, paper.scale
    built = {one.site for one in board.decoration if one.shape}
    height = board.centres[:, 2]
    low, spread = float(height[paper.own].min()), max(float(np.ptp(height[paper.own])), 1e-6)
    for site in paper.own.tolist():
        starts = bool(built) and site not in built
        base = "#DCE0CB" if starts else "#E4D3AF"
        tone = mixed(base, "#FFFFFF", 0.18 + 0.42 * (float(height[site]) - low) / spread)
        (x, y), radius = paper.at(site), 0.565 * scale
        turns = (k * pi / 3 for k in range(6))
        corners = [(x + radius * sin(turn), y + radius * cos(turn)) for turn in turns]
        drawing.face(corners, tone, "#8B7A55", 0.5)


def _cells(paper: MapPaper) -> None:
    """Cells as they touch, with a band along each side and the names of the corners."""
    board, drawing, scale = paper.board, paper.drawing, paper.scale
    shapes = cell_shapes(board)
    at = paper.plan.at
    drawing.face([at(one) for one in shapes.slab], "#EFEBE3", "#C4BBAA", 0.6)
    for band in shapes.bands:
        drawing.polygon([at(one) for one in band], fill="#A79C86")
    stone, joint = "#F7F0DF", "#B7A67F"
    for site in paper.own.tolist():
        drawing.face(
            [at(one) for one in shapes.cells[site]], stone, joint, paper.thick(0.35, 0.035)
        )
    for name, site in board.corners.items() if paper.picture.view.labels else ():
        place = at(shapes.beside(board.centres[site, :2]))
        drawing.text(place, shapes.scale * CORNER_NAME * scale, name, fill=paper.style.text)


def _tiles(paper: MapPaper) -> None:
    """A round tile under each site."""
    for site in paper.own.tolist():
        paper.drawing.disc(paper.at(site), 0.47 * paper.scale, "#EDE4D2", STANDARD.stone, 0.5)


GROUNDS: Mapping[str, Callable[[MapPaper], None]] = MappingProxyType(
    {"terraces": _terraces, "squares": _squares, "hexes": _hexes, "cells": _cells, "tiles": _tiles}
)
"""As `viewer.scene.props.ground_shapes`."""
