"""The dialog of pupils: who learns now, and what each has done."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from model.phrases import counted
from model.regular_files import open_regular
from viewer.session.progress import practice, pupils
from viewer.session.progress.pupils import Pupil
from viewer.widgets import controls
from viewer.widgets.appearance.text_scale import with_text
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.dialog_body import FittingDialog
from viewer.widgets.own_signals import answer_later
from viewer.widgets.prose import plain_tip
from viewer.widgets.text_fields import EnteredLine
from viewer.window.dialogs.requests import Dialogs

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

    Signals
    -------
    switched
        Another pupil learns now.
    """

    switched = Signal()

    def __init__(
        self, ask: Dialogs, perform: Callable[[str], object], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, QSize(620, 420))
        self.setWindowTitle("Pupils")
        self._ask = ask
        self._names: tuple[str, ...] = ()
        self.explanation = controls.label(
            "Wrong tries, hints and time are recorded for the pupil chosen here.", "muted"
        )
        self.explanation.setWordWrap(True)
        self.table = QTableWidget(0, len(HEADINGS))
        self.table.setHorizontalHeaderLabels(HEADINGS)
        first = QTableWidgetItem(HEADINGS[0])
        first.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.table.setHorizontalHeaderItem(0, first)
        self.table.setAccessibleName("Pupils")
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QTableWidget.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        with_text(self.table, self._widen)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.table.itemSelectionChanged.connect(self._dress)
        answer_later(self.table.cellDoubleClicked, self.table, self._choose, self._name_at)
        self.name = NameLine()
        self.name.listed.connect(self.enter)
        self.name.setPlaceholderText("Name of a new pupil")
        self.name.setAccessibleName("Name of a new pupil")
        self.name.setMaxLength(pupils.LONGEST)
        self.name.textChanged.connect(self._dress)
        self.name.returnPressed.connect(self.add)
        self.add_button = controls.button("Add", self.add)
        self.choose_button = controls.button("Choose", self.choose, role="primary")
        self.forget_button = controls.button("Remove…", self.forget)
        self.save_button = controls.button(
            "Save results…", lambda: perform("teach.results"), "As a table (CSV)"
        )
        self.close_button = controls.button("Close", self.accept)
        self.list_button = controls.button(
            "Add class list…",
            self.add_class,
            "Names from a table (CSV) or a text file, a line each. You can also paste a list.",
        )
        for button in (self.add_button, self.forget_button, self.save_button, self.list_button):
            button.setAutoDefault(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        column.setSpacing(GAP)
        column.addWidget(self.explanation)
        column.addWidget(self.table, 1)
        line = QHBoxLayout()
        line.addWidget(self.name, 1)
        line.addWidget(self.add_button)
        line.addWidget(self.list_button)
        column.addLayout(line)
        way = controls.row(self.forget_button, self.save_button)
        way.addStretch(1)
        way.addWidget(self.choose_button)
        way.addWidget(self.close_button)
        column.addLayout(way)
        self.refresh()

    def _widen(self, scale: float) -> None:
        """Let the names have their room beside the numbers."""
        letter = self.table.fontMetrics().averageCharWidth()
        self.table.horizontalHeader().setMinimumSectionSize(10 * letter)
        self.table.setMinimumWidth(min(WIDEST, round(LEAST * max(1.0, scale))))

    @property
    def selected(self) -> str | None:
        """The name in the line that is chosen, None while none is."""
        row = self.table.currentRow()
        chosen = self.table.selectionModel().hasSelection()
        return self._names[row] if chosen and 0 <= row < len(self._names) else None

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
                f"{mark}{name or NOBODY}", str(made.done), str(made.tries), str(made.hints),
                _duration(made.seconds),
            )  # fmt: skip
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
        self.forget_button.setEnabled(bool(self.selected))

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
            self._say(f"{path.name} cannot be read ({(error.strerror or str(error)).lower()}).")
            return
        self.enter(data.decode("utf-8-sig", "replace"))

    def enter(self, text: str) -> None:
        """Put the names of a list into the book."""
        found = pupils.class_list(text)
        new = pupils.enter(found)
        self.refresh()
        if not found:
            self._say("The list holds no names. Write one name a line.")
        else:
            old = len(found) - new
            known = f"; {old} {'was' if old == 1 else 'were'} there already" if old else ""
            self._say(f"{counted(new, 'pupil')} added{known}.")

    def _say(self, text: str) -> None:
        self.explanation.setText(text)

    def _name_at(self, row: int, _column: int) -> str | None:
        return self._names[row] if 0 <= row < len(self._names) else None

    def choose(self) -> None:
        """Let the selected pupil learn from now on."""
        self._choose(self.selected)

    def _choose(self, name: str | None) -> None:
        if name is not None:
            pupils.choose(name)
            self.refresh()
            self.switched.emit()

    def forget(self) -> None:
        """Remove the selected pupil, if the person says so."""
        name = self.selected
        if name and self._ask.lose(f"Remove {name} and all results?"):
            pupils.forget(name)
            self.refresh()
            self.switched.emit()


def _duration(seconds: float) -> str:
    """Return "1 h 05 min", "12 min" or "40 s"."""
    if seconds < 60:
        return f"{round(seconds)} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d} min"
