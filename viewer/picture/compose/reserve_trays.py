"""Where reserves lie: a tray a player beside the board, and what a line of sight meets there."""

from math import ceil

import numpy as np

from model.boards.board import Board
from viewer.picture.compose.ground import bounds, thickness, top
from viewer.picture.picture import Picture

SIZE = 0.56
"""A piece in reserve is drawn smaller, so that the trays do not dwarf the board."""
PITCH = 1.04 * SIZE
"""From one piece to the next, in ball diameters."""
GAP = 0.30
"""Between the slab and a tray."""
RIM = 0.10
"""What a tray reaches beyond its pieces."""
TRAY = 0.16
"""Thickness of a tray."""
SIT = 0.05
"""How deep a sphere sits in its tray, as a share of its diameter."""

Footprint = tuple[float, float, float, float]
"""West, east, south and north end of a tray."""


def place(board: Board, owner: int, k: int) -> tuple[float, float, float]:
    """Return the centre of the k-th piece (from 0) in a player's reserve.

    The first player's tray stands west of the board, the second's east, a third's south and a
    fourth's north. Rows as long as the slab are filled, from its first corner and its edge on.
    """
    west, east, south, north = bounds(board)
    row = _row(board, owner)
    out = GAP + RIM + SIZE / 2 + PITCH * (k // row)
    along = (_side(board, owner) - PITCH * (row - 1)) / 2 + PITCH * (k % row)
    z = floor(board) + TRAY + SIZE * (0.5 - SIT)
    # An owner's own corner comes first: south-west for the first, north-east for the second.
    x, y = (
        (west - out, south + along),
        (east + out, north - along),
        (west + along, south - out),
        (east - along, north + out),
    )[owner % 4]
    return x, y, z


def _side(board: Board, owner: int) -> float:
    """The length of the slab's edge that a player's tray lies along."""
    west, east, south, north = bounds(board)
    return north - south if owner % 4 < 2 else east - west


def _row(board: Board, owner: int) -> int:
    """How many pieces lie side by side along the slab."""
    return 1 + max(0, int((_side(board, owner) - 2 * RIM - SIZE) / PITCH))


def floor(board: Board) -> float:
    """Return the height of the table that slab and trays stand on."""
    return top(board) - thickness(board)


def capacity(picture: Picture, owner: int) -> int:
    """Return how many pieces a tray has room for: those in it and those out of it."""
    left = dict(picture.reserves).get(owner, 0)
    pieces = picture.pieces
    standing = int(pieces.count[pieces.owner == owner].sum())
    return left + standing + sum(piece.owner == owner for piece in picture.moving)


def footprint(board: Board, owner: int, count: int) -> Footprint:
    """Return the outline of a tray for `count` pieces."""
    row = _row(board, owner)
    last = row * max(1, ceil(count / row)) - 1
    ends = np.array([place(board, owner, 0), place(board, owner, last)])[:, :2]
    reach = SIZE / 2 + RIM
    low, high = ends.min(axis=0) - reach, ends.max(axis=0) + reach
    return float(low[0]), float(high[0]), float(low[1]), float(high[1])


def footprints(picture: Picture) -> tuple[Footprint, ...]:
    """Return the outlines of all trays; () where nobody has a reserve."""
    return tuple(
        footprint(picture.board, owner, capacity(picture, owner)) for owner, _ in picture.reserves
    )
