"""The tree of a puzzle's solution, found in the background once it may be seen."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from model.contract.game import Stop
from model.puzzles.solutions.solution_tree import solution_tree
from model.puzzles.solutions.tree_wording import TreeRow, rows_of
from model.records.record import Record
from viewer.analysis.background import BackgroundJob
from viewer.learn.puzzles.puzzle_run import PuzzleRun


class SolutionFinder(QObject):
    """Finds the rows of one puzzle at a time, and keeps those of the last one.

    Signals
    -------
    found
        The rows that were asked for are there.
    """

    found = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job = BackgroundJob(self)
        self._of: Record | None = None
        self._rows: tuple[TreeRow, ...] = ()

    def rows_of(self, run: PuzzleRun) -> tuple[TreeRow, ...]:
        """Return the rows of a run's puzzle; () while they are secret, or looked for."""
        if run.state is None or not (run.is_solved or run.shown):
            return ()
        if self._of is not run.original:
            self._look(run)
        return self._rows

    def let_go(self) -> None:
        """Stop, and forget what was found."""
        self._job.cancel()
        self._of, self._rows = None, ()

    def _look(self, run: PuzzleRun) -> None:
        self.let_go()
        self._of = run.original
        assert run.state is not None
        start, puzzle = run.state.start, run.state.puzzle

        def work(stop: Stop, *_: object) -> object:
            return rows_of(solution_tree(start, puzzle, stop))

        self._job.start(work, self._take)

    def _take(self, found: object) -> None:
        if isinstance(found, tuple):
            self._rows = found
            self.found.emit()
