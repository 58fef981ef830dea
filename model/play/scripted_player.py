"""A player who knows all moves beforehand: a line that is shown move by move."""

from __future__ import annotations

from model.contract.game import Move
from model.play.opponent import PlayerError, ReadyPlayer, Situation


class ScriptedPlayer(ReadyPlayer):
    """Plays a line for both sides, from the start of a situation.

    Parameters
    ----------
    line
        The moves from `Situation.start` on, canonical.
    """

    name = "the line"

    def __init__(self, line: tuple[Move, ...]) -> None:
        self._line = line

    def reply(self, situation: Situation) -> Move:
        """Return the next move of the line.

        Raises
        ------
        PlayerError
            Where the line ends, does not lead here, or goes on with a move that is not legal.
        """
        at = len(situation.moves)
        if situation.moves != self._line[:at] or at == len(self._line):
            raise PlayerError("the line has no move here")
        move = self._line[at]
        if situation.position.explain(move) is not None:
            raise PlayerError(f"the line goes on with {move}, which is not legal here")
        return move
