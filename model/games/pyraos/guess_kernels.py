"""How much it seems to take to prove the answers of a position, all of them judged at once.

It is what `worth_kernels.static_value` says of each. But the answers of a position have the side
that moves next in common, and of the other a few places differ: only the squares about these are
looked at anew.
"""

from __future__ import annotations

from typing import NamedTuple

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
    TOUCHED,
)
from model.games.pyraos.evaluation_kernels import Points, lifting, number
from model.games.pyraos.place_kernels import Word, covered, lowest, removing_places, supported
from model.games.pyraos.places import PLACES
from model.kernels import Int, inlined_kernel, kernel
from model.search.proofs.proof_number_kernels import Numbers, Words

EVEN = 800
"""Points at which a guess is as sure as it gets."""
OPEN = -1
"""PHI of an answer that nothing is known of."""
_U = np.uint64
_ONE, _TWO, _THREE, _FOUR, _BASE = _U(1), _U(2), _U(3), _U(4), _U(0xFFFF)


class Guesses(NamedTuple):
    """What guesses rest on, and room to work.

    Attributes
    ----------
    points
        (SIZE,) int16 what features are worth.
    first
        (PLACES + 1, 2 * EVEN + 1) int32 the first PHI of a position by the spheres on the board and
        by its worth in points, from -EVEN on.
    patterns
        (2, squares) int64 room for what squares hold of each side.
    worths
        (PHASES, squares + 1) int64 room for what squares are worth before the move, and their sum.
    """

    points: Points
    first: npt.NDArray[np.int32]
    patterns: npt.NDArray[np.int64]
    worths: npt.NDArray[np.int64]


@inlined_kernel
def _pattern(bits: Word, square: Int) -> np.int64:
    """Return what a square and the place above it hold of one side, to the base three."""
    low = bits >> CORNER[square] & _THREE
    high = bits >> CORNER[square] + ROW[square] & _THREE
    return np.int64(TERNARY[low | high << _TWO | (bits >> ABOVE[square] & _ONE) << _FOUR])


@kernel
def guess(
    own: Word, other: Word, rules: int, guesses: Guesses, after: Words, numbers: Numbers,
    start: int, count: int,
) -> None:  # fmt: skip
    """Write PHI and DELTA of those answers that are `OPEN`.

    Parameters
    ----------
    own, other
        The position before them; `own` moves to one of `after`.
    """
    points, first, patterns, worths = guesses
    theirs, ours = patterns[0], patterns[1]
    squares = CORNER.size
    for square in range(squares):
        theirs[square] = square * STATES + _pattern(other, square)
        ours[square] = 2 * _pattern(own, square)
    known = 0
    their_places = removing_places(other, rules)
    spent = SPENT + 16 * number(other)
    for k in range(start, start + count):
        if numbers[k, 0] != OPEN:
            continue
        bits = after[k]
        occupied = bits | other
        spheres = number(occupied, PLACES)
        phase = PHASE[spheres]
        if not known >> phase & 1:
            known |= 1 << phase
            worths[phase, squares] = 0
            for square in range(squares):
                before = points[phase * PATTERNS + theirs[square] + ours[square]]
                worths[phase, square] = before
                worths[phase, squares] += before
        value: Int = worths[phase, squares] + points[spent + number(bits)]
        changed, touched = own ^ bits, _U(0)
        while changed:
            bit = changed & (~changed + _ONE)
            changed ^= bit
            touched |= TOUCHED[lowest(bit)]
        while touched:
            bit = touched & (~touched + _ONE)
            touched ^= bit
            here = np.int64(lowest(bit))
            now = phase * PATTERNS + theirs[here] + 2 * _pattern(bits, here)
            value += points[now] - worths[phase, here]
        places = supported(occupied) & ~occupied
        made = 0
        if rules:
            made = 4 * number(their_places & places, 3)
            made += number(removing_places(bits, rules) & places, 3)
        value += points[MADE + 16 * phase + made]
        bare, upper, lifts = ~covered(occupied), places & ~_BASE, 0
        if upper:
            lifts = 4 * lifting(other & bare, upper) + lifting(bits & bare, upper)
        value += points[LIFTS + 16 * phase + lifts]
        free = bare & _BASE
        value += points[FREE + 8 * number(other & free, 7) + number(bits & free, 7)]
        value += points[ROOM + 6 * phase + number(upper, 5)]
        at = min(max(EVEN + value, 0), 2 * EVEN)
        numbers[k, 0], numbers[k, 1] = first[spheres, at], first[spheres, 2 * EVEN - at]
