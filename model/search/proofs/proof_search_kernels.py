"""Proofs by depth, written once: an AND/OR search on an explicit stack, with a table of proofs.

A position is proved for one side, the one with the goal: that it reaches the goal within so many
plies, or that it does not. A game gives its own kernels for those that stand open here to
`model.kernels.specialised`. What can follow is looked up before any of it is searched (enhanced
transposition cut-offs: Plaat and others, *Exploiting graph properties of game trees*, 1996).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.kernels import Ints, inlined_kernel, kernel
from model.search.proofs.proof_table import BEST, DOES, FAILS, ProofTable, look_up, probe, store

LEVEL, MODE, VALUE, VISITED = range(4)
"""Places in the state of a search that can be taken up again."""
ENTER, NEXT, RETURN, FINISHED = range(4)
"""What `MODE` can be: a position is entered, its next move is due, its value is returned, all is
done."""
OPEN = -1
"""Of values, beside 1 (the goal is reached) and 0 (it is not): nothing is known."""
LOOK_AHEAD = 4
"""Plies from which on all that follows is looked up before any of it is searched."""

Line = tuple[object, ...]
"""The positions of the line of play, level by level: a NamedTuple of the game's own."""


class ProofStack(NamedTuple):
    """What the search keeps of the line of play; the first axis of most is the level.

    Attributes
    ----------
    plies
        (levels,) plies left.
    moves
        (levels, most) the moves that are open.
    scores
        (levels, most) for a game that picks them by scores.
    counts, done
        (levels,) how many moves there are, how many were tried.
    key
        (words,) room for one.
    """

    plies: npt.NDArray[np.int64]
    moves: Ints
    scores: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int64]
    done: npt.NDArray[np.int64]
    key: npt.NDArray[np.uint64]


def new_stack(levels: int, most: int, words: int, kind: type[np.integer]) -> ProofStack:
    """Return a stack for so many positions, moves in each, and words of a key."""
    return ProofStack(
        np.zeros(levels, np.int64),
        np.empty((levels, most), kind),
        np.empty((levels, most), np.int32),
        np.zeros(levels, np.int64),
        np.zeros(levels, np.int64),
        np.zeros(words, np.uint64),
    )


# -- what a game says -----------------------------------------------------------------------------


@kernel
def settled(line: Line, stack: ProofStack, level: int, mine: bool) -> int:
    """Return the value of a position that needs no search, else OPEN.

    `mine`: the side with the goal is to move.
    """
    raise NotImplementedError


@inlined_kernel
def settled_ahead(line: Line, level: int, plies: int, mine: bool) -> int:
    """Return what is quickly told of a position that may be entered, else OPEN."""
    return OPEN


@inlined_kernel
def looks_ahead(plies: int) -> bool:
    """Whether what follows is looked at before any of it is searched."""
    return plies >= LOOK_AHEAD


@kernel
def write_key(line: Line, level: int, mine: bool, key: Ints) -> None:
    """Write by which words the table knows a position."""
    raise NotImplementedError


@kernel
def list_moves(
    line: Line, stack: ProofStack, table: ProofTable, level: int, mine: bool, first: int
) -> int:
    """List the moves of a level and set its count; return the value where they decide, else OPEN.

    `first` is the move that the table would try, -1 for none; the key of the stack is that of the
    position.
    """
    raise NotImplementedError


@inlined_kernel
def pick_next_move(stack: ProofStack, level: int) -> int:
    """Return the next of the moves left, and count it as tried; by default in their order."""
    k = stack.done[level]
    stack.done[level] = k + 1
    return int(stack.moves[level, k])


@kernel
def make(line: Line, level: int, move: int) -> None:
    """Play a move of a level into the next."""
    raise NotImplementedError


@inlined_kernel
def update_history(line: Line, stack: ProofStack, level: int, move: int) -> None:
    """Note that a move decided, so that it is tried early elsewhere; by default nothing."""


# -- the search -----------------------------------------------------------------------------------


@inlined_kernel
def _note(
    line: Line, stack: ProofStack, table: ProofTable, level: int, mine: bool, value: int, move: int
) -> None:
    """Keep what was proved of the position of a level."""
    write_key(line, level, mine, stack.key)
    plies = stack.plies[level]
    store(table.keys, table.known, table.used, stack.key, plies, value == 1, move)


@kernel
def _enter(line: Line, stack: ProofStack, table: ProofTable, level: int, mine: bool) -> int:
    """Return the value of a position that is settled or known, else list its moves; OPEN."""
    found = settled(line, stack, level, mine)
    if found != OPEN:
        return int(found)
    plies, first = stack.plies[level], -1
    write_key(line, level, mine, stack.key)
    slot = probe(table.keys, table.known, stack.key)
    if slot >= 0:
        if table.known[slot, DOES] <= plies:
            return 1
        if table.known[slot, FAILS] >= plies:
            return 0
        first = table.known[slot, BEST]
    found = list_moves(line, stack, table, level, mine, first)
    stack.done[level] = 0
    if found != OPEN or not looks_ahead(plies):
        return int(found)
    left, wanted = 0, 1 if mine else 0
    moves, scores = stack.moves[level], stack.scores[level]
    for k in range(stack.counts[level]):
        move = moves[k]
        make(line, level, move)
        found = settled_ahead(line, level + 1, plies - 1, not mine)
        if found == OPEN and plies >= LOOK_AHEAD:
            write_key(line, level + 1, not mine, stack.key)
            found = look_up(table.keys, table.known, stack.key, plies - 1)
        if found == wanted:
            _note(line, stack, table, level, mine, wanted, move)
            return wanted
        if found == OPEN:
            moves[left], scores[left] = move, scores[k]
            left += 1
    stack.counts[level] = left
    return OPEN


@kernel
def search(
    line: Line, stack: ProofStack, table: ProofTable, state: Ints, bottom: bool, most: int
) -> None:
    """Go on where `state` says, for some `most` positions.

    `bottom`: the side with the goal is to move in the first position.
    """
    level, mode, value = state[LEVEL], state[MODE], state[VALUE]
    visited, until = state[VISITED], state[VISITED] + most
    while mode != FINISHED:
        mine = bottom == (level % 2 == 0)
        if mode == ENTER:
            if visited >= until:
                break
            visited += 1
            mode, found = NEXT, _enter(line, stack, table, level, mine)
            if found != OPEN:
                mode, value = RETURN, found
        elif mode == NEXT:
            if stack.done[level] == stack.counts[level]:
                # Nothing wins, or nothing saves: the other side has its way.
                mode, value = RETURN, 0 if mine else 1
                _note(line, stack, table, level, mine, value, -1)
            else:
                make(line, level, pick_next_move(stack, level))
                level += 1
                stack.plies[level] = stack.plies[level - 1] - 1
                mode = ENTER
        elif level == 0:
            mode = FINISHED
        else:
            level -= 1
            mode = NEXT
            if (value == 1) != mine:  # for the side that moved here it is what it wanted
                move = stack.moves[level, stack.done[level] - 1]
                _note(line, stack, table, level, not mine, value, move)
                update_history(line, stack, level, move)
                mode = RETURN
    state[LEVEL], state[MODE], state[VALUE], state[VISITED] = level, mode, value, visited
