"""How a game ends that its rules have not ended, and how the next one begins."""

from __future__ import annotations

from functools import partial

from model.contract.hooks import hooks_of
from model.phrases import called
from model.play.seats import Person
from viewer.analysis.playing.game_ends import GameEnds
from viewer.analysis.playing.opponents import Opponents
from viewer.commands.command import Command, is_open
from viewer.session.errors import SessionError
from viewer.session.session import Session
from viewer.widgets.messages import Notices

_row = partial(Command, menu="Play")


def goes_on(session: Session, ends: GameEnds) -> bool:
    """Whether the open document is a game that has not ended where it stands."""
    return not session.is_empty and session.exercise is None and not ends.is_over


def can_exchange(session: Session, opponents: Opponents) -> bool:
    """Whether it makes a difference which side the players of the next game have."""
    return session.exercise is None and bool(opponents.seats.taken or _names(session, opponents))


def _names(session: Session, opponents: Opponents) -> dict[str, str]:
    """Return the names of the persons who play, by their sides."""
    seats, headers = opponents.seats, session.document.kept.headers
    people = (side for side in session.position.game.players if isinstance(seats.of(side), Person))
    return {side: headers[side] for side in people if headers.get(side)}


def rematch(session: Session, opponents: Opponents, *, exchanged: bool = False) -> None:
    """Begin the game of the active document anew, with the same players and clock.

    Parameters
    ----------
    exchanged
        Everybody plays one side farther on.

    Raises
    ------
    SessionError
        When no game is open.
    """
    if session.is_empty:
        raise SessionError("No game is open.")
    seats, clock, names = (
        opponents.seats,
        opponents.clock,
        _names(session, opponents),
    )
    if exchanged:
        sides = hooks_of(session.position.game.kind).seated(session.position.game)
        seats = seats.exchanged(sides)
        names = {sides[(sides.index(side) + 1) % len(sides)]: names[side] for side in names}
    session.again(names)
    if clock is not None:
        opponents.set_clock(clock.control)
    if seats.taken:
        opponents.seat(seats)


def _resign(notices: Notices, ends: GameEnds) -> None:
    """Resign once that is confirmed: a press may have been meant for a neighbour."""
    notices.offer(f"Resign as {called(ends.resigning()).capitalize()}?", "Resign", ends.resign)


COMMANDS = (
    _row(
        "play.resign",
        "Resign",
        lambda shell: _resign(shell.notices, shell.playing.ends),
        enabled=lambda shell: goes_on(shell.session, shell.playing.ends),
        help="Give the game up; you are asked once. Undo takes it back.",
    ),
    _row(
        "play.draw",
        "Offer draw",
        lambda shell: shell.playing.ends.offer_draw(),
        enabled=lambda shell: goes_on(shell.session, shell.playing.ends),
        help="Offer your opponent a draw. An engine takes it where it expects no more.",
    ),
    _row(
        "play.rematch",
        "Rematch",
        lambda shell: rematch(shell.session, shell.playing.opponents),
        enabled=is_open,
        help="Begin the same game again, with the same players and clock.",
    ),
    _row(
        "play.rematch-exchanged",
        "Rematch with sides exchanged",
        lambda shell: rematch(shell.session, shell.playing.opponents, exchanged=True),
        enabled=lambda shell: can_exchange(shell.session, shell.playing.opponents),
        help="Begin the same game again; you have the other side.",
    ),
)
