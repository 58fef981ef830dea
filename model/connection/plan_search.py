"""The search for cheapest plans: which points must be played so that corners are held.

A plan must block every escape, so some escape is taken and one of its points must be in the plan:
branch on which is the first of them, with those before it ruled out from then on (a hitting-set
search). Where a corner is isolated but not anchored, either the outermost isolating group is part
of the group that will hold the corner, and then a point must be played in each ring of points
between it and the far wall; or it is not, then it serves nothing at this corner and the search goes
on outside it. The branches never meet one plan twice. Those that cannot beat the best plan known
are cut off by counting rings, or escapes that share no point.

`PlanFinder` is the search as the rest of the program has it, to be gone on with at any time.
"""

# Slices are copied site by site: each slice assignment would cost a second of compiling.

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.boards.lattice import PyramidLattice
from model.connection.flood import Graph, escapes, label
from model.connection.groups import Mask, graph_of
from model.kernels import Int, Ints, kernel

Interrupt = Callable[[], bool] | npt.NDArray[np.uint8] | None
"""How a caller ends a search early: a function asked again and again, or an array watched until it
is no longer all zero."""

BARRED, OWN, PLAYED, FREE = 0, 1, 2, 3
"""Status: the opponent's or ruled out; the player's before; played by the plan; may be played."""

PRUNE, HIT, SPLIT, ROOT, DONE = -1, 0, 1, 2, 3
"""What `judge_node` says of a node. HIT and SPLIT become frames; ROOT is the first frame."""


KIND, CORNER, FIRST, LAST, CURSOR, BASE, MARK, FRAME = range(8)
"""A frame, a node on the way down: its kind and corner; the span of its points in the pool, and the
one to be tried next; how long the trail was when it was made, and when its next branch begins."""

ACTION, SIZE, SEED = 0, 2, 3
"""What a node branches on (`choice`): HIT or SPLIT, at which CORNER, on how many points, from the
border of the pool on; the seed of a SPLIT is a site of the group that may hold the corner."""

DEPTH, BEST, USED, TRAIL, STAMP, WORK, UNTIL, FOUND, CUT_SHORT, BORDER, STATE = range(11)
"""State kept between calls. BEST: balls to beat; FOUND: 1 once `plan` beats it; WORK: sites seen;
UNTIL: the work after which to pause; CUT_SHORT: 1 when a branch was dropped for lack of room."""

_BREATH = 50_000
"""Sites a kernel may see before `Interrupt` is asked again: some 2 ms."""


class PlanWorkspace(NamedTuple):
    """The arrays a search works in, int32 but for `state` and `choice`.

    Attributes
    ----------
    cells
        (4n + 9,) the position, changed by `put` alone and taken back from the trail. Its parts are
        `status` (n,) of each site; `bound` (3,) a site of the group bound to hold a corner, -1
        while undecided; `held` (3,) 1 when the corner is held; `retired` (3,) 1 when some group is
        out of play at the corner; `dead` (3, n) 1 when the ball on a site is out of play there.
    trail
        (2, 4n + 9) which cells were changed, and their old values.
    frames, state, choice
        (depth, FRAME), (STATE,) and (4,): see there.
    pool
        The points of all frames.
    seen, closed, came, now, later
        (n,) marks of a walk over sites, where it came from, and its queues.
    way, plan
        (n,) the points of the last way out or ring; which sites the best plan plays.
    ring_sites, ring_ends
        (3, n) the rings that `rings` met, a corner a row.
    prices
        (3,) of each corner: the fewest playable points of an escape where it is open, minus the
        number of rings where a group is bound, 0 else.
    """

    cells: Ints
    status: Ints
    bound: Ints
    held: Ints
    retired: Ints
    dead: Ints
    trail: Ints
    frames: Ints
    pool: Ints
    seen: Ints
    closed: Ints
    came: Ints
    now: Ints
    later: Ints
    way: Ints
    plan: Ints
    ring_sites: Ints
    ring_ends: Ints
    prices: Ints
    state: Ints
    choice: Ints


@kernel
def put(work: PlanWorkspace, index: Int, value: Int) -> None:
    """Change a cell and note the old value."""
    state = work.state
    at = state[TRAIL]
    work.trail[0, at] = index
    work.trail[1, at] = work.cells[index]
    work.cells[index] = value
    state[TRAIL] = at + 1


