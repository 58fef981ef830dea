"""Set-up commands: positions by hand."""

from __future__ import annotations

from viewer.commands.command import Command, is_open
from viewer.commands.shell import Shell

_MENU = "Edit/Set up"


def _switch(shell: Shell) -> None:
    if shell.setup_tool.is_on:
        shell.setup_tool.leave()
    else:
        shell.setup_tool.begin()


def _on(shell: Shell) -> bool:
    return bool(shell.setup_tool.is_on)


def _transform(shell: Shell) -> None:
    position = shell.session.position
    chosen = None if position is None else shell.ask.transform(position)
    if chosen is not None:
        shell.setup_tool.transform(chosen[0], exchange=chosen[1])


COMMANDS = (
    Command(
        "setup.mode",
        "Set up by clicking",
        _switch,
        ("Ctrl+U",),
        _MENU,
        is_open,
        checked=_on,
        help="Clicks put pieces on the board or take them away; dragging still turns the view.",
    ),
    Command(
        "setup.transform",
        "Turn, mirror, exchange colours…",
        _transform,
        ("Ctrl+T",),
        _MENU,
        is_open,
        help="The whole position turned, mirrored, or with its colours exchanged.",
    ),
    Command(
        "setup.clear",
        "Clear the board",
        lambda shell: shell.setup_tool.clear(),
        (),
        _MENU,
        is_open,
        help="Take every piece off the board.",
    ),
)
