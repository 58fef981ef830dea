"""The Moves dock: the line of moves as a table, the other moves at this point, and the comment."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QColor, QFocusEvent, QFont
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QPlainTextEdit,
    QPushButton,
    QSlider,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from model.record import ROOT, Record, path_to
from viewer.panels import controls
from viewer.session import Session, SessionError, State
from viewer.shell import Shell
from viewer.theme import GAP, SIDE_TEXT

Index = QModelIndex | QPersistentModelIndex


def line_through(record: Record, node: int) -> list[int]:
    """Return the ids of the moves from the start through `node` and on along main continuations."""
    line = path_to(record, node)
    while record.nodes[node].children:
        node = record.nodes[node].children[0]
        line.append(node)
    return line


class LineModel(QAbstractTableModel):
    """One line of a record: a row a round, a column a side; never more than a screen is built."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.record: Record | None = None
        self.line: list[int] = []
        self.sides: tuple[str, ...] = ("red", "blue")
        self.offset = 0
        self._places: dict[int, int] = {}

    def show_line(
        self, record: Record, line: list[int], sides: tuple[str, ...], offset: int
    ) -> None:
        """Show `line`; its first move is by side number `offset`."""
        self.beginResetModel()
        self.record, self.line, self.sides, self.offset = record, line, sides, offset
        self._places = {node: place for place, node in enumerate(line)}
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if parent.isValid() or not self.line:
            return 0
        return (len(self.line) + self.offset - 1) // len(self.sides) + 1

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.sides) + 1

    def node_at(self, index: Index) -> int | None:
        """Return the node in a cell, None in the number column and in gaps."""
        if not index.isValid() or index.column() == 0:
            return None
        place = index.row() * len(self.sides) + index.column() - 1 - self.offset
        return self.line[place] if 0 <= place < len(self.line) else None

    def index_of(self, node: int) -> QModelIndex:
        """Return the cell of a node, an invalid index when the line does not have it."""
        place = self._places.get(node)
        if place is None:
            return QModelIndex()
        place += self.offset
        return self.index(place // len(self.sides), place % len(self.sides) + 1)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if self.record is None:
            return None
        if index.column() == 0:
            return self._number(index, role)
        node = self.node_at(index)
        if node is None:
            return None
        entry = self.record.nodes[node]
        siblings = len(self.record.nodes[entry.parent].children) - 1
        side = self.sides[index.column() - 1]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.move + (" +" + str(siblings) if siblings else "")
        if role == Qt.ItemDataRole.ForegroundRole:
            return QColor(SIDE_TEXT.get(side, "#1D2733"))
        if role == Qt.ItemDataRole.ToolTipRole:
            return entry.comment or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            more = f", {siblings} other moves here" if siblings else ""
            return f"{side} {entry.move}{more}"
        if role == Qt.ItemDataRole.FontRole and entry.comment:
            font = QFont()
            font.setUnderline(True)
            return font
        return None

    def _number(self, index: Index, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{index.row() + 1}"
        if role == Qt.ItemDataRole.ForegroundRole:
            return QColor("#566272")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.node_at(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class _Comment(QPlainTextEdit):
    """The comment of a node; given over when the eyes leave it."""

    def __init__(self, keep: Any) -> None:
        super().__init__()
        self._keep = keep
        self.setTabChangesFocus(True)
        self.setPlaceholderText("Comment on this move")
        self.setAccessibleName("Comment on this move")
        self.setFixedHeight(68)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._keep()


class MovesPanel(QWidget):
    """The line of moves; a click goes to a move."""

    def __init__(self, session: Session, shell: Shell, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session, self._shell = session, shell
        self._showing = False
        self._commented: tuple[int, int] | None = None
        self.model = LineModel(self)
        self.table = self._build_table()
        self.others = QHBoxLayout()
        self.others.setSpacing(4)
        self.start = QPushButton("Start of the game")
        self.start.setProperty("role", "row")
        self.start.clicked.connect(lambda: self._go(ROOT))
        self.comment = _Comment(self.keep_comment)
        column = QVBoxLayout(self)
        column.setContentsMargins(int(1.5 * GAP), GAP, int(1.5 * GAP), int(1.5 * GAP))
        column.setSpacing(GAP // 2)
        column.addWidget(self.start)
        column.addWidget(self.table, 1)
        column.addLayout(self.others)
        self.scrub = QSlider(Qt.Orientation.Horizontal)
        self.scrub.setAccessibleName("Go along the game")
        self.scrub.setToolTip("Go along the game")
        self.scrub.setPageStep(5)
        self.scrub.valueChanged.connect(self._scrubbed)
        column.addWidget(self.scrub)
        column.addWidget(self.comment)
        self.changed(State(), session.state)

    def _build_table(self) -> QTableView:
        table = QTableView()
        table.setModel(self.model)
        table.setAccessibleName("Moves")
        table.setShowGrid(False)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.verticalHeader().hide()
        table.horizontalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 12)
        table.clicked.connect(self._clicked)
        table.selectionModel().currentChanged.connect(self._moved_to)
        table.installEventFilter(self)
        return table

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the line readable when the text grows with the preferences."""
        if event.type() == QEvent.Type.FontChange or event.type() == QEvent.Type.StyleChange:
            height = self.table.fontMetrics().height() + 12
            self.table.verticalHeader().setDefaultSectionSize(height)
        return super().eventFilter(watched, event)

    def _clicked(self, index: QModelIndex) -> None:
        node = self.model.node_at(index)
        if node is not None:
            self._go(node)

    def _moved_to(self, index: QModelIndex, before: QModelIndex) -> None:
        """Arrow keys in the table go to the move they reach."""
        if not self._showing:
            self._clicked(index)

    def _go(self, node: int) -> None:
        document = self._session.document
        if document is not None and document.node != node and node in document.record.nodes:
            self._session.go(node)

    def _scrubbed(self, ply: int) -> None:
        """Go to the move the slider is at; one drag is one entry of the looks."""
        document = self._session.document
        if self._showing or document is None or ply > len(self.model.line):
            return
        node = self.model.line[ply - 1] if ply else ROOT
        if node != document.node:
            self._session.go(node, "scrub" if self.scrub.isSliderDown() else None)

    def keep_comment(self) -> None:
        """Write the comment to the node it was shown for."""
        document = self._session.document
        if document is None or self._commented is None or self._commented[0] != document.key:
            return
        node = self._commented[1]
        text = self.comment.toPlainText()
        if node in document.record.nodes and document.record.nodes[node].comment != text:
            try:
                self._session.comment(text, node)
            except SessionError as error:
                self._shell.say(str(error))

    def changed(self, old: State, new: State) -> None:
        """Show the line through the current node, and the node."""
        document, before = new.document, old.document
        self.setEnabled(document is not None)
        if document is None:
            self.model.show_line(None, [], ("red", "blue"), 0)  # type: ignore[arg-type]
            return
        if (
            before is not None
            and before.key == document.key
            and before.record is document.record
            and before.node == document.node
        ):
            return
        record_same = self.model.record is document.record
        if not record_same or (
            document.node != ROOT and not self.model.index_of(document.node).isValid()
        ):
            start = self._session.position_at(ROOT)
            sides = start.game.players
            mover = str(start).split()[2] if start.to_move is None else start.to_move
            offset = sides.index(mover) if mover in sides else 0
            line = line_through(document.record, document.node)
            self.model.show_line(document.record, line, sides, offset)
            self._stretch_columns()
        self._show_node(document.record, document.node)
        if not self.comment.hasFocus() or self._commented != (document.key, document.node):
            self._commented = (document.key, document.node)
            text = document.record.nodes[document.node].comment
            if text != self.comment.toPlainText():
                self.comment.setPlainText(text)

    def _stretch_columns(self) -> None:
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        rows = max(10, self.model.rowCount())
        self.table.setColumnWidth(0, self.table.fontMetrics().horizontalAdvance(f"{rows}") + 22)
        for column in range(1, self.model.columnCount()):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)

    def _show_node(self, record: Record, node: int) -> None:
        index = self.model.index_of(node)
        self._showing = True
        try:
            if index.isValid():
                self.table.setCurrentIndex(index)
                self.table.scrollTo(index)
            else:
                self.table.setCurrentIndex(QModelIndex())
            self.scrub.setRange(0, len(self.model.line))
            self.scrub.setEnabled(bool(self.model.line))
            self.scrub.setValue(self.model.line.index(node) + 1 if index.isValid() else 0)
        finally:
            self._showing = False
        controls.empty(self.others)
        siblings = record.nodes[record.nodes[node].parent].children if node != ROOT else ()
        others = [other for other in siblings if other != node]
        if not others:
            return
        self.others.addWidget(controls.label("Also:", "muted"))
        for other in others[:5]:
            button = QPushButton(record.nodes[other].move)
            button.setProperty("role", "small")
            button.clicked.connect(lambda _=False, other=other: self._go(other))
            self.others.addWidget(button)
        self.others.addWidget(controls.label(f"+{len(others) - 5}" if len(others) > 5 else ""), 1)
