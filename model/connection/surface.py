"""A sheet of balls as a surface of triangles, to be drawn."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from model.board import IntArray
from model.lattice import PyramidLattice


def triangles(lattice: PyramidLattice, sheet: Iterable[int]) -> IntArray:
    """Return the triangles that span a sheet.

    Every three balls that touch one another give a triangle. Four balls in a square (each touches
    two of the others: a level's 2x2, or one standing on edge) give two, cut along the diagonal that
    starts at the lowest site, so that the surface has no holes where it is closed.

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
                if not a < b < c or c in around[b]:
                    continue
                d = lattice.site_at(*(lattice.xyz[b] + lattice.xyz[c] - lattice.xyz[a]).tolist())
                if d is None or d < a or d not in inside or d in around[a]:
                    continue
                if d in around[b] and d in around[c]:
                    found.add((a, *sorted((b, d))))
                    found.add((a, *sorted((c, d))))
    return np.array(sorted(found), np.int32).reshape(-1, 3)
