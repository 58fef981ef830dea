"""The search for cheapest plans: which points must be played so that corners are held.

A plan must block every escape, so some escape is taken and one of its points must be in the plan:
branch on which is the first of them, with those before it ruled out from then on (a hitting-set
search). Where a corner is isolated but not anchored, either the outermost isolating group is part
of the group that will hold the corner, and then a point must be played in each ring of points
between it and the far wall; or it is not, then it serves nothing at this corner and the search goes
on outside it. The branches never meet one plan twice. Those that cannot beat the best plan known
are cut off by counting rings, or escapes that share no point.

The position is one int32 array `cells`, changed in place and taken back from a trail::

    [0, n)            status of each site
    n + t             a site of the group bound to hold corner t, -1 while undecided
    n + 3 + t         1 when corner t is held
    n + 6 + t         1 when some group is out of play at corner t
    n + 9 + t n + s   1 when the ball on site s is out of play at corner t
"""

# Slices are copied site by site: each slice assignment would cost a second of compiling.

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from model.connection.flood import escapes, label
from model.kernels import Int, Ints, kernel

BARRED, OWN, PLAYED, FREE = 0, 1, 2, 3
"""Status: the opponent's or ruled out; the player's before; played by the plan; may be played."""

HIT, SPLIT, ROOT = 0, 1, 2
KIND, TARGET, FIRST, LAST, CURSOR, BASE, MARK = 0, 1, 2, 3, 4, 5, 6
FRAME = 7
"""A frame: its kind, corner, the span of its points in the pool, the one tried, trail marks."""

DEPTH, BEST, USED, TRAIL, STAMP, WORK, UNTIL, FOUND, CUT_SHORT, BORDER, STATE = range(11)
"""State kept between calls. BEST: balls to beat; FOUND: 1 once `plan` beats it; WORK: sites seen;
UNTIL: the work after which to pause; CUT_SHORT: 1 when a branch was dropped for lack of room."""


class Graph(NamedTuple):
    """What the search knows of the lattice (see `PyramidLattice`), and of the corners to hold.

    `corners` (t,) int32 sites, `near` and `far` (t,) uint8 wall bits, t from 1 to 3.
    """

    indptr: Ints
    indices: Ints
    walls: Ints
    supports: Ints
    carried: Ints
    corners: Ints
    near: Ints
    far: Ints


class Room(NamedTuple):
    """The arrays a search works in, all int32.

    `cells` (4n + 9,), `trail` (2, 4n + 9) indices and old values, `frames` (depth, FRAME), `pool`
    of branch points, `scratch` (5, n): seen, taken, came, two queues; `way` (n,), `plan` (n,).
    `ring_sites` (3, n) and `ring_ends` (3, n) keep the rings that `rings` met, a corner a row.
    """

    cells: Ints
    trail: Ints
    frames: Ints
    pool: Ints
    scratch: Ints
    way: Ints
    plan: Ints
    ring_sites: Ints
    ring_ends: Ints
    state: Ints


@kernel
def put(room: Room, index: Int, value: Int) -> None:
    """Change a cell and note the old value."""
    at = room.state[TRAIL]
    room.trail[0, at] = index
    room.trail[1, at] = room.cells[index]
    room.cells[index] = value
    room.state[TRAIL] = at + 1


@kernel
def take_back(room: Room, mark: int) -> None:
    """Undo every change made since the trail was `mark` long."""
    n = room.way.shape[0]
    for at in range(room.state[TRAIL] - 1, mark - 1, -1):
        index = room.trail[0, at]
        if index < n and room.cells[index] == PLAYED:
            room.state[USED] -= 1
        room.cells[index] = room.trail[1, at]
    room.state[TRAIL] = mark


