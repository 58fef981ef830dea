"""A lesson in a dock: what the step says, its task, hint, answer, and the way on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from model.records.lesson import Step
from viewer.games.registry import explainer_of
from viewer.panels.author.lesson_text import title_of
from viewer.session.session import State
from viewer.widgets import controls
from viewer.widgets.flood_control import FloodControl
from viewer.widgets.prose import Answer, Prose
from viewer.widgets.theme import GAP

if TYPE_CHECKING:
    from viewer.games.overlay_types import Pour
    from viewer.window.main_window import MainWindow

TASKS = {
    "place": "Your move",
    "click": "Click in the scene",
    "choice": "Choose",
}


class LessonPanel(controls.ScrolledPanel):
    """Shows the step of `viewer.learn.lesson_player.LessonPlayer` and takes answers to choices."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__("Lesson")
        self._window = window
        self._player = window.learning.lesson_player
        self._steps: object = None
        self._shown: object = None
        self.title = controls.label("", "small")
        self.title.setWordWrap(True)
        self.steps = controls.combo("Steps of the lesson", ())
        self.steps.activated.connect(lambda k: self._player.go(k))
        self.heading = controls.label("", "lead")
        self.heading.setWordWrap(True)
        self.heading.setStyleSheet("font-weight: 600; color: #1D2733;")
        self.text = Prose("What this step says")
        self.asked = controls.label("", "section")
        self.choices = QWidget()
        self._choices = QVBoxLayout(self.choices)
        self._choices.setContentsMargins(0, 0, 0, 0)
        self._choices.setSpacing(4)
        self.answer = Answer()
        self.pouring = FloodControl()
        self.pouring.flowed.connect(self._flowed)
        self.hint = QPushButton("Hint")
        self.hint.setToolTip("A hint for this task (Ctrl+I)")
        self.hint.clicked.connect(self._player.hint)
        self.again = QPushButton("Try again")
        self.again.setToolTip("Back to the position of this step (Ctrl+R)")
        self.again.clicked.connect(self._player.again)
        self.back = QPushButton("Back")
        self.back.setToolTip("The step before (Ctrl+Left)")
        self.back.clicked.connect(self._player.back)
        self.next = QPushButton("Next")
        self.next.setToolTip("The next step (Ctrl+Right)")
        self.next.clicked.connect(self._player.next)
        self.leave = QPushButton("Leave the lesson")
        self.leave.setProperty("role", "quiet")
        self.leave.clicked.connect(lambda: window.perform("teach.end"))
        for shown in (self.title, self.steps, self.heading, self.text, self.pouring):
            self.column.addWidget(shown)
        self.column.addSpacing(GAP // 2)
        for asking in (self.asked, self.choices, self.answer):
            self.column.addWidget(asking)
        line = QHBoxLayout()
        line.setSpacing(GAP)
        line.addWidget(self.hint)
        line.addWidget(self.again)
        line.addStretch(1)
        self.column.addLayout(line)
        self.column.addStretch(1)
        way = QHBoxLayout()
        way.setSpacing(GAP)
        way.addWidget(self.leave)
        way.addStretch(1)
        way.addWidget(self.back)
        way.addWidget(self.next)
        self.column.addLayout(way)
        self._player.poured.connect(self.pour)

    def changed(self, old: State, new: State) -> None:
        """Show the step the document in front is at."""
        run, lesson, step = self._player.run, self._player.lesson, self._player.step
        if run is None or lesson is None or step is None:
            self.pouring.stop()
            return
        key = (lesson, run.done)
        if self._steps != key:
            self._steps = key
            with QSignalBlocker(self.steps):
                self.steps.clear()
                for k, one in enumerate(lesson.steps):
                    tick = "✓ " if k in run.done else ""
                    self.steps.addItem(f"{tick}{k + 1}. {title_of(run.original, one)}")
        with QSignalBlocker(self.steps):
            self.steps.setCurrentIndex(run.step)
        title = run.original.headers.get("title", "Lesson")
        self.title.setText(f"{title} · step {run.step + 1} of {len(lesson.steps)}")
        self.heading.setText(step.title)
        self.heading.setVisible(bool(step.title))
        self.text.say(step.text)
        task = step.task
        done = self._player.is_done
        self.asked.setVisible(task is not None)
        self.asked.setText("Done" if done and task else TASKS[task.kind] if task else "")
        self._show_choices(step)
        self.answer.say(run.said, run.tone)
        scene = self._window.focus_scene
        controls.show_if(self.hint, task is not None and bool(task.hint) and not done, scene)
        controls.show_if(self.again, self._player.is_away, scene)
        self.again.setText("Try again" if run.tone == "wrong" else "Back to the step")
        self.back.setEnabled(run.step > 0)
        last = run.step + 1 >= len(lesson.steps)
        self.next.setEnabled(not last)
        self.leave.setText("Back to the editor" if run.trial else "Leave the lesson")
        role = "primary" if done and not last else ""
        if self.next.property("role") != role:
            self.next.setProperty("role", role)
            self.next.style().unpolish(self.next)
            self.next.style().polish(self.next)

    def _show_choices(self, step: Step) -> None:
        if self._shown is step:
            return
        self._shown = step
        controls.empty(self._choices)
        task = step.task
        choices = task.choices if task is not None and task.kind == "choice" else ()
        for number, choice in enumerate(choices):
            button = QPushButton(choice.text)
            button.clicked.connect(lambda _=False, k=number: self._player.choose(k))
            self._choices.addWidget(button)
        self.choices.setVisible(bool(choices))

    # -- the pour ----------------------------------------------------------------------------

    def pour(self, what: str) -> None:
        """Let colour run as the step says ("SW:red"), "" for none."""
        self.pouring.stop()
        position = self._window.session.position
        explainer = explainer_of(position)
        pour = None
        if position is not None and explainer is not None:
            pour = explainer.pour(position, what)
        if pour is None:
            return
        self.pouring.animated = self._window.scene.animates
        self.pouring.start(pour)

    def _flowed(self, flow: Pour | None) -> None:
        self._window.show_pour(flow)

    def close_down(self) -> None:
        """Stop what runs."""
        self.pouring.stop()
