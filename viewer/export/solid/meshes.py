"""Closed triangle meshes of balls and of whatever is a stack of outlines. Pure numpy."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]
Triangles = npt.NDArray[np.int32]


class Mesh(NamedTuple):
    """A closed surface.

    Attributes
    ----------
    points
        (n, 3) float64, each place once.
    triangles
        (m, 3) int32 numbers of points, counterclockwise from outside.
    """

    points: Points
    triangles: Triangles


@lru_cache(maxsize=8)
def sphere(around: int) -> Mesh:
    """Return a ball of radius 1, an octahedron whose edges are divided.

    Its facets lie half within the ball and half without, so that its volume is that of the ball.

    Parameters
    ----------
    around
        Edges of a great circle, a multiple of 4; there are half as many triangles as its square.
    """
    n = around // 4
    a, b = np.array([(i, j) for i in range(n + 1) for j in range(n + 1 - i)]).T
    number = np.full((n + 2, n + 2), -1)
    number[a, b] = np.arange(len(a))
    upper = [(number[i, j], number[i + 1, j], number[i, j + 1])
             for i in range(n) for j in range(n - i)]  # fmt: skip
    lower = [(number[i + 1, j], number[i + 1, j + 1], number[i, j + 1])
             for i in range(n - 1) for j in range(n - 1 - i)]  # fmt: skip
    corner = np.stack([a, b, n - a - b], axis=1)
    facets = np.array(upper + lower)
    places, triangles = [], []
    for octant in range(8):
        signs = np.array([1 - 2 * (octant >> k & 1) for k in range(3)])
        places.append(corner * signs)
        turned = facets if signs.prod() > 0 else facets[:, ::-1]
        triangles.append(turned + octant * len(corner))
    whole, back = np.unique(np.concatenate(places), axis=0, return_inverse=True)
    # Equal angles along the edges, where equal lengths would crowd the corners.
    eased = np.sin(0.5 * np.pi * whole / n)
    points = eased / np.linalg.norm(eased, axis=1, keepdims=True)
    found = Mesh(points, back.reshape(-1)[np.concatenate(triangles)].astype(np.int32))
    return Mesh(points * (4 / 3 * np.pi / volume(found)) ** (1 / 3), found.triangles)


def stacked(outlines: Points) -> Mesh:
    """Return the solid whose sides go from one convex outline to the next.

    Parameters
    ----------
    outlines
        (m, k, 3) the corners of each, counterclockwise from above, the lowest outline first.
    """
    m, k, _ = outlines.shape
    ring = np.arange(k)
    after = (ring + 1) % k
    sides = []
    for low in range(0, (m - 1) * k, k):
        sides.append(np.stack([low + ring, low + after, low + k + after], axis=1))
        sides.append(np.stack([low + ring, low + k + after, low + k + ring], axis=1))
    fan = np.stack([np.zeros(k - 2, int), ring[1:-1], ring[2:]], axis=1)
    triangles = np.concatenate([*sides, fan[:, ::-1], fan + (m - 1) * k])
    return Mesh(outlines.reshape(-1, 3), triangles.astype(np.int32))


def prism(outline: Points, low: float, high: float) -> Mesh:
    """Return an upright solid; `outline` (k, 2) is convex and counterclockwise from above."""
    return stacked(np.stack([_level(outline, z) for z in (low, high)]))


def turned(profile: tuple[tuple[float, float], ...], around: int) -> Mesh:
    """Return what a lathe makes of a profile: (radius, height), the lowest first.

    Its cross-section is as large as that of a true circle.
    """
    angles = 2 * np.pi * np.arange(around) / around
    wider = np.sqrt(2 * np.pi / (around * np.sin(2 * np.pi / around)))
    circle = wider * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return stacked(np.stack([_level(radius * circle, z) for radius, z in profile]))


def volume(mesh: Mesh) -> float:
    """Return what a closed mesh encloses."""
    a, b, c = (mesh.points[mesh.triangles[:, k]] for k in range(3))
    return float((a * np.cross(b, c)).sum() / 6)


def _level(outline: Points, z: float) -> Points:
    level: Points = np.column_stack([outline, np.full(len(outline), z)])
    return level
