"""All ways to a goal in Partition: the smallest sets of points that reach it if nobody interferes.

Whether a player holds a corner depends on his own balls alone, and more of them never hurt. So a
goal is reached exactly when the balls added contain one of its minimal sets, and what the other
side does is only to occupy points of them: the game becomes a Maker-Breaker game on these sets
(`model.search.maker_breaker`).

The sets are found by branching on what must be hit. If a player does not hold a corner, then with
every other point in the opponent's hands the opponent holds it (in a full pyramid exactly one of
the two does), by some balls that hold it alone; the player's set must contain one of the empty
points among these. An escape is such a structure, where there is one; else the opponent wraps
round, and points are taken from all he has as long as he still holds.
"""

# Slices are copied site by site: each slice assignment would cost a second of compiling.

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from model.boards.lattice import CORNERS, PyramidLattice
from model.connection.flood import escapes, label
from model.connection.groups import corner_bits
from model.kernels import Ints, kernel

FREE, OWN, BARRED = 0, 1, 2
MOST_SETS = 60_000
"""Sets beyond which an enumeration is given up."""
_BREATH = 12_000
"""Points times nodes between two looks at the stop function: some 10 ms, but for one node."""

DEPTH, COUNT, NODES, FULL = range(4)


@kernel
def holds(
    indptr: Ints, indices: Ints, walls: Ints, mask: Ints, corner: int, near: int, far: int
) -> bool:
    """Tell whether one group of `mask` isolates a corner and reaches a far wall."""
    n = mask.shape[0]
    labels = label(indptr, indices, mask)
    count = 0
    for site in range(n):
        count = max(count, labels[site] + 1)
    touched = np.zeros(count, np.uint8)
    for site in range(n):
        if labels[site] >= 0:
            touched[labels[site]] |= walls[site]
    seen = np.zeros(n, np.int32)
    stack = np.empty(n, np.int32)
    for group in range(count):
        if not touched[group] & far:
            continue
        if labels[corner] != group and touched[group] & near != near:
            continue
        stamp = np.int64(group + 1)
        left = escapes(
            indptr, indices, walls, labels, np.int64(group), corner, far, seen, stamp, stack
        )
        if left >= 0:
            return True
    return False


@kernel
def cheapest_way(
    indptr: Ints,
    indices: Ints,
    walls: Ints,
    status: Ints,
    closed: Ints,
    corner: int,
    far: int,
    way: Ints,
) -> int:
    """Find the escape with the fewest free points: their number, the points in `way`; -1: none.

    `closed` (n,) uint8 points are not walked through.
    """
    n = status.shape[0]
    if status[corner] == OWN or closed[corner]:
        return -1
    came = np.full(n, -2, np.int32)
    now = np.empty(n, np.int32)
    later = np.empty(n, np.int32)
    height, waiting, price = 0, 0, 0
    came[corner] = -1
    if status[corner] == FREE:
        later[0] = corner
        waiting = 1
    else:
        now[0] = corner
        height = 1
    end = -1
    while True:
        if height == 0:
            if waiting == 0:
                return -1
            price += 1
            now, later = later, now
            height, waiting = waiting, 0
        height -= 1
        site = now[height]
        if walls[site] & far:
            end = site
            break
        for k in range(indptr[site], indptr[site + 1]):
            other = indices[k]
            if came[other] != -2 or status[other] == OWN or closed[other]:
                continue
            came[other] = site
            if status[other] == FREE:
                later[waiting] = other
                waiting += 1
            else:
                now[height] = other
                height += 1
    at = 0
    while end >= 0:
        if status[end] == FREE:
            way[at] = end
            at += 1
        end = came[end]
    return at


@kernel
def must_hit(
    indptr: Ints,
    indices: Ints,
    walls: Ints,
    status: Ints,
    corner: int,
    near: int,
    far: int,
    left: int,
    way: Ints,
) -> int:
    """Find points of which the player needs one: their number, the points in `way`.

    0: it cannot be done with `left` balls more; -1: the corner is held.
    """
    n = status.shape[0]
    closed = np.zeros(n, np.uint8)
    price = cheapest_way(indptr, indices, walls, status, closed, corner, far, way)
    if price == 0:
        return 0
    if price > 0:
        # As many balls are needed as there are escapes with no free point in common.
        other = np.empty(n, np.int32)
        for i in range(price):
            closed[way[i]] = 1
        apart = 1
        while True:
            more = cheapest_way(indptr, indices, walls, status, closed, corner, far, other)
            if more == 0:
                return 0
            if more < 0:
                break
            apart += 1
            if apart > left:
                return 0
            for i in range(more):
                closed[other[i]] = 1
        return price
    mask = np.zeros(n, np.uint8)
    for site in range(n):
        mask[site] = status[site] == OWN
    if holds(indptr, indices, walls, mask, corner, near, far):
        return -1
    for site in range(n):
        mask[site] = status[site] != OWN
    if left == 0:
        return 0
    # The other side wraps round: what it does not need for that goes. Points go in blocks, since it
    # needs few of them: a block without which it still holds has none, another one is halved.
    price, end, block = 0, n, n
    while end > 0:
        first = max(0, end - block)
        for site in range(first, end):
            if status[site] == FREE:
                mask[site] = 0
        if holds(indptr, indices, walls, mask, corner, near, far):
            end, block = first, 2 * block
            continue
        for site in range(first, end):
            if status[site] == FREE:
                mask[site] = 1
        block = (end - first) // 2
        if block == 0:
            way[price] = first
            price += 1
            end, block = first, 1
    return price


