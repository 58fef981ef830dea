"""The tables that this computer has: where they lie, and which one answers for a game."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import TypeVar

from model.contract.game import Game
from model.contract.hooks import hooks_of
from model.contract.tables import Table, TableError

T = TypeVar("T")

log = logging.getLogger(__name__)

_Stamp = tuple[int, int, int]
_kept: dict[tuple[Path, Game], tuple[_Stamp, Table | None]] = {}
_lock = Lock()


def tables_folder() -> Path:
    """Return where tables lie: ``PYRAMIDION_TABLES``, else in the system's place for data."""
    chosen = os.environ.get("PYRAMIDION_TABLES")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_data_dir("pyramidion", appauthor=False)) / "tables"


def table_for(game: Game, folder: Path | None = None) -> Table | None:
    """Return the table of `game`; None where there is none, or none that can be trusted.

    It may be asked time and again: a table is opened once, and anew where its file has changed.
    """
    maker = hooks_of(game.kind).tables
    if maker is None:
        return None
    path = (folder or tables_folder()) / maker.file_name(game)
    key = (path, game)
    try:
        found = os.stat(path)
    except OSError:
        with _lock:
            _kept.pop(key, None)
        return None
    stamp = (found.st_ino, found.st_size, found.st_mtime_ns)
    with _lock:
        if key in _kept and _kept[key][0] == stamp:
            return _kept[key][1]
        try:
            table: Table | None = maker.open(path)
        except TableError as error:
            log.warning("%s", error)  # said once; the program goes on as if there were none
            table = None
        _kept[key] = stamp, table
        return table


def answer_of(table: Table, ask: Callable[[], T]) -> T | None:
    """Return what `ask` finds in a table; None where the table turns out to be damaged.

    That is said once, and the table is asked no more until its file has changed.
    """
    try:
        return ask()
    except TableError as error:
        with _lock:
            for key, (stamp, known) in _kept.items():
                if known is table:
                    _kept[key] = stamp, None
                    log.warning("%s", error)
        return None


def forget_tables() -> None:
    """Close the tables that are open; the next to ask opens them again."""
    with _lock:
        for _, table in _kept.values():
            if table is not None:
                table.close()
        _kept.clear()
