"""Generating sets of proved puzzles: the request, the work beside the window, what came of it."""

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFormLayout,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from model.contract.game import Game, Stop
from model.notation.tokens import NotationError
from model.phrases import counted, listed
from model.puzzles.generate import generate
from model.puzzles.generated import Generated, GeneratedPuzzle
from model.puzzles.request import PuzzleRequest, request_fault
from model.puzzles.wording import asked, difficulty
from model.records.files import new_game
from model.records.view import Camera
from model.registry import kinds
from viewer.analysis.background import BackgroundJob, Deliver, Progress
from viewer.games.registry import FIRST_GAME, game_view_named, options_in_words
from viewer.picture.flat.miniature import miniature_of
from viewer.session.collections import SUFFIX
from viewer.session.collections import save as save_collection
from viewer.session.session import Session, SessionError
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences, keep_wide
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import column_in
from viewer.widgets.dialog_body import DialogBody, FittingDialog
from viewer.widgets.flat_painting import PictureLabel, list_icon, pixmap
from viewer.window.dialogs.requests import Dialogs, file_to_write

KINDS = (("Threats to stop", "parry"), ("The only move", "only"), ("Any of these", "any"))
"""What may be wanted beside the goals of the game."""
CHOSEN = (
    ("A win against every answer", "win"),
    ("The answer to a known choice", "known"),
    ("Any of these", "any"),
)
"""The same where both sides choose at once."""
SOURCES = (
    ("Played and random positions", "both"),
    ("Played positions", "played"),
    ("Random positions", "random"),
)


class PuzzleRequestForm(QWidget):
    """Fields for a `PuzzleRequest`.

    Attributes
    ----------
    game
        What puzzles are made of; `other` is the button that asks for another.
    minutes
        How long the generator may take.
    """

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        form = controls.form_in(self)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.name = controls.label("", wraps=True)
        self.other = QPushButton("Change…")
        self.other.setToolTip("Another game, or other options")
        # Below: in a line with a button Qt gives it the height of another width.
        form.addRow("Game", self.name)
        form.addRow("", controls.row(self.other))
        self.kind = controls.combo("What the puzzle asks", ())
        form.addRow("Task", self.kind)
        self._add_length(form)
        self._add_amount(form)
        self.source = controls.combo("Source of the positions", SOURCES)
        form.addRow("From", self.source)
        self.bare = QCheckBox("Remove every piece that is not needed")
        self.bare.setChecked(True)
        form.addRow("", self.bare)
        self.seed = controls.number_box("Seed", 0, 999_999)
        keep_wide(self.seed, 80)
        self.seed.setToolTip("The same seed and settings give the same puzzles")
        same = controls.label("the same seed gives the same puzzles", "muted")
        form.addRow("Seed", controls.row(self.seed, same))
        self.show_game(game)

    def _add_length(self, form: QFormLayout) -> None:
        self.unit = controls.label("own moves", "muted")
        self.shortest = controls.number_box("Moves at least", 1, 9)
        self.longest = controls.number_box("Moves at most", 1, 9)
        self.longest.setValue(3)
        self.shortest.setValue(2)
        self.shortest.valueChanged.connect(
            lambda n: self.longest.setValue(max(n, self.longest.value()))
        )
        self.longest.valueChanged.connect(
            lambda n: self.shortest.setValue(min(n, self.shortest.value()))
        )
        for box in (self.shortest, self.longest):
            keep_wide(box, 56)
        to = controls.label("to", "muted")
        form.addRow("Length", controls.row(self.shortest, to, self.longest, self.unit))

    def _add_amount(self, form: QFormLayout) -> None:
        self.count = controls.number_box("How many", 1, 200)
        self.count.setValue(10)
        keep_wide(self.count, 56)
        self.minutes = controls.number_box("Minutes at most", 1, 600)
        self.minutes.setValue(5)
        keep_wide(self.minutes, 56)
        within, minutes = (controls.label(word, "muted") for word in ("within", "minutes"))
        form.addRow("How many", controls.row(self.count, within, self.minutes, minutes))

    def show_game(self, game: Game) -> None:
        """Make puzzles of `game`."""
        self.game = game
        at_once = game.kind.hides
        goals = ((goal.wanted, goal.name) for goal in game.kind.goals)
        offered = CHOSEN if at_once else (*goals, *KINDS)
        if [self.kind.itemData(row) for row in range(self.kind.count())] != [
            value for _, value in offered
        ]:
            controls.fill_combo(self.kind, offered)
        self.unit.setText("commands and passes of the answer" if at_once else "own moves")
        self.bare.setVisible(not at_once)
        self.name.setText(f"{game.kind.title}\n{options_in_words(game)}".strip())

    @property
    def request(self) -> PuzzleRequest:
        """What the fields say."""
        return PuzzleRequest(
            self.game,
            self.count.value(),
            self.shortest.value(),
            self.longest.value(),
            self.kind.currentData(),
            self.source.currentData(),
            self.seed.value(),
            self.bare.isChecked(),
        )


