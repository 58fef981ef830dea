"""Cheapest connected sets through some of several groups of sites, by dynamic programming.

The algorithm of Dreyfus and Wagner (Networks 1, 1971, doi 10.1002/net.3230010302) for prices on
the sites: the cheapest connected set that ends at a site and meets some of the groups either comes
from a neighbour, or is two such sets joined at the site, each meeting a part of them.
"""

from __future__ import annotations

import numpy as np

from model.kernels import Int, Ints, kernel


@kernel
def grow(
    indptr: Ints,
    indices: Ints,
    prices: Ints,
    table: Ints,
    mask: int,
    cap: int,
    order: Ints,
    stacks: Ints,
) -> None:
    """Fill one row of the table; the rows of all parts of the set must be there.

    Parameters
    ----------
    indptr, indices
        The neighbours of the sites.
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
            for k in range(indptr[site], indptr[site + 1]):
                other_site = indices[k]
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
    indptr: Ints,
    indices: Ints,
    weights: Ints,
    closed: Ints,
    start: Int,
    ends: Ints,
    came: Ints,
    stacks: Ints,
) -> int:
    """Return the end of a way with the fewest sites of weight 1, -1 when there is none.

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
        for k in range(indptr[site], indptr[site + 1]):
            other = indices[k]
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
