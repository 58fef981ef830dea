"""What writing a table and reading one through tell on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import monotonic

import numpy as np

from model.contract.tables import Header, Stage, TableError
from model.tablebase.room import size
from model.tablebase.table_file import BLOCK, Codes, TableFile, write_table

_OFTEN = 500
"""Blocks between two stages."""


def writing(
    path: Path,
    header: Header,
    codes: Callable[[int, int], Codes],
    control: Callable[[], None],
) -> Iterator[Stage]:
    """Write a table as `write_table` does and yield stages.

    The file is written by one call, from within which no stages can be yielded: they are collected
    from a thread of its own.
    """
    blocks = -(-header.states // BLOCK)
    yield Stage("writing", 0, 2 * blocks, None, "compressing")
    told: SimpleQueue[int | BaseException | None] = SimpleQueue()

    def tell(done: int) -> None:
        control()
        if done % _OFTEN == 0:
            told.put(done)

    def write() -> None:
        try:
            write_table(path, header, codes, tell)
        except BaseException as error:
            told.put(error)
        else:
            told.put(None)

    begun = monotonic()
    writer = Thread(target=write, name="table-writer", daemon=True)
    writer.start()
    while (said := told.get()) is not None:
        if isinstance(said, BaseException):
            raise said
        left = (monotonic() - begun) / said * (2 * blocks - said)
        yield Stage("writing", said, 2 * blocks, left, "compressing")
    writer.join()


def checking(file: TableFile, states: Codes | None) -> Iterator[Stage]:
    """Check every block as `TableFile.check` does and yield stages."""
    begun = monotonic()
    for done in file.check(states):
        left = (monotonic() - begun) / done * (file.blocks - done)
        yield Stage("checking", done, file.blocks, left, f"block {done:,} of {file.blocks:,}")


def verifying(
    path: Path,
    check_header: Callable[[Header, Path], None],
    check_states: Callable[[Header, Codes], None],
) -> Iterator[Stage]:
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
            yield Stage("checking", file.blocks, file.blocks, None, "states by the rules")
            check_states(file.header, states)
    finally:
        file.close()
