"""The kernels of the Pyramid engine: positions entered, moves rated and played, the search.

Windows, cut-offs and the table are those of `model.search.alpha_beta_kernels`. A move is numbered
as in `model.games.pyramid.kernels`, or PASSED.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.games.pyramid.evaluation_kernels import list_rated, static_value
from model.games.pyramid.kernels import (
    BANNED,
    BLACK,
    COLOUR,
    DRAWS,
    HELD_WHITE,
    KEY,
    NEEDED,
    NO_LIMIT,
    PASSED,
    PASSES,
    PLIES,
    WHITE,
    WORTH,
    Boards,
    Facts,
    Hashes,
    Numbers,
    list_moves,
    make,
    moves_freely,
    settled,
)
from model.kernels import Ints, kernel
from model.search import alpha_beta_kernels
from model.search.alpha_beta_kernels import (
    ALPHA,
    BEST,
    BETA,
    CALMING,
    COUNT,
    DONE,
    ENTER,
    EXTRA,
    FINISHED,
    FIRST,
    LEFT,
    LENGTH,
    LEVEL,
    LEVELS,
    LOUD,
    MATE,
    MODE,
    NEXT,
    NODES,
    NULL,
    NULLED,
    OPEN,
    RESULT,
    RETURN,
    ROOT_OVER,
    SINCE,
    STAGE,
    Frames,
    Rows,
    Tree,
    ascend,
    close,
    descend,
    habit,
    look_up,
    may_null,
    null_window,
    open_window,
    repeats,
    take,
)
from model.search.bound_table import BoundTable, Keys, Known, mixed

_FIRST = 1 << 28
_LONG = 40
"""Plies up to which a threat makes the search look deeper."""
_POSITION = alpha_beta_kernels.KEY


class Stack(NamedTuple):
    """The positions of the line of play, and the board.

    Attributes
    ----------
    cells
        (LEVELS, n) stones.
    facts
        (LEVELS, FACTS) int64.
    marked
        Room for fields that Osiris takes.
    fields
        (n, ROW) int32.
    numbers
        (NUMBERS,) int32 the rules and the weights.
    hashes
        (2, n) int64 for keys.
    """

    cells: Boards
    facts: Facts
    marked: npt.NDArray[np.int32]
    fields: Numbers
    numbers: Numbers
    hashes: Hashes


@kernel
def tell_apart(frames: Frames, facts: Facts, level: int, past: int) -> None:
    """Fill in the keys of a level.

    `past` tells tables apart: what stood twice before is drawn when it stands again.
    """
    key = facts[level, KEY] ^ mixed(facts[level, COLOUR] | (facts[level, BANNED] + 1) << 2)
    frames[level, _POSITION] = key
    extra = np.int64(past)
    if facts[level, PLIES] != NO_LIMIT:
        extra ^= mixed(facts[level, PLIES] | 1 << 40)
    frames[level, EXTRA] = extra


@kernel
def _go(
    frames: Frames, cells: Boards, facts: Facts, level: int, move: int, whole: bool, past: int,
    fields: Numbers, numbers: Numbers, hashes: Hashes, marked: npt.NDArray[np.int32],
) -> None:  # fmt: skip
    """Play a move of a level into the next."""
    after, played = level + 1, PASSED if move == NULL else move
    make(cells, facts, level, played, whole, fields, numbers, hashes, marked)
    tell_apart(frames, facts, after, past)
    since = frames[level, SINCE] + 1
    stones = facts[level, WHITE] + facts[level, BLACK]
    if move == NULL or facts[after, WHITE] + facts[after, BLACK] != stones:
        since = 0
    frames[after, SINCE] = since


@kernel
def _ended(
    frames: Frames, moves: Rows, cells: Boards, facts: Facts, level: int,
    twice: npt.NDArray[np.int64], fields: Numbers, numbers: Numbers, stuck: int,
) -> int:  # fmt: skip
    """Return the value of a position where the game is over, or goes round, else OPEN."""
    colour = facts[level, COLOUR]
    found = settled(facts, level, numbers)
    if found:
        return 0 if found == 3 else MATE - level if found == colour else level - MATE
    if repeats(frames, level, twice):
        return 0
    if stuck == PASSES or moves_freely(cells, facts, level, fields, numbers):
        return OPEN
    if list_moves(cells, facts, level, fields, numbers, moves):
        return OPEN
    return 0 if stuck == DRAWS else level - MATE


@kernel
def _enter(
    frames: Frames, cells: Boards, facts: Facts, level: int, state: Ints, keys: Keys, known: Known,
    fields: Numbers, numbers: Numbers,
) -> int:  # fmt: skip
    """Return the value of a position that goes on, where it is known or a leaf; else OPEN."""
    if open_window(frames, level):
        return int(frames[level, ALPHA])
    left, static = frames[level, LEFT], 0
    if left <= 0 or left >= 3 or level >= LEVELS - 2:
        static = static_value(cells, facts, level, fields, numbers)
    if level >= LEVELS - 2:
        return static
    if left <= 0:
        if not state[CALMING]:
            return static
        held = facts[level, HELD_WHITE + 2 - facts[level, COLOUR]]
        if held + 1 < numbers[NEEDED] or level >= _LONG or left < 0:
            if static >= frames[level, BETA]:
                return static
            frames[level, BEST] = static
            frames[level, ALPHA] = max(frames[level, ALPHA], static)
            return OPEN
        frames[level, LEFT] = 1  # the other side may be about to win
    value = look_up(frames, level, keys, known)
    if value == OPEN and left >= 3 and may_null(frames, level, state, static):
        null_window(frames, level)
    return int(value)


@kernel
def _list(
    frames: Frames, moves: Rows, scores: Rows, history: Rows, cells: Boards, facts: Facts,
    level: int, fields: Numbers, numbers: Numbers,
) -> None:  # fmt: skip
    """List the moves of a level with their scores.

    A quiet search lists only what wins something at once.
    """
    side = facts[level, COLOUR] - 1
    loud = frames[level, LEFT] <= 0
    count = list_rated(cells, facts, level, loud, fields, numbers, moves, scores)
    frames[level, COUNT] = count
    if loud:
        return
    if count == 0:  # under the rule that such a side passes
        moves[level, 0], scores[level, 0], frames[level, COUNT] = PASSED, 0, 1
    first = frames[level, FIRST]
    for k in range(count):
        move = moves[level, k]
        if move == first:
            scores[level, k] = _FIRST
        elif scores[level, k] > 0:
            scores[level, k] += LOUD
        else:
            score = 4 * habit(frames, history, level, side, move)
            score += fields[move & 1023, WORTH + side]
            score -= fields[move >> 10 & 1023, WORTH + side]
            scores[level, k] += score


@kernel
def search(
    tree: Tree, table: BoundTable, state: Ints, stack: Stack, stuck: int, whole: bool, past: int,
    most: int,
) -> None:  # fmt: skip
    """Go on where `state` says, for some `most` positions.

    `whole` judges Osiris on every line after a move, which is needed where one may stand already.
    """
    frames, moves, scores, lines, history, root, twice = tree
    cells, facts, marked, fields, numbers, hashes = stack
    keys, known = table
    level, mode, value = state[LEVEL], state[MODE], state[RESULT]
    nodes, until = state[NODES], state[NODES] + most
    while mode != FINISHED:
        if mode == ENTER:
            if nodes >= until:
                break
            nodes += 1
            frames[level, LENGTH] = 0
            mode = RETURN
            value = _ended(frames, moves, cells, facts, level, twice, fields, numbers, stuck)
            if value != OPEN:
                if level == 1:
                    root[frames[0, DONE] - 1, ROOT_OVER] = 1
                continue
            value = _enter(frames, cells, facts, level, state, keys, known, fields, numbers)
            if value == OPEN:
                mode = NEXT
                if frames[level, STAGE] == NULLED:
                    _go(frames, cells, facts, level, NULL, whole, past, fields, numbers, hashes,
                        marked)  # fmt: skip
                    level += 1
                    mode = ENTER
        elif mode == NEXT:
            if frames[level, COUNT] < 0:
                _list(frames, moves, scores, history, cells, facts, level, fields, numbers)
            move = take(frames, moves, scores, level)
            if move < 0:
                value = close(frames, keys, known, state, level)
                mode = RETURN
                continue
            _go(frames, cells, facts, level, move, whole, past, fields, numbers, hashes, marked)
            descend(frames, scores, level, state)
            level += 1
            mode = ENTER
        elif level == 0:
            mode = FINISHED
        else:
            level -= 1
            state[NODES] = nodes
            mode = ascend(frames, scores, lines, history, root, keys, known, state, level, -value,
                          facts[level, COLOUR] - 1)  # fmt: skip
            if mode == RETURN:
                value = frames[level, BEST]
            elif mode == ENTER:
                level += 1
    state[LEVEL], state[MODE], state[RESULT], state[NODES] = level, mode, value, nodes
