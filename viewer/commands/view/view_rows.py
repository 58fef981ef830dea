"""What the rows of the View menu have in common: the live View, its board, and a change of it."""

from __future__ import annotations

from collections.abc import Callable

from model.boards.board import Board
from model.records.views.view import View
from viewer.commands.command import Command, Scope, is_open
from viewer.commands.shell import Shell
from viewer.session.session import SessionError


def live_view(shell: Shell) -> View:
    """Return the View of the active document; SessionError while nothing is open."""
    document = shell.session.document
    if document is None:
        raise SessionError("nothing is open to look at")
    return document.view


def live_board(shell: Shell) -> Board:
    """Return the board of the active document; SessionError while nothing is open."""
    position = shell.session.position
    if position is None:
        raise SessionError("nothing is open to look at")
    return position.game.board


def pointed_at(shell: Shell) -> int:
    """Return the active site of the scene; SessionError while there is none."""
    site = shell.scene.point
    if site is None:
        raise SessionError("point at a place in the scene first")
    return site


def on_board(change: Callable[[View, Board], View]) -> Callable[[Shell], None]:
    """Return what runs `change` on the live View and its board."""

    def run(shell: Shell) -> None:
        shell.session.set_view(change(live_view(shell), live_board(shell)))

    return run


def on_view(change: Callable[[View], View]) -> Callable[[Shell], None]:
    """Return what runs `change` on the live View alone."""
    return on_board(lambda view, board: change(view))


def is_so(test: Callable[[View], object]) -> Callable[[Shell], bool]:
    """Return what tells whether `test` holds for the live View; False while nothing is open."""

    def answer(shell: Shell) -> bool:
        document = shell.session.document
        return document is not None and bool(test(document.view))

    return answer


def row(
    name: str,
    title: str,
    run: Callable[[Shell], None],
    keys: tuple[str, ...] = (),
    menu: str = "View",
    enabled: Callable[[Shell], bool] = is_open,
    *,
    checked: Callable[[Shell], bool] | None = None,
    scope: Scope = "board",
    icon: str = "",
    help: str = "",
    held: bool = False,
) -> Command:
    """Return a command of the View menu; most need a board that is shown."""
    return Command(
        f"view.{name}",
        title,
        run,
        keys,
        menu,
        enabled,
        checked,
        scope,
        held=held,
        icon=icon,
        help=help,
    )
