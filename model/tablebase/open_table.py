"""What every open table is: a file whose header its game has checked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from model.contract.tables import Header, TableError
from model.tablebase.table_file import Codes, TableFile


class OpenTable:
    """The part of `model.contract.tables.Table` that knows no game.

    Parameters
    ----------
    check
        Raises `TableError` where a header is none of this game.
    """

    def __init__(self, path: Path, check: Callable[[Header, Path], None]) -> None:
        self._file = TableFile(path)
        try:
            check(self._file.header, path)
        except TableError:
            self._file.close()
            raise

    @property
    def path(self) -> Path:
        """Where it lies."""
        return self._file.path

    @property
    def header(self) -> Header:
        """What it says of itself."""
        return self._file.header

    @property
    def has_distances(self) -> bool:
        """Whether it knows the plies to the end."""
        return self.header.distances

    def all_codes(self) -> Codes:
        """Return every state as the file has it: gigabytes for a large game."""
        return self._file.all_codes()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()
