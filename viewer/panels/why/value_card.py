"""Proved values about a position, in the Why dock: its value and the best moves."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout

from model.phrases import counted, listed
from model.search.move_values import MoveValues
from viewer.analysis.values import ValueLookup
from viewer.picture.compose.overlays import counts
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import label
from viewer.widgets.prose import sentence

_TITLES = {"": "Proved values", "table": "From the table", "search": "Proved"}
FEW = 3
"""Best moves that are named; more are counted."""


class ValueCard(QFrame):
    """How the position stands for certain, and with which moves; away while nothing is shown.

    Signals
    -------
    came
        Something is shown, and nothing was.
    """

    came = Signal()

    def __init__(self, values: ValueLookup) -> None:
        super().__init__()
        self.setObjectName("WhyCard")
        self._values = values
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(GAP // 2)
        self.title = label("From the table", "muted")
        self.text = label("")
        self.moves = label("", "muted")
        for part in (self.text, self.moves):
            part.setWordWrap(True)
            part.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for part in (self.title, self.text, self.moves):
            column.addWidget(part)
        values.changed.connect(self.tell)
        self.tell()

    def tell(self) -> None:
        """Say what there is to say now."""
        known, text = self._values.known, self._values.text
        comes = self.isHidden() and bool(text)
        self.setVisible(bool(text))
        if comes:
            self.came.emit()
        said = sentence(text) if text and not text.endswith("…") else text
        self.text.setText(said)
        by = "" if known is None else known.by
        self.title.setText(_TITLES[by])
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
