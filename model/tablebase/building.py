"""How tables are built: whether there is room, what is told on the way, and who may do it.

Only one process builds a table at a time: two would write over each other's files.
"""

import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import monotonic, process_time
from typing import Generic, TypeVar

import numpy as np
from filelock import FileLock, Timeout

from model.contract.game import Game, GameKind, Move
from model.contract.tables import (
    BuildPhase,
    BuildPlan,
    Entry,
    FirstMove,
    Header,
    Needs,
    TableError,
    TableFigures,
)
from model.phrases import refused
from model.tablebase import checkpoint
from model.tablebase.table_file import BLOCK, Codes, TableFile, table_name, write_table


def free_memory() -> int | None:
    """Return the bytes of memory that programs can have now, None where the system does not say."""
    from psutil import Error, virtual_memory

    try:
        return int(virtual_memory().available)
    except (OSError, Error):
        return None


def check_room(folder: Path, needs: Needs, written: int = 0) -> None:
    """Raise TableError, saying how much is missing, where memory or disk are too small.

    Parameters
    ----------
    written
        Bytes on the disk that the build has taken already, or will write over.
    """
    memory = free_memory()
    if memory is not None and memory < needs.memory_bytes:
        raise TableError(
            f"a build takes {size(needs.memory_bytes)} of memory and {size(memory)} are free: "
            "close other programs"
        )
    free = shutil.disk_usage(folder).free + written
    if free < needs.disk_bytes:
        raise TableError(
            f"a build takes {size(needs.disk_bytes)} on the disk and {folder} has {size(free)} free"
        )


def size(count: int) -> str:
    """Return a number of bytes as a person reads it."""
    if count < 10**9:
        return f"{max(1, round(count / 1e6))} MB"
    return f"{count / 1e9:.1f} GB"


_OFTEN = 500
"""Blocks between two stages."""


