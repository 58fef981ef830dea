"""Teach commands for authors of puzzles: make one, change it, check it, generate a set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.commands.command import Command, in_session, is_open

if TYPE_CHECKING:
    from viewer.session.session import Session


def _puzzle_kept(session: Session) -> bool:
    document = session.document
    return document is not None and document.kept.puzzle is not None


def _puzzle_edited(session: Session) -> bool:
    document = session.document
    return _puzzle_kept(session) and document is not None and document.run is None


COMMANDS = (
    Command(
        "teach.make-puzzle",
        "Make a puzzle from this position…",
        lambda shell: shell.learning.puzzle_author.make(),
        ("Ctrl+Shift+G",),
        "Teach",
        is_open,
        help="Make a new puzzle from the current position, then check it and save it.",
    ),
    Command(
        "teach.edit-puzzle",
        "Edit the puzzle",
        lambda shell: shell.learning.puzzle_author.edit(),
        ("Ctrl+Shift+E",),
        "Teach",
        in_session(_puzzle_kept),
        help="Change what the puzzle asks, its tries, hints and grade.",
    ),
    Command(
        "teach.check-puzzle",
        "Check the puzzle",
        lambda shell: shell.learning.puzzle_author.check_active(),
        ("F7",),
        "Teach",
        in_session(_puzzle_edited),
        help="Prove that the puzzle is sound, or show what is wrong with it.",
    ),
    Command(
        "teach.generate",
        "Generate puzzles…",
        lambda shell: shell.auxiliary_windows.show_puzzle_generator(),
        ("Ctrl+F7",),
        "Teach",
        help="Make a set of proved puzzles of the length you choose, from easy to hard.",
    ),
)
