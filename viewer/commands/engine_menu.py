"""What an engine says: heat and best line over the position, hints, what was bad about a move."""

from functools import partial

from msgspec.structs import replace

from model.play.opponent import refusal_of_open
from model.records.view import VALUES
from viewer.commands.command import Command, in_session
from viewer.commands.explain_menu import has_dock, is_shown, show_overlay
from viewer.commands.shell import Shell
from viewer.session.errors import SessionError
from viewer.session.session import Session

MENU = "Explain/Engine"

_row = partial(Command, menu=MENU)


def _can_ask(session: Session) -> bool:
    """Whether an engine plays the game that is open, and no lesson or puzzle runs."""
    if session.is_empty or session.exercise is not None:
        return False
    return not refusal_of_open(session.position.game)


def _can_show(shell: Shell) -> bool:
    return _can_ask(shell.session) and not shell.chosen.now.hide_verdicts and has_dock(shell, "why")


def _has_moved(shell: Shell) -> bool:
    document = shell.session.document
    if shell.learning.player.is_line_shown:
        return True
    return _can_ask(shell.session) and bool(document.record[document.node].move)


def _keep(shell: Shell) -> None:
    shell.learning.player.leave_line()
    shell.advice.keep()


def _dismiss(shell: Shell) -> None:
    shell.learning.player.leave_line()
    shell.advice.dismiss()


def _play_line(shell: Shell) -> None:
    player = shell.learning.player
    is_retry = player.line is not None and not player.is_line_shown
    if not is_retry and not shell.docks.is_open("why"):  # the sentences stand there
        shell.docks.toggle("why")
    player.play_line()


def _hint(shell: Shell) -> None:
    if shell.session.exercise is not None and shell.session.exercise.is_task:
        shell.learning.send("hint")  # puzzles and lessons have hints of their own
    elif side := shell.playing.opponents.thinking_side:
        raise SessionError(f"It is {side.capitalize()}'s turn. Ask again when it is yours.")
    else:
        shell.advice.hint()


def _can_hint(session: Session) -> bool:
    exercise = session.exercise
    return _can_ask(session) or (exercise is not None and exercise.is_task)


def _judge(shell: Shell) -> None:
    advice = shell.advice
    if shell.learning.player.is_line_shown or advice.is_judging:
        shell.learning.player.leave_line()
        advice.dismiss()
        return
    if not shell.docks.is_open("why"):
        shell.docks.toggle("why")
    advice.judge()


def _overlay(name: str, title: str, key: str, text: str) -> Command:
    return _row(
        f"explain.engine-{name}",
        title,
        lambda shell: show_overlay(shell, f"engine={name}"),
        (key,) if key else (),
        enabled=_can_show,
        checked=lambda shell: is_shown(shell.session, f"engine={name}"),
        scope="board" if key else "window",
        icon="why",
        help=text,
    )


def _values(shell: Shell) -> None:
    """Lay over the position what moves are worth, or take it away; it stays as it was chosen."""
    session = shell.session
    view, is_on = session.document.view, shell.values.is_shown
    shell.chosen.change(values=not is_on)
    if not is_on and not shell.docks.is_open("why"):
        shell.docks.toggle("why")
    if is_on and view.show == VALUES:
        session.set_view(replace(view, show=""))
    elif not is_on:
        session.set_view(replace(view, show=VALUES))


HINT = (
    _row(
        "play.hint",
        "Hint for this position",
        _hint,
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
        _values,
        ("S",),
        enabled=_can_show,
        checked=lambda shell: shell.values.is_shown,
        scope="board",
        icon="why",
        help="Which moves win, draw or lose, and in how many moves: by a table, else by proofs.",
    ),
    _row(
        "explain.why-bad",
        "Why is this bad?",
        _judge,
        ("Shift+A",),
        enabled=_has_moved,
        checked=lambda shell: shell.advice.is_judging,
        scope="board",
        icon="why",
        help="What the move just played lost, and what refutes it.",
    ),
    _row(
        "explain.play-line",
        "Play the line",
        _play_line,
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
        _keep,
        enabled=lambda shell: shell.learning.player.is_line_shown or bool(shell.advice.refutation),
        help="Add the moves that refute the move just played to the game.",
    ),
    _row(
        "explain.dismiss",
        "Clear hint and line",
        _dismiss,
        enabled=lambda shell: shell.advice.advises,
        help="Clear what the engine showed.",
    ),
    _row(
        "explain.tables",
        "Tables of solved games…",
        lambda shell: shell.auxiliary_windows.tables.appear(),
        help="Build, check and remove tables that know what every position of a game is worth.",
    ),
)
