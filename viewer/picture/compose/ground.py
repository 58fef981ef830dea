"""The measures of the ground: slab, terraces or tiles. Pure numpy: camera and pointer ask too."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from model.boards.terrace import STEP
from viewer.picture.compose.cell_shapes import RIM, SLAB, cell_shapes

SINK = 0.06
"""How deep a ball sits in its dimple, in ball diameters."""
TOP = -0.5 + SINK
"""Top of the slab under touching balls, from the lowest centres."""
DISC_RADIUS, DISC_HALF, DISC_BEVEL = 0.36, 0.125, 0.055
"""A turned disc: radius, half its height, the slant of its rims."""
EDGE_SIZE = 0.72
"""How large things that lie on borders are, as a share of those on fields."""
MAP_MARGIN = 0.64
"""How far the slab under a map reaches beyond the outermost centres."""
TILE_HALF = 0.04
"""Half the thickness of the tile under a site of a board that is neither."""


def dimpled(board: Board) -> bool:
    """Say whether balls sit in dimples of a slab."""
    return board.ground == "dimpled slab"


def place_word(board: Board) -> str:
    """Return what a place is called: a point, a square, a space of a map, a cell, a field."""
    words = {"dimpled slab": "point", "squares": "square", "hexes": "space", "cells": "cell"}
    return words.get(board.ground, "field")


def is_map(board: Board) -> bool:
    """Say whether the board is a map of six-sided spaces, whose units are numbers on plates."""
    return board.ground == "hexes"


def lies_flat(board: Board) -> bool:
    """Say whether the board is a plain, much wider than what stands on it is high."""
    return board.ground in ("squares", "hexes", "cells")


def in_cells(board: Board) -> bool:
    """Say whether the board is a plain of cells with as many sides as they have neighbours."""
    return board.ground == "cells"


def stepped(board: Board) -> bool:
    """Say whether the board is built of steps of stone."""
    return board.ground == "terraces"


def top(board: Board) -> float:
    """Return the height of the slab's upper face."""
    low = float(board.centres[:, 2].min()) if len(board) else 0.0
    if dimpled(board):
        return low + TOP
    if stepped(board):
        return low - DISC_HALF - STEP / 2
    return low - DISC_HALF - 2 * TILE_HALF


def surface(board: Board) -> npt.NDArray[np.float64]:
    """Return (n,) the height of what lies under each site: step, tile, or the slab far below."""
    if dimpled(board):
        return np.full(len(board), top(board))
    heights: npt.NDArray[np.float64] = board.centres[:, 2] - DISC_HALF
    return heights


@lru_cache(maxsize=8)  # boards are few, and asked for every piece in hand of every frame
def margin(board: Board) -> float:
    """Return how far the slab reaches beyond the outermost centres: room for a row of letters.

    Maps have none: their spaces say themselves what they are called. Cells have a letter at each
    corner.
    """
    if is_map(board):
        return MAP_MARGIN
    if in_cells(board):
        return RIM + SLAB * cell_shapes(board).scale
    span = float(np.ptp(board.centres[:, :2], axis=0).max()) if len(board) else 0.0
    return 0.95 + 0.035 * span


def thickness(board: Board) -> float:
    """Return how thick the slab is, in ball diameters."""
    return 0.30 + 0.45 * max(margin(board) - 0.95, 0.0)


@lru_cache(maxsize=8)
def bounds(board: Board) -> tuple[float, float, float, float]:
    """Return (west, east, south, north) of the slab."""
    if in_cells(board):
        slab = cell_shapes(board).slab
        (west, south), (east, north) = (f(axis=0).tolist() for f in (slab.min, slab.max))
        return west, east, south, north
    low, high = board.centres[:, :2].min(axis=0), board.centres[:, :2].max(axis=0)
    m = margin(board)
    return low[0] - m, high[0] + m, low[1] - m, high[1] + m
