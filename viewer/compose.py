"""The picture the scene shows, as a pure function of document, preferences and what is hovered.

Parts that depend on the position alone are remembered by identity, so that an orbit, which
changes nothing but the camera, computes nothing here.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from model.board import Board
from model.game import Pieces, Position
from model.record import Record, path_to
from viewer.document import Document
from viewer.preferences import Preferences
from viewer.scene.palette import PRESENTATION, STANDARD, Palette
from viewer.scene.picture import Overlay, Picture

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Passing:
    """What is before the eyes for a moment: never in a View, a record or a file.

    Attributes
    ----------
    hover, cursor
        Sites under the mouse and of the lattice cursor, or None.
    preview
        (site, owner) of a ball about to be placed.
    hovered_group
        (n,) mask of a group that lights up.
    pointer
        Where the dots fade around.
    overlays
        What panels lay over the position: the Why panel's sheet, a pour.
    lens
        Name of the site the lens is on while X is held, "" for none.
    """

    hover: int | None = None
    cursor: int | None = None
    preview: tuple[int, int] | None = None
    hovered_group: Mask | None = None
    pointer: tuple[float, float, float] | None = None
    overlays: tuple[Overlay, ...] = ()
    lens: str = ""


@dataclass(frozen=True, eq=False)
class _Standing:
    """What a picture takes from a position."""

    board: Board
    pieces: Pieces
    players: tuple[str, ...]
    legal: Mask
    occupied: Mask


@dataclass(eq=False)
class Composer:
    """Makes pictures and remembers the parts of the last position, plies included."""

    _standing: dict[int, tuple[Position, _Standing]] = field(default_factory=dict)
    _plies: tuple[Hashable, Any] = (None, None)

    def picture(
        self,
        document: Document,
        position: Position,
        preferences: Preferences,
        passing: Passing,
        *,
        handle: bool = False,
    ) -> Picture:
        """Return what the scene shows of `document`, which stands at `position`."""
        standing = self.standing(position)
        view = document.view
        if passing.lens:
            from msgspec.structs import replace

            view = replace(view, lens=passing.lens)
        needs_plies = view.peel.between is not None
        return Picture(
            board=standing.board,
            pieces=standing.pieces,
            players=standing.players,
            view=view,
            legal=standing.legal,
            plies=self._plies_of(document, standing.board) if needs_plies else None,
            overlays=passing.overlays,
            hover=passing.hover,
            cursor=passing.cursor,
            last=last_site(document, standing),
            preview=passing.preview,
            hovered_group=passing.hovered_group,
            pointer=passing.pointer,
            dot_radius=preferences.ghost_radius or None,
            bands=preferences.bands,
            handle=handle,
            palette=palette(preferences),
        )

    def standing(self, position: Position) -> _Standing:
        """Return the arrays of a position; the same objects for the same position."""
        known = self._standing.get(id(position))
        if known is not None and known[0] is position:
            return known[1]
        game = position.game
        pieces = position.pieces
        occupied = np.zeros(len(game.board), dtype=bool)
        occupied[pieces.site] = True
        made = _Standing(game.board, pieces, game.players, legal_points(position), occupied)
        if len(self._standing) >= 8:
            self._standing.pop(next(iter(self._standing)))
        self._standing[id(position)] = (position, made)
        return made

    def _plies_of(self, document: Document, board: Board) -> npt.NDArray[np.int32]:
        key = (id(document.record), document.node)
        if self._plies[0] != key or self._plies[1][0] is not document.record:
            self._plies = (key, (document.record, plies(document.record, document.node, board)))
        found: npt.NDArray[np.int32] = self._plies[1][1]
        return found


def legal_points(position: Position) -> Mask:
    """Return the (n,) mask of the points a move can begin with now."""
    playable = getattr(position, "playable", None)
    if isinstance(playable, np.ndarray):
        return playable
    board = position.game.board
    mask = np.zeros(len(board), dtype=bool)
    for token in position.steps(()).choices:
        if token in board:
            mask[board.index(token)] = True
    return mask


def last_site(document: Document, standing: _Standing) -> int | None:
    """Return where the move that led to the current node put a ball, None when nowhere."""
    move = document.record.nodes[document.node].move
    if move not in standing.board:
        return None
    site = standing.board.index(move)
    return site if standing.occupied[site] else None


def plies(record: Record, node: int, board: Board) -> npt.NDArray[np.int32]:
    """Return (n,) int32: the ply each point was played at on the way to `node`, 0 for set up."""
    played = np.zeros(len(board), np.int32)
    for ply, step in enumerate(path_to(record, node), start=1):
        move = record.nodes[step].move
        if move in board:
            played[board.index(move)] = ply
    return played


def palette(preferences: Preferences) -> Palette:
    """Return the scene's colours under the preferences."""
    return PRESENTATION if preferences.palette == "presentation" else STANDARD
