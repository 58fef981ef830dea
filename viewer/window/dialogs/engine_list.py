"""The engines of others on the settings page: added, tried out and removed by a person alone."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from model.contract.game import Stop
from model.phrases import listed
from model.play.opponent import PlayerError
from model.play.programs.foreign import Examination, Examined, words_of
from model.registry import kinds
from viewer.analysis.background import BackgroundJob, Deliver, Progress
from viewer.session.preferences import EngineEntry
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.layouts import column_in
from viewer.widgets.prose import plain_tip, sentence
from viewer.window.status_bar import Elided

LONGEST_NAME = 40
ABOUT = "Any UGI engine can play either side. It is started when it takes a seat."


class EngineList(QWidget):
    """A row for each engine, and one to add another.

    Attributes
    ----------
    name, command
        Where the name and the command of a new engine are written.
    add
        Adds it, and tries it out.
    rows
        Name -> its buttons, to try it out and to remove it.
    told
        What a try found, in a sentence.
    """

    def __init__(self, chosen: ChosenPreferences) -> None:
        super().__init__()
        self._chosen = chosen
        self._job = BackgroundJob(self)
        self._examination: Examination | None = None
        self._shown: tuple[EngineEntry, ...] | None = None
        self.rows: dict[str, tuple[QPushButton, QPushButton]] = {}
        column = column_in(self, GAP)
        about = controls.label(ABOUT, "small")
        about.setWordWrap(True)
        column.addWidget(about)
        self._list = QGridLayout()
        self._list.setHorizontalSpacing(2 * GAP)
        self._list.setVerticalSpacing(GAP // 2)
        self._list.setColumnStretch(0, 1)
        self._list.setColumnStretch(1, 2)
        column.addLayout(self._list)
        self.name = controls.text_line("Name of the engine", "Name")
        self.name.setMaxLength(LONGEST_NAME)
        self.command = controls.text_line("Command of the engine", "Command, such as engine --ugi")
        self.add = controls.button("Add", self._add)
        self.add.setAutoDefault(False)
        self.command.returnPressed.connect(self._add)
        self.name.returnPressed.connect(self.command.setFocus)
        fields = QGridLayout()
        fields.setHorizontalSpacing(GAP)
        fields.setColumnStretch(0, 1)
        fields.setColumnStretch(1, 2)
        for at, widget in enumerate((self.name, self.command, self.add)):
            fields.addWidget(widget, 0, at)
        column.addLayout(fields)
        self.told = controls.label("", "small")
        self.told.setWordWrap(True)
        self.told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.told.hide()
        column.addWidget(self.told)
        chosen.changed.connect(self._show)
        self._show()

    def close_down(self) -> None:
        """End what is being tried out."""
        self._job.cancel()
        if self._examination is not None:
            self._examination.close()
        self._job.close()

    # -- the list ----------------------------------------------------------------------------

    def _show(self, *_: object) -> None:
        entries = self._chosen.own.engines
        if entries == self._shown:
            return
        self._shown = entries
        controls.empty(self._list)
        self.rows = {}
        for line, entry in enumerate(entries):
            name, command = _elided(entry.name, ""), _elided(entry.command, "muted")
            test = controls.button("Test", partial(self._test, entry), role="small")
            remove = controls.button("Remove", partial(self._remove, entry), role="small")
            for button, does in ((test, "Test"), (remove, "Remove")):
                button.setAutoDefault(False)
                button.setAccessibleName(f"{does} {entry.name}")
            test.setToolTip(plain_tip("Starts it, and asks for a move of each game"))
            self.rows[entry.name] = test, remove
            for at, widget in enumerate((name, command, test, remove)):
                self._list.addWidget(widget, line, at)

    def _add(self) -> None:
        """Add what is written, under a name that no other has."""
        name, command = self.name.text().strip(), self.command.text().strip()
        try:
            words = words_of(command)
        except ValueError:
            self._tell("The command has a quote that is not closed. Close it, or remove it.")
            return
        if not words:
            self._tell("Write the command that starts the engine: its program and arguments.")
            self.command.setFocus()
            return
        name = name or Path(words[0]).stem[:LONGEST_NAME]
        entries = self._chosen.own.engines
        if any(entry.name == name for entry in entries):
            self._tell(f"There is an engine {name} already. Choose another name.")
            self.name.setFocus()
            return
        entry = EngineEntry(name, command)
        self._chosen.take(replace(self._chosen.own, engines=(*entries, entry)))
        self.name.clear()
        self.command.clear()
        self._test(entry)

    def _remove(self, entry: EngineEntry) -> None:
        left = tuple(other for other in self._chosen.own.engines if other != entry)
        self._chosen.take(replace(self._chosen.own, engines=left))
        self._tell(f"{entry.name} is removed. A game it plays now goes on.")
        self.command.setFocus()

    # -- trying out --------------------------------------------------------------------------

    def _test(self, entry: EngineEntry) -> None:
        """Find out in the background what an engine is."""
        examination = self._examination = Examination(entry.command)
        games = list(kinds().values())

        def work(stop: Stop, progress: Progress, deliver: Deliver) -> object:
            try:
                return examination.run(games, stop)
            except PlayerError as error:  # told to the person, and no fault of the program
                return error

        self._tell(f"{entry.name} is being tested.")
        self._job.start(work, lambda found: self._tested(entry, found))

    def _tested(self, entry: EngineEntry, found: object) -> None:
        self._examination = None
        if isinstance(found, Examined):
            self._tell(described(entry.name, found))
        elif isinstance(found, PlayerError):
            self._tell(sentence(str(found)))
        else:
            self._tell(f"{entry.name} could not be tested.")

    def _tell(self, text: str) -> None:
        self.told.setText(text)
        self.told.setVisible(bool(text))


def described(name: str, found: Examined) -> str:
    """Return what a test found, as sentences."""
    says = f"{name} says it is {found.name or 'an engine without a name'}"
    by = f" by {found.author}" if found.author else ""
    titles = [kind.title for kind in found.plays]
    plays = f"plays {listed(titles)}" if titles else "plays none of these games"
    return f"{says}{by}. It {plays}."


def _elided(text: str, role: str) -> QLabel:
    line = Elided()
    line.setTextFormat(Qt.TextFormat.PlainText)
    line.setText(text)
    if role:
        line.setProperty("role", role)
    return line
