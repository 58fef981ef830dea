"""Set-up commands: positions by hand."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from model.contract.hooks import hooks_of
from viewer.commands.command import Command, is_open
from viewer.session.session import Session, SessionError
from viewer.window.dialogs.requests import Dialogs

if TYPE_CHECKING:
    from viewer.tools.setup_tool import SetupTool

_MENU = "Edit/Whole position"

_row = partial(Command, menu=_MENU, enabled=is_open)


def _transform(session: Session, ask: Dialogs, setup: SetupTool) -> None:
    position = session.position
    if hooks_of(position.game.kind).stacks is not None:
        raise SessionError(f"positions of {position.game.kind.title} are not turned or mirrored")
    chosen = ask.transform(position)
    if chosen is not None:
        setup.transform(chosen[0], exchange=chosen[1])


COMMANDS = (
    _row(
        "setup.mode",
        "Set up a position",
        lambda shell: shell.toolbox.setup.switch(),
        ("Ctrl+U",),
        menu="Edit",
        checked=lambda shell: shell.toolbox.setup.is_on,
        help="Click to place or remove pieces. Dragging still turns the view.",
    ),
    _row(
        "setup.next-brush",
        "Next brush",
        lambda shell: shell.toolbox.setup.next_brush(),
        ("B",),
        enabled=lambda shell: is_open(shell) and shell.toolbox.setup.is_on,
        scope="board",
        help="Take the next brush: what a click or a stroke on the level maps puts there.",
    ),
    _row(
        "setup.transform",
        "Turn, mirror, swap colours…",
        lambda shell: _transform(shell.session, shell.ask, shell.toolbox.setup),
        ("Ctrl+T",),
        help="Turn or mirror the whole position, or swap its colours.",
    ),
    _row(
        "setup.clear",
        "Clear the board",
        lambda shell: shell.toolbox.setup.clear(),
        help="Remove every piece from the board.",
    ),
)
