"""States of Pyraos and their numbers: symmetry, masks within a configuration, ranks and back.

Masks are int64 throughout; `StateIndex` says how states lie one after the other.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.games.pyraos.table.state_index import StateIndex
from model.kernels import Int, kernel

I64 = npt.NDArray[np.int64]
I32 = npt.NDArray[np.int32]
U8 = npt.NDArray[np.uint8]


@kernel
def ones(bits: Int) -> Int:
    """Count set bits of a number below 2**32."""
    bits = bits - ((bits >> 1) & 0x55555555)
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    return ((bits * 0x01010101) & 0xFFFFFFFF) >> 24


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
def open_places(down: I64, bits: Int) -> Int:
    """Return the empty places that carry a sphere, as bits."""
    found = np.int64(0)
    for place in range(len(down)):
        if not bits >> place & 1 and bits & down[place] == down[place]:
            found |= np.int64(1) << place
    return found


@kernel
def free_places(up: I64, bits: Int) -> Int:
    """Return the taken places that carry nothing, as bits."""
    found = np.int64(0)
    for place in range(len(up)):
        if bits >> place & 1 and bits & up[place] == 0:
            found |= np.int64(1) << place
    return found


@kernel
def packed(bits: Int, within: Int) -> Int:
    """Return `bits` as a mask of the places set in `within`: the lowest of them is bit 0."""
    found, at = np.int64(0), 0
    while within:
        low = within & -within
        if bits & low:
            found |= np.int64(1) << at
        within ^= low
        at += 1
    return found


@kernel
def rank_of(g: StateIndex, n: Int, mask: Int) -> Int:
    """Return where a mask of n places stands among those of its configuration."""
    row = 1 if n > g.spheres else 0
    rank: Int = g.heads[g.head_at[n] + (mask >> g.spheres)]
    rank = rank + np.int64(g.ranks[row, mask & ((1 << g.spheres) - 1)])
    return rank


@kernel
def state_of(g: StateIndex, own: Int, other: Int) -> Int:
    """Return the number of a state, by the bits of the side to move and of the other."""
    at = place_of(g.occupied, own | other)
    image = g.turned[g.turn[at]]
    moved = np.int64(0)
    for place in range(len(image)):
        if own >> place & 1:
            moved |= np.int64(1) << image[place]
    c = g.number[at]
    first: Int = g.base[c]
    return first + rank_of(g, g.filled[c], packed(moved, g.canonical[c]))


@kernel
def states_of(g: StateIndex, own: I64, other: I64, found: I64) -> None:
    """Write the numbers of many states."""
    for k in range(len(own)):
        found[k] = state_of(g, own[k], other[k])


@kernel
def masks_at(g: StateIndex, n: Int, at: I64, count: Int, masks: I32) -> None:
    """Write the masks that stand at the ascending ranks `at` of a configuration of n places."""
    row = 1 if n > g.spheres else 0
    part, run_at, head_at = 0, g.run_at[n], g.head_at[n]
    for k in range(count):
        rank = at[k]
        while rank >= g.runs[run_at + part + 1]:
            part += 1
        masks[k] = (part << g.spheres) | g.words[row, rank - g.heads[head_at + part]]


@kernel
def sides_of(g: StateIndex, state: Int, room: I64, mask: I32, sides: I64) -> None:
    """Write the bits of the side to move and of the other in a state, as its canonical image."""
    low, high = 0, len(g.canonical) - 1
    while low < high:
        middle = (low + high + 1) >> 1
        if g.base[middle] <= state:
            low = middle
        else:
            high = middle - 1
    room[0] = state - g.base[low]
    masks_at(g, g.filled[low], room, 1, mask)
    within, own, bit = g.canonical[low], np.int64(0), np.int64(mask[0])
    sides[1] = within
    while within:
        place = within & -within
        if bit & 1:
            own |= place
        bit >>= 1
        within ^= place
    sides[0] = own
    sides[1] ^= own
