"""Boards of Poly-Y: triangles, and rings round a middle cell (docs/rules/poly-y.md#board)."""

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import pi, sin

import numpy as np

from model.boards.board import Board, IntArray, PlaneFamily

LETTERS = "abcdefghijkl"
Edges = set[tuple[int, int]]


@dataclass(frozen=True, eq=False)
class PolyYBoard(Board):
    """Get one from `poly_y_board`.

    Attributes
    ----------
    rings
        Cells in each ring from the middle outwards; in each row of a triangle.
    sides
        (n,) the sides a cell lies on, as bits: side k joins the corners k and k + 1.
    captures
        (2^k,) the corners that a chain captures, as bits, by the sides it touches.
    """

    rings: tuple[int, ...] = ()
    sides: IntArray = field(default_factory=lambda: np.zeros(0, np.int32))
    captures: IntArray = field(default_factory=lambda: np.zeros(0, np.int32))


def sides_at(corner: int, corners: int) -> int:
    """Return the two sides that meet at a corner of a board with so many, as bits."""
    return 1 << corner | 1 << (corner - 1) % corners


@lru_cache(maxsize=16)
def poly_y_board(corners: int, size: int) -> PolyYBoard:
    """Return the board with so many corners and so many cells along a side.

    It is made of sectors, each a triangle with the middle cell at its apex, in which place p of a
    ring touches the places p and p + 1 of the next ring. A board of three corners is one sector.
    """
    sectors = 1 if corners == 3 else corners
    rings = tuple(ring + 1 if sectors == 1 else sectors * ring or 1 for ring in range(size))
    start = np.cumsum((0, *rings)).tolist()
    n = start.pop()

    def row(sector: int, ring: int) -> list[int]:
        """The cells of a ring in a sector, the first of the next sector included."""
        places = (sector * ring + place for place in range(ring + 1))
        return [start[ring] + place % rings[ring] for place in places]

    names, centres, edges = ["o"] * n, np.zeros((n, 3)), Edges()
    angle = pi / 3 if sectors == 1 else 2 * pi / corners
    turn = {3: 4 * pi / 3, 4: 3 * pi / 4}.get(corners, pi / 2)
    for sector in range(sectors):
        one, two = (turn + angle * (sector + k) for k in (0, 1))
        for ring in range(size):
            here = row(sector, ring)
            edges |= set(pairwise(here))
            if ring + 1 < size:
                beyond = row(sector, ring + 1)
                edges |= {(site, beyond[p + k]) for p, site in enumerate(here) for k in (0, 1)}
            for place, site in enumerate(here):
                along = (ring - place) * np.array(
                    [np.cos(one), np.sin(one), 0.0]
                ) + place * np.array([np.cos(two), np.sin(two), 0.0])
                centres[site] = along * max(1.0, 1 / (2 * sin(angle / 2)))
                if sectors == 1:
                    names[site] = f"{LETTERS[ring]}{place + 1}"
                elif place < ring:  # the last place belongs to the next sector
                    names[site] = f"{LETTERS[sector]}{ring}{LETTERS[place]}"
    rim = [row(sector, size - 1) for sector in range(sectors)]
    if sectors == 1:
        left, right = ([row(0, ring)[end] for ring in range(size)] for end in (0, -1))
        rim = [left, rim[0], right[::-1]]
    at = [side[0] for side in rim]
    centres -= centres[at].mean(axis=0)
    sides = np.zeros(n, np.int32)
    for k, side in enumerate(rim):
        sides[side] |= 1 << k
    beside = [sorted({a + b - site for a, b in edges if site in (a, b)}) for site in range(n)]
    rings_of = np.repeat(np.arange(size, dtype=np.int32), rings)
    shell = size - 1 - rings_of if sectors > 1 else _depths(rings)
    letters = "ABCDEFG"[:corners]
    return PolyYBoard(
        names=tuple(names),
        centres=centres,
        indptr=np.cumsum([0, *map(len, beside)]).astype(np.int32),
        indices=np.array([site for few in beside for site in few], np.int32),
        layers={"level": np.ones(n, np.int32), "shell": shell.astype(np.int32)},
        ground="cells",
        planes={"level": PlaneFamily("level", (0, 0, -1), (0, 0, 1), 1.0, 1, 1)},
        corners=dict(zip(letters, at, strict=True)),
        rim={
            one + two: tuple(side)
            for one, two, side in zip(letters, letters[1:] + letters[0], rim, strict=True)
        },
        rings=rings,
        sides=sides,
        captures=_captures(corners),
    )


def _depths(rows: tuple[int, ...]) -> IntArray:
    """How far each cell of a triangle is from the nearest side."""
    last = len(rows) - 1
    cells = [(row, place) for row, many in enumerate(rows) for place in range(many)]
    return np.array([min(place, row - place, last - row) for row, place in cells], np.int32)


def _captures(corners: int) -> IntArray:
    found = np.zeros(1 << corners, np.int32)
    for touched in range(1 << corners):
        for corner in range(corners):
            near = sides_at(corner, corners)
            if touched & near == near and touched != near:
                found[touched] |= 1 << corner
    return found
