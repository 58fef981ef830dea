"""Every question the shell asks through a dialog, so that tests can answer in their place."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QInputDialog,
    QLineEdit,
    QMessageBox,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from model.contract.game import Game, Position
from model.exercises.results import SUFFIX as HANDED_IN
from model.play.clock import TimeControl
from model.play.seats import Seats
from model.positions import setup
from model.positions.symmetry import named_maps
from model.records.puzzle import Stipulation
from model.records.view import Camera
from viewer.picture.flat.miniature import miniature_of
from viewer.session.collections import SUFFIX
from viewer.session.document.document import Document
from viewer.session.preferences import Preferences
from viewer.widgets.appearance.chosen_preferences import with_text
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import NARROW, WIDE, column_in, fill, form_in, set_role
from viewer.widgets.dialog_body import DialogBody, FittingDialog, answer_buttons
from viewer.widgets.flat_painting import pixmap

# The dialog that turns or mirrors a position and exchanges its colours.

PICTURE = QSize(150, 110)


class Transform(FittingDialog):
    """Mirror, rotate and exchange of colours in one dialog, each with a small picture."""

    def __init__(self, position: Position, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Turn, mirror, swap colours")
        self._position = position
        self.exchange = QCheckBox("Swap the colours, and the side to move")
        self.exchange.toggled.connect(self._paint)
        self.maps = named_maps(position.game.board)
        self.buttons: list[QToolButton] = []
        body = DialogBody()
        self._grid = QGridLayout()
        for name, _ in self.maps:
            button = QToolButton()
            button.setCheckable(True)
            button.setAutoExclusive(True)
            button.setIconSize(PICTURE)
            button.setText(name)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            self.buttons.append(button)
        self.buttons[0].setChecked(True)
        column = column_in(self, GAP, *NARROW)
        body.column.addLayout(self._grid)
        fill(column, (body, 1), self.exchange, answer_buttons(self))
        self._paint()
        with_text(self, self._arrange)

    def _arrange(self, scale: float) -> None:
        """Put as many pictures side by side as have room with their names."""
        columns = 4 if scale < 1.2 else 3 if scale < 1.6 else 2
        for number, button in enumerate(self.buttons):
            self._grid.addWidget(button, number // columns, number % columns)

    @property
    def number(self) -> int:
        """Which of the maps is chosen."""
        return [button.isChecked() for button in self.buttons].index(True)

    def _paint(self) -> None:
        for button, (_, image) in zip(self.buttons, self.maps, strict=True):
            made = setup.moved(self._position, image)
            if self.exchange.isChecked():
                made = setup.exchanged(made)
            button.setIcon(QIcon(pixmap(miniature_of(made), Camera(), PICTURE)))


FILTER = "Pyramidion files (*.pyramidion);;All files (*)"

CLASS_LISTS = "Lists of names (*.csv *.txt);;All files (*)"
RESULTS = f"Results of pages (*{HANDED_IN});;All files (*)"
TABLES = "Tables (*.csv);;All files (*)"
LOST = "Changes you do not save are lost."
T = TypeVar("T")


class Dialogs:
    """The questions, asked over `window`, or over its dialog that is in front."""

    def __init__(self, window: QWidget) -> None:
        self._window = window

    @property
    def _parent(self) -> QWidget:
        front = QApplication.activeWindow()
        return front if isinstance(front, QDialog) and front.isVisible() else self._window

    def puzzle_game(self, game: Game) -> tuple[str, dict[str, str]] | None:
        """Ask which game puzzles are made of, and its options; `game` is what they are now."""
        from viewer.window.dialogs.new_game import NewGame

        dialog = NewGame(self._parent, of=game)
        return _answer(dialog, lambda: dialog.choice)

    def game_to_play(
        self, chosen: Preferences
    ) -> tuple[str, dict[str, str], dict[str, object], bool] | None:
        """Ask for a game, its options, what is preferred from now on, and for an opponent."""
        from viewer.window.dialogs.new_game import NewGame

        dialog = NewGame(self._parent, chosen)
        return _answer(dialog, lambda: (*dialog.choice, dialog.preferred, dialog.has_opponent))

    def seats(
        self, game: Game, seats: Seats, control: TimeControl | None, engines: Sequence[str]
    ) -> tuple[Seats, TimeControl | None] | None:
        """Ask who plays each side, and with which clock."""
        from viewer.window.dialogs.new_game import SeatChoice

        dialog = SeatChoice(game, seats, control, engines, self._parent)
        return _answer(dialog, lambda: dialog.choice)

    def open_file(self, folder: Path) -> Path | None:
        """Ask for a file to read."""
        name, _ = QFileDialog.getOpenFileName(self._parent, "Open", str(folder), FILTER)
        return Path(name) if name else None

    def save_file(self, suggested: Path) -> Path | None:
        """Ask for a file to write."""
        name, _ = QFileDialog.getSaveFileName(self._parent, "Save as", str(suggested), FILTER)
        return Path(name) if name else None

    def export_file(self, suggested: Path, kinds: Sequence[tuple[str, str]]) -> Path | None:
        """Ask for a file to export to; `kinds` are names and suffixes ("Web pages", ".html")."""
        chosen = f"{suggested.suffix})"
        filters = [f"{name} (*{suffix})" for name, suffix in kinds]
        filters.sort(key=lambda one: not one.endswith(chosen))
        name, _ = QFileDialog.getSaveFileName(
            self._parent, "Export", str(suggested), ";;".join([*filters, "All files (*)"])
        )
        return Path(name) if name else None

    def table_file(self, suggested: Path) -> Path | None:
        """Ask for a table to write."""
        name, _ = QFileDialog.getSaveFileName(self._parent, "Save results", str(suggested), TABLES)
        return Path(name) if name else None

    def results_files(self, folder: Path) -> list[Path]:
        """Ask for files that pupils handed in."""
        names, _ = QFileDialog.getOpenFileNames(self._parent, "Open results", str(folder), RESULTS)
        return [Path(name) for name in names]

    def class_list(self) -> Path | None:
        """Ask for a file with the names of a class."""
        name, _ = QFileDialog.getOpenFileName(self._parent, "Add class list", "", CLASS_LISTS)
        return Path(name) if name else None

    def text(self, title: str, label: str, text: str = "") -> str | None:
        """Ask for one line, in a field that shows all of `text` where the screen is wide enough."""
        dialog = QInputDialog(self._parent)
        dialog.setWindowTitle(title)
        dialog.setLabelText(label)
        dialog.setTextValue(text)
        wide = dialog.fontMetrics().horizontalAdvance(f"{text}WWWW") + 6 * GAP
        most = self._parent.screen().availableSize().width() * 3 // 4
        dialog.resize(max(420, min(wide, most)), 0)
        return _answer(dialog, dialog.textValue)

    def choice(self, title: str, choices: Sequence[str]) -> int | None:
        """Ask for one of several."""
        if not choices:
            return None
        numbered = [f"{number}  {text}" for number, text in enumerate(choices, start=1)]
        answer, accepted = QInputDialog.getItem(
            self._parent, title, title, numbered, 0, False, Qt.WindowType.Dialog
        )
        return numbered.index(answer) if accepted and answer in numbered else None

    def folder(self, folder: Path) -> Path | None:
        """Ask for a folder."""
        name = QFileDialog.getExistingDirectory(self._parent, "Open folder", str(folder))
        return Path(name) if name else None

    def headers(self, document: Document, players: Sequence[str]) -> dict[str, str] | None:
        """Ask for the headers of a game; returns those a person wrote, None when cancelled."""
        dialog = QDialog(self._parent)
        dialog.setWindowTitle("Players, date, event")
        form = form_in(dialog)
        form.setContentsMargins(*WIDE)
        fields: dict[str, QLineEdit] = {}
        for name in ("title", *players, "date", "event", "source", "result"):
            field = QLineEdit(document.record.headers.get(name, ""))
            field.setAccessibleName(name.capitalize())
            field.setMinimumWidth(320)
            form.addRow(name.capitalize(), field)
            fields[name] = field
        box = answer_buttons(dialog)
        set_role(box.button(QDialogButtonBox.StandardButton.Ok), "primary")
        form.addRow(box)

        def written() -> dict[str, str]:
            changed = {name: field for name, field in fields.items() if field.isModified()}
            return {name: field.text().strip() for name, field in changed.items()}

        return _answer(dialog, written)

    def transform(self, position: Position) -> tuple[int, bool] | None:
        """Ask how to turn a position; None when cancelled."""

        dialog = Transform(position, self._parent)
        return _answer(dialog, lambda: (dialog.number, dialog.exchange.isChecked()))

    def puzzle(self, position: Position) -> tuple[Stipulation, str] | None:
        """Ask what is asked of a position, and for a title; None when cancelled."""
        from viewer.window.dialogs.new_game import NewPuzzle

        dialog = NewPuzzle(position, self._parent)
        return _answer(dialog, lambda: dialog.answer)

    def changed(self, path: Path) -> Literal["elsewhere", "compare"] | None:
        """Ask what to do where another program has changed a file; None: nothing now."""
        said = f"{path.name[:80]} was changed by another program."
        more = "Saving here would replace that program's changes."
        acts: dict[str, Literal["elsewhere", "compare"]]
        acts = {"Save as…": "elsewhere", "Compare": "compare"}
        return self._act("Changed on disk", said, more, acts, "primary", is_usual=True)

    def may_replace(self, path: Path) -> bool:
        """Ask whether a file that is there may be replaced."""
        there = "A file of that name already exists."
        return self._confirm(f"Replace {path.name[:80]}?", there, "Replace", "Save as")

    def remove_item(self, title: str, collection: str) -> bool:
        """Ask whether an item is to be taken out of the file of a collection."""
        more = f"{collection[:80]} is saved without it. Undo puts it back."
        return self._confirm(f"Remove {title[:80]}?", more, "Remove")

    def remove(self, question: str, more: str) -> bool:
        """Ask whether something may be deleted."""
        return self._confirm(question, more, "Remove")

    def lose(self, question: str) -> bool:
        """Ask whether something that was not saved may go."""
        return self._confirm(question, LOST, "Discard")

    def class_network(self) -> bool | None:
        """Ask whether other computers may open the page of a class; None: it is not asked."""
        more = (
            "They open a page on this computer with a code, read it, and send what they try. "
            "It ends with the presentation."
        )
        said = "May pupils on your network join?"
        acts = {"On the network": True, "This computer only": False}
        return self._act("Ask the class", said, more, acts, "primary")

    def _confirm(self, question: str, more: str, act: str, title: str = "") -> bool:
        """Ask whether something is to be done; Enter and Escape do not do it."""
        return self._act(title, question, more, {act: True}) is True

    def _act(
        self,
        title: str,
        said: str,
        more: str,
        acts: Mapping[str, T],
        role: str = "",
        *,
        is_usual: bool = False,
    ) -> T | None:
        """Ask which of one or two things is to be done; None: nothing, which Escape means.

        The first has a `role` of the style sheet, and Enter chooses it where it `is_usual`.
        """
        box = self._message(title, said, more)
        roles = (QMessageBox.ButtonRole.AcceptRole, QMessageBox.ButtonRole.ActionRole)
        buttons = [box.addButton(act, role) for act, role in zip(acts, roles, strict=False)]
        if role:
            set_role(buttons[0], role)
        cancel = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(buttons[0] if is_usual else cancel)
        box.setEscapeButton(cancel)
        answer = _clicked(box)
        found = zip(acts.values(), buttons, strict=False)
        return next((act for act, button in found if button is answer), None)

    def _message(self, title: str, text: str, more: str) -> QMessageBox:
        """Return a box that says something, without buttons yet."""
        box = QMessageBox(self._parent)
        box.setWindowTitle(title)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(text)
        box.setInformativeText(more)
        return box

    def unsaved(self, documents: Sequence[Document]) -> Literal["save", "discard"] | None:
        """Ask what to do with changes that would be lost."""
        lines = [document.title[:80] for document in documents[:4]]
        if len(documents) > 4:
            lines.append(f"and {len(documents) - 4} more")
        what = f"{lines[0]}?" if len(lines) == 1 else "\n    ".join(["all of these?", *lines])
        box = self._message("Unsaved changes", f"Save the changes to {what}", LOST)
        kinds = QMessageBox.StandardButton
        box.setStandardButtons(kinds.Save | kinds.Discard | kinds.Cancel)
        box.setDefaultButton(kinds.Save)
        set_role(box.button(kinds.Save), "primary")
        save, discard = box.button(kinds.Save), box.button(kinds.Discard)
        answer = _clicked(box)
        if answer is save:
            return "save"
        return "discard" if answer is discard else None


def _clicked(box: QMessageBox) -> QAbstractButton | None:
    """Ask, and return the button of the answer; None where the window in front has gone."""
    box.exec()
    if not isValid(box):
        return None
    box.deleteLater()
    return box.clickedButton()


def _answer(dialog: QDialog, read: Callable[[], T]) -> T | None:
    """Show a dialog, and return what is read from it when it was accepted."""
    try:
        return read() if dialog.exec() else None
    finally:
        if isValid(dialog):
            dialog.deleteLater()


def file_to_write(ask: Dialogs, suggested: Path) -> Path | None:
    """Ask for a file to write; None when cancelled, or when the file of that name is to stay."""
    return completed(ask, ask.save_file(suggested), SUFFIX)


def completed(ask: Dialogs, path: Path | None, suffix: str) -> Path | None:
    """Return `path` with `suffix` where it has none; None: the file of that name is to stay.

    A dialog has asked about the name as it was written, not about the one that is meant.
    """
    if path is None or path.suffix:
        return path
    path = path.with_suffix(suffix)
    return None if path.exists() and not ask.may_replace(path) else path
