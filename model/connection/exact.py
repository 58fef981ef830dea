"""The exact cost of holding corners on small lattices: a hitting-set search with bits.

A plan must block every escape, so some escape is taken and one of its points must be in the plan:
branch on which is the first of them, with those before it ruled out from then on. Where a corner is
isolated but not anchored, either the outermost isolating group is part of the group that will hold
the corner (then a point must be played in each ring of points between it and the far wall) or it is
not (then it serves nothing at this corner, and the search goes on outside it). The branches never
meet the same plan twice; those that cannot beat the best plan known are cut off by counting escapes
with no point in common.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from model.connection.bits import around, cheapest_way, first_of, outermost, size_of, spread
from model.kernels import kernel

Array = Any

# Rows of a frame, one frame a depth of the search.
OWN, FREE, TODO, KIND, TARGET, SPARE = 0, 1, 2, 3, 4, 5
MODE, SEED, DEAD = 6, 9, 12
ROWS = 15
HIT, SPLIT = 0, 1

# Cells of the state a search keeps between calls.
DEPTH, BEST, PLAN, NODES = 0, 1, 2, 3


@kernel
def look(
    near: Array, frame: Array, corners: Array, far: Array, count: int, empty: int, short: int
) -> tuple[int, int, int, int]:
    """Judge a node of the search.

    `short` is how many balls may still be added in a plan that beats the best. Returns what to do
    (-1: nothing can beat the best; 0: every corner is held; 1: play one of `points`; 2: decide
    whether `points`, an isolating group, serves corner `which`), points, which, and the number of
    corners not held.
    """
    own, free = frame[OWN], frame[FREE]
    everything = 0
    for site in range(near.shape[0]):
        everything |= 1 << site
    action, points, which, open_corners = 0, 0, 0, 0
    fewest = 99
    for t in range(count):
        corner, walls = 1 << corners[t], far[t]
        if frame[MODE + t] == 1:
            group = spread(near, frame[SEED + t], own)
            if group & walls:
                continue
            open_corners += 1
            rings, ring = ring_to(near, group, walls, own, free)
            if rings < 0 or rings > short:
                return -1, 0, 0, 0
            if size_of(ring) < fewest:
                action, points, which, fewest = 1, ring, t, size_of(ring)
            continue
        dead = spread(near, frame[DEAD + t], own)
        frame[DEAD + t] = dead
        usable = own & ~dead
        choice = free & ~around(near, dead)
        passable = everything & ~usable
        length, way = cheapest_way(near, corner, walls, passable & ~choice, choice)
        if length == 0:
            return -1, 0, 0, 0
        if length > 0:
            open_corners += 1
            if length < fewest:
                action, points, which, fewest = 1, way, t, length
            # As many balls are needed as there are escapes with no choice in common.
            apart = 0
            while length > 0:
                apart += 1
                if apart > short:
                    return -1, 0, 0, 0
                passable &= ~way
                choice &= ~way
                length, way = cheapest_way(near, corner, walls, passable & ~choice, choice)
            continue
        group = outermost(near, usable, corners[t], walls)
        if group & walls:
            continue
        open_corners += 1
        if fewest > 2:
            action, points, which, fewest = 2, group, t, 2
    return action, points, which, open_corners


@kernel
def ring_to(near: Array, group: int, walls: int, own: int, free: int) -> tuple[int, int]:
    """Return how many balls lead `group` to `walls`, and the smallest ring they must cross.

    -1 when there is no way through `free`.
    """
    reached = group
    rings, smallest = 0, 0
    while not reached & walls:
        ring = around(near, reached) & free & ~reached
        if ring == 0:
            return -1, 0
        rings += 1
        if smallest == 0 or size_of(ring) < size_of(smallest):
            smallest = ring
        reached |= ring
        reached |= spread(near, around(near, ring) & own & ~reached, own & ~reached)
    return rings, smallest


@kernel
def search(
    near: Array,
    under: Array,
    over: Array,
    corners: Array,
    far: Array,
    start: int,
    empty: int,
    stacking: bool,
    stack: Array,
    state: Array,
    nodes: int,
) -> bool:
    """Go on with a search for at most `nodes` nodes; True when it is finished.

    Parameters
    ----------
    corners, far
        The corners to hold, all of them: sites and bits of their far walls.
    start, empty
        The player's balls and the empty points of the position.
    stack
        (depth, ROWS) int64 frames; frame 0 prepared by the caller.
    state
        Depth (-1: finished), the number of balls to beat, the best plan found (0: none), nodes.
    """
    count = corners.shape[0]
    spent = 0
    while state[DEPTH] >= 0:
        if spent >= nodes:
            return False
        depth = state[DEPTH]
        frame = stack[depth]
        if frame[TODO] == 0:
            state[DEPTH] -= 1
            continue
        # Take the next child of this frame.
        child = stack[depth + 1]
        for row in range(ROWS):
            child[row] = frame[row]
        t = frame[TARGET]
        if frame[KIND] == SPLIT:
            if frame[TODO] & 1:
                frame[TODO] &= ~1
                child[MODE + t] = 1
                child[SEED + t] = frame[SPARE]
            else:
                frame[TODO] = 0
                child[DEAD + t] |= frame[SPARE]
        else:
            site = first_of(frame[TODO])
            bit = 1 << site
            added, gone = bit, bit
            if stacking:
                added = under[site] & empty & ~frame[OWN]
                gone = over[site]
            frame[FREE] &= ~gone
            frame[TODO] &= frame[FREE]
            child[OWN] |= added
            child[FREE] &= ~added
        spent += 1
        state[NODES] += 1
        used = size_of(child[OWN] & ~start)
        short = state[BEST] - 1 - used
        if short < 0:
            continue
        action, points, which, left = look(near, child, corners, far, count, empty, short)
        if action < 0:
            continue
        if action == 0:
            state[BEST] = used
            state[PLAN] = child[OWN] & ~start
            continue
        if short == 0:
            continue
        child[KIND] = HIT if action == 1 else SPLIT
        child[TODO] = points if action == 1 else 3
        child[SPARE] = points
        child[TARGET] = which
        state[DEPTH] = depth + 1
    return True
