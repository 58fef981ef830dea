"""Squares in two shades, with lines along the rows to be reached and across the middle."""

from __future__ import annotations

import numpy as np

from model.boards.board import Board
from model.records.views.view import Peel
from viewer.picture.compose.ground import TILE_HALF, surface
from viewer.picture.palette import RGB, Palette, rgb
from viewer.picture.visibility.hiding import FADED, Mask, Visible
from viewer.scene.props.grounds.terraces import OPEN, columns
from viewer.scene.props.primitives import Solid

_LINE = 0.03
"""Half the width of a line."""
_RAISED = 0.006
"""How high lines lie over the squares."""


def squares(board: Board, peel: Peel, visible: Visible, palette: Palette) -> list[Solid]:
    """Return a square under every site that is shown, and the lines between them."""
    file, rank = board.layers["file"], board.layers["rank"]
    stays = columns(board, peel) & visible.shown
    goals = np.zeros(len(board), bool)
    goals[list(board.victory)] = True
    rows: list[Solid] = []
    for site in np.flatnonzero(stays).tolist():
        x, y, _ = board.centres[site].tolist()
        z = float(surface(board)[site]) - TILE_HALF
        even = (int(file[site]) + int(rank[site])) % 2 == 0
        colour = palette.goal if goals[site] else palette.turf
        shade = 1.0 if even else 0.93
        pale = 0.0 if visible.fade[site] > FADED + 0.01 else 0.5
        r, g, b = (shade * c + pale * (1 - shade * c) for c in rgb(colour))
        sides = _open_sides(board, site, stays)
        rows.append(
            Solid((x, y, z), 0.0, (r, g, b, 1.0), (0.5, 0.5, TILE_HALF, 0.03),
                  (sides, 0.0, OPEN, 1.0))
        )  # fmt: skip
    return rows + (_lines(board, goals, rgb(palette.chalk)) if stays.all() else [])


def _open_sides(board: Board, site: int, stays: Mask) -> float:
    """The sides on which no square follows, as the shader of blocks reads them."""
    north, east, south, west = board.neighbour_table[site].tolist()
    return float(
        sum(
            1 << k
            for k, other in enumerate((west, east, south, north))
            if other < 0 or not stays[other]
        )
    )


def _lines(board: Board, goals: Mask, chalk: RGB) -> list[Solid]:
    """Lines round the pitch, before the rows to be reached, and across the middle."""
    rank = board.layers["rank"]
    x, y = board.centres[:, 0], board.centres[:, 1]
    west, east = float(x.min()) - 0.5, float(x.max()) + 0.5
    south, north = float(y.min()) - 0.5, float(y.max()) + 0.5
    last = int(rank.max())
    across = {
        0.5 * (float(y[a].mean()) + float(y[b].mean()))
        for first in range(1, last)
        for a, b in [(rank == first, rank == first + 1)]
        if bool(goals[a].all()) != bool(goals[b].all())
    }
    middle = 0.5 * (south + north)
    z = float(surface(board).max()) + _RAISED - TILE_HALF
    tint = (*chalk, 1.0)

    def line(x0: float, x1: float, y0: float, y1: float) -> Solid:
        half = (0.5 * (x1 - x0) + _LINE, 0.5 * (y1 - y0) + _LINE, TILE_HALF, 0.01)
        return Solid(((x0 + x1) / 2, (y0 + y1) / 2, z), 0.0, tint, half, (15.0, 0.0, OPEN, 1.0))

    found = [line(west, east, at, at) for at in (south, north, middle, *sorted(across))]
    return [*found, *(line(at, at, south, north) for at in (west, east))]
