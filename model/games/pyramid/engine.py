"""An engine for Pyramid: alpha-beta over stones as arrays, with what the board says of its fields.

docs/rules/pyramid.md says what it looks at.
"""

from __future__ import annotations

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
from model.games.pyramid.engine_kernels import PyramidStack, search, tell_apart
from model.games.pyramid.evaluation_kernels import static_value
from model.games.pyramid.kernels import (
    FACTS,
    KINDS,
    MAX_MOVES,
    PASSED,
    PLIES,
    TAKEN_ROOM,
    list_moves,
    unpacked,
)
from model.games.pyramid.position import Ban, PyramidGame, PyramidPosition
from model.search.alpha_beta.alpha_beta_kernels import KEY, LEVELS, SINCE
from model.search.alpha_beta.iterative_deepening import AlphaBeta
from model.search.alpha_beta.transposition_table import TranspositionTable

_KEYS = (1 << 62) - 1


class PyramidEngine(AlphaBeta):
    """Thinks about Pyramid; see `model.contract.search.Engine`."""

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

    def evaluate(self, position: PyramidPosition) -> int:
        """Return what a position is worth to the side to move, in points, without looking ahead."""
        self._put(position.cells, position.side, position.ban, 0)
        stack = self._stack
        return int(static_value(stack.cells, stack.facts, 0, stack.fields, stack.numbers))

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
                keys.append(int(self._tree.frames[1, KEY]))
        self._tree = self._tree._replace(twice=np.array(keys, np.int64))
        self._stack = self._stack._replace(past=sum(keys) & _KEYS)

    def run(self, table: TranspositionTable, state: npt.NDArray[np.int64], most: int) -> None:
        """Go on with the search for some `most` positions more."""
        search(self._stack, self._tree, table, self.margins, state, most)

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
