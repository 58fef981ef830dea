"""What a teacher's marks lay over a position, as data to draw."""

from __future__ import annotations

from model.game import Position
from model.records.marks import Mark
from viewer.games.overlay_types import Overlay, Sign
from viewer.games.registry import game_view_of
from viewer.picture.piece_groups import group_at


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


def _linked(position: Position, site: int) -> tuple[int, ...]:
    """The linked pieces of one owner at a site, the site first; the site alone where it is bare."""
    group = group_at(position.game.board, position.pieces, site)
    return (site, *(int(other) for other in group.nonzero()[0] if other != site))
