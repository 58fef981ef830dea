"""An engine for Pyramid: alpha-beta over stones as arrays, with what the board says of its fields.

docs/rules/pyramid.md says what it looks at.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from model.game import Game, Move, Position
from model.games.pyramid.actions import MARKS, osiris
from model.games.pyramid.engine_kernels import NO_END, Stack, search, tell_apart
from model.games.pyramid.field_kernels import (
    AHEAD,
    BANNED,
    BESIDE,
    COLOUR,
    FACTS,
    HEIGHT,
    HELD,
    MOBILITY,
    NUMBERS,
    PLIES,
    REACH,
    ROW,
    TURN,
    VICTORY,
    WEIGHTS,
    WORTH,
    static_value,
    survey,
)
from model.games.pyramid.kernels import KINDS, MAX_MOVES, board_plan, list_moves, rule_numbers
from model.games.pyramid.position import Ban, PyramidGame, PyramidPosition
from model.games.pyramid.prover_kernels import PASSED
from model.search.alpha_beta import AlphaBeta
from model.search.alpha_beta_kernels import KEY, LEVELS, SINCE
from model.search.bound_table import BoundTable

STONE, LEVEL, NEAR, MOVE, FIELD, MORE, TEMPO = 100, 8, (0, 14, 6, 2), 2, 12, 500, 6
"""Points: a stone, each level it stands on, a victory field so many moves off, a move, a victory
field that a move reaches, a stone more (divided by the stones there are), the right to move."""
HOLDING = (160, 70, 30)
"""Points for the victory fields held, where one more would win, two, three."""
_KEYS = (1 << 62) - 1
_ROOM = 512


class PyramidEngine(AlphaBeta):
    """Thinks about Pyramid; see `model.search_contract.Engine`."""

    scale = 220.0

    def __init__(self, game: Game) -> None:
        assert isinstance(game, PyramidGame)
        super().__init__(game, MAX_MOVES, 13)
        self._plan = board_plan(game.board, game.rules.osiris_bends)
        self._stuck = ("lose", "draw", "pass").index(game.rules.no_moves)
        count = len(game.board)
        self._stack = Stack(
            np.zeros((LEVELS, count), np.int8),
            np.zeros((LEVELS, FACTS), np.int64),
            np.zeros(_ROOM * count, np.int32),
            fields_of(game),
            numbers_of(game),
            hashes_of(count),
        )
        self._whole = False
        self._past = 0

    def begin(self, position: Position) -> list[int]:
        """Put a position at the bottom of the stack; return the numbers of its moves."""
        assert isinstance(position, PyramidPosition)
        self._remember(position)
        rules = position.game.rules
        self._put(position.cells, position.side, position.ban, 0, self._past)
        facts = self._stack.facts[0]
        if rules.max_plies is not None:
            facts[PLIES] = rules.max_plies - position.ply
        # After any action no Osiris stands, but one may in a position set up by hand.
        self._whole = not rules.osiris_suicide or bool(
            osiris(position.game.board, position.cells, rules)
        )
        self._tree.frames[0, SINCE] = LEVELS
        moves = np.zeros(MAX_MOVES, np.int32)
        count = list_moves(
            self._stack.cells[0], position.side + 1, int(facts[BANNED]),
            self._plan, self._stack.numbers, moves,
        )  # fmt: skip
        return [int(move) for move in moves[:count]] or [PASSED]

    def evaluate(self, position: PyramidPosition) -> int:
        """Return what a position is worth to the side to move, in points, without looking ahead."""
        self._put(position.cells, position.side, position.ban, 0, 0)
        stack = self._stack
        return int(static_value(stack.cells, stack.facts, 0, stack.fields, stack.numbers))

    def _put(self, cells: tuple[int, ...], side: int, ban: Ban, level: int, past: int) -> None:
        """Put stones on a level of the stack, and what follows from them."""
        stack = self._stack
        stack.cells[level] = cells
        facts = stack.facts[level]
        facts[COLOUR], facts[PLIES] = side + 1, NO_END
        facts[BANNED] = -1 if ban is None else ban[0] << 10 | ban[1]
        survey(stack.cells, stack.facts, level, stack.fields, stack.hashes)
        tell_apart(self._tree.frames, stack.facts, level, past)

    def _remember(self, position: PyramidPosition) -> None:
        """Note the positions that are a draw the next time they stand."""
        keys = []
        for (cells, side, ban), times in position.past.items():
            if times >= 2:
                self._put(cells, side, ban, 1, 0)
                keys.append(int(self._tree.frames[1, KEY]))
        self._tree = self._tree._replace(twice=np.array(keys, np.int64))
        self._past = sum(keys) & _KEYS

    def run(self, table: BoundTable, state: npt.NDArray[np.int64], most: int) -> None:
        """Go on with the search for some `most` positions more."""
        search(self._tree, table, state, self._stack, self._stuck, self._whole, self._past, most)

    def write(self, number: int, position: Position) -> Move:
        """Return the text of a move."""
        return write_move(number, position)


def write_move(number: int, position: Position) -> Move:
    """Return the text of a move that kernels number."""
    if number == PASSED:
        return "pass"
    names = position.game.board.names
    kind, source, target = number >> 20, number >> 10 & 1023, number & 1023
    return f"{names[source]}{MARKS[KINDS[kind]]}{names[target]}"


@lru_cache(maxsize=8)
def fields_of(game: PyramidGame) -> npt.NDArray[np.int32]:
    """Return the board as one array, a row a field; see `model.games.pyramid.field_kernels`."""
    board = game.board
    plan = board_plan(board, game.rules.osiris_bends)
    fields = np.zeros((len(board), ROW), np.int32)
    fields[:, :8], fields[:, HEIGHT] = plan.ahead, board.height
    fields[list(board.victory), VICTORY] = 1
    fields[:, BESIDE : BESIDE + 4] = -1
    for line, (length, closed) in zip(plan.lines.tolist(), plan.shape.tolist(), strict=True):
        if length == 0:
            continue
        before = BESIDE if closed or line[1] - line[0] == 1 else BESIDE + 2
        for k in range(length):
            if k or closed:
                fields[line[k], before] = line[k - 1 if k else length - 1]
            if k + 1 < length or closed:
                fields[line[k], before + 1] = line[(k + 1) % length]
    near = np.zeros(len(board) + 1, np.int32)
    near[: len(NEAR)] = NEAR
    for side in range(2):
        away = _moves_away(game, side)
        fields[:, WORTH + side] = STONE + LEVEL * board.height + near[away]
    return fields


def numbers_of(game: PyramidGame) -> npt.NDArray[np.int32]:
    """Return the rules and the weights of the evaluation."""
    needed = game.terrace.needed
    numbers = np.zeros(NUMBERS, np.int32)
    numbers[:WEIGHTS] = rule_numbers(game.rules, needed)
    for held in range(1, 8):
        missing = max(needed - held, 1)
        numbers[HELD + held] = HOLDING[missing - 1] if missing <= len(HOLDING) else 0
    numbers[MOBILITY], numbers[REACH], numbers[AHEAD], numbers[TURN] = MOVE, FIELD, MORE, TEMPO
    return numbers


@lru_cache(maxsize=8)
def hashes_of(fields: int) -> npt.NDArray[np.int64]:
    """Return the (2, n) numbers that keys of positions are made of."""
    return np.random.default_rng(7).integers(1, 1 << 62, (2, fields), np.int64)


def _moves_away(game: PyramidGame, side: int) -> npt.NDArray[np.int64]:
    """Return in how many moves a stone alone on the board comes from each field to a victory field.

    The number of fields stands for never.
    """
    board = game.board
    plan = board_plan(board, game.rules.osiris_bends)
    rules = rule_numbers(game.rules, game.terrace.needed)
    fields = len(board)
    cells, moves = np.zeros(fields, np.int8), np.zeros(MAX_MOVES, np.int32)
    onto = []
    for site in range(fields):
        cells[site] = side + 1
        count = list_moves(cells, side + 1, -1, plan, rules, moves)
        onto.append(moves[:count] & 1023)
        cells[site] = 0
    away = np.full(fields, fields, np.int64)
    away[list(board.victory)] = 0
    for step in range(1, fields):
        fresh = [s for s in range(fields) if away[s] > step and (away[onto[s]] < step).any()]
        if not fresh:
            break
        away[fresh] = step
    return away
