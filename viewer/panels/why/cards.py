"""Cards of the Why dock: what an engine says, and what is certain of the position."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton

from model.phrases import counted, listed
from model.search.move_values import MoveValues
from viewer.analysis.advice import Advice
from viewer.analysis.values import ValueLookup
from viewer.picture.compose.overlays import counts
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import button, column_in, fill, label, row, show_if
from viewer.widgets.prose import sentence

_TITLES = {"": "Proved values", "table": "From the table", "search": "Proved"}
FEW = 3
"""Best moves that are named; more are counted."""


class WhyCard(QFrame):
    """A title and a sentence; away while there is none.

    Signals
    -------
    came
        There is one, and there was none.
    """

    came = Signal()

    def __init__(self, title: str, spacing: int) -> None:
        super().__init__()
        self.setObjectName("WhyCard")
        self.column = column_in(self, spacing, 12, 10, 12, 10)
        self.title = label(title, "muted")
        self.column.addWidget(self.title)
        self.text = self.words()

    def words(self, role: str = "") -> QLabel:
        """Return a label for words that can be selected."""
        made = label("", role, wraps=True)
        made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return made

    def say(self, text: str) -> str:
        """Be there with a text, or away without; returns it as the sentence it is shown as."""
        comes = self.isHidden() and bool(text)
        self.setVisible(bool(text))
        if comes:
            self.came.emit()
        said = sentence(text) if text and not text.endswith("…") else text
        if said != self.text.text():
            self.text.setText(said)
        return said


class EngineCard(WhyCard):
    """What an engine says: how the position stands, a hint, a judgement."""

    def __init__(self, advice: Advice, perform: Callable[[str], object]) -> None:
        super().__init__("Engine", GAP)
        self._advice, self._perform = advice, perform
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
            self.column.addLayout(row(*buttons))
        self.column.addWidget(self.text)
        advice.changed.connect(self.tell)
        self.tell()

    def _button(self, text: str, command: str, tip: str) -> QPushButton:
        return button(text, lambda: self._perform(command), tip, "small")

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
        self.setAccessibleName(self.say(self._advice.text))
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
        for one, is_shown in shown.items():
            show_if(one, is_shown, self.play.setFocus)


class ValueCard(WhyCard):
    """How the position stands for certain, and with which moves."""

    def __init__(self, values: ValueLookup) -> None:
        super().__init__("From the table", GAP // 2)
        self._values = values
        self.moves = self.words("muted")
        fill(self.column, self.text, self.moves)
        values.changed.connect(self.tell)
        self.tell()

    def tell(self) -> None:
        """Say what there is to say now."""
        known, said = self._values.known, self.say(self._values.text)
        self.title.setText(_TITLES["" if known is None else known.by])
        more = "" if known is None else moves_text(known)
        self.moves.setText(more)
        self.moves.setVisible(bool(more))
        self.setAccessibleName(f"{said} {more}".strip())


def moves_text(known: MoveValues) -> str:
    """Return "Of 20 moves, 6 win and 14 lose. Best: 1a1, 1c3 and 2b2.", as far as it is known."""
    found = counts(known)
    every = known.position.legal_moves.count()
    kinds = (("win", "wins", "win"), ("draw", "draws", "draw"), ("loss", "loses", "lose"))
    parts = [
        f"{found[kind]} {one if found[kind] == 1 else many}"
        for kind, one, many in kinds
        if found[kind]
    ]
    if found["open"]:
        parts.append(f"{found['open']} undecided")
    said = f"Of {counted(every, 'move')}, {listed(parts)}." if parts else ""
    if every == 1 and parts:
        return f"The only move {parts[0].removeprefix('1 ')}."
    if every > 1 and (alike := [many for kind, _, many in kinds if found[kind] == every]):
        said = f"All {every} moves {alike[0]}."
    best = known.best
    if known.worth is None or len(best) in (0, every):
        return said
    named = listed(list(best)) if len(best) <= FEW else f"{best[0]} and {len(best) - 1} others"
    return f"{said} Best: {named}."