@kernel
def take_back(work: PlanWorkspace, mark: int) -> None:
    """Undo every change made since the trail was `mark` long."""
    n, state = work.status.shape[0], work.state
    for at in range(state[TRAIL] - 1, mark - 1, -1):
        index = work.trail[0, at]
        if index < n and work.cells[index] == PLAYED:
            state[USED] -= 1
        work.cells[index] = work.trail[1, at]
    state[TRAIL] = mark


@kernel
def bind(work: PlanWorkspace, t: Int, site: Int) -> None:
    """Decide that the group of `site` is to hold corner `t`."""
    put(work, work.status.shape[0] + t, site)


@kernel
def hold(work: PlanWorkspace, t: Int) -> None:
    """Note that corner `t` is held."""
    put(work, work.status.shape[0] + 3 + t, np.int32(1))


@kernel
def retire(work: PlanWorkspace, t: Int, site: Int) -> None:
    """Put the ball on `site` out of play at corner `t`."""
    n = work.status.shape[0]
    if work.retired[t] == 0:
        put(work, n + 6 + t, np.int32(1))
    put(work, n + 9 + t * n + site, np.int32(1))


@kernel
def spread_dead(graph: Graph, work: PlanWorkspace, t: Int, site: Int) -> None:
    """Put the group of `site` out of play at corner `t`."""
    queue = work.now
    retire(work, t, site)
    queue[0] = site
    height = 1
    while height > 0:
        height -= 1
        ball = queue[height]
        for k in range(graph.indptr[ball], graph.indptr[ball + 1]):
            other = graph.indices[k]
            own = work.status[other] in (OWN, PLAYED)
            if own and work.dead[t, other] == 0:
                retire(work, t, other)
                queue[height] = other
                height += 1


@kernel
def play(graph: Graph, work: PlanWorkspace, site: Int, stacking: bool, limit: int) -> None:
    """Play `site`, when stacking with every empty point under it; stops early past `limit`."""
    queue = work.later
    queue[0] = site
    put(work, np.int64(site), np.int32(PLAYED))
    height, added = 1, 1
    while height > 0 and added <= limit:
        height -= 1
        ball = queue[height]
        for t in range(graph.corners.shape[0]):
            if work.retired[t] == 0 or work.dead[t, ball] == 1:
                continue
            for k in range(graph.indptr[ball], graph.indptr[ball + 1]):
                if work.dead[t, graph.indices[k]] == 1:
                    spread_dead(graph, work, t, ball)
                    break
        if not stacking:
            break
        for k in range(4):
            under = graph.supports[ball, k]
            if under >= 0 and work.status[under] == FREE:
                put(work, np.int64(under), np.int32(PLAYED))
                added += 1
                queue[height] = under
                height += 1
    work.state[USED] += added


@kernel
def bar(graph: Graph, work: PlanWorkspace, site: Int, stacking: bool) -> None:
    """Rule `site` out, when stacking with every empty point that rests on it."""
    queue = work.later
    queue[0] = site
    put(work, np.int64(site), np.int32(BARRED))
    height = 1 if stacking else 0
    while height > 0:
        height -= 1
        ball = queue[height]
        for k in range(4):
            above = graph.carried[ball, k]
            if above >= 0 and work.status[above] == FREE:
                put(work, np.int64(above), np.int32(BARRED))
                queue[height] = above
                height += 1


@kernel
def playable(graph: Graph, work: PlanWorkspace, t: Int, site: Int) -> bool:
    """Tell whether a ball on `site` could serve at corner `t`: free, not beside a dead group."""
    if work.status[site] != FREE:
        return False
    if work.retired[t] == 1:
        for k in range(graph.indptr[site], graph.indptr[site + 1]):
            if work.dead[t, graph.indices[k]] == 1:
                return False
    return True


@kernel
def blocks(work: PlanWorkspace, t: Int, site: Int) -> bool:
    """Tell whether an own ball stands on `site` that serves at corner `t`."""
    return bool(work.status[site] in (OWN, PLAYED) and work.dead[t, site] == 0)


