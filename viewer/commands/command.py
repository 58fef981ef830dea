"""What a command is: one action with its title, keys, menu and conditions, as data."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeVar

from model.boards.board import Board
from model.records.view import View
from viewer.commands.shell import Shell
from viewer.scene_view.scene_view import SceneView
from viewer.session.session import Session, SessionError

T = TypeVar("T")
Scope = Literal["window", "board", "scene"]


def always(shell: Shell) -> bool:
    """Whether something can be used that always can."""
    return True


@dataclass(frozen=True)
class Command:
    """One action, once: menus, toolbar, shortcuts, palette and the help page come from it.

    Attributes
    ----------
    id
        Never changes: tests, toolbars and preferences name commands by it.
    title
        As menus and the palette write it.
    run
        Does it. SessionError is for the person; see `viewer.commands.table.perform`.
    keys
        Key sequences in Qt's portable form; the first is the one menus show.
    menu
        The menu it stands in, "View/Cuts" for a submenu; "": palette and keys only.
    enabled
        Whether it can be used now.
    checked
        For what is on or off: whether it is on. None: not a switch.
    scope
        Where its keys work. "scene": while the scene has the keyboard, for keys that panels use
        themselves; "board": in the whole window while the scene is shown, unless a text field has
        the keyboard; "window": everywhere.
    held
        Its key works while held: `run` at the press and again at the release.
    listed
        Whether the palette and the help page name it.
    icon
        A name in `viewer.widgets.appearance.icons`, or "".
    help
        One sentence for the status line and the help page.
    divided
        Its menu has a line before it; those of all games are named in `viewer.commands.table`.
    offered
        Whether menus and the palette name it now: what only another game has they leave out.
    """

    id: str
    title: str
    run: Callable[[Shell], object]
    keys: tuple[str, ...] = ()
    menu: str = ""
    enabled: Callable[[Shell], bool] = always
    checked: Callable[[Shell], bool] | None = None
    scope: Scope = "window"
    held: bool = False
    listed: bool = True
    icon: str = ""
    help: str = ""
    divided: bool = False
    offered: Callable[[Shell], bool] = always


def in_session(act: Callable[[Session], T]) -> Callable[[Shell], T]:
    """Return what does with a window what `act` does with its session."""
    return lambda shell: act(shell.session)


def or_say(walk: Callable[[Session], bool], what: str) -> Callable[[Shell], object]:
    """Return what goes somewhere in the session, or says why it cannot."""
    return lambda shell: None if walk(shell.session) else shell.notices.say(what)


def is_open(shell: Shell) -> bool:
    """Whether a document is open."""
    return not shell.session.is_empty


# What commands on the View have in common: the live View, its board, and a change of it.


def live_view(session: Session) -> View:
    """Return the View of the active document; SessionError while nothing is open."""
    return session.open_document().view


def live_board(session: Session) -> Board:
    """Return the board of the active document; SessionError while nothing is open."""
    return session.position_of(session.open_document()).game.board


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
    return in_session(lambda session: not session.is_empty and bool(test(session.document.view)))


def on_such(test: Callable[[Board], bool]) -> Callable[[Shell], bool]:
    """Return what tells whether `test` holds for the board; False while nothing is open."""
    return in_session(lambda session: not session.is_empty and test(session.position.game.board))


row = partial(Command, menu="View", enabled=is_open, scope="board")
"""A command of the View menu; most need a board that is shown."""
