"""Who wins a position of Pyraos, by proof numbers; the points of the engine guess what is easy."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.contract.game import Game, Position, Stop
from model.games.pyraos.evaluation import FEATURES, POINTS, points_of
from model.games.pyraos.guess_kernels import EVEN, Guesses
from model.games.pyraos.kernels import MAX_MOVES
from model.games.pyraos.places import PLACES
from model.games.pyraos.position import PyraosGame, PyraosPosition
from model.games.pyraos.turns import rules_number
from model.games.pyraos.value_kernels import Workspace, search
from model.search.proofs.proof_number import ProofNumberSearch
from model.search.proofs.proof_number_kernels import LEVELS, Line, Words, new_line

_LEAST, _SPREAD = 5.0, 15.0
"""What a position that is won seems to take, and how much more a hopeless one."""
_GROWTH, _USUAL = 1.25, 24
"""A sphere fewer on the board makes it so many times as much; how many spheres make no change."""


class PyraosValueSearch(ProofNumberSearch):
    """Finds who wins in Pyraos; see `model.search.proofs.proof_number.ProofNumberSearch`."""

    def __init__(self, game: Game, stop: Stop, cores: int = 1) -> None:
        assert isinstance(game, PyraosGame)
        super().__init__(game, stop, cores)
        self._works = (_new_workspace(game), _new_workspace(game))
        self._shown = (np.zeros(3, np.int64), np.zeros(3, np.int64))

    def new_line(self) -> Line:
        """Return a line; of its room only what is used takes memory."""
        return new_line(LEVELS * MAX_MOVES)

    def begin(self, position: Position, line: Line) -> None:
        """Put a position at the bottom of a line."""
        assert isinstance(position, PyraosPosition)
        line.sides[0] = position.own, position.other
        for work in self._works:
            work.seen[:] = 0

    def key(self, position: Position, wanting: bool) -> np.uint64:
        """Return the word by which the table knows a position."""
        assert isinstance(position, PyraosPosition)
        return np.uint64(position.own | position.other << PLACES | wanting << 63)

    def run(
        self, entries: Words, state: npt.NDArray[np.int64], line: Line, mine: bool, most: int
    ) -> None:
        """Go on with the search for a side's win for some `most` positions more."""
        search(line, self._works[mine], entries, state, self._shown[mine], mine, most)


def _new_workspace(game: PyraosGame) -> Workspace:
    theirs, found = np.zeros(FEATURES, np.int64), np.zeros(FEATURES, np.int64)
    guesses = Guesses(points_of(game.rules), _first_numbers(), theirs, found)
    return Workspace(
        guesses, np.empty(MAX_MOVES, np.int64), np.zeros(4 * MAX_MOVES, np.uint64),
        rules_number(game.rules), game.obliged,
    )  # fmt: skip


def _first_numbers() -> npt.NDArray[np.int32]:
    """Return (PLACES + 1, 2 * EVEN + 1) what a position seems to take, by spheres and worth.

    Fitted to random positions of 15 and 16 spheres under standard and alternate rules.
    """
    lost = 1 / (1 + np.exp(np.arange(-EVEN, EVEN + 1) / POINTS))
    longer = _GROWTH ** (_USUAL - np.arange(PLACES + 1))
    return np.maximum(1, longer[:, None] * (_LEAST + _SPREAD * lost)).astype(np.int32)
