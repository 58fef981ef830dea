"""The kernels of the Pyramid prover: settled positions, order of moves, the search itself.

A position is settled by the stones alone (`decided`), or by having no plies left. With one ply left
the other side moves last: it only has to have a move that does not hand over the win, and a step to
an empty field beside a stone is one under the rule that few stones draw.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.games.pyramid.kernels import (
    BOTH_DRAW,
    DIRS,
    MIN_STONES,
    NEEDED,
    RUN_LEVELS,
    SMASH,
    Cells,
    Numbers,
    Plan,
    list_moves,
    play,
)
from model.kernels import Ints, kernel
from model.search.deepening import ENTER, FINISHED, LEVEL, MODE, NEXT, RETURN, VALUE, VISITED
from model.search.proof_table import BEST, DOES, FAILS, Keys, Table, find, keep, look_up

_U = np.uint64
_LOOK_AHEAD = 4
"""Plies from which on all that follows is looked up before any of it is searched."""
PASSED = 1 << 29
"""The number of a pass."""
LOSES, DRAWS, PASSES, LOSES_AT_ONCE = range(4)
"""What a side without a move does; at once: with the move that takes its last one away."""
_OPEN, _DRAW = 0, 3
_FIRST, _SECOND, _GOOD, _FAIR, _BAD = 1 << 28, 1 << 27, 1 << 18, 1 << 17, -(1 << 18)
_MANY = 1 << 16


class Stack(NamedTuple):
    """The line of play a search stands in; the first axis of most is the level.

    Attributes
    ----------
    cells
        (levels, n) stones.
    plies, bans, colours
        (levels,) plies left, the push that is banned or -1, 1 or 2 to move.
    moves, scores
        (levels, MAX_MOVES) moves not tried yet and how early they should be.
    counts, done
        (levels,) how many moves there are, how many were tried.
    killers
        (levels,) the move that last decided a position of this level.
    history
        (2, n, n) how often, and how high up, a move decided, by colour, source and target.
    trial, marked
        (n,) room to play a move in, zeros for Osiris.
    key
        (words,) room for one.
    """

    cells: npt.NDArray[np.int8]
    plies: npt.NDArray[np.int64]
    bans: npt.NDArray[np.int64]
    colours: npt.NDArray[np.int64]
    moves: npt.NDArray[np.int32]
    scores: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int64]
    done: npt.NDArray[np.int64]
    killers: npt.NDArray[np.int64]
    history: npt.NDArray[np.int32]
    trial: npt.NDArray[np.int8]
    marked: npt.NDArray[np.int8]
    key: npt.NDArray[np.uint64]


@kernel
def decided(cells: Cells, plan: Plan, rules: Numbers) -> int:
    """Return the colour that the stones alone make the winner, 3 for a draw, 0 for none of it."""
    white_held, black_held = 0, 0
    for field in plan.victory:
        white_held += cells[field] == 1
        black_held += cells[field] == 2
    if white_held >= rules[NEEDED]:
        return 1
    if black_held >= rules[NEEDED]:
        return 2
    white, black = 0, 0
    for stone in cells:
        white += stone == 1
        black += stone == 2
    few_white, few_black = white < rules[MIN_STONES], black < rules[MIN_STONES]
    if few_white and few_black:
        return _DRAW
    if rules[BOTH_DRAW] or not (few_white or few_black):
        return _OPEN
    return 2 if few_white else 1


@kernel
def _fill_key(cells: Cells, colour: int, ban: int, key: Keys) -> None:
    words = (key.size - 1) // 2
    for k in range(key.size):
        key[k] = _U(0)
    for site in range(cells.size):
        stone = cells[site]
        if stone:
            key[(stone - 1) * words + site // 64] |= _U(1) << _U(site % 64)
    key[key.size - 1] = _U(colour | (ban + 1) << 2)


@kernel
def _has_quiet_step(cells: Cells, colour: int, plan: Plan, rules: Numbers) -> bool:
    """Whether a stone can go to an empty field beside it."""
    back = -1
    if rules[DIRS] == 2:
        back = 0 if colour == 1 else 3
    for source in range(cells.size):
        if cells[source] != colour:
            continue
        for direction in range(4):
            to = plan.ahead[source, direction]
            if to < 0 or cells[to]:
                continue
            rise = plan.height[to] - plan.height[source]
            if rise == 1:
                return True
            if rise <= 0 and direction != back and (rise == 0 or rules[RUN_LEVELS] >= 1):
                return True
    return False


@kernel
def _last_reply(
    stack: Stack, level: int, goal: int, plan: Plan, rules: Numbers, stuck: int, whole: bool
) -> int:
    """Return 1 if the side without the goal, to move for the last ply, cannot but lose, else 0."""
    cells, colour = stack.cells[level], 3 - goal
    if rules[BOTH_DRAW] and _has_quiet_step(cells, colour, plan, rules):
        return 0
    moves = stack.moves[level]
    count = list_moves(cells, colour, stack.bans[level], plan, rules, moves)
    if count == 0:
        return 1 if stuck in (LOSES, LOSES_AT_ONCE) else 0
    for k in range(count):
        stack.trial[:] = cells
        play(stack.trial, moves[k], plan, rules, whole, stack.marked)
        if decided(stack.trial, plan, rules) != goal:
            return 0
    return 1


@kernel
def _last_move(
    stack: Stack,
    level: int,
    count: int,
    goal: int,
    plan: Plan,
    rules: Numbers,
    stuck: int,
    whole: bool,
) -> int:
    """Return 1 if one of the last own moves, listed in the level, reaches the goal, else 0."""
    cells, moves, after = stack.cells[level], stack.moves[level], stack.cells[level + 1]
    replies = stack.plies[level] > 1
    for k in range(count):
        after[:] = cells
        ban = play(after, moves[k], plan, rules, whole, stack.marked)
        found = decided(after, plan, rules)
        if found == goal:
            return 1
        if replies and found == _OPEN:
            stack.bans[level + 1] = ban
            if _last_reply(stack, level + 1, goal, plan, rules, stuck, whole):
                return 1
        if not replies and found == _OPEN and stuck == LOSES_AT_ONCE:
            there = list_moves(after, 3 - goal, ban, plan, rules, stack.moves[level + 1])
            if there == 0:
                return 1
    return 0


@kernel
def _rate(stack: Stack, level: int, count: int, mine: bool, first: int, plan: Plan) -> None:
    """Give the moves of a level the scores by which they are tried."""
    cells, colour = stack.cells[level], stack.colours[level]
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
        for field in plan.victory:
            if field == target and cells[target] != colour:
                score += _GOOD
            if field == source and mine:
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


@kernel
def _go(stack: Stack, level: int, move: int, plan: Plan, rules: Numbers, whole: bool) -> None:
    """Play a move of a level into the next."""
    stack.cells[level + 1] = stack.cells[level]
    stack.bans[level + 1] = -1
    if move != PASSED:
        stack.bans[level + 1] = play(stack.cells[level + 1], move, plan, rules, whole, stack.marked)
    stack.colours[level + 1] = 3 - stack.colours[level]
    stack.plies[level + 1] = stack.plies[level] - 1


@kernel
def _enter(
    table: Table,
    stack: Stack,
    level: int,
    goal: int,
    plan: Plan,
    rules: Numbers,
    stuck: int,
    whole: bool,
) -> int:
    """Return 1 or 0 where a position is settled or known, else list its moves and return -1."""
    cells, colour, plies = stack.cells[level], stack.colours[level], stack.plies[level]
    mine = colour == goal
    found = decided(cells, plan, rules)
    if found != _OPEN:
        return 1 if found == goal else 0
    if plies <= 0:
        return 0
    if plies == 1 and not mine:
        return _last_reply(stack, level, goal, plan, rules, stuck, whole)
    _fill_key(cells, colour, stack.bans[level], stack.key)
    first = -1
    slot = find(table.keys, table.known, stack.key)
    if slot >= 0:
        if table.known[slot, DOES] <= plies:
            return 1
        if table.known[slot, FAILS] >= plies:
            return 0
        first = table.known[slot, BEST]
    count = list_moves(cells, colour, stack.bans[level], plan, rules, stack.moves[level])
    if count == 0 and stuck != PASSES:
        return 1 if stuck in (LOSES, LOSES_AT_ONCE) and not mine else 0
    if count == 0:
        stack.moves[level, 0], stack.scores[level, 0], count = PASSED, 0, 1
    elif plies <= 2 and mine:
        found = _last_move(stack, level, count, goal, plan, rules, stuck, whole)
        keep(table.keys, table.known, table.used, stack.key, plies, found == 1, -1)
        return found
    else:
        _rate(stack, level, count, mine, first, plan)
    stack.counts[level], stack.done[level] = count, 0
    if plies >= _LOOK_AHEAD:
        return _ahead(table, stack, level, mine, plan, rules, whole)
    return -1


@kernel
def _ahead(
    table: Table, stack: Stack, level: int, mine: bool, plan: Plan, rules: Numbers, whole: bool
) -> int:
    """Look up all that follows: the value where a move decides, else -1 and only what is open."""
    left = 0
    moves, scores = stack.moves[level], stack.scores[level]
    for k in range(stack.counts[level]):
        move = moves[k]
        _go(stack, level, move, plan, rules, whole)
        _fill_key(
            stack.cells[level + 1], stack.colours[level + 1], stack.bans[level + 1], stack.key
        )
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
    _fill_key(stack.cells[level], stack.colours[level], stack.bans[level], stack.key)
    keep(table.keys, table.known, table.used, stack.key, stack.plies[level], reached, move)


@kernel
def search(
    table: Table, stack: Stack, state: Ints, goal: int,
    plan: Plan, rules: Numbers, stuck: int, whole: bool,
    most: int,
) -> None:  # fmt: skip
    """Go on where `state` says, for some `most` positions, for the colour `goal`.

    `whole` judges Osiris on every line after a move, which is needed where one may stand already.
    """
    level, mode, value = state[LEVEL], state[MODE], state[VALUE]
    visited, until = state[VISITED], state[VISITED] + most
    while mode != FINISHED:
        mine = stack.colours[level] == goal
        if mode == ENTER:
            if visited >= until:
                break
            visited += 1
            found = _enter(table, stack, level, goal, plan, rules, stuck, whole)
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
                _go(stack, level, _take(stack, level), plan, rules, whole)
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
    colour, source, target = stack.colours[level], move >> 10 & 1023, move & 1023
    plies = stack.plies[level]
    score = stack.history[colour - 1, source, target] + plies * plies
    stack.history[colour - 1, source, target] = min(score, _MANY)
