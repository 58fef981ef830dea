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

from model.contract.game import Game
from model.contract.hooks import hooks_of
from model.play.clock import TimeControl
from model.play.seats import PERSON, Computer, Foreign, Seat, Seats
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.dialog_body import FittingDialog
from viewer.window.players.opponent_choice import NOBODY, opponents

USUAL = TimeControl(10.0, 5.0)
LONGEST_GAME, LONGEST_ADDED = 600, 600
"""Minutes, and seconds."""
LONGEST_CHOICE = 3600
"""Seconds."""


class SeatChoice(FittingDialog):
    """Choose who plays each side, and the clock; `choice` says what was chosen.

    Attributes
    ----------
    boxes
        Side -> the box of who plays it.
    timed, minutes, increment
        Whether there is a clock, minutes a side, and seconds after each move.
    seconds
        Seconds for each choice, in games that give each its time: in the place of the other two.
    """

    def __init__(
        self,
        game: Game,
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
        entries = [("A person", NOBODY), *opponents(engines)[1:]]
        self.boxes: dict[str, QComboBox] = {}
        for side in hooks_of(game.kind).seated(game):
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
        self.increment.setPrefix("+ ")
        self.increment.setSuffix(" s a move")
        self.increment.setValue(round(given.increment))
        self._time = hooks_of(game.kind).choice_time(game)
        self.seconds = controls.number_box("Seconds for each turn", 1, LONGEST_CHOICE)
        self.seconds.setSuffix(" s a turn")
        form.addRow("", self.timed)
        said = "Add external engines in Settings."
        if self._time is None:
            form.addRow("", controls.row(self.minutes, self.increment))
            said = f"A new clock starts with the next move. {said}"
        else:
            usual = self._time.seconds
            self.seconds.setValue(usual if control is None else round(control.seconds))
            form.addRow("", controls.row(self.seconds))
            self.timed.setEnabled(usual > 0)
            late = "nothing you chose counts" if self._time.voids else "what you have chosen counts"
            said = f"The clock runs while you choose. When your time is up, {late}."
            if not usual:
                said = "This game is played without a clock: its options say so."
        column.addLayout(form)
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
        for box in (self.minutes, self.increment, self.seconds):
            box.setEnabled(timed)

    @property
    def choice(self) -> tuple[Seats, TimeControl | None]:
        """Who plays each side, and the clock; None for a game without one."""
        seats = Seats()
        for side, box in self.boxes.items():
            seats = seats.place(side, _seat_of(box.currentData()))
        if not self.timed.isChecked():
            return seats, None
        if self._time is not None:
            seconds, voids = self.seconds.value(), self._time.voids
            return seats, TimeControl(seconds / 60.0, renewed=True, voids=voids)
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
