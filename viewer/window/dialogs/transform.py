"""The dialog that turns or mirrors a position and exchanges its colours."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QToolButton,
    QWidget,
)

from model.contract.game import Position
from model.positions import setup
from model.positions.symmetry import named_maps
from model.records.view import Camera
from viewer.picture.flat.miniature import miniature_of
from viewer.widgets.appearance.chosen_preferences import with_text
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import NARROW, column_in, fill
from viewer.widgets.dialog_body import DialogBody, FittingDialog, answer_buttons
from viewer.widgets.flat_painting import pixmap

PICTURE = QSize(150, 110)


class Transform(FittingDialog):
    """Mirror, rotate and exchange of colours in one dialog, each with a small picture."""

    def __init__(self, position: Position, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Turn, mirror, swap colours")
        self._position = position
        self.number = 0
        self.exchange = QCheckBox("Swap the colours, and the side to move")
        self.exchange.toggled.connect(self._paint)
        self.maps = named_maps(position.game.board)
        self.buttons: list[QToolButton] = []
        body = DialogBody()
        self._grid = QGridLayout()
        for number, (name, _) in enumerate(self.maps):
            button = QToolButton()
            button.setCheckable(True)
            button.setAutoExclusive(True)
            button.setIconSize(PICTURE)
            button.setText(name)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.clicked.connect(lambda _=False, k=number: self._choose(k))
            self.buttons.append(button)
        self.buttons[0].setChecked(True)
        column = column_in(self, GAP, *NARROW)
        body.column.addLayout(self._grid)
        fill(column, (body, 1), self.exchange, answer_buttons(self))
        self._paint()
        with_text(self, self._arrange)

    def _arrange(self, scale: float) -> None:
        """Put as many pictures side by side as have room with their names."""
        columns = 4 if scale < 1.2 else 3 if scale < 1.6 else 2
        for number, button in enumerate(self.buttons):
            self._grid.addWidget(button, number // columns, number % columns)

    def _choose(self, number: int) -> None:
        self.number = number

    def _paint(self) -> None:
        for button, (_, image) in zip(self.buttons, self.maps, strict=True):
            made = setup.moved(self._position, image)
            if self.exchange.isChecked():
                made = setup.exchanged(made)
            button.setIcon(QIcon(pixmap(miniature_of(made), Camera(), PICTURE)))
