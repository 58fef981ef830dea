"""The picture of the active document, with what is hovered and laid over it for now."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from model.boards.board import Board
from model.contract.game import Position
from model.records.marks import Mark
from model.records.views.view import View
from viewer.games.about_position import AboutPosition
from viewer.games.registry import game_view_of
from viewer.picture.compose.composer import Composer, Transient
from viewer.picture.compose.depict import standing
from viewer.picture.compose.overlays import parts_on
from viewer.picture.picking.partial_move import (
    StepPreview,
    is_occupied,
    partial_move_of,
    preview_step,
)
from viewer.picture.picture import Picture
from viewer.picture.visibility import hiding as visibility
from viewer.picture.visibility.piece_groups import group_at
from viewer.scene_view.plan_drawing import PlanDrawing
from viewer.session.document.document import Document
from viewer.session.document.split_view import is_slice
from viewer.session.preferences import Preferences
from viewer.session.session import Session
from viewer.tools.tool import Tool
from viewer.visuals.overlay_types import Overlay
from viewer.widgets.appearance.colour_scheme import resolved


class ScenePicture:
    """Composes what the scene shows.

    Attributes
    ----------
    composer
        Makes the pictures of the half that is acted on.
    marks, pending
        Marks besides those of the node: a lesson step's, a hint's; and one that is being made.
    drawing
        The plan that is being drawn, None before there is one.
    group
        (n,) mask of the group that is lit, None for none.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.composer = Composer()
        self._beside = Composer()
        self._overlays: AboutPosition[tuple[Overlay, ...]] = AboutPosition(())
        self._board: Board | None = None
        self.marks: tuple[Mark, ...] = ()
        self.pending: tuple[Mark, ...] = ()
        self.group: visibility.Mask | None = None
        self._preview: StepPreview | None = None
        self.drawing: PlanDrawing | None = None

    def forget_position(self) -> None:
        """Drop what is lit, and a mark that is being made: they are about another position."""
        self.group, self.pending = None, ()

    def forget_board(self) -> None:
        """Drop marks, too: those are sites of another board."""
        self.marks = ()

    def lay(self, position: Position, overlays: tuple[Overlay, ...]) -> None:
        """Lay what Why says, and a pour, over a position; on any other it is not shown."""
        self._overlays.keep(position, overlays)

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """What lies over the position that is shown."""
        return self._overlays.of(self._session.position)

    def compose(
        self, document: Document, preferences: Preferences, hovered: int | None
    ) -> tuple[Picture, ...]:
        """Return the picture of each half of a document while a site is pointed at."""
        position = self._session.position_of(document)
        board = position.game.board
        if board is not self._board:  # whoever draws first: sites and masks are of the last one
            self._board, self.group = board, None
        if hovered is not None and hovered >= len(board):
            hovered = None
        is_active = document is self._session.document
        entry = self._session.entry if is_active else None
        self._preview = self._step_preview(hovered)
        transient = Transient(
            hover=hovered,
            hovered_group=self.group,
            overlays=self._over(position),
            partial=self._session.entered if is_active else (),
            marks=(*self.marks, *self.pending),
        )
        parent = document.record.nodes[document.node].parent
        before = self._session.position_at(parent) if parent >= 0 else None
        return tuple(
            (self.composer if view is document.view else self._beside).picture(
                document.through(view),
                entry or position,
                resolved(preferences),
                self._in_slice(transient, view, board),
                before=before,
                handle=bool(view.cuts) and not is_slice(view),
            )
            for view in document.views
        )

    def _over(self, position: Position) -> tuple[Overlay, ...]:
        """What lies over a position, the plan that is drawn included."""
        told = self._overlays.of(position)
        drawing = self.drawing
        if position is self._session.position:
            told = (*told, *game_view_of(position).begun(position, self._session.entered))
        if drawing is None or position is not self._session.position:
            return told
        drawn = drawing.overlays
        return (*told, *drawn) if drawn else told

    def _in_slice(self, transient: Transient, view: View, board: Board) -> Transient:
        """What lies over a slice: of sheets, ways and plans only what is in its plane.

        Anything else would be seen through it, as if it were there.
        """
        if view.layer is None or not is_slice(view):
            return transient
        there = board.layers[view.layer[0]] == view.layer[1]
        return replace(transient, overlays=parts_on(transient.overlays, there))

    def shows_step(self, site: int | None) -> bool:
        """Whether the last picture shows what `site` would do as the next step."""
        return self._step_preview(site) is self._preview

    def _step_preview(self, site: int | None) -> StepPreview | None:
        """What a site would do as the next step, where that is worth showing."""
        position = self._session.entry
        if site is None or position is None or site >= len(position.game.board):
            return None
        if self._session.turn.refusal:
            return None
        partial = self._session.entered
        if not partial_move_of(position, partial).choices[site]:
            return None
        preview = preview_step(position, partial, position.game.board.names[site])
        return preview if preview.doomed or preview.ways else None

    def group_of(self, position: Position, site: int | None) -> visibility.Mask | None:
        """Return the group of the piece on `site`; None for an empty point or without groups."""
        if site is None or not game_view_of(position).selects_groups:
            return None
        if not is_occupied(position, site):
            return None
        bare = standing(position)  # the same pieces for the same position: so is the group
        return group_at(bare.board, bare.pieces, site)


def for_tool(picture: Picture, tool: Tool) -> Picture:
    """Return `picture` with the points that a click with `tool` is for."""
    if tool.takes_away:  # an empty point must not stand before a ball
        return replace(picture, legal=np.zeros(len(picture.board), bool), doomed=())
    if tool.shows_all_points:
        return replace(picture, legal=None, doomed=())
    return picture
