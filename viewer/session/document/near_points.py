"""Help for a point that does not exist: the files and ranks there are, and what lies near."""

import re
from functools import lru_cache
from typing import NamedTuple

from model.boards.board import Board
from model.boards.lattice import file_letters
from model.phrases import listed

LISTED = 7
"""Files or ranks that are listed one by one; of more the first and the last are named."""
NEAR = 4
"""Points near it that are named at most."""
_NAME = re.compile(r"(\d*)([a-z]+)(\d+)")
_LETTERS = 26
_TAKES = ord("x") - ord("a") + 1
"""The file that a move's sign for taking would be."""


class _Place(NamedTuple):
    """A name taken apart: `level` is 0 where names have none."""

    level: int
    file: int
    rank: int


def help_for(board: Board, text: str) -> str:
    """Return help for the first point written in `text` that `board` does not have.

    "4f5 is not on the board: level 4 has ranks 4, 6 and 8. Near it: 4f4 and 4f6."; "" where `text`
    names no such point.
    """
    text = text.lower()
    if all(place.file != _TAKES for place in _places(board).values()):
        text = text.replace("x", " ")
    for found in _NAME.finditer(text):
        name = found[0]
        if name not in board and not any(
            point.lstrip("0123456789") == name for point in board.names
        ):
            return _help(board, name, _place(found))
    return ""


def _place(found: re.Match[str]) -> _Place:
    file = 0
    for letter in found[2]:
        file = file * _LETTERS + ord(letter) - ord("a") + 1
    return _Place(int(found[1] or 0), file, int(found[3]))


@lru_cache(maxsize=8)
def _places(board: Board) -> dict[str, _Place]:
    """Every name of a board taken apart; names of another form are left out."""
    found = ((name, _NAME.fullmatch(name)) for name in board.names)
    return {name: _place(match) for name, match in found if match is not None}


def _help(board: Board, name: str, wanted: _Place) -> str:
    places = _places(board)
    levels = sorted({place.level for place in places.values()})
    if not levels or (wanted.level and levels == [0]):
        return ""
    if wanted.level and wanted.level not in levels:
        return f"{name} is not on the board: levels go from {levels[0]} to {levels[-1]}."
    there = {n: p for n, p in places.items() if not wanted.level or p.level == wanted.level}
    near = listed(_near(there, wanted))
    return f"{name} is not on the board: {_lines(there, wanted)}. Near it: {near}."


def _lines(there: dict[str, _Place], wanted: _Place) -> str:
    """Say which files there are, or ranks, or both: whatever is not among them."""
    files = {place.file: file_letters(place.file) for place in there.values()}
    ranks = {place.rank: str(place.rank) for place in there.values()}
    lines = []
    if wanted.file not in files:
        lines.append(_run("file", files))
    if wanted.rank not in ranks:
        lines.append(_run("rank", ranks))
    if not lines:
        return f"no level has both file {files[wanted.file]} and rank {wanted.rank}"
    where = f"level {wanted.level}" if wanted.level else "it"
    return f"{where} has {' and '.join(lines)}"


def _run(noun: str, names: dict[int, str]) -> str:
    shown = [names[number] for number in sorted(names)]
    span = max(names) - min(names) + 1
    if len(shown) == 1:
        return f"only {noun} {shown[0]}"
    if len(shown) == span:
        return f"{noun}s {shown[0]} to {shown[-1]}"
    if len(shown) <= LISTED:
        return f"{noun}s {listed(shown)}"
    return f"every second {noun} from {shown[0]} to {shown[-1]}"


def _near(there: dict[str, _Place], wanted: _Place) -> list[str]:
    """Return the names of the points nearest to a place, the lowest levels first."""

    def way(place: _Place) -> int:
        return abs(place.file - wanted.file) + abs(place.rank - wanted.rank)

    least = min(way(place) for place in there.values())
    return [name for name, place in there.items() if way(place) == least][:NEAR]
