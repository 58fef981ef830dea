"""Create commands for authors of puzzles: make one, change it, check it, generate a set."""

from __future__ import annotations

from functools import partial

from viewer.commands.command import Command, in_session, is_open
from viewer.session.session import Session

_row = partial(Command, menu="Create")


def _puzzle_kept(session: Session) -> bool:
    return session.document.kept.puzzle is not None


def _puzzle_edited(session: Session) -> bool:
    return _puzzle_kept(session) and session.exercise is None


COMMANDS = (
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
        enabled=in_session(_puzzle_edited),
        help="Prove that the puzzle is sound, or show what is wrong with it.",
    ),
    _row(
        "teach.generate",
        "Generate puzzles…",
        lambda shell: shell.auxiliary_windows.show_puzzle_generator(),
        ("Ctrl+F7",),
        help="Make a set of proved puzzles of the length you choose, from easy to hard.",
    ),
)
