"""The Turn dock: the last turn row by row; an entry shows the pitch as it was then."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from model.records.record import path_to
from model.records.sealing import SEALED
from viewer.commands.shell import Shell
from viewer.panels.games.game_panel import GamePanel
from viewer.picture.told_stages import ToldStage, told_stages
from viewer.session.document import Document
from viewer.session.session import Session, State
from viewer.widgets import controls
from viewer.widgets.theme import GAP

BEFORE, AFTER = "Before the turn", "After the turn"
EMPTY = "When both have chosen, what happens is told here, row by row"
MOVED = "the pieces move as they were told"
PADDING = 24
"""Logical pixels beside the text of an entry, and a little to spare."""
STAGE = Qt.ItemDataRole.UserRole
_ROWS = {1: "Row 1", 2: "Row 2", 3: "Row 3", 4: "Dash"}


@dataclass(frozen=True)
class Turn:
    """A turn that was carried out.

    Attributes
    ----------
    node
        The move that revealed it.
    number
        Which turn of the match it was.
    stages
        Of that move.
    """

    node: int
    number: int
    stages: tuple[ToldStage, ...]


class _WholeText(QStyledItemDelegate):
    """Reckons with the padding of the style sheet when it counts the lines of an entry."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        within = QStyleOptionViewItem(option)
        within.rect = within.rect.adjusted(0, 0, -PADDING, 0)
        return super().sizeHint(within, index)


class TurnLog(GamePanel):
    """The last turn up to the move on show; its entries are gone through by mouse and keys."""

    def __init__(self, session: Session, shell: Shell) -> None:
        super().__init__()
        self.setObjectName("Panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session, self._shell = session, shell
        self._turn: Turn | None = None
        self._is_following = False
        self.heading = controls.label("", "heading")
        self.empty = controls.label(EMPTY, "muted")
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.entries = QListWidget()
        self.entries.setAccessibleName("What happened in the turn")
        self.entries.setWordWrap(True)
        self.entries.setItemDelegate(_WholeText(self.entries))
        self.entries.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.entries.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.entries.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.entries.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.entries.currentRowChanged.connect(self._chosen)
        self.earlier = controls.button("Earlier", lambda: self._go(-1), "Show the stage before")
        self.later = controls.button("Later", lambda: self._go(1), "Show the next stage")
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GAP, GAP, 2 * GAP, 2 * GAP)
        column.setSpacing(GAP)
        column.addWidget(self.heading)
        column.addWidget(self.empty, 1)
        column.addWidget(self.entries, 1)
        column.addLayout(controls.row(self.earlier, self.later))
        shell.scene.hear_stages(self._staged)
        self._show(None)

    # -- following -----------------------------------------------------------------------------

    def changed(self, old: State, new: State) -> None:
        """Tell the last turn up to where the document stands."""
        document = new.document
        turn = None if document is None else self._last_turn(document)
        known = self._turn
        if turn is None or known is None or (turn.node, turn.stages) != (known.node, known.stages):
            self._show(turn)
        elif (
            old.document is not None
            and document is not None
            and (old.document.node != document.node)
        ):
            self._stand(self.entries.count() - 1)

    def _last_turn(self, document: Document) -> Turn | None:
        """The nearest turn that was carried out before the current node."""
        nodes = document.record.nodes
        path = path_to(document.record, document.node)
        told = [
            (node, stages)
            for node in path
            if nodes[node].move and nodes[node].move != SEALED
            for stages in [self._stages_of(document, node)]
            if any(event.value == "row" for stage in stages for event in stage.events)
        ]
        return Turn(told[-1][0], len(told), told[-1][1]) if told else None

    def _stages_of(self, document: Document, node: int) -> tuple[ToldStage, ...]:
        found = document.record.nodes[node]
        position = self._session.position_of(replace(document, node=found.parent))
        return told_stages(position, found.move)

    def _staged(self, number: int) -> None:
        """The scene shows a stage: its entry is the current one."""
        if self._turn is None:
            return
        rows = [row for row in range(self.entries.count()) if self._stage_of(row) == number]
        if number and rows and self.entries.currentRow() not in rows:
            self._stand(rows[0])
        elif not number and not self._is_following:
            self._stand(self.entries.count() - 1)

    # -- entries -------------------------------------------------------------------------------

    def _show(self, turn: Turn | None) -> None:
        self._turn = turn
        with QSignalBlocker(self.entries):
            self.entries.clear()
            if turn is not None:
                self._add(BEFORE, 0)
                row = 0
                for stage in turn.stages:
                    row = next(
                        (e.count for e in stage.events if e.kind == "count" and e.value == "row"),
                        row,
                    )
                    for note in stage.notes:
                        where = _ROWS.get(row, "")
                        text = str(note.reason)
                        text = text[0].upper() + text[1:]
                        self._add(f"{where}: {text}" if where else text, stage.number)
                    if not stage.notes and any(event.kind == "move" for event in stage.events):
                        self._add(f"{_ROWS.get(row, 'Then')}: {MOVED}", stage.number)
                self._add(AFTER, len(turn.stages))
        self.heading.setText("" if turn is None else f"Turn {turn.number}")
        self.heading.setVisible(turn is not None)
        self.entries.setVisible(turn is not None)
        self.empty.setVisible(turn is None)
        for button in (self.earlier, self.later):
            button.setVisible(turn is not None)
        if turn is not None:
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
        turn = self._turn
        if turn is None or row < 0:
            return
        self._is_following = True
        try:
            last = row == self.entries.count() - 1
            self._shell.scene.show_stage(None if last else turn.node, self._stage_of(row))
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
        if event.key() == Qt.Key.Key_Escape and self._turn is not None:
            self.entries.setCurrentRow(self.entries.count() - 1)
            return
        super().keyPressEvent(event)


def make_panel(session: Session, shell: Shell) -> QWidget:
    """Return what stands in the Turn dock."""
    return TurnLog(session, shell)
