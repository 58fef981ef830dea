"""Tokens: pieces of a text that know where they stood, and errors that say where."""

from __future__ import annotations

from typing import NoReturn

from model.phrases import shown

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
