"""Position strings read: `<game>[:<option>=<value>,...] <board> <side> [<key>=<value> ...]`.

The text is limited, so that any input is answered; `model.notation` has the grammar.
"""

from __future__ import annotations

from model import registry
from model.contract.game import GameKind, Position
from model.notation.options import add_option
from model.notation.tokens import NotationError, Token, fault, read_pair
from model.phrases import listed, shown
from model.registry import kinds

MAX_TEXT = 1 << 20
"""Characters a position string may have; the largest shipped board needs 46,000."""


def is_position(text: str) -> bool:
    """Tell whether a word is a position string and not a path: a game, then ``:`` or a space.

    A game of another package that cannot be used is a game, too: reading says what is wrong.
    """
    name = text.partition(" ")[0].partition(":")[0]
    return len(name) < len(text) and (name in kinds() or registry.fault_of(name) != "")


def read_position(text: str, line: int = 1) -> Position:
    """Read a position string of any registered game.

    Parameters
    ----------
    text
        One line, without its line end.
    line
        Number of the line, for errors.

    Raises
    ------
    NotationError
        When the text is not a position; it names the place and what would be right.
    """
    if len(text) > MAX_TEXT:
        raise NotationError(f"a position has at most {MAX_TEXT} characters, not {len(text)}", line)
    whole = Token(text, line, 1)
    for at, character in enumerate(text):
        if not " " <= character <= "~":
            if character in "\r\n":
                fault(whole, "a position is one line", at)
            fault(whole, f"{shown(character)} has no place in a position", at)
    if not text:
        fault(whole, "a position is missing: it starts with the name of a game")
    tokens = whole.cut(" ")
    for token in tokens:
        if not token:
            fault(token, "one space stands between two parts of a position, none before or after")
    kind, options = read_header(tokens[0])
    if len(tokens) < 3:
        missing = ("the board", "the side to move")[len(tokens) - 1 :]
        end = Token("", line, len(text) + 1)
        fault(end, f"{listed(missing)} {'is' if len(missing) == 1 else 'are'} missing")
    extras: dict[str, str] = {}
    for token in tokens[3:]:
        key, value = read_pair(token, "an extra")
        if key in extras:
            fault(key, f"{shown(key)} is given twice")
        extras[key] = value
    return kind.read(options, tokens[1], tokens[2], extras)


def read_header(token: str) -> tuple[GameKind, dict[str, str]]:
    """Read `<game>[:<option>=<value>,...]`: the kind, and its options as tokens by name."""
    head = token if isinstance(token, Token) else Token(token)
    name, colon, rest = head.partition(":")
    known = kinds()
    if name not in known:
        why = registry.fault_of(name)
        fault(head, why or f"{shown(name)} is not a game; choose {listed(list(known), 'or')}")
    kind = known[name]
    options: dict[str, str] = {}
    if colon:
        for piece in Token(rest, head.line, head.column + len(name) + 1).cut(","):
            add_option(kind, options, piece)
    return kind, options
