"""Carries out what follows in the exercise in front: moves, lines, views, pictures, what counts."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal

from model.contract.game import Move, Player
from model.exercises import effects as do
from model.exercises import exercise as exercises
from model.exercises.exercise import Exercise, LineExercise
from model.exercises.lesson import LessonExercise
from model.exercises.puzzle import ONWARD, PuzzleExercise, RetryExercise, new_exercise
from model.play.opponent import refusal_of_open
from model.play.review import ReviewedMove, can_be_retried, instead
from model.records.lesson import After
from model.records.record import ROOT, Record
from model.records.view import View
from viewer.analysis.advice import Advice
from viewer.analysis.playing.automatic_moves import NOWHERE, place_of, play_reply
from viewer.analysis.review_service import Reviews
from viewer.games.decision import Decision
from viewer.games.registry import ending
from viewer.learn.judge import Judge, line_from
from viewer.learn.lessons.after_answer import after_wrong, finale_of, move_of, picture_after
from viewer.picture.compose.first_look import first_view
from viewer.picture.compose.ground import place_word
from viewer.picture.visibility.view_edits import select
from viewer.picture.words.review_words import praise
from viewer.scene_view.scene_view import SceneView
from viewer.session.document.document import Document
from viewer.session.document.edits import require_no_run
from viewer.session.progress import progress
from viewer.session.session import Change, Session, SessionError
from viewer.tools import play_tool
from viewer.tools.tool import Tool
from viewer.widgets.prose import sentence

# Lines shown move by move: the answer to a wrong try, a solution, a refutation.

PAUSE = 800
"""Milliseconds between two moves, where nothing is read between them."""


class LinePlayback(QObject):
    """Plays a line at the current node of an exercise, without having its moves judged.

    Move by move where the scene animates, else at once. It ends where the person goes to another
    position or document, and before a move that is not legal.

    Signals
    -------
    finished
        All of the line stands on the board, also one without moves.
    broken_off
        The person has gone elsewhere, or what comes next cannot be played.
    """

    finished, broken_off = Signal(), Signal()

    def __init__(self, session: Session, scene: SceneView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._scene = session, scene
        self._left: list[Move] = []
        self._place = NOWHERE
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.step)

    @property
    def is_running(self) -> bool:
        """Whether moves of the line are still to come."""
        return bool(self._left)

    def start(self, line: Sequence[Move], pause: int = PAUSE, *, always: bool = False) -> None:
        """Show a line from the current node on.

        Parameters
        ----------
        pause
            Milliseconds between two moves.
        always
            Move by move also where the scene does not animate.
        """
        self._left, self._place = list(line), place_of(self._session)
        if not line:
            self.finished.emit()
            return
        if pause and (always or self._scene.animates):
            self._timer.start(pause)
            return
        while self._left:
            self.step()

    def step(self) -> None:
        """Play the next move."""
        left = self._left
        if not left or self._session.document.exercise is None:
            self.stop()
            return
        try:
            is_played = play_reply(self._session, self._place, left[0])
        except SessionError:
            is_played = False
        if not is_played:
            self.stop()
            self.broken_off.emit()
            return
        if self._left is not left:
            return  # another line has begun where this move was seen
        self._place = place_of(self._session)
        del left[:1]
        if not left:
            self.stop()
            self.finished.emit()

    def stop(self) -> None:
        """Show no more of the line."""
        self._timer.stop()
        self._left.clear()


PAUSES = {"line": PAUSE, "breath": 350, "none": 0, "reading": 1800}
"""Milliseconds before a move; a breath before an answer, so that both moves are seen."""
ANSWERED = "This task is done"
"""Said to a click after the right one."""


class ExerciseTool(Tool):
    """What clicks are for where they are no moves: a line is shown, a try stands, a task asks.

    Parameters
    ----------
    click
        Called with the point or piece that is clicked, None beside them; where it returns False, a
        click means the usual.
    escape
        Goes back to what is asked.
    enter
        What Enter does; None: nothing.
    """

    def __init__(
        self,
        name: str,
        click: Callable[[int | None], bool],
        escape: Callable[[], None],
        enter: Callable[[], None] | None = None,
    ) -> None:
        self.name, self.only_names = name, enter is None
        self._click, self._escape, self._enter = click, escape, enter

    def clicked(self, site: int | None, ball: bool) -> bool:
        """Take a click."""
        return self._click(site)

    def enter(self) -> bool:
        """Take Enter, where it means something."""
        if self._enter is None:
            return False
        self._enter()
        return True

    def escape(self) -> bool:
        """Go back."""
        self._escape()
        return True


class ExercisePlayer(QObject):
    """Runs the exercise of the active document, and shows the line a judgement of it ends with.

    Going about shows a line, too: "." and "," step, and Escape leads back to the game.

    Attributes
    ----------
    playback
        Shows solutions, refutations and replies.

    Signals
    -------
    poured(str)
        "SW:red": what pours in a step now; "" for nothing.
    beginning
        A lesson is about to run, and not as a trial.
    tried(int)
        A trial ended at this step.
    """

    poured = Signal(str)
    beginning = Signal()
    tried = Signal(int)

    def __init__(
        self,
        session: Session,
        scene: SceneView,
        reviews: Reviews,
        advice: Advice,
        perform: Callable[[str], object],
        parent: QObject | None = None,
    ) -> None:
        """Make the player; `advice` knows what refutes a move, `perform` runs a command."""
        super().__init__(parent)
        self._session, self._scene, self._reviews = session, scene, reviews
        self._advice, self._perform = advice, perform
        self.playback = LinePlayback(session, scene, self)
        self.playback.finished.connect(lambda: self.send("arrived"))
        self.playback.broken_off.connect(self.refresh)
        self._judge = Judge(reviews, self)
        self._tools = {
            "click": ExerciseTool("task", self.click, self._leave_try),
            "back": ExerciseTool("solving", self._take_back, self._go_back, self._go_back),
            "onward": ExerciseTool(
                "line", lambda _: self._refuse(ONWARD), self._go_back, lambda: self.send("next")
            ),
        }
        self._line_tool = ExerciseTool(
            "line", lambda _: self._refuse(exercises.SHOWN), self.leave_line, self.play_line
        )
        self._since = monotonic()
        self._is_carrying = self._awaits = False
        session.effects.add(self._carry_out)
        self._leave_session = session.subscribe(self._follow)
        advice.said.connect(self._play_awaited)
        advice.failed.connect(self._play_awaited)

    # -- what is there -----------------------------------------------------------------------

    @property
    def exercise(self) -> Exercise | None:
        """What is learned in the active document, None where nothing is."""
        exercise = self._session.exercise
        return exercise if exercise is not None and exercise.is_task else None

    @property
    def lesson(self) -> LessonExercise | None:
        """The lesson that runs in the active document."""
        exercise = self._session.exercise
        return exercise if isinstance(exercise, LessonExercise) else None

    @property
    def puzzle(self) -> PuzzleExercise | None:
        """The puzzle that is solved in the active document."""
        exercise = self._session.exercise
        return exercise if isinstance(exercise, PuzzleExercise) else None

    @property
    def retry(self) -> RetryExercise | None:
        """The mistakes that are retried in the active document."""
        exercise = self._session.exercise
        return exercise if isinstance(exercise, RetryExercise) else None

    @property
    def line(self) -> LineExercise | None:
        """The line that is shown in the active document, also where mistakes are retried."""
        exercise = self._session.exercise
        if isinstance(exercise, RetryExercise):
            return exercise.line
        return exercise if isinstance(exercise, LineExercise) else None

    @property
    def is_line_shown(self) -> bool:
        """Whether a line is shown in the active document, as what runs there."""
        return isinstance(self._session.exercise, LineExercise)

    @property
    def plays_line(self) -> bool:
        """Whether the line that is shown goes on by itself."""
        return self.line is not None and self.line.plays

    @property
    def is_away(self) -> bool:
        """Whether the current position is not the one that is asked about."""
        document, exercise = self._session.document, self.exercise
        return exercise is not None and exercise.is_away(document.node)

    # -- beginning and ending ----------------------------------------------------------------

    def begin_lesson(self, step: int | None = None, *, trial: bool = False) -> None:
        """Run the active lesson from a step on; SessionError where there is none.

        Parameters
        ----------
        step
            Counted from 0; None: where the learner stopped last time.
        trial
            See `LessonExercise`.
        """
        document = self._session.document
        if document.kept.lesson is None or not document.kept.lesson.steps:
            raise SessionError("this document has no lesson with steps")
        if document.exercise is not None:
            return
        done = frozenset() if trial else progress.done(document.path, document.kept)
        if step is None:
            step = 0 if trial else progress.stopped_at(document.path, document.kept)
        node = document.kept.lesson.steps[step].node
        lesson = LessonExercise(document.record, document.node, home=node, done=done, trial=trial)
        if not trial:
            self.beginning.emit()
        self._session.begin_exercise(lesson, node)
        self.send(exercises.GoTo(step))

    def begin_puzzle(self) -> None:
        """Solve the active puzzle, from its start; SessionError where it cannot be."""
        document = self._session.document
        if document.kept.puzzle is None:
            raise SessionError("this document has no puzzle")
        if document.exercise is not None:
            return
        self._session.begin_exercise(self._new_puzzle(document), ROOT)
        document, position = self._session.document, self._session.position_at(ROOT)
        assert document.kept.puzzle is not None
        view = first_view(document.view, position, document.kept.puzzle)
        if view is not document.view:
            self._session.set_view(view)
        self._since = monotonic()
        self._judge.warm_up(position)

    def _new_puzzle(self, document: Document) -> PuzzleExercise:
        """The puzzle of a document in which nothing runs."""
        from model.puzzles.proof import first_fault

        puzzle = document.kept.puzzle
        assert puzzle is not None
        position = self._session.position_at(ROOT)
        fault = first_fault(position, puzzle)
        if fault:
            raise SessionError(f"this puzzle cannot be solved: {fault}")
        self._stop()
        return new_exercise(document.record, document.node, position, puzzle)

    def begin_retry(self, side: Player) -> None:
        """Retry the mistakes of the reviewed line, those of one side, or with "" of both.

        Raises
        ------
        SessionError
            Where nothing was reviewed, or no mistake is known in whose place something was better.
        """
        document, position = self._session.open_document(), self._session.position
        require_no_run(document)
        if why := refusal_of_open(position.game):
            raise SessionError(f"no mistakes to retry here: {why}")
        if self._reviews.is_reviewing:
            raise SessionError("the review is still running: wait until it ends, or stop it")
        self._reviews.require_mistakes()
        found = can_be_retried(self._reviews.moves())
        all_ = tuple(one for one in found if self._is_playable(document.record, one))
        if not all_:
            raise SessionError("no better move is known for the mistakes of this line")
        if side and all(one.side != side for one in all_):
            raise SessionError(f"the review found no mistake of {side.capitalize()}, your side")
        exercise = RetryExercise(
            document.record, document.node, hides=True, confirms=True, all=all_, view=document.view
        ).of_side(side)
        self._scene.tools.leave()
        self._session.begin_exercise(exercise, exercise.home)
        self._scene.face(exercise.mistake.side)
        self._scene.take_focus()

    def _is_playable(self, record: Record, mistake: ReviewedMove) -> bool:
        """Whether the better move is one: a file may say anything."""
        before = self._session.position_at(record[mistake.node].parent)
        return mistake.best is not None and before.explain(mistake.best) is None

    def end(self) -> None:
        """Leave the exercise; the document is as it was."""
        exercise = self.exercise
        self._stop()
        if exercise is None:
            return
        self._session.end_exercise()
        document = self._session.document
        if isinstance(exercise, RetryExercise):
            if document.node != exercise.node:
                self._session.go(exercise.node)
            if document.view != exercise.view:
                self._session.set_view(exercise.view)
        else:
            self._scene.forget_place()  # or the ring of an answer stays on the board
            self._scene.laid.show_marks(())
        if not isinstance(exercise, LessonExercise):
            self._put_down()
            return
        self._scene.tools.leave()
        self.poured.emit("")
        if exercise.trial:
            self.tried.emit(exercise.step)

    # -- what the person does ----------------------------------------------------------------

    def send(self, event: exercises.Event) -> None:
        """Hand an event to the exercise in front, and carry out what follows.

        SessionError where what the person asks for cannot be done.
        """
        if self._session.exercise is not None:
            before, self._is_carrying = self._is_carrying, True
            try:
                effects = self._session.advance(event)
            finally:
                self._is_carrying = before
            self._carry_out(effects)

    def ask_again(self, step: int) -> None:
        """Show a step of the active lesson as if its task had not been done."""
        if self.lesson is None:
            self.begin_lesson(step)
        if self.lesson is not None:
            self.send(exercises.GoTo(step, self.lesson.done - {step}))

    def switch_pupil(self) -> None:
        """Go on with the active lesson where the pupil who learns now left it."""
        lesson, document = self.lesson, self._session.document
        if lesson is not None and not lesson.trial:
            done = progress.done(document.path, lesson.original)
            self.send(exercises.GoTo(progress.stopped_at(document.path, lesson.original), done))

    def click(self, site: int | None) -> bool:
        """Answer a task of clicking, once; False where a click means the usual."""
        lesson, position = self.lesson, self._session.position
        if lesson is None:
            return False
        if site is None and lesson.asks:
            place = place_word(position.game.board)
            self._session.notices.tell(f"There is no {place} there. Click a {place} of the board")
        elif site is not None and lesson.asks:
            self.send(exercises.Click(position.game.board.names[site]))
        elif site is not None and site in position.pieces.site:
            return False  # it is selected, as at any other time
        elif site is not None:
            self._session.notices.tell(ANSWERED)
        return True

    def _take_back(self, site: int | None) -> bool:
        """Take a wrong try back; what was clicked then counts as in the position to be solved."""
        if site is not None and self.exercise is not None and self.exercise.stands_wrong:
            return play_tool.take_back(self._session, site)
        self._go_back()
        return True

    def _refuse(self, why: str) -> bool:
        """Say why a click plays nothing."""
        self._session.notices.tell(why)
        return True

    def _go_back(self) -> None:
        self.send("again")

    def _leave_try(self) -> None:
        if self.is_away:
            self.send("again")

    def demonstrate(self, shown: exercises.Demonstrate) -> None:
        """Show a line from the start of the active puzzle, also where it is only edited."""
        document = self._session.document
        if document.kept.puzzle is not None:
            if document.exercise is None:
                self._session.begin_exercise(self._new_puzzle(document), ROOT)
            self.send(shown)

    def show_better(self) -> None:
        """Show the better move in the place of a mistake, with what would have followed."""
        retry = self.retry
        if retry is None or retry.is_over:
            return
        mistake, before = retry.mistake, self._session.position_at(retry.home)
        tried = instead(retry.original, mistake, mistake.best or "", self._judge.budget(before))
        assert tried is not None  # the best move is known without an engine
        line = line_from(retry.before, retry.home, before, mistake.line)
        if line is None:
            raise SessionError("the better move of this review cannot be played here")
        self.send(exercises.Better(praise(tried, mistake, before), line))

    # -- a line that refutes a move ----------------------------------------------------------

    def play_line(self, *, whole: bool = False) -> None:
        """Let the line play, from its beginning where it is over; stop it where it plays.

        Parameters
        ----------
        whole
            See `LineExercise`.

        Raises
        ------
        SessionError
            Where there is no line.
        """
        if self.line is not None:
            self.send("play")
            return
        document, moves = self._session.document, self._advice.refutation
        line = line_from(document.record, document.node, self._session.position, moves)
        if line is None:
            raise SessionError("no line is shown that could be played")
        self._scene.tools.leave()  # marks or distances: Escape is the line's from now on
        self._session.begin_exercise(replace(line, whole=whole))
        self._take_up_line()

    def _take_up_line(self) -> None:
        """Play the line that begins to be shown, and find out who threatens what after each move.

        Until that is known it is said what is played.
        """
        line, key = self.line, self._session.document.key
        if line is None:
            return

        def worded(found: object) -> None:
            if self._session.document.key == key and isinstance(found, tuple):
                self.send(exercises.Worded(line.line, found))

        self._judge.put_into_words(self._session.position_at(line.node), line.line, worded)
        self.send("play")

    def refute(self) -> None:
        """Judge the current move and play what refutes it at once; once more: end that.

        Leaving the line then leaves nothing of it: the person is back where it was asked for.

        Raises
        ------
        SessionError
            Where no move led here, or a lesson or puzzle runs.
        """
        advice = self._advice
        known = advice.is_judging and not advice.is_thinking
        if self.is_line_shown or self._awaits or (known and not advice.refutation):
            self._awaits = False
            self.leave_line()
            advice.dismiss()
            return
        if not advice.is_judging:
            advice.judge()
        self._awaits = True
        if known:
            self._play_awaited()

    def _play_awaited(self, said: str = "") -> None:
        """Play what refutes the move that was asked about, once it is known."""
        awaits, self._awaits = self._awaits, False
        if awaits and self._advice.refutation and self._session.exercise is None:
            self.play_line(whole=True)
            self._scene.take_focus()  # Escape leads back, wherever it was asked for

    def leave_line(self) -> None:
        """Go back to the game, to the move that was asked about."""
        line, document = self._session.exercise, self._session.document
        if not isinstance(line, LineExercise):
            return
        self._stop()
        if document.node != line.node:
            self._session.go(line.node)
        self._session.end_exercise()
        if line.whole:
            self._advice.dismiss()

    def _follow(self, change: Change) -> None:
        """Escape and clicks are the line's own while it is shown in front."""
        if change.node:
            self._awaits = False  # another move is looked at
        tools = self._scene.tools
        shows = isinstance(change.document.exercise, LineExercise)
        if shows and tools.current is None:
            tools.choose(self._line_tool)
        elif not shows and tools.current is self._line_tool:
            tools.leave()

    # -- what follows ------------------------------------------------------------------------

    def _carry_out(self, effects: tuple[do.Effect, ...]) -> None:
        """Do one effect after the other; what is shown follows in the end."""
        before, self._is_carrying = self._is_carrying, True
        try:
            for effect in effects:
                if not self._do(effect):
                    break
        finally:
            self._is_carrying = before
        self.refresh()

    def _do(self, effect: do.Effect) -> bool:
        """Do one effect; False where the others have nothing to do any more."""
        session, document = self._session, self._session.document
        exercise = session.exercise
        if exercise is None:
            return False
        match effect:
            case do.Notice(text):
                session.notices.tell(text)
            case do.RefuseRequest(reason):
                raise SessionError(reason)
            case do.Perform(command):
                self._perform(command)
            case do.Stop():
                self._stop()
            case do.GoToNode(node):
                session.go(node)
            case do.GoHome():
                return self._go_home(exercise.home)
            case do.Stand(home, move):
                here = document.record[document.node]
                if (here.parent, here.move) != (home, move):
                    if not self._go_home(home):
                        return False
                    session.play_out(move)
            case do.PlayLine(moves, pause):
                self.playback.start(moves, PAUSES[pause], always=pause == "reading")
            case do.Pause():
                self.playback.stop()
            case do.TakeUpLine():
                self._take_up_line()
            case do.Explain(line):
                key, node = document.key, document.node
                self._judge.explain(line, lambda found: self._decided(key, node, found))
            case do.ShowAnswer():
                self._show_picture(effect, exercise, document)
            case do.StartClock():
                self._since = monotonic()
            case do.StartStep(number):
                self._start_step(number, exercise, document)
            case do.LookAt(view, fly):
                self._look_at(view, document, fly=fly)
            case do.FaceSide(side):
                self._scene.face(side)
            case do.StartPour(what):
                self.poured.emit(what)
            case do.Count() | do.CountHint():
                self._count(effect, exercise, document)
        return True

    def _go_home(self, home: int) -> bool:
        """Go to the position that is asked about; moves that were undone are done again."""
        while home not in self._session.document.record and self._session.redo():
            pass
        if home not in self._session.document.record:
            self.send("restart")
            return False
        if self.is_away:
            self._session.go(home)
        return True

    def _stop(self) -> None:
        """Show no more of a line, and look for nothing more."""
        self._judge.cancel()
        self.playback.stop()

    def _count(
        self, effect: do.Count | do.CountHint, exercise: Exercise, document: Document
    ) -> None:
        """Keep an answer, or a hint, with the pupil's others."""
        task = document.path, document.item, exercise.original, exercise.number
        if isinstance(effect, do.CountHint):
            progress.helped(*task)
            return
        before, self._since = self._since, monotonic()
        progress.answered(*task, right=effect.right, seconds=self._since - before)
        if effect.right:
            progress.keep(document.path, exercise.original, frozenset({exercise.number}))

    def _start_step(self, number: int | None, exercise: Exercise, document: Document) -> None:
        if number is not None and document.path is not None:
            progress.stop_at(document.path, exercise.original, number)
        self._since = monotonic()
        self._scene.forget_place()
        if document.second is not None:
            self._session.see_once()  # it was opened for the step before, perhaps by a stray key

    def _look_at(self, view: View | None, document: Document, *, fly: bool) -> None:
        # Without a view of its own a step is seen as before, but a group selected there is not.
        view = view or select(document.first_view, "")
        if view != document.first_view:
            self._session.turn_to(0)
            if fly:
                self._scene.fly(view)
            else:
                self._session.set_view(view)

    def _show_picture(self, picture: do.ShowAnswer, exercise: Exercise, document: Document) -> None:
        """Find what shows that an answer is right or wrong, or how a game was decided."""
        position = self._session.position_of(document)
        if not isinstance(exercise, LessonExercise) or exercise.task is None:
            return
        task, has_moved = exercise.task, document.node != exercise.home
        if picture.of == "right":
            side = exercise.side or str(self._session.position_at(exercise.home).to_move or "")
            played = move_of(self._session, document) if has_moved else None
            overlays = picture_after(position, task, side, played)
        elif picture.of == "wrong":
            overlays = after_wrong(position, picture.after or After(), played=has_moved)
        else:
            overlays = finale_of(position)
        decision = Decision("", overlays) if overlays else None
        said = sentence(ending(position)) if task.kind == "game" else ""
        self.send(exercises.Decided(document.node, decision, said))

    # -- what is found in the background -----------------------------------------------------

    def refresh(self) -> None:
        """Show what belongs to the current position, after a change of tabs or of the node."""
        document, exercise = self._session.document, self._session.exercise
        if self._is_carrying:
            return
        key, node, playing = document.key, document.node, self.playback.is_running
        if exercise is not None and not playing:
            at_work = self._judge.busy and self._judge.key == key
            if exercise.busy and exercise.looks_at(node) and not at_work:
                self._ask(key, exercise)
            self._session.advance("seen")
        exercise = self.exercise
        if exercise is None:
            self._put_down()
            return
        self._scene.laid.show_marks(exercise.marks_at(node, playing=playing))
        self._choose_tool(exercise, exercise.tool_at(node))

    def _choose_tool(self, exercise: Exercise, name: str) -> None:
        """Have clicks mean what the exercise makes of them here."""
        tools = self._scene.tools
        if name:
            if tools.current is None or not isinstance(exercise, PuzzleExercise):
                tools.choose(self._tools[name])
        elif isinstance(exercise, LessonExercise):
            tools.leave()
        else:
            self._put_down()

    def _put_down(self) -> None:
        """Put the player's own tools down, where one is chosen: clicks play again."""
        if self._scene.tools.current in self._tools.values():
            self._scene.tools.leave()

    def _ask(self, key: int, exercise: Exercise) -> None:
        """Have found what an exercise waits for."""
        question = exercise.busy, exercise.trying, exercise.home

        def answered(found: object) -> None:
            document, now = self._session.document, self.exercise
            if document.key != key or now is None:
                return  # another document is in front: asked again when this one is
            if (now.busy, now.trying, now.home) == question and now.looks_at(document.node):
                self.send(exercises.Answered(found))

        self._judge.find(key, exercise, self._session.position_at, answered)

    def _decided(self, key: int, node: int, found: object) -> None:
        """Show what decided a line, if the person is still where it is to be seen."""
        if self._session.document.key == key and isinstance(found, Decision):
            self.send(exercises.Decided(node, found))

    def let_go(self) -> None:
        """Forget what was proved: nothing is open any more."""
        self._judge.let_go()

    def close(self) -> None:
        """Stop what runs in the background."""
        self._leave_session()
        self.playback.stop()
        self._judge.close()
