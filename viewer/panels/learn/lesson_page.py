"""A lesson in a dock: what the step says, its task, hint, answer, and the way on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, QSize, QTimer, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QVBoxLayout, QWidget

from model.records.files import FileError, count_items
from model.records.lesson import Lesson, Step, Task
from model.records.views.view import Camera
from viewer.games.registry import game_view_named, pour_of
from viewer.learn.lessons.lesson_player import LessonPlayer
from viewer.learn.lessons.lesson_run import LessonRun
from viewer.panels.author.lesson_text import title_of
from viewer.scene_view.scene_view import SceneView
from viewer.session.files.resources import puzzles_of
from viewer.session.session import Session, State
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.flood_control import FloodControl
from viewer.widgets.prose import MOST_IN_LINE, Answer, Prose, short
from viewer.widgets.thumbnail import calm_icon, pixmap_of

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


class LessonPanel(controls.ScrolledPanel):
    """Shows the step of `LessonPlayer` and takes answers to choices.

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
        player: LessonPlayer,
        practice: Callable[[], str] = lambda: "",
    ) -> None:
        """Show what `player` runs; `practice` says how far a practice is, "" for none."""
        super().__init__("Lesson")
        self._session, self._scene, self._player = session, scene, player
        self._practice = practice
        self._steps: tuple[Lesson, frozenset[int]] | None = None
        self._shown: Step | None = None
        self._buttons: list[QPushButton] = []
        self._place: tuple[object, int] = (None, -1)
        self._said = ""
        self.title = controls.label("", "small")
        self.title.setWordWrap(True)
        self.steps = controls.combo("Steps of the lesson", ())
        self.steps.activated.connect(lambda k: self._player.go(k))
        self.heading = controls.label("", "heading")
        self.heading.setWordWrap(True)
        self.text = Prose("Text of this step")
        self.asked = controls.label("", "section")
        self.choices = QWidget()
        self._choices = QGridLayout(self.choices)
        self._choices.setContentsMargins(0, 0, 0, 0)
        self._choices.setSpacing(4)
        self.answer, self.below = Answer(), Answer()
        self.pouring = FloodControl()
        self.pouring.flowed.connect(self.poured)
        self.hint = controls.button("Hint", player.hint, "A hint for this task (Ctrl+I)")
        self.again = controls.button(
            "Try again", self._again, "Back to the position of this step (Ctrl+R)"
        )
        self.renew = controls.button(
            "Do this task again",
            lambda: player.ask_again(player.run.step if player.run is not None else 0),
            "Set this task once more",
        )
        self.back = controls.button(
            "Back", lambda: scene.perform("teach.back"), "The previous step (Ctrl+Left)"
        )
        self.next = controls.button(
            "Next", lambda: scene.perform("teach.next"), "The next step (Ctrl+Right)"
        )
        self._puzzles: Path | None = None
        self.puzzles = controls.button(
            "Try the puzzles", self._open_puzzles, "Open the puzzles of this game"
        )
        self._chapters: tuple[Path, int] | None = None
        self.chapter = controls.button(
            "Next chapter",
            lambda: scene.perform("teach.next-item"),
            "The next lesson of this course (Alt+Page Down)",
        )
        self.leave = controls.button("End lesson", lambda: scene.perform("teach.end"), role="quiet")
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

    def changed(self, old: State, new: State) -> None:
        """Show the step the active document is at."""
        run, lesson, step = self._player.run, self._player.lesson, self._player.step
        if run is None or lesson is None or step is None:
            self.pouring.stop()
            return
        self._list_steps(run, lesson)
        title = run.original.headers.get("title", "Lesson")
        practice = self._practice()
        place = f"{title} · step {run.step + 1} of {len(lesson.steps)}"
        self.title.setText(f"{practice} · {title}" if practice else place)
        self.steps.setVisible(not practice)
        self.heading.setText(step.title)
        self.heading.setVisible(bool(step.title))
        self.text.say(step.text)
        task, done = self._player.task, self._player.is_done
        self.asked.setVisible(task is not None)
        game = run.original.start.split(" ", 1)[0].split(":", 1)[0]
        self.asked.setText("Done" if done and task else _asked(task, game))
        self._show_choices(step, run, done=done)
        self._scroll(run)
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
        last = run.step + 1 >= len(lesson.steps)
        last = last and not practice
        leads_on = last and not run.trial
        goes_on = leads_on and self._has_next()
        self._puzzles = puzzles_of(game) if leads_on and not goes_on else None
        controls.show_if(self.chapter, goes_on, scene)
        controls.show_if(self.next, not goes_on, scene)
        controls.show_if(self.puzzles, self._puzzles is not None, scene)
        controls.enable_if(self.back, run.step > 0 or bool(practice), scene)
        controls.enable_if(self.next, not last, scene)
        for way_on in (self.next, self.chapter, self.puzzles):
            controls.set_role(way_on, "primary" if done and way_on.isEnabled() else "")
        self.leave.setText("Back to the editor" if run.trial else "End lesson")

    @property
    def _goes_back(self) -> bool:
        """Whether a step would come back by going back, and not by its moves played again."""
        return self._player.is_away and not self._player.playback.is_running

    def _again(self) -> None:
        """Go back to the step, or play the moves that lead there once more."""
        if self._goes_back and not self.renew.isVisibleTo(self):
            self._scene.perform("teach.again")
        else:
            self._player.replay()

    def _scroll(self, run: LessonRun) -> None:
        """Say what is said to an answer; show a step from its top, and an answer whole."""
        document = self._session.document
        place = (None if document is None else document.key, run.step)
        if place != self._place:
            self._place = place
            self.verticalScrollBar().setValue(0)
        fresh = run.said and run.said != self._said
        self._said = run.said
        self.answer.say(run.said, run.tone)
        if run.said != self.below.accessibleName():
            self.below.say("")
        if fresh and self._buttons:
            QTimer.singleShot(0, self.answer, self._say_below)
        elif fresh:
            self.show_whole(self.answer)

    def _say_below(self) -> None:
        """Say at the lower edge what is said out of sight: choices do not move under the mouse."""
        run = self._player.run
        if run is None or not self._buttons:
            return
        seen = self.answer.visibleRegion().boundingRect().height()
        if seen < self.answer.height():
            self.below.say(run.said, run.tone)

    def _list_steps(self, run: LessonRun, lesson: Lesson) -> None:
        """Fill the list of steps anew where another lesson runs, or another task is done."""
        with QSignalBlocker(self.steps):
            if self._steps != (lesson, run.done):
                self._steps = (lesson, run.done)
                self.steps.clear()
                for k, one in enumerate(lesson.steps):
                    tick = "✓ " if k in run.done else ""
                    self.steps.addItem(f"{tick}{k + 1}. {title_of(run.original, one)}")
            self.steps.setCurrentIndex(run.step)

    def _show_choices(self, step: Step, run: LessonRun, *, done: bool) -> None:
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
                button.clicked.connect(lambda _=False, k=number: self._player.choose(k))
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
            rests = run.rests and not choice.right
            controls.enable_if(button, not rests, self._scene.take_focus)

    def _has_next(self) -> bool:
        """Whether another chapter follows in the collection that the lesson is from."""
        document = self._session.document
        if document is None or document.item is None or document.path is None:
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
