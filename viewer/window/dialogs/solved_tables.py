"""The dialog of tables of solved games: which there are, what building one takes, how far it is."""

import shutil
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QCheckBox, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from model.contract.game import Game
from model.contract.hooks import hooks_of
from model.phrases import counted
from model.registry import kinds
from model.tablebase.building import free_memory, size
from model.tablebase.library import table_path, tables_folder
from viewer.analysis.table_builds import BuildJob, TableBuilds, TableState, name_of
from viewer.session.session import Session
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import with_text
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import NARROW, column_in
from viewer.widgets.dialog_body import FittingDialog
from viewer.widgets.prose import sentence
from viewer.window.dialogs.requests import Dialogs

HEADINGS = ("Game", "Table", "On disk")
EXPLAINED = (
    "A table knows what every position of a game is worth. It is built once, on this computer, in "
    "a process of its own: you can close this window and play on meanwhile."
)
STEPS = 1_000
"""Steps of the bar of progress."""


class Tables(FittingDialog):
    """Lists the tables, and builds, checks and removes them."""

    def __init__(
        self, session: Session, ask: Dialogs, builds: TableBuilds, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, QSize(640, 470))
        self.setWindowTitle("Tables of solved games")
        self._session, self._ask, self._builds = session, ask, builds
        self.explanation = controls.label(EXPLAINED, "muted", wraps=True)
        self.table = self._made_table()
        self.needs = controls.label("", wraps=True)
        self.distances = QCheckBox("Store distance to the end, not just the result")
        self.distances.setChecked(True)
        self.bar = controls.progress_bar("Build progress")
        self.bar.setRange(0, STEPS)
        self.doing = controls.label("", "muted", wraps=True)
        self.said = controls.label("", wraps=True)
        self.build_button = controls.button("Build", self.build, role="primary")
        self.pause_button = controls.button("Pause", builds.pause)
        self.stop_button = controls.button(
            "Stop", self.stop, "Stop, and go on from the last checkpoint another time"
        )
        self.verify_button = controls.button(
            "Verify", self.verify, "Check every block of the table, and positions by the rules"
        )
        self.remove_button = controls.button("Remove…", self.remove)
        self.close_button = controls.button("Close", self.close)
        self._lay_out()
        builds.changed.connect(self._show_state)
        builds.ended.connect(self._say)
        self._show_state()

    def _made_table(self) -> QTableWidget:
        table = controls.row_table("Tables", HEADINGS)
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        with_text(table, lambda scale: self._fit_columns(table))
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        table.itemSelectionChanged.connect(self._show_choice)
        return table

    def _lay_out(self) -> None:
        ahead = (self.stop_button, self.pause_button, self.build_button, self.close_button)
        way = controls.fill(controls.row(self.verify_button, self.remove_button), 0, *ahead)
        column = controls.fill(column_in(self, GAP, *NARROW), self.explanation, (self.table, 1))
        below = (self.needs, self.distances, self.bar, self.doing, self.said)
        controls.fill(column, *below, way)
        for button in (self.stop_button, self.pause_button, self.verify_button, self.remove_button):
            button.setAutoDefault(False)

    def appear(self) -> None:
        """Show the window, with what there is now."""
        if self._builds.work is None:
            self.said.clear()
        self._builds.refresh()
        self._show_state()
        self.come_forward()

    # -- what can be done --------------------------------------------------------------------------

    @property
    def selected(self) -> TableState | None:
        """What there is of the table in the line that is chosen; None while none is."""
        row, states = self.table.currentRow(), self._builds.states
        return states[row] if 0 <= row < len(states) else None

    def build(self) -> None:
        """Build the table that is chosen, or go on with it."""
        state = self.selected
        if state is not None:
            self.said.clear()
            self._builds.build(state.game, distances=self.distances.isChecked())

    def verify(self) -> None:
        """Check the table that is chosen."""
        state = self.selected
        if state is not None:
            self.said.clear()
            self._builds.verify(state.game)

    def stop(self) -> None:
        """End what runs."""
        self._builds.cancel()

    def remove(self) -> None:
        """Remove the table that is chosen, or what a stopped build kept, if the person says so."""
        state = self.selected
        if state is None:
            return
        what = "the table" if state.size else "what is built so far"
        question = f"Remove {what} of {name_of(state.game)}?"
        if self._ask.remove(question, "You can build it again."):
            self._say(self._builds.remove(state.game) or f"{name_of(state.game)}: removed")

    # -- showing -----------------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        self.said.setText(sentence(text) if text else "")
        self._show_choice()

    def _show_state(self) -> None:
        states, work = self._builds.states, self._builds.work
        self.table.setRowCount(len(states))
        for row, state in enumerate(states):
            on_disk = size(state.size) if state.size else ""
            texts = (name_of(state.game), _state_text(state, work), on_disk)
            for column, text in enumerate(texts):
                item = self.table.item(row, column)
                if item is None:
                    item = QTableWidgetItem()
                    self.table.setItem(row, column, item)
                if item.text() != text:
                    item.setText(text)
        self._fit_columns(self.table)
        if states and self.table.currentRow() < 0:
            self.table.selectRow(min(self._first_row(), len(states) - 1))
        self.bar.setVisible(work is not None)
        self.doing.setVisible(work is not None)
        if work is not None:
            self.bar.setValue(round(STEPS * (work.share or 0.0)))
            self.doing.setText(_doing(work))
        self._show_choice()

    def _fit_columns(self, table: QTableWidget) -> None:
        """Give each column what it holds, in whatever letters, and the table what they need."""
        header, needed = table.horizontalHeader(), 0
        for column in range(len(HEADINGS)):
            wide = max(table.sizeHintForColumn(column), header.sectionSizeHint(column)) + 2 * GAP
            table.setColumnWidth(column, wide)
            needed += wide
        table.setMinimumWidth(needed + 2 * table.frameWidth())

    def _first_row(self) -> int:
        """Return the line that is chosen at first: that of the game on show, if it has one."""
        path = None if self._session.is_empty else table_path(self._session.position.game)
        paths = [table_path(state.game) for state in self._builds.states]
        return paths.index(path) if path is not None and path in paths else 0

    def _show_choice(self) -> None:
        state, work = self.selected, self._builds.work
        idle = work is None
        is_there = state is not None and state.header is not None
        can_build = state is not None and state.needs is not None
        self.needs.setText("Looking for tables …" if state is None else _needed(state))
        # What is free now is no answer any more once the build has taken its part.
        self.needs.setVisible(work is None or state is None or work.game != state.game)
        self.distances.setVisible(can_build and idle)
        self.build_button.setEnabled(can_build and idle)
        self.build_button.setText("Go on" if state is not None and state.begun else "Build")
        self.verify_button.setEnabled(is_there and idle)
        self.remove_button.setEnabled(
            idle and state is not None and (bool(state.size) or state.begun)
        )
        builds = work is not None and work.doing == "build"
        self.pause_button.setVisible(builds)
        self.stop_button.setVisible(not idle)
        self.build_button.setVisible(idle and not is_there)
        if work is not None:
            self.pause_button.setText("Go on" if work.paused else "Pause")
            self.pause_button.setEnabled(not work.ending)
            self.stop_button.setEnabled(not work.ending)
        self.said.setVisible(bool(self.said.text()))


