"""The cells of a flat board whose sites form triangles, and its outline. Pure numpy.

Where three sites touch one another their cells meet, within the triangle. So every two neighbours
share an edge, and cells of a regular lattice are its Voronoi cells. Of half squares these would not
do: there neighbours along the diagonal would meet in a point.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from model.boards.board import Board, FloatArray

RIM = 0.44
"""How far cells of the rim reach beyond the outermost centres, in ball diameters."""
BAND = (0.07, 0.23)
"""How far from the cells the band along a side begins and ends, on a small board."""
SLAB = 0.70
"""How far the slab reaches beyond the cells there: room for bands, and for a letter at a corner."""
GROWS = 0.045
"""How much more room these take for each ball diameter that the board is wide, as a share."""


@dataclass(frozen=True, eq=False)
class CellShapes:
    """Polygons, all convex and counterclockwise.

    Attributes
    ----------
    cells
        (k, 2) the corners of each site's cell; neighbours share two.
    outline
        (k, 2) the corners of all cells together.
    """

    cells: tuple[FloatArray, ...]
    outline: FloatArray

    @property
    def scale(self) -> float:
        """How much larger than on a small board bands and letters are, so that they can be seen."""
        return 0.8 + GROWS * float(np.ptp(self.outline, axis=0).max())

    @property
    def slab(self) -> FloatArray:
        """The corners of the slab under them."""
        return widened(self.outline, self.scale * SLAB)


@lru_cache(maxsize=8)
def cell_shapes(board: Board) -> CellShapes:
    """Return the cells of a board and its outline, which has a corner wherever the rim bends."""
    flat = board.centres[:, :2]
    beside = [set(board.neighbours(site).tolist()) for site in range(len(board))]
    corners: list[list[FloatArray]] = [[] for _ in beside]
    ways: list[list[FloatArray]] = [[] for _ in beside]
    outline = []
    for a, near in enumerate(beside):
        for b in (site for site in near if site > a):
            thirds = near & beside[b]
            for c in (site for site in thirds if site > b):
                meeting = _meeting(flat[[a, b, c]])
                for site in (a, b, c):
                    corners[site].append(meeting)
            if len(thirds) == 1:  # a link along the rim
                way = _outwards(flat[a], flat[b], flat[thirds.pop()])
                for site in (a, b):
                    corners[site].append(flat[[a, b]].mean(axis=0) + RIM * way)
                    ways[site].append(way)
    for site, pair in enumerate(ways):
        if pair and pair[0] @ pair[1] < 1 - 1e-6:  # on the rim, and it bends here
            bend = flat[site] + RIM * (pair[0] + pair[1]) / (1 + pair[0] @ pair[1])
            corners[site].append(bend)
            outline.append(bend)
    cells = [_around(np.array(few), middle) for few, middle in zip(corners, flat, strict=True)]
    return CellShapes(tuple(cells), _around(np.array(outline), flat.mean(axis=0)))


def widened(polygon: FloatArray, by: float) -> FloatArray:
    """Return a convex polygon with its sides moved out by a length."""
    before = _normals(np.roll(polygon, 1, axis=0))
    after = _normals(polygon)
    along = 1 + (before * after).sum(axis=1, keepdims=True)
    wider: FloatArray = polygon + by * (before + after) / along
    return wider


def feet(polygon: FloatArray, middle: FloatArray, inset: float) -> FloatArray:
    """Return (k, 2) where perpendiculars from a middle meet the sides of a polygon.

    Parameters
    ----------
    inset
        How far the sides are moved in before.
    """
    normals = _normals(polygon)
    reach = (normals * (polygon - middle)).sum(axis=1, keepdims=True) - inset
    found: FloatArray = reach * normals
    return found


def beyond(polygon: FloatArray, place: FloatArray) -> float:
    """Return how far a place lies beyond the sides of a convex polygon; below 0: within them."""
    return float((_normals(polygon) * (place - polygon)).sum(axis=1).max())


def _normals(polygon: FloatArray) -> FloatArray:
    """(k, 2) unit vectors out of the sides, of which each begins in the corner of its number."""
    way = np.roll(polygon, -1, axis=0) - polygon
    out = np.stack([way[:, 1], -way[:, 0]], axis=1)
    unit: FloatArray = out / np.linalg.norm(out, axis=1, keepdims=True)
    return unit


def _meeting(triangle: FloatArray) -> FloatArray:
    """Where three cells meet: half-way from the centroid of a triangle to its circumcentre.

    It lies within the triangle: of an obtuse one not the circumcentre is taken, but the middle of
    the longest side.
    """
    opposite = ((np.roll(triangle, 1, axis=0) - np.roll(triangle, 2, axis=0)) ** 2).sum(axis=1)
    weights = opposite * np.maximum(opposite.sum() - 2 * opposite, 0.0)
    place: FloatArray = (weights / weights.sum() + 1 / 3) / 2 @ triangle
    return place


def _outwards(a: FloatArray, b: FloatArray, inside: FloatArray) -> FloatArray:
    """The unit vector across a link, away from a place."""
    x, y = b - a
    across = np.array([y, -x]) / np.hypot(x, y)
    way: FloatArray = across if across @ (inside - a) < 0 else -across
    return way


def _around(points: FloatArray, middle: FloatArray) -> FloatArray:
    """Points in the order in which they lie round a middle, counterclockwise."""
    x, y = (points - middle).T
    return points[np.argsort(np.arctan2(y, x))]
