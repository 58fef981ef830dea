"""Playing against the computer or another engine: who sits where, clocks, taking moves back."""

from functools import partial

from model.contract.hooks import hooks_of
from model.play.seats import Person
from viewer.analysis.playing.opponents import Opponents
from viewer.commands.beginning import who_plays
from viewer.commands.command import Command, always, is_open
from viewer.commands.shell import Shell
from viewer.session.session import Session

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


def _toggle(shell: Shell) -> None:
    opponents = shell.playing.opponents
    if opponents.side:
        opponents.sit("")
        shell.notices.say("You now play both sides")
    else:
        _swap(shell)


def _pause(shell: Shell) -> None:
    shell.playing.opponents.pause()
    if shell.playing.opponents.is_paused:
        shell.notices.say("The game is paused. Choose Pause again to go on")
    else:
        shell.notices.say("The game goes on")


def _swap(shell: Shell) -> None:
    shell.playing.opponents.play_other()
    shell.notices.say(who_plays(shell.playing.opponents))


def _choose_seats(shell: Shell) -> None:
    """Ask who plays each side, `engines` of others among them, and with which clock."""
    opponents = shell.playing.opponents
    position = shell.session.position
    clock = opponents.clock
    control = None if clock is None or clock.fallen else clock.control
    names = [engine.name for engine in shell.chosen.now.engines]
    answer = shell.ask.seats(position.game, opponents.seats, control, names)
    if answer is None:
        return
    seats, wanted = answer
    if wanted != control:
        opponents.set_clock(wanted)
    opponents.seat(seats)
    if not seats.taken and position.game.kind.hides:
        shell.session.look_as(None)  # persons sit down: what one notes, the others do not see
    if seats.taken or (wanted is not None and wanted.renewed):
        shell.notices.say(who_plays(opponents))


def _drop_clock(shell: Shell) -> None:
    shell.playing.ends.play_on()
    shell.playing.opponents.set_clock(None)
    shell.notices.say("You play on without a clock")


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
        _toggle,
        ("F8",),
        checked=lambda shell: bool(shell.playing.opponents.side),
        help="The computer plays the side that is not to move, until you choose this again.",
    ),
    _row(
        "play.computer-swap",
        "Switch sides with the computer",
        _swap,
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
        _pause,
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
        _choose_seats,
        ("Ctrl+Shift+F8",),
        help="Who plays each side: you, the computer or another engine; and with which clock.",
    ),
    _row(
        "play.no-clock",
        "Play on without a clock",
        _drop_clock,
        enabled=lambda shell: shell.playing.opponents.clock is not None,
        help="Remove the clock; the game continues.",
    ),
    *(_level(number) for number in LEVELS),
)
