"""What a command is: one action with its title, keys, menu and conditions, as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeVar

from viewer.commands.shell import Shell
from viewer.session.session import Session

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
