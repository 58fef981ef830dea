"""The dialog of a new game: which game, and its options."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from model.records.game_options import new_game
from viewer.games.registry import game_view_named
from viewer.widgets.controls import label, number_box
from viewer.widgets.prose import plain_tip
from viewer.widgets.theme import GAP

if TYPE_CHECKING:
    from model.game import GameKind, Option


class NewGame(QDialog):
    """Choose a game and its options; `choice` says which."""

    def __init__(self, kinds: Mapping[str, GameKind], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New game")
        self._kinds = dict(kinds)
        self._fields: dict[str, QWidget] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * GAP, 3 * GAP, 3 * GAP, 2 * GAP)
        column.setSpacing(int(1.5 * GAP))
        title = label("New game", "title")
        column.addWidget(title)
        self.game = QComboBox()
        self.game.setAccessibleName("Game")
        for name, kind in self._kinds.items():
            self.game.addItem(kind.title, name)
        top = QFormLayout()
        top.setHorizontalSpacing(2 * GAP)
        top.addRow("Game", self.game)
        column.addLayout(top)
        self.credit = label("", "small")
        self.credit.setWordWrap(True)
        column.addWidget(self.credit)
        body = QWidget()
        body.setObjectName("PanelBody")
        self._form = QFormLayout(body)
        self._form.setContentsMargins(GAP, GAP, GAP, GAP)
        self._form.setHorizontalSpacing(2 * GAP)
        self._form.setVerticalSpacing(GAP)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        scroll = QScrollArea()
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(body)
        column.addWidget(scroll, 1)
        self.board_file = QPushButton("Board from file…")
        self.board_file.clicked.connect(lambda: self._ask_board())
        column.addWidget(self.board_file, 0, Qt.AlignmentFlag.AlignLeft)
        self.trouble = label("", "error")
        self.trouble.setWordWrap(True)
        self.trouble.hide()
        column.addWidget(self.trouble)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        begin = QPushButton("Begin")
        begin.setProperty("role", "primary")
        buttons.addButton(begin, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._begin)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.board_file.setAutoDefault(False)
        begin.setDefault(True)  # only now has it a dialog to be the default of
        self.setMinimumSize(480, 520)
        self.game.currentIndexChanged.connect(lambda: self._show_options())
        self._show_options()

    @property
    def choice(self) -> tuple[str, dict[str, str]]:
        """The game's name and its options as texts."""
        name = str(self.game.currentData())
        texts = {option: _text_of(field) for option, field in self._fields.items()}
        given = {option: text for option, text in texts.items() if text}
        for option, others in game_view_named(name).replaced_options.items():
            if any(other in given for other in others):
                given.pop(option, None)
        return name, given

    def _show_options(self) -> None:
        while self._form.rowCount():
            self._form.removeRow(0)
        self._fields = {}
        self.trouble.hide()
        name = str(self.game.currentData())
        kind = self._kinds[name]
        self.board_file.setVisible(any(option.file for option in kind.options))
        for option in kind.options:
            field = _field(option)
            field.setToolTip(plain_tip(option.help))
            field.setAccessibleName(option.name)
            self._fields[option.name] = field
            self._form.addRow(option.name.replace("_", " ").capitalize(), field)
            if option.help:
                line = label(option.help[0].upper() + option.help[1:], "small")
                line.setWordWrap(True)
                self._form.addRow("", line)
        self.credit.setText(kind.credit)

    def _begin(self) -> None:
        """Close where the options make a game; else say what is wrong with them."""
        name, options = self.choice
        try:
            new_game(self._kinds[name], options)
        except ValueError as error:
            text = str(error)
            self._complain(text[:1].upper() + text[1:])
        else:
            self.accept()

    def _complain(self, sentence: str) -> None:
        self.trouble.setText(sentence)
        self.trouble.show()

    def _ask_board(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, "Board from file", "", "Board files (*.json);;All files (*)"
        )
        if name:
            self.take_board(Path(name))

    def take_board(self, path: Path) -> bool:
        """Choose the board of a file; what is wrong with it is said, and all stays as it was."""
        kind = self._kinds[str(self.game.currentData())]
        option = next(option for option in kind.options if option.file)
        try:
            new_game(kind, {option.name: str(path)})
        except ValueError as error:
            self._complain(str(error))
            return False
        self.trouble.hide()
        box = self._fields[option.name]
        assert isinstance(box, QComboBox)
        if box.findText(str(path)) < 0:
            box.addItem(str(path))
        box.setCurrentText(str(path))
        return True


UNSET = "not set"
"""What a number that need not be given says while it is not."""


def _field(option: Option) -> QWidget:
    """The control that fits an option."""
    if option.values:
        box = QComboBox()
        box.addItems(list(option.values))
        if option.optional:
            box.addItem("none")
        box.setCurrentText("none" if option.default is None else str(option.default))
        return box
    if isinstance(option.default, bool):
        check = QCheckBox()
        check.setChecked(option.default)
        return check
    if option.text or isinstance(option.default, str):
        line = QLineEdit("" if option.default is None else str(option.default))
        line.setPlaceholderText(UNSET)
        return line
    spin = number_box(option.name, option.minimum, option.maximum)
    spin.setAlignment(Qt.AlignmentFlag.AlignLeft)
    if option.default is None or option.optional:
        spin.setMinimum(option.minimum - 1)
        spin.setSpecialValueText("none" if option.optional else UNSET)
    spin.setValue(option.minimum - 1 if option.default is None else int(option.default))
    return spin


def _text_of(field: QWidget) -> str:
    """What a control says as an option's text; "" where it is left at no value."""
    if isinstance(field, QComboBox):
        return field.currentText()
    if isinstance(field, QCheckBox):
        return "true" if field.isChecked() else "false"
    if isinstance(field, QSpinBox):
        if field.specialValueText() and field.value() == field.minimum():
            return "none" if field.specialValueText() == "none" else ""
        return str(field.value())
    assert isinstance(field, QLineEdit)
    return field.text().strip()
