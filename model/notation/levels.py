"""The board part of a position string: levels split by ``/``, rows by ``,``."""

from collections.abc import Mapping, Sequence

import numpy as np

from model.contract.setup_rules import Cells, Shape
from model.notation.tokens import DIGITS, Token, fault, read_number
from model.phrases import counted, listed, shown


def read_levels(text: str, shape: Shape, letters: Mapping[str, int]) -> Cells:
    """Read the board part of a position.

    Parameters
    ----------
    text
        Levels from the base up split by ``/``, rows from rank 1 north by ``,``.
    shape
        What the board needs.
    letters
        Piece letter -> number in the result; empty sites are 0.

    Returns
    -------
    (n,) int8 in site order.
    """
    token = text if isinstance(text, Token) else Token(text)
    levels = token.cut("/")
    if len(levels) != len(shape):
        fault(token, f"the board has {counted(len(shape), 'level')}, not {len(levels)}")
    cells: list[int] = []
    for number, (level, (count, width)) in enumerate(zip(levels, shape, strict=True), start=1):
        rows = level.cut(",")
        place = f"level {number}" if len(shape) > 1 else "the board"
        if len(rows) != count:
            fault(level, f"{place} has {counted(count, 'row')}, not {len(rows)}")
        for rank, row in enumerate(rows, start=1):
            cells += _row(row, width, letters, f"row {rank} of {place}")
    return np.array(cells, np.int8)


def _row(row: Token, width: int, letters: Mapping[str, int], place: str) -> list[int]:
    cells: list[int] = []
    at = 0
    while at < len(row):
        character = row[at]
        if character in letters:
            cells.append(letters[character])
            at += 1
        elif character in DIGITS:
            end = at
            while end < len(row) and row[end] in DIGITS:
                end += 1
            empty = read_number(row[at:end])
            if empty is None or not 1 <= empty <= width:
                said = shown(row[at:end])
                fault(row, f"{said} is not a number of empty points from 1 to {width}", at)
            cells += [0] * empty
            at = end
        else:
            pieces = listed([*letters, "a number"], "or")
            fault(row, f"{shown(character)} is not a piece: write {pieces}", at)
        if len(cells) > width:
            fault(row, f"{place} has {counted(width, 'point')}, here are more")
    if len(cells) < width:
        fault(row, f"{place} has {counted(width, 'point')}, not {len(cells)}")
    return cells


def cell_offset(text: str, shape: Shape, site: int) -> int:
    """Return how many characters into a valid board `text` the cell of `site` is written."""
    seen, at = 0, 0
    while at < len(text):
        end = at
        while end < len(text) and text[end] in DIGITS:
            end += 1
        if end > at:
            seen += int(text[at:end])
        elif text[at] not in "/,":
            seen, end = seen + 1, at + 1
        else:
            end = at + 1
        if seen > site:
            return at
        at = end
    raise ValueError(f"the board has no site {site}")


def write_levels(cells: Cells, shape: Shape, letters: Sequence[str]) -> str:
    """Write the board part; `letters[k]` is the letter of value k, `letters[0]` is not used."""
    values, start, levels = cells.tolist(), 0, []
    for count, width in shape:
        rows = []
        for _ in range(count):
            rows.append(_write_row(values[start : start + width], letters))
            start += width
        levels.append(",".join(rows))
    return "/".join(levels)


def _write_row(values: list[int], letters: Sequence[str]) -> str:
    written, empty = [], 0
    for value in values:
        if value:
            if empty:
                written.append(str(empty))
            written.append(letters[value])
            empty = 0
        else:
            empty += 1
    if empty:
        written.append(str(empty))
    return "".join(written)
