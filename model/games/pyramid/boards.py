"""The shipped boards of Pyramid, and boards that a user writes as a file."""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec

from model.boards.terrace import Terrace, TerraceError, checked
from model.phrases import printable


class _Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    W: tuple[str, ...] = ()
    B: tuple[str, ...] = ()


class _BoardFile(msgspec.Struct):
    levels: list[str]
    victory: list[str]
    victory_needed: int
    name: str = ""
    start: _Start = _Start()


class _Shipped(msgspec.Struct):
    boards: list[_BoardFile]


def _terrace(board: _BoardFile, name: str) -> Terrace:
    start = board.start
    return checked(
        Terrace(
            name,
            tuple(board.levels),
            tuple(board.victory),
            board.victory_needed,
            tuple(start.W),
            tuple(start.B),
        )
    )


@cache
def shipped() -> dict[str, Terrace]:
    """Return the boards that come with the program by name, the default first."""
    data = resources.files(__package__).joinpath("boards.json").read_bytes()
    boards = msgspec.json.decode(data, type=_Shipped).boards
    return {board.name: _terrace(board, board.name) for board in boards}


def read_board(data: bytes) -> Terrace:
    """Return the board a user's JSON file describes.

    Raises
    ------
    TerraceError
        With one sentence saying what is wrong and where.
    """
    try:
        board = msgspec.json.decode(data, type=_BoardFile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise TerraceError(f"this is not a board file: {printable(str(error))}") from None
    return _terrace(board, "")
