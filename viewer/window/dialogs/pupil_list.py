"""The dialog of pupils: who learns now, and what each has done."""

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from model.phrases import counted
from model.records.atomic_write import write_whole
from model.regular_files import open_regular
from viewer.session.errors import SessionError
from viewer.session.files.state_files import reason_of
from viewer.session.progress import practice, pupils
from viewer.session.progress.pupils import Pupil
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import with_text
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import NARROW, answer_later, column_in
from viewer.widgets.dialog_body import FittingDialog
from viewer.widgets.prose import plain_tip, sentence
from viewer.widgets.text_fields import EnteredLine
from viewer.window.dialogs.requests import Dialogs, completed

HEADINGS = ("Pupil", "Done", "Wrong tries", "Hints", "Time")
NOBODY = "(no name)"
LEAST, WIDEST = 480, 900
"""Logical pixels of the table at text size 1, and at the largest."""


class NameLine(EnteredLine):
    """A line for a name, in which a class list can be pasted.

    Signals
    -------
    listed(str)
        A text of several lines was pasted.
    """

    listed = Signal(str)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        text = QApplication.clipboard().text()
        if event.matches(QKeySequence.StandardKey.Paste) and len(text.strip().splitlines()) > 1:
            self.listed.emit(text)
        else:
            super().keyPressEvent(event)