def writing(
    path: Path, header: Header, codes: Callable[[int, int], Codes], control: Callable[[], None]
) -> Iterator[BuildPhase]:
    """Write a table as `write_table` does and yield stages.

    The file is written by one call, from within which no stages can be yielded: they are collected
    from a thread of its own.
    """
    blocks = -(-header.states // BLOCK)
    yield BuildPhase("writing", 0, 2 * blocks, None, "compressing")
    messages: SimpleQueue[int | BaseException | None] = SimpleQueue()

    def notify(done: int) -> None:
        control()
        if done % _OFTEN == 0:
            messages.put(done)

    def write() -> None:
        try:
            write_table(path, header, codes, notify)
        except BaseException as error:
            messages.put(error)
        else:
            messages.put(None)

    begun = monotonic()
    writer = Thread(target=write, name="table-writer", daemon=True)
    writer.start()
    while (said := messages.get()) is not None:
        if isinstance(said, BaseException):
            raise said
        left = (monotonic() - begun) / said * (2 * blocks - said)
        yield BuildPhase("writing", said, 2 * blocks, left, "compressing")
    writer.join()


@contextmanager
def only_build(path: Path) -> Iterator[None]:
    """Hold the right to build the table at `path`; it falls back when the process ends.

    Raises
    ------
    TableError
        Another process builds it, or the folder cannot be written to.
    """
    lock = FileLock(path.with_suffix(".lock"))
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise TableError(f"{path} is being built already, by another process") from error
    except OSError as error:
        raise TableError(f"{path.parent} cannot be written to: {refused(error)}") from error
    try:
        yield
    finally:
        Path(lock.lock_file).unlink(missing_ok=True)
        lock.release()


G = TypeVar("G", bound=Game)
T = TypeVar("T", bound=TableFile)
Control = Callable[[], None]


class GameTables(ABC, Generic[G, T]):
    """The part of `model.contract.tables.TableMaker` that is the same for every game.

    Attributes
    ----------
    game_class, title
        What its games are, and what they are called.
    index
        The version of the numbering of its states.
    tabled
        The options of the games that a table can be built of, as they are listed.
    open
        Opens a table of them.
    """

    game_class: type[G]
    title: str
    index: int
    tabled: Sequence[Mapping[str, str]]
    open: Callable[[Path], T]

    def __init__(self, kind: GameKind) -> None:
        self._kind = kind

    def file_name(self, game: Game) -> str:
        """Return the name of the file that a table of `game` has, or would."""
        return table_name(self._kind.name, self.options(self.ours(game)))

    def games(self) -> tuple[Game, ...]:
        """Return every game that a table can be built of, as they are listed."""
        return tuple(self._kind.configure(options) for options in self.tabled)

    def build(self, game: Game, plan: BuildPlan, control: Control) -> Iterator[BuildPhase]:
        """Build a table, going on where an earlier build was stopped, and yield its stages."""
        game = self.ours(game)
        self.check_plan(game, plan)
        kept = plan.path.with_suffix(".checkpoint")
        with only_build(plan.path):
            had = (kept, kept.with_name(kept.name + ".part"))
            written = sum(one.stat().st_size for one in had if one.exists())
            check_room(plan.path.parent, self.needs(game, plan), written)
            yield from self.work(game, plan, kept, control)
            checkpoint.drop(kept)

    def check_plan(self, game: G, plan: BuildPlan) -> None:
        """Raise TableError where a table cannot be built so."""
        if plan.memory is not None and plan.memory < self.needs(game).memory_bytes:
            raise TableError("this table is built in memory: allow more, or set no limit")

    def figures(self, path: Path) -> Iterator[BuildPhase | TableFigures]:
        """Count what a table says."""
        with closing(self.open(path)) as table:
            if not table.header.distances:
                raise TableError(f"{path} has no distances, which statistics need")
            yield from self.count(table, self.game_of(table.header))

    def verify(self, path: Path) -> Iterator[BuildPhase]:
        """Check every block of a table, and where it has distances its states by the rules."""
        with closing(self.open(path)) as table:
            try:
                states = np.empty(table.header.states, np.uint8) if table.header.distances else None
            except MemoryError as error:
                needed = size(table.header.states)
                raise TableError(f"checking {path} takes {needed} of memory") from error
            begun = monotonic()
            for done in table.check(states):
                left = (monotonic() - begun) / done * (table.blocks - done)
                text = f"block {done:,} of {table.blocks:,}"
                yield BuildPhase("checking", done, table.blocks, left, text)
            if states is not None:
                yield BuildPhase(
                    "checking", table.blocks, table.blocks, None, "states by the rules"
                )
                self.check(self.game_of(table.header), states, path)

    def header(
        self, game: G, plan: BuildPlan, states: int, begun: float, figures: Mapping[str, object]
    ) -> Header:
        """Return what a table says of itself that is built today, `begun` in processor time."""
        return Header(
            self._kind.name,
            self.options(game),
            self.index,
            plan.distances,
            states,
            datetime.now(UTC).date().isoformat(),
            "",
            {**figures, "seconds": round(process_time() - begun, 1)},
        )

    def game_of(self, header: Header) -> G:
        """Return the game that a table is of."""
        return self.ours(self._kind.configure(header.options))

    def ours(self, game: Game) -> G:
        """Return a game of this kind; TableError where it is none."""
        if not isinstance(game, self.game_class):
            raise TableError(f"this is not a game of {self.title}")
        return game

    # -- what a game says -----------------------------------------------------------------------

    @abstractmethod
    def options(self, game: G) -> Mapping[str, str]:
        """Return the options of a game as a header has them."""

    @abstractmethod
    def needs(self, game: Game, plan: BuildPlan | None = None) -> Needs:
        """Return what a build would take."""

    @abstractmethod
    def work(self, game: G, plan: BuildPlan, kept: Path, control: Control) -> Iterator[BuildPhase]:
        """Solve, check and write; `kept` is where checkpoints are."""

    @abstractmethod
    def count(self, table: T, game: G) -> Iterator[BuildPhase | TableFigures]:
        """Count all states; the stages come first, the figures last."""

    @abstractmethod
    def check(self, game: G, states: Codes, path: Path) -> None:
        """Try states by the rules; TableError."""


def wrong_state(path: Path, state: int) -> TableError:
    """Return what is said of a table with a state that is not worth what its moves are."""
    return TableError(
        f"{path} is wrong: state {state} has a value that does not follow from its moves"
    )


def first_moves(
    entries: Mapping[Move, Entry], state_after: Callable[[Move], int]
) -> tuple[FirstMove, ...]:
    """Return the moves of a start up to symmetry, and what they are worth to their mover.

    Parameters
    ----------
    state_after
        Returns a number that is the same for moves which a symmetry exchanges.
    """
    found: dict[int, list[str]] = {}
    for move in entries:
        found.setdefault(state_after(move), []).append(move)
    return tuple(FirstMove(moves[0], len(moves), *entries[moves[0]]) for moves in found.values())
