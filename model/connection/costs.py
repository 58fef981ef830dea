"""What holding a corner, or three, still costs a player (docs/rules/partition.md#cost)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

import numpy as np

from model.boards.lattice import CORNERS, PyramidLattice
from model.connection.groups import Mask, holders
from model.connection.plan_search import Effort, Interrupt, PlanFinder
from model.connection.steiner import CORNERS_TO_WIN, corner_bound, win_bound

# -- good plans where the best cannot be proved in time --------------------------------------------


_ROUNDS = 60


def improve(
    lattice: PyramidLattice,
    own: Mask,
    other: Mask,
    corners: Sequence[str],
    plan: Mask,
    effort: Effort,
    *,
    stacking: bool,
    enough: int = 0,
) -> Mask:
    """Return a plan no dearer than `plan`: take a part of it away, search for a cheaper repair.

    The part is a few balls near one another (stacking: and all that rests on them); what stays
    counts as the player's own. A repair of the same price is taken too, to get on from where no
    single part can be bettered. Repeats itself exactly (its random numbers are seeded). A plan of
    `enough` balls is not bettered: none is cheaper.
    """
    rng = Random(len(lattice))
    for _ in range(_ROUNDS):
        balls = np.flatnonzero(plan).tolist()
        if len(balls) <= enough or effort.over:
            break
        middle = lattice.centres[rng.choice(balls)]
        spread = ((lattice.centres[balls] - middle) ** 2).sum(axis=1)
        share = rng.randint(2, max(2, min(12, len(balls))))
        removed = {balls[i] for i in np.argsort(spread, kind="stable")[:share]}
        if stacking:
            removed |= resting_on(lattice, removed, set(balls))
        kept = plan.copy()
        kept[list(removed)] = False
        repair = PlanFinder(
            lattice, own | kept, other, corners, stacking=stacking, beat=len(removed) + 1
        )
        repair.run(effort, 40 * len(lattice))
        if repair.plan is not None:
            plan = kept | repair.plan
    return plan


def resting_on(lattice: PyramidLattice, sites: set[int], among: set[int]) -> set[int]:
    """Return those of `among` that rest on `sites`, directly or through others of them."""
    found: set[int] = set()
    todo = list(sites)
    while todo:
        for above in lattice.carried[todo.pop()].tolist():
            if above in among and above not in found:
                found.add(above)
                todo.append(above)
    return found


def whole_levels(lattice: PyramidLattice, own: Mask, other: Mask, corners: Sequence[str]) -> Mask:
    """Return the crudest plan: fill the levels from the base up until all `corners` are held.

    It may be played level by level under either rules; every empty point at the most.
    """
    level = lattice.layers["level"]
    at = [CORNERS.index(corner) for corner in corners]
    empty = ~(own | other)
    low, high = 0, lattice.size
    while low < high:
        middle = (low + high) // 2
        if (holders(lattice, own | (empty & (level <= middle)), other)[at] == 0).all():
            high = middle
        else:
            low = middle + 1
    return empty & (level <= high)


def crude_plan(
    lattice: PyramidLattice, own: Mask, other: Mask, corner: str, effort: Effort, share: int
) -> Mask:
    """Return a plan playable under either rules: on points that need no further support, or levels.

    Points that nothing supports yet count as the opponent's: they let escapes pass, no more.
    """
    full = own | other
    stands = ((lattice.supports < 0) | full[lattice.supports]).all(axis=1)
    plan = whole_levels(lattice, own, other, [corner])
    standing = PlanFinder(
        lattice, own, ~(own | stands) | other, [corner], stacking=False, beat=int(plan.sum())
    )
    standing.run(effort, share)
    return plan if standing.plan is None else standing.plan


def three_corners(
    lattice: PyramidLattice,
    own: Mask,
    other: Mask,
    corners: Sequence[str],
    effort: Effort,
    *,
    stacking: bool,
) -> dict[tuple[str, ...], Mask]:
    """Return a plan for every three of `corners`, each made of plans for one corner after another.

    For each set of corners only the cheapest plan is built upon. Where no work is left the plans
    for single corners are laid together.
    """
    plans: dict[tuple[str, ...], Mask] = {(): np.zeros(len(lattice), bool)}
    alone: dict[str, Mask] = {}
    for size, share in ((1, effort.left // 10), (2, effort.left // 80), (3, effort.left // 80)):
        longer: dict[tuple[str, ...], Mask] = {}
        for chosen in combinations(corners, size):
            for last in chosen:
                base = plans[tuple(corner for corner in chosen if corner != last)]
                finder = PlanFinder(lattice, own | base, other, [last], stacking=stacking)
                finder.run(effort, share)
                if finder.plan is not None:
                    plan = base | finder.plan
                elif size == 1:
                    plan = crude_plan(lattice, own, other, last, effort, share)
                else:
                    plan = base | alone[last]
                if size == 1:
                    alone[last] = plan
                if chosen not in longer or plan.sum() < longer[chosen].sum():
                    longer[chosen] = plan
        plans = longer
    return plans


# -- what corners cost -----------------------------------------------------------------------------


PROVED_SIZE = 4
"""Up to this size costs are searched to the end whatever it takes (a few milliseconds)."""
_FIRST_LOOK = 64
"""The part of the work, one in so many, that a search may do before the lower bound is asked for:
crowded positions are settled by then."""
_CORNER_BOUND, _WIN_BOUND = 1 / 3, 2 / 3
"""The part of what is left that the lower bound may take. That of a win is done with the edges at
every size before it ends, and where it does not meet the plan a search seldom proves one."""
_TO_THE_END = 1 << 62
_CORNER_WORK, _WIN_WORK = 3_000_000, 5_000_000
"""Sites the searches may see on larger lattices: some 0.1 s a corner, 0.2 s for a win ..."""
_WORK_A_SITE = 500
"""... and where this times the number of sites is more, that: above size 20, 0.6 s at size 50."""


@dataclass(frozen=True)
class Cost:
    """The price of a corner.

    Attributes
    ----------
    n
        Further own balls that make the player hold it, if the opponent passed.
    exact
        True when fewer are proved not to do; else `n` is an upper bound ("at most").
    plan
        Their sites, in an order in which they may be played.
    """

    n: int
    exact: bool
    plan: tuple[int, ...]


@dataclass(frozen=True)
class WinCost:
    """The price of three corners: as `Cost`, and which three, in the order of CORNERS."""

    n: int
    exact: bool
    corners: tuple[str, ...]
    plan: tuple[int, ...]


def cost(
    lattice: PyramidLattice,
    own: Mask,
    other: Mask,
    corner: str,
    *,
    stacking: bool,
    stop: Interrupt = None,
    effort: float = 1.0,
) -> Cost | None:
    """Return what it costs the player of `own` to hold `corner`; None when the opponent holds it.

    That is also the only case in which it is impossible: fill every empty point with his balls,
    level by level, and the pyramid is full; a full pyramid gives each corner to exactly one player,
    and the opponent has no ball more than before.

    Parameters
    ----------
    own, other
        (n,) bool masks of the two colours' balls; with `stacking`, resting on balls as they must.
    corner
        A name of CORNERS.
    stacking
        Whether balls must rest on balls: the plan then counts every empty point under it.
    stop
        Ends the search early: a function, or an array watched until it is no longer all zero. The
        answer is then the best plan found so far.
    effort
        How many times the usual work to do on sizes above 4 before settling for an upper bound.
    """
    own, other = np.asarray(own, bool), np.asarray(other, bool)
    held = int(holders(lattice, own, other)[CORNERS.index(corner)])
    if held == 1:
        return None
    if held == 0:
        return Cost(0, True, ())
    allowed = Effort(_allowance(lattice, _CORNER_WORK, effort), stop)
    plan = whole_levels(lattice, own, other, [corner])
    finder = PlanFinder(lattice, own, other, [corner], stacking=stacking, beat=int(plan.sum()))
    exact = finder.run(allowed, allowed.left // _FIRST_LOOK)
    plan = plan if finder.plan is None else finder.plan
    if not exact:
        part = Effort(int(allowed.left * _CORNER_BOUND), stop)
        allowed.left -= part.left
        least = corner_bound(lattice, own, other, corner, int(plan.sum()), part)
        allowed.left += part.left
        if least.plan is not None and not stacking:
            plan = least.plan
        finder.enough = least.n
        if plan.sum() > least.n:
            exact = finder.run(allowed, allowed.left * 3 // 4)
            plan = plan if finder.plan is None else finder.plan
        if not exact:
            plan = improve(
                lattice, own, other, [corner], plan, allowed, stacking=stacking, enough=least.n
            )
        exact |= bool(plan.sum() <= least.n)
    return Cost(int(plan.sum()), exact, _in_order(lattice, plan, [corner], stacking))


def win_cost(
    lattice: PyramidLattice,
    own: Mask,
    other: Mask,
    *,
    stacking: bool,
    stop: Interrupt = None,
    effort: float = 1.0,
) -> WinCost | None:
    """Return what it costs the player of `own` to hold any three corners.

    None when the opponent holds three: then fewer than three are left. Parameters as for `cost`.
    """
    own, other = np.asarray(own, bool), np.asarray(other, bool)
    held = holders(lattice, own, other)
    mine = [corner for corner, who in zip(CORNERS, held, strict=True) if who == 0]
    if len(mine) >= CORNERS_TO_WIN:
        return WinCost(0, True, tuple(mine[:CORNERS_TO_WIN]), ())
    left = [corner for corner, who in zip(CORNERS, held, strict=True) if who != 1]
    if len(left) < CORNERS_TO_WIN:
        return None
    allowed = Effort(_allowance(lattice, _WIN_WORK, effort), stop)
    best = tuple(left[:3])
    plan = whole_levels(lattice, own, other, best)
    least = 0
    if lattice.size > PROVED_SIZE:
        start = Effort(allowed.left // 4, stop)
        allowed.left -= start.left
        plans = three_corners(lattice, own, other, left, start, stacking=stacking)
        best = min(plans, key=lambda corners: (int(plans[corners].sum()), corners != best))
        plan = plans[best]
        part = Effort(int(allowed.left * _WIN_BOUND), stop)
        allowed.left -= part.left
        bound = win_bound(lattice, own, other, int(plan.sum()), part)
        least = bound.n
        if bound.plan is not None and not stacking:
            plan = bound.plan
            held = holders(lattice, own | plan, other)
            best = tuple(c for c, who in zip(CORNERS, held, strict=True) if who == 0)[:3]
        plan = improve(lattice, own, other, best, plan, start, stacking=stacking, enough=least)
        allowed.left += start.left + part.left
        if plan.sum() <= least:
            return WinCost(int(plan.sum()), True, best, _in_order(lattice, plan, best, stacking))
    exact = True
    waiting = [best, *(three for three in combinations(left, 3) if three != best)]
    for at, three in enumerate(waiting):
        finder = PlanFinder(lattice, own, other, three, stacking=stacking, beat=int(plan.sum()))
        finder.enough = least
        exact &= finder.run(allowed, allowed.left // (len(waiting) - at))
        if finder.plan is not None:
            best, plan = three, finder.plan
        if plan.sum() <= least:
            exact = True
            break
    return WinCost(int(plan.sum()), exact, best, _in_order(lattice, plan, best, stacking))


def _allowance(lattice: PyramidLattice, work: int, effort: float) -> int:
    """Sites the searches may see: on small lattices as many as they want."""
    if lattice.size <= PROVED_SIZE:
        return _TO_THE_END
    return int(max(work, _WORK_A_SITE * len(lattice)) * effort)


def _in_order(
    lattice: PyramidLattice, plan: Mask, corners: list[str] | tuple[str, ...], stacking: bool
) -> tuple[int, ...]:
    """The sites of a plan: from the corners outwards, with stacking level by level."""
    sites = np.flatnonzero(plan)
    away = np.min([lattice.layers[corner][sites] for corner in corners], axis=0)
    level = lattice.layers["level"][sites] if stacking else np.zeros(len(sites), np.int32)
    return tuple(sites[np.lexsort((sites, away, level))].tolist())
