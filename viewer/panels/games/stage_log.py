"""What happened in a move, told stage by stage in a dock; an entry shows the board as it was then.

Games make docks of it (`viewer.games.game_view.GameDock`): they say which moves are told and how.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from model.contract.game import Position
from model.records.record import path_to
from model.records.sealing import SEALED
from viewer.panels.games.game_panel import GamePanel
from viewer.picture.words.move_stages import MoveStage, move_stages
from viewer.scene_view.scene_view import SceneView
from viewer.session.document.document import Document
from viewer.session.session import Change, Session
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP

PADDING = 24
"""Logical pixels beside the text of an entry, and a little to spare."""
STAGE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True)
class LoggedMove:
    """A move that is told.

    Attributes
    ----------
    node
        The move.
    heading
        What stands over its entries.
    stages
        Of the move.
    """

    node: int
    heading: str
    stages: tuple[MoveStage, ...]


Entry = tuple[str, int]
"""A sentence, and how many stages are over when it is."""


class _WholeText(QStyledItemDelegate):
    """Reckons with the padding of the style sheet when it counts the lines of an entry."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        within = QStyleOptionViewItem(option)
        within.rect = within.rect.adjusted(0, 0, -PADDING, 0)
        return super().sizeHint(within, index)


class StageLog(GamePanel):
    """The last told move up to the one on show; its entries are gone through by mouse and keys.

    Those who make one say what is told: `is_told`, `heading_of`, `entries_of`.

    Attributes
    ----------
    before_all, after_all
        The first entry and the last one.
    nothing
        What stands there while nothing is told.
    spoken
        What a reader calls the entries.
    """

    before_all: str
    after_all: str
    nothing: str
    spoken: str

    def __init__(self, session: Session, scene: SceneView) -> None:
        super().__init__()
        controls.dress_as(self, "Panel")
        self._session, self._scene = session, scene
        self._told: LoggedMove | None = None
        self._is_following = False
        self.heading = controls.label("", "heading")
        self.empty = controls.label(self.nothing, "muted")
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.entries = QListWidget()
        self.entries.setAccessibleName(self.spoken)
        self.entries.setWordWrap(True)
        self.entries.setItemDelegate(_WholeText(self.entries))
        self.entries.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.entries.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.entries.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.entries.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.entries.currentRowChanged.connect(self._chosen)
        self.earlier = controls.button("Earlier", lambda: self._go(-1), "Show the stage before")
        self.later = controls.button("Later", lambda: self._go(1), "Show the next stage")
        column = controls.column_in(self, GAP, 2 * GAP, GAP, 2 * GAP, 2 * GAP)
        way = controls.row(self.earlier, self.later)
        controls.fill(column, self.heading, (self.empty, 1), (self.entries, 1), way)
        scene.staged.connect(self._staged)
        self._show(None)

    # -- what is told --------------------------------------------------------------------------

    def is_told(self, stages: Sequence[MoveStage]) -> bool:
        """Tell whether a move with these stages is told here."""
        raise NotImplementedError

    def heading_of(self, document: Document, node: int) -> str:
        """Return what stands over the entries of the move to a node."""
        raise NotImplementedError

    def entries_of(self, stages: Sequence[MoveStage]) -> list[Entry]:
        """Return the entries of a move, in order."""
        raise NotImplementedError

    # -- following -----------------------------------------------------------------------------

    def changed(self, change: Change) -> None:
        """Tell the last such move up to where the document stands."""
        document = change.document
        logged = self._last_told(document)
        known = self._told
        if (
            logged is None
            or known is None
            or (logged.node, logged.stages) != (known.node, known.stages)
        ):
            self._show(logged)
        elif change.before.node != document.node:
            self._stand(self.entries.count() - 1)

    def _last_told(self, document: Document) -> LoggedMove | None:
        """The nearest told move before the current node, itself included."""
        for node in reversed(path_to(document.record, document.node)):
            stages = self.stages_of(document, node)
            if self.is_told(stages):
                return LoggedMove(node, self.heading_of(document, node), stages)
        return None

    def stages_of(self, document: Document, node: int) -> tuple[MoveStage, ...]:
        """Return the stages of the move to a node, as far as they may be known; () for none."""
        found = document.record.nodes[node]
        if not found.move or found.move == SEALED:
            return ()
        return move_stages(self.before(document, node), found.move)

    def before(self, document: Document, node: int) -> Position:
        """Return the position in which the move to a node was made."""
        return self._session.position_of(replace(document, node=document.record.nodes[node].parent))

    def _staged(self, number: int) -> None:
        """The scene shows a stage: its entry is the current one."""
        if self._told is None:
            return
        rows = [row for row in range(self.entries.count()) if self._stage_of(row) == number]
        if number and rows and self.entries.currentRow() not in rows:
            self._stand(rows[0])
        elif not number and not self._is_following:
            self._stand(self.entries.count() - 1)

    # -- entries -------------------------------------------------------------------------------

    def _show(self, logged: LoggedMove | None) -> None:
        self._told = logged
        with QSignalBlocker(self.entries):
            self.entries.clear()
            if logged is not None:
                self._add(self.before_all, 0)
                for text, stage in self.entries_of(logged.stages):
                    self._add(text, stage)
                self._add(self.after_all, len(logged.stages))
        self.heading.setText("" if logged is None else logged.heading)
        self.heading.setVisible(logged is not None)
        self.entries.setVisible(logged is not None)
        self.empty.setVisible(logged is None)
        for button in (self.earlier, self.later):
            button.setVisible(logged is not None)
        if logged is not None:
            self._stand(self.entries.count() - 1)

    def _add(self, text: str, stage: int) -> None:
        item = QListWidgetItem(text)
        item.setData(STAGE, stage)
        self.entries.addItem(item)

    def _stage_of(self, row: int) -> int:
        item = self.entries.item(row)
        stage = item.data(STAGE)
        return stage if isinstance(stage, int) else 0

    def _stand(self, row: int) -> None:
        """Make an entry the current one without showing anything."""
        with QSignalBlocker(self.entries):
            self.entries.setCurrentRow(row)
        self._offer()

    def _go(self, by: int) -> None:
        row = self.entries.currentRow() + by
        if 0 <= row < self.entries.count():
            self.entries.setCurrentRow(row)

    def _chosen(self, row: int) -> None:
        """An entry was chosen: the scene shows its stage, or after the last one how things are."""
        logged = self._told
        if logged is None or row < 0:
            return
        self._is_following = True
        try:
            last = row == self.entries.count() - 1
            self._scene.moves.hold(None if last else logged.node, self._stage_of(row))
        finally:
            self._is_following = False
        self._offer()

    def _offer(self) -> None:
        row = self.entries.currentRow()
        self.earlier.setEnabled(row > 0)
        self.later.setEnabled(row < self.entries.count() - 1)

    def sizeHint(self) -> QSize:
        return QSize(320, 420)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._told is not None:
            self.entries.setCurrentRow(self.entries.count() - 1)
            return
        super().keyPressEvent(event)
