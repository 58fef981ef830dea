"""Create commands for authors: write lessons; make puzzles, change, check and generate them."""

from functools import partial

from viewer.commands.command import Command, in_session, is_open
from viewer.session.session import Session

_row = partial(Command, menu="Create")


def _is(session: Session, kind: str, *, running: bool) -> bool:
    return session.document.kept.kind == kind and (running or session.exercise is None)


def _puzzle_kept(session: Session) -> bool:
    return session.document.kept.puzzle is not None


COMMANDS = (
    _row(
        "teach.make-lesson",
        "Make a lesson from this game",
        lambda shell: shell.learning.lesson_author.make(),
        ("Ctrl+Shift+L",),
        enabled=lambda shell: _is(shell.session, "game", running=False),
        help="Write a lesson about this game. The current view is its first step.",
    ),
    _row(
        "teach.edit-lesson",
        "Edit the lesson",
        lambda shell: shell.learning.lesson_author.edit(),
        ("Ctrl+L",),
        enabled=lambda shell: _is(shell.session, "lesson", running=True),
        help="Edit the active lesson at the step that is shown.",
    ),
    _row(
        "teach.add-step",
        "Add a step",
        lambda shell: shell.learning.lesson_author.add(),
        ("Ctrl+Shift+A",),
        enabled=lambda shell: _is(shell.session, "lesson", running=False),
        help="Add the current view as a step: position, view, marks and pour.",
    ),
    _row(
        "teach.try-step",
        "Try this step",
        lambda shell: shell.learning.lesson_author.try_step(),
        ("F6",),
        enabled=lambda shell: _is(shell.session, "lesson", running=True),
        help="Try the lesson from the step you are editing. Use it again to come back.",
    ),
    _row(
        "teach.make-puzzle",
        "Make a puzzle from this position…",
        lambda shell: shell.learning.puzzle_author.make(),
        ("Ctrl+Shift+G",),
        enabled=is_open,
        help="Make a new puzzle from the current position, then check it and save it.",
    ),
    _row(
        "teach.edit-puzzle",
        "Edit the puzzle",
        lambda shell: shell.learning.puzzle_author.edit(),
        ("Ctrl+Shift+E",),
        enabled=in_session(_puzzle_kept),
        help="Change what the puzzle asks, its tries, hints and grade.",
    ),
    _row(
        "teach.check-puzzle",
        "Check the puzzle",
        lambda shell: shell.learning.puzzle_author.check_active(),
        ("F7",),
        enabled=in_session(lambda session: _puzzle_kept(session) and session.exercise is None),
        help="Prove that the puzzle is sound, or show what is wrong with it.",
    ),
    _row(
        "teach.generate",
        "Generate puzzles…",
        lambda shell: shell.auxiliary_windows.puzzle_generator.appear(),
        ("Ctrl+F7",),
        help="Make a set of proved puzzles of the length you choose, from easy to hard.",
    ),
)
