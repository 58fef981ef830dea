"""Whether there is room: memory that is free, and space on the disk.

What writing a table and reading one through tell on the way.

Only one process builds a table at a time: two would write over each other's files.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import monotonic

import numpy as np
from filelock import FileLock, Timeout

from model.contract.tables import BuildPhase, Header, Needs, TableError
from model.tablebase.table_file import BLOCK, Codes, TableFile, write_table


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
    path: Path,
    header: Header,
    codes: Callable[[int, int], Codes],
    control: Callable[[], None],
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


def checking(file: TableFile, states: Codes | None) -> Iterator[BuildPhase]:
    """Check every block as `TableFile.check` does and yield stages."""
    begun = monotonic()
    for done in file.check(states):
        left = (monotonic() - begun) / done * (file.blocks - done)
        yield BuildPhase("checking", done, file.blocks, left, f"block {done:,} of {file.blocks:,}")


def verifying(
    path: Path,
    check_header: Callable[[Header, Path], None],
    check_states: Callable[[Header, Codes], None],
) -> Iterator[BuildPhase]:
    """Check a table's header, every block, and where it has distances its states by the rules."""
    file = TableFile(path)
    try:
        check_header(file.header, path)
        try:
            states = np.empty(file.header.states, np.uint8) if file.header.distances else None
        except MemoryError as error:
            needed = size(file.header.states)
            raise TableError(f"checking {path} takes {needed} of memory") from error
        yield from checking(file, states)
        if states is not None:
            yield BuildPhase("checking", file.blocks, file.blocks, None, "states by the rules")
            check_states(file.header, states)
    finally:
        file.close()


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
        raise TableError(
            f"{path.parent} cannot be written to: {(error.strerror or str(error)).lower()}"
        ) from error
    try:
        yield
    finally:
        Path(lock.lock_file).unlink(missing_ok=True)
        lock.release()
