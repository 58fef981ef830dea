"""What others lay over the scene for now: marks, overlays, a group that is lit."""

from PySide6.QtCore import QObject, Signal

from model.boards.board import Board
from model.contract.game import Position, site_mask
from model.contract.hooks import hooks_of
from model.records.view import Mark
from viewer.games.facts import PositionBound
from viewer.picture.compose.composer import base_picture
from viewer.picture.picking.click_meaning import is_occupied
from viewer.picture.visibility.hiding import Mask
from viewer.picture.visibility.parts import group_at
from viewer.session.session import Session
from viewer.visuals.overlay_types import Overlay


class TransientOverlays(QObject):
    """Keeps it as long as it is about what is shown.

    Attributes
    ----------
    shown, pending
        Marks besides those of the node: a lesson step's, a hint's; and one that is being made.
    group
        (n,) mask of the group that is lit, None for none.

    Signals
    -------
    changed()
        Something else lies over the scene.
    marked()
        Other marks lie over the position than before, besides those of the node.
    """

    changed = Signal()
    marked = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.by_position: PositionBound[tuple[Overlay, ...]] = PositionBound(())
        self._board: Board | None = None
        self.shown: tuple[Mark, ...] = ()
        self.pending: tuple[Mark, ...] = ()
        self.group: Mask | None = None

    @property
    def marks(self) -> tuple[Mark, ...]:
        """All marks over the position, those of the node first."""
        document = self._session.document
        own = document.record.nodes[document.node].marks
        return (*own, *self.shown, *self.pending)

    def show_marks(self, marks: tuple[Mark, ...]) -> None:
        """Show marks besides those of the node: a lesson step's, a hint's."""
        if marks != self.shown:
            self.shown = marks
            self.changed.emit()
            self.marked.emit()

    def show_pending(self, marks: tuple[Mark, ...]) -> None:
        """Show a mark that is being made: the points of it chosen so far."""
        if marks != self.pending:
            self.pending = marks
            self.changed.emit()
            self.marked.emit()

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """What Why and a pour lay over the position that is shown."""
        return self.by_position.of(self._session.position)

    def show_overlays(self, position: Position, overlays: tuple[Overlay, ...]) -> None:
        """Lay a sheet, ways, a plan or a pour over a position; on no other they are shown."""
        if overlays is not self.overlays:
            self.by_position.keep(position, overlays)
            self.changed.emit()

    def light_group_of(self, site: int | None) -> None:
        """Light up the group of the ball on `site`; nothing for an empty point or None."""
        self._light(self.group_of(site))

    def light_sites(self, sites: tuple[int, ...]) -> None:
        """Light up what stands on `sites`; () lights up nothing."""
        board = self._session.position.game.board
        self._light(site_mask(board, sites) if sites else None)

    def _light(self, group: Mask | None) -> None:
        if group is not self.group:
            self.group = group
            self.changed.emit()

    def group_of(self, site: int | None) -> Mask | None:
        """Return the group of the piece on `site`; None for an empty point or without groups."""
        position = self._session.position
        if site is None or not hooks_of(position.game.kind).links:
            return None
        if not is_occupied(position, site):
            return None
        bare = base_picture(position)  # the same pieces for the same position: so is the group
        return group_at(bare.board, bare.pieces, site)

    def forget_position(self) -> None:
        """Drop what is lit, and a mark that is being made: they are about another position."""
        self.group, self.pending = None, ()

    def stand_on(self, board: Board) -> None:
        """Drop what is lit where another board is drawn: whoever draws it first says so."""
        if board is not self._board:
            self._board, self.group = board, None
