"""One long job at a time in a background thread: cancelled when dropped, no stale answer told."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from queue import SimpleQueue
from time import monotonic

from PySide6.QtCore import QObject, Qt, Signal
from shiboken6 import isValid

from model.contract.game import Stop, Stopped
from viewer.analysis import kernel_process

log = logging.getLogger(__name__)

Progress = Callable[[int, int, str], None]
"""Called by the work with how much is done, of how much, and what is being done now."""
Deliver = Callable[[object], None]
"""Takes a result: the work calls one with results on the way, the job calls `done` at the end."""
Work = Callable[[Stop, Progress, Deliver], object]
"""What runs in the thread; it asks `Stop` often."""
PAUSE = 0.05
"""Seconds between two reports of progress, at least."""
PICTURE_FIRST = 0.06
"""Seconds that work waits: beside it, the frame that shows its position takes a third longer."""


class _Mailbox(QObject):
    """Has the interface thread call what other threads post, in the order they post it.

    What is posted waits in a queue of Python's; only a signal without arguments crosses to the
    interface thread, and its object outlives every window. A signal that carried the objects, from
    a job whose window was just closed, could crash the program.
    """

    _posted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._waiting: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._posted.connect(self._call_one, Qt.ConnectionType.QueuedConnection)
        self._signal = self._posted  # looked up once, in the interface thread

    def post(self, call: Callable[[], None]) -> None:
        """Have `call` called in the interface thread; may be asked from any thread."""
        self._waiting.put(call)
        with suppress(RuntimeError):  # Qt has gone with its application: nobody waits
            self._signal.emit()

    def _call_one(self) -> None:
        self._waiting.get()()


_mailbox = lru_cache(maxsize=1)(_Mailbox)
"""The one mailbox; first asked for by a job, so in the interface thread."""


class BackgroundJob(QObject):
    """Runs work in a thread and hands its answer over in the interface thread.

    Other work, or `cancel`, stops what is running; its answer is never told. Work begins a moment
    later, and once kernels are compiled (`kernel_process`).
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stop: threading.Event | None = None
        self._threads: list[threading.Thread] = []
        self._post = _mailbox().post

    @property
    def busy(self) -> bool:
        """Whether something is running."""
        return self._stop is not None

    def start(
        self,
        work: Work,
        done: Deliver,
        *,
        on_progress: Progress | None = None,
        on_part: Deliver | None = None,
        calls_kernels: bool = True,
    ) -> None:
        """Run `work` in a thread; what was running is cancelled.

        Parameters
        ----------
        work
            Called with a stop function, a function for progress, and one for results on the way.
            `Stopped` ends it without a word.
        done
            Called with what `work` returned, or with the exception it raised.
        on_progress, on_part
            Called with progress (not too often) and with results on the way.
        calls_kernels
            False: it need not wait until kernels are compiled, which can take minutes.
        """
        self.cancel()
        stop = self._stop = threading.Event()
        reported = 0.0

        def tell(hear: Callable[..., object], *news: object) -> None:
            """Hand something out in the interface thread, while somebody still waits for it."""

            def hand_out() -> None:
                if stop is self._stop and isValid(self):
                    hear(*news)

            self._post(hand_out)

        def progress(finished: int, total: int, what: str) -> None:
            nonlocal reported
            now = monotonic()
            if on_progress is not None and now - reported > PAUSE:
                reported = now
                tell(on_progress, finished, total, what)

        def deliver(part: object) -> None:
            if on_part is not None:
                tell(on_part, part)

        def end(found: object) -> None:
            self._stop = None
            done(found)

        def run() -> None:
            if stop.wait(PICTURE_FIRST):
                return
            try:
                if calls_kernels:
                    kernel_process.wait(stop.is_set)
                found: object = work(stop.is_set, progress, deliver)
            except Stopped:
                return
            except Exception as error:  # told in one sentence, the rest goes to the log
                found = error
                if not stop.is_set():
                    log.error("work in the background failed", exc_info=error)
            tell(end, found)

        # A daemon: a kernel that has not yet seen its flag must not keep the program open.
        thread = threading.Thread(target=run, name="background job", daemon=True)
        self._threads = [*(old for old in self._threads if old.is_alive()), thread]
        thread.start()

    def cancel(self) -> None:
        """Stop what is running; its answer is never told."""
        if self._stop is not None:
            self._stop.set()
            self._stop = None

    def close(self) -> None:
        """Cancel, and give the threads a moment to end, those of cancelled work as well."""
        self.cancel()
        end = monotonic() + 2
        for thread in self._threads:
            thread.join(timeout=max(0.0, end - monotonic()))
