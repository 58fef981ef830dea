"""Copying what the scene shows as a picture, as on the screen or in a size that is remembered."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QGuiApplication

from model.notation.tokens import read_number
from model.phrases import shown
from viewer.commands.command import Command, is_open
from viewer.commands.shell import Shell
from viewer.session.session import SessionError

SIZES = (
    ("screen", "Copy as on the screen", ""),
    ("1080p", "Copy at 1920 × 1080", "1920x1080"),
    ("4k", "Copy at 3840 × 2160 (4K)", "3840x2160"),
    ("square", "Copy as a square, 2048 × 2048", "2048x2048"),
)
"""What commands are called after, what menus say, and what the preferences keep."""
_SIDES = range(16, 8193)
_row = partial(Command, menu="File/Copy picture in size", enabled=is_open)


def _copy(shell: Shell) -> None:
    """Copy in the size that was chosen last."""
    size = shell.chosen.now.picture_size
    if size:
        shell.pictures.copy(_size_of(size))
        return
    QGuiApplication.clipboard().setImage(shell.scene.fine_image())
    shell.notices.say("Picture copied")


def _copy_in(size: str) -> Callable[[Shell], None]:
    def copy(shell: Shell) -> None:
        shell.chosen.change(picture_size=size)
        _copy(shell)

    return copy


def _copy_in_own(shell: Shell) -> None:
    asked = shell.ask.text(
        "Copy picture", "Width x height in pixels:", shell.chosen.now.picture_size or "1600x1200"
    )
    if asked is None:
        return
    width, height = _size_of(asked)
    _copy_in(f"{width}x{height}")(shell)


def _size_of(text: str) -> tuple[int, int]:
    """Read "1920x1080"; SessionError."""
    first, _, second = text.replace("×", "x").lower().partition("x")
    width, height = (read_number(word.strip()) or 0 for word in (first, second))
    if width not in _SIDES or height not in _SIDES:
        raise SessionError(
            f"{shown(text)} is not a size in pixels, such as 1920x1080: "
            f"{_SIDES[0]} to {_SIDES[-1]} each"
        )
    return width, height


def _is_chosen(size: str) -> Callable[[Shell], bool]:
    return lambda shell: shell.chosen.now.picture_size == size


def _is_own(shell: Shell) -> bool:
    return shell.chosen.now.picture_size not in {size for _, _, size in SIZES}


COMMANDS = (
    Command(
        "file.copy-picture",
        "Copy picture",
        _copy,
        ("Ctrl+Alt+C",),
        "File",
        is_open,
        help="Copy what the scene shows to the clipboard, as a picture in the size chosen last.",
    ),
    *(
        _row(
            f"file.copy-picture-{name}",
            title,
            _copy_in(size),
            checked=_is_chosen(size),
            help="Copy what the scene shows in this size, now and from now on.",
        )
        for name, title, size in SIZES
    ),
    _row(
        "file.copy-picture-own",
        "Copy in your own size…",
        _copy_in_own,
        checked=_is_own,
        help="Copy what the scene shows in a size of your own, now and from now on.",
    ),
)
