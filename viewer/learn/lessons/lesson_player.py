"""Playing a lesson: steps fly from view to view, answers are judged, wrong tries replied to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from model.contract.game import Move, Player
from model.lessons.judging import Verdict, judge, picture_of_wrong
from model.records.lesson import After, Lesson, Step, Task
from viewer.games.decision import Decision
from viewer.learn.answer_clock import Clock
from viewer.learn.explained import Explained
from viewer.learn.lessons.after_answer import after_wrong, finale_of, move_of, picture_after
from viewer.learn.lessons.lesson_game import LessonGame
from viewer.learn.lessons.lesson_run import NOWHERE, LessonRun
from viewer.learn.line_playback import LinePlayback
from viewer.learn.run_tools import ClickTask
from viewer.picture.compose.ground import place_word
from viewer.picture.visibility.view_edits import select
from viewer.scene_view.scene_view import SceneView
from viewer.session.document.run import Reject, Reply, Ruling
from viewer.session.progress import progress
from viewer.session.session import Session, SessionError
from viewer.visuals.overlay_types import Overlay

ANSWERED = "This task is done"
"""Said to a click after the right one."""
HALF_DONE = "This task has one more move. Make it, or choose **Next** again to leave it."
"""Said where somebody goes on from the midst of a task of several moves."""


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

    def __init__(self, session: Session, scene: SceneView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._scene = session, scene
        self.playback = LinePlayback(session, scene, self)
        self.playback.finished.connect(self._played)
        self._then: Callable[[], None] = _nothing
        self._clock = Clock()
        self._clicks = ClickTask(self.click, self._miss, self._go_back)
        self._game = LessonGame(session, self)

    # -- what is there -----------------------------------------------------------------------

    @property
    def run(self) -> LessonRun | None:
        """The lesson that runs in the active document, None where none does."""
        run = self._session.run
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
        if document is None or run is None:
            return False
        if run.turns:
            return True
        if run.home == NOWHERE:
            return False
        return document.node != run.home

    @property
    def task(self) -> Task | None:
        """What the step asks for now, None for nothing."""
        run = self.run
        return None if run is None else run.task

    @property
    def is_done(self) -> bool:
        """Whether the step asks for nothing any more."""
        run = self.run
        return run is not None and not run.asks

    # -- going about -------------------------------------------------------------------------

    def begin(self, step: int | None = None, *, trial: bool = False) -> None:
        """Run the active lesson from a step on; SessionError where there is none.

        Parameters
        ----------
        step
            Counted from 0; None: where the learner stopped last time.
        trial
            See `LessonRun`.
        """
        document = self._session.document
        if document is None or document.kept.lesson is None or not document.kept.lesson.steps:
            raise SessionError("this document has no lesson with steps")
        if document.run is not None:
            return
        done = frozenset() if trial else progress.done(document.path, document.kept)
        if step is None:
            step = 0 if trial else progress.stopped_at(document.path, document.kept)
        node = document.kept.lesson.steps[step].node
        run = LessonRun(document.record, document.node, done=done, home=node, trial=trial)
        if not trial:
            self.beginning.emit()
        self._session.begin_run(run, node)
        self.go(step)

    def end(self) -> None:
        """Leave the lesson; the document is as it was."""
        self._rest()
        run = self.run
        if run is not None:
            self._session.end_run()
            self._scene.forget_place()  # or the ring of an answer stays on the board
        self._scene.laid.show_marks(())
        self._scene.tools.leave()
        self.poured.emit("")
        if run is not None and run.trial:
            self.tried.emit(run.step)

    def go(self, number: int) -> None:
        """Show a step, counted from 0; numbers beyond the ends show the first or the last."""
        run, lesson = self.run, self.lesson
        if run is None or lesson is None:
            return
        self._rest()
        number = max(0, min(number, len(lesson.steps) - 1))
        step = lesson.steps[number]
        document = self._session.document
        if document is not None and not run.trial:
            progress.stop_at(document.path, run.original, number)
        self._clock.start()
        self._scene.forget_place()
        if document is not None and document.second is not None:
            self._session.see_once()  # it was opened for the step before, perhaps by a stray key
        self._open_step(run.at_step(number, step.node), step, fly=True)

    def switch_pupil(self) -> None:
        """Go on with the active lesson where the pupil who learns now left it."""
        run, document = self.run, self._session.document
        if run is not None and document is not None and not run.trial:
            done = progress.done(document.path, run.original)
            self._session.set_run(replace(run, done=done))
            self.go(progress.stopped_at(document.path, run.original))

    def ask_again(self, step: int) -> None:
        """Show a step of the active lesson as if its task had not been done."""
        if self.run is None:
            self.begin(step)
        run = self.run
        if run is not None:
            self._session.set_run(replace(run, done=run.done - {step}))
            self.go(step)

    def again(self) -> None:
        """Come back to the step's own position; of several moves to where the next one is asked."""
        run, step = self.run, self.step
        if run is None or step is None:
            return
        self._rest()
        self._then = _nothing
        played = () if self.is_done else run.played
        if run.turns:
            played = ()
        part = run.part if played else 0
        fresh = replace(
            run, home=step.node, part=part, played=played, side="", turns=0
        ).asking()  # fmt: skip
        self._session.restart_run(fresh, step.node)
        for move in played:
            self._session.play_out(move)
        self._come_home()
        self._show_step(step, fly=False)

    def replay(self) -> None:
        """Play the moves of the step once more."""
        run, step = self.run, self.step
        if run is not None and step is not None and step.since is not None:
            self._open_step(run.at_step(run.step, step.node), step, fly=False)

    def _open_step(self, fresh: LessonRun, step: Step, *, fly: bool) -> None:
        """Show a step; the moves that lead to it are played first where it says so."""
        self._then = _nothing
        if step.since is None:
            self._session.restart_run(fresh, step.node)
            self._show_step(step, fly=fly)
            return
        moves = []
        nodes, node = fresh.original.nodes, step.node
        while node != step.since:
            moves.append(nodes[node].move)
            node = nodes[node].parent
        self._session.restart_run(fresh, step.since)
        self._show_view(step, fly=fly)
        self._then = lambda: self._show_step(step, fly=False)
        self.playback.start(moves[::-1])

    def _played(self) -> None:
        """Go on once a line stands on the board."""
        then, self._then = self._then, _nothing
        then()

    def _come_home(self) -> None:
        """Ask for the next move of a task of several from where the reply has led."""
        run, document = self.run, self._session.document
        if run is not None and document is not None and document.node != run.home:
            self._session.set_run(replace(run, home=document.node))
        self.refresh()

    def next(self) -> None:
        """Go to the next step; from the midst of a task of several moves at the second press."""
        run = self.run
        if run is not None and run.part and run.asks and run.said != HALF_DONE:
            self._session.set_run(replace(run, said=HALF_DONE, tone="hint"))
        elif run is not None:
            self.go(run.step + 1)

    def back(self) -> None:
        """Go to the step before."""
        if self.run is not None:
            self.go(self.run.step - 1)

    def refresh(self) -> None:
        """Show the marks, and take the clicks, that the active document wants now."""
        step = self.step
        if step is None:
            return
        run = self.run
        shown = run is not None and run.explained is not None
        # What is said to a wrong try may speak of the marks: they stay until the task is met.
        tried = run is not None and run.asks and run.tone in ("wrong", "hint")
        hidden = (self.is_away and not tried) or shown or self.playback.is_running
        self._scene.laid.show_marks(() if hidden else step.marks)
        # Once it is done a second click of two, or one too many, is no move either.
        if step.task is not None and step.task.kind == "click":
            self._scene.tools.choose(self._clicks)
        else:
            self._scene.tools.leave()

    def put_down(self) -> None:
        """Put the player's own tool down, where it is chosen: clicks play again."""
        if self._scene.tools.current is self._clicks:
            self._scene.tools.leave()

    def _show_step(self, step: Step, *, fly: bool) -> None:
        """Show a step's position through its view, with its marks and its pour."""
        self._show_view(step, fly=fly)
        self.refresh()
        self.poured.emit(step.pour)

    def _show_view(self, step: Step, *, fly: bool) -> None:
        document = self._session.document
        if document is None:
            return
        # Without a view of its own the step is seen as before, but a group selected there is not.
        view = step.view or select(document.first_view, "")
        if view != document.first_view:
            self._session.turn_to(0)
            if fly:
                self._scene.fly(view)
            else:
                self._session.set_view(view)

    # -- answers -----------------------------------------------------------------------------

    def hint(self) -> None:
        """Say the hint of the task."""
        run, task = self.run, self.task
        if run is not None and task is not None and task.hint:
            self._session.set_run(replace(run, said=task.hint, tone="hint"))
            document = self._session.document
            if document is not None and not run.trial and not self.is_done:
                progress.helped(document.path, document.item, run.original, run.step)

    def choose(self, number: int) -> None:
        """Answer a choice; while the right answer is explained, a wrong one says nothing."""
        step, position, run = self.step, self._session.position, self.run
        if step is None or step.task is None or step.task.kind != "choice" or position is None:
            return
        verdict = judge(position, step.task, number)
        if run is not None and (verdict.right or not run.rests):
            self._tell(verdict)

    def click(self, site: int) -> bool:
        """Answer a task of clicking with a site, once; False where a click means the usual."""
        step, position = self.step, self._session.position
        if step is None or step.task is None or position is None:
            return False
        if self.is_done:
            if site in position.pieces.site:
                return False  # it is selected, as at any other time
            self._session.notices.tell(ANSWERED)
            return True
        name = position.game.board.names[site]
        if self.is_away:  # it counts as at the step, and is answered
            self.again()
            position = self._session.position
        if position is not None and name in position.game.board:
            self._tell(judge(position, step.task, name))
        return True

    def _miss(self) -> None:
        """Say where to click, after a click beside the board's points."""
        position = self._session.position
        if position is not None and not self.is_done:
            place = place_word(position.game.board)
            self._session.notices.tell(f"There is no {place} there. Click a {place} of the board")

    def _go_back(self) -> None:
        if self.is_away:
            self.again()

    def follow(self, ruling: Ruling) -> None:
        """Show what follows from a ruling: the way back, the step that is done, or the reply."""
        if isinstance(ruling, Reject):
            if ruling.home:
                self._go_home()
            return
        run = ruling.run
        tone = run.tone if isinstance(run, LessonRun) else ""
        done = tone == "right" and self.is_done
        self._then = _nothing
        if isinstance(run, LessonRun) and run.turns and not tone:
            self._then = self._play_on
        elif isinstance(run, LessonRun) and run.home == NOWHERE and not run.turns:
            self._then = self._come_home
        elif done:
            self._keep_done()
            self._then = self._show_after
        elif tone == "wrong":
            self._count(right=False)
            over = isinstance(run, LessonRun) and run.turns
            self._then = self._show_end if over else self._picture_of_wrong()
        if isinstance(ruling, Reply):
            self.playback.start(ruling.moves)
        else:
            self._played()

    def _go_home(self) -> None:
        """Go back to what is asked: in a game to where it stands."""
        run = self.run
        if run is None or not run.turns or (not self.is_done and run.tone):
            self.again()
        elif run.home != NOWHERE:
            self._session.go(run.home)

    def _play_on(self) -> None:
        """Have whoever is to move in a game move: the learner, or the computer."""
        run, position, task = self.run, self._session.position, self.task
        if run is None or position is None or task is None:
            return
        if position.to_move == run.side:
            self._come_home()
        else:
            self._game.reply(task.level, self._replied)

    def _replied(self, move: Move | None) -> None:
        """Go on with a game after a move of the computer, which stands on the board."""
        run, document = self.run, self._session.document
        if run is None or document is None:
            return
        played = None if move is None else move_of(self._session, document)
        if played is None:
            self._session.notices.tell("The computer found no move: start this step again")
            return
        fresh = run.played_on(*played)
        self._session.set_run(fresh)
        if not fresh.tone:
            self._play_on()
        elif fresh.tone == "right":
            self._take_done()
        else:
            self._count(right=False)
            self._show_end()

    def _show_end(self) -> None:
        """Show what decided a game that is over."""
        run, document = self.run, self._session.document
        if run is None or document is None:
            return
        self._lay(run, document.node, finale_of(self._session.position_of(document)))

    def _tell(self, verdict: Verdict) -> None:
        run = self.run
        if run is None:
            return
        if not verdict.right:
            self._count(right=False)
        self._session.set_run(run.told(verdict))
        if run.poured != NOWHERE and self.step is not None:
            self.poured.emit(self.step.pour)  # what the answer before let pour is over
        if verdict.right:
            self._take_done()
        elif run.task is not None:
            self._show_wrong(run.task.after_wrong or After())

    def _count(self, *, right: bool) -> None:
        """Keep an answer with the pupil's others."""
        run, document = self.run, self._session.document
        if run is not None and document is not None and not run.trial:
            progress.answered(
                document.path, document.item, run.original, run.step,
                right=right, seconds=self._clock.lap(),
            )  # fmt: skip

    def _take_done(self) -> None:
        """Remember that the step is done, and show what follows."""
        self._keep_done()
        self._show_after()

    def _keep_done(self) -> None:
        """Remember that the step is done."""
        run, document = self.run, self._session.document
        if run is None or document is None:
            return
        self._count(right=True)
        if not run.trial:
            progress.keep(document.path, run.original, frozenset({run.step}))

    def _show_after(self) -> None:
        """Show the picture that follows a right answer, and let pour what it says."""
        run, document = self.run, self._session.document
        if run is None or document is None or run.task is None:
            return
        position, task = self._session.position_of(document), run.task
        played = move_of(self._session, document) if document.node != run.home else None
        overlays = picture_after(position, task, self._side(run), played)
        self._lay(run, document.node, overlays, task.after.pour if task.after is not None else "")

    def _picture_of_wrong(self) -> Callable[[], None]:
        """Return what shows why the move on the board is wrong, once its line stands there."""
        run, document = self.run, self._session.document
        if run is None or document is None or run.task is None:
            return _nothing
        played = move_of(self._session, document)
        if played is None:
            return _nothing
        shown = picture_of_wrong(played[0], run.task, played[1])
        return lambda: self._show_wrong(shown)

    def _show_wrong(self, shown: After) -> None:
        """Say the end of what is said to a wrong try, and show the picture that goes with it."""
        run, document = self.run, self._session.document
        if run is None or document is None:
            return
        position, node = self._session.position_of(document), document.node
        overlays = after_wrong(position, shown, played=node != run.home)
        self._lay(run.ended() if run.end else run, node, overlays, shown.pour)

    def _lay(
        self, run: LessonRun, node: int, overlays: tuple[Overlay, ...], pour: str = ""
    ) -> None:
        """Show the picture after an answer, and let pour what it says."""
        if overlays:
            run = replace(run, explained=Explained(node, Decision("", overlays)))
        if pour:
            run = replace(run, poured=node)
        if run is not self.run:
            self._session.set_run(run)
        self.refresh()
        if pour:
            self.poured.emit(pour)

    def _side(self, run: LessonRun) -> Player:
        """Who is asked: the side to move at the home of the run."""
        return run.side or str(self._session.position_at(run.home).to_move or "")

    def _rest(self) -> None:
        """Show no more of a line, and let the computer think no more."""
        self.playback.stop()
        self._game.stop()

    def close(self) -> None:
        """Stop the line that is shown, and what the computer thinks."""
        self.playback.stop()
        self._game.close()


def _nothing() -> None:
    """Do nothing after a line."""
