"""What a table of Pyraos is counted over: boards, supported configurations, and the index.

A *configuration* is the set of places that are taken. Up to the eight symmetries of the square
there are few of them, and a state is one of these, with the mask of the side to move in it: bit j
of the mask is the j-th taken place, from site 0 up. The states of a configuration of n spheres are
the masks that leave nobody with more spheres than he owns. They lie one after the other: by the
bits above the lowest `spheres`, and below that by number of ones, so that what a given upper part
allows is one run of words.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.boards.board import square_maps
from model.boards.lattice import pyramid
from model.kernels import Int, kernel
from model.tablebase.configurations import (
    Narrow,
    Wide,
    canonical,
    configuration_of,
    configurations,
    count_ones,
    image_of,
    place_of,
    write_sides,
)

INDEX_VERSION = 1
"""Goes up whenever states come to lie in another order."""


class StateIndex(NamedTuple):
    """A board and the index of its states, as kernels take them.

    Attributes
    ----------
    spheres
        How many a player owns: half of the places.
    down, up, higher, lower
        (places,) bits: what a place rests on, what rests on it, the places of levels above, below.
    squares, lines
        Bits of what lets spheres be taken back; lines count in alternate alone.
    turned
        (8, places) where each place comes to lie.
    occupied, number, turn
        (all configurations,) their bits, ascending; the number of the canonical one they are
        turned to, and by which symmetry.
    canonical, kept_by, filled
        (c,) the bits of each canonical configuration, by number of spheres; the symmetries (as
        bits) that leave it as it is; that number.
    base
        (c + 1,) the index of the first state of each.
    layers
        (places + 1,) the first configuration with so many spheres.
    words, ranks
        (2, 2**spheres) the lower parts of masks in order, and where each stands in it: row 0 as
        they are, row 1 by number of ones.
    runs, run_at
        The first state of every upper part; where those of n spheres begin.
    heads, head_at
        The same less what the run leaves out, so that adding a rank gives the state.
    """

    spheres: int
    down: Wide
    up: Wide
    higher: Wide
    lower: Wide
    squares: Wide
    lines: Wide
    turned: Wide
    occupied: Wide
    number: Narrow
    turn: Narrow
    canonical: Wide
    kept_by: Narrow
    filled: Narrow
    base: Wide
    layers: Narrow
    words: Narrow
    ranks: Narrow
    runs: Wide
    run_at: Wide
    heads: Wide
    head_at: Wide

    @property
    def states(self) -> int:
        """How many states are kept: the full pyramid, which is no state, left out."""
        return int(self.base[-1])


@lru_cache(maxsize=2)
def state_index(side: int = 4) -> StateIndex:
    """Return the index of a pyramid with so many places a side: 4 is the whole game.

    Of 3 it is the inner game of 14 places and 7 spheres each, small enough to be compared with
    plain search.
    """
    lattice = pyramid(side)
    places = len(lattice.names)
    down, up = _bits(lattice.supports), _bits(lattice.carried)
    level = lattice.xyz[:, 2]
    higher = np.array([_sum(np.flatnonzero(level > z)) for z in level], np.int64)
    lower = np.array([_sum(np.flatnonzero(level < z)) for z in level], np.int64)
    turned = square_maps(lattice.xyz, side - 1 - level)
    occupied = configurations(down)
    number, turn, kept, filled, _ = canonical(occupied, turned)
    spheres = places // 2
    tables = _masks(spheres, places)
    sizes = np.array([tables.sizes[n] if n < places else 0 for n in filled], np.int64)
    return StateIndex(
        spheres,
        down,
        up,
        higher,
        lower,
        np.array([d for d in down if d], np.int64),
        _lines(lattice.xyz, side),
        turned,
        occupied,
        number,
        turn,
        kept,
        _kept_by(kept, turned),
        filled.astype(np.int32),
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        np.searchsorted(filled, np.arange(places + 2)).astype(np.int32),
        tables.words,
        tables.ranks,
        tables.runs,
        tables.run_at,
        tables.heads,
        tables.head_at,
    )


def _sum(sites: npt.NDArray[np.integer]) -> int:
    return sum(1 << int(site) for site in sites if site >= 0)


def _bits(sites: npt.NDArray[np.integer]) -> Wide:
    return np.array([_sum(few) for few in sites], np.int64)


def _lines(xyz: npt.NDArray[np.integer], side: int) -> Wide:
    """Full rows and columns of the first level of the whole board, and of the one above it.

    The inner board is the whole one without its first level, so its first is the other's second.
    """
    found = [
        _sum(np.flatnonzero((xyz[:, 2] == z) & (xyz[:, axis] == k)))
        for z in range(side - 2)
        for axis in (0, 1)
        for k in range(side - z)
    ]
    return np.array(found, np.int64)


def _kept_by(kept: Wide, turned: Wide) -> Narrow:
    by = np.zeros(len(kept), np.int32)
    for number, image in enumerate(turned):
        by |= (image_of(kept, image) == kept).astype(np.int32) << number
    return by


class _Masks(NamedTuple):
    words: Narrow
    ranks: Narrow
    runs: Wide
    run_at: Wide
    heads: Wide
    head_at: Wide
    sizes: Wide


def _masks(spheres: int, places: int) -> _Masks:
    """How the masks of n taken places lie one after the other, for every n below `places`."""
    plain = np.arange(1 << spheres, dtype=np.int64)
    by_ones = np.lexsort((plain, count_ones(plain)))
    words = np.stack([plain, by_ones]).astype(np.int32)
    ranks = np.stack([plain, np.argsort(by_ones)]).astype(np.int32)
    starts = np.searchsorted(count_ones(by_ones), np.arange(spheres + 2))
    runs: list[Wide] = []
    heads: list[Wide] = []
    run_at, head_at, sizes = [], [], []
    for n in range(places):
        run_at.append(sum(len(one) for one in runs))
        head_at.append(sum(len(one) for one in heads))
        if n <= spheres:
            runs.append(np.array([0, 1 << n], np.int64))
            heads.append(np.zeros(1, np.int64))
            sizes.append(1 << n)
            continue
        above = count_ones(np.arange(1 << (n - spheres), dtype=np.int64))
        first = np.clip(n - spheres - above, 0, spheres + 1)
        last = np.clip(spheres - above + 1, 0, spheres + 1)
        begin, end = starts[first], starts[last]
        ends = np.cumsum(end - begin)
        run = np.concatenate([[0], ends])
        runs.append(run)
        heads.append(run[:-1] - begin)
        sizes.append(int(ends[-1]))
    return _Masks(
        words,
        ranks,
        np.concatenate(runs).astype(np.int64),
        np.array(run_at, np.int64),
        np.concatenate(heads).astype(np.int64),
        np.array(head_at, np.int64),
        np.array(sizes, np.int64),
    )


# -- states of Pyraos and their numbers: symmetry, masks within a configuration, ranks and back ----
# Masks are int64 throughout; `StateIndex` says how states lie one after the other.


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
    c = configuration_of(g.base, state)
    room[0] = state - g.base[c]
    masks_at(g, g.filled[c], room, 1, mask)
    write_sides(g.canonical[c], np.int64(mask[0]), sides)
