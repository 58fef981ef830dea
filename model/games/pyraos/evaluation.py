"""What the engine counts in a position of Pyraos: how the numbers lie, and what they are.

A square and the place above it are one pattern: each of the five places is empty, the mover's or
the other side's. Patterns that are images of one another are worth the same. `evaluation.json`
holds a list of points for each rule set; `python -m model.games.pyraos.evaluation_learning` makes
it anew.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

import msgspec
import numpy as np
import numpy.typing as npt

from model.games.pyraos.places import BOARD, DOWN, PLACES, SQUARES, Bits

POINTS = 130
"""What odds of e to 1 are worth."""
PHASES = 4
_FULLER = (10, 15, 20)
"""Spheres on the board from which on the next phase counts."""
_EDGE = 4
STATES = 3**5
"""What a square with the place above it can be."""
PATTERNS = len(SQUARES) * STATES
"""All of those of a phase, square after square."""
SPENT = PHASES * PATTERNS
"""Where the spheres on the board begin, 16 of the mover by 16 of the other."""
MADE = SPENT + 256
"""Squares (or lines) that one sphere completes, up to 3 by 3 a phase."""
LIFTS = MADE + 16 * PHASES
"""Spheres that can be lifted, up to 3 by 3 a phase."""
FREE = LIFTS + 16 * PHASES
"""Spheres on the base that carry nothing, up to 7 by 7."""
ROOM = FREE + 64
"""Places above the base that could be filled, up to 5, a phase."""
SIZE = ROOM + 6 * PHASES
FEATURES = len(SQUARES) + 5
"""Numbers that are added up for a position."""

PHASE: npt.NDArray[np.int64] = np.array(
    [sum(spheres >= fuller for fuller in _FULLER) for spheres in range(PLACES + 1)], np.int64
)
"""(31,) the phase by the spheres on the board."""
TERNARY: npt.NDArray[np.int64] = np.array(
    [sum(3**k for k in range(5) if bits >> k & 1) for bits in range(32)], np.int64
)
"""(32,) five bits read to the base three."""
CORNER: Bits = np.array([(s & -s).bit_length() - 1 for s in SQUARES], np.uint64)
"""(14,) the lowest place of each square."""
ROW: Bits = np.array([4] * 9 + [3] * 4 + [2], np.uint64)
"""(14,) places in a row of its level."""
ABOVE: Bits = np.flatnonzero(DOWN).astype(np.uint64)
"""(14,) the place above each square."""
TOUCHED: Bits = np.array(
    [
        sum(
            1 << square
            for square, bits in enumerate(SQUARES)
            if (bits | 1 << int(ABOVE[square])) >> place & 1
        )
        for place in range(PLACES)
    ],
    np.uint64,
)
"""(30,) the squares whose pattern a place is part of, one bit each."""


@lru_cache(maxsize=1)
def site_maps() -> npt.NDArray[np.int64]:
    """Return the (8, 30) symmetries of the board: where each site comes to lie, identity first."""
    found = []
    for mirrored in (False, True):
        for quarter in range(4):
            image = []
            for x, y, z in BOARD.xyz.tolist():
                last = _EDGE - 1 - z
                if mirrored:
                    x = last - x
                for _ in range(quarter):
                    x, y = last - y, x
                site = BOARD.site_at(x, y, z)
                assert site is not None
                image.append(site)
            found.append(image)
    return np.array(found, np.int64)


@lru_cache(maxsize=1)
def kinds_of_patterns() -> npt.NDArray[np.int64]:
    """Return (SIZE,) the number of what each feature shares its points with, its images' one."""
    images = site_maps().tolist()
    numbers: dict[tuple[tuple[int, int], ...], int] = {}
    kinds = np.zeros(SIZE, np.int64)
    for square, bits in enumerate(SQUARES):
        places = [p for p in range(PLACES) if bits >> p & 1] + [int(ABOVE[square])]
        for state in range(STATES):
            here = [(place, state // 3**k % 3) for k, place in enumerate(places)]
            name = min(tuple(sorted((image[p], who) for p, who in here)) for image in images)
            number = numbers.setdefault(name, len(numbers))
            for phase in range(PHASES):
                kinds[phase * PATTERNS + square * STATES + state] = PHASES * number + phase
    kinds[SPENT:] = PHASES * len(numbers) + np.arange(SIZE - SPENT)
    return kinds


def points_of(rules: str) -> npt.NDArray[np.int16]:
    """Return (SIZE,) the points of each feature under a rule set."""
    return np.array(_kept()[rules], np.int16)[kinds_of_patterns()]


@lru_cache(maxsize=1)
def _kept() -> dict[str, list[int]]:
    data = resources.files(__package__).joinpath("evaluation.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, list[int]])
