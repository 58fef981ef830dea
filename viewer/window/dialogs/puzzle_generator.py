"""Generating sets of proved puzzles: the request, the work beside the window, what came of it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from model.notation.tokens import NotationError
from model.phrases import counted
from model.puzzles.generate import generate
from model.puzzles.generated import Generated, GeneratedPuzzle
from model.puzzles.request import PuzzleRequest, request_fault
from model.records.game_options import new_game
from model.registry import kinds
from viewer.analysis.background import BackgroundJob, Deliver, Progress
from viewer.games.registry import FIRST_GAME, game_view_named
from viewer.session.collections import SUFFIX
from viewer.session.collections import save as save_collection
from viewer.session.session import Session, SessionError
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.dialog_body import DialogBody, FittingDialog
from viewer.window.dialogs.made_puzzles import MadePuzzles
from viewer.window.dialogs.puzzle_preview import PuzzlePreview
from viewer.window.dialogs.puzzle_request_form import PuzzleRequestForm
from viewer.window.dialogs.requests import Dialogs, file_to_write

if TYPE_CHECKING:
    from model.contract.game import Stop

ENDS = {
    "done": "{count} found in {looked}.",
    "stopped": "Stopped: {count} found in {looked}.",
    "late": "Time is up: {count} found in {looked}.",
    "exhausted": "Not enough found: {count} found in {looked}. Ask for fewer.",
}


class PuzzleGenerator(FittingDialog):
    """The window of the generator; the main window can be used beside it.

    Attributes
    ----------
    result_
        What the last request came to, None before.
    """

    def __init__(
        self,
        session: Session,
        chosen: ChosenPreferences,
        ask: Dialogs,
        open_path: Callable[[Path], object],
        parent: QWidget,
    ) -> None:
        super().__init__(parent, QSize(560, 680))
        self._session, self._chosen, self._ask = session, chosen, ask
        self._open_path = open_path
        self._job = BackgroundJob(self)
        self._cancelled = threading.Event()
        self.result_: Generated | None = None
        self.setWindowTitle("Generate puzzles")
        self.setMinimumHeight(480)
        sides = QHBoxLayout(self)
        sides.setContentsMargins(3 * GAP, 3 * GAP, 3 * GAP, 2 * GAP)
        sides.setSpacing(3 * GAP)
        column = self._column = QVBoxLayout()
        sides.addLayout(column, 1)
        column.setSpacing(int(1.5 * GAP))
        column.addWidget(controls.label("Generate puzzles", "title"))
        options = game_view_named(FIRST_GAME).puzzle_options
        self.form = PuzzleRequestForm(kinds()[FIRST_GAME].configure(dict(options)))
        self.form.other.clicked.connect(self._ask_game)
        body = DialogBody(440)
        body.column.addWidget(self.form)
        column.addWidget(body)
        self.trouble = controls.label("", "error")
        self.trouble.setWordWrap(True)
        self.trouble.hide()
        column.addWidget(self.trouble)
        self.bar = QProgressBar()
        self.bar.setAccessibleName("Puzzles found")
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.doing = controls.label("", "muted")
        self.list = MadePuzzles()
        self.list.chosen.connect(self._show_choice)
        self.which = controls.label("", "muted")
        for widget in (self.bar, self.doing, self.which):
            column.addWidget(widget)
        self.preview = PuzzlePreview()
        self.list.currentRowChanged.connect(self._preview)
        column.addWidget(self.list, 1)
        sides.addWidget(self.preview)
        self._gap = column.count()
        column.addStretch(0)
        self._build_buttons(column)
        self._show_state()

    def _build_buttons(self, column: QVBoxLayout) -> None:
        self.start = QPushButton("Generate")
        self.start.setProperty("role", "primary")
        self.start.setDefault(True)
        self.start.clicked.connect(self.begin)
        self.cancel = QPushButton("Stop")
        self.cancel.setToolTip("Stop, and keep what was found so far")
        self.cancel.clicked.connect(self.stop)
        self.save = QPushButton("Save and open…")
        self.save.setProperty("role", "primary")
        self.save.setToolTip("Save the ticked puzzles as a collection and open it")
        self.save.clicked.connect(self.keep)
        self.shut = QPushButton("Close")
        self.shut.clicked.connect(self.close)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self.cancel, self.start, self.save, self.shut):
            buttons.addWidget(button)
        column.addLayout(buttons)

    # -- coming and going ----------------------------------------------------------------------

    def appear(self) -> None:
        """Show the window, with the active document's game where puzzles can be made of it."""
        if not self._job.busy and self.result_ is None:
            position = self._session.position
            if position is not None and not request_fault(PuzzleRequest(position.game)):
                self.form.show_game(position.game)
            self.form.seed.setValue(Random().randrange(1, 100_000))
            self.list.clear()
            self._show_state()
        self.show()
        self.raise_()
        self.activateWindow()

    def reject(self) -> None:
        """Ask before puzzles that were not saved are lost: all ways to close it end here."""
        if self.is_running:
            self.stop()
        elif self.result_ is None or not self.result_.made or self._may_lose():
            super().reject()

    def done(self, result: int) -> None:
        """Stop what runs in the background, and go."""
        self._cancelled.set()
        self._job.close()
        super().done(result)

    def _may_lose(self) -> bool:
        assert self.result_ is not None
        count = len(self.result_.made)
        what = "the new puzzle" if count == 1 else f"the {count} new puzzles"
        answer = self._ask.lose(f"Discard {what}?")
        return answer

    # -- the request ---------------------------------------------------------------------------

    def _ask_game(self) -> None:
        chosen = self._ask.puzzle_game(self.form.game)
        if chosen is None:
            return
        name, options = chosen
        try:
            game = new_game(kinds()[name], options)
        except NotationError as error:
            self._complain(error.sentence)
            return
        fault = request_fault(PuzzleRequest(game))
        if fault:
            self._complain(fault)
            return
        self.form.show_game(game)
        self._complain("")
        self._show_state()

    # -- working -------------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Whether puzzles are being made."""
        return self._job.busy

    def begin(self) -> None:
        """Make puzzles, beside the interface."""
        request = self.form.request
        fault = request_fault(request)
        self._complain(fault)
        if fault:
            return
        if self.result_ is not None and self.result_.made and not self._may_lose():
            return
        self.result_ = None
        self.list.clear()
        cancelled = self._cancelled = threading.Event()
        limit = 60.0 * self.form.minutes.value()

        def work(stop: Stop, tell: Progress, hear: Deliver) -> object:
            return generate(
                request,
                stop=lambda: stop() or cancelled.is_set(),
                progress=tell,
                limit=limit,
                hear=hear,
                must_choose=True,
            )

        self._job.start(work, self._ended, on_progress=self._told, on_part=self._heard)
        self.bar.setRange(0, request.count)
        self.bar.setValue(0)
        self.doing.setText("Looking for positions…")
        self._show_state()

    def stop(self) -> None:
        """Stop, and keep what was found so far."""
        self._cancelled.set()
        self.cancel.setEnabled(False)

    def _told(self, done: int, total: int, what: str) -> None:
        self.bar.setValue(done)
        self.doing.setText(f"{done} of {total} found, {what}")

    def _heard(self, made: object) -> None:
        assert isinstance(made, GeneratedPuzzle)
        self.list.add(made)
        self.bar.setValue(self.list.count())

    def _ended(self, found: object) -> None:
        if not isinstance(found, Generated):
            self._complain("The generator failed; details are in the log")
            self._show_state()
            return
        self.result_ = found
        self.list.put_in_order(found.made)
        if self.list.count():
            self.list.setCurrentRow(0)
        looked = counted(found.looked, "position")
        self.doing.setText(ENDS[found.end].format(count=len(found.made), looked=looked))
        self._show_state()

    def keep(self) -> None:
        """Save what is ticked as a collection and open it in the browser."""
        if self.result_ is None:
            return
        folder = Path(self._chosen.now.last_folder or Path.home())
        path = file_to_write(self._ask, folder / f"{self.form.game.kind.name}-puzzles{SUFFIX}")
        if path is None:
            return
        collection = replace(self.result_, made=self.list.kept).collection()
        try:
            save_collection(path, collection)
        except SessionError as error:
            self._complain(str(error))
            return
        self.accept()
        self._open_path(path)

    # -- showing -------------------------------------------------------------------------------

    def _show_state(self) -> None:
        running = self.is_running
        made = self.result_ is not None and bool(self.result_.made)
        self.form.setEnabled(not running)
        self.bar.setVisible(running)
        self.doing.setVisible(running or self.result_ is not None)
        self.list.setVisible(running or made)
        self.preview.show_puzzle(self.list.current if running or made else None)
        self._column.setStretch(self._gap, 0 if running or made else 1)
        self.cancel.setVisible(running)
        self.cancel.setEnabled(running)
        self.start.setVisible(not running)
        self.save.setVisible(made and not running)
        self._show_choice()
        self.start.setText("Generate again" if made else "Generate")
        controls.set_role(self.start, "" if made else "primary")

    def _preview(self) -> None:
        """Show the puzzle that is looked at; the window grows for the first one."""
        was = self.preview.isHidden()
        self.preview.show_puzzle(self.list.current)
        if was and not self.preview.isHidden():
            self.grow()

    def _show_choice(self) -> None:
        """Say how many of them would be saved."""
        made, kept = self.list.count(), len(self.list.kept)
        self.which.setVisible(made > 0 and self.list.isVisibleTo(self))
        self.which.setText(
            "Untick the puzzles you do not want to keep."
            if kept == made
            else f"{kept} of {counted(made, 'puzzle')} will be saved."
        )
        self.save.setEnabled(kept > 0)

    def _complain(self, sentence: str) -> None:
        text = sentence[:1].upper() + sentence[1:]
        self.trouble.setText(text if not text or text.endswith(".") else f"{text}.")
        self.trouble.setVisible(bool(sentence))
