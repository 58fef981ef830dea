"""The grammar of position strings: tokens that know their place, options, levels of cells.

A string is `<game>[:<option>=<value>,...] <board> <side> [<key>=<value> ...]`. The games know the
words in it, `model.reading` reads the whole. Everything here takes time and memory linear in the
text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from model.game import GameKind, Option, OptionValue
from model.setup_contract import Cells, Shape

_DIGITS = frozenset("0123456789")
_SHOWN = 24


class NotationError(ValueError):
    """A text that is not a position, an option or a site; says where and what would be right.

    Attributes
    ----------
    message
        One sentence, without the place.
    line, column
        Where the fault is, both counted from 1 (characters, not bytes).
    """

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column

    @property
    def sentence(self) -> str:
        """The message after its place."""
        return f"line {self.line}, column {self.column}: {self.message}"


class Token(str):
    """A piece of a text that remembers where it stood.

    Games receive tokens where their signatures say str, so that their errors can say where.
    """

    line: int
    column: int

    def __new__(cls, text: str, line: int = 1, column: int = 1) -> Token:
        token = super().__new__(cls, text)
        token.line = line
        token.column = column
        return token

    def cut(self, separator: str) -> list[Token]:
        """Split at every `separator`; the pieces know their places."""
        pieces, column = [], self.column
        for piece in self.split(separator):
            pieces.append(Token(piece, self.line, column))
            column += len(piece) + len(separator)
        return pieces


def fault(text: str, message: str, offset: int = 0) -> NoReturn:
    """Raise a NotationError `offset` characters into `text` (a Token, or a text of its own)."""
    line = text.line if isinstance(text, Token) else 1
    column = text.column if isinstance(text, Token) else 1
    raise NotationError(message, line, column + offset)


def shown(text: str) -> str:
    """Quote `text` for an error: short, on one line, printable whatever was in it."""
    short = str(text[:_SHOWN])
    quoted = short.encode("utf-8", "backslashreplace").decode("utf-8")
    quoted = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in quoted)
    return f'"{quoted}…"' if len(text) > _SHOWN else f'"{quoted}"'


def printable(text: str, most: int = 300) -> str:
    """Return `text` on one line, shortened, without what a terminal would act on."""
    line = "".join(c if c.isprintable() else " " for c in text[:most])
    return line + ("…" if len(text) > most else "")


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Join words for a sentence: "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


def counted(number: int, noun: str, none: str = "0") -> str:
    """Return "1 stone", "2 stones"; `none` is said instead of 0. For nouns that take an s."""
    return f"{number or none} {noun}{'' if number == 1 else 's'}"


def seconds(number: float | None) -> str:
    """Return "1 second", "0.5 seconds"; "the time" for none that is named."""
    if number is None:
        return "the time"
    return f"{number:g} second{'' if number == 1 else 's'}"


def add_option(kind: GameKind, options: dict[str, str], text: str) -> None:
    """Add one `name=value` to `options`; refused when unknown, bad or given before."""
    key, value = read_pair(text, "an option")
    declared = {option.name: option for option in kind.options}
    if key not in declared:
        fault(key, f"{kind.name} has no option {shown(key)}; it has {listed(list(declared))}")
    if key in options:
        fault(key, f"the option {key} is given twice")
    if not (declared[key].file and value.endswith(".json")):  # see model.records.game_options
        read_option(declared[key], value)
    options[key] = value


def read_options(kind: GameKind, options: Mapping[str, str]) -> dict[str, Any]:
    """Return the typed values of the options that are given; refused when unknown or bad."""
    declared = {option.name: option for option in kind.options}
    values: dict[str, Any] = {}
    for name, value in options.items():
        if name not in declared:
            has = listed(list(declared))
            fault(name, f"{kind.name} has no option {shown(name)}; it has {has}")
        values[name] = read_option(declared[name], value)
    return values


def read_option(option: Option, value: str) -> OptionValue:
    """Return the typed value of an option; NotationError says which values there are."""
    if option.text:
        return str(value)
    if option.optional and value == "none":
        return None
    if option.values:
        if value not in option.values:
            fault(value, f"{option.name} is {listed(option.values, 'or')}, not {shown(value)}")
        return str(value)
    if isinstance(option.default, bool):
        if value not in ("true", "false"):
            fault(value, f"{option.name} is true or false, not {shown(value)}")
        return value == "true"
    number = read_number(value)
    if number is None or not option.minimum <= number <= option.maximum:
        span = f"a number from {option.minimum} to {option.maximum}"
        span += " or none" if option.optional else ""
        fault(value, f"{option.name} is {span}, not {shown(value)}")
    return number


def read_number(text: str) -> int | None:
    """Return the number a text writes in plain digits without a leading zero, else None."""
    if not text or len(text) > 9 or not _DIGITS.issuperset(text):
        return None
    return None if text[0] == "0" and text != "0" else int(text)


def write_option(value: OptionValue) -> str:
    """Write an option's value as position strings do."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def write_header(kind: GameKind, options: Mapping[str, OptionValue]) -> str:
    """Write `<game>[:<option>=<value>,...]` canonically: defaults only where always written."""
    words = [
        f"{option.name}={write_option(options[option.name])}"
        for option in kind.options
        if option.always
        or (
            options[option.name] != option.default
            and (options[option.name] is not None or option.optional)
        )
    ]
    return f"{kind.name}:{','.join(words)}" if words else kind.name


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
        elif character in _DIGITS:
            end = at
            while end < len(row) and row[end] in _DIGITS:
                end += 1
            empty = read_number(row[at:end])
            if empty is None or not 1 <= empty <= width:
                said = shown(row[at:end])
                fault(row, f"{said} is no number of empty points from 1 to {width}", at)
            cells += [0] * empty
            at = end
        else:
            pieces = listed([*letters, "a number"], "or")
            fault(row, f"{shown(character)} is no piece: {pieces} stands here", at)
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
        while end < len(text) and text[end] in _DIGITS:
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


def read_pair(text: str, what: str) -> tuple[Token, Token]:
    """Split `name=value`; `what` says in an error what it should have been."""
    token = text if isinstance(text, Token) else Token(text)
    key, equals, value = token.partition("=")
    if not equals or not key or not value:
        fault(token, f"{shown(token)} is not {what}: it would read name=value")
    return (
        Token(key, token.line, token.column),
        Token(value, token.line, token.column + len(key) + 1),
    )
