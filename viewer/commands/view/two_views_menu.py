"""The commands of seeing the position twice, side by side."""

from __future__ import annotations

from viewer.commands.command import Command, in_session
from viewer.commands.view.view_rows import on_such, row
from viewer.scene_view.scene_view import SceneView
from viewer.session.document.split_view import Link, SecondView
from viewer.session.session import Session

_MENU = "View/Second view"


def _second(session: Session) -> SecondView | None:
    return session.document.second


def _has_two(session: Session) -> bool:
    return _second(session) is not None


def _is_linked(session: Session, link: Link) -> bool:
    second = _second(session)
    return second is not None and second.link == link


def _switch(session: Session) -> None:
    if _has_two(session):
        session.see_once()
    else:
        session.see_twice()


def _slice(session: Session, scene: SceneView) -> None:
    site = scene.input.active_site
    if _is_linked(session, "slice"):
        session.see_once()
        return
    session.see_twice("slice")
    if site is not None:
        session.slice_through(site)


def _together(session: Session) -> None:
    session.see_twice("" if _is_linked(session, "turn") else "turn")


def _other(session: Session) -> None:
    second = _second(session)
    if second is not None:
        session.turn_to(1 - second.half)


COMMANDS: tuple[Command, ...] = (
    row(
        "second",
        "Second view",
        in_session(_switch),
        ("V",),
        _MENU,
        checked=in_session(_has_two),
        icon="two-views",
        help="See the position twice, each time with its own camera, cuts and layers.",
    ),
    row(
        "slice",
        "Slice beside the view",
        lambda shell: _slice(shell.session, shell.scene),
        ("Shift+V",),
        _MENU,
        on_such(lambda board: bool(board.planes)),
        checked=lambda shell: _is_linked(shell.session, "slice"),
        icon="layer",
        help="Show the plane of the working layer, the cut or what you point at, face-on.",
    ),
    row(
        "turn-together",
        "Turn together",
        in_session(_together),
        (),
        _MENU,
        checked=lambda shell: _is_linked(shell.session, "turn"),
        icon="turn",
        help="See the position twice from the same direction, whichever view is turned.",
    ),
    row(
        "other-view",
        "Go to the other view",
        in_session(_other),
        ("Ctrl+Alt+V",),
        _MENU,
        in_session(_has_two),
        help="Keys, menus and the Look dock then change the other view.",
    ),
)
