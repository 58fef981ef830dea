"""Tables are built and verified by the command line, in a process of its own, one at a time.

So a build neither slows the window nor ends with a dialog; what it says on the way is read line by
line. Where the window is closed it keeps its last checkpoint, and goes on when it is started again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal

from model.contract.game import Game, Stop, Stopped
from model.contract.tables import BuildPlan, Header, Needs, TableError
from model.registry import kinds
from model.tablebase import checkpoint, library
from viewer.analysis import command_process
from viewer.analysis.background import BackgroundJob
from viewer.analysis.command_process import CommandProcess, share

Doing = Literal["build", "verify"]
PROGRAM: tuple[str, ...] = (*command_process.PROGRAM, "tablebase")
"""What is started; its words follow."""
GETTING_READY = "Getting ready …"


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
class BuildJob:
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


def states_of(games: Sequence[Game], stop: Stop) -> tuple[TableState, ...]:
    """Return what there is of the tables of some games; it reads files, and takes a second.

    Raises
    ------
    Stopped
        When `stop` says so.
    """
    found = {one.path: one for one in library.found_tables(kinds())}
    states = []
    for game in games:
        if stop():
            raise Stopped
        maker, path = library.maker_for(game), library.table_path(game)
        if maker is None or path is None:
            continue
        one, begun = found.get(path), path.with_suffix(".checkpoint").exists()
        is_there = one is not None and one.header is not None
        needs = None if is_there else maker.needs(game, BuildPlan(path))
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
        self.work: BuildJob | None = None
        self.states: tuple[TableState, ...] = ()
        self._games = tuple(games)
        self._process: CommandProcess | None = None
        self._listing = BackgroundJob(self)

    # -- what can be done --------------------------------------------------------------------------

    def refresh(self) -> None:
        """See what there is, in the background."""
        games = self._games
        self._listing.start(
            lambda stop, progress, deliver: states_of(games, stop),
            self._take_states,
            calls_kernels=False,
        )

    def build(self, game: Game, *, distances: bool = True) -> None:
        """Begin to build a table, or go on with it."""
        words = ["build", game.kind.name, "--json", *([] if distances else ["--no-distance"])]
        for name, value in game.options.items():
            words += ["--option", f"{name}={value}"]
        self._start(BuildJob("build", game, text=GETTING_READY), words)

    def verify(self, game: Game) -> None:
        """Check a table, block by block and by the rules."""
        path = library.table_path(game)
        if path is not None:
            self._start(
                BuildJob("verify", game, text=GETTING_READY), ["verify", str(path), "--json"]
            )

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
        path = library.table_path(game)
        if path is None:
            return ""
        library.forget_tables()
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
        if process is not None:
            process.close("cancel")

    # -- the process -------------------------------------------------------------------------------

    def _start(self, work: BuildJob, words: Sequence[str]) -> None:
        if self.work is not None:
            return
        process = self._process = CommandProcess(self)
        process.message_received.connect(self._take_message)
        process.ended.connect(self._ended)
        self._set(work)
        process.start([*PROGRAM, *words])

    def _say(self, word: str) -> None:
        if self._process is not None:
            self._process.say(word)

    def _set(self, work: BuildJob | None) -> None:
        self.work = work
        self.changed.emit()

    def _take_message(self, message: dict[str, object]) -> None:
        if self.work is None:
            return
        left = message.get("left")
        left = float(left) if isinstance(left, int | float) else None
        stage, text = str(message.get("stage", "")).capitalize(), str(message.get("text", ""))
        self._set(
            replace(self.work, share=share(message), left=left, text=f"{stage}: {text}".strip(": "))
        )

    def _ended(self, why: str) -> None:
        work = self.work
        if work is None:
            return
        name = name_of(work.game)
        if work.ending:
            path = library.table_path(work.game)
            goes_on = path is not None and path.with_suffix(".checkpoint").exists()
            self._end(f"Stopped. {name} goes on from its last checkpoint" if goes_on else "Stopped")
        elif why:
            self._end(why)
        else:
            made = "is built and checked" if work.doing == "build" else "is as it was written"
            self._end(f"The table of {name} {made}")

    def _end(self, sentence: str) -> None:
        process, self._process = self._process, None
        if process is not None:
            QTimer.singleShot(0, process.deleteLater)
        library.forget_tables()
        self._set(None)
        self.kept.emit()
        self.ended.emit(sentence)
        self.refresh()

    def _take_states(self, found: object) -> None:
        if isinstance(found, tuple):
            self.states = found
        elif isinstance(found, TableError | OSError):
            self.ended.emit(f"The tables in {library.tables_folder()} cannot be read: {found}")
        self.changed.emit()


def name_of(game: Game) -> str:
    """Return a game with its rules in a few words: "Pyraos, standard, obliged"."""
    words = [game.kind.title]
    for option in game.kind.options:
        value = str(game.options[option.name])
        if option.always or value != str(option.default):
            words.append(value)
    return ", ".join(words)
