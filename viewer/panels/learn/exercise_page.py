"""Exercises in a dock: what is asked, hints, what is said to an answer, and the way on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from model.contract.game import Stop
from model.exercises.exercise import Choose, Demonstrate, GoTo, ShowTry, TakeSide
from model.exercises.lesson import LessonExercise
from model.exercises.puzzle import PuzzleExercise
from model.exercises.retry import Result, RetryExercise
from model.phrases import counted
from model.puzzles.account import PuzzleLine, moves_allowed
from model.puzzles.solutions.solution_tree import solution_tree
from model.puzzles.solutions.tree_wording import TreeRow, rows_of
from model.puzzles.solving import Solving
from model.puzzles.wording import THEME, asked, difficulty, soundness, theme_words
from model.records.files import FileError, count_items
from model.records.lesson import Step, Task
from model.records.record import Record
from model.records.view import Camera
from viewer.analysis.background import BackgroundJob
from viewer.games.registry import game_view_named, pour_of
from viewer.learn.exercise_player import ExercisePlayer
from viewer.learn.puzzles.puzzle_author import PuzzleAuthor
from viewer.panels.author.lesson_text import title_of
from viewer.picture.words.review_words import given_away
from viewer.scene_view.scene_view import SceneView
from viewer.session.document.document import Document
from viewer.session.files.resources import puzzles_of
from viewer.session.session import Change, Session
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import RowButton, column_in, row_in
from viewer.widgets.flat_painting import calm_icon, pixmap_of
from viewer.widgets.flood_control import FloodControl
from viewer.widgets.prose import MOST_IN_LINE, FeedbackLabel, Prose, sentence, short

TASKS = {
    "place": "Your move",
    "click": "Click on the board",
    "choice": "Choose",
    "game": "Play on",
}


PICTURE = QSize(84, 63)
"""Logical pixels of the position beside an answer."""
BESIDE = 3
"""Letters of answers that stand two in a row, where they have pictures."""
_CALLED: dict[Result, str] = {
    "": "not found", "first": "found at once", "later": "found", "shown": "shown to you",
}  # fmt: skip


class ExercisePage(controls.ScrolledPanel):
    """What every exercise shows: what is asked, what is said to an answer, and the way on."""

    def __init__(
        self, name: str, session: Session, scene: SceneView, player: ExercisePlayer
    ) -> None:
        super().__init__(name)
        self._session, self._scene, self._player = session, scene, player
        self.answer = FeedbackLabel()
        self._place: object = None

    def _show_from_top(self, place: object) -> None:
        """Scroll to the top where another thing is asked than before."""
        if place != self._place:
            self._place = place
            self.verticalScrollBar().setValue(0)

    def _button(
        self, text: str, does: str | Callable[[], object], tip: str = "", role: str = ""
    ) -> QPushButton:
        """Return a button that does a command, by its id, or something else."""
        act = does if callable(does) else lambda: self._scene.perform(does)
        return controls.button(text, act, tip, role)

    def _wrapped(self, role: str) -> QLabel:
        """Return a label whose text goes on in the next line."""
        label = controls.label("", role)
        label.setWordWrap(True)
        return label


class LessonPage(ExercisePage):
    """Shows the step of `ExercisePlayer` and takes answers to choices.

    Signals
    -------
    poured(Pour or None)
        What the step pours over the position now.
    collection_wanted(Path)
        The puzzles of a collection are to be opened.
    """

    poured = Signal(object)
    collection_wanted = Signal(object)

    def __init__(
        self,
        session: Session,
        scene: SceneView,
        player: ExercisePlayer,
        practice: Callable[[], str] = lambda: "",
    ) -> None:
        """Show what `player` runs; `practice` says how far a practice is, "" for none."""
        super().__init__("Lesson", session, scene, player)
        self._practice = practice
        self._steps: tuple[tuple[Step, ...], frozenset[int]] | None = None
        self._shown: Step | None = None
        self._buttons: list[QPushButton] = []
        self._said = ""
        self.title = self._wrapped("small")
        self.steps = controls.combo("Steps of the lesson", ())
        self.steps.activated.connect(lambda k: self._player.send(GoTo(k)))
        self.heading = self._wrapped("heading")
        self.text = Prose("Text of this step")
        self.asked = controls.label("", "section")
        self.choices = QWidget()
        self._choices = QGridLayout(self.choices)
        self._choices.setContentsMargins(0, 0, 0, 0)
        self._choices.setSpacing(4)
        self.below = FeedbackLabel()
        self.pouring = FloodControl()
        self.pouring.flowed.connect(self.poured)
        self.hint = self._button(
            "Hint", lambda: player.send("hint"), "A hint for this task (Ctrl+I)"
        )
        self.again = self._button(
            "Try again", self._again, "Back to the position of this step (Ctrl+R)"
        )
        self.renew = self._button(
            "Do this task again",
            lambda: player.ask_again(player.lesson.step if player.lesson is not None else 0),
            "Set this task once more",
        )
        self.back = self._button("Back", "teach.back", "The previous step (Ctrl+Left)")
        self.next = self._button("Next", "teach.next", "The next step (Ctrl+Right)")
        self._puzzles: Path | None = None
        self.puzzles = self._button(
            "Try the puzzles", self._open_puzzles, "Open the puzzles of this game"
        )
        self._chapters: tuple[Path, int] | None = None
        self.chapter = self._button(
            "Next chapter",
            "teach.next-item",
            "The next lesson of this course (Alt+Page Down)",
        )
        self.leave = self._button("End lesson", "teach.end", role="quiet")
        for shown in (self.title, self.steps, self.heading, self.text, self.pouring):
            self.column.addWidget(shown)
        self.column.addSpacing(GAP // 2)
        for asking in (self.asked, self.choices):
            self.column.addWidget(asking)
        # Side by side, what may be done after a task would widen the dock and push others away.
        # Before the answer: what is pressed stays under the mouse when something is said to it.
        self.column.addLayout(controls.row(self.hint, self.again))
        self.column.addWidget(self.answer)
        self.column.addLayout(controls.row(self.renew))
        self.column.addLayout(controls.row(self.puzzles))
        self.column.addStretch(1)
        way = controls.row(self.leave)
        way.addWidget(self.back)
        way.addWidget(self.next)
        way.addWidget(self.chapter)  # in the place of Next, where nothing hides it
        foot = QVBoxLayout()
        foot.setSpacing(GAP)
        foot.addWidget(self.below)
        foot.addLayout(way)
        self.set_foot(foot)
        self._player.poured.connect(self.pour)

    def changed(self, change: Change) -> None:
        """Show the step the active document is at."""
        exercise = self._player.lesson
        if exercise is None:
            self.pouring.stop()
            return
        step = exercise.current
        self._list_steps(exercise)
        title = exercise.original.headers.get("title", "Lesson")
        practice = self._practice()
        place = f"{title} · step {exercise.step + 1} of {len(exercise.steps)}"
        self.title.setText(f"{practice} · {title}" if practice else place)
        self.steps.setVisible(not practice)
        self.heading.setText(step.title)
        self.heading.setVisible(bool(step.title))
        self.text.say(step.text)
        task, done = exercise.task, not exercise.asks
        self.asked.setVisible(task is not None)
        game = exercise.original.start.split(" ", 1)[0].split(":", 1)[0]
        self.asked.setText("Done" if done and task else _asked(task, game))
        self._show_choices(step, exercise, done=done)
        self._scroll(exercise)
        scene = self._scene.take_focus
        controls.show_if(self.hint, task is not None and bool(task.hint) and not done, scene)
        renews = done and task is not None and not practice
        controls.show_if(self.renew, renews, scene)
        plays, goes_back = step.since is not None, self._goes_back
        # Whoever does a task again is back at its position: one of the two is enough.
        controls.show_if(self.again, plays or (self._player.is_away and not renews), scene)
        if goes_back and not (renews and plays):
            self.again.setText("Back to the step" if done else "Try again")
        else:
            self.again.setText("Play the moves again")
        last = exercise.step + 1 >= len(exercise.steps)
        last = last and not practice
        leads_on = last and not exercise.trial
        goes_on = leads_on and self._has_next()
        self._puzzles = puzzles_of(game) if leads_on and not goes_on else None
        controls.show_if(self.chapter, goes_on, scene)
        controls.show_if(self.next, not goes_on, scene)
        controls.show_if(self.puzzles, self._puzzles is not None, scene)
        controls.enable_if(self.back, exercise.step > 0 or bool(practice), scene)
        controls.enable_if(self.next, not last, scene)
        for way_on in (self.next, self.chapter, self.puzzles):
            controls.set_role(way_on, "primary" if done and way_on.isEnabled() else "")
        self.leave.setText("Back to the editor" if exercise.trial else "End lesson")

    @property
    def _goes_back(self) -> bool:
        """Whether a step would come back by going back, and not by its moves played again."""
        return self._player.is_away and not self._player.playback.is_running

    def _again(self) -> None:
        """Go back to the step, or play the moves that lead there once more."""
        if self._goes_back and not self.renew.isVisibleTo(self):
            self._scene.perform("teach.again")
        else:
            self._player.send("replay")

    def _scroll(self, exercise: LessonExercise) -> None:
        """Say what is said to an answer; show a step from its top, and an answer whole."""
        self._show_from_top((self._session.document.key, exercise.step))
        fresh = exercise.said and exercise.said != self._said
        self._said = exercise.said
        self.answer.say(exercise.said, exercise.tone)
        if exercise.said != self.below.accessibleName():
            self.below.say("")
        if fresh and self._buttons:
            QTimer.singleShot(0, self.answer, self._say_below)
        elif fresh:
            self.show_whole(self.answer)

    def _say_below(self) -> None:
        """Say at the lower edge what is said out of sight: choices do not move under the mouse."""
        exercise = self._player.lesson
        if exercise is None or not self._buttons:
            return
        seen = self.answer.visibleRegion().boundingRect().height()
        if seen < self.answer.height():
            self.below.say(exercise.said, exercise.tone)

    def _list_steps(self, exercise: LessonExercise) -> None:
        """Fill the list of steps anew where another lesson runs, or another task is done."""
        with QSignalBlocker(self.steps):
            if self._steps != (exercise.steps, exercise.done):
                self._steps = (exercise.steps, exercise.done)
                self.steps.clear()
                for k, one in enumerate(exercise.steps):
                    tick = "✓ " if k in exercise.done else ""
                    self.steps.addItem(f"{tick}{k + 1}. {title_of(exercise.original, one)}")
            self.steps.setCurrentIndex(exercise.step)

    def _show_choices(self, step: Step, exercise: LessonExercise, *, done: bool) -> None:
        """Show the answers to choose from, and mark the right ones once one was chosen.

        While what is said to the right one stands there, the others rest.
        """
        task = step.task
        choices = task.choices if task is not None and task.kind == "choice" else ()
        if self._shown != step:
            self._shown = step
            if any(button.hasFocus() for button in self._buttons):
                self._scene.take_focus()
            controls.empty(self._choices)
            self._buttons = []
            camera = Camera() if step.view is None else step.view.camera
            pictured = any(choice.position for choice in choices)
            beside = pictured and all(len(choice.text) <= BESIDE for choice in choices)
            for number, choice in enumerate(choices):
                button = QPushButton()
                button.clicked.connect(lambda _=False, k=number: self._player.send(Choose(k)))
                picture = pixmap_of(choice.position, camera, PICTURE, self.devicePixelRatioF())
                if choice.position and picture is not None:
                    button.setIcon(calm_icon(picture))
                    button.setIconSize(PICTURE)
                row, column = divmod(number, 2) if beside else (number, 0)
                self._choices.addWidget(button, row, column)
                self._buttons.append(button)
            self.choices.setVisible(bool(choices))
        for button, choice in zip(self._buttons, choices, strict=True):
            text, right = short(choice.text, MOST_IN_LINE), done and choice.right
            button.setText(f"✓ {text}" if right else text)
            controls.set_role(button, "primary" if right else "")
            rests = exercise.rests and not choice.right
            controls.enable_if(button, not rests, self._scene.take_focus)

    def _has_next(self) -> bool:
        """Whether another chapter follows in the collection that the lesson is from."""
        document = self._session.document
        if document.item is None or document.path is None:
            return False
        if self._chapters is None or self._chapters[0] != document.path:
            try:
                self._chapters = document.path, count_items(document.path)
            except FileError:
                return False
        return document.item + 1 < self._chapters[1]

    def _open_puzzles(self) -> None:
        """Open the shipped puzzles of the game, at the first that is not solved."""
        if self._puzzles is not None:
            self.collection_wanted.emit(self._puzzles)

    # -- the pour ----------------------------------------------------------------------------

    def pour(self, what: str) -> None:
        """Let colour run as the step says ("SW:red"), "" for none."""
        self.pouring.stop()
        pour = pour_of(self._session.position, what)
        if pour is not None:
            self.pouring.animated = self._scene.animates
            self.pouring.start(pour)

    def close_down(self) -> None:
        """Stop what runs."""
        self.pouring.stop()


def _asked(task: Task | None, game: str) -> str:
    """Return what a task asks for, in a word or two; "" for none."""
    if task is None:
        return ""
    more = f" against level {task.level}" if task.kind == "game" else ""
    if task.kind == "click" and game_view_named(game).level_maps:
        more = " or a map"
    return TASKS[task.kind] + more


class PuzzlePage(ExercisePage):
    """Shows how `ExercisePlayer` stands."""

    def __init__(
        self,
        session: Session,
        scene: SceneView,
        player: ExercisePlayer,
        author: PuzzleAuthor,
        practice: Callable[[], str] = lambda: "",
    ) -> None:
        """Show what `player` runs; `practice` says how far a practice is, "" for none."""
        super().__init__("Puzzle", session, scene, player)
        self._author = author
        self._practice = practice
        self.title = self._wrapped("heading")
        self.credit = self._wrapped("small")
        self.asked = Prose("What the puzzle asks")
        self.promise = self._wrapped("muted")
        self.progress = controls.label("", "muted")
        self.reserves = controls.label("", "muted")
        self._build_buttons()
        self.tries = QWidget()
        self._tries = column_in(self.tries, 2)
        self.theme = self._wrapped("muted")
        self.tree = SolutionRows(self._show_row)
        self._finder = SolutionFinder(self)
        self._finder.found.connect(self._show_tree)
        for widget in (self.title, self.credit, self.asked, self.promise):
            self.column.addWidget(widget)
        self.column.addSpacing(GAP // 2)
        for widget in (self.reserves, self.progress):
            self.column.addWidget(widget)
        self.column.addLayout(controls.row(self.hint, self.again))
        self.column.addLayout(controls.row(self.solution, self.restart))
        controls.keep_room(self.progress, self.hint, self.solution)
        self.column.addWidget(self.answer)
        self.column.addWidget(self.tries)
        self.column.addStretch(1)
        self.column.addWidget(self.theme)
        self.column.addWidget(self.tree)
        # At the right, and below what scrolls: in the editor no row of a solution lies there.
        way = controls.row(stretch=False)
        way.addStretch(1)
        for button in (self.editor, self.edit, self.back, self.next):
            way.addWidget(button)
        self.set_foot(way)
        self._failures: tuple[tuple[int, tuple[str, ...]], ...] | None = None

    def _build_buttons(self) -> None:
        self.hint = self._button(
            "Hint",
            lambda: self._player.send("hint"),
            "First where to look, then the corner, then the point (Ctrl+I)",
        )
        self.again = self._button(
            "Try again",
            "teach.again",
            "Take the try back (Ctrl+R)",
        )
        self.solution = self._button(
            "Show the solution", lambda: self._player.send("solution"), "Play the proved solution"
        )
        self.restart = self._button(
            "Start again", lambda: self._player.send("restart"), "Start the puzzle again"
        )
        self.back = self._button("Back", "teach.back", "The previous puzzle (Ctrl+Left)")
        self.next = self._button("Next", "teach.next", "The next puzzle (Ctrl+Right)")
        self.edit = self._button(
            "Edit",
            "teach.edit-puzzle",
            "Edit and check the puzzle",
            "quiet",
        )
        self.editor = self._button(
            "Back to the editor",
            "teach.edit-puzzle",
            "Go on editing the puzzle (Ctrl+Shift+E)",
            "primary",
        )

    def changed(self, change: Change) -> None:
        """Show how the active puzzle stands."""
        exercise, document = self._player.puzzle, change.document
        if exercise is None:
            self._finder.let_go()
            return
        self._show_from_top(document.key)
        self._show_question(exercise, exercise.state, document)
        self._show_standing(exercise, exercise.state)
        self._show_buttons(exercise, exercise.state, document)
        self._show_failures(exercise.state.failures)
        self._show_tree()

    def close_down(self) -> None:
        """Stop what runs in the background."""
        self._finder.let_go()

    def _show_question(self, exercise: PuzzleExercise, state: Solving, document: Document) -> None:
        stipulation = state.puzzle.stipulation
        self.title.setText(exercise.original.headers.get("title", "") or document.title)
        game = " · ".join(filter(None, (state.start.game.kind.title, difficulty(state.puzzle))))
        lines = (self._practice(), _made_by(exercise.original), game)
        self.credit.setText("\n".join(filter(None, lines)))
        self.asked.say(f"**{asked(state.start, stipulation, drawn=True)}**")
        self.promise.setText(soundness(stipulation, state.start))

    def _show_standing(self, exercise: PuzzleExercise, state: Solving) -> None:
        """Show what was said last and why, how many moves are left, and what is in reserve."""
        why = f" {exercise.why}" if exercise.why else ""
        if exercise.busy:
            self.answer.say("Checking…")
        elif exercise.shown:
            self.answer.say(f"{exercise.words}{why} Press , or . to step through it.", "hint")
        else:
            self.answer.say(f"{state.said}{why}", exercise.tone)
        self.progress.setVisible(
            state.left is not None and not exercise.is_solved and not exercise.shown
        )
        self.progress.setText(_moves_left(state.left_on_board, state.puzzle.stipulation.moves))
        reserves = self._session.position.reserves
        self.reserves.setVisible(bool(reserves))
        self.reserves.setText(
            "In reserve: " + ", ".join(f"{who.capitalize()} {n}" for who, n in reserves.items())
        )

    def _show_buttons(self, exercise: PuzzleExercise, state: Solving, document: Document) -> None:
        scene = self._scene.take_focus
        done = exercise.is_solved
        controls.show_if(self.hint, not done and not exercise.shown, scene)
        self.hint.setText(_hint_words(state.hints))
        controls.show_if(
            self.again, self._player.is_away and not done and not exercise.shown, scene
        )
        begun = bool(state.played) or exercise.shown or bool(state.failures)
        controls.show_if(self.restart, begun, scene)
        for_author = exercise.shown and self._author.showing == document.key
        self.editor.setVisible(for_author)
        for button in (self.solution, self.edit):
            button.setVisible(not for_author)
        if for_author:
            self.restart.hide()
        for button in (self.back, self.next):
            button.setVisible(document.item is not None or bool(self._practice()))
        controls.set_role(self.next, "primary" if done else "")

    def _show_failures(self, failures: tuple[tuple[int, tuple[str, ...]], ...]) -> None:
        if failures is self._failures:
            return
        self._failures = failures
        controls.empty(self._tries)
        self.tries.setVisible(bool(failures))
        if failures:
            self._tries.addWidget(controls.label("Tried", "section"))
        for number, (_, line) in enumerate(failures):
            button = RowButton("", " ".join(line), "Play the try and its refutation again")
            button.clicked.connect(lambda _=False, k=number: self._player.send(ShowTry(k)))
            self._tries.addWidget(button)

    def _show_tree(self) -> None:
        exercise = self._player.puzzle
        self.tree.show_rows(() if exercise is None else self._finder.rows_of(exercise))
        seen = exercise is not None and (exercise.is_solved or exercise.shown)
        themes = exercise.original.headers.get(THEME, "") if exercise is not None and seen else ""
        self.theme.setText(sentence(theme_words(themes.split(", "))) if themes else "")
        self.theme.setVisible(bool(themes))

    def _show_row(self, row: TreeRow) -> None:
        """Show the line of a row from the start; what refutes a try is explained at its end."""
        exercise = self._player.puzzle
        if exercise is None:
            return
        start, asked_for = exercise.state.start, exercise.state.puzzle.stipulation
        fails = row.tone == "wrong" and len(row.line) > 1
        left = moves_allowed(asked_for)
        line = PuzzleLine(start, row.line, asked_for, right=False, left=left) if fails else None
        self._player.demonstrate(Demonstrate(row.line, f"{row.text}.", line))


def _made_by(record: Record) -> str:
    """Who composed a puzzle, or where it comes from."""
    composer, source = (record.headers.get(name, "") for name in ("composer", "source"))
    if composer:
        return f"Composed by {composer}"
    return source[:1].upper() + source[1:]


def _hint_words(given: int) -> str:
    if given == 0:
        return "Hint"
    return f"Hint {given + 1} of 3" if given < 3 else "The last hint again"


def _moves_left(left: int | None, of: int | None) -> str:
    if left is None:
        return ""
    if not left:
        return "No move left"
    if left == 1:
        return "1 move left" if of == 1 else f"The last of {of} moves"
    return f"{left} of {of} moves left"


class SolutionFinder(QObject):
    """Finds the rows of one puzzle at a time, and keeps those of the last one.

    Signals
    -------
    found
        The rows that were asked for are there.
    """

    found = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job = BackgroundJob(self)
        self._of: Record | None = None
        self._rows: tuple[TreeRow, ...] = ()

    def rows_of(self, exercise: PuzzleExercise) -> tuple[TreeRow, ...]:
        """Return the rows of an exercise's puzzle; () while they are secret, or looked for."""
        if not (exercise.is_solved or exercise.shown):
            return ()
        if self._of is not exercise.original:
            self._look(exercise)
        return self._rows

    def let_go(self) -> None:
        """Stop, and forget what was found."""
        self._job.cancel()
        self._of, self._rows = None, ()

    def _look(self, exercise: PuzzleExercise) -> None:
        self.let_go()
        self._of = exercise.original
        start, puzzle = exercise.state.start, exercise.state.puzzle

        def work(stop: Stop, *_: object) -> object:
            return rows_of(solution_tree(start, puzzle, stop))

        self._job.start(work, self._take)

    def _take(self, found: object) -> None:
        if isinstance(found, tuple):
            self._rows = found
            self.found.emit()


