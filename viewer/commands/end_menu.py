"""How a game ends that its rules have not ended, and how the next one begins."""

from __future__ import annotations

from model.contract.hooks import hooks_of
from model.play.seats import Person
from viewer.commands.command import Command, is_open
from viewer.commands.shell import Shell
from viewer.session.errors import SessionError


def goes_on(shell: Shell) -> bool:
    """Whether the open document is a game that has not ended where it stands."""
    document = shell.session.document
    return document is not None and document.run is None and not shell.playing.ends.is_over


def can_exchange(shell: Shell) -> bool:
    """Whether it makes a difference which side the players of the next game have."""
    document = shell.session.document
    if document is None or document.run is not None:
        return False
    return bool(shell.playing.opponents.seats.taken or _names(shell))


def _names(shell: Shell) -> dict[str, str]:
    """Return the names of the persons who play, by their sides."""
    document, position = shell.session.document, shell.session.position
    if document is None or position is None:
        return {}
    seats, headers = shell.playing.opponents.seats, document.kept.headers
    people = (side for side in position.game.players if isinstance(seats.of(side), Person))
    return {side: headers[side] for side in people if headers.get(side)}


def rematch(shell: Shell, *, exchanged: bool = False) -> None:
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
    position = shell.session.position
    if position is None:
        raise SessionError("No game is open.")
    seats, clock, names = (
        shell.playing.opponents.seats,
        shell.playing.opponents.clock,
        _names(shell),
    )
    if exchanged:
        sides = hooks_of(position.game.kind).seated(position.game)
        seats = seats.exchanged(sides)
        names = {sides[(sides.index(side) + 1) % len(sides)]: names[side] for side in names}
    shell.session.again(names)
    if clock is not None:
        shell.playing.opponents.set_clock(clock.control)
    if seats.taken:
        shell.playing.opponents.seat(seats)


COMMANDS = (
    Command(
        "play.resign",
        "Resign",
        lambda shell: shell.playing.ends.resign(),
        (),
        "Play",
        goes_on,
        help="Give the game up. Undo takes it back.",
    ),
    Command(
        "play.draw",
        "Offer draw",
        lambda shell: shell.playing.ends.offer_draw(),
        (),
        "Play",
        goes_on,
        help="Offer your opponent a draw. An engine takes it where it expects no more.",
    ),
    Command(
        "play.rematch",
        "Rematch",
        rematch,
        (),
        "Play",
        is_open,
        help="Begin the same game again, with the same players and clock.",
    ),
    Command(
        "play.rematch-exchanged",
        "Rematch with sides exchanged",
        lambda shell: rematch(shell, exchanged=True),
        (),
        "Play",
        can_exchange,
        help="Begin the same game again; you have the other side.",
    ),
)
