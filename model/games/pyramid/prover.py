"""Proofs in Pyramid: what a side can force, exactly, by a search on arrays of stones.

Positions are taken without their past, so nothing is drawn by repetition here; a win within so many
moves needs none.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.contract.game import Game, Goal, Position, Stop
from model.games.pyramid.board_arrays import (
    fields_of,
    hashes_of,
    may_hold_osiris,
    numbers_of,
    put,
)
from model.games.pyramid.kernels import FACTS, LOSES, MAX_MOVES, STUCK, TAKEN_ROOM
from model.games.pyramid.position import PyramidGame, PyramidPosition
from model.games.pyramid.prover_kernels import LOSES_AT_ONCE, Line, search
from model.search.proofs.proof_search import DeepeningProver
from model.search.proofs.proof_search_kernels import Stack, new_stack
from model.search.proofs.proof_table import ProofTable, empty_table


class PyramidProver(DeepeningProver):
    """Answers what a side can force in Pyramid; see `model.contract.search.Prover`."""

    slice = 400
    most = 1_000_000

    def __init__(self, game: Game, stop: Stop | None = None) -> None:
        assert isinstance(game, PyramidGame)
        super().__init__(game, stop)
        self._fields, self._numbers = fields_of(game), numbers_of(game)
        self._words = 2 * (-(-len(self._fields) // 64)) + 1
        self._stuck = int(self._numbers[STUCK])
        self._mine = False
        self._stack, self._line = self._room(1)

    def new_table(self) -> ProofTable:
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
            self._stack, self._line = self._room(plies + 1)
        stuck = LOSES_AT_ONCE if self.exact and self._stuck == LOSES else self._stuck
        line = self._line._replace(goal=side + 1, stuck=stuck, whole=may_hold_osiris(position))
        put(line.cells, line.facts, 0, position.cells, position.side, position.ban, line.fields)
        self._stack.plies[0] = plies
        self._mine = position.side == side
        line.history[...] //= 4
        line.killers[...] = -1
        self._line = line

    def run(self, table: ProofTable, state: npt.NDArray[np.int64], most: int) -> None:
        """Go on with the search for some `most` positions more."""
        search(self._line, self._stack, table, state, self._mine, most)

    def _room(self, levels: int) -> tuple[Stack, Line]:
        """Return room for so many positions."""
        count = len(self._fields)
        line = Line(
            np.zeros((levels, count), np.int8),
            np.zeros((levels, FACTS), np.int64),
            np.full(levels, -1, np.int64),
            np.zeros((2, count, count), np.int32),
            np.zeros(TAKEN_ROOM * count, np.int32),
            self._fields,
            self._numbers,
            hashes_of(count),
            goal=1,
            stuck=self._stuck,
            whole=False,
        )
        return new_stack(levels, MAX_MOVES, self._words, np.int32), line
