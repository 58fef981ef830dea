"""What engines answer with, as data: how good a move is, and how much may be spent to find out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

WIN, DRAW, LOSS = 1.0, 0.5, 0.0
"""What a game is worth to a player when it is over."""


@dataclass(frozen=True)
class Score:
    """What a move, or a position, is worth.

    Attributes
    ----------
    value
        A number for each of ``game.players``, in that order: the share of the game to be expected,
        from `LOSS` to `WIN`.
    distance
        Plies to the end of the game with best play, counted from the position that was analysed,
        where that is known; else None.
    visits
        How often it was looked at; engines that do not count say 0.
    proved
        Whether `value` is exact rather than an estimate.
    spread
        The standard deviation of each value where chance plays; None where it does not.
    probability
        How often the move should be played, where one should not always play the same.
    """

    value: tuple[float, ...]
    distance: int | None = None
    visits: int = 0
    proved: bool = False
    spread: tuple[float, ...] | None = None
    probability: float | None = None


class Sureness(NamedTuple):
    """How what an engine sees becomes what is true; measured on positions of known value.

    Attributes
    ----------
    power
        That the odds are taken to: more than 1 where a search finds out who is better sooner than
        by how much.
    mover
        What is added to the logarithm of the mover's odds: less than 0 where the best of many moves
        looks better than it is.
    """

    power: float = 1.0
    mover: float = 0.0


AS_SEEN = Sureness()
"""What an engine sees is told as it is."""


@dataclass(frozen=True)
class Budget:
    """What an engine may spend on a position; it is told by a stop function when time is up.

    Attributes
    ----------
    nodes
        Positions looked at, or games played out, about; None: no limit.
    depth
        Plies looked ahead, for engines that look ahead ply by ply; None: no limit.
    seed
        Whatever is drawn is drawn by it: a budget of nodes with the same seed gives the same
        answer.
    """

    nodes: int | None = None
    depth: int | None = None
    seed: int = 0
