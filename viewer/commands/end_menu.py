"""How a game ends that its rules have not ended, and how the next one begins."""

from functools import partial

from model.contract.hooks import hooks_of
from model.phrases import called
from model.play.seats import Person
from viewer.commands.command import Command, is_open
from viewer.commands.shell import Shell
from viewer.session.errors import SessionError

_row = partial(Command, menu="Play")


def goes_on(shell: Shell) -> bool:
    """Whether the open document is a game that has not ended where it stands."""
    session = shell.session
    return not session.is_empty and session.exercise is None and not shell.playing.ends.is_over


def can_exchange(shell: Shell) -> bool:
    """Whether it makes a difference which side the players of the next game have."""
    if shell.session.exercise is not None:
        return False
    return bool(shell.playing.opponents.seats.taken or _names(shell))


def _names(shell: Shell) -> dict[str, str]:
    """Return the names of the persons who play, by their sides."""
    seats, headers = shell.playing.opponents.seats, shell.session.document.kept.headers
    people = (
        side for side in shell.session.position.game.players if isinstance(seats.of(side), Person)
    )
    return {side: headers[side] for side in people if headers.get(side)}


def _rematch(shell: Shell, *, exchanged: bool = False) -> None:
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
    session, opponents = shell.session, shell.playing.opponents
    if session.is_empty:
        raise SessionError("No game is open.")
    seats, clock, names = opponents.seats, opponents.clock, _names(shell)
    if exchanged:
        sides = hooks_of(session.position.game.kind).seated(session.position.game)
        seats = seats.exchanged(sides)
        names = {sides[(sides.index(side) + 1) % len(sides)]: names[side] for side in names}
    session.again(names)
    if clock is not None:
        opponents.set_clock(clock.control)
    if seats.taken:
        opponents.seat(seats)


def _resign(shell: Shell) -> None:
    """Resign once that is confirmed: a press may have been meant for a neighbour."""
    shell.notices.offer(
        f"Resign as {called(shell.playing.ends.resigning()).capitalize()}?",
        "Resign",
        shell.playing.ends.resign,
    )


COMMANDS = (
    _row(
        "play.resign",
        "Resign",
        _resign,
        enabled=goes_on,
        help="Give up the game; you are asked once. Undo takes it back.",
    ),
    _row(
        "play.draw",
        "Offer draw",
        lambda shell: shell.playing.ends.offer_draw(),
        enabled=goes_on,
        help="Offer your opponent a draw. An engine takes it where it expects no more.",
    ),
    _row(
        "play.rematch",
        "Rematch",
        _rematch,
        enabled=is_open,
        help="Begin the same game again, with the same players and clock.",
    ),
    _row(
        "play.rematch-exchanged",
        "Rematch with sides exchanged",
        lambda shell: _rematch(shell, exchanged=True),
        enabled=can_exchange,
        help="Begin the same game again; you have the other side.",
    ),
)
