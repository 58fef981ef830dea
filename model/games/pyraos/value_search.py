"""Who wins a position of Pyraos, by proof numbers; the points of the engine guess what is easy."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.game import Game, Position, Stop
from model.games.pyraos.kernels import MAX_MOVES
from model.games.pyraos.places import PLACES
from model.games.pyraos.position import PyraosGame, PyraosPosition
from model.games.pyraos.turns import rules_number
from model.games.pyraos.value_kernels import EVEN, Desk, search
from model.games.pyraos.worth import FEATURES, POINTS, points_of
from model.search.proof_number import ProofNumberSearch
from model.search.proof_number_kernels import LEVELS, Line, Words, new_line

_SPREAD = 10.0
"""How much more a hopeless position seems to take than one that is won."""


class PyraosValueSearch(ProofNumberSearch):
    """Finds who wins in Pyraos; see `model.search.proof_number.ProofNumberSearch`."""

    def __init__(self, game: Game, stop: Stop) -> None:
        assert isinstance(game, PyraosGame)
        super().__init__(game, stop)
        self._rules, self._obliged = rules_number(game.rules), game.obliged
        self._desks = tuple(_new_desk(game.rules) for _ in range(2))

    def new_line(self) -> Line:
        """Return a line; of its room only what is used takes memory."""
        return new_line(LEVELS * MAX_MOVES)

    def begin(self, position: Position, line: Line) -> None:
        """Put a position at the bottom of a line."""
        assert isinstance(position, PyraosPosition)
        line.sides[0] = position.own, position.other
        for desk in self._desks:
            desk.seen[:] = 0

    def key(self, position: Position, wanting: bool) -> np.uint64:
        """Return the word by which the table knows a position."""
        assert isinstance(position, PyraosPosition)
        return np.uint64(position.own | position.other << PLACES | wanting << 63)

    def run(
        self, entries: Words, state: npt.NDArray[np.int64], line: Line, mine: bool, most: int
    ) -> None:
        """Go on with the search for a side's win for some `most` positions more."""
        desk = self._desks[mine]
        search(entries, state, line, desk, mine, self._rules, self._obliged, most)


def _new_desk(rules: str) -> Desk:
    points = np.arange(-EVEN, EVEN + 1) / POINTS
    guesses = 1 + (_SPREAD / (1 + np.exp(points))).astype(np.int32)
    return Desk(
        points_of(rules), np.zeros(FEATURES, np.int64), guesses.astype(np.int32),
        np.empty(MAX_MOVES, np.int64), np.zeros(4 * MAX_MOVES, np.uint64), np.zeros(3, np.int64),
    )  # fmt: skip
