"""What an engine says: heat and best line over the position, hints, what was bad about a move."""

from __future__ import annotations

from msgspec.structs import replace

from model.play.opponent import refusal_of_open
from model.records.views.view_text import VALUES
from viewer.commands.command import Command
from viewer.commands.explain_menu import has_dock, is_shown, show_overlay
from viewer.commands.shell import Shell
from viewer.session.errors import SessionError

MENU = "Explain/Engine"


def _can_ask(shell: Shell) -> bool:
    """Whether an engine plays the game that is open, and no lesson or puzzle runs."""
    document, position = shell.session.document, shell.session.position
    if document is None or position is None or document.run is not None:
        return False
    return not refusal_of_open(position.game)


def _can_show(shell: Shell) -> bool:
    return _can_ask(shell) and not shell.chosen.now.hide_verdicts and has_dock(shell, "why")


def _has_moved(shell: Shell) -> bool:
    document = shell.session.document
    if shell.line.is_shown:
        return True
    return _can_ask(shell) and document is not None and bool(document.record[document.node].move)


def _has_line(shell: Shell) -> bool:
    return shell.line.is_shown or bool(shell.advice.refutation)


def _keep(shell: Shell) -> None:
    shell.line.leave()
    shell.advice.keep()


def _dismiss(shell: Shell) -> None:
    shell.line.leave()
    shell.advice.dismiss()


def _play_line(shell: Shell) -> None:
    if not shell.docks.is_open("why"):  # the sentences stand there
        shell.docks.toggle("why")
    shell.line.play()


def _hint(shell: Shell) -> None:
    document = shell.session.document
    if document is not None and document.run is not None and document.run.is_task:
        shell.learning.hint()  # puzzles and lessons have hints of their own
    elif side := shell.playing.opponents.thinking_side:
        raise SessionError(f"It is {side.capitalize()}'s turn. Press F9 when it is yours.")
    else:
        shell.advice.hint()


def _can_hint(shell: Shell) -> bool:
    run = shell.session.run
    return _can_ask(shell) or (run is not None and run.is_task)


def _judge(shell: Shell) -> None:
    if shell.line.is_shown or shell.advice.is_judging:
        shell.line.leave()
        shell.advice.dismiss()
        return
    if not shell.docks.is_open("why"):
        shell.docks.toggle("why")
    shell.advice.judge()


def _overlay(name: str, title: str, key: str, text: str) -> Command:
    return Command(
        f"explain.engine-{name}",
        title,
        show_overlay(f"engine={name}"),
        (key,) if key else (),
        MENU,
        _can_show,
        is_shown(f"engine={name}"),
        scope="board" if key else "window",
        icon="why",
        help=text,
    )


def _values(shell: Shell) -> None:
    """Lay over the position what moves are worth, or take it away; it stays as it was chosen."""
    document = shell.session.document
    assert document is not None
    is_on = shell.values.is_shown
    shell.chosen.choose(replace(shell.chosen.now, values=not is_on))
    if not is_on and not shell.docks.is_open("why"):
        shell.docks.toggle("why")
    if is_on and document.view.show == VALUES:
        shell.session.set_view(replace(document.view, show=""))
    elif not is_on:
        shell.session.set_view(replace(document.view, show=VALUES))


HINT = (
    Command(
        "play.hint",
        "Hint for this position",
        _hint,
        ("F9",),
        "Play/Computer",
        _can_hint,
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
    Command(
        "explain.values",
        "Values of all moves",
        _values,
        ("S",),
        MENU,
        _can_show,
        lambda shell: shell.values.is_shown,
        scope="board",
        icon="why",
        help="Which moves win, draw or lose, and in how many moves: by a table, else by proofs.",
    ),
    Command(
        "explain.why-bad",
        "Why is this bad?",
        _judge,
        ("Shift+A",),
        MENU,
        _has_moved,
        lambda shell: shell.advice.is_judging,
        scope="board",
        icon="why",
        help="What the move just played gives away, and what refutes it.",
    ),
    Command(
        "explain.play-line",
        "Play the line",
        _play_line,
        ("P",),
        MENU,
        _has_line,
        lambda shell: shell.line.is_playing,
        scope="board",
        help="Plays the moves that refute the move just played; again stops. The game stays as it "
        "is.",
    ),
    Command(
        "explain.leave-line",
        "Back to the game",
        lambda shell: shell.line.leave(),
        (),
        MENU,
        lambda shell: shell.line.is_shown,
        help="Ends the line that is shown, as Escape does.",
    ),
    Command(
        "explain.keep-line",
        "Keep the line as a variation",
        _keep,
        (),
        MENU,
        _has_line,
        help="Adds the moves that refute the move just played to the game.",
    ),
    Command(
        "explain.dismiss",
        "Take hint or line away",
        _dismiss,
        (),
        MENU,
        lambda shell: shell.advice.advises,
        help="Takes away what the engine showed of a hint or of a bad move.",
    ),
    Command(
        "explain.tables",
        "Tables of solved games…",
        lambda shell: shell.auxiliary_windows.show_tables(),
        (),
        MENU,
        help="Build, check and remove tables that know what every position of a game is worth.",
    ),
)
