"""The Learn dock: what an exercise asks, hints, what is said to an answer, and the way on."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QStackedWidget, QWidget

from model.contract.game import Stop
from model.exercises.exercise import Choose, Demonstrate, Event, GoTo, ShowTry, TakeSide
from model.exercises.lesson import LessonExercise
from model.exercises.puzzle import PuzzleExercise, Result, RetryExercise
from model.phrases import counted
from model.positions import describe
from model.positions.setup import read_position
from model.puzzles.account import PuzzleLine, moves_allowed
from model.puzzles.solutions.solution_tree import TreeRow, rows_of, solution_tree
from model.puzzles.wording import (
    THEME,
    asked,
    difficulty,
    hint_words,
    made_by,
    moves_left,
    soundness,
    theme_words,
)
from model.records.files import FileError, count_items
from model.records.lesson import Step, Task
from model.records.record import Record
from model.records.view import Camera
from viewer.analysis.background import BackgroundJob
from viewer.games.registry import game_view_named, pour_of
from viewer.learn.learning import Learning
from viewer.panels.author.lesson_editor import LessonEditor
from viewer.panels.author.lesson_text import title_of
from viewer.panels.author.puzzle_editor import PuzzleEditor
from viewer.picture.words.review_words import given_away
from viewer.scene_view.scene_view import SceneView
from viewer.session.files import resources
from viewer.session.session import Change, Session, State
from viewer.widgets import controls
from viewer.widgets.announcing import announce
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import RowButton, column_in, label, row_in
from viewer.widgets.flat_painting import calm_icon, pixmap_of
from viewer.widgets.flood_control import FloodControl
from viewer.widgets.messages import Notices
from viewer.widgets.prose import MOST_IN_LINE, FeedbackLabel, Prose, sentence, short

TASKS = {"place": "Your move", "click": "{} on the board", "choice": "Choose", "game": "Play on"}
"""Whoever sees a task clicks; whoever hears it has keys, and chooses."""
HEADS = {"right": "Right. ", "wrong": "Not right. "}
"""What is heard before what is said to an answer in a lesson: on the screen its colours say so."""
PICTURE = QSize(84, 63)
"""Logical pixels of the position beside an answer."""
BESIDE = 3
"""Letters of answers that stand two in a row, where they have pictures."""
_CALLED: dict[Result, str] = {
    "": "not found",
    "first": "found at once",
    "later": "found",
    "shown": "shown to you",
}


class ExercisePage(controls.ScrolledPanel):
    """What every exercise shows: what is asked, what is said to an answer, and the way on."""

    def __init__(self, name: str, session: Session, scene: SceneView, learning: Learning) -> None:
        super().__init__(name)
        self._session, self._scene, self._learning = session, scene, learning
        self._player = learning.player
        self.answer = FeedbackLabel()
        self._place: object = None

    def _lay_out(self, *rows: QWidget | tuple[QWidget, ...] | int) -> None:
        """Put into the column widgets, several in a row, spaces in pixels, or 0: what is left."""
        parts = (controls.row(*row) if isinstance(row, tuple) else row for row in rows)
        controls.fill(self.column, *parts)

    def _button(
        self, text: str, does: str | Callable[[], object], tip: str = "", role: str = ""
    ) -> QPushButton:
        """Return a button that does a command, by its id, or something else."""
        act = does if callable(does) else lambda: self._scene.perform(does)
        return controls.button(text, act, tip, role)

    def _show(self, shown: Mapping[QPushButton, bool]) -> None:
        """Show buttons, or hide them."""
        for button, is_shown in shown.items():
            controls.show_if(button, is_shown, self._scene.take_focus)

    def _say(self, text: str, tone: str = "") -> None:
        """Say something to an answer, and scroll to it where it is another sentence than before."""
        before = self.answer.text()
        self.answer.say(text, tone)
        if text and self.answer.text() != before:
            self.show_whole(self.answer)

    def _show_from_top(self, place: object, *asked: str) -> None:
        """Scroll to the top, and say what is asked, where that is another thing than before."""
        if place != self._place:
            self._place = place
            plain = (one.replace("*", "") for one in asked if one)
            announce(self, " ".join(map(sentence, plain)))
            self.let_go()
            self.verticalScrollBar().setValue(0)

    def changed(self, change: Change) -> None:
        """Show the exercise of the active document, where it is one for this page."""
        raise NotImplementedError

    def close_down(self) -> None:
        """Stop what runs in the background."""


class PageRow(NamedTuple):
    """A row of a list: what it says, and what pressing it sends; None: it cannot be pressed."""

    text: str
    event: Event | None
    depth: int = 0


class RowList(QWidget):
    """A list of rows, hidden while there are none; `tip` is what pressing one does."""

    def __init__(
        self, title: str, tip: str, send: Callable[[Event], object], spacing: int = 2
    ) -> None:
        super().__init__()
        self._title, self._tip, self._send = title, tip, send
        self._column = column_in(self, spacing)
        self._rows: tuple[PageRow, ...] = ()
        self.hide()

    def show_rows(self, rows: tuple[PageRow, ...]) -> None:
        """Show these rows instead of the ones before."""
        if rows == self._rows:
            return
        self._rows = rows
        controls.empty(self._column)
        self.setVisible(bool(rows))
        if rows and self._title:
            self._column.addWidget(label(self._title, "section"))
        for row in rows:
            self._column.addWidget(self._line_of(row))

    def _line_of(self, row: PageRow) -> QWidget:
        line = QWidget()
        layout = row_in(line, 0)
        layout.setContentsMargins(row.depth * 2 * GAP, 0, 0, 0)
        event = row.event
        if event is None:
            words = label(row.text, "muted", wraps=True)
            words.setContentsMargins(GAP, 2, 0, 2)
            layout.addWidget(words, 1)
        else:
            button = RowButton("", row.text, self._tip)
            button.clicked.connect(lambda: self._send(event))
            layout.addWidget(button, 1)
        return line


class LessonPage(ExercisePage):
    """Shows the step of a lesson, and takes answers to choices.

    Signals
    -------
    poured(Pour or None)
        What the step pours over the position now.
    collection_wanted(Path)
        The puzzles of a collection are to be opened.
    """

    poured = Signal(object)
    collection_wanted = Signal(object)

    def __init__(self, session: Session, scene: SceneView, learning: Learning) -> None:
        super().__init__("Lesson", session, scene, learning)
        self._steps: tuple[tuple[Step, ...], frozenset[int]] | None = None
        self._shown: Step | None = None
        self._buttons: list[QPushButton] = []
        self._puzzles: Path | None = None
        self._chapters: tuple[Path, int] | None = None
        button, player = self._button, self._player
        self.title = label("", "small", wraps=True)
        self.steps = controls.combo("Steps of the lesson", ())
        self.steps.activated.connect(lambda k: player.send(GoTo(k)))
        self.heading = label("", "heading", wraps=True)
        self.text = Prose("Text of this step")
        self.asked = label("", "section")
        self.choices = QWidget()
        self._choices = QGridLayout(self.choices)
        self._choices.setContentsMargins(0, 0, 0, 0)
        self._choices.setSpacing(4)
        self.below = FeedbackLabel()
        self.pouring = FloodControl()
        self.pouring.flowed.connect(self.poured)
        player.poured.connect(self.pour)
        self.hint = button("Hint", lambda: player.send("hint"), "A hint for this task (Ctrl+I)")
        self.again = button("Try again", self._again, "Back to the position of this step (Ctrl+R)")
        self.renew = button("Do this task again", self._renew, "Set this task once more")
        self.puzzles = button(
            "Try the puzzles",
            lambda: self.collection_wanted.emit(self._puzzles),
            "Open the puzzles of this game",
        )
        self.back = button("Back", "teach.back", "The previous step (Ctrl+Left)")
        self.next = button("Next", "teach.next", "The next step (Ctrl+Right)")
        self.chapter = button(
            "Next chapter", "teach.next-item", "The next lesson of this course (Alt+Page Down)"
        )
        self.leave = button("End lesson", "teach.end", role="quiet")
        # Side by side, what may be done after a task would widen the dock and push others away.
        # Before the answer: what is pressed stays under the mouse when something is said to it.
        self._lay_out(self.title, self.steps, self.heading, self.text, self.pouring, GAP // 2)
        self._lay_out(self.asked, self.choices, (self.hint, self.again), self.answer)
        self._lay_out((self.renew,), (self.puzzles,), 0)
        # A chapter stands in the place of Next.
        way = controls.fill(controls.row(self.leave), self.back, self.next, self.chapter)
        self.set_foot(controls.fill(column_in(None, GAP), self.below, way))

    def changed(self, change: Change) -> None:
        """Show the step the active document is at."""
        exercise = self._player.lesson
        if exercise is None:
            self.pouring.stop()
            return
        step, task, done = exercise.current, exercise.task, not exercise.asks
        if self._steps != (exercise.steps, exercise.done):
            self._steps = exercise.steps, exercise.done
            ticks = ["✓ " if k in exercise.done else "" for k in range(len(exercise.steps))]
            titles = [title_of(exercise.original, one) for one in exercise.steps]
            entries = [(f"{ticks[k]}{k + 1}. {title}", k) for k, title in enumerate(titles)]
            controls.fill_combo(self.steps, entries)
        controls.set_combo(self.steps, exercise.step)
        title = exercise.original.headers.get("title", "Lesson")
        practice = self._learning.practice.label
        place = f"{title} · step {exercise.step + 1} of {len(exercise.steps)}"
        self.title.setText(f"{practice} · {title}" if practice else place)
        self.steps.setVisible(not practice)
        controls.say(self.heading, step.title)
        self.text.say(step.text)
        self.asked.setVisible(task is not None)
        game = exercise.original.start.split(" ", 1)[0].split(":", 1)[0]
        wanted = "Done" if done and task else _asked(task, game)
        self.asked.setText(wanted.format("Click"))
        self._show_choices(step, exercise, done=done)
        self._show_answer(exercise, wanted.format("Choose"))
        renews = done and task is not None and not practice
        plays = step.since is not None
        last = exercise.step + 1 >= len(exercise.steps) and not practice
        leads_on = last and not exercise.trial
        goes_on = leads_on and self._has_next()
        self._puzzles = resources.puzzles_of(game) if leads_on and not goes_on else None
        # Whoever does a task again is back at its position: one of the two is enough.
        self._show(
            {
                self.hint: task is not None and bool(task.hint) and not done,
                self.renew: renews,
                self.again: plays or (self._player.is_away and not renews),
                self.chapter: goes_on,
                self.next: not goes_on,
                self.puzzles: self._puzzles is not None,
            }
        )
        back = "Back to the step" if done else "Try again"
        goes_back = self._goes_back and not (renews and plays)
        self.again.setText(back if goes_back else "Play the moves again")
        controls.enable_if(self.back, exercise.step > 0 or bool(practice), self._scene.take_focus)
        controls.enable_if(self.next, not last, self._scene.take_focus)
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

    def _renew(self) -> None:
        """Set the task once more; Enter may come when another document is shown already."""
        if self._player.lesson is not None:
            self._player.ask_again(self.steps.currentIndex())

    def _show_answer(self, exercise: LessonExercise, asked: str) -> None:
        """Say what is said to an answer; show a step from its top, and an answer whole."""
        self._show_from_top(
            (self._session.document.key, exercise.step),
            "" if exercise.step else exercise.original.headers.get("title", ""),
            f"Step {exercise.step + 1} of {len(exercise.steps)}",
            self.heading.text(),
            self.text.text,
            asked,
            ", ".join(button.text() for button in self._buttons),
        )
        before = self.answer.text()
        is_game_over = exercise.turns and not exercise.asks  # it may be lost
        heads = dict.fromkeys(("right", "hint"), "Done. ") if is_game_over else HEADS
        head = "" if exercise.said.startswith("Right") else heads.get(exercise.tone, "")
        if recalled := exercise.recalled:
            self.answer.say(recalled, "right", aloud=False)
        else:
            self.answer.say(exercise.said, exercise.tone, head)
        if self.answer.text() == before:
            return
        self.below.say("")
        if exercise.said and self._buttons:
            QTimer.singleShot(0, self.answer, self._say_below)
        elif exercise.said:
            self.show_whole(self.answer)

    def _say_below(self) -> None:
        """Say at the lower edge what is said out of sight: choices do not move under the mouse."""
        exercise = self._player.lesson
        seen = self.answer.visibleRegion().boundingRect().height()
        if exercise is not None and self._buttons and seen < self.answer.height():
            self.below.say(exercise.said, exercise.tone, aloud=False)

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
                    lines = describe.by_level(read_position(choice.position))
                    button.setAccessibleDescription(" ".join(map(sentence, lines)))
                self._choices.addWidget(button, *(divmod(number, 2) if beside else (number, 0)))
                # Tab comes to the answers behind the text, before what else may be done.
                QWidget.setTabOrder(self._buttons[-1] if self._buttons else self.text, button)
                self._buttons.append(button)
            self.choices.setVisible(bool(choices))
        for button, choice in zip(self._buttons, choices, strict=True):
            right = done and choice.right
            button.setText(f"{'✓ ' if right else ''}{short(choice.text, MOST_IN_LINE)}")
            controls.set_role(button, "primary" if right else "")
            controls.enable_if(button, choice.right or not exercise.rests, self._scene.take_focus)

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

    def pour(self, what: str) -> None:
        """Let colour run as the step says ("SW:red"), "" for none."""
        self.pouring.stop()
        if (pour := pour_of(self._session.position, what)) is not None:
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
    """Shows how a puzzle stands."""

    def __init__(self, session: Session, scene: SceneView, learning: Learning) -> None:
        super().__init__("Puzzle", session, scene, learning)
        button, player = self._button, self._player
        self.title = label("", "heading", wraps=True)
        self.credit = label("", "small", wraps=True)
        self.asked = Prose("What the puzzle asks")
        self.promise = label("", "muted", wraps=True)
        self.progress, self.reserves = label("", "muted"), label("", "muted")
        self.hint = button(
            "Hint",
            lambda: player.send("hint"),
            "First where to look, then the corner, then the point (Ctrl+I)",
        )
        self.again = button("Try again", "teach.again", "Take the try back (Ctrl+R)")
        self.solution = button(
            "Show the solution", lambda: player.send("solution"), "Play the proved solution"
        )
        self.restart = button(
            "Start again", lambda: player.send("restart"), "Start the puzzle again"
        )
        self.back = button("Back", "teach.back", "The previous puzzle (Ctrl+Left)")
        self.next = button("Next", "teach.next", "The next puzzle (Ctrl+Right)")
        self.edit = button("Edit", "teach.edit-puzzle", "Edit and check the puzzle", "quiet")
        self.editor = button(
            "Back to the editor",
            "teach.edit-puzzle",
            "Go on editing the puzzle (Ctrl+Shift+E)",
            "primary",
        )
        controls.keep_room(self.progress, self.hint, self.solution)
        self.tries = RowList("Tried", "Play the try and its refutation again", player.send)
        self.theme = label("", "muted", wraps=True)
        self.tree = RowList("The solution as a tree", "Show it on the board", self._show_line, 0)
        self._job = BackgroundJob(self)
        self._solved: Record | None = None
        self._solution: tuple[PageRow, ...] = ()
        self._lay_out(self.title, self.credit, self.asked, self.promise, GAP // 2)
        self._lay_out(self.reserves, self.progress, (self.hint, self.again))
        self._lay_out((self.solution, self.restart), self.answer, self.tries)
        self._lay_out(0, self.theme, self.tree)
        # At the right, and below what scrolls: in the editor no row of a solution lies there.
        way = controls.fill(
            controls.row(stretch=False), 0, self.editor, self.edit, self.back, self.next
        )
        self.set_foot(way)

    def changed(self, change: Change) -> None:
        """Show how the active puzzle stands."""
        exercise, document = self._player.puzzle, change.document
        if exercise is None:
            self.close_down()
            return
        headers, state = exercise.original.headers, exercise.state
        practice = self._learning.practice
        stipulation = state.puzzle.stipulation
        self.title.setText(headers.get("title", "") or document.title)
        game = " · ".join(filter(None, (state.start.game.kind.title, difficulty(state.puzzle))))
        lines = (practice.label, made_by(exercise.original), game)
        self.credit.setText("\n".join(filter(None, lines)))
        task = asked(state.start, stipulation, drawn=True)
        self._show_from_top(document.key, self.title.text(), task)
        self.asked.say(f"**{task}**")
        self.promise.setText(soundness(stipulation, state.start))
        solved, is_over = exercise.is_solved, exercise.is_solved or exercise.shown
        self._show_answer(exercise)
        self.progress.setVisible(state.left is not None and not is_over)
        self.progress.setText(moves_left(state.left_on_board, stipulation.moves))
        reserves = self._session.position.reserves
        self.reserves.setVisible(bool(reserves))
        self.reserves.setText(
            "In reserve: " + ", ".join(f"{who.capitalize()} {n}" for who, n in reserves.items())
        )
        self.hint.setText(hint_words(state.hints))
        begun = bool(state.played) or exercise.shown or bool(state.failures)
        self._show(
            {
                self.hint: not is_over,
                self.again: self._player.is_away and not is_over,
                self.restart: begun,
            }
        )
        for_author = exercise.shown and self._learning.puzzle_author.showing == document.key
        self.editor.setVisible(for_author)
        for button in (self.solution, self.edit):
            button.setVisible(not for_author)
        if for_author:
            self.restart.hide()
        for button in (self.back, self.next):
            button.setVisible(document.item is not None or bool(practice.label))
        controls.set_role(self.next, "primary" if solved else "")
        hides = state.start.game.kind.hides  # its moves are programs: letters for units and runs
        tried = [
            describe.move(state.start, line[0]) if hides and not ply else " ".join(line)
            for ply, line in state.failures
        ]
        self.tries.show_rows(tuple(PageRow(text, ShowTry(k)) for k, text in enumerate(tried)))
        themes = headers.get(THEME, "") if is_over else ""
        self.theme.setText(sentence(theme_words(themes.split(", "))) if themes else "")
        self.theme.setVisible(bool(themes))
        if is_over and self._solved is not exercise.original:
            self._find_solution(exercise)
        self.tree.show_rows(self._solution if is_over else ())

    def close_down(self) -> None:
        """Stop what runs in the background, and forget what was found."""
        self._job.cancel()
        self._solved, self._solution = None, ()

    def _show_answer(self, exercise: PuzzleExercise) -> None:
        """Show what was said last, and why."""
        why = f" {exercise.why}" if exercise.why else ""
        if exercise.busy:
            self._say("Checking…")
        elif exercise.shown:
            self._say(f"{exercise.words}{why} Press , or . to step through it.", "hint")
        else:
            self._say(f"{exercise.state.said}{why}", exercise.tone)

    def _find_solution(self, exercise: PuzzleExercise) -> None:
        """Find the rows of the solution in the background."""
        self.close_down()
        self._solved, state = exercise.original, exercise.state
        start, puzzle = state.start, state.puzzle

        def work(stop: Stop, *_: object) -> object:
            return rows_of(solution_tree(start, puzzle, stop), in_words=True)

        def row_of(row: TreeRow) -> PageRow:
            """What is pressed shows its line from the start, and explains what refutes a try."""
            fails = row.tone == "wrong" and len(row.line) > 1
            left = moves_allowed(puzzle.stipulation)
            line = PuzzleLine(start, row.line, puzzle.stipulation, right=False, left=left)
            shown = Demonstrate(row.line, f"{row.text}.", line if fails else None)
            return PageRow(row.text, shown if row.line else None, row.depth)

        def take(found: object) -> None:
            if isinstance(found, tuple):
                self._solution = tuple(map(row_of, found))
                self.changed(self._session.whole())

        self._job.start(work, take)

    def _show_line(self, event: Event) -> None:
        assert isinstance(event, Demonstrate)
        self._player.demonstrate(event)


class RetryPage(ExercisePage):
    """Shows the mistake that is retried, and in the end how it went."""

    def __init__(self, session: Session, scene: SceneView, learning: Learning) -> None:
        super().__init__("Retry my mistakes", session, scene, learning)
        button, player = self._button, self._player
        self.title = label("Retry my mistakes", "heading")
        self.whose = controls.combo("Whose mistakes are retried", [])
        self.whose.activated.connect(lambda: player.send(TakeSide(self.whose.currentData())))
        self.progress = label("", "muted")
        self.asked = Prose("What you have to find")
        self.step = label("", wraps=True)
        self.before = button("Back a move", "play.previous", "The move before (,)", "small")
        self.play = button("Play", "explain.play-line", "Play the line, or stop it (P)", "small")
        self.after = button("Next move", "play.next", "The next move of the line (.)", "small")
        self.hint = button("Hint", "teach.hint", "Where to look, the place, the move (Ctrl+I)")
        self.again = button("Try again", "teach.again", "Back to the position (Ctrl+R)")
        self.show_better = button(
            "Show the move", player.show_better, "Play the better move and what follows"
        )
        self.restart = button(
            "Once more", lambda: player.send("restart"), "Begin with the first mistake again"
        )
        self.end = button(
            "Back to the game", "play.retry", "Back to the game (Ctrl+Alt+R)", "quiet"
        )
        self.back = button("Back", "teach.back", "The mistake before (Ctrl+Left)")
        self.next = button("Next", "teach.next", "The next mistake (Ctrl+Right)")
        self.rows = RowList("", "Retry this one", player.send)
        head, way = controls.row(self.progress), controls.row(self.end)
        head.addWidget(self.whose)
        controls.fill(way, self.back, self.next)
        self._lay_out(self.title)
        self.column.addLayout(head)
        self._lay_out(self.asked, self.answer, self.step, (self.before, self.play, self.after))
        self._lay_out((self.hint, self.again, self.show_better), self.rows, (self.restart,), 0)
        self.column.addLayout(way)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape goes back to the position from the buttons, too, as it does over the scene."""
        if event.key() == Qt.Key.Key_Escape and self._player.is_away:
            self._player.send("again")
        else:
            super().keyPressEvent(event)

    def changed(self, change: Change) -> None:
        """Show the mistake that is retried."""
        exercise = self._player.retry
        if exercise is None:
            return
        sides = list(dict.fromkeys(one.side for one in exercise.all))
        entries = [(f"{side.capitalize()}'s mistakes", side) for side in sides]
        if len(sides) > 1:
            entries.append(("Both sides' mistakes", ""))
        controls.fill_combo(self.whose, entries)
        controls.set_combo(self.whose, exercise.side)
        self.whose.setVisible(len(entries) > 1)
        number, over, line = len(exercise.mistakes), exercise.is_over, exercise.line
        self.progress.setText(
            counted(number, "mistake") if over else f"{exercise.at + 1} of {number}"
        )
        task = f"**{exercise.summary}**"
        if not over:
            made = exercise.mistake
            played = f"Move {made.ply}, {made.move} {made.grade}: {given_away(made)}."
            task = f"{played}\n\n**Find a better move for {made.side.capitalize()}.**"
        self._show_from_top((change.document.key, exercise.at, over), task)
        self.asked.say(task)
        self._show_answer(exercise, change.document.node)
        asks = not over and not exercise.stands_found and not exercise.shows_better
        self._show(
            {
                self.before: line is not None,
                self.play: line is not None,
                self.after: line is not None,
                self.hint: asks and not exercise.stands_wrong,
                self.again: not over and self._player.is_away,
                self.show_better: asks,
                self.restart: over,
                self.next: not over,
            }
        )
        self.play.setText("Stop" if line is not None and line.plays else "Play")
        controls.enable_if(self.back, bool(exercise.at), self._scene.take_focus)
        self.next.setText("Next" if exercise.at + 1 < number else "How it went")
        controls.set_role(self.again, "primary" if exercise.stands_wrong else "")
        controls.set_role(self.next, "" if asks else "primary")
        controls.set_role(self.end, "primary" if over else "quiet")
        rows = [
            f"{one.ply}. {one.move} {one.grade}   {one.side.capitalize()}: "
            f"{_CALLED[exercise.result_of(k)]}"
            for k, one in enumerate(exercise.mistakes)
        ]
        self.rows.show_rows(
            tuple(PageRow(text, GoTo(k)) for k, text in enumerate(rows)) if over else ()
        )

    def _show_answer(self, exercise: RetryExercise, node: int) -> None:
        hint = exercise.step
        if exercise.busy == "move":
            self._say(f"Looking at {exercise.trying} …")
        elif exercise.busy:
            self._say("Looking for a hint …")
        elif hint is not None:
            self._say(sentence(hint.text), "hint")
        else:
            self._say(exercise.said, exercise.tone)
        explanation = None if exercise.line is None else exercise.explanation_at(node)
        self.step.setText("" if explanation is None else sentence(explanation.text))
        self.step.setVisible(exercise.line is not None)


