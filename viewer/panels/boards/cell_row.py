"""A row of cells: as wide as it needs, going on below where words make it too wide."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from viewer.panels.boards.cell_button import CellButton

SPACE = 2
"""Logical pixels between cells."""
TOGETHER = 12
"""Cells of the usual width that stay beside one another, however narrow the dock."""


def room_of_cell(width: int) -> int:
    """Return the width of each of so many cells that lie beside one another in `width`."""
    return (width + SPACE) // TOGETHER - SPACE


class CellRow(QWidget):
    """Lays its cells out from the left."""

    def __init__(self, cells: Sequence[CellButton]) -> None:
        super().__init__()
        self._cells = tuple(cells)
        for cell in cells:
            cell.setParent(self)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def lay_out(self) -> None:
        """Put the cells in their places: some of them may have grown."""
        for cell, place in zip(self._cells, self._places(self.width()), strict=True):
            cell.move(place)
        self.updateGeometry()

    def _places(self, width: int) -> list[QPoint]:
        places, x, y = [], 0, 0
        for cell in self._cells:
            if x and x + cell.width() > width:
                x, y = 0, y + cell.height() + SPACE
            places.append(QPoint(x, y))
            x += cell.width() + SPACE
        return places

    def heightForWidth(self, width: int) -> int:
        if not self._cells:
            return 0
        return self._places(width)[-1].y() + self._cells[-1].height()

    def sizeHint(self) -> QSize:
        whole = sum(cell.width() + SPACE for cell in self._cells)
        return QSize(whole, self.heightForWidth(max(1, self.width())))

    def minimumSizeHint(self) -> QSize:
        """Wide enough for all cells of a row at their least, or for the longest of their words."""
        widths = [cell.width() for cell in self._cells]
        usual = all(width <= cell.height() for width, cell in zip(widths, self._cells, strict=True))
        few = [cell.least for cell in self._cells[:TOGETHER]]
        kept = few if usual else [max(widths, default=0)]
        least = sum(kept) + SPACE * len(kept)
        return QSize(least, self.heightForWidth(max(least, self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()
