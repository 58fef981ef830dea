"""Mixed practice: opens one task after the other; what was failed comes back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from model.phrases import counted
from viewer.session import collections
from viewer.session.files import resources
from viewer.session.progress import practice, progress, pupils
from viewer.session.progress.practice import Exercise
from viewer.session.session import Session, SessionError


class PracticePlayer:
    """Goes through the tasks of one practice.

    Parameters
    ----------
    open_task
        Opens a file, or an item of a collection, and begins what is in it.
    show_step
        Asks a step of the lesson that runs, or is to run, in the active document, once more.
    restart
        Begins the puzzle that runs in the active document again.
    """

    def __init__(
        self,
        session: Session,
        open_task: Callable[[Path, int | None], None],
        show_step: Callable[[int], None],
        restart: Callable[[], None],
    ) -> None:
        self._session, self._open_task = session, open_task
        self._show_step, self._restart = show_step, restart
        self._queue: tuple[Exercise, ...] = ()
        self._at = -1
        self._key = -1
        self._before = (0, 0)
        self._clean = 0

    @property
    def is_on(self) -> bool:
        """Whether the active document shows the task that is practised."""
        document = self._session.document
        return bool(self._queue) and document is not None and document.key == self._key

    @property
    def label(self) -> str:
        """How far it is: "Practice, 3 of 12"; "" where the active document is none of it."""
        return f"Practice, {self._at + 1} of {len(self._queue)}" if self.is_on else ""

    def begin(self) -> None:
        """Choose the tasks and open the first; SessionError where there is none."""
        queue = practice.plan(pupils.load().pupil, unsolved(), date.today())
        if not queue:
            raise SessionError("nothing is left to practise: all puzzles are solved")
        self._queue, self._at, self._clean = queue, -1, 0
        self.next()

    def next(self) -> None:
        """Open the next task; at the end say how it went."""
        if self._at >= 0:
            failed = self._is_failed()
            self._clean += not failed
            self._queue = practice.again(self._queue, self._at, failed=failed)
        self._at += 1
        if self._at >= len(self._queue):
            tasks = counted(len(self._queue), "task")
            self.end()
            self._session.notices.tell(
                f"Practice finished: {self._clean} of {tasks} at the first try"
            )
            return
        self._open(self._queue[self._at])

    def back(self) -> None:
        """Open the task before; SessionError at the first."""
        if self._at < 1:
            raise SessionError("this is the first task of the practice")
        self._at -= 1
        self._open(self._queue[self._at])

    def end(self) -> None:
        """Practise no more; what is open stays."""
        self._queue, self._at, self._key = (), -1, -1
        document = self._session.document
        if document is not None and document.run is not None:
            self._session.set_run(document.run)  # those who show how far it is look again

    def _open(self, exercise: Exercise) -> None:
        before, count = self._session.document, len(self._session.state.documents)
        self._open_task(exercise.path, exercise.item)
        document = self._session.document
        if document is None:
            raise SessionError("the task could not be opened")
        if before is not None and before.key == self._key != document.key and not before.edited:
            keys = [one.key for one in self._session.state.documents]
            if before.key in keys and len(keys) > count:  # the last task gives its place
                self._session.close(keys.index(before.key))
        self._key = document.key
        if exercise.step != progress.SOLVED:
            self._show_step(exercise.step)
        elif document.run is not None:
            self._restart()
        self._before = self._counts()

    def _counts(self) -> tuple[int, int]:
        """Wrong tries and hints so far."""
        document, exercise = self._session.document, self._queue[self._at]
        if document is None:
            return 0, 0
        task = progress.work_of(document.path, document.kept).tasks.get(str(exercise.step))
        return (0, 0) if task is None else (task.tries, task.hints)

    def _is_failed(self) -> bool:
        document, exercise = self._session.document, self._queue[self._at]
        if document is None or document.key != self._key:
            return False
        task = progress.work_of(document.path, document.kept).tasks.get(str(exercise.step))
        return task is None or self._counts() != self._before


def unsolved() -> list[Exercise]:
    """Return the shipped puzzles that the present pupil has not solved."""
    found = []
    for path in resources.puzzles():
        for entry in collections.entries(path)[2]:
            puzzle = None if entry.record is None else entry.record.puzzle
            if puzzle is not None and not collections.is_done(entry):
                found.append(Exercise(path, entry.item, game=entry.game, grade=puzzle.grade))
    return found
