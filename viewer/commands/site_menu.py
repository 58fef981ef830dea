"""The menu of the right button: the points on the line of sight by name, the nearest first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QMenu, QWidget

from model.game import Position
from model.records.marks import Sign, sites_of
from model.records.view import View
from viewer.commands.controllers import AnnotationControl
from viewer.commands.shell import Shell
from viewer.commands.tools.annotation import ERASE
from viewer.picture import view_edits
from viewer.picture.picking import Candidate
from viewer.widgets.annotation_painting import sign_icon

MOST = 12
"""Points named at most; a line of sight through a large pyramid has many more."""


def site_menu(
    parent: QWidget, shell: Shell, view: View, position: Position, found: list[Candidate]
) -> QMenu:
    """Return the menu of the candidates `found` on a line of sight."""
    menu = QMenu(parent)
    scene, board = shell.scene, position.game.board
    layer = view.layer[0] if view.layer else "level"
    for candidate in found[:MOST]:
        site = candidate.site
        name = board.names[site]
        branch = menu.addMenu(f"{name}  ball" if candidate.ball else name)
        if candidate.ball:
            branch.addAction("Select its group", partial(scene.select, site))
        else:
            place = branch.addAction("Place here", partial(scene.place_at, site))
            place.setEnabled(position.explain(name) is None)
        centred = view_edits.centre_on(view, board, site)
        branch.addAction("Centre here", partial(scene.fly, centred))
        if layer in board.layers:
            through = view_edits.layer_through(view, board, layer, site)
            branch.addAction("Layer through here", partial(scene.fly, through))
        add_marks(branch, shell.annotation_tool, scene.attempt, position, site, candidate.ball)
        branch.addAction("Copy name", partial(shell.set_clipboard, name))
    if not found:
        menu.addAction("No point here").setEnabled(False)
    return menu


def add_marks(
    menu: QMenu,
    tool: AnnotationControl,
    attempt: Callable[[Callable[[], object]], None],
    position: Position,
    site: int,
    ball: bool,
) -> None:
    """Put a submenu "Mark" into the menu of a point.

    Parameters
    ----------
    attempt
        Does something and says what the session refuses.
    ball
        A piece stands there.
    """
    name = position.game.board.names[site]
    branch = menu.addMenu("Mark")
    signs: tuple[Sign, ...] = ("ring", "cross", "square", "dot", "text")
    for sign in (*signs, "group") if ball else signs:
        branch.addAction(
            sign_icon(sign, tool.style.colour),
            "Word…" if sign == "text" else sign.capitalize(),
            partial(attempt, partial(tool.mark, position, site, sign)),
        )
    branch.addAction(
        sign_icon("link", tool.style.colour), "Link from here", partial(tool.begin_link, name)
    )
    erase = partial(attempt, partial(tool.mark, position, site, ERASE))
    action = branch.addAction("Erase its marks", erase)
    action.setEnabled(any(name in sites_of(mark) for mark in tool.target.marks))