class LearnPanel(QStackedWidget):
    """Shows the panel that fits the active document.

    Signals
    -------
    poured(Pour or None)
        What a step pours over the position now.
    """

    poured = Signal(object)

    def __init__(
        self, session: Session, scene: SceneView, notices: Notices, learning: Learning
    ) -> None:
        super().__init__()
        controls.dress_as(self, "Panel")
        self._session, self._learning = session, learning
        self._scene, self._notices = scene, notices
        self.lesson = LessonPage(session, scene, learning)
        self.lesson.poured.connect(self.poured)
        self.puzzle = PuzzlePage(session, scene, learning)
        self.puzzle_editor = PuzzleEditor(session, scene, notices, learning)
        self.retry = RetryPage(session, scene, learning)
        self.lesson_editor: LessonEditor | None = None
        self.nothing = _Nothing(scene.perform)
        for panel in (self.nothing, self.lesson, self.puzzle, self.puzzle_editor, self.retry):
            self.addWidget(panel)
        self.changed(session.whole())

    @property
    def need(self) -> QSize:
        """The room that the page in front needs."""
        page = self.currentWidget()
        if isinstance(page, controls.ScrolledPanel):
            return page.need
        return QSize() if page is None else page.minimumSizeHint()

    def changed(self, change: Change) -> None:
        """Show the panel that fits the active document."""
        document, exercise = change.document, change.document.exercise
        pages = {
            LessonExercise: self.lesson,
            PuzzleExercise: self.puzzle,
            RetryExercise: self.retry,
        }
        panel: QWidget = pages.get(type(exercise), self.nothing)
        if exercise is None and document.record.puzzle is not None:
            panel = self.puzzle_editor
        elif self._learning.writes:
            if self.lesson_editor is None:
                self.lesson_editor = LessonEditor(
                    self._scene, self._notices, self._learning.lesson_author
                )
                self.lesson_editor.poured.connect(self.poured)
                self.addWidget(self.lesson_editor)
            panel = self.lesson_editor
        runs = panel in pages.values() and panel is not self.currentWidget()
        focused = self.window().focusWidget()
        if runs and focused is not None and self.isAncestorOf(focused):
            # Else Qt would give the keyboard to the first button, and Space would end the lesson.
            self._scene.take_focus()
        self.setCurrentWidget(panel)
        self.setFocusProxy(panel)
        for page in pages.values():
            page.changed(change)
        self.puzzle_editor.changed(change)
        if self.lesson_editor is not None:
            self.lesson_editor.changed(change)
        course = resources.course_of(self._session.position.game.kind.name)
        self.nothing.changed(change.new, has_course=course is not None)

    def close_down(self) -> None:
        """Stop what runs in the background."""
        for page in (self.lesson, self.puzzle, self.puzzle_editor, self.lesson_editor):
            if page is not None:
                page.close_down()


