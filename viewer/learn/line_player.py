"""The refutation of a move, played in the scene: by itself, or step by step and back."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from model.contract.game import Move, Position, Stop
from model.exercises.exercise import SHOWN, Exercise, LineExercise
from model.exercises.retry import RetryExercise
from viewer.analysis.advice import Advice
from viewer.analysis.advice_words import line_steps, plain_steps
from viewer.analysis.background import BackgroundJob, Deliver, Progress
from viewer.games.decision import Decision
from viewer.learn.exercise_tool import ExerciseTool
from viewer.learn.line_playback import LinePlayback
from viewer.scene_view.scene_view import SceneView
from viewer.session.session import Change, Session, SessionError

PAUSE = 1800
"""Milliseconds between two moves: there is a sentence to read to each."""


class LinePlayer(QObject):
    """Shows the line that an engine's judgement ends with, as an exercise of the document.

    Going about shows the line, too: "." and "," step, and Escape leads back to the game. Where
    mistakes are retried, it plays the lines of that exercise.

    Signals
    -------
    changed
        A line begins or ends to be shown, or to play by itself: commands follow.
    """

    changed = Signal()

    def __init__(
        self, session: Session, scene: SceneView, advice: Advice, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._scene, self._advice = session, scene, advice
        self._playback = LinePlayback(session, scene, self, pause=PAUSE, always=True)
        self._playback.stopped.connect(self._note)
        self._words = BackgroundJob(self)
        self._tool = ExerciseTool("line", self._refuse, self.leave, self.play)
        self._leave_session = session.subscribe(self._follow)
        self._awaits = self._goes_whole = False
        advice.said.connect(self._play_awaited)
        advice.failed.connect(self._play_awaited)

    @property
    def exercise(self) -> LineExercise | None:
        """The line that is shown in the active document, None where none is."""
        return _line_of(self._session.exercise)

    @property
    def is_shown(self) -> bool:
        """Whether a line is shown in the active document, as what runs there."""
        return isinstance(self._session.exercise, LineExercise)

    @property
    def is_playing(self) -> bool:
        """Whether the line goes on by itself."""
        return self._playback.is_running

    def play(self, *, whole: bool = False) -> None:
        """Let the line play, from its beginning where it is over; stop it where it plays.

        Parameters
        ----------
        whole
            To leave the line is to take what was said of the move away, too.

        Raises
        ------
        SessionError
            Where there is no line.
        """
        if self.is_playing:
            self._playback.stop()
            return
        exercise = self.exercise or self._begin(whole)
        at = exercise.shown(self._session.document.node)
        if at is None or at == len(exercise.line):
            self._session.go(exercise.node)
            at = 0
        self._playback.start(exercise.line[at:])
        self._note()

    def _refuse(self, _: int | None) -> bool:
        """Say why a click plays nothing."""
        self._session.notices.tell(SHOWN)
        return True

    def refute(self) -> None:
        """Judge the current move and play what refutes it at once; once more: end that.

        Leaving the line then leaves nothing of it: the person is back where it was asked for.

        Raises
        ------
        SessionError
            Where no move led here, or a lesson or puzzle runs.
        """
        known = self._advice.is_judging and not self._advice.is_thinking
        if self.is_shown or self._awaits or (known and not self._advice.refutation):
            self._awaits = False
            self.leave()
            self._advice.dismiss()
            return
        if not self._advice.is_judging:
            self._advice.judge()
        self._awaits = True
        if known:
            self._play_awaited()

    def _play_awaited(self, said: str = "") -> None:
        """Play what refutes the move that was asked about, once it is known."""
        awaits, self._awaits = self._awaits, False
        if awaits and self._advice.refutation and self._session.exercise is None:
            self.play(whole=True)
            self._scene.take_focus()  # Escape leads back, wherever it was asked for

    def leave(self) -> None:
        """Go back to the game, to the move that was asked about."""
        exercise, document = self.exercise, self._session.document
        if exercise is None or not self.is_shown:
            return
        self.rest()
        if document.node != exercise.node:
            self._session.go(exercise.node)
        self._session.end_exercise()
        if self._goes_whole:
            self._advice.dismiss()

    def take_up(self) -> None:
        """Play the line of an exercise that has just begun to show it, and put it into words."""
        exercise, document = self.exercise, self._session.document
        if exercise is not None:
            self._put_into_words(
                document.key, self._session.position_at(exercise.node), exercise.line
            )
            self._playback.start(exercise.line)
            self._note()

    def rest(self) -> None:
        """Play no further, and look for no words."""
        self._playback.stop()
        self._words.cancel()

    def close(self) -> None:
        """Stop what runs."""
        self._leave_session()
        self._playback.stop()
        self._words.close()

    def _begin(self, whole: bool) -> LineExercise:
        document, position = self._session.document, self._session.position
        line = self._advice.refutation
        if not line:
            raise SessionError("no line is shown that could be played")
        steps = plain_steps(position, line)
        exercise = LineExercise(
            document.record, document.node, line=line[: len(steps)], steps=steps
        )
        self._goes_whole = whole
        self._scene.tools.leave()  # marks or distances: Escape is the line's from now on
        self._session.begin_exercise(exercise)
        self._put_into_words(document.key, position, exercise.line)
        return exercise

    def _put_into_words(self, key: int, position: Position, line: tuple[Move, ...]) -> None:
        """Find out who threatens what after each move; until then it is said what is played."""

        plain = plain_steps(position, line)

        def work(stop: Stop, progress: Progress, deliver: Deliver) -> object:
            decisions: tuple[Decision, ...] = ()
            for step in line_steps(position, line, stop):
                decisions = (*decisions, step)
                deliver((*decisions, *plain[len(decisions) :]))
            return decisions

        def take(found: object) -> None:
            exercise, document = self.exercise, self._session.document
            if exercise is None or document.key != key or exercise.line != line:
                return
            if isinstance(found, tuple) and all(isinstance(one, Decision) for one in found):
                self._set(replace(exercise, steps=found))

        self._words.start(work, take, on_part=take)

    def _note(self) -> None:
        """Keep with the exercise whether it goes on by itself."""
        exercise = self.exercise
        if exercise is not None and exercise.plays is not self.is_playing:
            self._set(replace(exercise, plays=self.is_playing))
            self.changed.emit()

    def _set(self, line: LineExercise) -> None:
        """Take over the next value of the line that is shown."""
        exercise = self._session.exercise
        self._session.set_exercise(
            replace(exercise, line=line) if isinstance(exercise, RetryExercise) else line
        )

    def _follow(self, change: Change) -> None:
        """Escape and clicks are the line's own while it is shown in front."""
        if change.node:
            self._awaits = False  # another move is looked at
        before, after = change.before.exercise, change.document.exercise
        shows, tools = isinstance(after, LineExercise), self._scene.tools
        if shows and tools.current is None:
            tools.choose(self._tool)
        elif not shows and tools.current is self._tool:
            tools.leave()
        if (_line_of(before) is None) is not (_line_of(after) is None):
            self._note()  # it may have ended while another document was in front
            self.changed.emit()


def _line_of(exercise: Exercise | None) -> LineExercise | None:
    """The line that an exercise shows, None where it shows none."""
    if isinstance(exercise, RetryExercise):
        return exercise.line
    return exercise if isinstance(exercise, LineExercise) else None
