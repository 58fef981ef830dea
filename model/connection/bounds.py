"""Good plans where the best cannot be proved in time: greedy starts, and repair of large parts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

import numpy as np

from model.boards.lattice import CORNERS, PyramidLattice
from model.connection.groups import Mask, holders
from model.connection.plan_search import Effort, PlanFinder

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
