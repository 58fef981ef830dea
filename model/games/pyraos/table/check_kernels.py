"""States of a table judged once more by the rules: the one-move equation."""

from __future__ import annotations

import numpy as np

from model.games.pyraos.kernels import MAX_MOVES, list_moves, moved
from model.games.pyraos.table.index_kernels import I32, I64, U8, sides_of, state_of
from model.games.pyraos.table.state_index import StateIndex
from model.kernels import Int, kernel


@kernel
def equation(
    g: StateIndex, known: U8, state: Int, rules: Int, obliged: bool, room: I64, mask: I32,
    sides: I64, moves: I64,
) -> Int:  # fmt: skip
    """Return what the turns of a state make of it, by the ordinary move generator.

    Returns
    -------
    int
        Plies to the end; 0 for a draw. `known` is read as a table keeps states, or as
        `retrograde_kernels` does: from 128 on they are draws.
    """
    sides_of(g, state, room, mask, sides)
    own, other = np.uint64(sides[0]), np.uint64(sides[1])
    count = list_moves(own, other, rules, obliged, moves)
    best_win, worst_loss, drawn = np.int64(255), np.int64(0), False
    for k in range(count):
        after = np.int64(moved(own, moves[k]))
        if after >> (len(g.down) - 1) & 1:
            return 1
        value = np.int64(known[state_of(g, np.int64(other), after)])
        if value == 0 or value >= 128:
            drawn = True
        elif value & 1:
            if value >= worst_loss:
                worst_loss = value + 1
        elif value + 1 < best_win:
            best_win = value + 1
    if best_win < 255:
        return best_win
    return 0 if drawn else worst_loss


@kernel
def first_wrong(g: StateIndex, known: U8, states: I64, rules: Int, obliged: bool) -> Int:
    """Return the first of some states that does not satisfy the equation, -1 for none."""
    room, mask, sides = np.zeros(1, np.int64), np.zeros(1, np.int32), np.zeros(2, np.int64)
    moves = np.zeros(MAX_MOVES, np.int64)
    for k in range(len(states)):
        value = np.int64(known[states[k]])
        wanted = equation(g, known, states[k], rules, obliged, room, mask, sides, moves)
        if wanted != (value if value < 128 else 0):
            return np.int64(states[k])
    return np.int64(-1)
