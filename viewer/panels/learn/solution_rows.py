"""The solution of a puzzle as a tree of rows: set play, keys and variations, tries."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QHBoxLayout, QWidget

from model.puzzles.solutions.tree_wording import TreeRow
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.layouts import column_in, row_in
from viewer.widgets.row_button import RowButton


class SolutionRows(QWidget):
    """Shows rows, hidden while there are none; pressing one shows its line in the scene.

    Parameters
    ----------
    chosen
        Called with a row that was pressed.
    """

    def __init__(self, chosen: Callable[[TreeRow], None]) -> None:
        super().__init__()
        self._chosen = chosen
        self._column = column_in(self, 0)
        self._rows: tuple[TreeRow, ...] = ()
        self.hide()

    def show_rows(self, rows: Sequence[TreeRow]) -> None:
        """Show these rows instead of the ones before."""
        if tuple(rows) == self._rows:
            return
        self._rows = tuple(rows)
        controls.empty(self._column)
        self.setVisible(bool(rows))
        if rows:
            self._column.addWidget(controls.label("The solution as a tree", "section"))
        for row in self._rows:
            self._column.addWidget(self._line_of(row))

    def _line_of(self, row: TreeRow) -> QWidget:
        line = QWidget()
        layout: QHBoxLayout = row_in(line, 0)
        layout.setContentsMargins(row.depth * 2 * GAP, 0, 0, 0)
        if row.line:
            button = RowButton("", row.text, "Show it on the board")
            button.clicked.connect(lambda: self._chosen(row))
            layout.addWidget(button, 1)
        else:
            words = controls.label(row.text, "muted")
            words.setWordWrap(True)
            words.setContentsMargins(GAP, 2, 0, 2)
            layout.addWidget(words, 1)
        return line
