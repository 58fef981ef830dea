"""Set-up commands: positions by hand."""

from __future__ import annotations

from model.contract.hooks import hooks_of
from viewer.commands.command import Command, is_open
from viewer.commands.shell import Shell
from viewer.session.session import SessionError

_MENU = "Edit/Set up"


def _switch(shell: Shell) -> None:
    if shell.toolbox.setup.is_on:
        shell.toolbox.setup.leave()
    else:
        shell.toolbox.setup.begin()


def _on(shell: Shell) -> bool:
    return shell.toolbox.setup.is_on


def _transform(shell: Shell) -> None:
    position = shell.session.position
    if position is not None and hooks_of(position.game.kind).stacks is not None:
        raise SessionError(f"positions of {position.game.kind.title} are not turned or mirrored")
    chosen = None if position is None else shell.ask.transform(position)
    if chosen is not None:
        shell.toolbox.setup.transform(chosen[0], exchange=chosen[1])


COMMANDS = (
    Command(
        "setup.mode",
        "Set up by clicking",
        _switch,
        ("Ctrl+U",),
        _MENU,
        is_open,
        checked=_on,
        help="Click to place or remove pieces. Dragging still turns the view.",
    ),
    Command(
        "setup.next-brush",
        "Next brush",
        lambda shell: shell.toolbox.setup.next_brush(),
        ("B",),
        _MENU,
        lambda shell: is_open(shell) and _on(shell),
        scope="board",
        help="Take the next brush: what a click or a stroke on the level maps puts there.",
    ),
    Command(
        "setup.transform",
        "Turn, mirror, swap colours…",
        _transform,
        ("Ctrl+T",),
        _MENU,
        is_open,
        help="Turn or mirror the whole position, or swap its colours.",
    ),
    Command(
        "setup.clear",
        "Clear the board",
        lambda shell: shell.toolbox.setup.clear(),
        (),
        _MENU,
        is_open,
        help="Remove every piece from the board.",
    ),
)
