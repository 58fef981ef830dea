"""Beginning games: against whom and on which clock, as the preferences say."""

from collections.abc import Mapping

from msgspec.structs import replace

from model.contract.game import Game
from model.contract.hooks import hooks_of
from model.phrases import counted, listed
from model.play.clock import TimeControl, for_each_choice
from model.play.opponent import refusal
from model.play.seats import Computer, Foreign, Seat, Seats
from viewer.analysis.playing.opponents import Opponents
from viewer.commands.shell import Shell
from viewer.session.errors import SessionError
from viewer.session.preferences import Preferences
from viewer.window.players.who_plays import usual_seat


def begin(shell: Shell, name: str, options: Mapping[str, str]) -> None:
    """Begin a game with the opponent and the clock that are chosen; it is remembered."""
    shell.session.new(name, options)
    now = replace(shell.chosen.now, game=name, game_options=dict(options))
    shell.chosen.choose(now)
    # One clock is chosen for all games; of a time for each choice it says whether that runs.
    chosen = replace(now, choice_clock=now.clock_minutes > 0)
    position = shell.session.position
    alone = chosen.alone or len(hooks_of(position.game.kind).seated(position.game)) < 2
    if alone or refusal(position.game):
        start_clock(shell, chosen)
    else:
        play_by_choice(shell, chosen)


def play_by_choice(shell: Shell, chosen: Preferences) -> None:
    """Begin the active document's game against the opponent that the preferences name.

    Raises
    ------
    SessionError
        When no engine plays this game.
    """
    if shell.session.is_empty:
        raise SessionError("No game is open.")
    position = shell.session.position
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
        shell.chosen.change(began=begins)
    shell.notices.say(who_plays(shell.playing.opponents))


def start_clock(shell: Shell, chosen: Preferences) -> None:
    """Begin the active document's game on the clock that the preferences name, if any."""
    if not shell.session.is_empty:
        shell.playing.opponents.set_clock(control_of(chosen, shell.session.position.game))
        shell.notices.say(who_plays(shell.playing.opponents))


def control_of(chosen: Preferences, game: Game) -> TimeControl | None:
    """Return what each side is given; None for a game without a clock."""
    time = hooks_of(game.kind).choice_time(game)
    if time is not None:
        return for_each_choice(time) if chosen.choice_clock else None
    if not chosen.clock_minutes:
        return None
    return TimeControl(chosen.clock_minutes, chosen.clock_increment)


def who_plays(opponents: Opponents) -> str:
    """Say which sides engines play, and on which clock."""
    sides: dict[Seat, list[str]] = {}
    for side, seat in opponents.seats.taken:
        sides.setdefault(seat, []).append(side.capitalize())
    parts = [_plays(listed(played), seat) for seat, played in sides.items()]
    clock = opponents.clock
    if clock is not None and clock.control.renewed:
        parts.append(f"{clock.control.seconds:g} s a turn")
    elif clock is not None and not clock.has_begun:
        parts.append(f"{_given(clock.control)}, from the first move on")
    return "; ".join(parts)


def _plays(sides: str, seat: Seat) -> str:
    if isinstance(seat, Foreign):
        return f"{seat.name} plays {sides}"
    assert isinstance(seat, Computer)
    return f"The computer plays {sides}, at level {seat.level}"


def _given(control: TimeControl) -> str:
    more = f" + {control.increment:g} s a move" if control.increment else ""
    return f"{counted(round(control.minutes), 'minute')} each{more}"
