"""The menu of the right button: the points on the line of sight by name, the nearest first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from model.contract.game import MoveError, Position
from model.records.view import Sign, View, sites_of
from viewer.picture.picking.click_meaning import Refuse, Select, is_occupied, meaning_of_click
from viewer.picture.picking.line_of_sight import PickCandidate
from viewer.picture.visibility import view_edits
from viewer.scene_view.scene_view import SceneView
from viewer.tools.annotation import ERASE
from viewer.widgets.flat_painting import sign_icon

if TYPE_CHECKING:
    from viewer.tools.annotation_tool import AnnotationTool

MOST = 12
"""Points named at most; a line of sight through a large pyramid has many more."""


def site_menu(
    scene: SceneView,
    click: Callable[[int], object],
    tool: AnnotationTool,
    view: View,
    position: Position,
    found: list[PickCandidate],
    steps: tuple[str, ...] = (),
) -> QMenu:
    """Return the menu of the candidates `found` on a line of sight.

    Parameters
    ----------
    click
        Does what a click on a site does.
    steps
        The steps of a move that was begun.
    """
    menu = QMenu(scene)
    board = position.game.board
    layer = view.layer[0] if view.layer else "level"
    for candidate in found[:MOST]:
        site = candidate.site
        name = board.names[site]
        branch = menu.addMenu(f"{name}  {piece_on(position, site)}" if candidate.ball else name)
        words, enabled = _act(position, steps, site, piece=candidate.ball)
        if words:
            branch.addAction(words, partial(click, site)).setEnabled(enabled)
        centred = view_edits.centre_on(view, board, site)
        branch.addAction("Centre here", partial(scene.fly, centred))
        if layer in board.layers:
            through = view_edits.layer_through(view, board, layer, site)
            branch.addAction("Layer through here", partial(scene.fly, through))
        add_marks(branch, tool, scene.attempt, position, site, candidate.ball)
        branch.addAction("Copy name", partial(QGuiApplication.clipboard().setText, name))
    if not found:
        menu.addAction("No point here").setEnabled(False)
    return menu


def piece_on(position: Position, site: int) -> str:
    """Return whose piece stands on a site, and what it is: "White stone", "Red ball"."""
    pieces = position.pieces
    at = int((pieces.site == site).argmax())
    owner = position.game.players[int(pieces.owner[at])].capitalize()
    return f"{owner} {position.game.piece_kinds[int(pieces.kind[at])].name}"


def _act(position: Position, steps: tuple[str, ...], site: int, *, piece: bool) -> tuple[str, bool]:
    """Return what a click on a site does, in words, and whether it may; "" where it does nothing.

    Parameters
    ----------
    piece
        A piece stands there.
    """
    board = position.game.board
    meaning = meaning_of_click(position, steps, site, pin=True)
    enabled = not isinstance(meaning, Refuse)
    if piece:
        if isinstance(meaning, Select):
            return "Select its group", True
        noun = piece_on(position, site).split(" ", 1)[1]
        return (f"Choose this {noun}" if steps else f"Move this {noun}"), enabled
    if steps and steps[0] in board and is_occupied(position, board.index(steps[0])):
        return "Move here", enabled
    try:
        position.read_move(board.names[site])
    except MoveError:
        return "", False  # nothing is placed in this game
    return "Place here", enabled


def add_marks(
    menu: QMenu,
    tool: AnnotationTool,
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
        sign_icon("link", tool.style.colour), "Arrow from here", partial(tool.begin_link, name)
    )
    erase = partial(attempt, partial(tool.mark, position, site, ERASE))
    action = branch.addAction("Erase its marks", erase)
    action.setEnabled(any(name in sites_of(mark) for mark in tool.target.marks))
