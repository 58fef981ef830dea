"""What an exercise waits for, found in the background: verdicts, hints, moves of a computer."""

import threading
from collections.abc import Callable

from PySide6.QtCore import QObject

from model.contract.game import Goal, Move, Position, Stop
from model.contract.search import Budget, Prover
from model.exercises.exercise import Exercise, Hints, JudgedMove, LineExercise
from model.exercises.lesson import LessonExercise
from model.exercises.puzzle import PuzzleExercise, RetryExercise
from model.play.opponent import Situation
from model.play.review import budget_of, instead
from model.play.seats import Computer, Responder, seconds_of
from model.puzzles import solving
from model.puzzles.account import PuzzleLine, account
from model.records import record as records
from model.records.record import Record
from viewer.analysis.advice_words import hint_steps, line_steps, plain_steps, reviewed_analysis
from viewer.analysis.background import BackgroundJob, Deliver, Progress, Work
from viewer.analysis.review_service import Reviews
from viewer.games.decision import Decision
from viewer.games.registry import game_view_of
from viewer.picture.words.review_words import praise, reproof

SECONDS = 10.0
"""What judging a move may take: a file may say that far more was spent on its review."""


class Judge(QObject):
    """Works on one exercise at a time; the prover of a puzzle keeps what it has proved.

    Attributes
    ----------
    key
        The document whose exercise is, or was last, worked on.
    """

    def __init__(self, reviews: Reviews, parent: QObject | None = None) -> None:
        """Make it; mistakes that are retried are judged as `reviews` judges."""
        super().__init__(parent)
        self._reviews = reviews
        self._job, self._warming = BackgroundJob(self), BackgroundJob(self)
        self._explaining, self._wording = BackgroundJob(self), BackgroundJob(self)
        self._warm: set[str] = set()
        self._prover: tuple[Record, Prover, threading.Event] | None = None
        self._responder = Responder()
        self.key = -1

    @property
    def busy(self) -> bool:
        """Whether something is being searched for."""
        return self._job.busy

    def warm_up(self, position: Position) -> None:
        """Load the search of a game, compiled the first time, while the learner thinks."""
        name = position.game.kind.name
        if name in self._warm:
            return
        self._warm.add(name)

        def work(stop: Stop, *_: object) -> object:
            from model.search.provers import prover_for

            goal = Goal("win", str(position.to_move))
            return prover_for(position.game, stop).can(position, goal, 1)

        self._warming.start(work, lambda _: None)

    def find(
        self,
        key: int,
        exercise: Exercise,
        position_at: Callable[[int], Position],
        done: Callable[[object], None],
    ) -> None:
        """Find what an exercise waits for.

        Parameters
        ----------
        key
            Of the document it is in.
        position_at
            Returns the position at a node of it.
        done
            Called with what `Answered` holds, or with the exception that was raised.
        """
        self.cancel()
        self.key = key
        self._job.start(self._work(exercise, position_at), done)

    def _work(self, exercise: Exercise, position_at: Callable[[int], Position]) -> Work:
        match exercise:
            case PuzzleExercise(state=state, trying=move):
                prover = self._prover_of(exercise)
                if exercise.busy == "hint":
                    return lambda *_: solving.hint(state, prover)
                return lambda *_: solving.answer(state, move, prover)
            case RetryExercise():
                before = position_at(exercise.home)
                budget = self.budget(before)
                if exercise.busy == "hint":
                    return lambda stop, *_: _hints(exercise, before, stop)
                return lambda stop, *_: judged(exercise, before, budget, stop)
            case LessonExercise(task=task) if task is not None:
                seat, responder = Computer(task.level), self._responder
                position = position_at(exercise.waits_at)
                here = Situation(position, (), position)
                return lambda stop, *_: responder.choose(seat, here, seconds_of(seat), stop=stop)
        return lambda *_: None

    def budget(self, position: Position) -> Budget:
        """Return what may be spent on a move in the place of a mistake."""
        return budget_of(position.game.kind, self._reviews.thoroughness)

    def explain(self, line: PuzzleLine, done: Callable[[object], None]) -> None:
        """Find what decided a line; `done` gets a `Decision`, None, or the exception raised."""

        def work(stop: Stop, *_: object) -> object:
            from model.search.provers import prover_for

            return explain(line, prover_for(line.start.game, stop), stop)

        self._explaining.start(work, done)

    def put_into_words(
        self, position: Position, line: tuple[Move, ...], done: Callable[[object], None]
    ) -> None:
        """Find out who threatens what after each move of a line; `done` gets all steps anew."""
        plain = plain_steps(position, line)

        def work(stop: Stop, progress: Progress, deliver: Deliver) -> object:
            decisions: tuple[Decision, ...] = ()
            for step in line_steps(position, line, stop):
                decisions = (*decisions, step)
                deliver((*decisions, *plain[len(decisions) :]))
            return decisions

        self._wording.start(work, done, on_part=done)

    def cancel(self) -> None:
        """Stop what is being searched for; its answer is never told."""
        self._explaining.cancel()
        self._wording.cancel()
        if self._job.busy:
            self._job.cancel()
            if self._prover is not None:  # it may still be at work: another one takes over
                self._prover[2].set()
                self._prover = None
            self._responder = Responder()

    def let_go(self) -> None:
        """Stop, and forget the prover with all that it has proved."""
        self.cancel()
        self._prover = None

    def close(self) -> None:
        """Stop everything."""
        self.cancel()
        self._warming.cancel()
        self._wording.close()

    def _prover_of(self, exercise: PuzzleExercise) -> Prover:
        if self._prover is None or self._prover[0] is not exercise.original:
            from model.search.provers import prover_for

            stop = threading.Event()
            game = exercise.state.start.game
            self._prover = (exercise.original, prover_for(game, stop.is_set), stop)
        return self._prover[1]


def explain(line: PuzzleLine, prover: Prover, stop: Stop | None = None) -> Decision | None:
    """Return what decided a line; None where nothing is proved of it. `Stopped` passes through."""
    found = account(line, prover, stop)
    return None if found is None else game_view_of(line.start).decision(found)


def judged(
    exercise: RetryExercise, before: Position, budget: Budget, stop: Stop
) -> JudgedMove | None:
    """Say what a move in the place of a mistake comes to; None where no engine tells.

    Parameters
    ----------
    before
        The position it is tried in.
    """
    mistake = exercise.mistake
    tried = instead(exercise.original, mistake, exercise.trying, budget, stop, SECONDS)
    if tried is None:
        return None
    if not tried.grade:
        return JudgedMove(True, praise(tried, mistake, before))
    record, node = records.play(exercise.before, exercise.home, tried.move)
    line = line_from(record, node, before.play(tried.move), tried.after.line)
    return JudgedMove(False, reproof(tried, mistake, before), line)


def _hints(exercise: RetryExercise, before: Position, stop: Stop) -> Hints | None:
    known = reviewed_analysis(before, exercise.mistake.before)
    return None if known is None else Hints(hint_steps(known, stop))


def line_from(
    record: Record, node: int, position: Position, moves: tuple[str, ...]
) -> LineExercise | None:
    """Return a line to be shown from a node on; None where no move of it is legal there."""
    steps = plain_steps(position, moves)
    return LineExercise(record, node, line=moves[: len(steps)], steps=steps) if steps else None
