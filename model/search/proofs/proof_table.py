"""The transposition table of proofs: whole positions are keys, so it is exact.

An entry says for one position with how many plies left the goal is known not to be reached
(`FAILS`, the most of them), with how many it is (`DOES`, the fewest), and the move that showed it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.kernels import kernel

FAILS, DOES, BEST = range(3)
NEVER = 1 << 20
"""Of `DOES`: no number of plies is known to do."""
LEAST, MOST = 1 << 12, 1 << 21
_WINDOW, _PART = 8, 1 << 14
_MIX, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)

Keys = npt.NDArray[np.uint64]
Known = npt.NDArray[np.int32]


class ProofTable(NamedTuple):
    """The table as arrays; `MOST` entries at most, then the shallow ones make room.

    Attributes
    ----------
    keys
        (size, words) positions, size a power of two.
    known
        (size, 3) FAILS, DOES and BEST; DOES is 0 where nothing stands.
    used
        (1,) how many entries there are.
    """

    keys: Keys
    known: Known
    used: npt.NDArray[np.int64]


def empty_table(words: int, size: int = LEAST) -> ProofTable:
    """Return a table for positions of so many 64-bit words."""
    return ProofTable(
        np.zeros((size, words), np.uint64), np.zeros((size, 3), np.int32), np.zeros(1, np.int64)
    )


def with_room(table: ProofTable, pause: Callable[[], None]) -> ProofTable:
    """Return the table, or a larger one with the same entries where it is half full.

    `pause` is called between two parts of the work, some milliseconds each.
    """
    size, words = table.keys.shape
    if int(table.used[0]) * 2 <= size or size >= MOST:
        return table
    larger = empty_table(words, size * 4)
    for first in range(0, size, _PART):
        pause()
        last = min(first + _PART, size)
        _pour(table.keys[first:last], table.known[first:last], *larger)
    return larger


@kernel
def _window(keys: Keys, key: Keys) -> int:
    """Return the first of the slots a position may stand in."""
    hashed = np.uint64(0)
    for word in key:
        hashed = (hashed ^ word) * _MIX
        hashed ^= hashed >> _SHIFT
    return int(np.int64(hashed & np.uint64(keys.shape[0] // _WINDOW - 1)) * _WINDOW)


@kernel
def probe(keys: Keys, known: Known, key: Keys) -> int:
    """Return the slot of a position, -1 where nothing is known of it."""
    first = _window(keys, key)
    for slot in range(first, first + _WINDOW):
        if known[slot, DOES] == 0:
            return -1
        same = True
        for k in range(key.size):
            if keys[slot, k] != key[k]:
                same = False
                break
        if same:
            return slot
    return -1


@kernel
def look_up(keys: Keys, known: Known, key: Keys, plies: int) -> int:
    """Return whether the goal is known to be reached with `plies` left: 1, 0, or -1 for unknown."""
    slot = probe(keys, known, key)
    if slot < 0:
        return -1
    if known[slot, DOES] <= plies:
        return 1
    return 0 if known[slot, FAILS] >= plies else -1


@kernel
def store(
    keys: Keys, known: Known, used: npt.NDArray[np.int64],
    key: Keys, plies: int, reached: bool, move: int,
) -> None:  # fmt: skip
    """Note that with `plies` left the goal is reached, or not, and the move that shows it or -1."""
    slot = probe(keys, known, key)
    if slot < 0:
        slot = _make_room(keys, known, used, key)
    if reached:
        known[slot, DOES] = min(known[slot, DOES], plies)
    else:
        known[slot, FAILS] = max(known[slot, FAILS], plies)
    if move >= 0:
        known[slot, BEST] = move


@kernel
def _make_room(keys: Keys, known: Known, used: npt.NDArray[np.int64], key: Keys) -> int:
    """Return a slot for a new position, emptied of the shallowest entry where all are taken."""
    first = _window(keys, key)
    chosen, shallowest = first, NEVER
    for slot in range(first, first + _WINDOW):
        if known[slot, DOES] == 0:
            used[0] += 1
            chosen = slot
            break
        deep = known[slot, FAILS]
        if known[slot, DOES] < NEVER:
            deep = max(deep, known[slot, DOES])
        if deep < shallowest:
            chosen, shallowest = slot, deep
    for k in range(key.size):
        keys[chosen, k] = key[k]
    known[chosen, FAILS], known[chosen, DOES], known[chosen, BEST] = -1, NEVER, -1
    return int(chosen)


@kernel
def _pour(
    keys: Keys, known: Known, into_keys: Keys, into: Known, used: npt.NDArray[np.int64]
) -> None:
    for slot in range(keys.shape[0]):
        if known[slot, DOES]:
            found = _make_room(into_keys, into, used, keys[slot])
            for k in range(3):
                into[found, k] = known[slot, k]
