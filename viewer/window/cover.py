"""The cover: what two people see while they exchange places before one screen."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from viewer.widgets import controls
from viewer.widgets.theme import GAP

BUTTON = 240
"""Logical pixels a button is wide at least."""


class Cover(QWidget):
    """Says who has chosen and who is next; the button, or Enter, goes on.

    Attributes
    ----------
    ready, back
        The buttons: the next player has sat down; the choice is taken back.

    Signals
    -------
    accepted
        The next player looks at the screen.
    taken_back
        Who has chosen wants to choose anew.
    """

    accepted = Signal()
    taken_back = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("Cover")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.title = controls.label("", "title")
        self.about = controls.label("", "muted")
        self.ready = controls.button("", self.accepted.emit, "Enter", "primary")
        self.back = controls.button("", self.taken_back.emit, "Ctrl+Z", "quiet")
        column = QVBoxLayout(self)
        column.setContentsMargins(4 * GAP, 4 * GAP, 4 * GAP, 4 * GAP)
        column.setSpacing(2 * GAP)
        column.addStretch(2)
        for line in (self.title, self.about):
            line.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            line.setWordWrap(True)
            column.addWidget(line)
        column.addSpacing(2 * GAP)
        for button in (self.ready, self.back):
            button.setMinimumWidth(BUTTON)
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    def ask(self, chose: str, following: str) -> None:
        """Ask the player who has chosen to hand over to the next."""
        chose, following = chose.capitalize(), following.capitalize()
        self.title.setText(f"{chose} has chosen. Hand over to {following}.")
        self.about.setText(
            "It stays sealed until everybody has chosen. "
            f"{chose} looks away while {following} chooses."
        )
        self.ready.setText(f"{following} is ready")
        self.ready.setAccessibleName(f"{self.title.text()} {following} is ready")
        self.back.setText(f"Take {chose}'s choice back")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on, unless the other button has the keyboard."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif self.back.hasFocus():
            self.taken_back.emit()
        else:
            self.accepted.emit()
