"""Rows of the View menu on what pieces are coloured by, and what is faint or hidden."""

from __future__ import annotations

from model.records.view import EMPTY, How, how_shown
from viewer.commands.command import Command
from viewer.commands.view.view_rows import is_so, live_view, on_view, row
from viewer.picture.picking.click_meaning import is_occupied
from viewer.picture.visibility import view_edits
from viewer.picture.visibility.view_edits import COLOURS, Colour
from viewer.scene_view.scene_view import SceneView
from viewer.session.session import Session, SessionError

_COLOUR = "View/Colours"

_HELP = {
    "group": "A colour for each group: warm ones are the first player's, cool ones the second's.",
    "level": "Paler at the base, deeper at the apex.",
    "move": "Paler for early moves, deeper for late ones.",
}


def _coloured(by: Colour) -> Command:
    return row(
        f"colour-{by}",
        f"By {by}",
        on_view(lambda view: view_edits.switch_colour(view, by)),
        (),
        _COLOUR,
        checked=is_so(lambda view: view.colour == by),
        help=_HELP[by],
    )


def _group_part(session: Session, scene: SceneView) -> str:
    """The part of the selected group, else of the group that is pointed at, "" for none."""
    document, position, point = session.document, session.position, scene.input.active_site
    site = document.view.selected
    if not site and point is not None and is_occupied(position, point):
        site = position.game.board.names[point]
    return view_edits.group_of(document.view, position, site) if site else ""


def _switch_group(session: Session, scene: SceneView, how: How) -> None:
    part = _group_part(session, scene)
    if not part:
        raise SessionError("point at a ball, or select its group first")
    session.set_view(view_edits.switch_part(live_view(session), part, how))


def _group_is(session: Session, scene: SceneView, how: How) -> bool:
    part = _group_part(session, scene)
    return bool(part) and how_shown(live_view(session), part) == how


def _group(name: str, title: str, how: How) -> Command:
    return row(
        name,
        title,
        lambda shell: _switch_group(shell.session, shell.scene, how),
        (),
        _COLOUR,
        checked=lambda shell: _group_is(shell.session, shell.scene, how),
        help="The selected group, else the one you point at.",
    )


COMMANDS = (
    *(_coloured(by) for _, by in COLOURS if by != "player"),
    _group("group-faint", "Group faint", "faint"),
    _group("group-hidden", "Group hidden", "hidden"),
    row(
        "points-faint",
        "Empty points faint",
        on_view(lambda view: view_edits.switch_part(view, EMPTY, "faint")),
        (),
        _COLOUR,
        checked=is_so(lambda view: how_shown(view, EMPTY) == "faint"),
        help="Faint points can still be clicked. The Look dock has players and levels as well.",
    ),
)
