"""The loop of the cheapest-plan search: judge a node, branch, take back.

What the search is and how it prunes is told in `plan_search_kernels`.
"""

from __future__ import annotations

import numpy as np

from model.connection.plan_search_kernels import (
    BASE,
    BEST,
    BORDER,
    CURSOR,
    CUT_SHORT,
    DEPTH,
    FIRST,
    FOUND,
    FREE,
    HIT,
    KIND,
    LAST,
    MARK,
    PLAYED,
    ROOT,
    SPLIT,
    STAMP,
    TARGET,
    TRAIL,
    UNTIL,
    USED,
    WORK,
    Graph,
    Room,
    bar,
    isolating,
    play,
    put,
    rings,
    spread_dead,
    take_back,
    way_out,
)
from model.kernels import Int, Ints, kernel

PRUNE, DONE = -1, 3
"""What `judge_node` may answer besides HIT and SPLIT."""


@kernel
def too_dear(graph: Graph, room: Room, prices: Ints) -> bool:
    """Tell whether the corners together need more balls than a better plan may have.

    Collects sets of playable points, each of which must give a ball, no two with a point in common:
    escapes of the open corners first, then rings about the groups bound to a corner, innermost
    first and the corners in turn (moats, as for Steiner trees).

    Parameters
    ----------
    prices
        (t,) the fewest playable points of an escape of an open corner, minus the number of rings
        of a bound group, 0 else.
    """
    state = room.state
    short = state[BEST] - 1 - state[USED]
    state[STAMP] += 1
    taken = state[STAMP]
    closed = room.scratch[1]
    needed, widest = 0, 0
    for t in range(prices.shape[0]):
        widest = max(widest, -prices[t])
        while prices[t] > 0 and state[WORK] < state[UNTIL]:
            price = way_out(graph, room, t, taken)
            if price <= 0:
                break
            for i in range(price):
                closed[room.way[i]] = taken
            needed += 1
    for ring in range(widest):
        for t in range(prices.shape[0]):
            if -prices[t] <= ring:
                continue
            first = room.ring_ends[t, ring - 1] if ring > 0 else 0
            last = room.ring_ends[t, ring]
            apart = True
            for i in range(first, last):
                if closed[room.ring_sites[t, i]] == taken:
                    apart = False
                    break
            if apart:
                needed += 1
                for i in range(first, last):
                    closed[room.ring_sites[t, i]] = taken
    return bool(needed > short)


@kernel
def note_points(room: Room, count: int) -> bool:
    """Copy the first points of ``room.way`` to the border of the pool; False when it is full."""
    border = room.state[BORDER]
    if border + count > room.pool.shape[0]:
        room.state[CUT_SHORT] = 1
        return False
    for i in range(count):
        room.pool[border + i] = room.way[i]
    return True


@kernel
def sort_points(room: Room, first: int, last: int) -> None:
    """Sort a span of the pool, by insertion: it is short."""
    for i in range(first + 1, last):
        site = room.pool[i]
        at = i
        while at > first and room.pool[at - 1] > site:
            room.pool[at] = room.pool[at - 1]
            at -= 1
        room.pool[at] = site


@kernel
def judge_node(graph: Graph, room: Room, stacking: bool) -> tuple[int, int, int, int]:
    """Judge a node: what to do, at which corner, with how many points (left in the pool), seed.

    The points of a HIT stand in the pool from ``state[BORDER]`` on.
    """
    n = room.way.shape[0]
    state, cells = room.state, room.cells
    short = state[BEST] - 1 - state[USED]
    action, which, size, seed = DONE, -1, n + 1, -1
    prices = np.zeros(graph.corners.shape[0], np.int32)
    for t in range(graph.corners.shape[0]):
        if cells[n + 3 + t] == 1:
            continue
        if cells[n + t] >= 0:
            price, ring, _ = rings(graph, room, t)
            if price < 0 or price > short:
                return PRUNE, t, 0, -1
            if price == 0:
                put(room, n + 3 + t, np.int32(1))
                continue
            prices[t] = -price
            if ring < size:
                action, which, size = HIT, t, ring
                if not note_points(room, ring):
                    return PRUNE, t, 0, -1
            continue
        state[STAMP] += 1
        taken = state[STAMP]
        price = way_out(graph, room, t, taken)
        if price == 0:
            return PRUNE, t, 0, -1
        if price > 0:
            prices[t] = price
            if price < size:
                action, which, size = HIT, t, price
                if not note_points(room, price):
                    return PRUNE, t, 0, -1
            # As many balls are needed as there are escapes with no playable point in common.
            apart = 0
            while price > 0 and state[WORK] < state[UNTIL]:
                apart += 1
                if apart > short:
                    return PRUNE, t, 0, -1
                for i in range(price):
                    room.scratch[1, room.way[i]] = taken
                price = way_out(graph, room, t, taken)
            continue
        site, touched, played = isolating(graph, room, t)
        if touched & graph.far[t]:
            put(room, n + 3 + t, np.int32(1))
            continue
        if short == 0:
            return PRUNE, t, 0, -1
        if played > 0 and graph.corners.shape[0] == 1 and not stacking:
            # Balls were played in it, which would be wasted if it did not serve.
            put(room, n + t, np.int32(site))
            action, which, size = HIT, t, 0
            continue
        if size > 2:
            action, which, size, seed = SPLIT, t, 2, site
    if prices.shape[0] > 1 and too_dear(graph, room, prices):
        return PRUNE, which, 0, -1
    return action, which, size, seed


