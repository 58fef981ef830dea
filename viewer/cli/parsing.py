"""What the commands of the command line have in common: parsers, positions, numbers."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from textwrap import wrap
from typing import NoReturn

from model import registry
from model.contract.game import Game
from model.contract.moves import Option
from model.notation.tokens import NotationError, Token, add_option
from model.phrases import listed, shown
from model.records.game_options import new_game
from viewer.cli.inputs import Given, InputError, inputs, known_games
from viewer.cli.status import say, worst
from viewer.options.option import whole


class UsageError(Exception):
    """A command line that is none; one sentence says what would be right."""


def game_from(name: str, options: Iterable[str]) -> Game:
    """Return the game that a name and options ("size=4") mean; UsageError."""
    kind = registry.kinds().get(name)
    if kind is None:
        raise UsageError(registry.fault_of(name) or f"{shown(name)} is not a game: {known_games()}")
    values: dict[str, str] = {}
    try:
        for text in options:
            add_option(kind, values, Token(text))
        return new_game(kind, values)
    except NotationError as error:
        raise UsageError(error.message) from error


class _KnownGames(str):
    """The names of the games as a help text: argparse asks for it by "%" where help is wanted.

    To look for games of other packages takes a while.
    """

    __slots__ = ()

    def __mod__(self, values: object) -> str:
        return known_games()


def add_game(parser: Parser, *, needed: bool = True, games: str | None = None) -> None:
    """Let a command take the name of a game; `games` says which, where not all are meant."""
    nargs = None if needed else "?"
    told = _KnownGames("%(games)s") if games is None else games
    parser.add_argument("game", metavar="GAME", nargs=nargs, help=told)


class Parser(argparse.ArgumentParser):
    """argparse that raises instead of printing two lines and leaving."""

    def __init__(
        self,
        command: str,
        about: str,
        more: Callable[[], str] | None = None,
        *,
        add_help: bool = True,
    ) -> None:
        super().__init__(
            f"pyramidion {command}", description=about, allow_abbrev=False, add_help=add_help
        )
        self._more = more

    def format_help(self) -> str:
        """Return the help, and below it what was promised: `more` is asked only now."""
        return super().format_help() + ("" if self._more is None else f"\n{self._more()}\n")

    def error(self, message: str) -> NoReturn:
        line = "".join(c if c.isprintable() else " " for c in message[:300])
        raise UsageError(f"{line} (see {self.prog} --help)")


def rows_of(heading: str, rows: Iterable[tuple[str, str]]) -> str:
    """Return a heading and rows of a name and what it means, as help texts lay them out."""
    pairs = list(rows)
    width = min(24, max((len(name) for name, _ in pairs), default=0))
    lines = [f"{heading}:"]
    for name, meaning in pairs:
        wrapped = wrap(meaning, 74 - width) or [""]
        first = f"  {name:{width}}  "
        lines += [first.rstrip()] if len(name) > width else []
        indent = " " * (width + 4)
        lines += [(first if len(name) <= width else indent) + wrapped[0]]
        lines += [indent + line for line in wrapped[1:]]
    return "\n".join(line.rstrip() for line in lines)


def options_of_games() -> str:
    """Return the options of all games, with what each may be and what it is when not given."""
    return "\n\n".join(
        rows_of(f"options of {name}", ((_choices(one), _meaning(one)) for one in kind.options))
        for name, kind in registry.kinds().items()
        if kind.options
    )


def _choices(option: Option) -> str:
    """What an option may be: ``size=2..50``."""
    if option.values:
        return f"{option.name}={'|'.join(option.values)}"
    if isinstance(option.default, bool):
        return f"{option.name}=true|false"
    if option.text:
        return f"{option.name}=TEXT"
    none = "|none" if option.optional else ""
    return f"{option.name}={option.minimum}..{option.maximum}{none}"


def _meaning(option: Option) -> str:
    """What an option means, and the value it has when none is given."""
    default = option.default
    usual = str(default).lower() if isinstance(default, bool) else str(default)
    added = [] if default is None else [usual]
    added += ["or a .json file"] if option.file else []
    return f"{option.help} ({'; '.join(added)})" if added else option.help


def position_parser(command: str, about: str, several: bool = False) -> Parser:
    """Return a parser for a command about a position, or about several."""
    parser = Parser(command, about)
    parser.add_argument(
        "position", metavar="POSITION", nargs="+" if several else None, help="string, FILE or -"
    )
    parser.add_argument("--node", type=whole, metavar="N", help="of a file: the node with this id")
    parser.add_argument(
        "--step",
        type=whole,
        metavar="N",
        help="of a file: after this many moves of the main line; of a lesson: that step, from 1",
    )
    parser.add_argument(
        "--item", type=whole, metavar="N", help="of a collection: this item, from 1"
    )
    return parser


def each(given: argparse.Namespace, task: Callable[[Given], int]) -> int:
    """Do `task` for every input and return the status of all together."""
    words = given.position if isinstance(given.position, list) else [given.position]
    statuses = []
    for item in inputs(words, node=given.node, step=given.step, item=given.item):
        if isinstance(item, InputError):
            say(str(item))
            statuses.append(item.status)
        else:
            statuses.append(task(item))
    return worst(statuses)


def check_output(
    out: Path, suffixes: Collection[str], form: str, given: Iterable[str] = ()
) -> None:
    """Refuse a file that could not be written, before the work on it is done.

    Parameters
    ----------
    suffixes
        The ends its name may have, with the dot.
    form
        What is written, and how ("pictures are PNG").
    given
        Positions and files that it is made of: none of these files is overwritten.
    """
    name = str(out)
    try:
        if "\0" in name:
            raise ValueError
        if out.suffix.lower() not in suffixes:
            ends = listed(list(suffixes), "or")
            raise UsageError(f"{shown(name)}: {form}, the name ends in {ends}")
        if out.is_dir():
            raise UsageError(f"{shown(name)} is a folder, not a file")
        if out.exists() and not out.is_file():
            raise UsageError(f"{shown(name)} is a pipe or a device, not a file")
        if not out.parent.is_dir():
            raise UsageError(f"{shown(name)}: the folder it should go to is not there")
        if out.exists() and any(os.path.exists(one) and out.samefile(one) for one in given):
            raise UsageError(f"{shown(name)} is what is read: name another file to write")
        if not os.access(out if out.exists() else out.parent, os.W_OK):
            raise UsageError(f"{shown(name)} may not be written there")
    except (ValueError, OSError):
        raise UsageError(f"{shown(name)} is not a file name") from None
