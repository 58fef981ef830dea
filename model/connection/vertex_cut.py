"""Kernel for minimum vertex cuts by max flow on the split graph (Menger; Ford and Fulkerson)."""

from __future__ import annotations

import numpy as np

from model.kernels import Ints, kernel

UNCUTTABLE = 1 << 28
"""A capacity that no cut uses."""


@kernel
def min_cut(
    indptr: Ints, indices: Ints, capacity: Ints, source: int, target: Ints
) -> tuple[int, Ints]:
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
    back = _opposite_arcs(indptr, indices)
    through = np.zeros(n, np.int32)  # flow from the in-half to the out-half of a site
    flow = np.zeros(indices.shape[0], np.int32)  # net flow on the arc out-half -> neighbour's in
    # Halves: site = in, n + site = out. came[h]: the half before it, -1 unseen; arc[h]: by which.
    came = np.empty(2 * n, np.int32)
    arc = np.empty(2 * n, np.int32)
    queue = np.empty(2 * n, np.int32)
    value = 0
    while value < UNCUTTABLE:
        end = _shortest_path(
            indptr, indices, capacity, source, target, back, through, flow, came, arc, queue
        )
        if end < 0:
            break
        value += _push(capacity, source, end, through, flow, came, arc)
    cut = np.zeros(n, np.uint8)
    if value < UNCUTTABLE:
        for site in range(n):
            cut[site] = came[site] >= 0 and came[n + site] < 0 and capacity[site] > 0
    return value, cut


@kernel
def _opposite_arcs(indptr: Ints, indices: Ints) -> Ints:
    """Return where the opposite of each arc is kept."""
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
def _shortest_path(
    indptr: Ints, indices: Ints, capacity: Ints, source: int, target: Ints,
    back: Ints, through: Ints, flow: Ints, came: Ints, arc: Ints, queue: Ints,
) -> int:  # fmt: skip
    """Search the residual graph breadth first; return the half that ends at a target, or -1."""
    n = capacity.shape[0]
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
                if flow[back[k]] > 0 and came[n + other] < 0:
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
def _push(
    capacity: Ints, source: int, end: int, through: Ints, flow: Ints, came: Ints, arc: Ints
) -> int:
    """Push as much as the narrowest place of the path that ends at `end` lets through."""
    n = capacity.shape[0]
    push = UNCUTTABLE
    half = end
    while half != source:
        before = came[half]
        if half >= n and before == half - n:
            push = min(push, capacity[before] - through[before])
        elif half < n and before == half + n:
            push = min(push, through[half])
        elif half >= n:
            push = min(push, flow[arc[half]])
        half = before
    half = end
    while half != source:
        before = came[half]
        if half >= n and before == half - n:
            through[before] += push
        elif half < n and before == half + n:
            through[half] -= push
        elif half >= n:
            flow[arc[half]] -= push
        else:
            flow[arc[half]] += push
        half = before
    return push