@kernel
def spread_dead(graph: Graph, room: Room, t: Int, site: Int) -> None:
    """Put the group of `site` out of play at corner `t`."""
    n = room.way.shape[0]
    dead = n + 9 + t * n
    queue = room.scratch[3]
    if room.cells[n + 6 + t] == 0:
        put(room, n + 6 + t, np.int32(1))
    put(room, dead + site, np.int32(1))
    queue[0] = site
    height = 1
    while height > 0:
        height -= 1
        ball = queue[height]
        for k in range(graph.indptr[ball], graph.indptr[ball + 1]):
            other = graph.indices[k]
            own = room.cells[other] in (OWN, PLAYED)
            if own and room.cells[dead + other] == 0:
                put(room, dead + other, np.int32(1))
                queue[height] = other
                height += 1


@kernel
def play(graph: Graph, room: Room, site: Int, stacking: bool, limit: int) -> None:
    """Play `site`, when stacking with every empty point under it; stops early past `limit`."""
    n = room.way.shape[0]
    queue = room.scratch[4]
    queue[0] = site
    put(room, np.int64(site), np.int32(PLAYED))
    height, added = 1, 1
    while height > 0 and added <= limit:
        height -= 1
        ball = queue[height]
        for t in range(graph.corners.shape[0]):
            dead = n + 9 + t * n
            if room.cells[n + 6 + t] == 0 or room.cells[dead + ball] == 1:
                continue
            for k in range(graph.indptr[ball], graph.indptr[ball + 1]):
                if room.cells[dead + graph.indices[k]] == 1:
                    spread_dead(graph, room, t, ball)
                    break
        if not stacking:
            break
        for k in range(4):
            under = graph.supports[ball, k]
            if under >= 0 and room.cells[under] == FREE:
                put(room, np.int64(under), np.int32(PLAYED))
                added += 1
                queue[height] = under
                height += 1
    room.state[USED] += added


@kernel
def bar(graph: Graph, room: Room, site: Int, stacking: bool) -> None:
    """Rule `site` out, when stacking with every empty point that rests on it."""
    queue = room.scratch[4]
    queue[0] = site
    put(room, np.int64(site), np.int32(BARRED))
    height = 1 if stacking else 0
    while height > 0:
        height -= 1
        ball = queue[height]
        for k in range(4):
            above = graph.carried[ball, k]
            if above >= 0 and room.cells[above] == FREE:
                put(room, np.int64(above), np.int32(BARRED))
                queue[height] = above
                height += 1


@kernel
def playable(graph: Graph, room: Room, t: Int, site: Int) -> bool:
    """Tell whether a ball on `site` could serve at corner `t`: free, not beside a dead group."""
    if room.cells[site] != FREE:
        return False
    n = room.way.shape[0]
    if room.cells[n + 6 + t] == 1:
        dead = n + 9 + t * n
        for k in range(graph.indptr[site], graph.indptr[site + 1]):
            if room.cells[dead + graph.indices[k]] == 1:
                return False
    return True


@kernel
def blocks(room: Room, t: Int, site: Int) -> bool:
    """Tell whether an own ball stands on `site` that serves at corner `t`."""
    status = room.cells[site]
    n = room.way.shape[0]
    if status not in (OWN, PLAYED):
        return False
    return bool(room.cells[n + 9 + t * n + site] == 0)


@kernel
def way_out(graph: Graph, room: Room, t: Int, taken: int) -> int:
    """Find the escape from corner `t` with the fewest playable points: their number.

    Points whose `taken` mark is set are closed. The playable points are left in ``room.way`` from
    the corner outwards; -1 when there is no escape.
    """
    seen, closed, came = room.scratch[0], room.scratch[1], room.scratch[2]
    now, later = room.scratch[3], room.scratch[4]
    room.state[STAMP] += 1
    stamp = room.state[STAMP]
    far = graph.far[t]
    corner = graph.corners[t]
    if blocks(room, t, corner) or closed[corner] == taken:
        return -1
    waiting, height, price = 0, 0, 0
    seen[corner] = stamp
    came[corner] = -1
    if playable(graph, room, t, corner):
        later[0] = corner
        waiting = 1
    else:
        now[0] = corner
        height = 1
    while True:
        if height == 0:
            if waiting == 0:
                return -1
            price += 1
            now, later = later, now
            height, waiting = waiting, 0
        height -= 1
        site = now[height]
        room.state[WORK] += 1
        if graph.walls[site] & far:
            break
        for k in range(graph.indptr[site], graph.indptr[site + 1]):
            other = graph.indices[k]
            if seen[other] == stamp or closed[other] == taken or blocks(room, t, other):
                continue
            seen[other] = stamp
            came[other] = site
            if playable(graph, room, t, other):
                later[waiting] = other
                waiting += 1
            else:
                now[height] = other
                height += 1
    at = price
    while site >= 0:
        if playable(graph, room, t, site):
            at -= 1
            room.way[at] = site
        site = came[site]
    return price


