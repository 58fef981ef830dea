"""What an engine says, at the top of the Why dock: how the position stands, a hint, a judgement."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout

from viewer.analysis.advice import Advice
from viewer.widgets.controls import label
from viewer.widgets.prose import plain_tip, sentence
from viewer.widgets.theme import GAP


class CardShell(Protocol):
    """What the card asks of the window."""

    def perform(self, command: str) -> bool:
        """Run a command by its id."""
        ...


class EngineCard(QFrame):
    """One sentence of the engine's; away while there is none."""

    def __init__(self, advice: Advice, shell: CardShell) -> None:
        super().__init__()
        self.setObjectName("WhyCard")
        self._advice, self._shell = advice, shell
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(GAP)
        self.title = label("Engine", "muted")
        self.text = label("")
        self.text.setWordWrap(True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(self.title)
        column.addWidget(self.text)
        row = QHBoxLayout()
        row.setSpacing(6)
        self.keep = self._button(
            "Keep as a variation", "explain.keep-line", "Add the numbered moves to the game"
        )
        self.away = self._button("Take away", "explain.dismiss", "Take hint and line away")
        row.addWidget(self.keep)
        row.addWidget(self.away)
        row.addStretch(1)
        column.addLayout(row)
        advice.changed.connect(self.tell)
        self.tell()

    def _button(self, text: str, command: str, tip: str) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("role", "small")
        button.setToolTip(plain_tip(tip))
        button.clicked.connect(lambda: self._shell.perform(command))
        return button

    def tell(self) -> None:
        """Say what there is to say now."""
        text = self._advice.text
        self.setVisible(bool(text))
        said = sentence(text) if text and not text.endswith("…") else text
        if said != self.text.text():
            self.text.setText(said)
            self.setAccessibleName(said)
        self.keep.setVisible(bool(self._advice.refutation))
        self.away.setVisible(self._advice.advises)
