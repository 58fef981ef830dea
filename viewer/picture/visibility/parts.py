"""How strongly each site is drawn, as a View says of players, empty points, groups and levels."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from model.contract.game import Pieces
from model.records.views.view import View
from model.records.views.view_parts import EMPTY, How
from viewer.picture.visibility.hiding import ByIdentity
from viewer.picture.visibility.piece_groups import group_at

Float32 = npt.NDArray[np.float32]


def strength(board: Board, pieces: Pieces, players: tuple[str, ...], view: View) -> Float32 | None:
    """Return (n,) float32: 1 drawn in full, less where faint, 0 hidden; None: all is in full.

    The same arguments give the same array while it is remembered. A group's own word counts for
    it; elsewhere the least of what is said of a piece's player and its level does, and of the
    empty points and their level.
    """
    if not view.parts:
        return None
    return _strength(board, ByIdentity(pieces), tuple(players), view.parts, view.opacity)


@lru_cache(maxsize=8)
def _strength(
    board: Board,
    held: ByIdentity[Pieces],
    players: tuple[str, ...],
    parts: tuple[tuple[str, How], ...],
    opacity: float,
) -> Float32:
    pieces = held.value
    value = {"shown": 1.0, "faint": opacity, "hidden": 0.0}
    owner = np.full(len(board), -2, np.int32)
    owner[pieces.site] = pieces.owner
    level = board.layers.get("level")
    found = np.ones(len(board), np.float32)
    groups: list[tuple[str, How]] = []
    for part, how in parts:
        name, _, which = part.partition("=")
        if name == "group":
            groups.append((which, how))
            continue
        there = np.zeros(len(board), bool)
        if part == EMPTY:
            there = owner == -2
        elif name == "player" and which in players:
            there = owner == players.index(which)
        elif name == "level" and level is not None:
            there = level == int(which)
        found[there] = np.minimum(found[there], value[how])
    for which, how in groups:
        if which in board:
            found[group_at(board, pieces, board.index(which))] = value[how]
    found.flags.writeable = False
    return found
