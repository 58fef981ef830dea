"""Create commands: writing lessons."""

from __future__ import annotations

from functools import partial

from viewer.commands.command import Command
from viewer.session.session import Session

_row = partial(Command, menu="Create")


def _is(session: Session, kind: str, *, running: bool) -> bool:
    return session.document.kept.kind == kind and (running or session.exercise is None)


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
)
