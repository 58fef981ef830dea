"""Going through a lesson: steps fly from view to view, tasks are judged, wrong tries answered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from model.game import Move, MoveError, Position
from model.lessons.judging import Verdict, judge
from model.records.lesson import Lesson, Step
from viewer.session import progress
from viewer.session.run import Accept, Reject, Reply, Ruling, Run
from viewer.session.session import Session, SessionError

if TYPE_CHECKING:
    from viewer.window.main_window import MainWindow

PAUSE = 800
"""Milliseconds between the moves that answer a wrong try."""


@dataclass(frozen=True)
class LessonRun(Run):
    """Where a learner is.

    Attributes
    ----------
    step
        Number of the step, from 0.
    said, tone
        What was said to the last answer; "right", "wrong", "hint" or "" for nothing.
    done
        Steps whose tasks are done.
    home
        The node the step shows.
    trial
        It is the author who tries it: what was done before does not count, nothing is kept.
    """

    step: int = 0
    said: str = ""
    tone: str = ""
    done: frozenset[int] = frozenset()
    home: int = 0
    trial: bool = False

    @property
    def asks(self) -> bool:
        """Whether the step has a task that is not done yet."""
        lesson = self.original.lesson
        if lesson is None or self.step >= len(lesson.steps) or self.step in self.done:
            return False
        return lesson.steps[self.step].task is not None

    def judge_move(self, node: int, position: Position, move: Move) -> Ruling:
        """Judge a move where the step asks for one; elsewhere moves are simply played."""
        lesson = self.original.lesson
        if lesson is None or not self.asks:
            return Accept()
        task = lesson.steps[self.step].task
        if task is None or task.kind != "place":
            return Accept()
        if node != self.home:
            return Reject(home=True)
        verdict = judge(position, task, move)
        run = self.told(verdict)
        return Reply(verdict.line, run) if verdict.line and not verdict.right else Accept(run)

    def told(self, verdict: Verdict) -> LessonRun:
        """Return the run after an answer was judged."""
        done = self.done | {self.step} if verdict.right else self.done
        tone = "right" if verdict.right else "wrong"
        return replace(self, said=verdict.text, tone=tone, done=done)


class LessonPlayer(QObject):
    """Gives the active lesson; it is the tool of its clicks.

    Signals
    -------
    poured(str)
        "SW:red": what pours in the step now; "" for nothing.
    """

    poured = Signal(str)
    name = "task"
    preview: int | None = None
    shows_all_points = False
    takes_away = False

    def __init__(self, session: Session, window: MainWindow) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self._line: list[Move] = []
        self._line_at = (-1, -1)
        self._timer = QTimer(self)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._play_on)

    # -- what is there -----------------------------------------------------------------------

    @property
    def run(self) -> LessonRun | None:
        """The lesson that is gone through in the document in front, None where none is."""
        document = self._session.document
        run = None if document is None else document.run
        return run if isinstance(run, LessonRun) else None

    @property
    def lesson(self) -> Lesson | None:
        """Its steps."""
        run = self.run
        return None if run is None else run.original.lesson

    @property
    def step(self) -> Step | None:
        """The step that is shown."""
        run, lesson = self.run, self.lesson
        if run is None or lesson is None or run.step >= len(lesson.steps):
            return None
        return lesson.steps[run.step]

    @property
    def is_away(self) -> bool:
        """Whether something else than the step's own position is before the eyes."""
        document, run = self._session.document, self.run
        return document is not None and run is not None and document.node != run.home

    @property
    def is_done(self) -> bool:
        """Whether the step asks for nothing any more."""
        run, step = self.run, self.step
        return run is not None and (step is None or step.task is None or run.step in run.done)

    # -- going about -------------------------------------------------------------------------

    def begin(self, step: int = 0, *, trial: bool = False) -> None:
        """Go through the lesson in front, from a step on; SessionError where there is none.

        Parameters
        ----------
        trial
            See `LessonRun`.
        """
        document = self._session.document
        if document is None or document.kept.lesson is None or not document.kept.lesson.steps:
            raise SessionError("there is no lesson with steps in front to go through")
        if document.run is not None:
            return
        done = frozenset() if trial else progress.done(document.path, document.kept)
        node = document.kept.lesson.steps[step].node
        run = LessonRun(document.record, document.node, done=done, home=node, trial=trial)
        if not trial:
            self._window.learning.lesson_author.give()
        self._session.begin_run(run, node)
        self.go(step)

    def end(self) -> None:
        """Leave the lesson; the document is as it was."""
        self._stop()
        run = self.run
        if run is not None:
            self._session.end_run()
        self._window.scene.show_marks(())
        self._window.scene.tools.leave()
        self.poured.emit("")
        if run is not None and run.trial:
            self._window.learning.lesson_author.select(run.step)

    def go(self, number: int) -> None:
        """Show a step, counted from 0; numbers beyond the ends show the first or the last."""
        run, lesson = self.run, self.lesson
        if run is None or lesson is None:
            return
        self._stop()
        number = max(0, min(number, len(lesson.steps) - 1))
        step = lesson.steps[number]
        fresh = replace(run, step=number, said="", tone="", home=step.node)
        self._session.restart_run(fresh, step.node)
        self._dress(step, fly=True)

    def again(self) -> None:
        """Come back to the step's own position."""
        run, step = self.run, self.step
        if run is None or step is None:
            return
        self._stop()
        fresh = replace(run, said="", tone="")
        self._session.restart_run(fresh, step.node)
        self._dress(step, fly=False)

    def next(self) -> None:
        """Go to the next step."""
        if self.run is not None:
            self.go(self.run.step + 1)

    def back(self) -> None:
        """Go to the step before."""
        if self.run is not None:
            self.go(self.run.step - 1)

    def refresh(self) -> None:
        """Show marks and clicks as the document in front wants them, after a change of tabs."""
        step = self.step
        if step is None:
            return
        self._window.scene.show_marks(step.marks if not self.is_away else ())
        task = step.task
        click = task is not None and task.kind == "click" and not self.is_done
        if click:
            self._window.scene.tools.choose(self)
        else:
            self._window.scene.tools.leave()

    def _dress(self, step: Step, *, fly: bool) -> None:
        """Lay the step's look, marks and pour over its position."""
        document = self._session.document
        if document is None:
            return
        if step.view is not None and step.view != document.view:
            if fly:
                self._window.scene.fly(step.view)
            else:
                self._session.set_view(step.view)
        self.refresh()
        self.poured.emit(step.pour)

    # -- answers -----------------------------------------------------------------------------

    def hint(self) -> None:
        """Say the hint of the task."""
        run, step = self.run, self.step
        if run is not None and step is not None and step.task is not None and step.task.hint:
            self._session.set_run(replace(run, said=step.task.hint, tone="hint"))

    def choose(self, number: int) -> None:
        """Answer a choice."""
        step, position = self.step, self._session.position
        if step is None or step.task is None or step.task.kind != "choice" or position is None:
            return
        self._tell(judge(position, step.task, number))

    def enter(self) -> bool:
        """Take Enter (`viewer.commands.tools.tool.Tool`): it means nothing here."""
        return False

    def escape(self) -> bool:
        """Take Escape: back to the step; the task stays."""
        if self.is_away:
            self.again()
        return True

    def ended(self) -> None:
        """Hear that clicks are for something else now."""

    def clicked(self, site: int | None, ball: bool) -> bool:
        """Judge a click on a point or a piece (`viewer.commands.tools.tool.Tool`)."""
        step, position = self.step, self._session.position
        if site is None:
            return False
        if step is None or step.task is None or position is None or self.is_done:
            return False
        if self.is_away:
            self.again()
            return True
        self._tell(judge(position, step.task, position.game.board.names[site]))
        return True

    def follow(self, ruling: Ruling) -> None:
        """Show what follows from a ruling: the way back, the step that is done, or the reply."""
        if isinstance(ruling, Reject):
            if ruling.home:
                self.again()
        elif isinstance(ruling, Reply):
            self._show(list(ruling.moves))
        elif ruling.run is not None and self.is_done:
            self._take_done()

    def _tell(self, verdict: Verdict) -> None:
        run = self.run
        if run is None:
            return
        self._session.set_run(run.told(verdict))
        if verdict.right:
            self._take_done()

    def _take_done(self) -> None:
        """Remember that the step is done; clicks are for playing again."""
        run, document = self.run, self._session.document
        if run is None or document is None:
            return
        if not run.trial:
            progress.keep(document.path, run.original, run.done)
        self._window.scene.tools.leave()

    def _show(self, line: list[Move]) -> None:
        """Play the answer to a wrong try, move by move where things move."""
        self._line, self._line_at = line, self._place
        if self._window.scene.animates:
            self._timer.start()
        else:
            while self._line:
                self._play_on()

    def _play_on(self) -> None:
        """Play the next move of the answer to a wrong try; not where one has gone meanwhile."""
        if not self._line or self.run is None or self._place != self._line_at:
            self._stop()
            return
        try:
            move = self._line.pop(0)
            position = self._session.position
            if position is None or position.explain(move) is not None:
                self._stop()
                return
            self._session.play_out(move)
            self._line_at = self._place
        except (SessionError, MoveError):
            self._stop()
        if not self._line:
            self._stop()

    @property
    def _place(self) -> tuple[int, int]:
        """The document in front, and its node."""
        document = self._session.document
        return (-1, -1) if document is None else (document.key, document.node)

    def _stop(self) -> None:
        self._timer.stop()
        self._line = []

    def close(self) -> None:
        """Stop the line that is shown."""
        self._stop()
