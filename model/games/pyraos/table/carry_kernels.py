"""What a pass of the retrograde analysis works on, and how states find those before them.

Masks of one configuration are carried to the canonical one that a turn leads to, in all its images.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from model.games.pyraos.table.index_kernels import I32, I64, U8, ones, place_of
from model.games.pyraos.table.state_index import StateIndex
from model.kernels import Int, kernel

OPEN = 128
"""Added to the turns not yet refuted."""
CHUNK = 1 << 17
"""States of a configuration that are worked on at once."""


class CarryBoard(NamedTuple):
    """What a pass works on.

    Attributes
    ----------
    known, parts
        (states,) see above; `parts` is (1,) where nothing is ever taken back.
    fresh
        (2, c) int64 states of each configuration decided at the distance of the pass, by parity.
    left
        (c,) int64 states of each that are not decided.
    marks
        (2, 2, bytes) uint8 bits of *few* and *many*, by parity of the number of spheres.
    marked
        (2, c) int64 how many marks were set in each configuration.
    at, masks, others, squares, kept
        (CHUNK,) room for the states that are worked on.
    steps
        (3, 1024) int32 room for what a mask becomes, by parts of it.
    way
        (8,) int64 room: the configuration that masks are carried to, its first state, where its
        heads begin, which row of ranks, the width of a part; the symmetry that leads there and the
        one after it.
    """

    known: U8
    parts: U8
    fresh: I64
    left: I64
    marks: U8
    marked: I64
    at: I64
    masks: I32
    others: I32
    squares: I32
    kept: I32
    steps: I32
    way: I64


@kernel
def first_of_kind(g: StateIndex, c: Int, place: Int, source: Int) -> bool:
    """Whether no symmetry of configuration `c` leads to a lower place (and source).

    A configuration that lies on itself in several ways has all images of a state in the index.
    Turns that are images of each other are undone once, and the states before them told of it in
    all images (`next_image`), so that each hears of each of its turns once.
    """
    kept = g.kept_by[c]
    if kept == 1:
        return True
    for s in range(1, 8):
        if kept >> s & 1:
            one, two = g.turned[s, place], g.turned[s, source]
            if one < place or (one == place and two < source):
                return False
    return True


@kernel
def aim(g: StateIndex, b: CarryBoard, goal: Int) -> None:
    """Choose the configuration that states are carried to."""
    at = place_of(g.occupied, goal)
    c = g.number[at]
    n = g.filled[c]
    b.way[0], b.way[1], b.way[2] = c, g.base[c], g.head_at[n]
    b.way[3] = 1 if n > g.spheres else 0
    b.way[5], b.way[6] = g.turn[at], -1


@kernel
def next_image(
    g: StateIndex, b: CarryBoard, source: Int, goal: Int, place: Int, added: Int
) -> bool:
    """Get ready to carry masks of the places `source` to those of `goal`; False: no image is left.

    Parameters
    ----------
    source
        A canonical configuration.
    goal
        What `aim` was given; places of `source` that it lacks must not be set in masks.
    place, added
        What a turn is known by: its place, and where its sphere came from, which is set in every
        mask (the place again: nothing is).
    """
    c, turn = b.way[0], b.way[5]
    kept = g.kept_by[c]
    for s in range(b.way[6] + 1, 8):
        if not kept >> s & 1:
            continue
        one, two = g.turned[s, g.turned[turn, place]], g.turned[s, g.turned[turn, added]]
        seen = False
        for earlier in range(s):
            if kept >> earlier & 1:
                seen = seen or (
                    g.turned[earlier, g.turned[turn, place]] == one
                    and g.turned[earlier, g.turned[turn, added]] == two
                )
        if not seen:
            b.way[6] = s
            _carry(g, b, source, goal, added if added != place else -1)
            return True
    return False


@kernel
def _carry(g: StateIndex, b: CarryBoard, source: Int, goal: Int, added: Int) -> None:
    """Write what each part of a mask becomes."""
    first, then, within = g.turned[b.way[5]], g.turned[b.way[6]], g.canonical[b.way[0]]
    count = ones(source)
    width = (count + 2) // 3
    b.way[4] = width
    b.steps[0, 0] = b.steps[1, 0] = b.steps[2, 0] = 0
    if added >= 0:
        bit = np.int64(1) << then[first[added]]
        b.steps[0, 0] = np.int64(1) << ones(within & (bit - 1))
    rest = source
    for k in range(count):
        low = rest & -rest
        rest ^= low
        bit = np.int64(1) << then[first[ones(low - 1)]]
        value = np.int64(1) << ones(within & (bit - 1)) if goal & low else np.int64(0)
        part, half = k // width, 1 << (k % width)
        for y in range(half):
            b.steps[part, half + y] = b.steps[part, y] | value
