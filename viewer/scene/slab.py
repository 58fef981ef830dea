"""The measures of the base board. Pure numpy: the camera and the hands ask too."""

from __future__ import annotations

import numpy as np

from model.board import Board

SINK = 0.06
"""How deep a ball sits in its dimple, in ball diameters."""
TOP = -0.5 + SINK


def margin(board: Board) -> float:
    """Return how far the slab reaches beyond the outermost centres: room for a row of letters."""
    span = float(np.ptp(board.centres[:, :2], axis=0).max()) if len(board) else 0.0
    return 0.95 + 0.035 * span


def thickness(board: Board) -> float:
    """Return how thick the slab is, in ball diameters."""
    return 0.30 + 0.45 * (margin(board) - 0.95)


def bounds(board: Board) -> tuple[float, float, float, float]:
    """Return (west, east, south, north) of the slab."""
    low, high = board.centres[:, :2].min(axis=0), board.centres[:, :2].max(axis=0)
    m = margin(board)
    return low[0] - m, high[0] + m, low[1] - m, high[1] + m
