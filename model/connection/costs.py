"""What holding a corner, or three, still costs a player (docs/rules/partition.md#cost)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from model.boards.lattice import CORNERS, PyramidLattice
from model.connection.bounds import improve, three_corners, whole_levels
from model.connection.groups import Mask, holders
from model.connection.plan_search import Effort, Interrupt, PlanFinder
from model.connection.steiner import CORNERS_TO_WIN, corner_bound, win_bound

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
