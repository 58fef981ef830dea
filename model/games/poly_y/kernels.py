"""Kernels of Poly-Y: chains, what they capture, and how far it is from each side of the board."""

from __future__ import annotations

from typing import NamedTuple

from model.boards.board import IntArray
from model.contract.setup_rules import Cells
from model.games.poly_y.ring_board import PolyYBoard
from model.kernels import Int, Ints, kernel

FAR = 10_000
"""Stones that it takes where there is no way."""


class BoardArrays(NamedTuple):
    """A board as kernels want it; see `PolyYBoard`."""

    indptr: IntArray
    indices: IntArray
    sides: IntArray
    captures: IntArray
    corners: int


def arrays_of(board: PolyYBoard) -> BoardArrays:
    """Return a board as kernels want it."""
    return BoardArrays(board.indptr, board.indices, board.sides, board.captures, len(board.corners))


@kernel
def touched_sides(board: BoardArrays, cells: Cells, side: Int, touched: Ints, room: Ints) -> Int:
    """Write down which sides of the board the chain of each stone of a side touches.

    Parameters
    ----------
    touched
        (n,) gets bits; 0 where no stone of the side lies.
    room
        (2 n,) to write on.

    Returns
    -------
    int
        The corners that the side has captured, as bits.
    """
    n = cells.shape[0]
    own = side + 1
    for site in range(n):
        touched[site] = -1 if cells[site] == own else 0
    captured: Int = 0
    for first in range(n):
        if touched[first] != -1:
            continue
        many = 1
        room[0] = first
        touched[first] = 0
        bits: Int = 0
        at = 0
        while at < many:
            here = room[at]
            at += 1
            bits |= board.sides[here]
            for k in range(board.indptr[here], board.indptr[here + 1]):
                other = board.indices[k]
                if touched[other] == -1:
                    touched[other] = 0
                    room[many] = other
                    many += 1
        for i in range(many):
            touched[room[i]] = bits
        captured |= board.captures[bits]
    return captured


@kernel
def distances(board: BoardArrays, cells: Cells, side: Int, away: Ints, room: Ints) -> None:
    """Find how many stones a side still needs to link each cell to each side of the board.

    Parameters
    ----------
    away
        (corners, n) gets the numbers, a stone on the cell itself included; FAR where there is no
        way.
    room
        (2 n,) to write on: the cells that stones reach, then those that one more reaches.
    """
    n = cells.shape[0]
    own, other_side = side + 1, 2 - side
    for k in range(board.corners):
        for site in range(n):
            away[k, site] = FAR
        many = 0
        for site in range(n):
            if (board.sides[site] >> k) & 1 and cells[site] != other_side:
                away[k, site] = 0 if cells[site] == own else 1
                if away[k, site] == 0:
                    room[many] = site
                    many += 1
        steps = 0
        while True:
            at = 0
            while at < many:
                here = room[at]
                at += 1
                for i in range(board.indptr[here], board.indptr[here + 1]):
                    site = board.indices[i]
                    if cells[site] == other_side:
                        continue
                    further = steps if cells[site] == own else steps + 1
                    if further < away[k, site]:
                        away[k, site] = further
                        if further == steps:
                            room[many] = site
                            many += 1
            steps += 1
            many = 0
            for site in range(n):
                if away[k, site] == steps:
                    room[many] = site
                    many += 1
            if many == 0:
                break


@kernel
def costs(board: BoardArrays, cells: Cells, side: Int, away: Ints, best: Ints, at: Ints) -> None:
    """Find what each corner costs a side, and a cell where its three links can meet.

    Three links that meet in a cell are the cheapest tree between three ends (Steiner trees with
    three terminals), so the numbers are exact.

    Parameters
    ----------
    away
        From `distances`.
    best, at
        (corners,) get the numbers, -1 where there is no way, and the cells.
    """
    for corner in range(board.corners):
        before = (corner + board.corners - 1) % board.corners
        best[corner] = 3 * FAR
        at[corner] = 0
        for site in range(cells.shape[0]):
            beyond = FAR
            for k in range(board.corners):
                if k != corner and k != before:
                    beyond = min(beyond, away[k, site])
            own = 2 if cells[site] == 0 else 0
            whole = away[corner, site] + away[before, site] + beyond - own
            if whole < best[corner]:
                best[corner] = whole
                at[corner] = site
        if best[corner] >= FAR:
            best[corner] = -1
