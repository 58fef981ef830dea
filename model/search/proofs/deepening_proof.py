"""Who wins with best play, by provers: who can force the win in one move, in two, in three ...

A win that neither side can force in fewer moves than asked so far is not ruled out for more, so
this decides positions that are won, never draws; those are for `model.search.depth_solver`.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from model.contract.game import Game, Goal, Move, Player, Position, Solution, Stop, Stopped
from model.contract.search import Prover
from model.search.proofs.plain_prover import reached
from model.search.proofs.proof_search import MOST_MOVES

Tell = Callable[[str], None]
"""Called with a few words on how far a search has come."""


class DeepeningProof:
    """A proof that goes on where it stood when its time was up.

    Parameters
    ----------
    position
        Of an open game of two players, not over.
    prover
        Makes the prover of a game that asks a stop function.
    tell
        Told how many moves are ruled out.

    Attributes
    ----------
    is_over
        Whether more time is of no use: the prover cannot answer for so many moves.
    """

    def __init__(
        self,
        position: Position,
        prover: Callable[[Game, Stop], Prover],
        tell: Tell | None = None,
    ) -> None:
        self.is_over = False
        self._position, self._tell = position.without_past(), tell
        self._until = 0.0
        self._prover = prover(position.game, lambda: monotonic() > self._until)
        mover = position.to_move
        self._sides = sorted(position.game.players, key=lambda player: player != mover)
        self._asked, self._moves = 0, 1

    def go_on(self, until: float, line_until: float) -> Solution | None:
        """Return the value once it is proved.

        Parameters
        ----------
        until
            Time (`time.monotonic`) up to which to look for a proof.
        line_until
            Time up to which a proved line may be put together; it is cut off there.
        """
        self._until = until
        try:
            while not self.is_over:
                goal = Goal("win", self._sides[self._asked])
                found = self._prover.can(self._position, goal, self._moves)
                if found:
                    self._until = line_until
                    return self._solution(goal)
                self.is_over = found is None
                self._ruled_out()
        except Stopped:
            pass
        return None

    def only(self, side: Player) -> None:
        """Look for the wins of one side alone: the other is known not to win."""
        if self._sides[self._asked] != side and len(self._sides) > 1 and self._asked == 1:
            self._moves += 1  # the side that wins does not within so many, that was asked first
        self._sides, self._asked = [side], 0

    def _ruled_out(self) -> None:
        self._asked += 1
        if self._asked < len(self._sides):
            return
        if self._tell is not None:
            self._tell(f"no win in {self._moves} moves")
        self._asked, self._moves = 0, self._moves + 1
        self.is_over = self.is_over or self._moves > MOST_MOVES

    def _solution(self, goal: Goal) -> Solution:
        try:
            plies = self._prover.length(self._position, goal, self._moves)
        except Stopped:
            plies = None
        line = line_of(self._prover, self._position, goal, self._moves)
        return Solution(goal.side, line, plies, "proof")


def line_of(prover: Prover, position: Position, goal: Goal, moves: int) -> tuple[Move, ...]:
    """Return best moves of `goal.side` against the defence that holds out longest.

    Parameters
    ----------
    position
        From here the goal is forced in `moves` moves of its side, and in no fewer.

    Returns
    -------
    tuple of Move
        To the goal, or as far as the prover came before it was stopped.
    """
    line: list[Move] = []
    try:
        while reached(position, goal) is None:
            if position.to_move == goal.side:
                moves -= 1
                move, position = _best(prover, position, goal, moves)
            else:
                move, position, moves = _longest(prover, position, goal, moves)
            line.append(move)
    except Stopped:
        pass
    return tuple(line)


def _best(prover: Prover, position: Position, goal: Goal, moves: int) -> tuple[Move, Position]:
    for move in position.legal_moves:
        after = position.play(move).without_past()
        if prover.can(after, goal, moves):
            return move, after
    raise ValueError(f"{goal.side} cannot force the goal in {moves + 1} moves")


def _longest(
    prover: Prover, position: Position, goal: Goal, most: int
) -> tuple[Move, Position, int]:
    """Return the move after which the goal takes longest, and how many moves it takes then."""
    longest, found = -1, None
    for move in position.legal_moves:
        after = position.play(move).without_past()
        if found is not None and prover.can(after, goal, longest):
            continue
        longest = next(
            number
            for number in range(longest + 1, most + 1)
            if number == most or prover.can(after, goal, number)
        )
        found = move, after
        if longest == most:
            break
    assert found is not None, "a side without a move has lost, or passes"
    return *found, longest
