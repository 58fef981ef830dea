"""One generated puzzle at a size at which it can be judged: its picture, its key and its tries."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QWidget

from model.phrases import listed
from model.puzzles.generated import GeneratedPuzzle
from model.records.views.view import Camera
from viewer.picture.flat.miniature import miniature_of
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.layouts import column_in
from viewer.widgets.picture_frame import Picture
from viewer.widgets.thumbnail import pixmap

SIZE = QSize(320, 250)
FEW = 6
"""Key moves that are named one by one."""


class PuzzlePreview(QWidget):
    """What is chosen in the list of generated puzzles."""

    def __init__(self) -> None:
        super().__init__()
        self.picture = Picture()
        self.picture.setFixedSize(SIZE)
        self.picture.setAccessibleName("The chosen puzzle")
        self.told = controls.label("", "small")
        self.told.setWordWrap(True)
        self.told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.told.setFixedWidth(SIZE.width())
        column = column_in(self, GAP)
        column.addWidget(self.picture)
        column.addWidget(self.told)
        column.addStretch(1)
        self.hide()

    def show_puzzle(self, made: GeneratedPuzzle | None) -> None:
        """Show a puzzle, or nothing."""
        self.setVisible(made is not None)
        if made is not None:
            shown = miniature_of(made.position)
            self.picture.setPixmap(pixmap(shown, Camera(), SIZE, self.devicePixelRatioF()))
            self.told.setText("\n".join(_lines(made)))


def _lines(made: GeneratedPuzzle) -> list[str]:
    """What solves it, how it goes on, and which tries fail to what."""
    proof, lines = made.puzzle.proof, []
    if proof is not None:
        more = len(proof.first) - FEW
        keys = (*proof.first[:FEW], f"{more} more") if more > 0 else proof.first
        lines.append(f"Key: {listed(keys)}")
        if len(proof.line) > 1:
            lines.append(f"Solution: {'  '.join(proof.line)}")
    for one in made.puzzle.tries:
        answer = f", refuted by {one.refutation[0]}" if one.refutation else ""
        lines.append(f"Try: {one.move}{answer}")
    return lines
