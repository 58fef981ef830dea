"""A sheet of balls as a surface of triangles, to be drawn."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from model.boards.board import IntArray
from model.boards.lattice import PyramidLattice


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
