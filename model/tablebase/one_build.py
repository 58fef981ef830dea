"""Only one process builds a table at a time: two would write over each other's files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from model.contract.tables import TableError


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
