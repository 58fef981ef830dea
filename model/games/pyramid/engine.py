"""An engine for Pyramid: alpha-beta over stones as arrays, with what the board says of its fields.

docs/rules/pyramid.md says what it looks at.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.contract.game import Game, Move, Position
from model.games.pyramid.actions import MARKS
from model.games.pyramid.board_arrays import (
    fields_of,
    hashes_of,
    may_hold_osiris,
    numbers_of,
    plies_left,
    put,
)
from model.games.pyramid.evaluation_kernels import list_rated, static_value
from model.games.pyramid.kernels import (
    BANNED,
    BLACK,
    COLOUR,
    DRAWS,
    FACTS,
    HELD_WHITE,
    KEY,
    KINDS,
    MAX_MOVES,
    NEEDED,
    NO_LIMIT,
    PASSED,
    PASSES,
    PLIES,
    STUCK,
    TAKEN_ROOM,
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
    unpacked,
)
from model.games.pyramid.position import Ban, PyramidGame, PyramidPosition
from model.kernels import inlined_kernel, kernel, specialised
from model.search.alpha_beta import alpha_beta_search
from model.search.alpha_beta.alpha_beta_search import (
    EXTRA,
    LEVELS,
    MATE,
    NULL,
    OPEN,
    SINCE,
    TACTICAL,
    Frames,
    Rows,
    hash63,
)
from model.search.alpha_beta.iterative_deepening import AlphaBeta

# -- what alpha-beta asks of Pyramid: positions that are over, moves ordered and made --------------
# The search is `model.search.alpha_beta.alpha_beta_search`. A move is numbered as in
# `model.games.pyramid.kernels`, or PASSED.


_POSITION = alpha_beta_search.KEY


class PyramidStack(NamedTuple):
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
    whole
        Whether Osiris is judged on every line after a move: needed where one may stand already.
    past
        What tells tables apart: a position that stood twice before is drawn when it stands again.
    """

    cells: Boards
    facts: Facts
    marked: npt.NDArray[np.int32]
    fields: Numbers
    numbers: Numbers
    hashes: Hashes
    whole: bool
    past: int


@kernel
def tell_apart(line: PyramidStack, frames: Frames, level: int) -> None:
    """Fill in the keys of a level."""
    facts = line.facts
    key = facts[level, KEY] ^ hash63(facts[level, COLOUR] | (facts[level, BANNED] + 1) << 2)
    frames[level, _POSITION] = key
    extra = np.int64(line.past)
    if facts[level, PLIES] != NO_LIMIT:
        extra ^= hash63(facts[level, PLIES] | 1 << 40)
    frames[level, EXTRA] = extra


@kernel
def _make(line: PyramidStack, frames: Frames, level: int, move: int) -> None:
    cells, facts, marked, fields, numbers, hashes = line[:6]
    after, played = level + 1, np.int64(PASSED if move == NULL else move)
    make(cells, facts, level, played, line.whole, fields, numbers, hashes, marked)
    tell_apart(line, frames, after)
    since = frames[level, SINCE] + 1
    stones = facts[level, WHITE] + facts[level, BLACK]
    if move == NULL or facts[after, WHITE] + facts[after, BLACK] != stones:
        since = 0
    frames[after, SINCE] = since


@inlined_kernel
def _value_if_over(line: PyramidStack, level: int, moves: Rows, scores: Rows) -> int:
    cells, facts, fields, numbers = line.cells, line.facts, line.fields, line.numbers
    colour = facts[level, COLOUR]
    found = settled(facts, level, numbers)
    if found:
        return 0 if found == 3 else MATE - level if found == colour else level - MATE
    if numbers[STUCK] == PASSES or moves_freely(cells, facts, level, fields, numbers):
        return OPEN
    if list_moves(cells, facts, level, fields, numbers, moves):
        return OPEN
    return 0 if numbers[STUCK] == DRAWS else level - MATE


@inlined_kernel
def _evaluate(line: PyramidStack, level: int) -> int:
    return int(static_value(line.cells, line.facts, level, line.fields, line.numbers))


