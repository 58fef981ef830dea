"""Rows of the lesson editor: a name, what it is now, and small buttons; and what pours."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from model.boards.board import Board
from model.contract.game import Position
from viewer.games.registry import explainer_of
from viewer.widgets import controls
from viewer.widgets.controls import column_in, row_in
from viewer.widgets.text_fields import Go


def named(name: str, what: QWidget, *buttons: QWidget) -> QHBoxLayout:
    """Return a row: a name, what it is now, and what can be done about it."""
    line = row_in(None, 4)
    named = controls.label(name, "muted")
    named.setMinimumWidth(58)
    controls.fill(line, named, (what, 1), *buttons)
    return line


def small(text: str, tip: str, run: Callable[[], object]) -> QPushButton:
    """Return a small button with a tip, which is part of its name for a screen reader."""
    button = controls.button(text, run, tip, "small")
    button.setAccessibleName(f"{text}: {tip}")
    return button


class PourRows(QWidget):
    """Chooses a pour; not there in games in which nothing pours.

    Attributes
    ----------
    take
        Uses the pour that is shown now.

    Signals
    -------
    chosen(str, object)
        "SW:red", "" for nothing; and the go through the list.
    """

    chosen = Signal(str, object)

    def __init__(self, take: Callable[[], object], what: str = "Pour") -> None:
        super().__init__()
        self._board: Board | None = None
        self.corners = controls.combo(f"{what} from which corner", ())
        self.past = controls.combo(f"{what} past whose pieces", ())
        self._go = Go(self)
        for box in (self.corners, self.past):
            box.activated.connect(lambda _: self._chose())
        self.take = small("Use current pour", "Use the pour that is shown now", take)
        boxes = QWidget()
        controls.fill(row_in(boxes, 4), self.corners, self.past, 0)
        controls.fill(column_in(self, 4), named("Pour", boxes), self.take)

    def show_pour(self, pour: str, position: Position, current: str) -> None:
        """Show a pour, and offer the one on the screen; nothing is emitted."""
        explainer = explainer_of(position)
        self.setVisible(explainer is not None)
        if explainer is None:
            return
        if self._board is not position.game.board:
            self._board = position.game.board
            corners = [(f"from {corner}", corner) for corner in position.game.board.corners]
            sides = [(f"past {side.capitalize()}", side) for side in position.game.players]
            controls.fill_combo(self.corners, [("nothing", ""), *corners])
            controls.fill_combo(self.past, sides)
        corner, _, side = pour.partition(":")
        controls.set_combo(self.corners, corner)
        controls.set_combo(self.past, side)
        self.past.setVisible(bool(pour))
        self.take.setVisible(bool(current) and current != pour)

    def _chose(self) -> None:
        corner, side = self.corners.currentData(), self.past.currentData()
        self.chosen.emit(f"{corner}:{side}" if corner else "", self._go.on())