@kernel
def enumerate_sets(
    indptr: Ints,
    indices: Ints,
    walls: Ints,
    corners: Ints,
    near: Ints,
    far: Ints,
    status: Ints,
    most: int,
    frames: Ints,
    pool: Ints,
    found: Ints,
    state: Ints,
    allowance: int,
) -> bool:
    """Go on with an enumeration for `allowance` nodes; True when it is finished.

    `frames` (most + 2, 3): span of a node's points in `pool` and the one tried. `found` (sets,
    most) int16, -1 behind the last. `state`: DEPTH, COUNT, NODES, FULL.
    """
    n = status.shape[0]
    way = np.empty(n, np.int32)
    best = np.empty(n, np.int32)
    until = state[NODES] + allowance
    while state[DEPTH] >= 0:
        if state[NODES] >= until:
            return False
        depth = state[DEPTH]
        if not step_on(status, frames[depth], pool, state):
            continue
        state[NODES] += 1
        # Frame 0 is the start, so at depth d there are d balls played.
        least = next_points(
            indptr, indices, walls, corners, near, far, status, most - depth, way, best
        )
        if least == 0:
            continue
        if least < 0:
            if not note_set(frames, pool, found, state, most):
                return True
            continue
        if depth == most:
            continue
        start = frames[depth, 1]
        for i in range(least):
            pool[start + i] = best[i]
        frames[depth + 1, 0] = start
        frames[depth + 1, 1] = start + least
        frames[depth + 1, 2] = start
        state[DEPTH] = depth + 1
    return True


@kernel
def step_on(status: Ints, frame: Ints, pool: Ints, state: Ints) -> bool:
    """Play the next point of a node; False when it has none left and is gone back from."""
    depth = state[DEPTH]
    first, last, cursor = frame[0], frame[1], frame[2]
    if depth == 0:
        if cursor > 0:
            state[DEPTH] = -1
            return False
        frame[2] = 1
        return True
    if cursor > first:
        status[pool[cursor - 1]] = BARRED  # all sets with it are done
    if cursor == last:
        for i in range(first, last):
            status[pool[i]] = FREE
        state[DEPTH] = depth - 1
        return False
    status[pool[cursor]] = OWN
    frame[2] = cursor + 1
    return True


@kernel
def next_points(
    indptr: Ints, indices: Ints, walls: Ints, corners: Ints, near: Ints, far: Ints,
    status: Ints, left: int, way: Ints, best: Ints,
) -> int:  # fmt: skip
    """Find the fewest points one of which is needed: their number, the points in `best`.

    0: the goal cannot be reached with `left` balls more; -1: it is reached.
    """
    least = -1
    for t in range(corners.shape[0]):
        price = must_hit(indptr, indices, walls, status, corners[t], near[t], far[t], left, way)
        if price < 0:
            continue
        if price == 0:
            return 0
        if least < 0 or price < least:
            least = price
            for i in range(price):
                best[i] = way[i]
    return least


@kernel
def note_set(frames: Ints, pool: Ints, found: Ints, state: Ints, most: int) -> bool:
    """Write down the points played as one more set; False when there is no room."""
    if state[COUNT] >= found.shape[0]:
        state[FULL] = 1
        return False
    row = found[state[COUNT]]
    for i in range(most):
        row[i] = -1
    for d in range(1, state[DEPTH] + 1):
        row[d - 1] = pool[frames[d, 2] - 1]
    state[COUNT] += 1
    return True


def sets_for(
    lattice: PyramidLattice,
    own: npt.NDArray[np.bool_],
    other: npt.NDArray[np.bool_],
    corners: Sequence[str],
    most: int,
    pause: Callable[[], None],
) -> list[int] | None:
    """Return the sets of at most `most` empty points by which `own` comes to hold all `corners`.

    Parameters
    ----------
    own, other
        (n,) bool masks of the balls.
    pause
        Called every 10 ms or so.

    Returns
    -------
    list of int or None
        Each set as an integer with the bits of its sites; every way to the goal contains one of
        them. None when there are too many.
    """
    bits = corner_bits(lattice)
    at = np.array([CORNERS.index(corner) for corner in corners])
    status = np.zeros(len(lattice), np.uint8)
    status[own] = OWN
    status[other] = BARRED
    frames = np.zeros((most + 2, 3), np.int64)
    pool = np.zeros((most + 2) * len(lattice), np.int32)
    found = np.empty((MOST_SETS, max(most, 1)), np.int16)
    state = np.zeros(4, np.int64)
    graph = (lattice.indptr, lattice.indices, lattice.wall_bits)
    targets = (bits.sites[at], bits.near[at], bits.far[at])
    nodes = max(1, _BREATH // len(lattice))
    while not enumerate_sets(*graph, *targets, status, most, frames, pool, found, state, nodes):
        pause()
    if state[FULL]:
        return None
    rows = found[: int(state[COUNT])].tolist()
    return [sum(1 << site for site in row if site >= 0) for row in rows]
