"""A hexagonal board of hexagons: its fields, neighbours, layers and planes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

import numpy as np

from model.boards.board import Board, Decoration, PlaneFamily

BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


@dataclass(frozen=True, eq=False)
class Hexagon(Board):
    """Get one from `hexagon`; `widths` are the fields of each rank, `middle` the central site."""

    widths: tuple[int, ...] = ()
    middle: int = 0

    @property
    def fields(self) -> int:
        """How many sites are fields; what comes after them are borders."""
        return sum(self.widths)


@lru_cache(maxsize=8)
def hexagon(radius: int, *, borders: bool = False) -> Hexagon:
    """Return the board with `radius` rings round its middle field.

    Parameters
    ----------
    borders
        Each side of a border between two fields is a site, too, and the middle is decorated.
    """
    span = range(-radius, radius + 1)
    cells = [(q, r) for r in span for q in span if abs(q + r) <= radius]
    number = {cell: site for site, cell in enumerate(cells)}
    beside = [sorted(number[(q + a, r + b)] for a, b in BESIDE if (q + a, r + b) in number)
              for q, r in cells]  # fmt: skip
    q, r = np.array(cells, np.int32).T
    layers = {
        "level": np.ones_like(q),
        "file": q + radius + 1,
        "rank": r + radius + 1,
        "slope": q + r + radius + 1,
        "shell": radius - np.maximum.reduce([abs(q), abs(r), abs(q + r)]),
    }
    high = sqrt(3) / 2
    last = 2 * radius + 1
    half = (-radius - 1) * high
    planes = [
        PlaneFamily("level", (0.0, 0.0, -1.0), (0.0, 0.0, 1.0), 1.0, 1, 1),
        PlaneFamily("rank", (0.0, half, 0.0), (0.0, 1.0, 0.0), high, 1, last),
        PlaneFamily("file", (half * high, -half * 0.5, 0.0), (high, -0.5, 0.0), high, 1, last),
        PlaneFamily("slope", (half * high, half * 0.5, 0.0), (high, 0.5, 0.0), high, 1, last),
    ]
    names = [f"{'abcdefghi'[a + radius]}{b + radius + 1}" for a, b in cells]
    centres = np.stack([q + r / 2, r * high, np.zeros(len(q))], axis=1)
    sides = [(a, b) for a, few in enumerate(beside) for b in few] if borders else []
    own = np.array([a for a, _ in sides], np.int32)
    beyond = np.array([b for _, b in sides], np.int32)
    middle = number[(0, 0)]
    return Hexagon(
        names=(*names, *(f"{names[a]}>{names[b]}" for a, b in sides)),
        centres=np.concatenate([centres, 0.64 * centres[own] + 0.36 * centres[beyond]]),
        indptr=np.cumsum([0, *map(len, beside), *([0] * len(sides))]).astype(np.int32),
        indices=np.array([site for few in beside for site in few], np.int32),
        layers={name: np.concatenate([layer, layer[own]]) for name, layer in layers.items()},
        planes={family.name: family for family in planes},
        widths=tuple(sum(1 for cell in cells if cell[1] == row) for row in span),
        middle=middle,
        edges={len(cells) + k: side for k, side in enumerate(sides)},
        decoration=(Decoration(middle, "small pyramid", "light", "3"),) if borders else (),
    )
