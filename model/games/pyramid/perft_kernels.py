"""Lines of play of Pyramid, counted."""

from __future__ import annotations

import numpy as np

from model.games.pyramid.kernels import (
    MAX_MOVES,
    PASSED,
    PASSES,
    STUCK,
    SUICIDE,
    TAKEN_ROOM,
    Boards,
    Facts,
    Hashes,
    Numbers,
    list_moves,
    make,
    settled,
)
from model.kernels import kernel


@kernel
def perft(
    cells: Boards, facts: Facts, depth: int, fields: Numbers, numbers: Numbers, hashes: Hashes
) -> int:
    """Count the sequences of `depth` >= 1 moves from level 0; repetition aside.

    `cells` and `facts` have `depth` levels. The stack is explicit: numba cannot be trusted to load
    a recursive kernel from its cache.
    """
    moves = np.empty((depth, MAX_MOVES), np.int32)
    counts = np.zeros(depth, np.int64)
    taken = np.empty(TAKEN_ROOM * cells.shape[1], np.int32)
    total, level, entering = 0, 0, True
    while level >= 0:
        if entering:
            counts[level] = 0
            if not settled(facts, level, numbers):
                n = list_moves(cells, facts, level, fields, numbers, moves)
                if n == 0 and numbers[STUCK] == PASSES:
                    moves[level, 0], n = PASSED, 1
                counts[level] = n
            if level == depth - 1:
                total += counts[level]
                counts[level] = 0
            entering = False
        elif counts[level]:
            counts[level] -= 1
            move = np.int64(moves[level, counts[level]])
            # An Osiris may stand in a position set up by hand, and where one was spared.
            whole = level == 0 or not numbers[SUICIDE]
            make(cells, facts, level, move, whole, fields, numbers, hashes, taken)
            level += 1
            entering = True
        else:
            level -= 1
    return total
