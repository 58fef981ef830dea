"""More positions for the task of a step, drawn in the background and added as steps."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from model.contract.game import Stop
from model.lessons.drill import drill
from model.phrases import counted
from viewer.analysis.background import BackgroundJob
from viewer.learn.lessons.task_author import StepAuthor
from viewer.session.session import Session
from viewer.widgets.messages import Notices

COUNT = 5
"""Positions that are added at once."""


class DrillAuthor(QObject):
    """Adds steps that ask for the same in other positions.

    Signals
    -------
    changed
        Positions are being drawn, or not any more.
    """

    changed = Signal()

    def __init__(
        self, session: Session, notices: Notices, author: StepAuthor, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session, self._notices, self._author = session, notices, author
        self._job = BackgroundJob(self)

    @property
    def is_drawing(self) -> bool:
        """Whether positions are being drawn."""
        return self._job.busy

    def add(self) -> None:
        """Draw positions for the task of the step that is worked on; others with each call."""
        document, step, position = self._author.document, self._author.step, self._author.position
        lesson = None if document is None else document.record.lesson
        if document is None or lesson is None or step is None or step.task is None:
            return
        if position is None:
            return
        key, number, task = document.key, self._author.number, step.task
        seed = len(lesson.steps)

        def work(stop: Stop, *_: object) -> object:
            return drill(position, task, COUNT, seed, stop)

        self._job.start(work, lambda found: self._add(key, number, found))
        self.changed.emit()

    def _add(self, key: int, number: int, found: object) -> None:
        self.changed.emit()
        document = self._author.document
        if document is None or document.key != key or not isinstance(found, list):
            return
        if not found:
            self._notices.say("No game that was tried led to a position with a few right answers.")
            return
        self._session.add_drill(number, tuple(map(str, found)))
        self._notices.say(f"{counted(len(found), 'step')} added after this one.")

    def close(self) -> None:
        """Draw no more."""
        self._job.close()
