"""Lower bounds of costs: what connects must span the edges of the pyramid (Steiner trees).

**A corner.** Whoever holds a corner has a group that isolates it and touches one of its far walls
(docs/rules/partition.md#anchoring). An edge of the pyramid from that corner to the next is a way
from it to a far wall: the next corner lies on one. So the group has a ball on each edge at the
corner (three on the base, four at the apex), and one on a far wall; and it is connected. The balls
still to be placed are therefore at least as many as the empty points of the cheapest connected set
past the opponent's balls that meets all these edges and a far wall, own balls costing nothing. The
same holds of any other ways out beside the edges: where the cheapest set leaves one open, that way
joins the edges as one more line to be met, and the bound grows. Where none is left open the set is
a plan, and no plan is cheaper.

**Three corners.** They are held by one group, by two or by three. Groups share no ball, so the
balls to be placed are at least those of the parts together, for the cheapest way of parting the
corners. A group that holds several corners meets the lines of all of them; the far walls need not
be asked for, since an edge of each other corner lies on one.

Stacking, a plan also holds what it holds by free rules, so the bounds are good there, too, though
they know nothing of what the balls rest on.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from model.boards.board import IntArray
from model.boards.lattice import CORNERS, FAR_WALLS, WALLS, PyramidLattice
from model.connection.flood import Graph
from model.connection.groups import Mask, as_bytes, graph_of, groups, holders
from model.connection.plan_search import Effort
from model.kernels import Int, Ints, kernel

# -- cheapest connected sets through some of several groups of sites -------------------------------
# The algorithm of Dreyfus and Wagner (Networks 1, 1971, doi 10.1002/net.3230010302) for prices on
# the sites: the cheapest connected set that ends at a site and meets some of the groups either
# comes from a neighbour, or is two such sets joined at the site, each meeting a part of them.


@kernel
def grow(
    graph: Graph, prices: Ints, table: Ints, mask: int, cap: int, order: Ints, stacks: Ints
) -> None:
    """Fill one row of the table; the rows of all parts of the set must be there.

    Parameters
    ----------
    prices
        (n,) int16: 0 or 1 a site, `cap` where nothing passes.
    table
        (2^t, n) int16: the least price of a connected set that ends at a site (its price included)
        and meets the groups of a row's bits; `cap` where it is no less. The row of a single group
        holds the prices at its sites, `cap` elsewhere.
    mask
        The row.
    order, stacks
        (n,) and (2, n) int32, overwritten.
    """
    n = prices.shape[0]
    row = table[mask]
    part = (mask - 1) & mask
    while part > mask ^ part:  # of a part and the rest, the greater number
        one, other = table[part], table[mask ^ part]
        for site in range(n):
            joined = one[site] + other[site] - prices[site]
            if joined < row[site]:
                row[site] = joined
        part = (part - 1) & mask
    # From the cheapest sites outwards: a step costs nothing or one.
    starts = np.zeros(cap + 1, np.int32)
    for site in range(n):
        if row[site] < cap:
            starts[row[site] + 1] += 1
    for price in range(cap):
        starts[price + 1] += starts[price]
    cursor = starts.copy()
    for site in range(n):
        if row[site] < cap:
            order[cursor[row[site]]] = site
            cursor[row[site]] += 1
    now, later = stacks[0], stacks[1]
    height, waiting = 0, 0
    for price in range(cap):
        now, later = later, now
        height, waiting = waiting, 0
        for at in range(starts[price], starts[price + 1]):
            if row[order[at]] == price:
                now[height] = order[at]
                height += 1
        while height > 0:
            height -= 1
            site = now[height]
            for k in range(graph.indptr[site], graph.indptr[site + 1]):
                other_site = graph.indices[k]
                through = price + prices[other_site]
                if through < row[other_site]:
                    row[other_site] = through
                    if through == price:
                        now[height] = other_site
                        height += 1
                    else:
                        later[waiting] = other_site
                        waiting += 1


@kernel
def narrowest_way(
    graph: Graph, weights: Ints, closed: Ints, t: Int, ends: Ints, came: Ints, stacks: Ints
) -> int:
    """Return the end of a way from corner `t` with the fewest sites of weight 1, -1 for none.

    Parameters
    ----------
    weights, closed, ends
        (n,) uint8: 0 or 1 a site; 1 where no way leads; 1 where it may end.
    came
        (n,) int32, overwritten: the site before, -1 at the start, -2 where no way came.
    stacks
        (2, n) int32, overwritten.
    """
    came[:] = -2
    start = graph.corners[t]
    if closed[start]:
        return -1
    now, later = stacks[0], stacks[1]
    later[0] = start
    came[start] = -1
    height, waiting = 0, 1
    while height > 0 or waiting > 0:
        if height == 0:
            now, later = later, now
            height, waiting = waiting, 0
        height -= 1
        site = now[height]
        if ends[site]:
            return int(site)
        for k in range(graph.indptr[site], graph.indptr[site + 1]):
            other = graph.indices[k]
            if came[other] != -2 or closed[other]:
                continue
            came[other] = site
            if weights[other]:
                later[waiting] = other
                waiting += 1
            else:
                now[height] = other
                height += 1
    return -1


# -- lower bounds of costs -------------------------------------------------------------------------


Corners = tuple[str, ...]
Sites = npt.NDArray[np.signedinteger[Any]]

CORNERS_TO_WIN = 3
"""Corners that win (docs/rules/partition.md#winning)."""
MOST_LINES = 12
"""Lines a set has to meet, at most: the work doubles with each."""
_DEAREST = 10_000
"""Twice as much still fits into the table."""
_CORNER_WALLS = {
    corner: tuple(wall for wall in WALLS if wall not in FAR_WALLS[corner]) for corner in CORNERS
}
_EDGES = tuple(
    pair
    for pair in combinations(WALLS, 2)
    if pair not in (("west", "east"), ("south", "north"))  # they meet in the apex alone
)


@dataclass(frozen=True)
class LeastCost:
    """A lower bound.

    Attributes
    ----------
    n
        Balls that are needed at least.
    plan
        (n,) bool, a plan of just so many balls by free rules, where one came to light.
    """

    n: int
    plan: Mask | None = None


@lru_cache(maxsize=16)
def edges(lattice: PyramidLattice) -> tuple[IntArray, ...]:
    """Return the sites of the eight edges of the pyramid, base first."""
    return tuple(
        np.flatnonzero(lattice.wall(one) & lattice.wall(other)).astype(np.int32)
        for one, other in _EDGES
    )


def edges_at(corner: str) -> int:
    """Return which of `edges` end at a corner, as bits."""
    walls = _CORNER_WALLS[corner]
    return sum(1 << k for k, pair in enumerate(_EDGES) if set(pair) <= set(walls))


class OutOfWorkError(Exception):
    """The work that may be done is done."""


class SteinerTrees:
    """The cheapest connected sets that meet some of several lines.

    Parameters
    ----------
    own, other
        (n,) bool masks of the balls: own ones cost nothing, past the other's no set leads.
    cap
        What costs so much or more is not told apart.
    effort
        Each row takes from it; OutOfWorkError where nothing is left.
    """

    def __init__(
        self, lattice: PyramidLattice, own: Mask, other: Mask, cap: int, effort: Effort
    ) -> None:
        n = len(lattice)
        cap = min(cap, _DEAREST)
        self._lattice, self._effort, self._cap = lattice, effort, cap
        self._prices = np.where(other, cap, np.where(own, 0, 1)).astype(np.int16)
        self._table = np.full((1, n), cap, np.int16)
        self._known = {0}
        self._order, self._stacks = np.zeros(n, np.int32), np.zeros((2, n), np.int32)
        self.lines = 0

    def add(self, line: Sites) -> None:
        """Take in one more line, the sites of a way; what is known of the others stays."""
        self._table = np.concatenate([self._table, np.full_like(self._table, self._cap)])
        self._table[1 << self.lines, line] = self._prices[line]
        self.lines += 1

    def _row(self, mask: int) -> npt.NDArray[np.int16]:
        """The least prices of sets that meet the lines of `mask`, a site of the lattice each."""
        if mask not in self._known:
            for part in range(1, mask + 1):
                if part & mask == part and part not in self._known:
                    self._fill(part)
        row: npt.NDArray[np.int16] = self._table[mask]
        return row

    def _fill(self, mask: int) -> None:
        if self._effort.over:
            raise OutOfWorkError
        # A sum is some ten times as fast as a site with its neighbours.
        self._effort.left -= len(self._order) * (1 + (1 << mask.bit_count()) // 20)
        graph, prices, order, stacks = (
            graph_of(self._lattice),
            self._prices,
            self._order,
            self._stacks,
        )
        grow(graph, prices, self._table, mask, self._cap, order, stacks)
        self._known.add(mask)

    def cheapest(self, mask: int, ends: Sites) -> int:
        """Return the price of the cheapest set that meets the lines of `mask` and one of `ends`."""
        return int(self._row(mask)[ends].min())

    def tree(self, mask: int, ends: Sites) -> Mask:
        """Return a cheapest set, (n,) bool; there must be one below the cap."""
        row = self._row(mask)
        found = np.zeros(len(self._lattice), bool)
        todo = [(mask, int(ends[np.argmin(row[ends])]))]
        while todo:
            part, site = todo.pop()
            for at in self._walk(part, site):
                found[at] = True
                site = at
            halves = self._halves(part, site)
            todo += [(half, site) for half in halves]
        return found

    def _walk(self, mask: int, site: int) -> list[int]:
        """The sites from where two sets join, or a line is met, to `site`; backwards."""
        row, prices = self._table[mask], self._prices
        came = {site: -1}
        waiting = [site]
        while True:
            at = waiting.pop()
            if self._is_source(mask, at):
                break
            for other in self._lattice.neighbours(at).tolist():
                if other not in came and row[other] + prices[at] == row[at] < self._cap:
                    came[other] = at
                    waiting.append(other)
        path = [at]
        while came[path[-1]] >= 0:
            path.append(came[path[-1]])
        return path[::-1]

    def _is_source(self, mask: int, site: int) -> bool:
        if mask.bit_count() == 1:
            return bool(self._table[mask, site] == self._prices[site])
        return bool(self._halves(mask, site))

    def _halves(self, mask: int, site: int) -> tuple[int, ...]:
        """Two sets of lines whose cheapest sets join at `site`; () where none do."""
        parts = _parts(mask)
        prices = self._table[:, site]
        joined = prices[parts] + prices[mask ^ parts] - self._prices[site]
        fits = np.flatnonzero(joined == prices[mask])
        return (int(parts[fits[0]]), int(mask ^ parts[fits[0]])) if len(fits) else ()


@lru_cache(maxsize=64)
def _parts(mask: int) -> IntArray:
    """Return the sets within a set of lines, without itself and none."""
    every = np.arange(1, mask, dtype=np.int32)
    found: IntArray = every[every & mask == every]
    return found


def corner_bound(
    lattice: PyramidLattice, own: Mask, other: Mask, corner: str, cap: int, effort: Effort
) -> LeastCost:
    """Return what it costs the player of `own` to hold `corner` at the least.

    Parameters
    ----------
    own, other
        (n,) bool masks of the balls; neither player holds the corner.
    cap
        Balls of a plan that is known: the bound goes no further.
    effort
        What it may take; where it ends, what was found by then is the bound.
    """
    return _least(lattice, own, other, [(corner,)], cap, effort)


def win_bound(
    lattice: PyramidLattice, own: Mask, other: Mask, cap: int, effort: Effort
) -> LeastCost:
    """Return what it costs the player of `own` to hold any three corners at the least.

    Parameters as for `corner_bound`; neither player holds three corners.
    """
    held = holders(lattice, own, other)
    todo = [corner for corner, who in zip(CORNERS, held, strict=True) if who == -1]
    wanted = CORNERS_TO_WIN - sum(who == 0 for who in held)
    return _least(lattice, own, other, list(combinations(todo, wanted)), cap, effort)


def _least(
    lattice: PyramidLattice,
    own: Mask,
    other: Mask,
    choices: Sequence[Corners],
    cap: int,
    effort: Effort,
) -> LeastCost:
    """Return the least cost of all corners of one of `choices`, which nobody holds."""
    found = 0
    try:
        corners = {corner for choice in choices for corner in choice}
        lines = _SteinerLines(lattice, own, other, corners, cap, effort)
        while True:
            price, parts = min(map(lines.cheapest_parts, choices))
            found = min(cap, price)
            if found == cap:
                break
            plan, passed = np.zeros(len(lattice), bool), ""
            for part in parts:
                tree = lines.tree(part)
                held = holders(lattice, own | tree, other)
                passed = next((c for c in part if held[CORNERS.index(c)] != 0), "")
                if passed:
                    break
                plan |= tree
            if not passed:
                return LeastCost(found, plan & ~own)
            if lines.count == MOST_LINES:
                break
            lines.add(passed, _way_out(lattice, own, other, passed, tree))
    except OutOfWorkError:
        pass
    return LeastCost(found)


class _SteinerLines:
    """The lines that a group has to meet at each corner it holds, and what that costs."""

    def __init__(
        self,
        lattice: PyramidLattice,
        own: Mask,
        other: Mask,
        corners: Set[str],
        cap: int,
        effort: Effort,
    ) -> None:
        self._far = {corner: np.flatnonzero(lattice.far_walls(corner)) for corner in corners}
        self._bits = dict.fromkeys(corners, 0)
        self._sites: list[Sites] = []
        self._trees = SteinerTrees(lattice, own, other, cap, effort)
        for k, line in enumerate(edges(lattice)):
            at = [corner for corner in corners if edges_at(corner) >> k & 1]
            if at:
                for corner in at:
                    self._bits[corner] |= 1 << len(self._sites)
                self._sites.append(line)
                self._trees.add(line)

    @property
    def count(self) -> int:
        """How many lines there are."""
        return len(self._sites)

    def add(self, corner: str, line: Sites) -> None:
        """Take in one more way out of a corner."""
        self._bits[corner] |= 1 << len(self._sites)
        self._sites.append(line)
        self._trees.add(line)

    def _span(self, part: Corners) -> tuple[int, Sites]:
        """The lines, as bits, and the sites that a group which holds some corners meets."""
        bits = 0
        for corner in part:
            bits |= self._bits[corner]
        if len(part) == 1:
            return bits, self._far[part[0]]
        last = bits.bit_length() - 1
        return bits ^ 1 << last, self._sites[last]

    def price(self, part: Corners) -> int:
        """Return the least price of a group that holds some corners."""
        return self._trees.cheapest(*self._span(part))

    def tree(self, part: Corners) -> Mask:
        """Return a cheapest set for `price`, (n,) bool."""
        return self._trees.tree(*self._span(part))

    def cheapest_parts(self, corners: Corners) -> tuple[int, tuple[Corners, ...]]:
        """Return the least price of holding some corners, and which of them each group holds."""
        if not corners:
            return 0, ()
        first, *rest = corners
        found = []
        for count in range(len(rest) + 1):
            for along in combinations(rest, count):
                others = self.cheapest_parts(tuple(one for one in rest if one not in along))
                part = (first, *along)
                found.append((self.price(part) + others[0], (part, *others[1])))
        return min(found)


def _way_out(lattice: PyramidLattice, own: Mask, other: Mask, corner: str, tree: Mask) -> Sites:
    """A way to a far wall past `tree` and what it joins, past all own balls where there is one.

    Of those the one with the fewest points that a ball could still be placed on.
    """
    n = len(lattice)
    labels = groups(lattice, own | tree).labels
    joined = labels == labels[np.argmax(tree)]
    came, stacks = np.zeros(n, np.int32), np.zeros((2, n), np.int32)
    graph, at = graph_of(lattice), CORNERS.index(corner)
    weights, ends = as_bytes(~other), as_bytes(lattice.far_walls(corner))
    for closed in (own | tree, joined):
        site = narrowest_way(graph, weights, as_bytes(closed), at, ends, came, stacks)
        if site >= 0:
            break
    way = []
    while site >= 0:
        way.append(site)
        site = int(came[site])
    return np.array(way, np.int32)
