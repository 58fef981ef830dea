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

from model.games.pyraos.kernels import (
    BOARD,
    HIGHER,
    PLACES,
    UP,
    Word,
    covered,
    lowest,
    ones,
    removing_places,
    supported,
)
from model.kernels import inlined_kernel, kernel

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


# -- what a position of Pyraos is worth without looking ahead; `evaluation` says how numbers lie ---


Points = npt.NDArray[np.int16]
"""(SIZE,) points by feature."""
Found = npt.NDArray[np.int64]
"""(FEATURES,) room for the features of a position."""

_U = np.uint64
_ONE, _BASE, _BYTE, _HIGH, _NINE = _U(1), _U(0xFFFF), _U(0xFF), _U(0xF0), _U(0x1FF)
_S3, _S4, _S6, _S8, _S12, _S16, _S25 = _U(3), _U(4), _U(6), _U(8), _U(12), _U(16), _U(25)


@kernel
def lifting(free: Word, upper: Word) -> int:
    """Count the spheres of `free` that can be lifted to a place of `upper`, up to 3."""
    count = 0
    while free and count < 3:
        bit = free & (~free + _ONE)
        free ^= bit
        source = lowest(bit)
        if upper & HIGHER[source] & ~UP[source]:
            count += 1
    return count


@kernel
def number(bits: Word, most: int = 15) -> int:
    """Count bits, up to `most`."""
    count = np.int64(ones(bits))
    return most if count > most else int(count)


@inlined_kernel
def _columns(rows: Word) -> Word:
    """Return the base with rows and columns exchanged."""
    swap = (rows ^ rows >> _S3) & _U(0x0A0A)
    rows ^= swap ^ swap << _S3
    swap = (rows ^ rows >> _S6) & _U(0x00CC)
    return _U(rows ^ swap ^ swap << _S6)


@inlined_kernel
def add_windows(bits: Word, times: int, found: Found) -> None:
    """Add what each window holds of one side, to the base three, so many times.

    Windows on an edge are read from the edge inwards, so that what is the same is worth the same.
    """
    rows = bits & _BASE
    columns = _columns(rows)
    found[0] += times * TERNARY[rows & _BYTE]
    found[1] += times * TERNARY[rows >> _S12 | rows >> _S4 & _HIGH]
    found[2] += times * TERNARY[columns & _BYTE]
    found[3] += times * TERNARY[columns >> _S12 | columns >> _S4 & _HIGH]
    found[4] += times * TERNARY[rows >> _S4 & _BYTE]
    found[5] += times * TERNARY[columns >> _S4 & _BYTE]
    found[6] += times * TERNARY[bits >> _S16 & _NINE]
    found[7] += times * TERNARY[bits >> _S25]


@inlined_kernel
def list_counts(
    own: Word, other: Word, removing: Word, others_removing: Word, phase: int, found: Found
) -> None:
    """Write the features that are counted, after the windows.

    `removing` and `others_removing` are the places that complete a square (or line) of a side.
    """
    occupied = own | other
    bare = ~covered(occupied)
    places = supported(occupied) & ~occupied
    upper, free = places & ~_BASE, bare & _BASE
    ready = 4 * number(removing & places, 3) + number(others_removing & places, 3)
    lifts = 0
    if upper:
        lifts = 4 * lifting(own & bare, upper) + lifting(other & bare, upper)
    ready = (16 * ready + lifts) * 6 + number(upper, 5)
    found[WINDOWS] = SPENT + 16 * number(own) + number(other)
    found[WINDOWS + 1] = READY + READIES * phase + ready
    found[WINDOWS + 2] = FREE + 64 * phase + 8 * number(own & free, 7) + number(other & free, 7)


@kernel
def list_features(own: Word, other: Word, rules: int, found: Found) -> None:
    """Write the features of a position, `own` being the side to move."""
    phase = number(own | other, PLACES)
    for window in range(WINDOWS):
        found[window] = PATTERNS * phase + START[window]
    add_windows(own, 1, found)
    add_windows(other, 2, found)
    mine, theirs = removing_places(own, rules), removing_places(other, rules)
    list_counts(own, other, mine, theirs, phase, found)


@kernel
def static_value(own: Word, other: Word, rules: int, points: Points, found: Found) -> int:
    """Return what a position is worth to the side to move, without looking ahead."""
    list_features(own, other, rules, found)
    value = 0
    for feature in found:
        value += points[feature]
    return value
