"""Kernel for minimum vertex cuts by max flow on the split graph (Menger; Ford and Fulkerson)."""

from __future__ import annotations

from typing import Any

import numpy as np

from model.kernels import kernel

Array = Any

UNCUTTABLE = 1 << 28
"""A capacity that no cut uses."""


@kernel
def min_cut(
    indptr: Array, indices: Array, capacity: Array, source: int, target: Array
) -> tuple[int, Array]:
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
    through = np.zeros(n, np.int32)  # flow from the in-half to the out-half of a site
    flow = np.zeros(indices.shape[0], np.int32)  # net flow on the arc out-half -> neighbour's in
    back = np.zeros(indices.shape[0], np.int32)  # where the opposite arc of an arc is kept
    cursor = indptr[:-1].copy()
    for site in range(n):
        # Neighbours are sorted, so the arcs into each site come by in the order it keeps them.
        for k in range(indptr[site], indptr[site + 1]):
            other = indices[k]
            back[k] = cursor[other]
            cursor[other] += 1
    # Halves: site = in, n + site = out. came[h]: the half before it, -1 unseen.
    came = np.empty(2 * n, np.int32)
    arc = np.empty(2 * n, np.int32)
    queue = np.empty(2 * n, np.int32)
    value = 0
    while True:
        came[:] = -1
        came[source] = source
        queue[0] = source
        head, tail = 0, 1
        end = -1
        while head < tail:
            half = queue[head]
            head += 1
            if half < n:
                if through[half] < capacity[half] and came[n + half] < 0:
                    came[n + half] = half
                    queue[tail] = n + half
                    tail += 1
                    if target[half]:
                        end = n + half
                        break
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
        if end < 0:
            break
        # The narrowest place on the way back, then push.
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
        value += push
        if value >= UNCUTTABLE:
            break
    cut = np.zeros(n, np.uint8)
    if value < UNCUTTABLE:
        for site in range(n):
            cut[site] = came[site] >= 0 and came[n + site] < 0 and capacity[site] > 0
    return value, cut
