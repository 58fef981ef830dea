"""What the rows of the View menu have in common: the live View, its board, and a change of it."""

from __future__ import annotations

from collections.abc import Callable

from model.boards.board import Board
from model.records.view import View
from viewer.commands.command import Command, Scope, in_session, is_open
from viewer.commands.shell import Shell
from viewer.scene_view.scene_view import SceneView
from viewer.session.session import Session, SessionError


def live_view(session: Session) -> View:
    """Return the View of the active document; SessionError while nothing is open."""
    if session.is_empty:
        raise SessionError("open a game first")
    return session.document.view


def live_board(session: Session) -> Board:
    """Return the board of the active document; SessionError while nothing is open."""
    if session.is_empty:
        raise SessionError("open a game first")
    return session.position.game.board


def pointed_at(scene: SceneView) -> int:
    """Return the active site of the scene; SessionError while there is none."""
    site = scene.input.active_site
    if site is None:
        raise SessionError("point at a place in the scene first")
    return site


def on_board(change: Callable[[View, Board], View]) -> Callable[[Shell], object]:
    """Return what runs `change` on the live View and its board."""

    return in_session(
        lambda session: session.set_view(change(live_view(session), live_board(session)))
    )


def on_view(change: Callable[[View], View]) -> Callable[[Shell], object]:
    """Return what runs `change` on the live View alone."""
    return on_board(lambda view, board: change(view))


def is_so(test: Callable[[View], object]) -> Callable[[Shell], bool]:
    """Return what tells whether `test` holds for the live View; False while nothing is open."""

    def answer(session: Session) -> bool:
        return not session.is_empty and bool(test(session.document.view))

    return in_session(answer)


def on_such(test: Callable[[Board], bool]) -> Callable[[Shell], bool]:
    """Return what tells whether `test` holds for the board; False while nothing is open."""

    def answer(session: Session) -> bool:
        return not session.is_empty and test(session.position.game.board)

    return in_session(answer)


def row(
    name: str,
    title: str,
    run: Callable[[Shell], object],
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
