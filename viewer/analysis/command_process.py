"""The program's own command line in a process of its own, so that the window stays free.

It is asked for its progress as lines of JSON, which are read as they come; what it says on standard
error is why it failed.
"""

import json
import os
from collections.abc import Sequence

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from model.own_process import PARENT, own_module

PROGRAM = own_module("viewer")
"""What is started; its words follow."""
PATIENCE = 3_000
"""Milliseconds a process has to end after it was told to, before it is killed."""
LONGEST = 20_000
"""Letters of its last words that are kept."""
NO_WORDS = "The process ended without saying why"
KILLED = "The process was ended from outside, perhaps for lack of memory"
NOT_STARTED = "The process cannot be started"


class CommandProcess(QObject):
    """A command that runs.

    Signals
    -------
    message_received(dict)
        A line of progress: `done` of `total`, a `stage`, a `text`, as far as the command says them.
    ended(str)
        It has ended: "" where it did what it was to do, else why not, in a sentence without its
        full stop. It is not said after `close`.
    """

    message_received = Signal(dict)
    ended = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._line, self._said, self._failed = b"", b"", ""
        process = self._process = QProcess(self)
        around = QProcessEnvironment.systemEnvironment()
        around.insert(PARENT, str(os.getpid()))
        process.setProcessEnvironment(around)
        process.readyReadStandardOutput.connect(self._read)
        process.readyReadStandardError.connect(self._hear)
        process.finished.connect(self._finished)
        process.errorOccurred.connect(self._not_started)

    def start(self, program: Sequence[str]) -> None:
        """Begin."""
        self._process.start(program[0], list(program[1:]))

    def say(self, word: str) -> None:
        """Send a line to its standard input."""
        self._process.write(f"{word}\n".encode())

    def terminate(self) -> None:
        """Have it end as soon as it can."""
        process = self._process
        process.terminate()
        QTimer.singleShot(PATIENCE, process, process.kill)

    def close(self, last_word: str = "") -> None:
        """End it now: the window closes.

        Parameters
        ----------
        last_word
            Sent to it beforehand.
        """
        process = self._process
        process.finished.disconnect()
        process.errorOccurred.disconnect()
        if last_word:
            self.say(last_word)
            process.closeWriteChannel()
        if not (last_word and process.waitForFinished(PATIENCE // 2)):
            process.terminate()
            if not process.waitForFinished(PATIENCE // 2):
                process.kill()
                process.waitForFinished(PATIENCE)

    def _read(self) -> None:
        *lines, self._line = (self._line + self._process.readAllStandardOutput().data()).split(
            b"\n"
        )
        for line in lines:
            self._take(line)

    def _take(self, line: bytes) -> None:
        """Take a line of progress; what is none is passed over."""
        try:
            message = json.loads(line)
        except ValueError:
            return
        if not isinstance(message, dict):
            return
        if message.get("stage") == "failed":
            self._failed = str(message.get("text", ""))
        else:
            self.message_received.emit(message)

    def _hear(self) -> None:
        self._said = (self._said + self._process.readAllStandardError().data())[-LONGEST:]

    def _not_started(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self.ended.emit(NOT_STARTED)

    def _finished(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read()
        self._hear()
        done = code == 0 and status == QProcess.ExitStatus.NormalExit
        self.ended.emit("" if done else self._why(status))

    def _why(self, status: QProcess.ExitStatus) -> str:
        """Return why it failed, in one sentence."""
        lines = self._said.decode(errors="replace").strip().splitlines()
        why = self._failed or (lines[-1].removeprefix("pyramidion: ") if lines else "")
        if why:
            return f"{why[:1].upper()}{why[1:]}".rstrip(".")
        return KILLED if status == QProcess.ExitStatus.CrashExit else NO_WORDS


def share(message: dict[str, object]) -> float | None:
    """Return how much of the work is done by a line of progress, from 0 to 1; None: not known."""
    done, total = message.get("done"), message.get("total")
    if isinstance(done, int) and isinstance(total, int) and total > 0:
        return min(1.0, done / total)
    return None
