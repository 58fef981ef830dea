"""Playing against the computer or another engine: who sits where, clocks, taking moves back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from model.contract.hooks import hooks_of
from model.play.seats import Person
from viewer.analysis.playing.game_ends import GameEnds
from viewer.analysis.playing.opponents import Opponents
from viewer.commands.beginning import who_plays
from viewer.commands.command import Command, always, is_open
from viewer.commands.shell import Shell
from viewer.session.preferences import EngineEntry
from viewer.session.session import Session
from viewer.widgets.messages import Notices
from viewer.window.dialogs.requests import Dialogs

MENU = "Play/Computer"

_row = partial(Command, menu=MENU, enabled=is_open)

LEVELS = range(1, 11)
_SAYS = {
    1: "Hardly looks ahead, and often plays a weaker move on purpose.",
    6: "Plays the best move it finds; lower levels sometimes play a weaker one.",
    10: "Thinks for three seconds a move, or as the clock allows.",
}


def person_side(session: Session, opponents: Opponents) -> str:
    """Return the side of the one person who plays against engines; "" where nobody does alone."""
    position, seats = session.position, opponents.seats
    if not seats.taken:
        return ""
    sides = hooks_of(position.game.kind).seated(position.game)
    people = [side for side in sides if isinstance(seats.of(side), Person)]
    return people[0] if len(people) == 1 else ""


def _toggle(notices: Notices, opponents: Opponents) -> None:
    if opponents.side:
        opponents.sit("")
        notices.say("You now play both sides")
    else:
        _swap(notices, opponents)


def _pause(notices: Notices, opponents: Opponents) -> None:
    opponents.pause()
    if opponents.is_paused:
        notices.say("The game is paused. Choose Pause again to go on")
    else:
        notices.say("The game goes on")


def _swap(notices: Notices, opponents: Opponents) -> None:
    opponents.play_other()
    notices.say(who_plays(opponents))


def _choose_seats(
    session: Session,
    notices: Notices,
    ask: Dialogs,
    opponents: Opponents,
    engines: Sequence[EngineEntry],
) -> None:
    """Ask who plays each side, `engines` of others among them, and with which clock."""
    position = session.position
    clock = opponents.clock
    control = None if clock is None or clock.fallen else clock.control
    names = [engine.name for engine in engines]
    answer = ask.seats(position.game, opponents.seats, control, names)
    if answer is None:
        return
    seats, wanted = answer
    if wanted != control:
        opponents.set_clock(wanted)
    opponents.seat(seats)
    if not seats.taken and position.game.kind.hides:
        session.look_as(None)  # persons sit down: what one notes, the others do not see
    if seats.taken or (wanted is not None and wanted.renewed):
        notices.say(who_plays(opponents))


def _drop_clock(notices: Notices, opponents: Opponents, ends: GameEnds) -> None:
    ends.play_on()
    opponents.set_clock(None)
    notices.say("You play on without a clock")


def _choose_level(shell: Shell, number: int) -> None:
    """Have the computer sit down at a level next, and in the game that is shown."""
    shell.chosen.change(opponent_level=number, opponent="")
    if not shell.pages.is_welcome_shown:
        shell.playing.opponents.change_level(number)


def _level(number: int) -> Command:
    return _row(
        f"play.level-{number}",
        f"Level {number}",
        lambda shell: _choose_level(shell, number),
        enabled=always,
        checked=lambda shell: (
            shell.chosen.now.opponent_level == number and not shell.chosen.now.opponent
        ),
        help=_SAYS.get(number, "How well the computer plays: 1 is weakest, 10 strongest."),
    )


COMMANDS = (
    _row(
        "play.computer",
        "Play against the computer",
        lambda shell: _toggle(shell.notices, shell.playing.opponents),
        ("F8",),
        checked=lambda shell: bool(shell.playing.opponents.side),
        help="The computer plays the side that is not to move, until you choose this again.",
    ),
    _row(
        "play.computer-swap",
        "Switch sides with the computer",
        lambda shell: _swap(shell.notices, shell.playing.opponents),
        enabled=lambda shell: bool(shell.playing.opponents.side),
        help="You take over the computer's side, and it takes over yours.",
    ),
    _row(
        "play.computer-move",
        "Let the computer move",
        lambda shell: shell.playing.opponents.move_once(),
        ("Ctrl+F8",),
        help="The computer plays one move for the side to move.",
    ),
    _row(
        "play.computer-now",
        "Move now",
        lambda shell: shell.playing.opponents.move_now(),
        ("Shift+F8",),
        enabled=lambda shell: shell.playing.opponents.is_thinking,
        scope="board",
        help="Whoever thinks plays the best move found so far.",
    ),
    _row(
        "play.pause",
        "Pause",
        lambda shell: _pause(shell.notices, shell.playing.opponents),
        ("Pause",),
        enabled=lambda shell: (
            bool(shell.playing.opponents.side) or shell.playing.opponents.clock is not None
        ),
        checked=lambda shell: shell.playing.opponents.is_paused,
        scope="board",
        help="Nobody moves and the clocks stand still, until you choose this again or move.",
    ),
    _row(
        "play.take-back",
        "Take your move back",
        lambda shell: shell.playing.opponents.take_back(),
        ("Ctrl+Backspace",),
        help="Undo the computer's move and yours, so that it is your turn again.",
    ),
    _row(
        "play.seats",
        "Players and clock…",
        lambda shell: _choose_seats(
            shell.session,
            shell.notices,
            shell.ask,
            shell.playing.opponents,
            shell.chosen.now.engines,
        ),
        ("Ctrl+Shift+F8",),
        help="Who plays each side: you, the computer or another engine; and with which clock.",
    ),
    _row(
        "play.no-clock",
        "Play on without a clock",
        lambda shell: _drop_clock(shell.notices, shell.playing.opponents, shell.playing.ends),
        enabled=lambda shell: shell.playing.opponents.clock is not None,
        help="Remove the clock; the game continues.",
    ),
    *(_level(number) for number in LEVELS),
)