def _state_text(state: TableState, work: BuildJob | None) -> str:
    """Return in a few words what there is of a table."""
    if work is not None and work.game == state.game:
        does = "is being built" if work.doing == "build" else "is being checked"
        return "paused" if work.paused else does
    if state.fault:
        return "cannot be used"
    if state.header is not None:
        return "who wins, and when" if state.header.distances else "who wins"
    return "stopped partway" if state.begun else "not built"


def _doing(work: BuildJob) -> str:
    if work.ending:
        return "Stopping …"
    share = "" if not work.share else f", {work.share:.0%}"
    left = "" if work.left is None or work.paused else f", about {duration(work.left)} left"
    return f"{'Paused. ' if work.paused else ''}{work.text}{share}{left}"


def duration(seconds: float) -> str:
    """Return a time in words: "40 seconds", "7 minutes", "2 hours"."""
    if seconds < 90:
        return counted(max(1, round(seconds)), "second")
    minutes = round(seconds / 60)
    return counted(minutes, "minute") if minutes < 100 else counted(round(minutes / 60), "hour")


def _needed(state: TableState) -> str:
    """Return what building a table takes beside what this computer has, or where the table lies."""
    if state.header is not None:
        made = f" and was built on {state.header.made}" if state.header.made else ""
        return (
            f"It holds {state.header.states:,} positions. It is stored in {tables_folder()}{made}."
        )
    if state.needs is None:
        return ""
    needs, memory, disk = state.needs, free_memory(), _free_disk(tables_folder())
    fault = f"{sentence(state.fault)} " if state.fault else ""
    text = (
        f"{fault}Building it takes {size(needs.memory_bytes)} of memory, up to "
        f"{size(needs.disk_bytes)} of disk space and about {duration(needs.seconds)} on one "
        f"core."
    )
    has = [] if memory is None else [f"{size(memory)} of memory"]
    has += [] if disk is None else [f"{size(disk)} of disk"]
    text += f" Free now: {' and '.join(has)}." if has else ""
    if disk is not None and disk < needs.disk_bytes:
        text += " The disk is too small for it."
    elif memory is not None and memory < needs.memory_bytes:
        text += " That is too little memory: close other programs first."
    return text


def _free_disk(folder: Path) -> int | None:
    """Return the bytes that are free where a folder lies, or would."""
    for place in (folder, *folder.parents):
        try:
            return shutil.disk_usage(place).free
        except OSError:
            continue
    return None


def solvable() -> tuple[Game, ...]:
    """Return every game, options fixed, that a table can be built of."""
    makers = (hooks_of(kind).tables for kind in kinds().values())
    return tuple(game for maker in makers if maker is not None for game in maker.games())
