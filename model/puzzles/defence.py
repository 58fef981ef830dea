"""Who plays the other side of a puzzle: the best defence there is, as the prover knows it."""

from __future__ import annotations

from model.contract.game import Move
from model.play.opponent import PlayerError, ReadyPlayer, Situation
from model.puzzles.question import Question


class Defence(ReadyPlayer):
    """Holds out as long as it can.

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

    def reply(self, situation: Situation) -> Move:
        """Return the best defence; see `Question.defence`."""
        reply = self._question.defence(situation.position, self._left)
        if reply is None:
            raise PlayerError("there is no reply")
        return reply
