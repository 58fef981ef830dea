"""Sections of the welcome page: a title, and cards in columns."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import label
from viewer.window.welcome.cards import GUTTER, Card

MOST_COLUMNS = 3
"""Games, courses, collections and examples come in threes: no row is left half empty."""


class SectionBody(QWidget):
    """What scrolls: as high as its layout is at the width it has."""

    def minimumSizeHint(self) -> QSize:
        # Qt's would hold for any width, and leave an empty end below the page.
        return QSize(0, 0)


class Section(QWidget):
    """A title and its cards in columns.

    Parameters
    ----------
    title
        What stands above the cards.
    most
        Columns at most.
    stretches
        Whether the last card takes what is left of its row.
    """

    def __init__(self, title: str, most: int = MOST_COLUMNS, *, stretches: bool = True) -> None:
        super().__init__()
        self.cards: list[Card] = []
        self._most, self._stretches = most, stretches
        self._whole: Card | None = None
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 3 * GAP, 0, 0)
        self.column.setSpacing(int(1.5 * GAP))
        self.column.addWidget(label(title, "heading"))
        self._grid = QGridLayout()
        self._grid.setSpacing(GUTTER)
        self.column.addLayout(self._grid)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def set_cards(self, cards: Sequence[Card], last: Card | None = None) -> None:
        """Show cards, the `last` one as wide as the page; with none there is no section."""
        for card in self.cards:
            self._grid.removeWidget(card)
            if card is not last:
                card.hide()
                card.deleteLater()
        self.cards = [*cards, *([] if last is None else [last])]
        self._whole = last
        self.setVisible(bool(cards))

    def lay(self, columns: int, cell: int, width: int) -> None:
        """Lay the cards out; one that would leave its row half empty takes the rest of it."""
        grid, columns = self._grid, min(columns, self._most)
        for card in self.cards:
            grid.removeWidget(card)
        for column in range(max(columns, grid.columnCount())):
            grid.setColumnStretch(column, 1 if column < columns else 0)
        in_columns = [card for card in self.cards if card is not self._whole]
        for number, card in enumerate(in_columns):
            row, column = divmod(number, columns)
            last = number == len(in_columns) - 1
            span = columns - column if last and self._stretches else 1
            grid.addWidget(card, row, column, 1, span)
            card.fit(cell, span * (cell + GUTTER) - GUTTER)
        if self._whole is not None:
            grid.addWidget(self._whole, -(-len(in_columns) // columns), 0, 1, columns)
            self._whole.fit(cell, width)
