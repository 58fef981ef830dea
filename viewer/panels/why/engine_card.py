"""What an engine says, in the Why dock: how the position stands, a hint, a judgement."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout

from viewer.analysis.advice import Advice
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import label, row, show_if
from viewer.widgets.prose import plain_tip, sentence


class EngineCard(QFrame):
    """One sentence of the engine's; away while there is none.

    Signals
    -------
    came
        There is one, and there was none.
    """

    came = Signal()

    def __init__(self, advice: Advice, perform: Callable[[str], object]) -> None:
        super().__init__()
        self.setObjectName("WhyCard")
        self._advice, self._perform = advice, perform
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(GAP)
        self.title = label("Engine", "muted")
        self.text = label("")
        self.text.setWordWrap(True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(self.title)
        self.play = self._button(
            "Play", "explain.play-line", "Play the line move by move, or stop it (P)"
        )
        self.keep = self._button(
            "Keep as a variation", "explain.keep-line", "Add the numbered moves to the game"
        )
        self.away = self._button("Clear", "explain.dismiss", "Clear hint and line")
        self.before = self._button("Back", "play.previous", "The move before (,)")
        self.next = self._button("Next", "play.next", "The next move of the line (.)")
        self.leave = self._button("Back to the game", "explain.leave-line", "Leave the line (Esc)")
        # Above the text, and each at its own place: a press moves none of them.
        for buttons in (self.play, self.before, self.next, self.leave), (self.keep, self.away):
            column.addLayout(row(*buttons))
        column.addWidget(self.text)
        advice.changed.connect(self.tell)
        self.tell()

    def _button(self, text: str, command: str, tip: str) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("role", "small")
        button.setToolTip(plain_tip(tip))
        button.clicked.connect(lambda: self._perform(command))
        return button

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves a line from its buttons, too, as it does over the scene."""
        if event.key() == Qt.Key.Key_Escape and self._advice.line is not None:
            self._perform("explain.leave-line")
        else:
            super().keyPressEvent(event)

    def tells(self, said: str) -> bool:
        """Whether this sentence (without its full stop) stands here to be read."""
        return self.text.text() == sentence(said) and not self.text.visibleRegion().isEmpty()

    def tell(self) -> None:
        """Say what there is to say now."""
        text = self._advice.text
        comes = self.isHidden() and bool(text)
        self.setVisible(bool(text))
        if comes:
            self.came.emit()
        said = sentence(text) if text and not text.endswith("…") else text
        if said != self.text.text():
            self.text.setText(said)
            self.setAccessibleName(said)
        exercise, refutes = self._advice.line, bool(self._advice.refutation)
        hints = self._advice.advises and not self._advice.is_judging
        title = "Hint" if hints else "Engine"
        self.title.setText(title if exercise is None else self._advice.place_on_line)
        plays = exercise is not None and exercise.plays
        self.play.setText("Stop" if plays else "Play")
        shown = {
            self.play: refutes or exercise is not None,
            self.keep: refutes and exercise is None,
            self.away: self._advice.advises and exercise is None,
            self.before: exercise is not None,
            self.next: exercise is not None,
            self.leave: exercise is not None,
        }
        for button, is_shown in shown.items():
            show_if(button, is_shown, self.play.setFocus)
