"""One long thing at a time beside the interface: stopped when dropped, stale answers never told."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QObject, Qt, Signal

from model.search.goal import Stop, Stopped

log = logging.getLogger(__name__)

Tell = Callable[[int, int, str], None]
"""Called by the work with how much is done, of how much, and what is done now."""
Hear = Callable[[object], None]
"""Called in the interface thread with what the work tells by the way."""
BREATH = 0.05
"""Seconds between two reports of progress, at least."""


class _Task:
    def __init__(self, then: Hear, tell: Tell | None, hear: Hear | None) -> None:
        self.then, self.tell, self.hear = then, tell, hear
        self.stop = threading.Event()
        self.told = 0.0


class Thinker(QObject):
    """Does work in a thread and tells its answer in the interface thread.

    Another piece of work, or `drop`, stops what is under way; its answer is never told.
    """

    _found = Signal(object, object)
    _told = Signal(object, int, int, str)
    _heard = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task: _Task | None = None
        queued = Qt.ConnectionType.QueuedConnection
        self._found.connect(self._on_found, queued)
        self._told.connect(self._on_told, queued)
        self._heard.connect(self._on_heard, queued)

    @property
    def busy(self) -> bool:
        """Whether something is thought about."""
        return self._task is not None

    def think(
        self,
        work: Callable[[Stop, Tell, Hear], object],
        then: Hear,
        *,
        tell: Tell | None = None,
        hear: Hear | None = None,
    ) -> None:
        """Do `work` in a thread; what was under way is dropped.

        Parameters
        ----------
        work
            Called with a stop function, a function for progress, and one for results on the way.
            `Stopped` ends it without a word.
        then
            Called with what `work` returned, or with the exception it raised.
        tell, hear
            Called with progress (not too often) and with results on the way.
        """
        self.drop()
        task = self._task = _Task(then, tell, hear)

        def progress(done: int, total: int, what: str) -> None:
            now = monotonic()
            if now - task.told > BREATH:
                task.told = now
                self._told.emit(task, done, total, what)

        def run() -> None:
            try:
                found: object = work(
                    task.stop.is_set, progress, lambda part: self._heard.emit(task, part)
                )
            except Stopped:
                return
            except Exception as error:  # told in one sentence, the rest goes to the log
                found = error
                if not task.stop.is_set():
                    log.error("work in the background failed", exc_info=error)
            try:
                self._found.emit(task, found)
            except RuntimeError:  # the window has gone
                log.info("nobody is left to hear an answer")

        threading.Thread(target=run, name="thinking", daemon=True).start()

    def drop(self) -> None:
        """Stop what is under way; its answer is never told."""
        if self._task is not None:
            self._task.stop.set()
            self._task = None

    def _on_found(self, task: object, found: object) -> None:
        if task is self._task and self._task is not None:
            then = self._task.then
            self._task = None
            then(found)

    def _on_told(self, task: object, done: int, total: int, what: str) -> None:
        if task is self._task and self._task is not None and self._task.tell is not None:
            self._task.tell(done, total, what)

    def _on_heard(self, task: object, part: object) -> None:
        if task is self._task and self._task is not None and self._task.hear is not None:
            self._task.hear(part)