@kernel
def way_out(graph: Graph, work: PlanWorkspace, t: Int, taken: int) -> int:
    """Find the escape from corner `t` with the fewest playable points: their number.

    Points whose `taken` mark is set are closed. The playable points are left in `way` from
    the corner outwards; -1 when there is no escape.
    """
    seen, closed, came = work.seen, work.closed, work.came
    now, later = work.now, work.later
    state = work.state
    state[STAMP] += 1
    stamp = state[STAMP]
    far = graph.far[t]
    corner = graph.corners[t]
    if blocks(work, t, corner) or closed[corner] == taken:
        return -1
    waiting, height, price = 0, 0, 0
    seen[corner] = stamp
    came[corner] = -1
    if playable(graph, work, t, corner):
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
        state[WORK] += 1
        if graph.walls[site] & far:
            break
        for k in range(graph.indptr[site], graph.indptr[site + 1]):
            other = graph.indices[k]
            if seen[other] == stamp or closed[other] == taken or blocks(work, t, other):
                continue
            seen[other] = stamp
            came[other] = site
            if playable(graph, work, t, other):
                later[waiting] = other
                waiting += 1
            else:
                now[height] = other
                height += 1
    at = price
    while site >= 0:
        if playable(graph, work, t, site):
            at -= 1
            work.way[at] = site
        site = came[site]
    return price


@kernel
def rings(graph: Graph, work: PlanWorkspace, t: Int) -> tuple[int, int, int]:
    """Count the balls that lead the group bound to corner `t` to a far wall.

    Returns their number (0: anchored, -1: no way), the smallest ring of points that every way
    crosses (left in `way`), and the site the shortest way ends on (walk it by ``came``).
    """
    seen, came = work.seen, work.came
    now, later = work.now, work.later
    n, state = work.status.shape[0], work.state
    state[STAMP] += 1
    stamp = state[STAMP]
    seed = work.bound[t]
    seen[seed] = stamp
    came[seed] = -1
    now[0] = seed
    height, waiting, price, smallest, kept = 1, 0, 0, n + 1, 0
    while True:
        if height == 0:
            if waiting == 0:
                return -1, 0, -1
            for i in range(waiting):
                work.ring_sites[t, kept + i] = later[i]
            kept += waiting
            work.ring_ends[t, price] = kept
            price += 1
            if waiting < smallest:
                smallest = waiting
                for i in range(waiting):
                    work.way[i] = later[i]
            now, later = later, now
            height, waiting = waiting, 0
        height -= 1
        site = now[height]
        state[WORK] += 1
        if graph.walls[site] & graph.far[t]:
            return price, smallest, site
        for k in range(graph.indptr[site], graph.indptr[site + 1]):
            other = graph.indices[k]
            if seen[other] == stamp or work.status[other] == BARRED:
                continue
            seen[other] = stamp
            came[other] = site
            if work.status[other] == FREE:
                later[waiting] = other
                waiting += 1
            else:
                now[height] = other
                height += 1


@kernel
def mark_blocking(work: PlanWorkspace, t: Int, colour: Ints) -> None:
    """Mark in `colour` (n,) the sites of own balls that serve at corner `t`."""
    for site in range(colour.shape[0]):
        colour[site] = blocks(work, t, np.int32(site))


@kernel
def isolating(graph: Graph, work: PlanWorkspace, t: Int) -> tuple[int, int, int]:
    """Find the outermost group in play that isolates corner `t`.

    Returns a site of it (-1: none), the bits of the walls it touches, and the number of its balls
    that the plan played.
    """
    n, state = work.status.shape[0], work.state
    colour = np.zeros(n, np.uint8)
    mark_blocking(work, t, colour)
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
            if work.status[site] == PLAYED:
                played[group] += 1
    state[WORK] += n
    corner, near = graph.corners[t], graph.near[t]
    best, most = -1, -1
    for group in range(count):
        if labels[corner] != group and touched[group] & near != near:
            continue
        state[STAMP] += 1
        number, stamp = np.int64(group), np.int64(state[STAMP])
        flooded = escapes(graph, labels, number, t, work.seen, stamp, work.now)
        state[WORK] += abs(flooded)
        if flooded > most:
            best, most = group, flooded
    if best < 0:
        return -1, 0, 0
    return first[best], touched[best], played[best]


