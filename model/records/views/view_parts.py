"""Parts of what a View shows: a player's pieces, the empty points, a group, a level.

A part is a text: ``player=red``, ``empty``, ``group=2b2`` (the linked pieces there), ``level=3``.
`View.parts` says of each how it is shown. A group's own word counts for it; elsewhere the least of
what is said of a piece's player and level does, and of the empty points and their level.
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec.structs import replace

from model.boards.board import Board
from model.notation.tokens import read_number
from model.phrases import shown
from model.records.views.view import View

How = Literal["shown", "faint", "hidden"]
Parts = tuple[tuple[str, How], ...]
EMPTY = "empty"

_PLAYER = re.compile(r"[A-Za-z][A-Za-z0-9]{0,19}")


def player_part(player: str) -> str:
    """Return the part of a player's pieces."""
    return f"player={player}"


def group_part(site: str) -> str:
    """Return the part of the linked pieces at a site."""
    return f"group={site}"


def level_part(level: int) -> str:
    """Return the part of a level, counted from 1."""
    return f"level={level}"


def how_shown(view: View, part: str) -> How:
    """Return what a View says of a part; "shown" where it says nothing."""
    return next((how for known, how in view.parts if known == part), "shown")


def show_part(view: View, part: str, how: How, *, always: bool = False) -> View:
    """Return `view` with one part shown otherwise.

    Parameters
    ----------
    always
        Keep "shown" as a word of its own: a group is then shown whatever its player is.
    """
    rest = tuple(known for known in view.parts if known[0] != part)
    parts = rest if how == "shown" and not always else (*rest, (part, how))
    return view if parts == view.parts else replace(view, parts=parts)


def fault(board: Board, parts: Parts) -> str:
    """Return a sentence on the first part that a board cannot have, "" where all are well."""
    seen: set[str] = set()
    for part, _ in parts:
        if part in seen:
            return f"parts: {shown(part)} is given twice"
        seen.add(part)
        name, equals, value = part.partition("=")
        if name == "group" and equals and value not in board:
            return f"parts: {shown(value)} is not a point of this board"
        if name == "level" and equals and not _is_level(board, value):
            return f"parts: this board has no level {shown(value)}"
        if name == "player" and _PLAYER.fullmatch(value) is None:
            return f"parts: {shown(value)} is not a player"
        if (name not in ("player", "group", "level") or not equals) and part != EMPTY:
            right = "player=red, empty, group=2b2 or level=3"
            return f"parts: {shown(part)} is not something to show: write {right}"
    return ""


def on_board(board: Board | None, parts: Parts) -> Parts:
    """Return the parts without groups at points that `board` does not have (None: with none)."""
    return tuple(
        (part, how)
        for part, how in parts
        if not part.startswith("group=")
        or (board is not None and part.removeprefix("group=") in board)
    )


def _is_level(board: Board, value: str) -> bool:
    level, number = board.layers.get("level"), read_number(value)
    return level is not None and number is not None and level.min() <= number <= level.max()
