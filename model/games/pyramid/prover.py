"""Proofs in Pyramid: what a side can force, exactly, by a search on arrays of stones.

Positions are taken without their past, so nothing is drawn by repetition here; a win within so many
moves needs none.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.game import Game, Goal, Position, Stop
from model.games.pyramid.actions import osiris
from model.games.pyramid.kernels import MAX_MOVES, board_plan, rule_numbers
from model.games.pyramid.position import PyramidGame, PyramidPosition
from model.games.pyramid.prover_kernels import LOSES, LOSES_AT_ONCE, Stack, search
from model.search.deepening import DeepeningProver
from model.search.proof_table import Table, empty_table


class PyramidProver(DeepeningProver):
    """Answers what a side can force in Pyramid; see `model.search_contract.Prover`."""

    slice = 400
    most = 1_000_000

    def __init__(self, game: Game, stop: Stop | None = None) -> None:
        assert isinstance(game, PyramidGame)
        super().__init__(game, stop)
        self._plan = board_plan(game.board, game.rules.osiris_bends)
        self._rules = rule_numbers(game.rules, game.terrace.needed)
        self._fields = len(game.board)
        self._words = 2 * (-(-self._fields // 64)) + 1
        self._stack = self._new_stack(1)
        self._stuck = ("lose", "draw", "pass").index(game.rules.no_moves)
        self._colour = 1
        self._whole = False

    def new_table(self) -> Table:
        """Return an empty table: a bit a field for either colour, and a word for the rest."""
        return empty_table(self._words)

    def fewest(self, position: Position, goal: Goal) -> int:
        """Return 0: the other side may be blocked, or harm itself, at any time."""
        return 0

    def plies(self, position: Position, moves: int, mine: bool) -> int:
        """Return the plies: the last is the other side's, which may be stuck, or harm itself."""
        assert isinstance(position, PyramidPosition)
        plies = 2 * moves + (not mine)
        most = self.game.rules.max_plies if isinstance(self.game, PyramidGame) else None
        return plies if most is None else min(plies, most - position.ply)

    def begin(self, position: Position, side: int, plies: int) -> None:
        """Put a position at the bottom of the stack."""
        assert isinstance(position, PyramidPosition)
        if len(self._stack.plies) < plies + 1:
            self._stack = self._new_stack(plies + 1)
        stack = self._stack
        stack.cells[0] = position.cells
        stack.plies[0] = plies
        ban = position.ban
        stack.bans[0] = -1 if ban is None else ban[0] << 10 | ban[1]
        stack.colours[0] = position.side + 1
        self._colour = side + 1
        rules = position.game.rules
        # After any action no Osiris stands, but one may in a position set up by hand.
        self._whole = not rules.osiris_suicide or bool(
            osiris(position.game.board, position.cells, rules)
        )
        stack.history[...] //= 4
        stack.killers[...] = -1

    def run(self, table: Table, state: npt.NDArray[np.int64], most: int) -> None:
        """Go on with the search for some `most` positions more."""
        stuck = LOSES_AT_ONCE if self.exact and self._stuck == LOSES else self._stuck
        search(
            table, self._stack, state, self._colour,
            self._plan, self._rules, stuck, self._whole, most,
        )  # fmt: skip

    def _new_stack(self, levels: int) -> Stack:
        return Stack(
            np.zeros((levels, self._fields), np.int8),
            np.zeros(levels, np.int64),
            np.zeros(levels, np.int64),
            np.zeros(levels, np.int64),
            np.empty((levels, MAX_MOVES), np.int32),
            np.empty((levels, MAX_MOVES), np.int32),
            np.zeros(levels, np.int64),
            np.zeros(levels, np.int64),
            np.full(levels, -1, np.int64),
            np.zeros((2, self._fields, self._fields), np.int32),
            np.zeros(self._fields, np.int8),
            np.zeros(self._fields, np.int8),
            np.zeros(self._words, np.uint64),
        )