@kernel
def keep_best(room: Room) -> None:
    """Remember the balls played as the best plan."""
    n = room.way.shape[0]
    room.state[BEST] = room.state[USED]
    room.state[FOUND] = 1
    for site in range(n):
        room.plan[site] = room.cells[site] == PLAYED


@kernel
def finish(graph: Graph, room: Room) -> bool:
    """Free rules, every corner held but one whose group is bound: the shortest way is best.

    True when that settles the node.
    """
    n = room.way.shape[0]
    last: Int = np.int64(-1)
    for t in range(graph.corners.shape[0]):
        if room.cells[n + 3 + t] == 1:
            continue
        if last >= 0 or room.cells[n + t] < 0:
            return False
        last = t
    if last < 0:
        return False
    price, _, end = rings(graph, room, last)
    if price >= 0 and room.state[USED] + price < room.state[BEST]:
        keep_best(room)
        room.state[BEST] += price
        while end >= 0:
            if room.cells[end] == FREE:
                room.plan[end] = 1
            end = room.scratch[2, end]
    return True


@kernel
def next_branch(graph: Graph, room: Room, frame: Ints, stacking: bool) -> bool:
    """Do what a node tries next; False when it has tried all and is gone back from."""
    n = room.way.shape[0]
    state, cells = room.state, room.cells
    t = np.int64(frame[TARGET])
    cursor = frame[CURSOR]
    if frame[KIND] == HIT:
        if cursor > frame[FIRST]:
            # Every plan with the last point is done: from here on without it.
            before = room.pool[cursor - 1]
            if cells[before] == FREE:
                bar(graph, room, before, stacking)
                frame[MARK] = state[TRAIL]
        while cursor < frame[LAST] and cells[room.pool[cursor]] != FREE:
            cursor += 1
        if cursor < frame[LAST]:
            frame[CURSOR] = cursor + 1
            play(graph, room, room.pool[cursor], stacking, state[BEST])
            return True
    else:
        frame[CURSOR] = cursor + 1
        if cursor < 2 and (frame[KIND] != ROOT or cursor < 1):
            if frame[KIND] == SPLIT:
                seed = room.pool[frame[FIRST]]
                if cursor == 0:
                    put(room, n + t, seed)
                else:
                    spread_dead(graph, room, t, np.int32(seed))
            return True
    take_back(room, frame[BASE])
    state[DEPTH] -= 1
    return False


@kernel
def descend(room: Room, action: int, which: int, size: int, seed: int, stacking: bool) -> None:
    """Make a node of what `judge_node` has found, where there is room for it."""
    state = room.state
    depth, first = state[DEPTH], state[BORDER]
    if depth + 2 > room.frames.shape[0] or first >= room.pool.shape[0]:
        state[CUT_SHORT] = 1
        return
    if action == SPLIT:
        room.pool[first] = seed
        size = 1
    elif stacking:
        # Lowest first: what is ruled out low down rules out all above it.
        sort_points(room, first, first + size)
    child = room.frames[depth + 1]
    child[KIND], child[TARGET] = action, which
    child[FIRST], child[LAST] = first, first + size
    child[CURSOR] = first if action == HIT else 0
    child[BASE] = child[MARK] = state[TRAIL]
    state[DEPTH] = depth + 1


@kernel
def search(graph: Graph, room: Room, stacking: bool, allowance: int) -> bool:
    """Go on with a search until `allowance` more sites were seen; True when it is finished."""
    state = room.state
    state[UNTIL] = state[WORK] + allowance
    while state[DEPTH] >= 0:
        if state[WORK] >= state[UNTIL]:
            return False
        frame = room.frames[state[DEPTH]]
        take_back(room, frame[MARK])
        state[BORDER] = frame[LAST]
        if not next_branch(graph, room, frame, stacking) or state[USED] >= state[BEST]:
            continue
        action, which, size, seed = judge_node(graph, room, stacking)
        if action == DONE:
            keep_best(room)
            continue
        if action == PRUNE or state[USED] + 1 >= state[BEST]:
            continue
        if stacking or not finish(graph, room):
            descend(room, action, which, size, seed, stacking)
    return True
