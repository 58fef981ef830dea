"""The menu of the right button: the points on the line of sight by name, front first."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from model.game import Position
from model.records.marks import sites_of
from model.records.view import View
from viewer.commands.tools.annotation import ERASE
from viewer.picture import view_edits
from viewer.widgets.annotation_painting import sign_icon

if TYPE_CHECKING:
    from viewer.picture.picking import Candidate
    from viewer.window.scene_view.view import SceneView

MOST = 12
"""Points named at most; a line of sight through a large pyramid has many more."""


def sight_menu(area: SceneView, view: View, position: Position, found: list[Candidate]) -> QMenu:
    """Return the menu of the candidates `found` on a line of sight."""
    menu = QMenu(area)
    board = position.game.board
    layer = view.layer[0] if view.layer else "level"
    for candidate in found[:MOST]:
        site = candidate.site
        name = board.names[site]
        branch = menu.addMenu(f"{name}  ball" if candidate.ball else name)
        if candidate.ball:
            branch.addAction("Select its group", partial(area.select, site))
        else:
            place = branch.addAction("Place here", partial(area.place_at, site))
            place.setEnabled(position.explain(name) is None)
        centred = view_edits.centre_on(view, board, site)
        branch.addAction("Centre here", partial(area.fly, centred))
        if layer in board.layers:
            through = view_edits.layer_through(view, board, layer, site)
            branch.addAction("Layer through here", partial(area.fly, through))
        add_marks(branch, area, site, candidate.ball)
        branch.addAction("Copy name", partial(area.shell.set_clipboard, name))
    if not found:
        menu.addAction("No point here").setEnabled(False)
    return menu


def add_marks(menu: QMenu, area: SceneView, site: int, ball: bool) -> None:
    """Put a submenu "Mark" into the menu of a point; nothing where there is no mark tool."""
    marking = getattr(area.shell, "annotation_tool", None)
    position = area.shell.session.position
    if marking is None or position is None:
        return
    name = position.game.board.names[site]
    branch = menu.addMenu("Mark")
    for sign in ("ring", "cross", "square", "dot", "text", *(("group",) if ball else ())):
        branch.addAction(
            sign_icon(sign, marking.style.colour),
            "Word…" if sign == "text" else sign.capitalize(),
            partial(area.attempt, partial(marking.mark, position, site, sign)),
        )
    branch.addAction(
        sign_icon("link", marking.style.colour), "Link from here", partial(marking.begin_link, name)
    )
    erase = partial(area.attempt, partial(marking.mark, position, site, ERASE))
    action = branch.addAction("Erase its marks", erase)
    action.setEnabled(any(name in sites_of(mark) for mark in marking.target.marks))
