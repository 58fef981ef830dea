"""The tables of solved games that this computer has: where they lie, which one answers for a game.

Who makes a table is known here, too.
"""

import logging
import os
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import NamedTuple, TypeVar

from model.contract.game import Game, GameKind
from model.contract.hooks import hooks_of
from model.contract.tables import Header, Table, TableError, TableMaker
from model.tablebase.table_file import TableFile

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


ENDING = ".table"

Games = Mapping[str, GameKind]
"""Games by name, as `model.registry.kinds` gives them."""


class Found(NamedTuple):
    """A table that lies in the folder.

    Attributes
    ----------
    path
        Where.
    header
        What it says of itself, None where it cannot be used.
    fault
        Why not, "" where it can.
    size
        Bytes on the disk.
    """

    path: Path
    header: Header | None
    fault: str
    size: int


def maker_for(game: Game) -> TableMaker | None:
    """Return who makes tables of a game, None where there are none of such games."""
    maker = hooks_of(game.kind).tables
    if maker is None or maker.file_name(game) not in map(maker.file_name, maker.games()):
        return None
    return maker


def table_path(game: Game, folder: Path | None = None) -> Path | None:
    """Return where the table of a game lies, or would; None where there are none of such games."""
    maker = maker_for(game)
    return None if maker is None else (folder or tables_folder()) / maker.file_name(game)


def found_tables(games: Games, folder: Path | None = None) -> tuple[Found, ...]:
    """Return the tables in the folder by name; those that cannot be used say why."""
    folder = folder or tables_folder()
    found = []
    for path in sorted(folder.glob(f"*{ENDING}")):
        header, fault = None, ""
        try:
            with closing(open_table(games, path)) as table:
                header = table.header
        except TableError as error:
            fault = str(error)
        found.append(Found(path, header, fault, _bytes(path)))
    return tuple(found)


def open_table(games: Games, path: Path) -> Table:
    """Open a table.

    Raises
    ------
    TableError
        It is not there, damaged, of another version, or of a game that is not known.
    """
    return maker_of(games, path).open(path)


def maker_of(games: Games, path: Path) -> TableMaker:
    """Return who makes tables of the game of a file; TableError where that is nobody."""
    with closing(TableFile(path)) as file:
        name = file.header.game
    maker = hooks_of(games[name]).tables if name in games else None
    if maker is None:
        raise TableError(f"{path} is a table of a game that is not known here")
    return maker


def _bytes(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