@kernel
def rings(graph: Graph, room: Room, t: Int) -> tuple[int, int, int]:
    """Count the balls that lead the group bound to corner `t` to a far wall.

    Returns their number (0: anchored, -1: no way), the smallest ring of points that every way
    crosses (left in ``room.way``), and the site the shortest way ends on (walk it by ``came``).
    """
    seen, came = room.scratch[0], room.scratch[2]
    now, later = room.scratch[3], room.scratch[4]
    room.state[STAMP] += 1
    stamp = room.state[STAMP]
    n = room.way.shape[0]
    seed = room.cells[n + t]
    seen[seed] = stamp
    came[seed] = -1
    now[0] = seed
    height, waiting, price, smallest, kept = 1, 0, 0, n + 1, 0
    while True:
        if height == 0:
            if waiting == 0:
                return -1, 0, -1
            for i in range(waiting):
                room.ring_sites[t, kept + i] = later[i]
            kept += waiting
            room.ring_ends[t, price] = kept
            price += 1
            if waiting < smallest:
                smallest = waiting
                for i in range(waiting):
                    room.way[i] = later[i]
            now, later = later, now
            height, waiting = waiting, 0
        height -= 1
        site = now[height]
        room.state[WORK] += 1
        if graph.walls[site] & graph.far[t]:
            return price, smallest, site
        for k in range(graph.indptr[site], graph.indptr[site + 1]):
            other = graph.indices[k]
            if seen[other] == stamp or room.cells[other] == BARRED:
                continue
            seen[other] = stamp
            came[other] = site
            if room.cells[other] == FREE:
                later[waiting] = other
                waiting += 1
            else:
                now[height] = other
                height += 1


@kernel
def isolating(graph: Graph, room: Room, t: Int) -> tuple[int, int, int]:
    """Find the outermost group in play that isolates corner `t`.

    Returns a site of it (-1: none), the bits of the walls it touches, and the number of its balls
    that the plan played.
    """
    n = room.way.shape[0]
    colour = np.zeros(n, np.uint8)
    for site in range(n):
        colour[site] = blocks(room, t, np.int32(site))
    labels = label(graph.indptr, graph.indices, colour)
    count = 0
    for site in range(n):
        count = max(count, labels[site] + 1)
    touched = np.zeros(count, np.uint8)
    first = np.full(count, -1, np.int32)
    played = np.zeros(count, np.int32)
    for site in range(n):
        group = labels[site]
        if group >= 0:
            touched[group] |= graph.walls[site]
            if first[group] < 0:
                first[group] = site
            if room.cells[site] == PLAYED:
                played[group] += 1
    room.state[WORK] += n
    corner, near, far = graph.corners[t], graph.near[t], graph.far[t]
    best, most = -1, -1
    for group in range(count):
        if labels[corner] != group and touched[group] & near != near:
            continue
        room.state[STAMP] += 1
        flooded = escapes(
            graph.indptr,
            graph.indices,
            graph.walls,
            labels,
            np.int64(group),
            np.int32(corner),
            far,
            room.scratch[0],
            np.int64(room.state[STAMP]),
            room.scratch[3],
        )
        room.state[WORK] += abs(flooded)
        if flooded > most:
            best, most = group, flooded
    if best < 0:
        return -1, 0, 0
    return first[best], touched[best], played[best]
