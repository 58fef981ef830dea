"""The dialog that makes a puzzle of a position: what is asked, and what it is called."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from model.contract.game import Position
from model.puzzles.request import usual_question
from model.records.puzzle import Stipulation
from viewer.panels.author.stipulation_form import StipulationForm
from viewer.widgets import controls
from viewer.widgets.appearance.text_scale import with_text
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.dialog_body import DialogBody, FittingDialog


class NewPuzzle(FittingDialog):
    """Asks for a stipulation and a title."""

    def __init__(self, position: Position, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New puzzle")
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * GAP, 3 * GAP, 3 * GAP, 2 * GAP)
        column.setSpacing(int(1.5 * GAP))
        column.addWidget(controls.label("New puzzle", "title"))
        self.title = QLineEdit()
        self.title.setPlaceholderText("its name")
        self.title.setAccessibleName("Title of the puzzle")
        top = QFormLayout()
        top.setHorizontalSpacing(int(1.5 * GAP))
        top.addRow("Title", self.title)
        body = DialogBody(400)
        body.column.addLayout(top)
        self.form = StipulationForm(on_board=False)
        self.form.show_stipulation(position, usual_question(position))
        self.form.picked.connect(lambda *_: self.grow())  # another task has other rows
        self.form.left.connect(self.reject)
        name = top.labelForField(self.title)
        with_text(name, lambda _: name.setMinimumWidth(self.form.names_width()))
        body.column.addWidget(self.form)
        note = controls.label(
            "The check then proves that it is sound, or shows what is wrong with it.", "small"
        )
        note.setWordWrap(True)
        body.column.addWidget(note)
        body.column.addStretch(1)
        column.addWidget(body, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.make = QPushButton("Make the puzzle")
        self.make.setProperty("role", "primary")
        buttons.addButton(self.make, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.make.setDefault(True)  # only now has it a dialog to be the default of
        self.title.setFocus()

    def _accept(self) -> None:
        """Close, unless a field says what cannot be."""
        self.form.read()
        if not self.form.is_wrong:
            self.accept()

    @property
    def answer(self) -> tuple[Stipulation, str]:
        """What is asked, and the title."""
        return self.form.stipulation, self.title.text().strip()