@inlined_kernel
def _is_threatened(line: PyramidStack, level: int) -> bool:
    held = line.facts[level, HELD_WHITE + 2 - line.facts[level, COLOUR]]
    return bool(held + 1 >= line.numbers[NEEDED])


@inlined_kernel
def _list_moves(line: PyramidStack, level: int, tactical: bool, moves: Rows, scores: Rows) -> int:
    cells, facts, fields, numbers = line.cells, line.facts, line.fields, line.numbers
    count = list_rated(cells, facts, level, tactical, fields, numbers, moves, scores)
    if tactical:
        return int(count)
    if count == 0:
        moves[level, 0], scores[level, 0] = PASSED, 0
    worth = WORTH + facts[level, COLOUR] - 1
    for k in range(count):
        if scores[level, k] > 0:
            scores[level, k] += TACTICAL
        else:
            move = moves[level, k]
            scores[level, k] += fields[move & 1023, worth] - fields[move >> 10 & 1023, worth]
    return int(count)


search = specialised(
    alpha_beta_search.search,
    value_if_over=_value_if_over,
    evaluate=_evaluate,
    is_threatened=_is_threatened,
    list_moves=_list_moves,
    make=_make,
)


# -- an engine for Pyramid -------------------------------------------------------------------------


_KEYS = (1 << 62) - 1


class PyramidEngine(AlphaBeta):
    """Thinks about Pyramid; see `model.contract.search.Engine`."""

    kernel = search
    _stack: PyramidStack
    scale = 220.0
    null_moves = True
    quiescence = True
    repetition_ends = True

    def __init__(self, game: Game) -> None:
        assert isinstance(game, PyramidGame)
        super().__init__(game, MAX_MOVES, 13)
        count = len(game.board)
        self._stack = PyramidStack(
            np.zeros((LEVELS, count), np.int8),
            np.zeros((LEVELS, FACTS), np.int64),
            np.zeros(TAKEN_ROOM * count, np.int32),
            fields_of(game),
            numbers_of(game),
            hashes_of(count),
            whole=False,
            past=0,
        )

    def begin(self, position: Position) -> list[int]:
        """Put a position at the bottom of the stack; return the numbers of its moves."""
        assert isinstance(position, PyramidPosition)
        self._stack = self._stack._replace(whole=may_hold_osiris(position), past=0)
        self._remember(position)
        self._put(position.cells, position.side, position.ban, 0)
        stack = self._stack
        stack.facts[0, PLIES] = plies_left(position)
        self._tree.frames[0, SINCE] = LEVELS
        moves = np.zeros((1, MAX_MOVES), np.int32)
        count = list_moves(stack.cells, stack.facts, 0, stack.fields, stack.numbers, moves)
        return [int(move) for move in moves[0, :count]] or [PASSED]

    def _put(self, cells: tuple[int, ...], side: int, ban: Ban, level: int) -> None:
        """Put stones on a level of the stack, and what follows from them."""
        stack = self._stack
        put(stack.cells, stack.facts, level, cells, side, ban, stack.fields)
        tell_apart(stack, self._tree.frames, level)

    def _remember(self, position: PyramidPosition) -> None:
        """Note the positions that are a draw the next time they stand."""
        keys = []
        for (cells, side, ban), times in position.past.items():
            if times >= 2:
                self._put(cells, side, ban, 1)
                keys.append(int(self._tree.frames[1, _POSITION]))
        self._tree = self._tree._replace(twice=np.array(keys, np.int64))
        self._stack = self._stack._replace(past=sum(keys) & _KEYS)

    def write(self, number: int, position: Position) -> Move:
        """Return the text of a move."""
        return write_move(number, position)


def write_move(number: int, position: Position) -> Move:
    """Return the text of a move that kernels number."""
    if number == PASSED:
        return "pass"
    names = position.game.board.names
    kind, source, target = unpacked.function(number)
    return f"{names[source]}{MARKS[KINDS[kind]]}{names[target]}"
