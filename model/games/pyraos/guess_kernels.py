"""How much it seems to take to prove the answers of a position, all of them judged at once.

It is what `evaluation_kernels.static_value` says of each; what the answers of a position have in
common, the side that moves next, is looked at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.games.pyraos.evaluation import PATTERNS, START, WINDOWS
from model.games.pyraos.evaluation_kernels import (
    Found,
    Points,
    add_windows,
    list_counts,
    number,
)
from model.games.pyraos.place_kernels import Word, removing_places
from model.games.pyraos.places import PLACES
from model.kernels import kernel
from model.search.proofs.proof_number_kernels import Numbers, Words

EVEN = 800
"""Points at which a guess is as sure as it gets."""
OPEN = -1
"""PHI of an answer that nothing is known of."""


class Guesses(NamedTuple):
    """What guesses rest on, and room to work.

    Attributes
    ----------
    points
        (SIZE,) int16 what features are worth.
    first
        (PLACES + 1, 2 * EVEN + 1) int32 the first PHI of a position by the spheres on the board and
        by its worth in points, from -EVEN on.
    theirs, found
        (FEATURES,) int64 room for what windows hold of the side that moves next, and for features.
    """

    points: Points
    first: npt.NDArray[np.int32]
    theirs: Found
    found: Found


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
    points, first, theirs, found = guesses
    for window in range(WINDOWS):
        theirs[window] = START[window]
    add_windows(other, 1, theirs)
    removing = removing_places(other, rules)
    for k in range(start, start + count):
        if numbers[k, 0] != OPEN:
            continue
        bits = after[k]
        phase = number(bits | other, PLACES)
        for window in range(WINDOWS):
            found[window] = PATTERNS * phase + theirs[window]
        add_windows(bits, 2, found)
        list_counts(other, bits, removing, removing_places(bits, rules), phase, found)
        value = 0
        for feature in found:
            value += points[feature]
        at = min(max(EVEN + value, 0), 2 * EVEN)
        numbers[k, 0], numbers[k, 1] = first[phase, at], first[phase, 2 * EVEN - at]
