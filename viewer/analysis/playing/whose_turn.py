"""Whose turn it is where engines sit: what a person may enter while one of them is to move."""

from __future__ import annotations

from functools import lru_cache

from model.contract.game import Position
from model.contract.hooks import hooks_of
from model.play.seats import Computer, Person, Seat, Seats, named
from model.positions.setup import turned
from viewer.analysis.playing.seated_game import seated
from viewer.picture.visibility.hiding import ByIdentity
from viewer.session.hand import OWN, Turn


def turn_in(position: Position, seats: Seats, *, due: bool, paused: bool) -> Turn:
    """Return whose turn it is at a position, to a person who wants to move.

    Parameters
    ----------
    due
        The game stands here, and whoever is to move will move.
    paused
        It will once the pause is over.
    """
    side = position.to_move
    seat = seats.of(side)
    if isinstance(seat, Person) or side is None or position.outcome is not None:
        return OWN
    if not position.legal_moves:
        return OWN
    if paused:
        return Turn(refusal="The game is paused, and it is not your turn. End the pause to go on.")
    if not due:
        return Turn(
            refusal=f"{who(seat)} plays {side.capitalize()}. Let the computer move (Ctrl+F8), or "
            "play all sides yourself (F8)."
        )
    ahead = _ahead(ByIdentity(position), seats)
    if ahead is None:
        plays = any(isinstance(seats.of(one), Person) for one in seated(position))
        then = "Wait for your turn." if plays else "Press F8 to play all sides yourself."
        return Turn(refusal=f"{who(seat)} is to move for {side.capitalize()}. {then}")
    return Turn(ahead=ahead)


def who(seat: Seat) -> str:
    """Return an engine's name as the start of a sentence."""
    return "The computer" if isinstance(seat, Computer) else named(seat)


@lru_cache(maxsize=16)
def _ahead(held: ByIdentity[Position], seats: Seats) -> Position | None:
    """The position as if it were the person's turn; None where that says nothing of the next one.

    What dice or hidden choices will bring cannot be moved ahead of, and of several other sides the
    position after the last of them cannot be foreseen either.
    """
    position = held.value
    kind, players = position.game.kind, position.game.players
    if kind.hides or kind.rolls or len(players) != 2 or hooks_of(kind).setup is None:
        return None
    side = next(player for player in players if player != position.to_move)
    if not isinstance(seats.of(side), Person):
        return None
    ahead = turned(position, side)
    return None if ahead is None or not ahead.legal_moves else ahead
