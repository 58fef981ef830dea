"""The picture of the active document, with what is hovered and laid over it for now."""

from dataclasses import replace

import numpy as np

from model.boards.board import Board
from model.contract.game import Position
from model.records.view import View
from viewer.games.registry import game_view_of
from viewer.picture.compose.composer import Transient, compose
from viewer.picture.compose.overlays import parts_on
from viewer.picture.picking.click_meaning import StepPreview, partial_move_of, preview_step
from viewer.picture.picture import Picture
from viewer.scene_view.plan_drawing import PlanDrawing
from viewer.session.document.document import Document
from viewer.session.document.split_view import is_slice
from viewer.session.preferences import Preferences
from viewer.session.session import Session
from viewer.tools.laid_over import TransientOverlays
from viewer.tools.tool import Tool
from viewer.visuals.overlay_types import Overlay
from viewer.widgets.appearance.theme import resolved


class ScenePicture:
    """Composes what the scene shows.

    Attributes
    ----------
    drawing
        The plan that is being drawn, None before there is one.
    """

    def __init__(self, session: Session, laid: TransientOverlays) -> None:
        self._session, self._laid = session, laid
        self._preview: StepPreview | None = None
        self.drawing: PlanDrawing | None = None

    def compose(
        self, document: Document, preferences: Preferences, hovered: int | None
    ) -> tuple[Picture, ...]:
        """Return the picture of each half of a document while a site is pointed at."""
        position = self._session.position_of(document)
        board = position.game.board
        self._laid.stand_on(board)
        if hovered is not None and hovered >= len(board):
            hovered = None
        is_active = document is self._session.document
        entry = self._session.entry if is_active else None
        self._preview = self._step_preview(hovered)
        transient = Transient(
            hover=hovered,
            hovered_group=self._laid.group,
            overlays=self._over(position),
            partial=self._session.entered if is_active else (),
            marks=(*self._laid.shown, *self._laid.pending),
        )
        parent = document.record.nodes[document.node].parent
        before = self._session.position_at(parent) if parent >= 0 else None
        return tuple(
            compose(
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
        overlays = self._laid.by_position.of(position)
        if position is not self._session.position:
            return overlays
        begun = game_view_of(position).begun(position, self._session.entered)
        return (*overlays, *begun, *(self.drawing.overlays if self.drawing else ()))

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
        if site is None or site >= len(position.game.board):
            return None
        if self._session.turn.refusal:
            return None
        partial = self._session.entered
        if not partial_move_of(position, partial).choices[site]:
            return None
        preview = preview_step(position, partial, position.game.board.names[site])
        return preview if preview.doomed or preview.ways else None


def for_tool(picture: Picture, tool: Tool) -> Picture:
    """Return `picture` with the points that a click with `tool` is for."""
    if tool.takes_away:  # an empty point must not stand before a ball
        return replace(picture, legal=np.zeros(len(picture.board), bool), doomed=())
    if tool.shows_all_points:
        return replace(picture, legal=None, doomed=())
    return picture
