"""What a side may want to reach, and what provers answer: the seam between puzzles and searches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from model.game import Player, Position

Stop = Callable[[], bool]
"""Asked again and again (every 10 ms or so) by whatever takes long: True ends it."""


@dataclass(frozen=True)
class Goal:
    """What `side` wants: to win the game, or to hold a corner of a Partition pyramid.

    Attributes
    ----------
    kind
        "win": `Position.outcome` names `side`. "hold": `side` holds `corner`, or has won.
    side
        One of ``game.players``.
    corner
        A name in `model.lattice.CORNERS` for "hold", else "".
    """

    kind: Literal["win", "hold"]
    side: Player
    corner: str = ""


class Stopped(Exception):
    """The search was asked to stop; nothing is known that was not known before."""


class Prover(Protocol):
    """Answers, exactly or not at all, what a side can force; keeps what it has proved.

    One prover serves one game (options included) and may be asked about any of its positions.
    Positions are taken without their past (`Position.without_past`).
    """

    visited: int
    """Positions looked at since the prover was made, for figures."""

    def can(self, position: Position, goal: Goal, moves: int | None) -> bool | None:
        """Tell whether `goal.side` reaches the goal whatever the other side does.

        Parameters
        ----------
        position
            Whoever is to move. A goal that is reached already is reached in 0 moves.
        moves
            Within so many moves of `goal.side` itself (a turn with several parts, or a pass, is one
            move); None: in any number of moves.

        Returns
        -------
        bool or None
            None where this search cannot answer (too large for it), never for want of time.

        Raises
        ------
        Stopped
            When the stop function said so.
        """
        ...