class _Nothing(QWidget):
    """What stands there while nothing runs and nothing is written: what could be begun."""

    def __init__(self, perform: Callable[[str], object]) -> None:
        super().__init__()
        self.course = controls.button(
            "Course of this game", lambda: perform("teach.course"), role="primary"
        )
        self.courses = controls.button("All courses and puzzles", lambda: perform("teach.courses"))
        self.text = controls.label("", "muted", wraps=True)
        self.begin = controls.button("Start", lambda: perform("teach.begin"), role="primary")
        self.edit = controls.button("Edit", lambda: perform("teach.edit-lesson"))
        self.make = controls.button(
            "Make a puzzle from it…",
            lambda: perform("teach.make-puzzle"),
            "Make a puzzle from the current position (Ctrl+Shift+G)",
        )
        self.write = controls.button(
            "Make a lesson from it",
            lambda: perform("teach.make-lesson"),
            "Start a lesson with the current position",
        )
        column = column_in(self, None, 2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        controls.fill(column, self.text, self.begin, self.edit, self.course, self.courses)
        controls.fill(column, 2 * GAP, self.make, self.write, 0)

    def changed(self, new: State, *, has_course: bool) -> None:
        """Say what the active document is."""
        kind = "" if new.document.is_placeholder else new.document.kept.kind
        self.begin.setVisible(kind in ("lesson", "puzzle"))
        self.edit.setVisible(kind == "lesson")
        self.course.setVisible(kind == "game" and has_course)
        for button in (self.make, self.write):
            button.setVisible(kind == "game")
        self.text.setText(
            {
                "lesson": "A lesson is open. Start it, or edit it.",
                "puzzle": "A puzzle is open. Solve it, or edit it.",
            }.get(kind, "Learn the game, or make a puzzle or a lesson from this document.")
        )
