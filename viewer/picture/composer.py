"""The picture the scene shows, as a pure function of document, preferences and what is hovered.

Parts that depend on the position alone are remembered by identity, so that an orbit, which
changes nothing but the camera, computes nothing here.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from model.board import Board
from model.game import Event, Pieces, Position
from model.records.marks import Mark
from model.records.record import Record, line_to
from model.setup import read_setup
from viewer.games.overlay_types import Overlay, Tube
from viewer.picture import partial_move
from viewer.picture.palette import PRESENTATION, STANDARD, Palette
from viewer.picture.picture import Picture
from viewer.session.document import Document
from viewer.session.preferences import Preferences

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Transient:
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
    partial
        The half-built move; the step a hover would add is previewed.
    marks
        Signs besides those of the node: a lesson step's, a hint's.
    """

    hover: int | None = None
    cursor: int | None = None
    preview: tuple[int, int] | None = None
    hovered_group: Mask | None = None
    pointer: tuple[float, float, float] | None = None
    overlays: tuple[Overlay, ...] = ()
    lens: str = ""
    partial: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()


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
    _last: tuple[Hashable, int | None] = (None, None)
    _marked: tuple[Any, Any, tuple[Overlay, ...]] = (None, None, ())

    def picture(
        self,
        document: Document,
        position: Position,
        preferences: Preferences,
        transient: Transient,
        *,
        before: Position | None = None,
        handle: bool = False,
    ) -> Picture:
        """Return what the scene shows of `document`, which stands at `position`.

        `before` is the position the last move was played in; it says what the move did.
        """
        standing = self.standing(position)
        view = document.view
        if transient.lens:
            from msgspec.structs import replace

            view = replace(view, lens=transient.lens)
        needs_plies = view.peel.between is not None
        so_far = partial_move.partial_move_of(position, transient.partial)
        pieces, reserves = so_far.table.pieces, so_far.table.reserves
        if not transient.partial:
            pieces = standing.pieces
        told = self._step_preview(position, transient, so_far)
        marks = (*document.record.nodes[document.node].marks, *transient.marks)
        overlays = (*transient.overlays, *self._signs(position, marks))
        if so_far.made:
            owner = standing.players.index(position.to_move) if position.to_move else -1
            overlays = (*overlays, *(Tube(loop(standing.board, s), owner) for s in so_far.made))
        if told is not None:
            overlays = (*overlays, *told.ways)
        choices = so_far.choices
        return Picture(
            board=standing.board,
            pieces=pieces,
            players=standing.players,
            view=view,
            legal=choices if transient.partial and choices.any() else standing.legal,
            plies=self._plies_of(document, standing.board) if needs_plies else None,
            overlays=overlays,
            hover=transient.hover,
            cursor=transient.cursor,
            last=self.last_site(document, position, before),
            preview=transient.preview,
            hovered_group=transient.hovered_group,
            pointer=transient.pointer,
            dot_radius=preferences.ghost_radius or None,
            bands=preferences.bands,
            handle=handle,
            palette=palette(preferences),
            reserves=tuple(
                (standing.players.index(player), left) for player, left in reserves.items()
            ),
            piece_kinds=tuple(kind.shape for kind in position.game.piece_kinds),
            choices=choices if transient.partial else None,
            built=so_far.built,
            doomed=() if told is None else told.doomed,
        )

    def _signs(self, position: Position, marks: tuple[Mark, ...]) -> tuple[Overlay, ...]:
        """What the marks lay over the position; the same objects for the same marks."""
        if not marks:
            return ()
        if self._marked[0] is not position or self._marked[1] != marks:
            from viewer.picture.overlays import mark_overlays

            self._marked = (position, marks, mark_overlays(position, marks))
        return self._marked[2]

    @staticmethod
    def _step_preview(
        position: Position, transient: Transient, so_far: partial_move.PartialMove
    ) -> partial_move.StepPreview | None:
        """What the hovered site would do as the next step; None where it is none."""
        site = transient.hover
        if site is None or site >= len(so_far.choices):
            return None
        if not so_far.choices[site]:
            return None
        return partial_move.preview_step(
            position, transient.partial, position.game.board.names[site]
        )

    def last_site(
        self, document: Document, position: Position, before: Position | None
    ) -> int | None:
        """Return where the piece of the last move stands now; None when nowhere."""
        key = (id(position), document.record.nodes[document.node].move)
        if self._last[0] != key:
            standing = self.standing(position)
            self._last = (key, last_site(document, standing, before))
        return self._last[1]

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
    return partial_move.partial_move_of(position, ()).choices


def last_site(
    document: Document, standing: _Standing, before: Position | None = None
) -> int | None:
    """Return where the move that led to the current node put a piece, None when nowhere."""
    move = document.record.nodes[document.node].move
    board = standing.board
    if move in board:
        site = board.index(move)
        return site if standing.occupied[site] else None
    if not move or before is None:
        return None
    landed = [where for event in before.events(move) if (where := arrival(event)) is not None]
    return next((site for site in reversed(landed) if standing.occupied[site]), None)


def arrival(event: Event) -> int | None:
    """Return where an event leaves a piece, None when nowhere."""
    return {"move": event.to, "place": event.site}.get(event.kind)


def plies(record: Record, node: int, board: Board) -> npt.NDArray[np.int32]:
    """Return (n,) int32: the ply each piece came to its site at on the way to `node`, 0 if set up.

    A move that is the name of a site puts a piece there; any other is asked what it does.
    """
    played = np.zeros(len(board), np.int32)
    start, path = line_to(record, node)
    moves = [record.nodes[step].move for step in path]
    position: Position | None = None
    if not all(move in board for move in moves):
        position = read_setup(start)
    for ply, move in enumerate(moves, start=1):
        if position is None:
            played[board.index(move)] = ply
            continue
        events = position.events(move)
        for event in events:
            if event.kind in ("remove", "move") and event.site is not None:
                played[event.site] = 0
        for event in events:
            site = arrival(event)
            if site is not None:
                played[site] = ply
        position = position.play(move)
    return played


def loop(board: Board, sites: Sequence[int]) -> tuple[int, ...]:
    """Return a way round a square, or along a line, of sites."""
    order = list(sites)
    x, y = board.centres[order, 0], board.centres[order, 1]
    if np.ptp(x) < 0.1 or np.ptp(y) < 0.1:
        return tuple(order[k] for k in np.lexsort((y, x)))
    round_ = np.argsort(np.arctan2(y - y.mean(), x - x.mean()))
    return (*(order[k] for k in round_), order[round_[0]])


def palette(preferences: Preferences) -> Palette:
    """Return the scene's colours under the preferences."""
    return PRESENTATION if preferences.palette == "presentation" else STANDARD
