"""Kernels that flood the lattice: labelling groups, judging corners, counting steps.

Neighbours come in CSR form (`indptr`, `indices`, sorted).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.boards.board import IntArray
from model.kernels import Int, Ints, kernel


class Graph(NamedTuple):
    """What kernels know of a lattice (see `PyramidLattice`), and of some of its corners.

    `corners` (k,) int32 sites; `near` and `far` (k,) uint8 bits of the walls at a corner, and of
    its far walls.
    """

    indptr: Ints
    indices: Ints
    walls: Ints
    supports: Ints
    carried: Ints
    corners: Ints
    near: Ints
    far: Ints


@kernel
def label(indptr: Ints, indices: Ints, colour: Ints) -> IntArray:
    """Number the groups of equal colours (0 = empty): (n,) int32 from 0 by first site, -1 empty.

    Union-find over the site order: half of a site's neighbours come before it.
    """
    n = colour.shape[0]
    parent = np.empty(n, np.int32)
    for site in range(n):
        parent[site] = site
        own = colour[site]
        if own == 0:
            continue
        top = np.int32(site)
        for k in range(indptr[site], indptr[site + 1]):
            other = indices[k]
            if other >= site:
                break
            if colour[other] != own:
                continue
            while parent[other] != other:
                parent[other] = parent[parent[other]]
                other = parent[other]
            # The lowest site leads: labels then follow the site order.
            if other < top:
                parent[top] = other
                top = other
            elif other > top:
                parent[other] = top
    count = 0
    for site in range(n):
        if colour[site] == 0:
            parent[site] = -1
        elif parent[site] == site:
            parent[site] = count
            count += 1
        else:
            # Its leader comes before it and carries its label already.
            parent[site] = parent[parent[site]]
    return parent


@kernel
def escapes(
    graph: Graph, labels: Ints, group: Int, t: Int, seen: Ints, stamp: Int, stack: Ints
) -> int:
    """Flood from corner `t` past the sites with `labels` == `group`.

    Returns -1 as soon as a far wall is reached, else the number of sites flooded (0 when the corner
    itself is in the group). `seen` is (n,) int32 and holds `stamp` where the flood went; depth
    first, heading for the nearest far wall, so that an open position costs few steps.
    """
    indptr, indices, walls = graph.indptr, graph.indices, graph.walls
    corner, far = graph.corners[t], graph.far[t]
    if labels[corner] == group:
        return 0
    upward = walls[corner] & 1  # bit 0 is the base
    stack[0] = corner
    seen[corner] = stamp
    height = 1
    flooded = 1
    while height > 0:
        height -= 1
        site = stack[height]
        first, last = indptr[site], indptr[site + 1]
        for step in range(last - first):
            # The last pushed is looked at first: above for base corners, below for the apex.
            other = indices[first + step] if upward else indices[last - 1 - step]
            if seen[other] == stamp or labels[other] == group:
                continue
            if walls[other] & far:
                return -1
            seen[other] = stamp
            stack[height] = other
            height += 1
            flooded += 1
    return flooded


@kernel
def judge(graph: Graph, colour: Ints) -> npt.NDArray[np.int8]:
    """Return (k,) int8: the colour (1, 2) that holds each corner, 0 for nobody."""
    n, walls, near, far = colour.shape[0], graph.walls, graph.near, graph.far
    labels = label(graph.indptr, graph.indices, colour)
    count = 0
    for site in range(n):
        count = max(count, labels[site] + 1)
    touched = np.zeros(count, np.uint8)
    owner = np.zeros(count, np.uint8)
    for site in range(n):
        if colour[site] != 0:
            touched[labels[site]] |= walls[site]
            owner[labels[site]] = colour[site]
    seen = np.zeros(n, np.int32)
    stack = np.empty(n, np.int32)
    stamp = 0
    held = np.zeros(far.shape[0], np.int8)
    for c in range(far.shape[0]):
        corner = graph.corners[c]
        for group in range(count):
            if not touched[group] & far[c]:
                continue
            if labels[corner] != group and touched[group] & near[c] != near[c]:
                continue  # it leaves a way along one of the walls at the corner
            stamp += 1
            if escapes(graph, labels, group, c, seen, stamp, stack) >= 0:
                held[c] = owner[group]
                break
    return held


@kernel
def judge_joined(graph: Graph, own: Ints, site: int, held: Ints) -> npt.NDArray[np.uint8]:
    """Return (k,) uint8: what `own` holds with a ball on `site`, given what it held before.

    Only the group of `site` is new, so only it is flooded and judged.
    """
    n, walls, near, far = own.shape[0], graph.walls, graph.near, graph.far
    group = np.zeros(n, np.uint8)
    stack = np.empty(n, np.int32)
    stack[0] = site
    group[site] = 1
    touched = walls[site]
    height = 1
    while height > 0:
        height -= 1
        ball = stack[height]
        for k in range(graph.indptr[ball], graph.indptr[ball + 1]):
            other = graph.indices[k]
            if own[other] and group[other] == 0:
                group[other] = 1
                touched |= walls[other]
                stack[height] = other
                height += 1
    result = np.zeros(far.shape[0], np.uint8)
    seen = np.zeros(n, np.int32)
    for c in range(far.shape[0]):
        if held[c]:
            result[c] = 1
            continue
        if not touched & far[c]:
            continue
        if group[graph.corners[c]] == 0 and touched & near[c] != near[c]:
            continue
        result[c] = escapes(graph, group, np.int64(1), c, seen, c + 1, stack) >= 0
    return result


@kernel
def steps(indptr: Ints, indices: Ints, blocked: Ints, starts: Ints) -> IntArray:
    """Return (n,) int32 steps from the nearest of `starts` past `blocked`, -1 unreached."""
    n = blocked.shape[0]
    distance = np.full(n, -1, np.int32)
    queue = np.empty(n, np.int32)
    filled = 0
    for start in starts:
        if blocked[start] == 0 and distance[start] < 0:
            distance[start] = 0
            queue[filled] = start
            filled += 1
    head = 0
    while head < filled:
        site = queue[head]
        head += 1
        for k in range(indptr[site], indptr[site + 1]):
            other = indices[k]
            if blocked[other] == 0 and distance[other] < 0:
                distance[other] = distance[site] + 1
                queue[filled] = other
                filled += 1
    return distance
