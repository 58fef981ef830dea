"""The dialog of players and clock: who plays each side, and how long each may think."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QVBoxLayout,
    QWidget,
)

from model.play.clock import TimeControl
from model.play.seats import PERSON, Computer, Foreign, Seat, Seats
from viewer.widgets import controls
from viewer.widgets.dialog_body import FittingDialog
from viewer.widgets.theme import GAP
from viewer.window.opponent_choice import NOBODY, opponents

USUAL = TimeControl(10.0, 5.0)
LONGEST_GAME, LONGEST_ADDED = 600, 600
"""Minutes, and seconds."""


class SeatChoice(FittingDialog):
    """Choose who plays each side, and the clock; `choice` says what was chosen.

    Attributes
    ----------
    boxes
        Side -> the box of who plays it.
    timed, minutes, increment
        Whether there is a clock, minutes a side, and seconds after each move.
    """

    def __init__(
        self,
        players: Sequence[str],
        seats: Seats,
        control: TimeControl | None,
        engines: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Players and clock")
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * GAP, 3 * GAP, 3 * GAP, 2 * GAP)
        column.setSpacing(2 * GAP)
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GAP)
        form.setVerticalSpacing(GAP)
        entries = [("A person", NOBODY), *opponents(engines)]
        self.boxes: dict[str, QComboBox] = {}
        for side in players:
            box = controls.combo(f"Who plays {side.capitalize()}", entries)
            controls.set_combo(box, _value_of(seats.of(side)))
            box.setMinimumWidth(220)
            self.boxes[side] = box
            form.addRow(side.capitalize(), box)
        self.timed = QCheckBox("With a clock")
        self.timed.setChecked(control is not None)
        given = control or USUAL
        self.minutes = controls.number_box("Minutes each", 1, LONGEST_GAME)
        self.minutes.setSuffix(" min each")
        self.minutes.setValue(round(given.minutes))
        self.increment = controls.number_box("Seconds added after each move", 0, LONGEST_ADDED)
        self.increment.setSuffix(" s a move")
        self.increment.setValue(round(given.increment))
        form.addRow("", self.timed)
        form.addRow("", controls.row(self.minutes, self.increment))
        column.addLayout(form)
        said = "A new clock starts with the next move. Engines of others are added in Settings."
        line = controls.label(said, "small")
        line.setWordWrap(True)
        column.addWidget(line)
        column.addStretch(1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.play = controls.button("Play", self.accept, role="primary")
        buttons.addButton(self.play, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.play.setDefault(True)
        self.timed.toggled.connect(self._follow)
        self._follow(self.timed.isChecked())

    def _follow(self, timed: bool) -> None:
        for box in (self.minutes, self.increment):
            box.setEnabled(timed)

    @property
    def choice(self) -> tuple[Seats, TimeControl | None]:
        """Who plays each side, and the clock; None for a game without one."""
        seats = Seats()
        for side, box in self.boxes.items():
            seats = seats.place(side, _seat_of(box.currentData()))
        if not self.timed.isChecked():
            return seats, None
        return seats, TimeControl(float(self.minutes.value()), float(self.increment.value()))


def _value_of(seat: Seat) -> object:
    match seat:
        case Computer(level):
            return level
        case Foreign(name):
            return name
    return NOBODY


def _seat_of(value: object) -> Seat:
    if isinstance(value, int):
        return Computer(value)
    return PERSON if value == NOBODY else Foreign(str(value))
