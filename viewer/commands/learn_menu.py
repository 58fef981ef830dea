"""Teach commands: run a lesson or a puzzle, and go from item to item of a collection."""

from __future__ import annotations

from viewer.commands.collection_items import step_item
from viewer.commands.command import Command
from viewer.commands.shell import Shell


def _kind(shell: Shell) -> str:
    document = shell.session.document
    return "" if document is None else document.kept.kind


def _runs(shell: Shell) -> bool:
    document = shell.session.document
    return document is not None and document.run is not None


def _can_begin(shell: Shell) -> bool:
    return _kind(shell) in ("lesson", "puzzle") and not _runs(shell)


def _collected(shell: Shell) -> bool:
    document = shell.session.document
    return document is not None and document.item is not None


COMMANDS = (
    Command(
        "teach.begin",
        "Start lesson or puzzle",
        lambda shell: shell.learning.begin(),
        ("Ctrl+G",),
        "Teach",
        _can_begin,
        help="Go through the lesson, or solve the puzzle.",
    ),
    Command(
        "teach.end",
        "End lesson or puzzle",
        lambda shell: shell.learning.end(),
        (),
        "Teach",
        _runs,
        help="End the lesson or the puzzle. The document is as it was before.",
    ),
    Command(
        "teach.next",
        "Next step",
        lambda shell: shell.learning.next(),
        ("Ctrl+Right",),
        "Teach",
        _runs,
        help="The next step of the lesson, or the next puzzle of the collection.",
    ),
    Command(
        "teach.back",
        "Previous step",
        lambda shell: shell.learning.back(),
        ("Ctrl+Left",),
        "Teach",
        _runs,
        help="The previous step, or the previous puzzle.",
    ),
    Command(
        "teach.hint",
        "Hint",
        lambda shell: shell.learning.hint(),
        ("Ctrl+I",),
        "Teach",
        _runs,
        help="A hint for the task or the puzzle.",
    ),
    Command(
        "teach.again",
        "Try again",
        lambda shell: shell.learning.again(),
        ("Ctrl+R",),
        "Teach",
        _runs,
        help="Back to the position of the step, or of the last right move.",
    ),
    Command(
        "teach.next-item",
        "Next of the collection",
        lambda shell: step_item(shell, 1),
        ("Alt+PgDown",),
        "Teach",
        _collected,
        help="Open the next item of the collection.",
    ),
    Command(
        "teach.previous-item",
        "Previous of the collection",
        lambda shell: step_item(shell, -1),
        ("Alt+PgUp",),
        "Teach",
        _collected,
        help="Open the item before.",
    ),
)
