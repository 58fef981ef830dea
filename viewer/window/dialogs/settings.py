"""The settings page: what is chosen once for all documents, beside a window that shows it."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType

from msgspec.structs import asdict, replace
from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QPushButton, QWidget

from model.contract.game import Stop
from model.phrases import listed
from model.play.opponent import PlayerError
from model.play.programs.foreign import Examination, Examined, words_of
from model.registry import kinds
from viewer.analysis.background import BackgroundJob, Deliver, Progress
from viewer.options.option import Row
from viewer.session import preferences as stored
from viewer.session.preferences import EngineEntry, Preferences
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences, reduced_motion
from viewer.widgets.appearance.theme import GAP, system_is_dark
from viewer.widgets.controls import SegmentedControl, ValueSlider, column_in
from viewer.widgets.dialog_body import FittingDialog
from viewer.widgets.prose import plain_tip, sentence
from viewer.window.status_bar import Elided

# The engines of others on the settings page: added, tried out and removed by a person alone.

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
    message
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
        about = controls.label(ABOUT, "small", wraps=True)
        self._list = QGridLayout()
        self._list.setHorizontalSpacing(2 * GAP)
        self._list.setVerticalSpacing(GAP // 2)
        self._list.setColumnStretch(0, 1)
        self._list.setColumnStretch(1, 2)
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
        self.message = controls.label("", "small", wraps=True)
        self.message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.message.hide()
        controls.fill(column, about, self._list, fields, self.message)
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
            name, command = Elided(entry.name), Elided(entry.command, "muted")
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
        controls.say(self.message, text)


def described(name: str, found: Examined) -> str:
    """Return what a test found, as sentences."""
    says = f"{name} says it is {found.name or 'an engine without a name'}"
    by = f" by {found.author}" if found.author else ""
    titles = [kind.title for kind in found.plays]
    plays = f"plays {listed(titles)}" if titles else "plays none of these games"
    return f"{says}{by}. It {plays}."


AFTER = 150
"""Milliseconds a slider rests before the window is dressed anew, and the file written."""
SECTIONS: Mapping[str, Mapping[str, Row]] = MappingProxyType(
    {
        "Appearance": {
            "palette": Row(
                "Colours", entries={"As the system": "system", "Light": "light", "Dark": "dark"}
            ),
            "strong": Row("Strong colours, for projectors"),
            "presentation": Row(
                "In presentations",
                entries={"Strong light": "light", "Strong dark": "dark", "As the window": "window"},
            ),
            # The sizes at which the panels were looked at.
            "text_scale": Row("Text size", limits=(0.75, 2.0)),
        },
        "Scene": {
            "orbit_speed": Row("Turning speed", limits=(0.25, 3.0)),
            "wheel": Row("Wheel forward", entries={"Zooms in": "nearer", "Zooms out": "away"}),
            "effects": Row(
                "Effects",
                entries={
                    "As the system": "system",
                    "All": "all",
                    "Reduced": "reduced",
                    "None": "none",
                },
            ),
            "sway": Row("Sway the view at rest, to show what lies in front of what"),
        },
        "Play": {
            "confirm_moves": Row("Confirm moves: click once to pin, again to place"),
            "turn_board": Row("Turn the board to your side of a game against engines"),
            "threats": Row("Ring threats: points where one ball takes a corner"),
            "bands": Row("Bands on dark pieces, a mark besides colour"),
        },
    }
)
"""The preferences that the page shows, in their order: choices, sliders and switches."""
NOTED = ("palette", "effects")
"""Those with a line below that says what they come to."""


class Settings(FittingDialog):
    """Shows and changes the preferences; the window follows at once.

    Attributes
    ----------
    fields, notes
        The controls of preferences, and the lines below some, by their names.
    engines
        The engines of others.
    reset, undo
        Puts all settings of the page back to their defaults, and takes that back.
    """

    def __init__(self, chosen: ChosenPreferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Settings")
        self._chosen = chosen
        self._before: Preferences | None = None
        self._pending: dict[str, object] = {}
        self._later = QTimer(self, singleShot=True, interval=AFTER)
        self._later.timeout.connect(self._take_pending)
        self.fields: dict[str, SegmentedControl | ValueSlider | QCheckBox] = {}
        self.notes: dict[str, QLabel] = {}
        self._names: list[QLabel] = []
        self._build()
        chosen.changed.connect(self._show)
        self.finished.connect(self.engines.close_down)
        self._show()

    # -- building ----------------------------------------------------------------------------

    def _build(self) -> None:
        column = column_in(self, 0)
        self.page = controls.ScrolledPanel("Settings")
        self.page.column.setContentsMargins(3 * GAP, 2 * GAP, 3 * GAP, 2 * GAP)
        for title, rows in SECTIONS.items():
            self._section(title, rows)
        self.engines = EngineList(self._chosen)
        self.page.section("Engines").addWidget(self.engines)
        self.page.column.addStretch(1)
        controls.fill(column, (self.page, 1), controls.rule())
        self.footer = self._footer()
        column.addWidget(self.footer)

    def _footer(self) -> QWidget:
        footer = QWidget()
        footer.setObjectName("PanelBody")
        column = column_in(footer, None, 3 * GAP, int(1.5 * GAP), 3 * GAP, int(1.5 * GAP))
        self.place = controls.text_line("Settings file", "", str(stored.file()))
        self.place.setReadOnly(True)
        where = controls.row_in(None, GAP)
        controls.fill(where, controls.label("Settings file", "muted"), (self.place, 1))
        column.addLayout(where)
        self.reset = controls.button("Back to defaults", self._back_to_defaults)
        self.undo = controls.button("Undo", self._undo, "Bring back the settings from before")
        close = controls.button("Close", self.close)
        close.setDefault(True)
        for other in (self.reset, self.undo):
            other.setAutoDefault(False)
        self.undo.hide()
        column.addLayout(controls.fill(controls.row(self.reset, self.undo), close))
        return footer

    def _section(self, title: str, rows: Mapping[str, Row]) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * GAP)
        grid.setVerticalSpacing(GAP)
        grid.setColumnStretch(1, 1)
        self.page.section(title, first=not self.fields).addLayout(grid)
        has_names = any(row.entries or row.limits for row in rows.values())
        for name, row in rows.items():
            field = self.fields[name] = self._field(name, row)
            line = grid.rowCount()
            if isinstance(field, QCheckBox):
                grid.addWidget(field, line, int(has_names), 1, 2 - has_names)
            else:
                self._names.append(controls.label(row.label, "muted"))
                grid.addWidget(self._names[-1], line, 0)
                grid.addWidget(field, line, 1)
            if name in NOTED:
                note = self.notes[name] = controls.label("", "small")
                note.setWordWrap(True)
                grid.addWidget(note, grid.rowCount(), 1)

    def _field(self, name: str, row: Row) -> SegmentedControl | ValueSlider | QCheckBox:
        if row.entries is not None:
            choice = SegmentedControl(row.label, tuple(row.entries.items()))
            choice.picked.connect(lambda value: self._choose(name, value))
            return choice
        if row.limits is not None:
            slider = ValueSlider(row.label, step=0.05, text=lambda share: f"{round(100 * share)} %")
            slider.name.hide()
            slider.set_range(*row.limits)
            slider.moved.connect(lambda value: self._soon(name, round(value, 2)))
            return slider
        check = QCheckBox(row.label)
        check.toggled.connect(lambda on: self._choose(name, on))
        return check

    def sizeHint(self) -> QSize:
        """All of the page."""
        body = self.page.body.sizeHint()
        high = body.height() + self.footer.sizeHint().height() + GAP
        return QSize(max(560, body.width() + 3 * GAP), high)

    def changeEvent(self, event: QEvent) -> None:
        """Keep the sections in line with one another in letters of any size."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._align()

    def showEvent(self, event: QShowEvent) -> None:
        self._align()
        super().showEvent(event)

    def _align(self) -> None:
        wide = max((name.sizeHint().width() for name in self._names), default=0)
        for name in self._names:
            name.setMinimumWidth(wide)

    # -- showing -----------------------------------------------------------------------------

    def _show(self, *_: object) -> None:
        """Show the preferences that hold; nothing is chosen by it."""
        now = self._chosen.own
        values = asdict(now)
        for name, field in self.fields.items():
            if isinstance(field, QCheckBox):
                with QSignalBlocker(field):
                    field.setChecked(bool(values[name]))
            elif isinstance(field, SegmentedControl) or not self._pending:
                field.set_value(values[name])
        shown = "dark" if system_is_dark() else "light"
        says = f"Your system is {shown} now." if now.palette == "system" else ""
        self.notes["palette"].setText(says)  # its line stays: a choice moves nothing below it
        self.notes["effects"].setText(_effects(now))
        if self._before is not None and now != _defaults(now):
            self._before = None  # something else was chosen since
        self.undo.setVisible(self._before is not None)
        self.reset.setEnabled(now != _defaults(now))

    # -- choosing ----------------------------------------------------------------------------

    def _choose(self, name: str, value: object) -> None:
        self._pending[name] = value
        self._take_pending()

    def _soon(self, name: str, value: float) -> None:
        self._pending[name] = value
        self._later.start()

    def _take_pending(self) -> None:
        self._later.stop()
        pending, self._pending = self._pending, {}
        if pending:
            self._chosen.take(replace(self._chosen.own, **pending))  # also while a lesson runs

    def _back_to_defaults(self) -> None:
        self._take_pending()
        self._before = self._chosen.own
        self._chosen.take(_defaults(self._before))
        self.undo.setFocus()

    def _undo(self) -> None:
        before, self._before = self._before, None
        if before is not None:
            self._chosen.take(before)
        self.reset.setFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._take_pending()
        self._before = None


def _defaults(now: Preferences) -> Preferences:
    """Return preferences with all that the page shows at its defaults."""
    usual = asdict(Preferences())
    return replace(now, **{name: usual[name] for rows in SECTIONS.values() for name in rows})


def _effects(now: Preferences) -> str:
    """Say what the effects that are chosen do."""
    match now.effects:
        case "none":
            return "Nothing moves by itself, and pictures are not refined."
        case "reduced":
            return "Nothing moves by itself. The picture is refined when it rests."
        case "system" if reduced_motion(now):
            return "Your system asks for less motion, so nothing moves by itself."
    return "Views and moves are animated. The picture is refined when it rests."
