"""What solvers find."""

from __future__ import annotations

from dataclasses import dataclass

from model.game import Move, Player


@dataclass(frozen=True)
class Solution:
    """Who wins with best play, and a line that shows it.

    Attributes
    ----------
    winner
        The side that wins, None for a draw.
    line
        Best moves of the winner against resistance, to the end of the game.
    """

    winner: Player | None
    line: tuple[Move, ...]


class OutOfTimeError(Exception):
    """The time a search was given is up."""