@kernel
def too_dear(graph: Graph, work: PlanWorkspace) -> bool:
    """Tell whether the corners together need more balls than a better plan may have.

    Collects sets of playable points, each of which must give a ball, no two with a point in common:
    escapes of the open corners first, then rings about the groups bound to a corner, innermost
    first and the corners in turn (moats, as for Steiner trees).
    """
    state, prices, corners = work.state, work.prices, graph.corners.shape[0]
    short = state[BEST] - 1 - state[USED]
    state[STAMP] += 1
    taken = state[STAMP]
    closed = work.closed
    needed, widest = 0, 0
    for t in range(corners):
        widest = max(widest, -prices[t])
        while prices[t] > 0 and state[WORK] < state[UNTIL]:
            price = way_out(graph, work, t, taken)
            if price <= 0:
                break
            for i in range(price):
                closed[work.way[i]] = taken
            needed += 1
    for ring in range(widest):
        for t in range(corners):
            if -prices[t] <= ring:
                continue
            first = work.ring_ends[t, ring - 1] if ring > 0 else 0
            last = work.ring_ends[t, ring]
            apart = True
            for i in range(first, last):
                if closed[work.ring_sites[t, i]] == taken:
                    apart = False
                    break
            if apart:
                needed += 1
                for i in range(first, last):
                    closed[work.ring_sites[t, i]] = taken
    return bool(needed > short)


@kernel
def sort_points(work: PlanWorkspace, first: int, last: int) -> None:
    """Sort a span of the pool, by insertion: it is short."""
    for i in range(first + 1, last):
        site = work.pool[i]
        at = i
        while at > first and work.pool[at - 1] > site:
            work.pool[at] = work.pool[at - 1]
            at -= 1
        work.pool[at] = site


@kernel
def hit(work: PlanWorkspace, t: Int, count: int) -> bool:
    """Choose to branch on the first `count` points of `way`, where no fewer were met so far.

    They are copied to the border of the pool; False when that is full.
    """
    state, choice = work.state, work.choice
    if count >= choice[SIZE]:
        return True
    if state[BORDER] + count > work.pool.shape[0]:
        state[CUT_SHORT] = 1
        return False
    for i in range(count):
        work.pool[state[BORDER] + i] = work.way[i]
    choice[ACTION], choice[CORNER], choice[SIZE] = HIT, t, count
    return True


@kernel
def judge_bound(graph: Graph, work: PlanWorkspace, t: Int) -> bool:
    """Judge a corner whose group is known; False where the node is not worth going on with."""
    state = work.state
    price, smallest, _ = rings(graph, work, t)
    if price < 0 or price > state[BEST] - 1 - state[USED]:
        return False
    if price == 0:
        hold(work, t)
        return True
    work.prices[t] = -price
    return hit(work, t, smallest)


@kernel
def judge_open(graph: Graph, work: PlanWorkspace, t: Int, stacking: bool) -> bool:
    """Judge a corner that is not held and has no group bound to it, as `judge_bound`."""
    state, choice = work.state, work.choice
    short = state[BEST] - 1 - state[USED]
    state[STAMP] += 1
    taken = state[STAMP]
    price = way_out(graph, work, t, taken)
    if price >= 0:
        work.prices[t] = price
        if price == 0 or not hit(work, t, price):
            return False
        # As many balls are needed as there are escapes with no playable point in common.
        apart = 0
        while price > 0 and state[WORK] < state[UNTIL]:
            apart += 1
            if apart > short:
                return False
            for i in range(price):
                work.closed[work.way[i]] = taken
            price = way_out(graph, work, t, taken)
        return True
    site, touched, played = isolating(graph, work, t)
    if touched & graph.far[t]:
        hold(work, t)
    elif short == 0:
        return False
    elif played > 0 and graph.corners.shape[0] == 1 and not stacking:
        # Balls were played in it, which would be wasted if it did not serve.
        bind(work, t, np.int32(site))
        choice[ACTION], choice[CORNER], choice[SIZE] = HIT, t, 0
    elif choice[SIZE] > 2:
        choice[ACTION], choice[CORNER], choice[SIZE], choice[SEED] = SPLIT, t, 2, site
    return True


