"""The cover: what two people see while they exchange places before one screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFormLayout, QWidget

from model.contract.game import Player
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.text_fields import LineEdit

BUTTON = 240
"""Logical pixels a button is wide at least."""
MOST_NAME = 40
"""Letters of a player's name."""


class Cover(QWidget):
    """Says who has chosen and who is next; the button, or Enter, goes on.

    Attributes
    ----------
    ready, back, open
        The buttons: the next player has sat down; the choice is taken back; nobody plays, and
        nothing is to be hidden.
    names
        Side -> where the name of who sits there is written, while it is asked.

    Signals
    -------
    accepted
        The next player looks at the screen.
    taken_back
        Who has chosen wants to choose anew.
    opened
        Nobody plays: the game is only looked at.
    named(str, str, object)
        A side, the name that is written for it, and the go of typing.
    """

    named = Signal(str, str, object)
    accepted = Signal()
    taken_back = Signal()
    opened = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("Cover")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.title = controls.label("", "title")
        self.about = controls.label("", "muted")
        self.ready = controls.button("", self.accepted.emit, "Enter", "primary")
        self.back = controls.button("", self.taken_back.emit, "Ctrl+Z", "quiet")
        self.open = controls.button("Only look: hide nothing", self.opened.emit, role="quiet")
        self.names: dict[Player, LineEdit] = {}
        self._seats = QWidget()
        self._form = QFormLayout(self._seats)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setHorizontalSpacing(2 * GAP)
        self._form.setVerticalSpacing(GAP)
        column = controls.column_in(self, 2 * GAP, 4 * GAP, 4 * GAP, 4 * GAP, 4 * GAP)
        column.addStretch(2)
        for line in (self.title, self.about):
            line.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            line.setWordWrap(True)
            column.addWidget(line)
        column.addSpacing(2 * GAP)
        column.addWidget(self._seats, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(2 * GAP)
        for button in (self.ready, self.back, self.open):
            button.setMinimumWidth(BUTTON)
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    def ask(
        self,
        chose: Player,
        following: Player,
        sides: Sequence[Player],
        called: Callable[[Player], str],
    ) -> None:
        """Ask the player who has chosen, if any, to hand over to the one who is to choose.

        Parameters
        ----------
        chose, following
            "" where nobody has chosen yet.
        sides
            All who play.
        called
            Returns what a player is called.
        """
        self._lay_names(())
        after, before = called(following), called(chose)
        if chose:
            self.title.setText(f"{before} has chosen. Hand over to {after}.")
            stays = "It stays sealed until everybody has chosen. "
        else:
            self.title.setText(f"{after} chooses in secret.")
            stays = ""
        self.about.setText(stays + _look_away(following, sides, called))
        self.ready.setText(f"{after} is ready")
        self.ready.setAccessibleName(f"{self.title.text()} {self.ready.text()}")
        self.back.setText(f"Take {before}'s choice back")
        self.back.setVisible(bool(chose))
        self.open.hide()

    def ask_seats(
        self, following: Player, sides: Sequence[Player], known: Mapping[str, str]
    ) -> None:
        """Ask who sits where, before the first choice.

        Parameters
        ----------
        following
            Who chooses first, in secret; "" where everybody may see the first choice.
        sides
            All who play.
        known
            The names that are known already, by their sides.
        """
        self.title.setText("Who sits where?")
        about = "What only one player may know is shown to that player alone. Names may stay empty."
        if following:
            about += f" {_look_away(following, sides, str.capitalize)}"
        self.about.setText(about)
        self._lay_names(sides)
        for side, field in self.names.items():
            field.say(known.get(side, ""))
        self.ready.setText(f"{following.capitalize()} is ready" if following else "Begin")
        self.ready.setAccessibleName(f"{self.title.text()} {self.ready.text()}")
        self.back.hide()
        self.open.show()

    def _lay_names(self, sides: Sequence[Player]) -> None:
        while self._form.rowCount():
            self._form.removeRow(0)
        self.names = {}
        for side in sides:
            field = LineEdit(f"Name of {side.capitalize()}", "Name")
            field.setMaxLength(MOST_NAME)
            field.setMinimumWidth(BUTTON)
            field.typed.connect(lambda text, go, side=side: self.named.emit(side, text.strip(), go))
            field.left.connect(self.ready.setFocus)
            self.names[side] = field
            self._form.addRow(side.capitalize(), field)
        self._seats.setVisible(bool(sides))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on, unless the other button has the keyboard."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif self.back.hasFocus():
            self.taken_back.emit()
        elif self.open.hasFocus():
            self.opened.emit()
        else:
            self.accepted.emit()


def _look_away(following: Player, sides: Sequence[Player], called: Callable[[Player], str]) -> str:
    others = [side for side in sides if side != following]
    if len(others) == 1:
        return f"{called(others[0])} looks away."
    return f"All but {called(following)} look away."
