"""Tables are built and verified by the command line, in a process of its own, one at a time.

So a build neither slows the window nor ends with a dialog; what it says on the way is read line by
line. Where the window is closed it keeps its last checkpoint, and goes on when it is started again.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QObject, QProcess, QTimer, Signal

from model.contract.game import Game
from model.contract.tables import Header, Needs, Plan, TableError
from model.registry import kinds
from model.tablebase import checkpoint
from model.tablebase.folder import found_tables, maker_for, table_path
from model.tablebase.library import forget_tables, tables_folder
from viewer.analysis.background import BackgroundJob

Doing = Literal["build", "verify"]
PROGRAM: tuple[str, ...] = (sys.executable, "-m", "viewer", "tablebase")
"""What is started; its words follow."""
GETTING_READY = "Getting ready …"
PATIENCE = 3_000
"""Milliseconds a process has to end after it was told to, before it is killed."""
LONGEST = 20_000
"""Letters of its last words that are kept."""


@dataclass(frozen=True)
class TableState:
    """What there is of the table of a game.

    Attributes
    ----------
    game
        With its options.
    header, size
        What the table says of itself, and its bytes on the disk; None and 0 where there is none.
    fault
        Why a table that is there cannot be used, "" else.
    begun
        Whether a build was stopped that goes on from its checkpoint.
    needs
        What building it takes; None where it is there.
    """

    game: Game
    header: Header | None = None
    size: int = 0
    fault: str = ""
    begun: bool = False
    needs: Needs | None = None


@dataclass(frozen=True)
class Work:
    """What runs now.

    Attributes
    ----------
    doing, game
        What is done, and of which table.
    share
        How much of it is done, from 0 to 1; None while that is not known.
    left
        Seconds left, None while that is not known.
    text
        What it does, in a few words.
    paused, ending
        Whether it waits, and whether it was told to end.
    """

    doing: Doing
    game: Game
    share: float | None = None
    left: float | None = None
    text: str = ""
    paused: bool = False
    ending: bool = False


def states_of(games: Sequence[Game]) -> tuple[TableState, ...]:
    """Return what there is of the tables of some games; it reads files, and takes a second."""
    found = {one.path: one for one in found_tables(kinds())}
    states = []
    for game in games:
        maker, path = maker_for(game), table_path(game)
        if maker is None or path is None:
            continue
        one, begun = found.get(path), path.with_suffix(".checkpoint").exists()
        is_there = one is not None and one.header is not None
        needs = None if is_there else maker.needs(game, Plan(path))
        if one is None:
            states.append(TableState(game, begun=begun, needs=needs))
        else:
            states.append(TableState(game, one.header, one.size, one.fault, begun, needs))
    return tuple(states)


class TableBuilds(QObject):
    """Builds, verifies and removes tables; lives as long as the window.

    Attributes
    ----------
    work
        What runs now; None: nothing.
    states
        What there is of each table, as it was seen last; () before `refresh`.

    Signals
    -------
    changed
        Something runs, ends, or has come farther; or `states` are others.
    kept
        A table has come or gone.
    ended(str)
        How something ended, in a sentence without its full stop.
    """

    changed = Signal()
    kept = Signal()
    ended = Signal(str)

    def __init__(self, games: Sequence[Game], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.work: Work | None = None
        self.states: tuple[TableState, ...] = ()
        self._games = tuple(games)
        self._process: QProcess | None = None
        self._line, self._said, self._failed = b"", b"", ""
        self._listing = BackgroundJob(self)

    # -- what can be done --------------------------------------------------------------------------

    def refresh(self) -> None:
        """See what there is, in the background."""
        games = self._games
        self._listing.start(
            lambda stop, progress, deliver: states_of(games), self._take_states, calls_kernels=False
        )

    def build(self, game: Game, *, distances: bool = True) -> None:
        """Begin to build a table, or go on with it."""
        words = ["build", game.kind.name, "--json", *([] if distances else ["--no-distance"])]
        for name, value in game.options.items():
            words += ["--option", f"{name}={value}"]
        self._start(Work("build", game, text=GETTING_READY), words)

    def verify(self, game: Game) -> None:
        """Check a table, block by block and by the rules."""
        path = table_path(game)
        if path is not None:
            self._start(Work("verify", game, text=GETTING_READY), ["verify", str(path), "--json"])

    def pause(self) -> None:
        """Have a build wait, or go on."""
        work = self.work
        if work is not None and work.doing == "build" and not work.ending:
            self._say("resume" if work.paused else "pause")
            self._set(replace(work, paused=not work.paused))

    def cancel(self) -> None:
        """End what runs; a build keeps its last checkpoint."""
        work = self.work
        if work is not None and not work.ending:
            self._set(replace(work, ending=True, paused=False))
            self._say("cancel")

    def remove(self, game: Game) -> str:
        """Remove a table, and what was kept of a build; a sentence where that cannot be done."""
        path = table_path(game)
        if path is None:
            return ""
        forget_tables()
        try:
            path.unlink(missing_ok=True)
            checkpoint.drop(path.with_suffix(".checkpoint"))
        except OSError as error:
            return f"{path} cannot be removed: {(error.strerror or str(error)).lower()}"
        self.kept.emit()
        self.refresh()
        return ""

    def close(self) -> None:
        """End what runs: the window closes."""
        self._listing.close()
        process, self._process = self._process, None
        if process is None:
            return
        process.finished.disconnect()
        process.write(b"cancel\n")
        process.closeWriteChannel()
        if not process.waitForFinished(PATIENCE // 2):
            process.terminate()
            if not process.waitForFinished(PATIENCE // 2):
                process.kill()
                process.waitForFinished(PATIENCE)

    # -- the process -------------------------------------------------------------------------------

    def _start(self, work: Work, words: Sequence[str]) -> None:
        if self.work is not None:
            return
        process = self._process = QProcess(self)
        self._line, self._said, self._failed = b"", b"", ""
        process.readyReadStandardOutput.connect(self._read)
        process.readyReadStandardError.connect(self._hear)
        process.finished.connect(self._finished)
        process.errorOccurred.connect(self._not_started)
        self._set(work)
        process.start(PROGRAM[0], [*PROGRAM[1:], *words])

    def _say(self, word: str) -> None:
        if self._process is not None:
            self._process.write(f"{word}\n".encode())

    def _set(self, work: Work | None) -> None:
        self.work = work
        self.changed.emit()

    def _read(self) -> None:
        process = self._process
        if process is None or self.work is None:
            return
        *lines, self._line = (self._line + process.readAllStandardOutput().data()).split(b"\n")
        for line in lines:
            self._tell(line)

    def _tell(self, line: bytes) -> None:
        """Take a line of progress; what is none is passed over."""
        try:
            told = json.loads(line)
        except ValueError:
            return
        if not isinstance(told, dict) or self.work is None:
            return
        text = str(told.get("text", ""))
        if told.get("stage") == "failed":
            self._failed = text
            return
        done, total, left = told.get("done"), told.get("total"), told.get("left")
        share = None
        if isinstance(done, int) and isinstance(total, int) and total > 0:
            share = min(1.0, done / total)
        left = float(left) if isinstance(left, int | float) else None
        stage = str(told.get("stage", "")).capitalize()
        self._set(replace(self.work, share=share, left=left, text=f"{stage}: {text}".strip(": ")))

    def _hear(self) -> None:
        if self._process is not None:
            self._said = (self._said + self._process.readAllStandardError().data())[-LONGEST:]

    def _not_started(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._end("The process that builds tables cannot be started")

    def _finished(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read()
        self._hear()
        work = self.work
        if work is None:
            return
        name = name_of(work.game)
        if work.ending:
            path = table_path(work.game)
            goes_on = path is not None and path.with_suffix(".checkpoint").exists()
            self._end(f"Stopped. {name} goes on from its last checkpoint" if goes_on else "Stopped")
        elif code == 0 and status == QProcess.ExitStatus.NormalExit:
            made = "is built and checked" if work.doing == "build" else "is as it was written"
            self._end(f"The table of {name} {made}")
        else:
            self._end(self._why(status))

    def _why(self, status: QProcess.ExitStatus) -> str:
        """Return why it failed, in one sentence."""
        lines = self._said.decode(errors="replace").strip().splitlines()
        why = self._failed or (lines[-1].removeprefix("pyramidion: ") if lines else "")
        if why:
            return f"{why[:1].upper()}{why[1:]}".rstrip(".")
        if status == QProcess.ExitStatus.CrashExit:
            return "The process was ended from outside, perhaps for lack of memory"
        return "The process ended without saying why"

    def _end(self, sentence: str) -> None:
        process, self._process = self._process, None
        if process is not None:
            QTimer.singleShot(0, process.deleteLater)
        forget_tables()
        self._set(None)
        self.kept.emit()
        self.ended.emit(sentence)
        self.refresh()

    def _take_states(self, found: object) -> None:
        if isinstance(found, tuple):
            self.states = found
        elif isinstance(found, TableError | OSError):
            self.ended.emit(f"The tables in {tables_folder()} cannot be read: {found}")
        self.changed.emit()


def name_of(game: Game) -> str:
    """Return a game with its rules in a few words: "Pyraos, standard, obliged"."""
    words = [game.kind.title]
    for option in game.kind.options:
        value = str(game.options[option.name])
        if option.always or value != str(option.default):
            words.append(value)
    return ", ".join(words)