@kernel
def judge_node(graph: Graph, work: PlanWorkspace, stacking: bool) -> int:
    """Judge a node: PRUNE, DONE, or HIT or SPLIT as `choice` says."""
    choice, corners = work.choice, graph.corners.shape[0]
    choice[ACTION], choice[CORNER], choice[SIZE] = DONE, -1, work.status.shape[0] + 1
    for t in range(corners):
        work.prices[t] = 0
        if work.held[t] == 1:
            continue
        if work.bound[t] >= 0:
            worth_it = judge_bound(graph, work, t)
        else:
            worth_it = judge_open(graph, work, t, stacking)
        if not worth_it:
            return PRUNE
    if corners > 1 and too_dear(graph, work):
        return PRUNE
    return int(choice[ACTION])


@kernel
def keep_best(work: PlanWorkspace) -> None:
    """Remember the balls played as the best plan."""
    state = work.state
    state[BEST], state[FOUND] = state[USED], 1
    for site in range(work.status.shape[0]):
        work.plan[site] = work.status[site] == PLAYED


@kernel
def finish(graph: Graph, work: PlanWorkspace) -> bool:
    """Free rules, every corner held but one whose group is bound: the shortest way is best.

    True when that settles the node.
    """
    state = work.state
    last: Int = np.int64(-1)
    for t in range(graph.corners.shape[0]):
        if work.held[t] == 1:
            continue
        if last >= 0 or work.bound[t] < 0:
            return False
        last = t
    if last < 0:
        return False
    price, _, end = rings(graph, work, last)
    if price >= 0 and state[USED] + price < state[BEST]:
        keep_best(work)
        state[BEST] += price
        while end >= 0:
            if work.status[end] == FREE:
                work.plan[end] = 1
            end = work.came[end]
    return True


@kernel
def next_branch(graph: Graph, work: PlanWorkspace, frame: Ints, stacking: bool) -> bool:
    """Do what a node tries next; False when it has tried all and is gone back from."""
    state = work.state
    t = np.int64(frame[CORNER])
    cursor = frame[CURSOR]
    if frame[KIND] == HIT:
        if cursor > frame[FIRST]:
            # Every plan with the last point is done: from here on without it.
            before = work.pool[cursor - 1]
            if work.status[before] == FREE:
                bar(graph, work, before, stacking)
                frame[MARK] = state[TRAIL]
        while cursor < frame[LAST] and work.status[work.pool[cursor]] != FREE:
            cursor += 1
        if cursor < frame[LAST]:
            frame[CURSOR] = cursor + 1
            play(graph, work, work.pool[cursor], stacking, state[BEST])
            return True
    else:
        frame[CURSOR] = cursor + 1
        if cursor < 2 and (frame[KIND] != ROOT or cursor < 1):
            if frame[KIND] == SPLIT:
                seed = work.pool[frame[FIRST]]
                if cursor == 0:
                    bind(work, t, seed)
                else:
                    spread_dead(graph, work, t, np.int32(seed))
            return True
    take_back(work, frame[BASE])
    state[DEPTH] -= 1
    return False


@kernel
def descend(work: PlanWorkspace, stacking: bool) -> None:
    """Make a node of what `judge_node` has chosen, where there is room for it."""
    state, choice = work.state, work.choice
    depth, first, size = state[DEPTH], state[BORDER], choice[SIZE]
    if depth + 2 > work.frames.shape[0] or first >= work.pool.shape[0]:
        state[CUT_SHORT] = 1
        return
    if choice[ACTION] == SPLIT:
        work.pool[first] = choice[SEED]
        size = 1
    elif stacking:
        # Lowest first: what is ruled out low down rules out all above it.
        sort_points(work, first, first + size)
    child = work.frames[depth + 1]
    child[KIND], child[CORNER] = choice[ACTION], choice[CORNER]
    child[FIRST], child[LAST] = first, first + size
    child[CURSOR] = first if choice[ACTION] == HIT else 0
    child[BASE] = child[MARK] = state[TRAIL]
    state[DEPTH] = depth + 1


