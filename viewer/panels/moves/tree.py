"""The tree of moves as rows: rounds of a line, variations indented under the move they vary."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTableView

from model.play.review import Grade
from model.records.record import ROOT, Node, Record
from viewer.games.registry import text_colour
from viewer.picture.words.engine_words import share
from viewer.widgets.appearance.theme import active_theme, readable
from viewer.widgets.prose import plain_tip

Index = QModelIndex | QPersistentModelIndex
FIGURE = Qt.ItemDataRole.UserRole + 1
"""The role of the first player's share of 100, "" where it is not known."""
MARGIN = 6
SMALL = 0.62
"""Size of a figure, as a share of the height of a line."""
NARROW = 3
"""Where there are more columns, numbers among them, a move may need several lines."""
_LONG = re.compile(r"[^,-]{11,}")
"""Parts of a move that a narrow column may not have the room for."""
_LETTERS = re.compile(r"(?<=[a-z]{8})(?=\d)")
"""Where a long name ends and its number begins."""
_PART = re.compile(r"[^\u200b\n]+")
_CALLED: Mapping[Grade, str] = {"?!": "doubtful", "?": "a mistake", "??": "a blunder"}


@dataclass(slots=True)
class RoundRow:
    """A round of a line.

    Attributes
    ----------
    depth
        0 for the main line, 1 for its variations, and so on.
    number
        Of its first move, as everywhere: counted from the start, or from what was set up last; 0
        where the row is nobody's move.
    cells
        A node a side, None where the line has none.
    whole
        Its first cell is nobody's move and has the whole row: a roll, a position set up.
    """

    depth: int
    number: int
    cells: list[int | None]
    whole: bool = False


def rows_of(
    record: Record,
    sides: tuple[str, ...],
    offset: int,
    mover_at: Callable[[int], str | None] | None = None,
) -> list[RoundRow]:
    """Return the rows of a whole record; nothing recurses along a line.

    Parameters
    ----------
    offset
        The number of the side that moves first.
    mover_at
        Returns who was to move at a node, where sides do not simply take turns. A row then ends
        where the next move stands in no later column, and what nobody moves (a roll) has a row.
    """
    columns = len(sides)
    rows: list[RoundRow] = []
    nodes = record.nodes
    roots = nodes[ROOT].children
    # (node the line goes on with, depth, moves before it, offset): the last is done first.
    stack = [(roots[0], 0, 0, offset)] if roots else []
    while stack:
        node, depth, number, first = stack.pop()
        row: RoundRow | None = None
        last = columns
        while True:
            here, before = nodes[node], number
            number = 0 if here.setup else number + 1
            if here.setup:
                words = here.setup.split(" ")
                first = sides.index(words[2]) if len(words) > 2 and words[2] in sides else 0
                column = -1
                before = 0 if mover_at is None else before
            elif mover_at is None:
                column = (before + first) % columns
            else:
                mover = mover_at(here.parent)
                column = sides.index(mover) if mover in sides else -1
            if column < 0:
                row = None
                rows.append(RoundRow(depth, 0, [node, *[None] * (columns - 1)], whole=True))
            else:
                if row is None or column <= last:
                    row = RoundRow(depth, number, [None] * columns)
                    rows.append(row)
                row.cells[column] = node
                last = column
            siblings = nodes[here.parent].children
            after = here.children[0] if here.children else None
            if len(siblings) > 1 and siblings[0] == node:
                if after is not None:
                    stack.append((after, depth, number, first))
                stack += [(other, depth + 1, before, first) for other in reversed(siblings[1:])]
                break
            if after is None:
                break
            node = after
    return rows


