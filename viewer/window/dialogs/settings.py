"""The settings page: what is chosen once for all documents, beside a window that shows it."""

from __future__ import annotations

from msgspec.structs import asdict, replace
from PySide6.QtCore import QEvent, QSignalBlocker, QSize, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from viewer.session import preferences as stored
from viewer.session.preferences import Preferences
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.widgets.appearance.colour_scheme import system_is_dark
from viewer.widgets.appearance.motion import reduced_motion
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import Choice
from viewer.widgets.dialog_body import FittingDialog
from viewer.widgets.layouts import column_in
from viewer.widgets.number_controls import ValueSlider
from viewer.window.dialogs.engine_list import EngineList

SMALLEST, LARGEST = 0.75, 2.0
"""Text sizes at which the panels were looked at."""
SLOWEST, FASTEST = 0.25, 3.0
AFTER = 150
"""Milliseconds a slider rests before the window is dressed anew, and the file written."""


NAMES = (
    *("palette", "strong", "presentation", "text_scale"),
    *("orbit_speed", "wheel", "effects"),
    *("confirm_moves", "turn_board", "threats", "bands"),
)
"""The preferences that the page shows."""


class Settings(FittingDialog):
    """Shows and changes the preferences; the window follows at once.

    Attributes
    ----------
    palette_choice, presentation, effects, wheel
        What is chosen from a few.
    text_size, speed
        Sliders.
    checks
        The switches, by the name of the preference.
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
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(AFTER)
        self._later.timeout.connect(self._take_pending)
        self.checks: dict[str, QCheckBox] = {}
        self._names: list[QLabel] = []
        self._offered: dict[str, Choice] = {}
        self._build()
        chosen.changed.connect(self._show)
        self.finished.connect(self.engines.close_down)
        self._show()

    # -- building ----------------------------------------------------------------------------

    def _build(self) -> None:
        column = column_in(self, 0)
        self.page = controls.ScrolledPanel("Settings")
        self.page.column.setContentsMargins(3 * GAP, 2 * GAP, 3 * GAP, 2 * GAP)
        self._build_colours()
        self._build_scene()
        self._build_play()
        self.engines = EngineList(self._chosen)
        self.page.section("Engines").addWidget(self.engines)
        self.page.column.addStretch(1)
        column.addWidget(self.page, 1)
        column.addWidget(controls.rule())
        self.footer = self._footer()
        column.addWidget(self.footer)

    def _build_colours(self) -> None:
        grid = self._section("Appearance", first=True)
        self.palette_choice = self._choice(
            grid,
            "Colours",
            "palette",
            (("As the system", "system"), ("Light", "light"), ("Dark", "dark")),
        )
        self.system_says = self._note(grid)
        self._check(grid, "strong", "Strong colours, for projectors", column=1)
        self.presentation = self._choice(
            grid,
            "In presentations",
            "presentation",
            (("Strong light", "light"), ("Strong dark", "dark"), ("As the window", "window")),
        )
        self.text_size = self._slider(grid, "Text size", "text_scale", SMALLEST, LARGEST)

    def _build_scene(self) -> None:
        grid = self._section("Scene")
        self.speed = self._slider(grid, "Turning speed", "orbit_speed", SLOWEST, FASTEST)
        self.wheel = self._choice(
            grid,
            "Wheel forward",
            "wheel",
            (("Zooms in", "nearer"), ("Zooms out", "away")),
        )
        self.effects = self._choice(
            grid,
            "Effects",
            "effects",
            (("As the system", "system"), ("All", "all"), ("Reduced", "reduced"), ("None", "none")),
        )
        self.effects_say = self._note(grid)

    def _build_play(self) -> None:
        grid = self._section("Play")
        self._check(grid, "confirm_moves", "Confirm moves: click once to pin, again to place")
        self._check(grid, "turn_board", "Turn the board to your side of a game against engines")
        self._check(grid, "threats", "Ring threats: points where one ball takes a corner")
        self._check(grid, "bands", "Bands on dark pieces, a mark besides colour")

    def _footer(self) -> QWidget:
        footer = QWidget()
        footer.setObjectName("PanelBody")
        column = QVBoxLayout(footer)
        column.setContentsMargins(3 * GAP, int(1.5 * GAP), 3 * GAP, int(1.5 * GAP))
        self.place = controls.text_line("Settings file", "", str(stored.file()))
        self.place.setReadOnly(True)
        where = QHBoxLayout()
        where.setSpacing(GAP)
        where.addWidget(controls.label("Settings file", "muted"))
        where.addWidget(self.place, 1)
        column.addLayout(where)
        self.reset = controls.button("Back to defaults", self._back_to_defaults)
        self.undo = controls.button("Undo", self._undo, "Bring back the settings from before")
        close = controls.button("Close", self.close)
        close.setDefault(True)
        for other in (self.reset, self.undo):
            other.setAutoDefault(False)
        self.undo.hide()
        buttons = controls.row(self.reset, self.undo)
        buttons.addWidget(close)
        column.addLayout(buttons)
        return footer

    def _section(self, title: str, *, first: bool = False) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * GAP)
        grid.setVerticalSpacing(GAP)
        grid.setColumnStretch(1, 1)
        self.page.section(title, first=first).addLayout(grid)
        return grid

    def _choice(
        self, grid: QGridLayout, title: str, name: str, values: tuple[tuple[str, object], ...]
    ) -> Choice:
        choice = Choice(title, values)
        choice.picked.connect(lambda value: self._choose(name, value))
        self._offered[name] = choice
        self._add(grid, title, choice)
        return choice

    def _slider(
        self, grid: QGridLayout, title: str, name: str, low: float, high: float
    ) -> ValueSlider:
        slider = ValueSlider(title, step=0.05, text=lambda share: f"{round(100 * share)} %")
        slider.name.hide()
        slider.set_range(low, high)
        slider.moved.connect(lambda value: self._soon(name, round(value, 2)))
        self._add(grid, title, slider)
        return slider

    def _check(self, grid: QGridLayout, name: str, title: str, *, column: int = 0) -> None:
        check = QCheckBox(title)
        check.toggled.connect(lambda on: self._choose(name, on))
        self.checks[name] = check
        grid.addWidget(check, grid.rowCount(), column, 1, 2 - column)

    def _note(self, grid: QGridLayout) -> QLabel:
        note = controls.label("", "small")
        note.setWordWrap(True)
        grid.addWidget(note, grid.rowCount(), 1)
        return note

    def _add(self, grid: QGridLayout, title: str, control: QWidget) -> None:
        line = grid.rowCount()
        name = controls.label(title, "muted")
        self._names.append(name)
        grid.addWidget(name, line, 0)
        grid.addWidget(control, line, 1)

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
        for name, choice in self._offered.items():
            choice.set_value(values[name])
        for name, check in self.checks.items():
            with QSignalBlocker(check):
                check.setChecked(bool(values[name]))
        if not self._pending:
            self.text_size.set_value(now.text_scale)
            self.speed.set_value(now.orbit_speed)
        shown = "dark" if system_is_dark() else "light"
        says = f"Your system is {shown} now." if now.palette == "system" else ""
        self.system_says.setText(says)  # its line stays: a choice moves nothing below it
        self.effects_say.setText(_effects(now))
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
    return replace(now, **{name: usual[name] for name in NAMES})


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
