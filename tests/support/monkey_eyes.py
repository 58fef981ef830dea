"""What a monkey looks for: errors in the log, complaints of Qt and VTK, seconds without an answer.

A finding is told once, with the last events before it, and counted when it comes again.
"""

import collections
import faulthandler
import json
import logging
import re
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from PySide6.QtCore import Qt, QTimer

FROZEN = 1.0
"""Seconds of its own work after which the interface thread should have looked at the person."""
HUNG = 120
"""Seconds by the clock without an answer after which the process ends and says where it stood."""
BEAT = 40
"""Milliseconds between two beats of the interface thread."""
LAST = 50
"""Events told with a finding."""

ALLOWED = ("importlib._bootstrap", "numba/core", "in apply_theme")
"""Where an answer may take long: loading a library and compiling a kernel, once; and another text
size or palette, for which Qt polishes each of 2,000 widgets anew (0.6 ms each)."""

HARMLESS = (
    # A bare screen has no window manager that could be asked for the keyboard or a place.
    "This plugin does not support",
    # What the test library says of itself when a drag leaves the window.
    "occurs outside target window",
)
"""Warnings of Qt that say nothing about the program, each with its reason."""


class Eyes:
    """Collects findings, and knows what was done last.

    Parameters
    ----------
    log
        Where every event is written as it begins, so that it outlives a crash.
    frozen
        Seconds of work in one go that count as frozen.
    """

    def __init__(self, log: Path, frozen: float = FROZEN) -> None:
        self._log = log.open("a", buffering=1)
        self._last: collections.deque[str] = collections.deque(maxlen=LAST)
        self.findings: dict[str, dict[str, object]] = {}
        self.event = 0
        self.acts: collections.Counter[str] = collections.Counter()
        self.pulse = Pulse(self, frozen)

    def note(self, what: str) -> None:
        """Remember what is about to be done."""
        line = f"{self.event} {what}"
        self._last.append(line)
        self._log.write(line.encode("unicode_escape").decode() + "\n")

    def found(self, kind: str, text: str) -> None:
        """Tell a finding: once with its whole story, then only count it."""
        key = f"{kind}: {signature(text)}"
        known = self.findings.get(key)
        if known is not None:
            known["times"] = int(str(known["times"])) + 1
            return
        self.findings[key] = {"event": self.event, "times": 1}
        say("finding", finding=key, event=self.event, text=text[-6000:], last=list(self._last))

    def watch(self) -> None:
        """Begin to look: the log, hooks of Python, VTK's own window, the pulse."""
        logging.getLogger().addHandler(_Handler(self))
        sys.unraisablehook = self._unraisable
        self._watch_vtk()
        self.pulse.start()

    def _unraisable(self, what: "sys.UnraisableHookArgs") -> None:
        trace = traceback.format_exception(what.exc_type, what.exc_value, what.exc_traceback)
        self.found("unraisable", f"{what.err_msg} {what.object!r}\n" + "".join(trace))

    def _watch_vtk(self) -> None:
        from viewer.scene.vtk import vtkCommand, vtkOutputWindow

        class Heard:
            CallDataType = "string0"

            def __init__(self, tell: Callable[[str], None]) -> None:
                self._tell = tell

            def __call__(self, _window: object, _event: str, text: str) -> None:
                self._tell(text)

        window = vtkOutputWindow.GetInstance()
        for kind in (vtkCommand.ErrorEvent, vtkCommand.WarningEvent):
            window.AddObserver(kind, Heard(lambda text: self.found("vtk", text)))


class _Handler(logging.Handler):
    """Errors of anyone, and warnings of Qt, are findings."""

    def __init__(self, eyes: Eyes) -> None:
        super().__init__(logging.WARNING)
        self._eyes = eyes
        self.setFormatter(logging.Formatter("%(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        of_qt = record.name == "qt"
        text = record.getMessage()
        if record.levelno < logging.ERROR and not of_qt:
            return
        if of_qt and any(known in text for known in HARMLESS):
            return
        self._eyes.found("qt" if of_qt else "error", self.format(record))


class Pulse:
    """Hears the interface thread's heart: how much it worked from one beat to the next.

    Its own processor time counts, so that a slow machine freezes nobody. While it works on and on
    another thread looks where it stands; that is told with the finding.
    """

    def __init__(self, eyes: Eyes, frozen: float) -> None:
        self._eyes, self._frozen = eyes, frozen
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(BEAT)
        self._timer.timeout.connect(self.beat)
        self._beating = False
        self._ended = threading.Event()
        self._seen: list[str] = []
        self._ident = threading.get_ident()
        self._clock = time.pthread_getcpuclockid(self._ident)
        self._worked = 0.0
        self.allowed = 0
        self.longest: list[tuple[float, int]] = []

    def start(self) -> None:
        """Begin to beat."""
        self._worked = time.thread_time()
        self._timer.start()
        self._beating = True
        threading.Thread(target=self._look, name="monkey's watch", daemon=True).start()

    def stop(self) -> None:
        """Be still: what comes now is the monkey's own work, or nothing at all."""
        self._timer.stop()
        self._beating = False
        faulthandler.cancel_dump_traceback_later()

    def end(self) -> None:
        """Beat and look no more."""
        self.stop()
        self._ended.set()

    def resume(self) -> None:
        """Beat again."""
        self._worked = time.thread_time()
        self._timer.start()
        self._beating = True

    def beat(self) -> None:
        """Say that the interface thread is back in its loop."""
        now = time.thread_time()
        worked, self._worked = now - self._worked, now
        seen, self._seen = self._seen, []
        self.longest = sorted([*self.longest, (round(worked, 2), self._eyes.event)])[-8:]
        if worked > self._frozen and any(once in text for text in seen for once in ALLOWED):
            self.allowed += 1
        elif worked > self._frozen:
            where = seen[len(seen) // 2] if seen else "where, nobody saw"
            self._eyes.found("frozen", f"{where}\nworked {worked:.1f} s, seen {len(seen)} times")
        faulthandler.dump_traceback_later(HUNG, exit=True)

    def _look(self) -> None:
        while not self._ended.wait(0.05):
            if self._beating and (
                time.clock_gettime(self._clock) - self._worked > self._frozen / 2
            ):
                frame = sys._current_frames().get(self._ident)
                if frame is not None:
                    self._seen.append(_story(frame))


def _story(frame: FrameType) -> str:
    """Where a thread stands: the lines of ours, and the innermost of all."""
    lines = traceback.format_stack(frame)
    ours = [line for line in lines[:-3] if "/viewer/" in line or "/model/" in line]
    once = [f"({name})\n" for name in ALLOWED if any(name in line for line in lines)]
    return "".join([*ours[-10:], *lines[-3:], *once])


def signature(text: str) -> str:
    """What makes two findings the same: the innermost places of ours, or the words."""
    places = re.findall(r'File "[^"]*?/((?:viewer|model)/[^"]*)", line (\d+)', text)
    if places:
        tail = [line for line in text.strip().splitlines() if line[:1].strip()][-1:]
        words = re.sub(r"\d+(\.\d+)?", "#", " ".join(tail))[:100]
        return " < ".join(f"{name}:{line}" for name, line in places[-3:][::-1]) + f" {words}"
    return re.sub(r"0x[0-9a-f]+|\d+", "#", text)[:160]


def say(kind: str, **what: object) -> None:
    """Tell whoever runs the monkey, a line each."""
    print(json.dumps({"kind": kind, **what}, ensure_ascii=True), flush=True)
