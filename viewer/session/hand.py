"""Hand: what a person may enter now, at the turn of whoever it is.

A person enters moves in the position that is shown. While somebody else is to move there, what is
entered is kept as a *premove*: it is made in the position as it would be, were it the person's
turn, and played once it is. Or nothing may be entered, with a reason.
"""

from __future__ import annotations

from dataclasses import dataclass

from model.contract.game import Move, Position


@dataclass(frozen=True)
class Turn:
    """Whose turn it is, to a person who wants to move.

    Attributes
    ----------
    ahead
        The position that premoves are made in; None: moves are made where the game stands.
    refusal
        Why nothing may be entered, in a sentence; "" where something may.
    """

    ahead: Position | None = None
    refusal: str = ""


OWN = Turn()
"""The turn of a person."""


@dataclass(frozen=True, eq=False)
class Premove:
    """What was entered for the time after the other side's move.

    Attributes
    ----------
    position
        What it was made in.
    partial
        Its tokens so far, while it is not whole.
    move
        The move, once it is.
    """

    position: Position
    partial: tuple[str, ...] = ()
    move: Move = ""
