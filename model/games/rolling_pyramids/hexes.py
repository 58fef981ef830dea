"""The board of a map: its spaces and starts, and both sides of every border between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import sqrt

import numpy as np

from model.boards.board import Board, Decoration, PlaneFamily
from model.games.rolling_pyramids.maps import GameMap

_NO_MAP = GameMap("", (), ())
_NEAR = 0.62
"""How much of the way between two middles the side of a border is on its own side."""

RISE, RISING = 0.10, 2
"""How much higher each ring lies than the one round it, from the middle to the last that rises."""


@dataclass(frozen=True, eq=False)
class HexBoard(Board):
    """Get one from `hex_board`.

    Attributes
    ----------
    map
        What it was made of.
    spaces
        How many sites are numbered spaces; the next four are the starts, the rest are borders.
    beside
        The places that share a side with each place, ascending.
    border
        (place, place beyond) -> the site of that side of their border.
    """

    map: GameMap = _NO_MAP
    spaces: int = 0
    beside: tuple[tuple[int, ...], ...] = ()
    border: Mapping[tuple[int, int], int] = field(default_factory=dict)

    @property
    def places(self) -> int:
        """How many sites are spaces or starts."""
        return self.spaces + 4


@lru_cache(maxsize=16)
def hex_board(found: GameMap) -> HexBoard:
    """Return the board of a map, always the same one."""
    beside = found.beside()
    names = found.names
    sides = [(a, b) for a, few in enumerate(beside) for b in few]
    q, r = np.array([place.at for place in found.places], np.int32).T
    high = sqrt(3) / 2
    rings = np.maximum.reduce([abs(q), abs(r), abs(q + r)])
    rises = RISE * np.maximum(RISING - rings, 0)
    centres = np.stack([q + r / 2, -r * high, rises], axis=1)
    own = np.array([a for a, _ in sides], np.int32)
    beyond = np.array([b for _, b in sides], np.int32)
    slots = _NEAR * centres[own] + (1 - _NEAR) * centres[beyond]
    slots[:, 2] = centres[own, 2]  # they lie on their own side
    layers = {
        "level": np.ones_like(q),
        "file": q - q.min() + 1,
        "rank": r.max() - r + 1,
        "slope": (q + r) - (q + r).min() + 1,
        "shell": rings.max() - rings,
    }
    return HexBoard(
        names=(*names, *(f"{names[a]}>{names[b]}" for a, b in sides)),
        centres=np.concatenate([centres, slots]),
        indptr=np.cumsum([0, *map(len, beside), *([0] * len(sides))]).astype(np.int32),
        indices=np.array([place for few in beside for place in few], np.int32),
        layers={name: np.concatenate([layer, layer[own]]) for name, layer in layers.items()},
        planes={family.name: family for family in _planes(centres, layers)},
        ground="hexes",
        edges={len(names) + k: side for k, side in enumerate(sides)},
        decoration=_decoration(found),
        map=found,
        spaces=len(found.spaces),
        beside=beside,
        border={side: len(names) + k for k, side in enumerate(sides)},
    )


def _planes(centres: np.ndarray, layers: dict[str, np.ndarray]) -> list[PlaneFamily]:
    """The families of parallel lines of hexagons, seen as planes, and the level."""
    high = sqrt(3) / 2
    normals = {"rank": (0.0, 1.0, 0.0), "file": (high, 0.5, 0.0), "slope": (high, -0.5, 0.0)}
    planes = [PlaneFamily("level", (0.0, 0.0, -1.0), (0.0, 0.0, 1.0), 1.0, 1, 1)]
    for name, normal in normals.items():
        first = float(centres[0] @ np.array(normal)) - high * int(layers[name][0])
        origin = tuple(first * part for part in normal)
        last = int(layers[name].max())
        planes.append(PlaneFamily(name, origin, normal, high, 1, last))  # type: ignore[arg-type]  # three numbers
    return planes


def _decoration(found: GameMap) -> tuple[Decoration, ...]:
    """A white pyramid with its two numbers or a black one with what it works for, everywhere."""
    return tuple(
        Decoration(site, "black pyramid" if place.factory else "white pyramid",
                   "dark" if place.factory else "light",
                   place.factory or f"{place.points[0]}/{place.points[1]}")
        for site, place in enumerate(found.spaces)
    )  # fmt: skip
