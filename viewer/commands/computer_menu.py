"""Playing against the computer or another engine: who sits where, clocks, taking moves back."""

from __future__ import annotations

from msgspec.structs import replace

from model.contract.game import Game
from model.contract.hooks import hooks_of
from model.phrases import counted, listed
from model.play.clock import TimeControl, for_each_choice
from model.play.seats import Computer, Foreign, Person, Seat, Seats
from viewer.commands.command import Command, is_open
from viewer.commands.shell import Shell
from viewer.session.errors import SessionError
from viewer.session.preferences import Preferences
from viewer.window.players.opponents_in_window import usual_seat

MENU = "Play/Computer"
LEVELS = range(1, 11)
_SAYS = {
    1: "Looks at next to nothing, and often plays a worse move than it knows.",
    6: "Plays the best move it finds; below this it plays a worse one now and then.",
    10: "Thinks for three seconds a move, or as the clock allows.",
}


def play_by_choice(shell: Shell, chosen: Preferences | None = None) -> None:
    """Begin the active document's game against the opponent that the preferences name.

    Parameters
    ----------
    chosen
        Preferences that hold for this game; None: those that are chosen.

    Raises
    ------
    SessionError
        When no engine plays this game.
    """
    position, chosen = shell.session.position, chosen or shell.chosen.now
    if position is None:
        raise SessionError("No game is open.")
    players = position.game.players
    mover = position.to_move if position.to_move in players else players[0]
    second = next(side for side in players if side != mover)
    begins = chosen.own_side == "first" or (chosen.own_side == "turns" and not chosen.began)
    shell.playing.opponents.set_clock(control_of(chosen, position.game))
    try:
        own, usual = mover if begins else second, usual_seat(chosen)
        shell.playing.opponents.seat(Seats(tuple((side, usual) for side in players if side != own)))
    except SessionError:
        shell.playing.opponents.set_clock(None)
        raise
    if chosen.own_side == "turns":
        shell.chosen.choose(replace(shell.chosen.now, began=begins))
    _tell(shell)


def start_clock(shell: Shell, chosen: Preferences) -> None:
    """Begin the active document's game on the clock that the preferences name, if any."""
    position = shell.session.position
    if position is not None:
        shell.playing.opponents.set_clock(control_of(chosen, position.game))
        _tell(shell)


def person_side(shell: Shell) -> str:
    """Return the side of the one person who plays against engines; "" where nobody does alone."""
    position, seats = shell.session.position, shell.playing.opponents.seats
    if position is None or not seats.taken:
        return ""
    sides = hooks_of(position.game.kind).seated(position.game)
    people = [side for side in sides if isinstance(seats.of(side), Person)]
    return people[0] if len(people) == 1 else ""


def control_of(chosen: Preferences, game: Game) -> TimeControl | None:
    """Return what each side is given; None for a game without a clock."""
    time = hooks_of(game.kind).choice_time(game)
    if time is not None:
        return for_each_choice(time) if chosen.choice_clock else None
    if not chosen.clock_minutes:
        return None
    return TimeControl(chosen.clock_minutes, chosen.clock_increment)


def _toggle(shell: Shell) -> None:
    if shell.playing.opponents.side:
        shell.playing.opponents.sit("")
        shell.notices.say("Nobody but you plays now")
    else:
        shell.playing.opponents.play_other()
        _tell(shell)


def _pause(shell: Shell) -> None:
    shell.playing.opponents.pause()
    if shell.playing.opponents.is_paused:
        shell.notices.say("The game is paused. Choose Pause again to go on")
    else:
        shell.notices.say("The game goes on")


def _swap(shell: Shell) -> None:
    shell.playing.opponents.play_other()
    _tell(shell)


def _tell(shell: Shell) -> None:
    sides: dict[Seat, list[str]] = {}
    for side, seat in shell.playing.opponents.seats.taken:
        sides.setdefault(seat, []).append(side.capitalize())
    told = [_plays(listed(played), seat) for seat, played in sides.items()]
    clock = shell.playing.opponents.clock
    if clock is not None and clock.control.renewed:
        told.append(f"{clock.control.seconds:g} s a turn")
    elif clock is not None and not clock.has_begun:
        told.append(f"{_given(clock.control)}, from the first move on")
    shell.notices.say("; ".join(told))


