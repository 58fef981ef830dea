"""The commands of seeing the position twice, side by side."""

from __future__ import annotations

from collections.abc import Callable

from viewer.commands.command import Command
from viewer.commands.shell import Shell
from viewer.commands.view.view_rows import live_board, row
from viewer.session.document.split_view import Link, SecondView

_MENU = "View/Second view"


def _second(shell: Shell) -> SecondView | None:
    document = shell.session.document
    return None if document is None else document.second


def _has_two(shell: Shell) -> bool:
    return _second(shell) is not None


def _is_linked(link: Link) -> Callable[[Shell], bool]:
    def answer(shell: Shell) -> bool:
        second = _second(shell)
        return second is not None and second.link == link

    return answer


def _switch(shell: Shell) -> None:
    if _has_two(shell):
        shell.session.see_once()
    else:
        shell.session.see_twice()


def _slice(shell: Shell) -> None:
    if _is_linked("slice")(shell):
        shell.session.see_once()
    else:
        shell.session.see_twice("slice")


def _together(shell: Shell) -> None:
    shell.session.see_twice("" if _is_linked("turn")(shell) else "turn")


def _other(shell: Shell) -> None:
    second = _second(shell)
    if second is not None:
        shell.session.turn_to(1 - second.half)


def _has_planes(shell: Shell) -> bool:
    return shell.session.document is not None and bool(live_board(shell).planes)


COMMANDS: tuple[Command, ...] = (
    row(
        "second",
        "Second view",
        _switch,
        ("V",),
        _MENU,
        checked=_has_two,
        icon="two-views",
        help="See the position twice, each time with its own camera, cuts and layers.",
    ),
    row(
        "slice",
        "Slice beside the view",
        _slice,
        ("Shift+V",),
        _MENU,
        _has_planes,
        checked=_is_linked("slice"),
        icon="layer",
        help="Show the plane of the working layer or the cut on its own, face-on.",
    ),
    row(
        "turn-together",
        "Turn together",
        _together,
        (),
        _MENU,
        checked=_is_linked("turn"),
        icon="turn",
        help="See the position twice from the same direction, whichever view is turned.",
    ),
    row(
        "other-view",
        "Go to the other view",
        _other,
        ("Ctrl+Alt+V",),
        _MENU,
        _has_two,
        help="Keys, menus and the Look dock then change the other view.",
    ),
)
