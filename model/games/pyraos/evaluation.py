"""What the engine counts in a position of Pyraos: how the numbers lie, and what they are.

A *window* is two rows of the base side by side, the whole first level, or the five places above it.
Each place is empty, the mover's or the other side's; what a window holds is read to the base three.
`evaluation.npz` holds the points of each rule set, fitted to the tables of the solved games:
`python -m benchmarks.fitting.pyraos_evaluation` makes it anew.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from io import BytesIO

import numpy as np
import numpy.typing as npt

from model.games.pyraos.places import BOARD, PLACES

POINTS = 130
"""What odds of e to 1 are worth."""
PHASES = PLACES
"""Parts of the game: each number of spheres on the board is one."""
_EDGE = 4
_PAIR, _LEVEL, _TOPS = 3**8, 3**9, 3**5
WINDOWS = 8
"""Two rows at an edge twice, two columns twice, the middle rows and columns, the first level, what
lies above."""
START: npt.NDArray[np.int64] = np.array(
    [0, 0, 0, 0, _PAIR, _PAIR, 2 * _PAIR, 2 * _PAIR + _LEVEL], np.int64
)
"""(8,) where each window begins in its phase; four are worth the same, and two others."""
PATTERNS = 2 * _PAIR + _LEVEL + _TOPS
"""All that windows can hold in a phase."""
SPENT = PHASES * PATTERNS
"""Where the spheres on the board begin, 16 of the mover by 16 of the other."""
READY = SPENT + 256
"""What can be done at once, by phase: squares (or lines) that one sphere completes and spheres that
can be lifted, of the mover and the other, up to 3 each, and places above the base that could be
filled, up to 5."""
READIES = 4**4 * 6
FREE = READY + PHASES * READIES
"""Spheres on the base that carry nothing, up to 7 by 7, by phase."""
SIZE = FREE + 64 * PHASES
FEATURES = WINDOWS + 3
"""Numbers that are added up for a position."""

TERNARY: npt.NDArray[np.int64] = np.array(
    [sum(3**k for k in range(9) if bits >> k & 1) for bits in range(1 << 9)], np.int64
)
"""(512,) nine bits read to the base three."""


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


@lru_cache(maxsize=3)
def points_of(rules: str) -> npt.NDArray[np.int16]:
    """Return (SIZE,) the points of each feature under a rule set."""
    data = resources.files(__package__).joinpath("evaluation.npz").read_bytes()
    with np.load(BytesIO(data), allow_pickle=False) as kept:
        points: npt.NDArray[np.int16] = kept[rules]
    return points
