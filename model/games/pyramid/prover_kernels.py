"""The kernels of the Pyramid prover: settled positions, order of moves, the search itself.

A position is settled by the stones alone (`settled`), or by having no plies left. With one ply left
the other side moves last: it only has to have a move that does not hand over the win, and a step to
an empty field beside a stone is one under the rule that few stones draw.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.games.pyramid.kernels import (
    BANNED,
    BOTH_DRAW,
    COLOUR,
    LOSES,
    PASSED,
    PASSES,
    SMASH,
    VICTORY,
    Boards,
    Facts,
    Hashes,
    Numbers,
    list_moves,
    make,
    moves_freely,
    settled,
)
from model.kernels import Int, Ints, inlined_kernel, kernel
from model.search.deepening import ENTER, FINISHED, LEVEL, MODE, NEXT, RETURN, VALUE, VISITED
from model.search.proof_table import BEST, DOES, FAILS, Keys, Table, find, keep, look_up

_U = np.uint64
_LOOK_AHEAD = 4
"""Plies from which on all that follows is looked up before any of it is searched."""
LOSES_AT_ONCE = 3
"""What a side without a move does, beside LOSES and the others: with the move that takes its last
one away."""
_OPEN = 0
_FIRST, _SECOND, _GOOD, _FAIR, _BAD = 1 << 28, 1 << 27, 1 << 18, 1 << 17, -(1 << 18)
_MANY = 1 << 16


class Stack(NamedTuple):
    """The line of play a search stands in; the first axis of most is the level.

    Attributes
    ----------
    cells, facts
        (levels, n) stones, (levels, FACTS) int64; plies are not counted there.
    plies
        (levels,) plies left.
    moves, scores
        (levels, MAX_MOVES) moves not tried yet and how early they should be.
    counts, done
        (levels,) how many moves there are, how many were tried.
    killers
        (levels,) the move that last decided a position of this level.
    history
        (2, n, n) how often, and how high up, a move decided, by colour, source and target.
    taken
        Room for the fields of stones that leave.
    key
        (words,) room for one.
    fields, numbers, hashes
        The board and its options; see `model.games.pyramid.board_arrays`.
    """

    cells: Boards
    facts: Facts
    plies: npt.NDArray[np.int64]
    moves: npt.NDArray[np.int32]
    scores: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int64]
    done: npt.NDArray[np.int64]
    killers: npt.NDArray[np.int64]
    history: npt.NDArray[np.int32]
    taken: npt.NDArray[np.int32]
    key: npt.NDArray[np.uint64]
    fields: Numbers
    numbers: Numbers
    hashes: Hashes


@kernel
def _fill_key(cells: Boards, facts: Facts, level: int, key: Keys) -> None:
    words = (key.size - 1) // 2
    for k in range(key.size):
        key[k] = _U(0)
    for site in range(cells.shape[1]):
        stone = cells[level, site]
        if stone:
            key[(stone - 1) * words + site // 64] |= _U(1) << _U(site % 64)
    key[key.size - 1] = _U(facts[level, COLOUR] | (facts[level, BANNED] + 1) << 2)


@kernel
def _last_reply(stack: Stack, level: int, goal: int, stuck: int, whole: bool) -> int:
    """Return 1 if the side without the goal, to move for the last ply, cannot but lose, else 0."""
    cells, facts, fields, numbers = stack.cells, stack.facts, stack.fields, stack.numbers
    if numbers[BOTH_DRAW] and moves_freely(cells, facts, level, fields, numbers):
        return 0
    count = list_moves(cells, facts, level, fields, numbers, stack.moves)
    if count == 0:
        return 1 if stuck in (LOSES, LOSES_AT_ONCE) else 0
    for k in range(count):
        _make(stack, level, stack.moves[level, k], whole)
        if settled(facts, level + 1, numbers) != goal:
            return 0
    return 1


@kernel
def _last_move(stack: Stack, level: int, count: int, goal: int, stuck: int, whole: bool) -> int:
    """Return 1 if one of the last own moves, listed in the level, reaches the goal, else 0."""
    cells, facts, fields, numbers = stack.cells, stack.facts, stack.fields, stack.numbers
    replies = stack.plies[level] > 1
    for k in range(count):
        _make(stack, level, stack.moves[level, k], whole)
        found = settled(facts, level + 1, numbers)
        if found == goal:
            return 1
        if found != _OPEN:
            continue
        if replies and _last_reply(stack, level + 1, goal, stuck, whole):
            return 1
        if replies or stuck != LOSES_AT_ONCE:
            continue
        if list_moves(cells, facts, level + 1, fields, numbers, stack.moves) == 0:
            return 1
    return 0


@kernel
def _rate(stack: Stack, level: int, count: int, mine: bool, first: int) -> None:
    """Give the moves of a level the scores by which they are tried."""
    cells, fields, colour = stack.cells[level], stack.fields, stack.facts[level, COLOUR]
    for k in range(count):
        move = stack.moves[level, k]
        kind, source, target = move >> 20, move >> 10 & 1023, move & 1023
        score = stack.history[colour - 1, source, target]
        if move == first:
            score += _FIRST
        if move == stack.killers[level]:
            score += _SECOND
        if cells[target] == 3 - colour:
            score += _FAIR
        elif kind == SMASH:
            score += _BAD
        if fields[target, VICTORY] and cells[target] != colour:
            score += _GOOD
        if fields[source, VICTORY] and mine:
            score += _BAD
        stack.scores[level, k] = score


@kernel
def _take(stack: Stack, level: int) -> int:
    """Return the move of a level with the highest score among those left, and count it as tried."""
    k = stack.done[level]
    best = k
    for other in range(k + 1, stack.counts[level]):
        if stack.scores[level, other] > stack.scores[level, best]:
            best = other
    move = stack.moves[level, best]
    stack.moves[level, best], stack.moves[level, k] = stack.moves[level, k], move
    stack.scores[level, best] = stack.scores[level, k]
    stack.done[level] = k + 1
    return int(move)


@inlined_kernel
def _make(stack: Stack, level: int, move: Int, whole: bool) -> None:
    """Play a move of a level into the next."""
    cells, facts, fields, numbers = stack.cells, stack.facts, stack.fields, stack.numbers
    make(cells, facts, level, np.int64(move), whole, fields, numbers, stack.hashes, stack.taken)
    stack.plies[level + 1] = stack.plies[level] - 1


@kernel
def _enter(table: Table, stack: Stack, level: int, goal: int, stuck: int, whole: bool) -> int:
    """Return 1 or 0 where a position is settled or known, else list its moves and return -1."""
    cells, facts, plies = stack.cells, stack.facts, stack.plies[level]
    mine = facts[level, COLOUR] == goal
    found = settled(facts, level, stack.numbers)
    if found != _OPEN:
        return 1 if found == goal else 0
    if plies <= 0:
        return 0
    if plies == 1 and not mine:
        return _last_reply(stack, level, goal, stuck, whole)
    _fill_key(cells, facts, level, stack.key)
    first = -1
    slot = find(table.keys, table.known, stack.key)
    if slot >= 0:
        if table.known[slot, DOES] <= plies:
            return 1
        if table.known[slot, FAILS] >= plies:
            return 0
        first = table.known[slot, BEST]
    count = list_moves(cells, facts, level, stack.fields, stack.numbers, stack.moves)
    if count == 0 and stuck != PASSES:
        return 1 if stuck in (LOSES, LOSES_AT_ONCE) and not mine else 0
    if count == 0:
        stack.moves[level, 0], stack.scores[level, 0], count = PASSED, 0, 1
    elif plies <= 2 and mine:
        found = _last_move(stack, level, count, goal, stuck, whole)
        keep(table.keys, table.known, table.used, stack.key, plies, found == 1, -1)
        return found
    else:
        _rate(stack, level, count, mine, first)
    stack.counts[level], stack.done[level] = count, 0
    if plies >= _LOOK_AHEAD:
        return _ahead(table, stack, level, mine, whole)
    return -1


@kernel
def _ahead(table: Table, stack: Stack, level: int, mine: bool, whole: bool) -> int:
    """Look up all that follows: the value where a move decides, else -1 and only what is open."""
    left = 0
    moves, scores = stack.moves[level], stack.scores[level]
    for k in range(stack.counts[level]):
        move = moves[k]
        _make(stack, level, move, whole)
        _fill_key(stack.cells, stack.facts, level + 1, stack.key)
        found = look_up(table.keys, table.known, stack.key, stack.plies[level + 1])
        if found >= 0 and (found == 1) == mine:
            _note(table, stack, level, found == 1, move)
            return found
        if found < 0:
            moves[left], scores[left] = move, scores[k]
            left += 1
    stack.counts[level] = left
    return -1


@kernel
def _note(table: Table, stack: Stack, level: int, reached: bool, move: int) -> None:
    """Keep what was proved of the position of a level."""
    _fill_key(stack.cells, stack.facts, level, stack.key)
    keep(table.keys, table.known, table.used, stack.key, stack.plies[level], reached, move)


@kernel
def search(
    table: Table, stack: Stack, state: Ints, goal: int, stuck: int, whole: bool, most: int
) -> None:
    """Go on where `state` says, for some `most` positions, for the colour `goal`.

    `whole` judges Osiris on every line after a move, which is needed where one may stand already.
    """
    level, mode, value = state[LEVEL], state[MODE], state[VALUE]
    visited, until = state[VISITED], state[VISITED] + most
    while mode != FINISHED:
        mine = stack.facts[level, COLOUR] == goal
        if mode == ENTER:
            if visited >= until:
                break
            visited += 1
            found = _enter(table, stack, level, goal, stuck, whole)
            if found < 0:
                mode = NEXT
            else:
                mode, value = RETURN, found
        elif mode == NEXT:
            if stack.done[level] == stack.counts[level]:
                # Nothing wins, or nothing saves: the other side has its way.
                value = 0 if mine else 1
                _note(table, stack, level, value == 1, -1)
                mode = RETURN
            else:
                _make(stack, level, _take(stack, level), whole)
                level += 1
                mode = ENTER
        elif level == 0:
            mode = FINISHED
        else:
            level -= 1
            mode = NEXT
            if (value == 1) != mine:
                move = stack.moves[level, stack.done[level] - 1]
                _note(table, stack, level, value == 1, move)
                _praise(stack, level, move)
                mode = RETURN
    state[LEVEL], state[MODE], state[VALUE], state[VISITED] = level, mode, value, visited


@kernel
def _praise(stack: Stack, level: int, move: int) -> None:
    """Let a move that decided be tried early elsewhere."""
    if move == PASSED:
        return
    stack.killers[level] = move
    colour, source, target = stack.facts[level, COLOUR], move >> 10 & 1023, move & 1023
    plies = stack.plies[level]
    score = stack.history[colour - 1, source, target] + plies * plies
    stack.history[colour - 1, source, target] = min(score, _MANY)
