"""The thirty places of Pyraos as bits: what rests on what, squares and lines, by rule set."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.boards.lattice import PyramidLattice, pyramid

PLACES = 30
TOP = PLACES - 1
SPHERES = 15
"""Spheres a player owns: thirty build the whole pyramid."""
CHILDREN, STANDARD, ALTERNATE = 0, 1, 2
RULES = ("standard", "children", "alternate")
BOARD: PyramidLattice = pyramid(4)

Bits = npt.NDArray[np.uint64]


def _union(sites: npt.NDArray[np.int32]) -> Bits:
    """(30,) the bits of up to four sites a place, -1 for none."""
    bits = np.zeros(PLACES, np.uint64)
    for place, few in enumerate(sites.tolist()):
        bits[place] = sum(1 << s for s in few if s >= 0)
    return bits


DOWN: Bits = _union(BOARD.supports)
"""(30,) what each place rests on."""
UP: Bits = _union(BOARD.carried)
"""(30,) what rests on each place."""
LEVEL_BITS = (0x3FFFFFFF, 0x3FFF0000, 0x3E000000, 0x20000000)
"""Bits of the places at or above each level index."""


def _level(place: int) -> int:
    return int(BOARD.xyz[place, 2])


HIGHER: Bits = np.array(
    [LEVEL_BITS[_level(p) + 1] if _level(p) < 3 else 0 for p in range(PLACES)], np.uint64
)
"""(30,) the places on levels above that of each place."""


def _bits_at(points: list[tuple[int, int, int]]) -> int:
    sites = [BOARD.site_at(*point) for point in points]
    return sum(1 << site for site in sites if site is not None)


def _squares() -> list[int]:
    """The 14 squares: four places that carry a place above them."""
    return [int(down) for down in DOWN.tolist() if down]


def _lines() -> list[int]:
    """Full rows and columns of the first (4) and second (3) level, no diagonals."""
    lines = []
    for z, side in ((0, 4), (1, 3)):
        for k in range(side):
            lines.append(_bits_at([(k, i, z) for i in range(side)]))
            lines.append(_bits_at([(i, k, z) for i in range(side)]))
    return lines


SQUARES: tuple[int, ...] = tuple(_squares())
LINES: tuple[int, ...] = tuple(_lines())


def _through(patterns: tuple[int, ...], width: int) -> Bits:
    """(30, width) patterns through each place without the place itself, padded with all ones."""
    table = np.full((PLACES, width), (1 << 63), np.uint64)
    for place in range(PLACES):
        own = [p & ~(1 << place) for p in patterns if p >> place & 1]
        table[place, : len(own)] = own
    return table


REMOVING: Bits = np.stack(
    [
        np.full((PLACES, 6), 1 << 63, np.uint64),
        _through(SQUARES, 6),
        _through(SQUARES + LINES, 6),
    ]
)
"""(3, 30, 6) by rule set: what must be the mover's for a sphere at a place to allow removal."""
