"""What is wrong with the steps of a lesson that is being written, found in the background."""

from __future__ import annotations

from dataclasses import dataclass, replace

from msgspec.structs import replace as altered
from PySide6.QtCore import QObject, QTimer, Signal

from model.contract.game import Position, Stop
from model.lessons.faults import since_faults, step_faults, task_faults
from model.lessons.judging import ConditionError, fitting
from model.newest import Newest
from model.positions.setup import Draft
from model.records.lesson import Step, Task
from viewer.analysis.background import BackgroundJob, Deliver, Progress
from viewer.learn.lessons.lesson_edits import reached
from viewer.session.document.document import Document
from viewer.session.session import Session

PAUSE = 120
"""Milliseconds nothing must have changed before it is looked at."""
KEPT = 2000
"""Findings that are remembered."""

Key = tuple[int, Task]
"""Birth of a node, and a task at its position."""


@dataclass(frozen=True)
class Finding:
    """What was found of a task.

    Attributes
    ----------
    faults
        One sentence each.
    fits
        The moves, or points, that meet the condition; None where none can be understood.
    total
        Of how many.
    rest
        Of the part that follows, where right move and reply lead to it.
    """

    faults: tuple[str, ...]
    fits: tuple[str, ...] | None = None
    total: int = 0
    rest: Finding | None = None

    def of_part(self, part: int) -> Finding | None:
        """Return what was found of a part of the task; 0 is the task itself."""
        found: Finding | None = self
        for _ in range(part):
            found = None if found is None else found.rest
        return found


class LessonValidation(QObject):
    """Looks at every task once, in a thread; what was found is kept.

    Signals
    -------
    changed
        More is known.
    """

    changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._known: Newest[Key, Finding] = Newest(KEPT)
        self._document: Document | None = None
        self._under_way: frozenset[Key] = frozenset()
        self._job = BackgroundJob(self)
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(self._begin)

    def follow(self, document: Document) -> None:
        """Look at the lesson of a document soon."""
        if self._document is None or document.record is not self._document.record:
            self._document = document
            self._timer.start()

    def finding(self, document: Document, step: Step) -> Finding | None:
        """Return what was found of the task of a step; None: nothing yet, or there is no task."""
        if step.task is None or step.node not in document.record:
            return None
        return self._known.get((document.record.nodes[step.node].birth, step.task))

    def faults(self, document: Document, step: Step) -> tuple[str, ...]:
        """Return what is wrong with a step, as far as is known."""
        position = self._session.position_of(replace(document, node=step.node))
        plain = (
            *step_faults(position, altered(step, task=None)),
            *since_faults(document.record, step),
        )
        found = self.finding(document, step)
        return plain if found is None or isinstance(position, Draft) else plain + found.faults

    def let_go(self) -> None:
        """Stop, and forget what was found: nothing is open any more."""
        self.close()
        self._document, self._under_way = None, frozenset()
        self._known.clear()

    def close(self) -> None:
        """Stop what runs."""
        self._timer.stop()
        self._job.cancel()
        self._under_way = frozenset()

    def _begin(self) -> None:
        document = self._document
        if document is None or document.record.lesson is None:
            return
        jobs: dict[Key, Position] = {}
        for step in document.record.lesson.steps:
            if step.task is None or step.node not in document.record:
                continue
            key = (document.record.nodes[step.node].birth, step.task)
            if key in self._known:
                self._known.move_to_end(key)
                continue
            position = self._session.position_of(replace(document, node=step.node))
            if not isinstance(position, Draft):
                jobs[key] = position
        if not jobs or (self._job.busy and frozenset(jobs) <= self._under_way):
            return
        self._under_way = frozenset(jobs)

        def work(stop: Stop, progress: Progress, deliver: Deliver) -> None:
            for key, position in jobs.items():
                deliver((key, examine(position, key[1], stop)))

        self._job.start(work, self._finished, on_part=self._found)

    def _found(self, part: object) -> None:
        assert isinstance(part, tuple)
        key, finding = part
        self._known[key] = finding
        self.changed.emit()

    def _finished(self, answer: object) -> None:
        self._under_way = frozenset()
        self.changed.emit()


def examine(position: Position, task: Task, stop: Stop | None = None) -> Finding:
    """Return what is to be found of a task at a position; Stopped when `stop` says so."""
    faults = tuple(task_faults(position, task, stop))
    found = _examined(position, task, faults, stop)
    following = reached(position, task)[1:2]
    if task.then is None or not following:
        return found
    return replace(found, rest=examine(following[0].position, task.then.task, stop))


def _examined(
    position: Position, task: Task, faults: tuple[str, ...], stop: Stop | None
) -> Finding:
    """What is found of one part, whose faults are known."""
    if task.kind in ("choice", "game") or not task.condition:
        return Finding(faults)
    clicks = task.kind == "click"
    if task.kind == "place" and position.outcome is not None:
        return Finding(faults)
    try:
        fits = tuple(fitting(position, task.condition, clicks=clicks, stop=stop))
    except ConditionError:
        return Finding(faults)
    total = len(position.game.board) if clicks else position.legal_moves.count()
    return Finding(faults, fits, total)
