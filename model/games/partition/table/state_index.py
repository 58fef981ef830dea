"""What a table of Partition is counted over: configurations, symmetry, and the order of states.

A *configuration* is the set of points that are taken; when stacking, only those in which no ball
floats. Up to the eight symmetries of the square there are few of them. A state is one of these with
the mask of the side to move in it: bit j of the mask is the j-th taken point. Of k balls the side
to move has k // 2, since both sides place in turn and one of them began. The states of a
configuration lie in the order of their masks as numbers, and the configurations by number of balls.
The full pyramid, which is always over, is left out.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.boards.lattice import pyramid
from model.kernels import Int, kernel
from model.tablebase.configurations import (
    Narrow,
    Wide,
    canonical,
    configuration_of,
    configurations,
    count_ones,
    place_of,
    write_sides,
)

INDEX_VERSION = 1
"""Goes up whenever states come to lie in another order."""
HALF = 15
"""Bits of the lower half of a mask: of 30 points each half has a table of its own."""


class StateIndex(NamedTuple):
    """A board and the index of its states, as kernels take them.

    Attributes
    ----------
    down
        (points,) bits: what a ball must rest on.
    turned
        (8, points) where each point comes to lie.
    occupied, number, turn
        (all configurations,) their bits, ascending; the number of the canonical one they are
        turned to, and by which symmetry.
    canonical, filled, alike
        (c,) the bits of each canonical configuration, by number of balls; that number; how many
        configurations are turned to it.
    base
        (c + 1,) the number of the first state of each.
    layers
        (points + 1,) the first configuration with so many balls.
    low, high
        (2**15,), (points // 2 + 1, 2**15) what the lower half of a mask adds to its place among
        masks of as many ones, and the upper half, by the number of ones in the whole.
    """

    down: Wide
    turned: Wide
    occupied: Wide
    number: Narrow
    turn: Narrow
    canonical: Wide
    filled: Narrow
    alike: Narrow
    base: Wide
    layers: Narrow
    low: Narrow
    high: Narrow

    @property
    def states(self) -> int:
        """How many states there are."""
        return int(self.base[-1])


@lru_cache(maxsize=3)
def state_index(size: int, stacking: bool) -> StateIndex:
    """Return the index of a pyramid of up to four balls an edge; free ones of up to three."""
    board = pyramid(size)
    points = len(board)
    down = np.zeros(points, np.int64)
    if stacking:
        down[:] = [sum(1 << s for s in four if s >= 0) for four in board.supports.tolist()]
    turned = _turned(board.xyz)
    occupied = configurations(down)[:-1]
    number, turn, kept, filled, alike = canonical(occupied, turned)
    sizes = np.array([comb(k, k // 2) for k in filled.tolist()], np.int64)
    low, high = _ranks(points)
    return StateIndex(
        down,
        turned,
        occupied,
        number,
        turn,
        kept,
        filled.astype(np.int32),
        alike,
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        np.searchsorted(filled, np.arange(points + 1)).astype(np.int32),
        low,
        high,
    )


def _turned(xyz: npt.NDArray[np.integer]) -> Wide:
    """Where each point comes to lie by the eight symmetries of the square."""
    x, y, z = xyz.T.astype(np.int64)
    last = len(np.unique(z)) - 1 - z
    at = {tuple(point): site for site, point in enumerate(xyz.tolist())}
    images = []
    for a, b in ((x, y), (y, x)):
        for u in (a, last - a):
            for v in (b, last - b):
                images.append([at[p] for p in zip(u.tolist(), v.tolist(), z.tolist(), strict=True)])
    return np.array(images, np.int64)


def _ranks(points: int) -> tuple[Narrow, Narrow]:
    """What the halves of a mask add to its place: the combinatorial number system."""
    low = np.zeros(1 << HALF, np.int32)
    high = np.zeros((points // 2 + 1, 1 << HALF), np.int32)
    words = np.arange(1 << HALF)
    ones = count_ones(words)
    below = np.zeros_like(words)  # ones of a word seen so far
    for bit in range(HALF):
        there = words >> bit & 1 == 1
        below[there] += 1
        low[there] += np.array([comb(bit, n) for n in range(HALF + 1)])[below[there]]
        for whole, row in enumerate(high):
            rank = np.clip(whole - ones + below, 0, points)
            row[there] += np.array([comb(bit + HALF, n) for n in range(points + 1)])[rank[there]]
    return low, high


# -- states of Partition and their numbers: ranks of masks and back; see `StateIndex` --------------


I64 = npt.NDArray[np.int64]
U8 = npt.NDArray[np.uint8]


@kernel
def rank_of(g: StateIndex, many: Int, mask: Int) -> Int:
    """Return where a mask with so many ones stands among those of its configuration."""
    low, high = mask & ((1 << HALF) - 1), mask >> HALF
    return np.int64(g.low[low]) + np.int64(g.high[many, high])


@kernel
def mask_at(points: Int, many: Int, rank: Int) -> Int:
    """Return the mask with so many ones at a rank."""
    mask = np.int64(0)
    count = np.int64(1)  # ways to have `many` ones among `bit` bits
    bit: Int = many
    while bit < points and count * (bit + 1) // (bit + 1 - many) <= rank:
        count = count * (bit + 1) // (bit + 1 - many)
        bit += 1
    while many:
        # `count` is the binomial of (bit, many), 0 below `many`.
        if count <= rank:
            mask |= np.int64(1) << bit
            rank -= count
            count = count * many // bit if bit else np.int64(0)  # of (bit - 1, many - 1)
            many -= 1
        else:
            count = count * (bit - many) // bit if bit else np.int64(0)  # of (bit - 1, many)
        bit -= 1
    return mask


@kernel
def state_of(g: StateIndex, own: Int, other: Int) -> Int:
    """Return the number of a state by the points of the side to move and of the other."""
    at = place_of(g.occupied, own | other)
    c = np.int64(g.number[at])
    image = g.turned[g.turn[at]]
    moved, many = np.int64(0), 0
    for point in range(len(image)):
        if own >> point & 1:
            moved |= np.int64(1) << image[point]
            many += 1
    packed, bit, within = np.int64(0), 0, g.canonical[c]
    while within:
        least = within & -within
        if moved & least:
            packed |= np.int64(1) << bit
        within ^= least
        bit += 1
    first: Int = g.base[c]
    return first + rank_of(g, many, packed)


@kernel
def states_of(g: StateIndex, own: I64, other: I64, found: I64) -> None:
    """Write the numbers of many states."""
    for k in range(len(own)):
        found[k] = state_of(g, own[k], other[k])


@kernel
def sides_at(g: StateIndex, state: Int, sides: I64) -> None:
    """Write the points of the side to move and of the other in a state."""
    c = configuration_of(g.base, state)
    points = np.int64(g.filled[c])
    mask = mask_at(points, points // 2, state - g.base[c])
    write_sides(g.canonical[c], mask, sides)
