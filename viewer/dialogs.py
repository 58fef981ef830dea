"""The few dialogs: a new game with its options, the help page of all commands, and about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from viewer.panels.controls import number_box
from viewer.theme import GAP

if TYPE_CHECKING:
    from model.game import GameKind, Option

MOUSE_AND_KEYS = (
    ("Click an empty point", "press previews the ball, release places it; Escape cancels"),
    ("Click a ball", "select its group"),
    ("Drag", "orbit: the base stays down"),
    ("Middle or right drag, Shift+drag", "pan"),
    ("Wheel, pinch", "zoom to the cursor"),
    ("Shift+wheel, Q / E", "depth: nearer or farther point on the line of sight"),
    ("Ctrl+wheel", "move the working layer, else the active cut"),
    ("Right click", "the points on the line of sight, by name"),
    ("Hold X", "lens: look through what stands in front of the cursor"),
    ("Arrows, Page Up, Page Down, Enter", "lattice cursor, and place"),
    ("A digit", "open the command box with it"),
    ("Tab", "leave the scene"),
)
"""What the scene's own mouse and keys do; the rest of the help page comes from the commands."""


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
        title = QLabel("New game")
        title.setProperty("role", "title")
        column.addWidget(title)
        self.game = QComboBox()
        self.game.setAccessibleName("Game")
        for name, kind in self._kinds.items():
            self.game.addItem(kind.title, name)
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(2 * GAP)
        self._form.setVerticalSpacing(GAP)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._form.addRow("Game", self.game)
        column.addLayout(self._form)
        self.credit = QLabel()
        self.credit.setProperty("role", "small")
        self.credit.setWordWrap(True)
        column.addWidget(self.credit)
        column.addStretch(1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        begin = QPushButton("Begin")
        begin.setProperty("role", "primary")
        begin.setDefault(True)
        buttons.addButton(begin, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.setMinimumWidth(440)
        self.game.currentIndexChanged.connect(lambda: self._show_options())
        self._show_options()

    @property
    def choice(self) -> tuple[str, dict[str, str]]:
        """The game's name and its options as texts."""
        return str(self.game.currentData()), {
            name: _text_of(field) for name, field in self._fields.items()
        }

    def _show_options(self) -> None:
        while self._form.rowCount() > 1:
            self._form.removeRow(1)
        self._fields = {}
        kind = self._kinds[str(self.game.currentData())]
        for option in kind.options:
            field = _field(option)
            field.setToolTip(option.help)
            field.setAccessibleName(option.name)
            self._fields[option.name] = field
            self._form.addRow(option.name.replace("_", " ").capitalize(), field)
            if option.help:
                line = QLabel(option.help[0].upper() + option.help[1:])
                line.setProperty("role", "small")
                line.setWordWrap(True)
                self._form.addRow("", line)
        self.credit.setText(kind.credit)


def _field(option: Option) -> QWidget:
    """The control that fits an option."""
    if option.values:
        box = QComboBox()
        box.addItems(list(option.values))
        box.setCurrentText(str(option.default))
        return box
    if isinstance(option.default, bool):
        check = QCheckBox()
        check.setChecked(option.default)
        return check
    if isinstance(option.default, int):
        spin = number_box(option.name, option.minimum, option.maximum)
        spin.setAlignment(Qt.AlignmentFlag.AlignLeft)
        spin.setValue(option.default)
        return spin
    line = QLineEdit(str(option.default))
    return line


def _text_of(field: QWidget) -> str:
    if isinstance(field, QComboBox):
        return field.currentText()
    if isinstance(field, QCheckBox):
        return "true" if field.isChecked() else "false"
    if isinstance(field, QSpinBox):
        return str(field.value())
    assert isinstance(field, QLineEdit)
    return field.text()


def help_html(sections: Iterable[tuple[str, Sequence[tuple[str, str]]]]) -> str:
    """Return the help page: for each section its title and rows of (keys, what they do)."""
    parts = []
    for title, rows in sections:
        body = "".join(
            f"<tr><td style='padding:3px 24px 3px 0; white-space:nowrap'><b>{escape(keys)}</b></td>"
            f"<td style='padding:3px 0'>{escape(text)}</td></tr>"
            for keys, text in rows
        )
        parts.append(f"<h3>{escape(title)}</h3><table>{body}</table>")
    return "".join(parts)


def keys_html(sections: Iterable[tuple[str, Sequence[tuple[str, str]]]]) -> str:
    """Return the page of all keys: the scene's mouse and keys, then the command table."""
    return help_html([("In the scene", MOUSE_AND_KEYS), *sections])


class HelpPage(QDialog):
    """A page of text beside the window; both can be used."""

    def __init__(self, title: str, html: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.resize(680, 700)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GAP, 2 * GAP, GAP, GAP)
        self.browser = QTextBrowser()
        self.browser.setOpenExternalLinks(True)
        self.browser.setHtml(html)
        column.addWidget(self.browser)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        column.addWidget(buttons)


def document_page(page: str, game: str, parent: QWidget | None = None) -> HelpPage:
    """Return the rules page of a game, or the guide."""
    from viewer import resources

    path = resources.rules_page(game) if page == "rules" else resources.guide_page()
    title = "Rules" if page == "rules" else "Guide"
    dialog = HelpPage(title, "", parent)
    if path is None:
        dialog.browser.setPlainText(f"The {title.lower()} page is not installed.")
    else:
        dialog.browser.setMarkdown(path.read_text("utf-8"))
    return dialog


def about_box(parent: QWidget | None, log: object) -> QDialog:
    """Return the about box of this installation: version, designers, where the log is."""
    from importlib.metadata import PackageNotFoundError, version

    from model.game import kinds

    try:
        number = version("pyramidion")
    except PackageNotFoundError:
        number = ""
    credits = [kind.credit for kind in kinds().values() if kind.credit]
    return about(parent, number, credits, str(log))


def about(parent: QWidget | None, version: str, credits: Sequence[str], log: str) -> QDialog:
    """Return the about box."""
    box = QDialog(parent)
    box.setWindowTitle("About Pyramidion")
    column = QVBoxLayout(box)
    column.setContentsMargins(3 * GAP, 3 * GAP, 3 * GAP, 2 * GAP)
    column.setSpacing(GAP)
    title = QLabel(f"Pyramidion {version}")
    title.setProperty("role", "title")
    column.addWidget(title)
    for text, role in (
        ("Look into pyramids of balls: show, edit, play and explain 3D pyramid games.", ""),
        *((credit, "") for credit in credits),
        (f"The log is kept in {log}", "small"),
    ):
        line = QLabel(text)
        line.setWordWrap(True)
        line.setProperty("role", role)
        line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(line)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(box.reject)
    column.addWidget(buttons)
    box.setMinimumWidth(460)
    return box
