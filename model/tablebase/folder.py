"""The tables of solved games on this computer: which there are, and who makes them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from model.contract.game import Game, GameKind
from model.contract.hooks import hooks_of
from model.contract.tables import Header, Table, TableError, TableMaker
from model.tablebase.library import tables_folder
from model.tablebase.table_file import TableFile

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
        try:
            file = TableFile(path)
        except TableError as error:
            found.append(Found(path, None, str(error), _bytes(path)))
            continue
        header = file.header
        file.close()
        try:
            open_table(games, path).close()
        except TableError as error:
            found.append(Found(path, None, str(error), _bytes(path)))
        else:
            found.append(Found(path, header, "", _bytes(path)))
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
    file = TableFile(path)
    name = file.header.game
    file.close()
    maker = hooks_of(games[name]).tables if name in games else None
    if maker is None:
        raise TableError(f"{path} is a table of a game that is not known here")
    return maker


def _bytes(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
