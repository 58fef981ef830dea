"""Tiles under the sites of a board that is neither a slab of dimples nor steps of stone."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from model.boards.board import Board
from model.records.views.view import Peel
from viewer.picture.compose.ground import TILE_HALF, surface
from viewer.picture.palette import RGB
from viewer.picture.visibility.hiding import FADED, Visible
from viewer.scene.props.primitives import Solid

TILE_FLAG = 8.0
"""Tells shaders/disc.frag that a disc is a tile."""


def tiles(board: Board, peel: Peel, visible: Visible, stone: RGB) -> list[Solid]:
    """Return a tile under every field that is shown; as wide as its nearest neighbour allows."""
    radius = 0.47 * spacing(board)
    level = board.layers.get("level")
    rows = []
    for site in np.flatnonzero(visible.shown).tolist():
        if site in board.edges:
            continue
        x, y, _ = board.centres[site].tolist()
        z = float(surface(board)[site]) - TILE_HALF
        pale = 0.0 if visible.fade[site] > FADED + 0.01 else 0.5
        r, g, b = (c + pale * (1 - c) for c in stone)
        rows.append(
            Solid(
                (x, y, z),
                0.0 if level is None else float(level[site] - 1),
                (r, g, b, 1.0),
                (radius, radius, TILE_HALF, 0.5 * TILE_HALF),
                (TILE_FLAG, 0.0, 0.0, 0.0),
            )
        )
    return rows


@lru_cache(maxsize=8)
def spacing(board: Board) -> float:
    """Return the smallest distance between neighbours, at most 1.

    Asked in every frame: on a large board it takes longer than drawing what moves.
    """
    if not len(board.indices):
        return 1.0
    first = np.repeat(np.arange(len(board)), np.diff(board.indptr))
    apart = np.linalg.norm(board.centres[first] - board.centres[board.indices], axis=1)
    return float(min(1.0, apart.min()))