class SolutionRows(QWidget):
    """Shows rows, hidden while there are none; pressing one shows its line in the scene.

    Parameters
    ----------
    chosen
        Called with a row that was pressed.
    """

    def __init__(self, chosen: Callable[[TreeRow], None]) -> None:
        super().__init__()
        self._chosen = chosen
        self._column = column_in(self, 0)
        self._rows: tuple[TreeRow, ...] = ()
        self.hide()

    def show_rows(self, rows: Sequence[TreeRow]) -> None:
        """Show these rows instead of the ones before."""
        if tuple(rows) == self._rows:
            return
        self._rows = tuple(rows)
        controls.empty(self._column)
        self.setVisible(bool(rows))
        if rows:
            self._column.addWidget(controls.label("The solution as a tree", "section"))
        for row in self._rows:
            self._column.addWidget(self._line_of(row))

    def _line_of(self, row: TreeRow) -> QWidget:
        line = QWidget()
        layout: QHBoxLayout = row_in(line, 0)
        layout.setContentsMargins(row.depth * 2 * GAP, 0, 0, 0)
        if row.line:
            button = RowButton("", row.text, "Show it on the board")
            button.clicked.connect(lambda: self._chosen(row))
            layout.addWidget(button, 1)
        else:
            words = controls.label(row.text, "muted")
            words.setWordWrap(True)
            words.setContentsMargins(GAP, 2, 0, 2)
            layout.addWidget(words, 1)
        return line