def _plays(sides: str, seat: Seat) -> str:
    if isinstance(seat, Foreign):
        return f"{seat.name} plays {sides}"
    assert isinstance(seat, Computer)
    return f"The computer plays {sides}, at level {seat.level}"


def _given(control: TimeControl) -> str:
    more = f" and {control.increment:g} s a move" if control.increment else ""
    return f"{counted(round(control.minutes), 'minute')} each{more}"


def _choose_seats(shell: Shell) -> None:
    """Ask who plays each side and with which clock."""
    position = shell.session.position
    if position is None:
        return
    opponents, clock = shell.playing.opponents, shell.playing.opponents.clock
    control = None if clock is None or clock.fallen else clock.control
    names = [entry.name for entry in shell.chosen.now.engines]
    chosen = shell.ask.seats(position.game, opponents.seats, control, names)
    if chosen is None:
        return
    seats, wanted = chosen
    if wanted != control:
        opponents.set_clock(wanted)
    opponents.seat(seats)
    if not seats.taken and position.game.kind.hides:
        shell.session.look_as(None)  # persons sit down: what one notes, the others do not see
    if seats.taken or (wanted is not None and wanted.renewed):
        _tell(shell)


def _drop_clock(shell: Shell) -> None:
    shell.playing.ends.play_on()
    shell.playing.opponents.set_clock(None)
    shell.notices.say("You play on without a clock")


def _level(number: int) -> Command:
    def choose(shell: Shell) -> None:
        shell.chosen.choose(replace(shell.chosen.now, opponent_level=number, opponent=""))

    return Command(
        f"play.level-{number}",
        f"Level {number}",
        choose,
        (),
        MENU,
        checked=lambda shell: (
            shell.chosen.now.opponent_level == number and not shell.chosen.now.opponent
        ),
        help=_SAYS.get(number, "How well the computer plays: 1 is weakest, 10 strongest."),
    )


COMMANDS = (
    Command(
        "play.computer",
        "Play against the computer",
        _toggle,
        ("F8",),
        MENU,
        is_open,
        checked=lambda shell: bool(shell.playing.opponents.side),
        help="The computer plays the side that is not to move, until you choose this again.",
    ),
    Command(
        "play.computer-swap",
        "Exchange sides with the computer",
        _swap,
        (),
        MENU,
        lambda shell: bool(shell.playing.opponents.side),
        help="The computer goes on with your side, and you with its.",
    ),
    Command(
        "play.computer-move",
        "Let the computer move",
        lambda shell: shell.playing.opponents.move_once(),
        ("Ctrl+F8",),
        MENU,
        is_open,
        help="The computer plays one move for the side to move.",
    ),
    Command(
        "play.computer-now",
        "Move now",
        lambda shell: shell.playing.opponents.move_now(),
        ("Shift+F8",),
        MENU,
        lambda shell: shell.playing.opponents.is_thinking,
        scope="board",
        help="Whoever thinks plays the best move found so far.",
    ),
    Command(
        "play.pause",
        "Pause",
        _pause,
        ("Pause",),
        MENU,
        lambda shell: (
            bool(shell.playing.opponents.side) or shell.playing.opponents.clock is not None
        ),
        checked=lambda shell: shell.playing.opponents.is_paused,
        scope="board",
        help="Nobody moves and the clocks stand still, until you choose this again or move.",
    ),
    Command(
        "play.take-back",
        "Take your move back",
        lambda shell: shell.playing.opponents.take_back(),
        ("Ctrl+Backspace",),
        MENU,
        is_open,
        help="Undoes the computer's move and yours, so that it is your turn again.",
    ),
    Command(
        "play.seats",
        "Players and clock…",
        _choose_seats,
        ("Ctrl+Shift+F8",),
        MENU,
        is_open,
        help="Who plays each side: you, the computer or another engine; and with which clock.",
    ),
    Command(
        "play.no-clock",
        "Play on without a clock",
        _drop_clock,
        (),
        MENU,
        lambda shell: shell.playing.opponents.clock is not None,
        help="Puts the clock away; the game goes on.",
    ),
    *(_level(number) for number in LEVELS),
)
