"""Signs that tell sides and units apart without colour, as outlines: scene and window fill them.

Each is one or more polygons in a square from -1 to 1, y upwards; where two overlap there is a hole
(even-odd). No Qt and no VTK: whoever paints turns them into its own shapes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import cos, pi, sin
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

Polygon = tuple[tuple[float, float], ...]
Outline = tuple[Polygon, ...]


def _circle(x: float, y: float, radius: float, corners: int = 24) -> Polygon:
    return tuple(
        (x + radius * cos(2 * pi * k / corners), y + radius * sin(2 * pi * k / corners))
        for k in range(corners)
    )


def _star(points: int, inner: float) -> Polygon:
    return tuple(
        ((inner if k % 2 else 1.0) * sin(pi * k / points),
         (inner if k % 2 else 1.0) * cos(pi * k / points))
        for k in range(2 * points)
    )  # fmt: skip


def _bars(*heights: float) -> Outline:
    """Three bars that stand side by side, from the left."""
    return tuple(
        ((x - 0.24, -0.85), (x + 0.24, -0.85), (x + 0.24, top), (x - 0.24, top))
        for x, top in zip((-0.66, 0.0, 0.66), heights, strict=True)
    )


def _box(west: float, south: float, east: float, north: float) -> Polygon:
    return ((west, south), (east, south), (east, north), (west, north))


_RAYS = tuple(
    tuple(
        (r * sin(2 * pi * k / 8 + turn), r * cos(2 * pi * k / 8 + turn))
        for r, turn in ((0.66, -0.20), (1.0, 0.0), (0.66, 0.20))
    )
    for k in range(8)
)
SIGNS: Mapping[str, Outline] = MappingProxyType(
    {
        "jackal": (
            ((-0.66, 1.0), (-0.14, 0.30), (0.14, 0.30), (0.66, 1.0), (0.58, 0.02), (0.34, -0.40),
             (0.20, -1.0), (-0.20, -1.0), (-0.34, -0.40), (-0.58, 0.02)),
            ((-0.40, 0.10), (-0.12, -0.08), (-0.16, -0.22)),
            ((0.40, 0.10), (0.12, -0.08), (0.16, -0.22)),
        ),
        "cat": (
            ((-0.92, 0.98), (-0.34, 0.56), (0.34, 0.56), (0.92, 0.98), (0.94, -0.12), (0.52, -0.70),
             (0.0, -0.92), (-0.52, -0.70), (-0.94, -0.12)),
            ((-0.62, 0.02), (-0.36, 0.20), (-0.12, -0.06), (-0.38, -0.10)),
            ((0.62, 0.02), (0.36, 0.20), (0.12, -0.06), (0.38, -0.10)),
            ((-0.16, -0.40), (0.16, -0.40), (0.0, -0.58)),
        ),
        "crocodile": (
            ((-1.0, 0.05), (-0.92, 0.46), (-0.58, 0.54), (-0.46, 0.80), (-0.16, 0.80),
             (-0.06, 0.50), (1.0, 0.34), (1.0, 0.06), (0.84, -0.14), (0.68, 0.08), (0.52, -0.14),
             (0.36, 0.08), (0.20, -0.14), (0.04, 0.08), (-0.12, -0.14), (-0.28, 0.08)),
            ((-1.0, -0.06), (-0.42, -0.06), (-0.20, -0.34), (1.0, -0.34), (1.0, -0.58),
             (-0.24, -0.74), (-0.84, -0.58)),
        ),
        "sun": (_circle(0.0, 0.0, 0.54), *_RAYS),
        "ankh": (
            _circle(0.0, 0.52, 0.48),
            _circle(0.0, 0.52, 0.24),
            _box(-0.70, -0.16, 0.70, 0.08),
            ((-0.14, -0.16), (0.14, -0.16), (0.20, -1.0), (-0.20, -1.0)),
        ),
        "star": (_star(5, 0.42),),
        "ascending": _bars(-0.30, 0.25, 0.85),
        "descending": _bars(0.85, 0.25, -0.30),
        "equal": (_box(-0.80, 0.16, 0.80, 0.56), _box(-0.80, -0.56, 0.80, -0.16)),
        "footmen": (
            _circle(0.0, 0.52, 0.40),
            ((-0.28, 0.10), (0.28, 0.10), (0.40, -0.48), (0.66, -0.60), (0.66, -0.90),
             (-0.66, -0.90), (-0.66, -0.60), (-0.40, -0.48)),
        ),
        "heroes": (_star(5, 0.42),),
        "umbrella": (
            ((-1.0, 0.06), (-0.86, 0.50), (-0.48, 0.82), (0.0, 0.94), (0.48, 0.82), (0.86, 0.50),
             (1.0, 0.06), (0.66, 0.20), (0.33, 0.04), (0.0, 0.20), (-0.33, 0.04), (-0.66, 0.20)),
            ((-0.09, 0.10), (0.09, 0.10), (0.09, -0.66), (0.20, -0.76), (0.32, -0.66),
             (0.48, -0.66), (0.38, -0.90), (0.20, -0.96), (0.0, -0.90), (-0.09, -0.70)),
        ),
    }
)  # fmt: skip
"""Sign -> its polygons: heads and attributes of the peoples, units, sections and devices."""


@lru_cache(maxsize=64)
def mask_of(sign: str, height: int) -> npt.NDArray[np.uint8]:
    """Return how a sign covers its pixels, (height, height) uint8, the bottom row first.

    KeyError for a sign there is none of.
    """
    fine = 4
    side = (np.arange(height * fine) + 0.5) / (height * fine) * 2.0 - 1.0
    x, y = np.meshgrid(side, side)
    inside = np.zeros(x.shape, bool)
    for polygon in SIGNS[sign]:
        inside ^= _within(x, y, polygon)
    shares = inside.reshape(height, fine, height, fine).mean(axis=(1, 3))
    return np.asarray(np.rint(255 * shares), np.uint8)


def _within(
    x: npt.NDArray[np.float64], y: npt.NDArray[np.float64], polygon: Polygon
) -> npt.NDArray[np.bool_]:
    """Tell which points lie within a polygon: those from which a ray crosses it an odd number."""
    found = np.zeros(x.shape, bool)
    for (x0, y0), (x1, y1) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if y0 == y1:
            continue
        crosses = (y0 > y) != (y1 > y)
        found ^= crosses & (x < (x1 - x0) * (y - y0) / (y1 - y0) + x0)
    return found
