"""Groups, and who holds which corner: the fast judges (docs/rules/partition.md#isolation)."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from model.boards.board import Board, IntArray
from model.boards.lattice import CORNERS, FAR_WALLS, WALLS, PyramidLattice
from model.connection import flood
from model.connection.flood import Graph

Mask = npt.NDArray[np.bool_]
RED, BLUE, NOBODY = 0, 1, -1


@dataclass(frozen=True, eq=False)
class Groups:
    """The groups of one colour.

    Attributes
    ----------
    labels
        (n,) int32 number of the group at each site, -1 off the balls; groups count from 0 in the
        order of their first sites.
    sizes
        (k,) int32 balls in each group.
    walls
        (k,) uint8: bit b set when the group touches ``WALLS[b]``.
    """

    labels: IntArray
    sizes: IntArray
    walls: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.sizes)

    def sites(self, group: int) -> tuple[int, ...]:
        """Return the sites of a group, ascending."""
        return tuple(np.flatnonzero(self.labels == group).tolist())


@lru_cache(maxsize=64)
def graph_of(lattice: PyramidLattice, corners: tuple[str, ...] = CORNERS) -> Graph:
    """Return `lattice` and some of its corners as kernels want them."""
    sites = np.array([lattice.corners[corner] for corner in corners], np.int32)
    far = [sum(1 << WALLS.index(wall) for wall in FAR_WALLS[corner]) for corner in corners]
    return Graph(
        lattice.indptr,
        lattice.indices,
        lattice.wall_bits,
        lattice.supports,
        lattice.carried,
        sites,
        lattice.wall_bits[sites],
        np.array(far, np.uint8),
    )


def as_bytes(mask: Mask) -> npt.NDArray[np.uint8]:
    """Return a fresh uint8 copy of a mask: the one array type the kernels are compiled for."""
    return np.array(mask, np.uint8)


def groups(lattice: PyramidLattice, balls: Mask) -> Groups:
    """Return the maximal connected sets of `balls`, an (n,) bool mask."""
    labels = flood.label(lattice.indptr, lattice.indices, as_bytes(balls))
    on = labels >= 0
    sizes = np.bincount(labels[on]).astype(np.int32)
    walls = np.zeros(len(sizes), np.uint8)
    np.bitwise_or.at(walls, labels[on], lattice.wall_bits[on])
    return Groups(labels, sizes, walls)


def holders(lattice: PyramidLattice, red: Mask, blue: Mask) -> npt.NDArray[np.int8]:
    """Return who holds each corner, judged from scratch.

    A group can isolate a corner only if it has the corner's ball or touches every wall at the
    corner (each of these walls alone has a way from the corner to a far wall), and hold it only if
    it touches a far wall; the few groups that pass are judged by a flood from the corner.

    Parameters
    ----------
    red, blue
        (n,) bool masks of the balls, disjoint.

    Returns
    -------
    (5,) int8 in the order of CORNERS: 0 red, 1 blue, -1 nobody.
    """
    colour = as_bytes(red)
    colour[np.asarray(blue)] = 2
    return flood.judge(graph_of(lattice), colour) - np.int8(1)


def after(lattice: PyramidLattice, own: Mask, site: int, held_before: npt.ArrayLike) -> Mask:
    """Return what `own` holds once a ball of his stands on `site`.

    Parameters
    ----------
    own
        (n,) bool, his balls before the move.
    site
        Where the ball joins them.
    held_before
        (5,) bool in the order of CORNERS: what he held before (balls never leave, so he keeps it).

    Returns
    -------
    (5,) bool.
    """
    before = np.array(held_before, np.uint8)
    mask: Mask = flood.judge_joined(graph_of(lattice), as_bytes(own), int(site), before) != 0
    return mask


# -- ways out of a corner: pouring, escapes, shortest chains (docs/rules/partition.md#isolation) ---


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
    blocked = as_bytes(~np.asarray(allowed))
    return flood.steps(board.indptr, board.indices, blocked, np.fromiter(starts, np.int32))


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
