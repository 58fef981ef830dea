"""How a player stands at a corner: its line or sheet, or the escape past it.

The rules are in docs/rules/partition.md#isolation and #anchoring. A sheet is the smallest cut that
shuts the corner off (`minimum_sheet`), drawn as a surface of triangles (`triangles`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from model.boards.board import IntArray
from model.boards.lattice import CORNERS, FAR_WALLS, PyramidLattice
from model.connection import flood
from model.connection.flood import Graph
from model.connection.groups import Groups, Mask, chain, escape, graph_of, groups, holders
from model.kernels import Ints, kernel

# -- kernel for minimum vertex cuts by max flow on the split graph (Menger; Ford and Fulkerson) ----


UNCUTTABLE = 1 << 28
"""A capacity that no cut uses."""


class Flow(NamedTuple):
    """What is pushed through the split graph; site = in-half, n + site = out-half.

    Attributes
    ----------
    back
        Where the opposite of each arc is kept.
    through, along
        (n,) flow from the in-half to the out-half of a site; net flow on the arc from an out-half
        to a neighbour's in-half.
    came, arc, queue
        (2n,) the half before a half, -1 unseen; by which arc; halves to be looked at.
    """

    back: Ints
    through: Ints
    along: Ints
    came: Ints
    arc: Ints
    queue: Ints


@kernel
def min_cut(graph: Graph, capacity: Ints, source: int, target: Ints) -> tuple[int, Ints]:
    """Find the cheapest set of sites that every path from `source` to `target` meets.

    Each site is split in two, in and out, joined by an arc of its capacity; arcs between sites are
    uncuttable. Flow is pushed along shortest augmenting paths (Edmonds and Karp). The sites whose
    in-half the residual graph reaches from the source, and their out-half not, are the minimum cut
    nearest the source: of all minimum cuts it is the one with the smallest source side, which is
    contained in that of every other; so it is unique and needs no further breaking of ties.

    Parameters
    ----------
    capacity
        (n,) int32 price of each site, `source` included; UNCUTTABLE for one that cannot be cut.
    source
        A site.
    target
        (n,) uint8, 1 on the sites to be cut off; they can be cut themselves.

    Returns
    -------
    value, cut
        The price of the cut, at least UNCUTTABLE when there is none, and (n,) uint8 its sites.
    """
    n = capacity.shape[0]
    halves = np.empty((3, 2 * n), np.int32)
    along = np.zeros(graph.indices.shape[0], np.int32)
    back, through = _opposite_arcs(graph), np.zeros(n, np.int32)
    flow = Flow(back, through, along, halves[0], halves[1], halves[2])
    came = flow.came
    value = 0
    while value < UNCUTTABLE:
        end = _shortest_path(graph, capacity, source, target, flow)
        if end < 0:
            break
        value += _push(capacity, source, end, flow)
    cut = np.zeros(n, np.uint8)
    if value < UNCUTTABLE:
        for site in range(n):
            cut[site] = came[site] >= 0 and came[n + site] < 0 and capacity[site] > 0
    return value, cut


@kernel
def _opposite_arcs(graph: Graph) -> Ints:
    """Return where the opposite of each arc is kept."""
    indptr, indices = graph.indptr, graph.indices
    back = np.zeros(indices.shape[0], np.int32)
    cursor = indptr[:-1].copy()
    for site in range(indptr.shape[0] - 1):
        # Neighbours are sorted, so the arcs into each site come by in the order it keeps them.
        for k in range(indptr[site], indptr[site + 1]):
            other = indices[k]
            back[k] = cursor[other]
            cursor[other] += 1
    return back


@kernel
def _shortest_path(graph: Graph, capacity: Ints, source: int, target: Ints, flow: Flow) -> int:
    """Search the residual graph breadth first; return the half that ends at a target, or -1."""
    n, indptr, indices = capacity.shape[0], graph.indptr, graph.indices
    back, through, along, came, arc, queue = flow
    came[:] = -1
    came[source] = source
    queue[0] = source
    head, tail = 0, 1
    while head < tail:
        half = queue[head]
        head += 1
        if half < n:
            if through[half] < capacity[half] and came[n + half] < 0:
                came[n + half] = half
                queue[tail] = n + half
                tail += 1
                if target[half]:
                    return int(n + half)
            # Backwards along arcs that bring flow in.
            for k in range(indptr[half], indptr[half + 1]):
                other = indices[k]
                if along[back[k]] > 0 and came[n + other] < 0:
                    came[n + other] = half
                    arc[n + other] = back[k]
                    queue[tail] = n + other
                    tail += 1
        else:
            site = half - n
            if through[site] > 0 and came[site] < 0:
                came[site] = half
                queue[tail] = site
                tail += 1
            for k in range(indptr[site], indptr[site + 1]):
                other = indices[k]
                if came[other] < 0:
                    came[other] = half
                    arc[other] = k
                    queue[tail] = other
                    tail += 1
    return -1


@kernel
def _push(capacity: Ints, source: int, end: int, flow: Flow) -> int:
    """Push as much as the narrowest place of the path that ends at `end` lets through."""
    n, through, along, came, arc = capacity.shape[0], flow.through, flow.along, flow.came, flow.arc
    push = UNCUTTABLE
    half = end
    while half != source:
        before = came[half]
        if half >= n and before == half - n:
            push = min(push, capacity[before] - through[before])
        elif half < n and before == half + n:
            push = min(push, through[half])
        elif half >= n:
            push = min(push, along[arc[half]])
        half = before
    half = end
    while half != source:
        before = came[half]
        if half >= n and before == half - n:
            through[before] += push
        elif half < n and before == half + n:
            through[half] -= push
        elif half >= n:
            along[arc[half]] -= push
        else:
            along[arc[half]] += push
        half = before
    return push


# -- how a player stands at a corner: its line or sheet, or the escape past him --------------------


def triangles(lattice: PyramidLattice, sheet: Iterable[int]) -> IntArray:
    """Return the triangles that span a sheet.

    Every three balls that touch one another give a triangle. Four balls in a square (each touches
    two of the others: a level's 2x2, or one standing on edge) give two, cut along the diagonal that
    starts at the lowest site. Where the fourth ball of a square would lie outside the pyramid the
    other three give a triangle, so that the surface runs up to the walls without teeth.

    Parameters
    ----------
    sheet
        Sites, in any order.

    Returns
    -------
    (m, 3) int32 sites, each row ascending, rows in ascending order; m may be 0.
    """
    sites = sorted(set(sheet))
    inside = set(sites)
    around = {site: set(lattice.neighbours(site).tolist()) & inside for site in sites}
    found: set[tuple[int, int, int]] = set()
    for a in sites:
        for b in around[a]:
            if b > a:
                found.update((a, b, c) for c in around[a] & around[b] if c > b)
    for a in sites:
        # A square a, b, d, c: d is across from a, one step b - a plus one step c - a.
        for b in around[a]:
            for c in around[a]:
                if b > c or not _at_right_angles(lattice, a, b, c):
                    continue
                d = lattice.site_at(*(lattice.xyz[b] + lattice.xyz[c] - lattice.xyz[a]).tolist())
                if d is None:
                    found.add(_ascending(a, b, c))
                elif a < min(b, c, d) and d in inside:
                    found.add(_ascending(a, b, d))
                    found.add(_ascending(a, c, d))
    return np.array(sorted(found), np.int32).reshape(-1, 3)


def _at_right_angles(lattice: PyramidLattice, a: int, b: int, c: int) -> bool:
    """Tell whether the steps from a to its neighbours b and c are two sides of a square."""
    apart = lattice.centres[b] - lattice.centres[c]
    return round(float(apart @ apart)) == 2


def _ascending(a: int, b: int, c: int) -> tuple[int, int, int]:
    first, second, third = sorted((a, b, c))
    return first, second, third


Sites = tuple[int, ...]


@dataclass(frozen=True)
class CornerState:
    """How one player stands at one corner, with what shows it. Sites; () where there is none.

    Attributes
    ----------
    kind
        ``"holds"``, ``"isolates"`` (but is not anchored), ``"open"``, or ``"other"``: the
        opponent holds it.
    group
        The group that isolates, ascending. Where several isolate, the outermost: only that one can
        still be led to a far wall without joining another.
    line
        Held with the corner's own ball: that ball ... far wall, a shortest chain of own balls.
    sheet
        Isolated: a minimum vertex cut inside the group, the one nearest the corner, ascending; ()
        where a `line` shows the hold. An isolating ball on the corner itself is a sheet of one.
    tether
        Held by a sheet: a shortest chain inside the group from a ball of the sheet to a far wall,
        both included (one site where the sheet touches the wall itself).
    wall
        The far wall that `line` or `tether` ends on, or "".
    also_sheet
        Held by a line or isolated by the corner ball, and still isolated without that ball: the
        sheet that does it.
    also_tether
        The tether of `also_sheet`, where the corner is held.
    escape
        Open: a shortest way corner ... far wall past every own ball.
    """

    kind: str
    group: Sites = ()
    line: Sites = ()
    sheet: Sites = ()
    tether: Sites = ()
    wall: str = ""
    also_sheet: Sites = ()
    also_tether: Sites = ()
    escape: Sites = ()


def corner_state(lattice: PyramidLattice, own: Mask, other: Mask, corner: str) -> CornerState:
    """Return how the player of `own` stands at `corner` against `other`.

    Parameters
    ----------
    own, other
        (n,) bool masks of the two colours' balls.
    corner
        A name of CORNERS.
    """
    held = int(holders(lattice, own, other)[CORNERS.index(corner)])
    if held == 1:
        return CornerState("other")
    parts = groups(lattice, own)
    number = isolating_group(lattice, parts, corner)
    if number is None:
        return CornerState("open", escape=escape(lattice, own, corner))
    group = parts.labels == number
    site = lattice.corners[corner]
    far = lattice.far_walls(corner)
    anchored = held == 0
    line: Sites = ()
    sheet: Sites = ()
    tether: Sites = ()
    also_sheet: Sites = ()
    also_tether: Sites = ()
    if group[site]:
        rest = group.copy()
        rest[site] = False
        also_sheet = minimum_sheet(lattice, rest, corner)
        if anchored:
            line = chain(lattice, group, [site], far)
            also_tether = chain(lattice, rest, also_sheet, far) if also_sheet else ()
        else:
            sheet = (site,)
    else:
        sheet = minimum_sheet(lattice, group, corner)
        tether = chain(lattice, group, sheet, far) if anchored else ()
    end = (line or tether)[-1] if anchored else None
    return CornerState(
        "holds" if anchored else "isolates",
        group=parts.sites(number),
        line=line,
        sheet=sheet,
        tether=tether,
        wall="" if end is None else far_wall_at(lattice, corner, end),
        also_sheet=also_sheet,
        also_tether=also_tether,
    )


def far_wall_at(lattice: PyramidLattice, corner: str, site: int) -> str:
    """Return the name of the first far wall of `corner` that `site` lies on, "" for none."""
    return next((wall for wall in FAR_WALLS[corner] if lattice.wall(wall)[site]), "")


def isolating_group(lattice: PyramidLattice, parts: Groups, corner: str) -> int | None:
    """Return the number of the outermost group that isolates `corner`, or None.

    The outermost is the one that cuts off most points; it cuts off every other that isolates.
    """
    graph, at = graph_of(lattice), CORNERS.index(corner)
    site, near = graph.corners[at], graph.near[at]
    labels = np.ascontiguousarray(parts.labels)
    n = len(lattice)
    seen, stack = np.full(n, -1, np.int32), np.empty(n, np.int32)
    best, most = None, -1
    candidates = np.flatnonzero(parts.walls & near == near).tolist()
    if labels[site] >= 0:
        candidates.append(int(labels[site]))
    for group in candidates:
        flooded = flood.escapes(graph, labels, int(group), at, seen, int(group), stack)
        if flooded > most:
            best, most = int(group), flooded
    return best


def minimum_sheet(lattice: PyramidLattice, balls: Mask, corner: str) -> Sites:
    """Return the minimum set of `balls` that cuts `corner` off its far walls, or ().

    Of all minimum cuts it is the one nearest the corner: the points it leaves to the corner are
    fewest (see `min_cut`; it is unique, so site order has nothing left to decide).
    """
    price = np.where(balls, 1, UNCUTTABLE).astype(np.int32)
    target = lattice.far_walls(corner).astype(np.uint8)
    value, cut = min_cut(graph_of(lattice), price, int(lattice.corners[corner]), target)
    if value >= UNCUTTABLE:
        return ()
    return tuple(np.flatnonzero(cut).tolist())
