"""Playing a lesson: steps fly from view to view, answers are judged, wrong tries replied to."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from model.lessons.judging import Verdict, judge
from model.records.lesson import Lesson, Step
from viewer.commands.shell import SceneControl
from viewer.learn.lesson_run import LessonRun
from viewer.learn.line_playback import LinePlayback
from viewer.session import progress
from viewer.session.run import Reject, Reply, Ruling
from viewer.session.session import Session, SessionError


class LessonPlayer(QObject):
    """Runs the active lesson.

    Attributes
    ----------
    playback
        Shows what answers a wrong try.

    Signals
    -------
    poured(str)
        "SW:red": what pours in the step now; "" for nothing.
    beginning
        A lesson is about to run, and not as a trial.
    tried(int)
        A trial ended at this step.
    """

    poured = Signal(str)
    beginning = Signal()
    tried = Signal(int)

    def __init__(
        self, session: Session, scene: SceneControl, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._scene = session, scene
        self.playback = LinePlayback(session, scene, self)
        self._clicks = ClickTask(self)

    # -- what is there -----------------------------------------------------------------------

    @property
    def run(self) -> LessonRun | None:
        """The lesson that runs in the active document, None where none does."""
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
        run = self.run
        return None if run is None else run.current

    @property
    def is_away(self) -> bool:
        """Whether the current position is not the step's own."""
        document, run = self._session.document, self.run
        return document is not None and run is not None and document.node != run.home

    @property
    def is_done(self) -> bool:
        """Whether the step asks for nothing any more."""
        run = self.run
        return run is not None and not run.asks

    # -- going about -------------------------------------------------------------------------

    def begin(self, step: int = 0, *, trial: bool = False) -> None:
        """Run the active lesson from a step on; SessionError where there is none.

        Parameters
        ----------
        trial
            See `LessonRun`.
        """
        document = self._session.document
        if document is None or document.kept.lesson is None or not document.kept.lesson.steps:
            raise SessionError("the active document has no lesson with steps to run")
        if document.run is not None:
            return
        done = frozenset() if trial else progress.done(document.path, document.kept)
        node = document.kept.lesson.steps[step].node
        run = LessonRun(document.record, document.node, done=done, home=node, trial=trial)
        if not trial:
            self.beginning.emit()
        self._session.begin_run(run, node)
        self.go(step)

    def end(self) -> None:
        """Leave the lesson; the document is as it was."""
        self.playback.stop()
        run = self.run
        if run is not None:
            self._session.end_run()
        self._scene.show_marks(())
        self._scene.tools.leave()
        self.poured.emit("")
        if run is not None and run.trial:
            self.tried.emit(run.step)

    def go(self, number: int) -> None:
        """Show a step, counted from 0; numbers beyond the ends show the first or the last."""
        run, lesson = self.run, self.lesson
        if run is None or lesson is None:
            return
        self.playback.stop()
        number = max(0, min(number, len(lesson.steps) - 1))
        step = lesson.steps[number]
        fresh = replace(run, step=number, said="", tone="", home=step.node)
        self._session.restart_run(fresh, step.node)
        self._show_step(step, fly=True)

    def again(self) -> None:
        """Come back to the step's own position."""
        run, step = self.run, self.step
        if run is None or step is None:
            return
        self.playback.stop()
        fresh = replace(run, said="", tone="")
        self._session.restart_run(fresh, step.node)
        self._show_step(step, fly=False)

    def next(self) -> None:
        """Go to the next step."""
        if self.run is not None:
            self.go(self.run.step + 1)

    def back(self) -> None:
        """Go to the step before."""
        if self.run is not None:
            self.go(self.run.step - 1)

    def refresh(self) -> None:
        """Show the marks, and take the clicks, that the active document wants now."""
        step = self.step
        if step is None:
            return
        self._scene.show_marks(step.marks if not self.is_away else ())
        if step.task is not None and step.task.kind == "click" and not self.is_done:
            self._scene.tools.choose(self._clicks)
        else:
            self._scene.tools.leave()

    def put_down(self) -> None:
        """Put the player's own tool down, where it is chosen: clicks play again."""
        if self._scene.tools.current is self._clicks:
            self._scene.tools.leave()

    def _show_step(self, step: Step, *, fly: bool) -> None:
        """Show a step's position through its view, with its marks and its pour."""
        document = self._session.document
        if document is None:
            return
        if step.view is not None and step.view != document.view:
            if fly:
                self._scene.fly(step.view)
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

    def click(self, site: int) -> bool:
        """Answer a task of clicking with a site; False where none is asked."""
        step, position = self.step, self._session.position
        if step is None or step.task is None or position is None or self.is_done:
            return False
        if self.is_away:
            self.again()
        else:
            self._tell(judge(position, step.task, position.game.board.names[site]))
        return True

    def follow(self, ruling: Ruling) -> None:
        """Show what follows from a ruling: the way back, the step that is done, or the reply."""
        if isinstance(ruling, Reject):
            if ruling.home:
                self.again()
        elif isinstance(ruling, Reply):
            self.playback.start(ruling.moves)
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
        """Remember that the step is done; clicks play again."""
        run, document = self.run, self._session.document
        if run is None or document is None:
            return
        if not run.trial:
            progress.keep(document.path, run.original, run.done)
        self._scene.tools.leave()

    def close(self) -> None:
        """Stop the line that is shown."""
        self.playback.stop()


class ClickTask:
    """The tool of a task that is answered by a click (`viewer.commands.tools.tool.Tool`)."""

    name = "task"
    preview: int | None = None
    shows_all_points = False
    takes_away = False

    def __init__(self, player: LessonPlayer) -> None:
        self._player = player

    def clicked(self, site: int | None, ball: bool) -> bool:
        """Judge a click on a point or a piece."""
        return site is not None and self._player.click(site)

    def enter(self) -> bool:
        """Take Enter: it means nothing here."""
        return False

    def escape(self) -> bool:
        """Go back to the step; the task stays."""
        if self._player.is_away:
            self._player.again()
        return True

    def ended(self) -> None:
        """Hear that clicks are for something else now."""
