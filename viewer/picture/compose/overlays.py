"""What lies over a position: a teacher's marks as data to draw, and what of it is on some sites."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.contract.game import Position
from model.records.marks import Mark
from viewer.games.registry import game_view_of
from viewer.picture.visibility.piece_groups import group_at
from viewer.visuals.overlay_types import Overlay, Sign


def mark_overlays(position: Position, marks: tuple[Mark, ...]) -> tuple[Overlay, ...]:
    """Return what a teacher's marks lay over a position; marks of other boards are passed over."""
    board, skin = position.game.board, game_view_of(position).skin
    shown: list[Overlay] = []
    for mark in marks:
        names = (mark.site, *((mark.to,) if mark.sign == "link" else ()), *mark.sites)
        if not all(name in board for name in names):
            continue
        sites = tuple(dict.fromkeys(board.index(name) for name in names))
        triangles = None
        if mark.sign == "group":
            sites = _linked(position, sites[0])
        elif mark.sign == "sheet" and skin is not None:
            triangles = skin(board, sites)
        shown.append(Sign(mark.sign, mark.colour, sites, mark.text, triangles))
    return tuple(shown)


def parts_on(overlays: tuple[Overlay, ...], there: npt.NDArray[np.bool_]) -> tuple[Overlay, ...]:
    """Return what of some overlays lies on the sites of a mask; marks and pours stay whole.

    A way keeps its stretches that lie there, a sheet the triangles that do.
    """
    return tuple(part for overlay in overlays for part in overlay.on(there))


def _linked(position: Position, site: int) -> tuple[int, ...]:
    """The linked pieces of one owner at a site, the site first; the site alone where it is bare."""
    group = group_at(position.game.board, position.pieces, site)
    return (site, *(int(other) for other in group.nonzero()[0] if other != site))
