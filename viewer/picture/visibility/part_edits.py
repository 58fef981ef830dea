"""What commands do to a View's parts and colours, as pure functions View -> View.

A View that stays as it is is the same object, as in `viewer.picture.visibility.view_edits`.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from model.contract.game import Position
from model.records.views import view_parts
from model.records.views.view import View
from model.records.views.view_parts import How, group_part
from viewer.picture.visibility.piece_groups import group_at

LEAST, MOST = 0.05, 0.9
"""How much may be left of what is faint."""
Colour = Literal["player", "group", "level", "move"]
COLOURS: tuple[tuple[str, Colour], ...] = (
    ("Player", "player"),
    ("Group", "group"),
    ("Level", "level"),
    ("Move", "move"),
)
"""What pieces can take their colours from, with its name."""


def show_part(view: View, part: str, how: How) -> View:
    """Return `view` with a part (`model.records.views.view_parts`) shown, faint or hidden.

    A group that is shown again stays so where its player or level is not.
    """
    others = any(not known.startswith("group=") for known, _ in view.parts)
    return view_parts.show_part(view, part, how, always=part.startswith("group=") and others)


def switch_part(view: View, part: str, how: How) -> View:
    """Return `view` with a part faint, or hidden; shown where it is so already."""
    return show_part(view, part, "shown" if view_parts.how_shown(view, part) == how else how)


def group_of(view: View, position: Position, site: str) -> str:
    """Return the part of the group at a site: the one a View speaks of already, if it does."""
    board, pieces = position.game.board, position.pieces
    if site in board:
        group = group_at(board, pieces, board.index(site))
        for part, _ in view.parts:
            name = part.removeprefix("group=")
            if name != part and name in board and group[board.index(name)]:
                return part
    return group_part(site)


def set_opacity(view: View, opacity: float) -> View:
    """Return `view` with this much left of what is faint, 0.05 to 0.9."""
    opacity = round(max(LEAST, min(MOST, opacity)), 2)
    return view if opacity == view.opacity else replace(view, opacity=opacity)


def colour_by(view: View, by: Colour) -> View:
    """Return `view` with its pieces coloured by player, group, level or move."""
    return view if by == view.colour else replace(view, colour=by)


def switch_colour(view: View, by: Colour) -> View:
    """Return `view` coloured by something, by player where it is so already."""
    return colour_by(view, "player" if by == view.colour else by)
