"""The menu of the right button: the points on the line of sight by name, front first."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QMenu

from model.game import Position
from model.view import View
from viewer import looks

if TYPE_CHECKING:
    from viewer.scene_area import SceneArea

MOST = 12
"""Points named at most; a line of sight through a large pyramid has many more."""


def sight_menu(area: SceneArea, view: View, position: Position, found: list[Any]) -> QMenu:
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
        centred = looks.centre_on(view, board, site)
        branch.addAction("Centre here", partial(area.fly, centred))
        if layer in board.layers:
            through = looks.layer_through(view, board, layer, site)
            branch.addAction("Layer through here", partial(area.fly, through))
        branch.addAction("Copy name", partial(area.shell.set_clipboard, name))
    if not found:
        menu.addAction("No point here").setEnabled(False)
    return menu
