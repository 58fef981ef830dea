"""Proofs by depth: an AND/OR search in a kernel, one own move deeper at a time, cut into slices.

The kernel is `model.search.proofs.proof_search_kernels`, made for a game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
import numpy.typing as npt

from model.contract.game import Game, Goal, Position, Stop, Stopped
from model.search.proofs.plain_prover import reached
from model.search.proofs.proof_search_kernels import FINISHED, MODE, VALUE, VISITED
from model.search.proofs.proof_table import ProofTable, with_room

MOST_MOVES = 60
"""Own moves that are looked at."""


class DeepeningProver(ABC):
    """Answers what a side can force within so many moves; see `model.contract.search.Prover`.

    Attributes
    ----------
    visited
        Positions looked at since the prover was made.
    exact
        Whether a search under way counts a win at the ply that brings it about: a side left without
        a move has lost then, not when its turn comes.
    slice
        Positions between two looks at the stop function: some milliseconds.
    most
        Positions looked at, about, where the number of moves is open; then there is no answer.
    """

    slice: int
    most: int

    def __init__(self, game: Game, stop: Stop | None = None) -> None:
        self.game = game
        self.visited = 0
        self.exact = False
        self._stop = stop
        self._tables: dict[tuple[int, bool], ProofTable] = {}

    def can(self, position: Position, goal: Goal, moves: int | None) -> bool | None:
        """Tell whether `goal.side` can force the goal; see `model.contract.search.Prover.can`."""
        position = position.without_past()
        settled = reached(position, goal)
        if settled is not None:
            return settled
        if moves is None:
            return self._in_any_number(position, goal)
        return self._within(position, goal, moves)

    def length(self, position: Position, goal: Goal, moves: int) -> int | None:
        """Return how many plies a goal takes; see `model.contract.search.Prover.length`."""
        position = position.without_past()
        if reached(position, goal):
            return 0
        mine = position.to_move == goal.side
        last = 2 * moves - mine
        most = self.plies(position, moves, mine)
        if most <= last:
            return most
        self.exact = True
        try:
            return last if self._search_plies(position, goal, last) else last + 1
        finally:
            self.exact = False

    def _within(self, position: Position, goal: Goal, moves: int) -> bool:
        """Look one move deeper at a time: the table tells the next look which moves come first."""
        for number in range(min(self.fewest(position, goal), moves), min(moves, MOST_MOVES) + 1):
            if self._search(position, goal, number):
                return True
        return False

    def _in_any_number(self, position: Position, goal: Goal) -> bool | None:
        """Look for a forced win of either side, deeper and deeper: who loses by force never wins.

        Play that goes round for ever is neither's win; of it nothing can be said here.
        """
        before = self.visited
        players = self.game.players
        other = Goal("win", players[1 - players.index(goal.side)])
        for moves in range(1, MOST_MOVES + 1):
            if self._search(position, goal, moves):
                return True
            if self._search(position, other, moves):
                return False
            if self.visited - before > self.most:
                return None
        return None

    def _search(self, position: Position, goal: Goal, moves: int) -> bool:
        mine = position.to_move == goal.side
        return self._search_plies(position, goal, self.plies(position, moves, mine))

    def _search_plies(self, position: Position, goal: Goal, plies: int) -> bool:
        side = self.game.players.index(goal.side)
        key = (side, self.exact)
        table = self._tables.get(key)
        if table is None:
            table = self._tables[key] = self.new_table()
        if plies <= 0:
            return False
        state = np.zeros(4, np.int64)
        self.begin(position, side, plies)
        while state[MODE] != FINISHED:
            self._pause()
            seen = int(state[VISITED])
            self.run(table, state, self.slice)
            self.visited += int(state[VISITED]) - seen
            grown = with_room(table, self._pause)
            if grown is not table:
                table = self._tables[key] = grown
        return bool(state[VALUE])

    def _pause(self) -> None:
        if self._stop is not None and self._stop():
            raise Stopped

    # -- what a game says ------------------------------------------------------------------------

    @abstractmethod
    def new_table(self) -> ProofTable:
        """Return an empty table for the positions of the game."""

    @abstractmethod
    def fewest(self, position: Position, goal: Goal) -> int:
        """Return a number of own moves below which the goal is out of reach."""

    @abstractmethod
    def plies(self, position: Position, moves: int, mine: bool) -> int:
        """Return how many plies so many own moves are at most, 0 where there is no hope."""

    @abstractmethod
    def begin(self, position: Position, side: int, plies: int) -> None:
        """Put a position at the bottom of the stack, for the goal of the `side`-th player."""

    @abstractmethod
    def run(self, table: ProofTable, state: npt.NDArray[np.int64], most: int) -> None:
        """Go on with the search for some `most` positions more."""