@kernel
def search(graph: Graph, work: PlanWorkspace, stacking: bool, allowance: int) -> bool:
    """Go on with a search until `allowance` more sites were seen; True when it is finished."""
    state = work.state
    state[UNTIL] = state[WORK] + allowance
    while state[DEPTH] >= 0:
        if state[WORK] >= state[UNTIL]:
            return False
        frame = work.frames[state[DEPTH]]
        take_back(work, frame[MARK])
        state[BORDER] = frame[LAST]
        if not next_branch(graph, work, frame, stacking) or state[USED] >= state[BEST]:
            continue
        action = judge_node(graph, work, stacking)
        if action == DONE:
            keep_best(work)
            continue
        if action == PRUNE or state[USED] + 1 >= state[BEST]:
            continue
        if stacking or not finish(graph, work):
            descend(work, stacking)
    return True


class Effort:
    """The work that may still be spent, in sites seen (some 30 nanoseconds each)."""

    def __init__(self, allowance: int, stop: Interrupt) -> None:
        self.left = allowance
        self._stop = stop
        self._stopped = False

    @property
    def over(self) -> bool:
        """True when nothing is left or the caller said stop (asked anew every time)."""
        if not self._stopped and self._stop is not None:
            self._stopped = bool(
                self._stop() if callable(self._stop) else np.asarray(self._stop).any()
            )
        return self._stopped or self.left <= 0


class PlanFinder:
    """A search for the cheapest plan by which a player holds all of some corners.

    Parameters
    ----------
    own, other
        (n,) bool masks of the balls.
    corners
        One to three names of CORNERS.
    stacking
        Whether balls must rest on balls.
    beat
        Only plans of fewer balls are looked for; None: any.

    Attributes
    ----------
    enough
        A plan of no more balls ends the search: none is cheaper.
    """

    def __init__(
        self,
        lattice: PyramidLattice,
        own: Mask,
        other: Mask,
        corners: Sequence[str],
        *,
        stacking: bool,
        beat: int | None = None,
    ) -> None:
        n = len(lattice)
        self._stacking = stacking
        self._finished = False
        self.enough = 0
        self._graph = graph_of(lattice, tuple(corners))
        cells = np.zeros(4 * n + 9, np.int32)
        status, bound = cells[:n], cells[n : n + 3]
        status[own] = OWN
        status[~(own | other)] = FREE
        bound[:] = -1
        seen, closed, came, now, later, way, plan = np.zeros((7, n), np.int32)
        self._work = PlanWorkspace(
            cells=cells,
            status=status,
            bound=bound,
            held=cells[n + 3 : n + 6],
            retired=cells[n + 6 : n + 9],
            dead=cells[n + 9 :].reshape(3, n),
            trail=np.zeros((2, 4 * n + 9), np.int32),
            frames=np.zeros((n + 64, FRAME), np.int32),
            pool=np.zeros(16 * n + 4096, np.int32),
            seen=seen,
            closed=closed,
            came=came,
            now=now,
            later=later,
            way=way,
            plan=plan,
            ring_sites=np.zeros((3, n), np.int32),
            ring_ends=np.zeros((3, n), np.int32),
            prices=np.zeros(3, np.int32),
            state=np.zeros(STATE, np.int64),
            choice=np.zeros(4, np.int64),
        )
        self._state = self._work.state
        self._work.frames[0, KIND] = ROOT
        self._state[BEST] = n + 1 if beat is None else beat

    def run(self, effort: Effort, most: int | None = None) -> bool:
        """Search on, for at most `most` sites; True when no better plan is left to find."""
        end = effort.left if most is None else min(most, effort.left)
        while end > 0 and not self._finished and not effort.over:
            before = int(self._state[WORK])
            self._finished = search(self._graph, self._work, self._stacking, min(_BREATH, end))
            spent = int(self._state[WORK]) - before
            effort.left -= spent
            end -= spent
            self._finished |= bool(self._state[BEST] <= self.enough)
        return self._finished and not self._state[CUT_SHORT]

    @property
    def plan(self) -> Mask | None:
        """The best plan found, (n,) bool, or None when none beats `beat`."""
        if not self._state[FOUND]:
            return None
        mask: Mask = self._work.plan != 0
        return mask
