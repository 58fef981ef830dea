"""Learn commands: presenting to a room."""

from __future__ import annotations

from functools import partial

from viewer.commands.command import Command, is_open

_row = partial(Command, menu="Learn/Presentation")


def _step(by: int) -> Command:
    words = ("next", "Next slide") if by > 0 else ("previous", "Previous slide")
    key = "Page Down" if by > 0 else "Page Up"
    return _row(
        f"present.{words[0]}",
        words[1],
        lambda shell: shell.frame.presentation.step(by),
        enabled=lambda shell: shell.frame.is_presenting,
        help=f"{key} while presenting: the next step of a lesson, or move of a game."
        if by > 0
        else f"{key} while presenting: the previous step or move.",
    )


COMMANDS = (
    _row(
        "present.start",
        "Present",
        lambda shell: shell.frame.presentation.toggle(),
        ("F5",),
        menu="Learn",
        enabled=is_open,
        checked=lambda shell: shell.frame.is_presenting,
        help="Full screen with large text. Page Up and Page Down step; Escape ends it.",
    ),
    _step(1),
    _step(-1),
    _row(
        "present.text",
        "Whole text",
        lambda shell: shell.frame.presentation.toggle_text(),
        enabled=lambda shell: shell.frame.is_presenting,
        checked=lambda shell: shell.frame.is_presenting and shell.frame.presentation.shows_all,
        help="L while presenting: the whole text of a step, or its last sentence.",
    ),
    _row(
        "present.inset",
        "Plan from above",
        lambda shell: shell.frame.presentation.toggle_inset(),
        enabled=lambda shell: shell.frame.is_presenting,
        help="I while presenting: the board from above, with an eye where you look from.",
    ),
    _row(
        "present.notes",
        "Presenter's notes",
        lambda shell: shell.frame.presentation.toggle_notes(),
        enabled=lambda shell: shell.frame.is_presenting,
        checked=lambda shell: shell.frame.is_presenting and shell.frame.presentation.shows_notes,
        help="R while presenting: a window with your notes, what comes next, and a clock.",
    ),
    _row(
        "present.black",
        "Black screen",
        lambda shell: shell.frame.presentation.toggle_curtain(),
        enabled=lambda shell: shell.frame.is_presenting,
        help="B or the full stop while presenting; press it again to go on.",
    ),
)
