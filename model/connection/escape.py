"""Ways out of a corner: pouring, escapes, shortest chains (docs/rules/partition.md#isolation)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from model.boards.board import Board, IntArray
from model.boards.lattice import PyramidLattice
from model.connection import flood
from model.connection.groups import Mask, as_bytes


def pour(board: Board, blockers: Mask, corner: str) -> IntArray:
    """Return how far everything is from a corner when `blockers` are solid.

    Parameters
    ----------
    blockers
        (n,) bool sites that stop the flood.

    Returns
    -------
    (n,) int32 steps from the corner point, -1 where it does not reach (blockers always).
    """
    return distances(board, ~np.asarray(blockers), [board.corners[corner]])


def distances(board: Board, allowed: Mask, starts: Iterable[int]) -> IntArray:
    """Return (n,) int32 steps from the nearest of `starts` through `allowed`, -1 unreached."""
    found: IntArray = flood.steps(
        board.indptr,
        board.indices,
        as_bytes(~np.asarray(allowed)),
        np.fromiter(starts, np.int32),
    )
    return found


def chain(board: Board, allowed: Mask, starts: Iterable[int], ends: Mask) -> tuple[int, ...]:
    """Return a shortest chain of neighbours through `allowed` from `starts` to `ends`, or ().

    Both ends belong to it; one site alone when a start is an end. Among shortest chains it takes
    the one whose last site comes first in site order, then the last but one, and so on.
    """
    distance = distances(board, allowed, starts)
    reached = np.flatnonzero((distance >= 0) & np.asarray(ends))
    if len(reached) == 0:
        return ()
    site = int(reached[np.argmin(distance[reached])])
    path = [site]
    while distance[site] > 0:
        around = board.neighbours(site)
        site = int(around[distance[around] == distance[site] - 1][0])
        path.append(site)
    return tuple(reversed(path))


def escape(board: PyramidLattice, own: Mask, corner: str) -> tuple[int, ...]:
    """Return a shortest way from a corner to a far wall past every ball of `own`, or ().

    There is one exactly when no group of `own` isolates the corner (a minimal separator of the
    board is connected, so where balls of several groups block, one of the groups does alone).
    """
    return chain(board, ~np.asarray(own), [board.corners[corner]], board.far_walls(corner))
