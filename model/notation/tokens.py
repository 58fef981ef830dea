"""Tokens: pieces of a text that know where they stood, and errors that say where.

The options of a game, `<name>=<value>,...`, are read here as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from model.contract.game import GameKind, Option, OptionValue
from model.phrases import listed, shown

DIGITS = frozenset("0123456789")


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


def read_pair(text: str, what: str) -> tuple[Token, Token]:
    """Split `name=value`; `what` says in an error what it should have been."""
    token = text if isinstance(text, Token) else Token(text)
    key, equals, value = token.partition("=")
    if not equals or not key or not value:
        fault(token, f"{shown(token)} is not {what}: write name=value")
    return (
        Token(key, token.line, token.column),
        Token(value, token.line, token.column + len(key) + 1),
    )


def read_number(text: str) -> int | None:
    """Return the number a text writes in plain digits without a leading zero, else None."""
    if not text or len(text) > 9 or not DIGITS.issuperset(text):
        return None
    return None if text[0] == "0" and text != "0" else int(text)


def add_option(kind: GameKind, options: dict[str, str], text: str) -> None:
    """Add one `name=value` to `options`; refused when unknown, bad or given before."""
    key, value = read_pair(text, "an option")
    declared = {option.name: option for option in kind.options}
    if key not in declared:
        fault(key, f"{kind.name} has no option {shown(key)}; it has {listed(list(declared))}")
    if key in options:
        fault(key, f"the option {key} is given twice")
    if not (declared[key].file and value.endswith(".json")):  # see model.records.files
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


def read_side(kind: GameKind, side: str, extras: Mapping[str, str]) -> int:
    """Return the number of the side to move, in a game whose strings tell nothing after it."""
    if side not in kind.players:
        fault(side, f"the side to move is {listed(kind.players, 'or')}, not {shown(side)}")
    for key in extras:
        fault(key, f"nothing may follow the side to move in {kind.name}")
    return kind.players.index(side)


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
