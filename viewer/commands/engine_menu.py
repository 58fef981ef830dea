"""What an engine says: heat and best line over the position, hints, what was bad about a move."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from model.play.opponent import refusal_of_open
from model.records.view import VALUES
from viewer.analysis.advice import Advice
from viewer.analysis.playing.opponents import Opponents
from viewer.analysis.values import ValueLookup
from viewer.commands.command import Command, in_session
from viewer.commands.explain_menu import has_dock, is_shown, show_overlay
from viewer.learn.exercise_player import ExercisePlayer
from viewer.learn.learning import Learning
from viewer.session.errors import SessionError
from viewer.session.session import Session
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.window.docks import Docks
from viewer.window.pages import Pages

MENU = "Explain/Engine"

_row = partial(Command, menu=MENU)


def _can_ask(session: Session) -> bool:
    """Whether an engine plays the game that is open, and no lesson or puzzle runs."""
    if session.is_empty or session.exercise is not None:
        return False
    return not refusal_of_open(session.position.game)


def _can_show(session: Session, chosen: ChosenPreferences, docks: Docks, pages: Pages) -> bool:
    return (
        _can_ask(session)
        and not chosen.now.hide_verdicts
        and has_dock(session, docks, pages, "why")
    )


def _has_moved(session: Session, player: ExercisePlayer) -> bool:
    document = session.document
    if player.is_line_shown:
        return True
    return _can_ask(session) and bool(document.record[document.node].move)


def _keep(advice: Advice, player: ExercisePlayer) -> None:
    player.leave_line()
    advice.keep()


def _dismiss(advice: Advice, player: ExercisePlayer) -> None:
    player.leave_line()
    advice.dismiss()


def _play_line(player: ExercisePlayer, docks: Docks) -> None:
    is_retry = player.line is not None and not player.is_line_shown
    if not is_retry and not docks.is_open("why"):  # the sentences stand there
        docks.toggle("why")
    player.play_line()


def _hint(session: Session, advice: Advice, opponents: Opponents, learning: Learning) -> None:
    if session.exercise is not None and session.exercise.is_task:
        learning.send("hint")  # puzzles and lessons have hints of their own
    elif side := opponents.thinking_side:
        raise SessionError(f"It is {side.capitalize()}'s turn. Ask again when it is yours.")
    else:
        advice.hint()


def _can_hint(session: Session) -> bool:
    exercise = session.exercise
    return _can_ask(session) or (exercise is not None and exercise.is_task)


def _judge(advice: Advice, player: ExercisePlayer, docks: Docks) -> None:
    if player.is_line_shown or advice.is_judging:
        player.leave_line()
        advice.dismiss()
        return
    if not docks.is_open("why"):
        docks.toggle("why")
    advice.judge()


def _overlay(name: str, title: str, key: str, text: str) -> Command:
    return _row(
        f"explain.engine-{name}",
        title,
        lambda shell: show_overlay(shell.session, shell.docks, f"engine={name}"),
        (key,) if key else (),
        enabled=lambda shell: _can_show(shell.session, shell.chosen, shell.docks, shell.pages),
        checked=lambda shell: is_shown(shell.session, f"engine={name}"),
        scope="board" if key else "window",
        icon="why",
        help=text,
    )


def _values(session: Session, chosen: ChosenPreferences, values: ValueLookup, docks: Docks) -> None:
    """Lay over the position what moves are worth, or take it away; it stays as it was chosen."""
    view, is_on = session.document.view, values.is_shown
    chosen.change(values=not is_on)
    if not is_on and not docks.is_open("why"):
        docks.toggle("why")
    if is_on and view.show == VALUES:
        session.set_view(replace(view, show=""))
    elif not is_on:
        session.set_view(replace(view, show=VALUES))


HINT = (
    _row(
        "play.hint",
        "Hint for this position",
        lambda shell: _hint(shell.session, shell.advice, shell.playing.opponents, shell.learning),
        ("F9",),
        menu="Play/Computer",
        enabled=in_session(_can_hint),
        help="Where to look, then the place, then the move: press it once for each.",
    ),
)
COMMANDS = (
    _overlay(
        "both",
        "Heat and best line",
        "A",
        "What each move is worth, by colour and size, and the line the engine expects.",
    ),
    _overlay(
        "heat", "Heat", "", "What each move is worth to the side to move, as the engine sees it."
    ),
    _overlay("line", "Best line", "", "The moves that the engine expects, numbered."),
    _row(
        "explain.values",
        "Values of all moves",
        lambda shell: _values(shell.session, shell.chosen, shell.values, shell.docks),
        ("S",),
        enabled=lambda shell: _can_show(shell.session, shell.chosen, shell.docks, shell.pages),
        checked=lambda shell: shell.values.is_shown,
        scope="board",
        icon="why",
        help="Which moves win, draw or lose, and in how many moves: by a table, else by proofs.",
    ),
    _row(
        "explain.why-bad",
        "Why is this bad?",
        lambda shell: _judge(shell.advice, shell.learning.player, shell.docks),
        ("Shift+A",),
        enabled=lambda shell: _has_moved(shell.session, shell.learning.player),
        checked=lambda shell: shell.advice.is_judging,
        scope="board",
        icon="why",
        help="What the move just played lost, and what refutes it.",
    ),
    _row(
        "explain.play-line",
        "Play the line",
        lambda shell: _play_line(shell.learning.player, shell.docks),
        ("P",),
        enabled=lambda shell: bool(shell.learning.player.line or shell.advice.refutation),
        checked=lambda shell: shell.learning.player.plays_line,
        scope="board",
        help="Play the moves that refute the move just played; again stops. The game stays as it "
        "is.",
    ),
    _row(
        "explain.leave-line",
        "Back to the game",
        lambda shell: shell.learning.player.leave_line(),
        enabled=lambda shell: shell.learning.player.is_line_shown,
        help="End the line that is shown, as Escape does.",
    ),
    _row(
        "explain.keep-line",
        "Keep the line as a variation",
        lambda shell: _keep(shell.advice, shell.learning.player),
        enabled=lambda shell: shell.learning.player.is_line_shown or bool(shell.advice.refutation),
        help="Add the moves that refute the move just played to the game.",
    ),
    _row(
        "explain.dismiss",
        "Clear hint and line",
        lambda shell: _dismiss(shell.advice, shell.learning.player),
        enabled=lambda shell: shell.advice.advises,
        help="Clear what the engine showed.",
    ),
    _row(
        "explain.tables",
        "Tables of solved games…",
        lambda shell: shell.auxiliary_windows.show_tables(),
        help="Build, check and remove tables that know what every position of a game is worth.",
    ),
)