class Pupils(FittingDialog):
    """A table of pupils, and what can be done with them.

    Parameters
    ----------
    folder
        Where a table of results is offered to be saved.

    Signals
    -------
    switched
        Another pupil learns now.
    """

    switched = Signal()

    def __init__(self, ask: Dialogs, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent, QSize(620, 420))
        self.setWindowTitle("Pupils")
        self._ask, self._folder = ask, folder
        self._names: tuple[str, ...] = ()
        self.explanation = controls.label(
            "Wrong tries, hints and time are recorded for the pupil chosen here.",
            "muted",
            wraps=True,
        )
        self.table = controls.row_table("Pupils", HEADINGS)
        first = QTableWidgetItem(HEADINGS[0])
        first.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.table.setHorizontalHeaderItem(0, first)
        self.table.setSelectionMode(QTableWidget.SelectionMode.ExtendedSelection)
        self.table.setWordWrap(False)  # or a long name is cut at its first hyphen
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        with_text(self.table, self._widen)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.table.itemSelectionChanged.connect(self._dress)
        answer_later(
            self.table.cellDoubleClicked,
            self.table,
            self._choose,
            lambda row, _column: self._names[row] if 0 <= row < len(self._names) else None,
        )
        self.name = NameLine()
        self.name.listed.connect(self.enter)
        self.name.setPlaceholderText("Name of a new pupil")
        self.name.setAccessibleName("Name of a new pupil")
        self.name.setMaxLength(pupils.LONGEST)
        self.name.textChanged.connect(self._dress)
        self.name.returnPressed.connect(self.add)
        self.add_button = controls.button("Add", self.add)
        self.choose_button = controls.button("Choose", self.choose, role="primary")
        self.rename_button = controls.button("Rename…", self.rename)
        self.forget_button = controls.button("Remove…", self.forget)
        self.save_button = controls.button("Save results…", self.save, "As a table (CSV)")
        self.close_button = controls.button("Close", self.accept)
        self.list_button = controls.button(
            "Add class list…",
            self.add_class,
            "Names from a table (CSV) or a text file, a line each. You can also paste a list.",
        )
        for button in (
            self.add_button,
            self.rename_button,
            self.forget_button,
            self.save_button,
            self.list_button,
        ):
            button.setAutoDefault(False)
        column = controls.fill(column_in(self, GAP, *NARROW), self.explanation, (self.table, 1))
        line = controls.fill(QHBoxLayout(), (self.name, 1), self.add_button, self.list_button)
        way = controls.row(self.rename_button, self.forget_button, self.save_button)
        controls.fill(way, 0, self.choose_button, self.close_button)
        controls.fill(column, line, way)
        self.refresh()
        if len(self._names) == 1:  # nobody has a name yet: the first is typed at once
            self.name.setFocus()

    def _widen(self, scale: float) -> None:
        """Let the names have their room beside the numbers."""
        letter = self.table.fontMetrics().averageCharWidth()
        self.table.horizontalHeader().setMinimumSectionSize(10 * letter)
        self.table.setMinimumWidth(min(WIDEST, round(LEAST * max(1.0, scale))))

    @property
    def chosen(self) -> list[str]:
        """The names in the lines that are chosen."""
        rows = sorted(one.row() for one in self.table.selectionModel().selectedRows())
        return [self._names[row] for row in rows if row < len(self._names)]

    @property
    def selected(self) -> str | None:
        """The name in the line that is chosen, None while none is, or several are."""
        chosen = self.chosen
        return chosen[0] if len(chosen) == 1 else None

    def refresh(self) -> None:
        """List the pupils as they are now."""
        book = pupils.load()
        self._names = pupils.names()
        self.table.setRowCount(len(self._names))
        for row, name in enumerate(self._names):
            pupil = next((one for one in book.pupils if one.name == name), Pupil(name))
            made = practice.summary(pupil)
            mark = "● " if name == book.active else ""
            texts = (
                f"{mark}{name or NOBODY}",
                str(made.done),
                str(made.tries),
                str(made.hints),
                _duration(made.seconds),
            )
            for column, text in enumerate(texts):
                item = QTableWidgetItem(text)
                if not column:
                    item.setToolTip(plain_tip(text))  # a long name may be cut
                else:
                    item.setTextAlignment(
                        Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                    )
                self.table.setItem(row, column, item)
            if name == book.active:
                self.table.selectRow(row)
        self._dress()

    def _dress(self) -> None:
        self.add_button.setEnabled(bool(self.name.text().strip()))
        self.choose_button.setEnabled(self.selected is not None)
        self.rename_button.setEnabled(bool(self.selected))
        has_done = {one.name for one in pupils.load().pupils if one.works}
        self.forget_button.setEnabled(any(name or name in has_done for name in self.chosen))

    def add(self) -> None:
        """Put a new pupil into the book, and let that one learn."""
        name = self.name.text().strip()
        if name:
            pupils.choose(name)
            self.name.clear()
            self.refresh()
            self.switched.emit()

    def add_class(self) -> None:
        """Put the names of a file into the book; who learns now stays."""
        path = self._ask.class_list()
        if path is None:
            return
        try:
            with open_regular(path) as file:
                data = file.read(pupils.LARGEST)
        except OSError as error:
            self.explanation.setText(
                f"{path.name} cannot be read ({(error.strerror or str(error)).lower()})."
            )
            return
        self.enter(data.decode("utf-8-sig", "replace"))

    def enter(self, text: str) -> None:
        """Put the names of a list into the book."""
        found = pupils.class_list(text)
        new = pupils.enter(found)
        self.refresh()
        if not found:
            self.explanation.setText("The list holds no names. Write one name a line.")
        else:
            old = len(found) - new
            known = f"; {old} {'was' if old == 1 else 'were'} there already" if old else ""
            self.explanation.setText(f"{counted(new, 'pupil')} added{known}.")

    def choose(self) -> None:
        """Let the selected pupil learn from now on, and go."""
        self._choose(self.selected)

    def _choose(self, name: str | None) -> None:
        if name is not None:
            pupils.choose(name)
            self.switched.emit()
            self.accept()

    def rename(self) -> None:
        """Ask for another name of the selected pupil, who keeps all results."""
        old = self.selected
        new = self._ask.text("Rename pupil", "Name", old) if old else None
        if not old or new is None or new.strip() == old:
            return
        before = self._names
        if pupils.rename(old, new):
            self.refresh()
            row = next(row for row, name in enumerate(self._names) if name not in before)
            self.table.selectRow(row)  # what is pressed next means the same pupil
            self.switched.emit()
        else:
            self.explanation.setText("Write a name that no other pupil has.")

    def forget(self) -> None:
        """Remove the selected pupils, if the person says so; of (no name) the results."""
        names = self.chosen
        if names == [""]:
            question, more = "Remove what was done without a name?", "These results are deleted."
        elif len(names) == 1:
            question, more = f"Remove {names[0]}?", "All results of this pupil are deleted."
        else:
            question, more = f"Remove {len(names)} pupils?", "All their results are deleted."
        if names and self._ask.remove(question, more):
            pupils.forget(names)
            self.refresh()
            self.switched.emit()

    def save(self) -> None:
        """Save what all have done as a table, and say so here: the window lies behind."""
        try:
            self.explanation.setText(sentence(save_results(self._ask, self._folder)))
        except SessionError as error:
            self.explanation.setText(sentence(str(error)))


def save_results(ask: Dialogs, folder: Path) -> str:
    """Ask where, and save what all pupils have done; returns what to say, "" when cancelled."""
    path = completed(ask, ask.table_file(folder / "results.csv"), ".csv")
    if path is None:
        return ""
    text = practice.table(pupils.load())
    try:
        # The mark of its encoding lets spreadsheets read every letter.
        write_whole(path, text.encode("utf-8-sig"))
    except OSError as error:
        raise SessionError(f"{path}: {reason_of(error)}") from error
    return f"Results saved as {path}"


def _duration(seconds: float) -> str:
    """Return "1 h 05 min", "12 min" or "40 s"."""
    if seconds < 60:
        return f"{round(seconds)} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d} min"