class TreeModel(QAbstractTableModel):
    """Rows of a record's tree; never more than a screen of them is built into widgets."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.record: Record | None = None
        self.rows: list[RoundRow] = []
        self.sides: tuple[str, ...] = ("red", "blue")
        self._grades: Mapping[int, Grade] = {}
        self._reasons: Mapping[int, str] = {}
        self._words: Callable[[Record, int], str] = lambda record, node: ""
        self._quiet = False
        self._places: dict[int, tuple[int, int]] = {}

    def show_record(
        self,
        record: Record | None,
        sides: tuple[str, ...],
        offset: int,
        mover_at: Callable[[int], str | None] | None = None,
        words: Callable[[Record, int], str] = lambda record, node: "",
    ) -> None:
        """Show a record; its first move is by side number `offset` (see `rows_of`).

        Parameters
        ----------
        words
            The move of a node in words.
        """
        self.beginResetModel()
        self._words = words
        self.record, self.sides = record, sides
        self.rows = [] if record is None else rows_of(record, sides, offset, mover_at)
        self._places = {
            node: (number, column)
            for number, row in enumerate(self.rows)
            for column, node in enumerate(row.cells)
            if node is not None
        }
        self.endResetModel()

    def take_words(self, record: Record, touched: tuple[int, ...]) -> bool:
        """Show a record in which only comments differ, on `touched` nodes; False: more does."""
        old = self.record
        if old is None or len(old.nodes) != len(record.nodes):
            return False
        for node in touched:
            if node not in old or node not in record:
                return False
            if replace(old[node], comment=record[node].comment) != record[node]:
                return False
        self.record = record
        for node in touched:
            if node in self._places:  # the start has no cell
                self.dataChanged.emit(self.index_of(node), self.index_of(node))
        return True

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.sides) + 1

    def node_at(self, index: Index) -> int | None:
        """Return the node in a cell, None in the number column and in gaps."""
        if not index.isValid() or index.column() == 0:
            return None
        return self.rows[index.row()].cells[index.column() - 1]

    def index_of(self, node: int) -> QModelIndex:
        """Return the cell of a node, an invalid index for the start."""
        place = self._places.get(node)
        return QModelIndex() if place is None else self.index(place[0], place[1] + 1)

    def grade(self, grades: Mapping[int, Grade]) -> None:
        """Mark these moves as mistakes, by their nodes."""
        if grades != self._grades:
            self._grades = grades
            self._all_changed()

    def explain(self, reasons: Mapping[int, str]) -> None:
        """Say in tips and to readers what these moves gave away, by their nodes."""
        self._reasons = reasons

    def _reason_of(self, node: int) -> str:
        return "" if self._quiet else self._reasons.get(node, "")

    def keep_quiet(self, quiet: bool) -> None:
        """Keep marks and figures out of sight, or show them."""
        if quiet != self._quiet:
            self._quiet = quiet
            self._all_changed()

    def _all_changed(self) -> None:
        if self.rows:
            last = self.index(len(self.rows) - 1, len(self.sides))
            self.dataChanged.emit(self.index(0, 0), last)

    def _grade_of(self, node: int) -> Grade:
        return "" if self._quiet else self._grades.get(node, "")

    def _figure_of(self, entry: Node) -> str:
        """The first player's share of 100, "" where it is not known."""
        if self._quiet or entry.evaluation is None:
            return ""
        return str(share(entry.evaluation.value[0]))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if self.record is None:
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.BackgroundRole and row.depth:
            return QColor(active_theme().window)
        if index.column() == 0:
            return self._number(row, role)
        node = self.node_at(index)
        if node is None:
            return None
        entry = self.record.nodes[node]
        side = self.sides[index.column() - 1]
        if role == Qt.ItemDataRole.DisplayRole:
            name = "set-up position" if entry.setup else entry.move
            grade = self._grade_of(node)
            signs = (" ◦" if entry.view is not None else "") + (" ◇" if entry.marks else "")
            return f"{name} {grade}".rstrip() + signs
        if role == FIGURE:
            return self._figure_of(entry)
        if role == Qt.ItemDataRole.ForegroundRole:
            return QColor(active_theme().muted if row.whole else readable(text_colour(side)))
        if role == Qt.ItemDataRole.ToolTipRole:
            parts = (self._words(self.record, node), self._reason_of(node), entry.comment)
            said = "\n".join(part for part in parts if part)
            return plain_tip(said) or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(node)
        if role == Qt.ItemDataRole.FontRole and (entry.comment or entry.setup):
            font = QFont()
            font.setUnderline(bool(entry.comment))
            font.setItalic(bool(entry.setup))
            return font
        return None

    def _spoken(self, node: int) -> str:
        assert self.record is not None
        entry = self.record.nodes[node]
        move = self._words(self.record, node) or entry.move
        words = ["a set-up position" if entry.setup else move]
        siblings = self.record.nodes[entry.parent].children
        if len(siblings) > 1:
            rank = siblings.index(node)
            words.append(f", main of {len(siblings)} moves" if rank == 0 else f", variation {rank}")
        if grade := self._grade_of(node):
            words.append(f", {_CALLED[grade]}")
        if reason := self._reason_of(node):
            words.append(f", {reason}")
        if figure := self._figure_of(entry):
            words.append(f", {self.sides[0]}'s chances {figure} %")
        if entry.comment:
            words.append(", with a comment")
        return " ".join(words).replace(" ,", ",")

    def _number(self, row: RoundRow, role: int) -> str | QColor | int | None:
        if role == Qt.ItemDataRole.DisplayRole:
            indent = "  " * min(row.depth, 6)
            return f"{indent}{row.number}" if row.number else f"{indent}▸"
        if role == Qt.ItemDataRole.ForegroundRole:
            return QColor(active_theme().muted)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.node_at(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


def broken(move: str, fits: Callable[[str], bool]) -> str:
    """Return a move as narrow columns show it: a line a unit, and where a line may break.

    A part that does not fit between two such places, in whatever font, may break at any letter.
    """
    parts = _LONG.sub(lambda part: part[0].replace(":", ":\u200b"), move)
    parts = _LETTERS.sub("\u200b", parts)
    parts = parts.replace("-", "-\u200b").replace(",", "\n")
    return _PART.sub(lambda part: part[0] if fits(part[0]) else "\u200b".join(part[0]), parts)


class Figures(QStyledItemDelegate):
    """Paints a small figure at the right of a move: the first player's share of 100 after it."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Cut a long move before its figure; where columns are narrow, break it at its signs."""
        super().initStyleOption(option, index)
        if index.model().columnCount() > NARROW and not index.data(FIGURE):
            assert isinstance(option.widget, QTableView)
            room = option.widget.columnWidth(index.column()) - MARGIN
            width = option.fontMetrics.horizontalAdvance
            option.text = broken(option.text, lambda part: width(part) <= room)
        if index.data(FIGURE):
            room = option.rect.width() - 2 * MARGIN - option.fontMetrics.horizontalAdvance("100")
            option.text = option.fontMetrics.elidedText(
                option.text, Qt.TextElideMode.ElideRight, room
            )

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the move, then its figure."""
        super().paint(painter, option, index)
        figure = index.data(FIGURE)
        if not figure:
            return
        painter.save()
        font = QFont(option.font)
        font.setPixelSize(max(8, round(option.fontMetrics.height() * SMALL)))
        painter.setFont(font)
        painter.setPen(QColor(active_theme().muted))
        room = option.rect.adjusted(0, 0, -MARGIN, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, figure)
        painter.restore()