class RetryPage(ExercisePage):
    """Shows how `ExercisePlayer` stands."""

    def __init__(self, session: Session, scene: SceneView, player: ExercisePlayer) -> None:
        super().__init__("Retry my mistakes", session, scene, player)
        self.title = controls.label("Retry my mistakes", "heading")
        self.whose = controls.combo("Whose mistakes are retried", [])
        self.whose.activated.connect(lambda: player.send(TakeSide(self.whose.currentData())))
        self.progress = controls.label("", "muted")
        self.asked = Prose("What you have to find")
        self.step = self._wrapped("")
        self._build_buttons()
        self.rows = QWidget()
        self._rows = column_in(self.rows, 2)
        head = controls.row(self.progress)
        head.addWidget(self.whose)
        self.column.addWidget(self.title)
        self.column.addLayout(head)
        for widget in (self.asked, self.answer, self.step):
            self.column.addWidget(widget)
        self.column.addLayout(controls.row(self.before, self.play, self.after))
        self.column.addLayout(controls.row(self.hint, self.again, self.show_better))
        self.column.addWidget(self.rows)
        self.column.addLayout(controls.row(self.restart))
        self.column.addStretch(1)
        way = controls.row(self.end)
        way.addWidget(self.back)
        way.addWidget(self.next)
        self.column.addLayout(way)
        self.column.setSpacing(GAP)
        self._shown: object = None

    def _build_buttons(self) -> None:
        button = self._button
        self.before = button("Back a move", "play.previous", "The move before (,)", "small")
        self.play = button("Play", "explain.play-line", "Play the line, or stop it (P)", "small")
        self.after = button("Next move", "play.next", "The next move of the line (.)", "small")
        self.hint = button("Hint", "teach.hint", "Where to look, the place, the move (Ctrl+I)")
        self.again = button("Try again", "teach.again", "Back to the position (Ctrl+R)")
        self.show_better = button(
            "Show the move", self._player.show_better, "Play the better move and what follows"
        )
        self.restart = button(
            "Once more", lambda: self._player.send("restart"), "Begin with the first mistake again"
        )
        self.end = button("End", "play.retry", "Back to the game (Ctrl+Alt+R)", "quiet")
        self.back = button("Back", "teach.back", "The mistake before (Ctrl+Left)")
        self.next = button("Next", "teach.next", "The next mistake (Ctrl+Right)")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape goes back to the position from the buttons, too, as it does over the scene."""
        if event.key() == Qt.Key.Key_Escape and self._player.is_away:
            self._player.send("again")
        else:
            super().keyPressEvent(event)

    def changed(self, change: Change) -> None:
        """Show the mistake that is retried."""
        exercise, document = self._player.retry, change.document
        if exercise is None:
            return
        self._show_whose(exercise)
        number = len(exercise.mistakes)
        self.progress.setText(
            counted(number, "mistake") if exercise.is_over else f"{exercise.at + 1} of {number}"
        )
        if exercise.is_over:
            self.asked.say(f"**{exercise.summary}**")
        else:
            self.asked.say(_mistake(exercise))
        self._show_answer(exercise, document.node)
        self._show_buttons(exercise)
        self._show_rows(exercise)

    def _show_whose(self, exercise: RetryExercise) -> None:
        sides = list(dict.fromkeys(one.side for one in exercise.all))
        entries = [(f"{side.capitalize()}'s mistakes", side) for side in sides]
        if len(sides) > 1:
            entries.append(("Both sides' mistakes", ""))
        if [self.whose.itemText(k) for k in range(self.whose.count())] != [t for t, _ in entries]:
            controls.fill_combo(self.whose, entries)
        controls.set_combo(self.whose, exercise.side)
        self.whose.setVisible(len(entries) > 1)

    def _show_answer(self, exercise: RetryExercise, node: int) -> None:
        if exercise.busy == "move":
            self.answer.say(f"Looking at {exercise.trying} …")
        elif exercise.busy:
            self.answer.say("Looking for a hint …")
        else:
            hint = exercise.step
            said = exercise.said if hint is None else sentence(hint.text)
            self.answer.say(said, exercise.tone if hint is None else "hint")
        explanation = None if exercise.line is None else exercise.explanation_at(node)
        self.step.setText("" if explanation is None else sentence(explanation.text))
        self.step.setVisible(exercise.line is not None)

    def _show_buttons(self, exercise: RetryExercise) -> None:
        scene = self._scene.take_focus
        over, line = exercise.is_over, exercise.line
        asks = not over and not exercise.stands_found and not exercise.shows_better
        shown = {
            self.before: line is not None,
            self.play: line is not None,
            self.after: line is not None,
            self.hint: asks and not exercise.stands_wrong,
            self.again: not over and self._player.is_away,
            self.show_better: asks,
            self.restart: over,
            self.next: not over,
        }
        for button, is_shown in shown.items():
            controls.show_if(button, is_shown, scene)
        self.play.setText("Stop" if line is not None and line.plays else "Play")
        controls.enable_if(self.back, bool(exercise.at), scene)
        self.next.setText("Next" if exercise.at + 1 < len(exercise.mistakes) else "How it went")
        controls.set_role(self.again, "primary" if exercise.stands_wrong else "")
        controls.set_role(self.next, "" if asks else "primary")
        self.end.setText("Back to the game")
        controls.set_role(self.end, "primary" if over else "quiet")

    def _show_rows(self, exercise: RetryExercise) -> None:
        """The mistakes with what became of them, at the end."""
        shown = (exercise.mistakes, exercise.results, exercise.is_over)
        if shown == self._shown:
            return
        self._shown = shown
        controls.empty(self._rows)
        self.rows.setVisible(exercise.is_over)
        if not exercise.is_over:
            return
        for number, mistake in enumerate(exercise.mistakes):
            result = _CALLED[exercise.result_of(number)]
            played = f"{mistake.ply}. {mistake.move} {mistake.grade}"
            text = f"{played}   {mistake.side.capitalize()}: {result}"
            button = RowButton("", text, "Retry this one")
            button.clicked.connect(self._goes_to(number))
            self._rows.addWidget(button)

    def _goes_to(self, number: int) -> Callable[[], None]:
        return lambda: self._player.send(GoTo(number))


def _mistake(exercise: RetryExercise) -> str:
    mistake = exercise.mistake
    played = f"Move {mistake.ply}, {mistake.move} {mistake.grade}: {given_away(mistake)}."
    return f"{played}\n\n**Find a better move for {mistake.side.capitalize()}.**"
