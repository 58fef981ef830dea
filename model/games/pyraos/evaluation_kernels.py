"""What a position of Pyraos is worth without looking ahead; `evaluation` says how numbers lie."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.games.pyraos.evaluation import (
    ABOVE,
    CORNER,
    FREE,
    LIFTS,
    MADE,
    PATTERNS,
    PHASE,
    ROOM,
    ROW,
    SPENT,
    STATES,
    TERNARY,
)
from model.games.pyraos.place_kernels import Word, covered, lowest, ones, removing_places, supported
from model.games.pyraos.places import HIGHER, PLACES, UP
from model.kernels import kernel

Points = npt.NDArray[np.int16]
"""(SIZE,) points by feature."""
Found = npt.NDArray[np.int64]
"""(FEATURES,) room for the features of a position."""

_U = np.uint64
_ONE, _TWO, _THREE, _FOUR, _BASE = _U(1), _U(2), _U(3), _U(4), _U(0xFFFF)


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


@kernel
def list_features(own: Word, other: Word, rules: int, found: Found) -> None:
    """Write the features of a position, `own` being the side to move."""
    occupied = own | other
    phase = PHASE[number(occupied, PLACES)]
    start = phase * PATTERNS
    for square in range(CORNER.size):
        low, high, above = CORNER[square], CORNER[square] + ROW[square], ABOVE[square]
        mine = own >> low & _THREE | (own >> high & _THREE) << _TWO | (own >> above & _ONE) << _FOUR
        theirs = other >> low & _THREE | (other >> high & _THREE) << _TWO
        theirs |= (other >> above & _ONE) << _FOUR
        found[square] = start + TERNARY[mine] + 2 * TERNARY[theirs]
        start += STATES
    bare = ~covered(occupied)
    places = supported(occupied) & ~occupied
    upper = places & ~_BASE
    found[14] = SPENT + 16 * number(own) + number(other)
    found[15] = MADE + 16 * phase + 4 * number(removing_places(own, rules) & places, 3)
    found[15] += number(removing_places(other, rules) & places, 3)
    found[16] = LIFTS + 16 * phase
    if upper:
        found[16] += 4 * lifting(own & bare, upper)
        found[16] += lifting(other & bare, upper)
    free = bare & _BASE
    found[17] = FREE + 8 * number(own & free, 7) + number(other & free, 7)
    found[18] = ROOM + 6 * phase + number(upper, 5)


@kernel
def static_value(own: Word, other: Word, rules: int, points: Points, found: Found) -> int:
    """Return what a position is worth to the side to move, without looking ahead."""
    list_features(own, other, rules, found)
    value = 0
    for feature in found:
        value += points[feature]
    return value