PICTURE = QSize(72, 54)


class MadePuzzles(QListWidget):
    """A line a puzzle; Space, a click on its box or Delete takes one out of what is kept.

    Signals
    -------
    chosen
        Other puzzles are kept now.
    """

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._made: list[GeneratedPuzzle] = []
        self._icons: dict[str, QIcon] = {}
        self.setAccessibleName("Generated puzzles; the ticked ones are saved")
        self.setIconSize(PICTURE)
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.itemChanged.connect(lambda _: self.chosen.emit())

    def clear(self) -> None:
        """Forget all of them."""
        super().clear()
        self._made.clear()
        self._icons.clear()

    def put_in_order(self, made: tuple[GeneratedPuzzle, ...]) -> None:
        """Show these instead; what was taken out before stays so."""
        kept = {str(one.position) for one in self.kept}
        out = {str(one.position) for one in self._made} - kept
        super().clear()
        self._made.clear()
        for one in made:
            self.add(one, kept=str(one.position) not in out)

    @property
    def current(self) -> GeneratedPuzzle | None:
        """The one that is looked at."""
        row = self.currentRow()
        return self._made[row] if 0 <= row < len(self._made) else None

    @property
    def kept(self) -> tuple[GeneratedPuzzle, ...]:
        """Those that are ticked."""
        return tuple(
            made
            for row, made in enumerate(self._made)
            if self.item(row).checkState() == Qt.CheckState.Checked
        )

    def add(self, made: GeneratedPuzzle, *, kept: bool = True) -> None:
        """Show one more at the end, ticked or not."""
        said = asked(made.position, made.puzzle.stipulation).removesuffix(".")
        item = QListWidgetItem(self._icon(made), f"{said} · {difficulty(made.puzzle)}")
        item.setSizeHint(QSize(200, PICTURE.height() + 10))
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked if kept else Qt.CheckState.Unchecked)
        self._made.append(made)
        self.addItem(item)

    def _icon(self, made: GeneratedPuzzle) -> QIcon:
        key = str(made.position)
        if key not in self._icons:
            shown = miniature_of(made.position)
            picture = pixmap(shown, Camera(), PICTURE, self.devicePixelRatioF())
            self._icons[key] = list_icon(picture)
        return self._icons[key]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the current one out with Delete; QListWidget ticks with Space."""
        item = self.currentItem()
        if event.key() == Qt.Key.Key_Delete and item is not None:
            item.setCheckState(Qt.CheckState.Unchecked)
        else:
            super().keyPressEvent(event)


SIZE = QSize(320, 250)
FEW = 6
"""Key moves that are named one by one."""


class PuzzlePreview(QWidget):
    """What is chosen in the list of generated puzzles."""

    def __init__(self) -> None:
        super().__init__()
        self.picture = PictureLabel()
        self.picture.setFixedSize(SIZE)
        self.picture.setAccessibleName("The chosen puzzle")
        self.summary = controls.label("", "small", wraps=True)
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.summary.setFixedWidth(SIZE.width())
        controls.fill(column_in(self, GAP), self.picture, self.summary, 0)
        self.hide()

    def show_puzzle(self, made: GeneratedPuzzle | None) -> None:
        """Show a puzzle, or nothing."""
        self.setVisible(made is not None)
        if made is not None:
            shown = miniature_of(made.position)
            self.picture.setPixmap(pixmap(shown, Camera(), SIZE, self.devicePixelRatioF()))
            self.summary.setText("\n".join(_lines(made)))


def _lines(made: GeneratedPuzzle) -> list[str]:
    """What solves it, how it goes on, and which tries fail to what."""
    proof, lines = made.puzzle.proof, []
    if proof is not None:
        more = len(proof.first) - FEW
        keys = (*proof.first[:FEW], f"{more} more") if more > 0 else proof.first
        lines.append(f"Key: {listed(keys)}")
        if len(proof.line) > 1:
            lines.append(f"Solution: {'  '.join(proof.line)}")
    for one in made.puzzle.tries:
        answer = f", refuted by {one.refutation[0]}" if one.refutation else ""
        lines.append(f"Try: {one.move}{answer}")
    return lines


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
        sides = controls.row_in(self, 3 * GAP, 3 * GAP, 3 * GAP, 3 * GAP, 2 * GAP)
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
        self.trouble = controls.label("", "error", wraps=True)
        self.trouble.hide()
        column.addWidget(self.trouble)
        self.bar = controls.progress_bar("Puzzles found")
        self.doing = controls.label("", "muted")
        self.list = MadePuzzles()
        self.list.chosen.connect(self._show_choice)
        self.which = controls.label("", "muted")
        controls.fill(column, self.bar, self.doing, self.which)
        self.preview = PuzzlePreview()
        self.list.currentRowChanged.connect(self._preview)
        column.addWidget(self.list, 1)
        sides.addWidget(self.preview)
        self._gap = column.count()
        column.addStretch(0)
        self._build_buttons(column)
        self._show_state()

    def _build_buttons(self, column: QVBoxLayout) -> None:
        self.start = controls.button("Generate", self.begin, role="primary")
        self.start.setDefault(True)
        self.cancel = controls.button("Stop", self.stop, "Stop, and keep what was found so far")
        self.save = controls.button(
            "Save and open…",
            self.keep,
            "Save the ticked puzzles as a collection and open it",
            "primary",
        )
        self.shut = controls.button("Close", self.close)
        buttons = controls.fill(QHBoxLayout(), 0, self.cancel, self.start, self.save, self.shut)
        column.addLayout(buttons)

    # -- coming and going ----------------------------------------------------------------------

    def appear(self) -> None:
        """Show the window, with the active document's game where puzzles can be made of it."""
        if not self._job.busy and self.result_ is None:
            position = self._session.position
            if not self._session.is_empty and not request_fault(PuzzleRequest(position.game)):
                self.form.show_game(position.game)
            self.form.seed.setValue(Random().randrange(1, 100_000))
            self.list.clear()
            self._show_state()
        self.come_forward()

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
        return self._ask.lose(f"Discard {what}?")

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

        def work(stop: Stop, notify: Progress, hear: Deliver) -> object:
            return generate(
                request,
                stop=lambda: stop() or cancelled.is_set(),
                progress=notify,
                limit=limit,
                hear=hear,
                must_choose=True,
            )

        self._job.start(work, self._ended, on_progress=self._show_progress, on_part=self._heard)
        self.bar.setRange(0, request.count)
        self.bar.setValue(0)
        self.doing.setText("Looking for positions…")
        self._show_state()
        self.cancel.setFocus()

    def stop(self) -> None:
        """Stop, and keep what was found so far."""
        self._cancelled.set()
        self.list.setFocus()
        self.cancel.setEnabled(False)

    def _show_progress(self, done: int, total: int, what: str) -> None:
        self.bar.setValue(done)
        self.doing.setText(f"{done} of {total} found, {what}")

    def _heard(self, made: object) -> None:
        assert isinstance(made, GeneratedPuzzle)
        self.list.add(made)
        self.bar.setValue(self.list.count())

    def _ended(self, found: object) -> None:
        if isinstance(found, Generated):
            self.result_ = found
            self.list.put_in_order(found.made)
            self.list.setCurrentRow(0)
            looked = counted(found.looked, "position")
            self.doing.setText(ENDS[found.end].format(count=len(found.made), looked=looked))
        else:
            self._complain("The generator failed; details are in the log")
        self._show_state()
        (self.start if self.list.isHidden() else self.list).setFocus()

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
