"""Judging the moves of a puzzle, and finding hints, in the background."""

from __future__ import annotations

import threading
from collections.abc import Callable

from PySide6.QtCore import QObject

from model.contract.game import Goal, Position, Stop
from model.contract.search import Prover
from model.play.seats import Responder
from model.puzzles import solving
from model.puzzles.solving import Solving
from model.records.record import Record
from viewer.analysis.background import BackgroundJob
from viewer.learn.explained import Line, explain
from viewer.learn.puzzles.puzzle_run import PuzzleRun


class PuzzleJudge(QObject):
    """Works on one run at a time; the prover of a puzzle keeps what it has proved.

    Attributes
    ----------
    key
        The document whose run is, or was last, worked on.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job, self._warming = BackgroundJob(self), BackgroundJob(self)
        self._explaining = BackgroundJob(self)
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

    def judge(self, key: int, run: PuzzleRun, done: Callable[[object], None]) -> None:
        """Find the verdict on the move of a run.

        Parameters
        ----------
        key
            Of the document it runs in.
        done
            Called with a `Solving`, or with the exception that was raised.
        """
        state, move, prover = self._begin(key, run), run.trying, self._prover_of(run)
        responder = self._responder
        self._job.start(lambda *_: solving.answer(state, move, prover, responder), done)

    def find_hint(self, key: int, run: PuzzleRun, done: Callable[[object], None]) -> None:
        """Find the next hint of a run; `done` is called with (`Solving`, `Hint`), or as above."""
        state, prover = self._begin(key, run), self._prover_of(run)
        self._job.start(lambda *_: solving.hint(state, prover), done)

    def explain(self, line: Line, done: Callable[[object], None]) -> None:
        """Find what decided a line; `done` gets a `Decision`, None, or the exception raised."""

        def work(stop: Stop, *_: object) -> object:
            from model.search.provers import prover_for

            return explain(line, prover_for(line.start.game, stop), stop)

        self._explaining.start(work, done)

    def cancel(self) -> None:
        """Stop what is being searched for; its answer is never told."""
        self._explaining.cancel()
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

    def _begin(self, key: int, run: PuzzleRun) -> Solving:
        assert run.state is not None
        self.cancel()
        self.key = key
        return run.state

    def _prover_of(self, run: PuzzleRun) -> Prover:
        if self._prover is None or self._prover[0] is not run.original:
            from model.search.provers import prover_for

            assert run.state is not None
            stop = threading.Event()
            self._prover = (run.original, prover_for(run.state.start.game, stop.is_set), stop)
        return self._prover[1]
