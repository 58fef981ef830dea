"""Writes pictures of items: one file, or one for each step, numbered; all of them or none."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from types import FrameType

from model.contract.game import Stopped
from model.records.atomic_write import write_whole
from model.regular_files import open_regular


def numbered(out: Path, count: int) -> list[Path]:
    """Return the names of so many files: ``OUT.png``, or ``OUT-01.png`` and so on."""
    if count == 1:
        return [out]
    digits = max(2, len(str(count)))
    return [out.with_name(f"{out.stem}-{k:0{digits}}{out.suffix}") for k in range(1, count + 1)]


class Held:
    """Files that are made and have yet to go where they belong, in one that has no name.

    Whatever ends the process, nothing of them is left.
    """

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115 - closed by `close`
        self._parts: list[tuple[Path, int, int]] = []

    def add(self, target: Path, data: bytes) -> None:
        """Keep what is to be written."""
        self._parts.append((target, *self._put(data)))

    def close(self) -> None:
        """Forget all of it."""
        self._file.close()

    def write(self) -> list[Path]:
        """Put all files in their places, or none where one cannot be written; return the places.

        What asks the process to end meanwhile is heard once a file is whole, and undoes those
        before.

        Raises
        ------
        OSError
            A file cannot be written; all are as they were.
        model.contract.game.Stopped
            The process was asked to end; all are as they were.
        """
        done: list[tuple[Path, tuple[int, int] | None]] = []
        with _held_off() as asked:
            try:
                # New files first: to undo them makes room to put others back as they were.
                for target, start, length in sorted(self._parts, key=lambda one: one[0].exists()):
                    kept = None
                    with suppress(FileNotFoundError), open_regular(target) as old:
                        kept = self._put(old.read())
                    write_whole(target, self._get(start, length))
                    done.append((target, kept))
                    if asked:
                        raise Stopped
            except BaseException:
                for target, before in done:
                    with suppress(OSError):
                        if before is None:
                            target.unlink()
                        else:
                            write_whole(target, self._get(*before))
                raise
        return [target for target, _, _ in self._parts]

    def _put(self, data: bytes) -> tuple[int, int]:
        """Write bytes at the end, and return where they are and how many."""
        start = self._file.seek(0, os.SEEK_END)
        self._file.write(data)
        return start, len(data)

    def _get(self, start: int, length: int) -> bytes:
        self._file.seek(start)
        return self._file.read(length)


@contextmanager
def _held_off() -> Iterator[list[int]]:
    """Hold off what ends the process; the list holds what came meanwhile, which is sent after."""
    asked: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield asked
        return

    def hear(number: int, frame: FrameType | None) -> None:
        asked.append(number)

    before = {number: signal.signal(number, hear) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield asked
    finally:
        for number, way in before.items():
            signal.signal(number, way)
        if asked:
            signal.raise_signal(asked[0])
