"""Who plays the other side of a puzzle: the best defence there is, as the prover knows it."""

from __future__ import annotations

from model.game import Move, Stop
from model.play.opponent import PlayerError, Situation, never, unheard
from model.puzzles.question import Question
from model.search_contract import Report


class Defence:
    """Holds out as long as it can; see `model.play.opponent.Player`.

    Parameters
    ----------
    question
        What is asked of the solver. Its prover is told by itself when to stop.
    left
        Own moves the solver has left, None where they are not counted.
    """

    name = "the defence"

    def __init__(self, question: Question, left: int | None) -> None:
        self._question, self._left = question, left

    def choose(
        self,
        situation: Situation,
        seconds: float | None = None,
        report: Report = unheard,
        stop: Stop = never,
    ) -> Move:
        """Return the best defence; see `Player.choose` and `Question.defence`."""
        reply = self._question.defence(situation.position, self._left)
        if reply is None:
            raise PlayerError("there is no reply")
        return reply

    def close(self) -> None:
        """Nothing runs between two moves."""
