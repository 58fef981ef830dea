"""The transposition table of alpha-beta: what positions are worth, and how deep that was searched.

Positions are told apart by 64 bits, drawn at random a feature (Zobrist, *A new hashing method*,
1970); two positions of one search never meet in practice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.kernels import Int, kernel
from model.search.prng import STEP, stirred

VALUE, DEPTH, BOUND, MOVE = range(4)
"""Places in an entry; `BOUND` holds the age of the entry above its two lowest bits."""
UPPER, LOWER, EXACT = 1, 2, 3
"""What a value can be: the most, the least, or all of it."""
LEAST, MOST = 1 << 10, 1 << 20
_WINDOW = 4
_U = np.uint64

Keys = npt.NDArray[np.int64]
Known = npt.NDArray[np.int32]


class TranspositionTable(NamedTuple):
    """The table as arrays.

    Attributes
    ----------
    keys
        (size,) int64, size a power of two.
    known
        (size, 4) int32 VALUE, DEPTH, BOUND and MOVE; BOUND is 0 where nothing stands.
    """

    keys: Keys
    known: Known


def empty_table(size: int) -> TranspositionTable:
    """Return a table with room for `size` entries, or a little more."""
    room = 1 << (min(max(size, LEAST), MOST) - 1).bit_length()
    return TranspositionTable(np.zeros(room, np.int64), np.zeros((room, 4), np.int32))


@kernel
def hash63(number: Int) -> np.int64:
    """Return 63 bits for a number, as if drawn at random."""
    return np.int64(stirred(_U(number) * STEP) >> _U(1))


@kernel
def probe(keys: Keys, known: Known, key: int) -> int:
    """Return the entry of a position, -1 where nothing is known of it."""
    first = (key & keys.size // _WINDOW - 1) * _WINDOW
    for entry in range(first, first + _WINDOW):
        if keys[entry] == key and known[entry, BOUND]:
            return int(entry)
    return -1


@kernel
def store(
    keys: Keys, known: Known, age: int,
    key: int, depth: int, value: int, bound: int, move: int,
) -> None:  # fmt: skip
    """Note a value; the shallowest entry makes room, those of earlier ages first."""
    first = (key & keys.size // _WINDOW - 1) * _WINDOW
    chosen, least = first, 1 << 30
    for entry in range(first, first + _WINDOW):
        if known[entry, BOUND] == 0:
            chosen = entry
            break
        old = known[entry, BOUND] >> 2 != age
        if keys[entry] == key:
            if not old and known[entry, DEPTH] > depth and bound != EXACT:
                return
            if move < 0:
                move = known[entry, MOVE]
            chosen = entry
            break
        worth = known[entry, DEPTH] - (1 << 20 if old else 0)
        if worth < least:
            chosen, least = entry, worth
    keys[chosen] = key
    known[chosen, VALUE], known[chosen, DEPTH] = value, depth
    known[chosen, BOUND], known[chosen, MOVE] = age << 2 | bound, move
