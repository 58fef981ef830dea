"""States of Partition and their numbers: ranks of masks and back; see `StateIndex`."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.games.partition.table.state_index import HALF, StateIndex
from model.kernels import Int, kernel

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
def configuration_of(g: StateIndex, state: Int) -> Int:
    """Return the number of the canonical configuration of a state."""
    low, high = 0, len(g.canonical) - 1
    while low < high:
        middle = (low + high + 1) >> 1
        if g.base[middle] <= state:
            low = middle
        else:
            high = middle - 1
    return low


@kernel
def place_of(occupied: I64, bits: Int) -> Int:
    """Return where a configuration stands among all of them."""
    low, high = 0, len(occupied) - 1
    while low < high:
        middle = (low + high) >> 1
        if occupied[middle] < bits:
            low = middle + 1
        else:
            high = middle
    return low


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
    c = configuration_of(g, state)
    points = np.int64(g.filled[c])
    mask = mask_at(points, points // 2, state - g.base[c])
    within, own = g.canonical[c], np.int64(0)
    sides[1] = within
    while within:
        least = within & -within
        if mask & 1:
            own |= least
        mask >>= 1
        within ^= least
    sides[0] = own
    sides[1] ^= own
