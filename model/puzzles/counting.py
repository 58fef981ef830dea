"""How many first moves of a puzzle reach its goal in time, how many later, and how many never."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from time import thread_time

from model.contract.game import Goal, Move, Stop, Stopped
from model.puzzles.question import DEEPEST, Question
from model.records.puzzle import MoveCounts
from model.search.provers import prover_for

SECONDS = 1.0
"""Of the processor, for the moves that are too slow, or fail; what is left then is open."""


def count_moves(question: Question, in_time: int, wrong: Sequence[Move], stop: Stop) -> MoveCounts:
    """Count the first moves of a puzzle by what becomes of them.

    Parameters
    ----------
    in_time
        How many solve it.
    wrong
        The others: some of them may reach the goal in more moves than are asked for.
    stop
        Once it says True the rest is left open.
    """
    asked = question.moves
    if question.defends or asked is None:  # there is no later
        return MoveCounts(in_time, never=len(wrong))
    counting = _Counting(question, wrong, asked)
    end = thread_time() + SECONDS
    with suppress(Stopped):
        counting.run(lambda: thread_time() > end or stop())
    later, never = counting.later, counting.never
    return MoveCounts(in_time, later, never, len(wrong) - later - never, counting.soonest)


class _Counting:
    """What is known of the moves that do not solve it, as it grows."""

    def __init__(self, question: Question, wrong: Sequence[Move], asked: int) -> None:
        self._question, self._asked = question, asked
        self._left = {move: question.position.play(move).without_past() for move in wrong}
        self.later = self.never = 0
        self.soonest: int | None = None

    def run(self, stop: Stop) -> None:
        """Look deeper and deeper, the quick ones first; Stopped when the stop function says so."""
        goal = self._question.goal
        prover = prover_for(self._question.position.game, stop)
        # A corner may be held before the other side wins: then only a full search says never.
        rival = Goal("win", self._question.other) if goal.kind == "win" else None
        for number in range(self._asked, max(DEEPEST, self._asked + 1)):
            for move, after in tuple(self._left.items()):
                if prover.can(after, goal, number):
                    self._take(move, number + 1)
                elif rival is not None and prover.can(after, rival, number):
                    self._take(move, 0)
        for move, after in tuple(self._left.items()):
            found = prover.can(after, goal, None)
            if found is not None:
                self._take(move, DEEPEST if found else 0)

    def _take(self, move: Move, moves: int) -> None:
        """Keep that a move reaches the goal in so many moves, 0: never."""
        del self._left[move]
        self.later += moves > 0
        self.never += not moves
        if moves and (self.soonest is None or moves < self.soonest):
            self.soonest = moves
