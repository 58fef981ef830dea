"""What the commands of the command line have in common: parsers, inputs, positions, numbers."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple, NoReturn

from model import registry
from model.contract.game import Game, Option, Position
from model.notation.tokens import NotationError, Token, add_option
from model.phrases import counted, listed, shown
from model.positions.setup import MAX_TEXT, is_position, read_position
from model.records import files
from model.records.files import new_game
from model.records.record import ROOT, LineError, PositionCache
from model.records.view import Mark, View
from model.registry import kinds, names
from model.regular_files import PIPE
from viewer.cli.status import say, worst
from viewer.options.option import whole


class UsageError(Exception):
    """A command line that is none; one sentence says what would be right."""


def game_from(name: str, options: Iterable[str]) -> Game:
    """Return the game that a name and options ("size=4") mean; UsageError."""
    kind = registry.kinds().get(name)
    if kind is None:
        known = listed(names(), "or")
        raise UsageError(registry.fault_of(name) or f"{shown(name)} is not a game: {known}")
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
        return listed(names(), "or")


def add_game(parser: Parser, *, needed: bool = True, games: str | None = None) -> None:
    """Let a command take the name of a game; `games` says which, where not all are meant."""
    nargs = None if needed else "?"
    choices = _KnownGames("%(games)s") if games is None else games
    parser.add_argument("game", metavar="GAME", nargs=nargs, help=choices)


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
    for item in inputs(words, PlaceInFile(given.node, given.step, given.item)):
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


# What stands where a command wants a position: a string, a file, or `-` for standard input.

_LONGEST = MAX_TEXT + 2


@dataclass(frozen=True)
class Given:
    """One input: a position and how it wants to be looked at.

    `position` is whole: it is there to be played on from, and for nobody's eyes.
    """

    position: Position
    view: View = field(default_factory=View)
    contents: files.Contents | None = None
    marks: tuple[Mark, ...] = ()
    node: int | None = None

    @property
    def seen(self) -> Position:
        """What everybody may know of the position: all that is printed, drawn or counted."""
        return self.position.seen_by(None)


class InputError(Exception):
    """An input that cannot be used.

    Attributes
    ----------
    line, column, message
        Where and what, for scripts.
    status
        2, or 3 where the machine could not.
    """

    def __init__(
        self, message: str, line: int = 1, column: int = 1, sentence: str = "", status: int = 2
    ) -> None:
        super().__init__(sentence or message)
        self.message = message
        self.line = line
        self.column = column
        self.status = status


class PlaceInFile(NamedTuple):
    """Where the position of a file stands.

    Attributes
    ----------
    node, step
        The node by its id, or the move of the main line by its number, instead of the current node;
        of lessons, the step by its number, from 1.
    item
        Of collections: which one, from 1.
    """

    node: int | None = None
    step: int | None = None
    item: int | None = None


_CURRENT = PlaceInFile()


def inputs(words: Sequence[str], place: PlaceInFile = _CURRENT) -> Iterator[Given | InputError]:
    """Yield what each word stands for, in order; `-` yields one for every line that comes."""
    for word in words:
        if word == "-":
            yield from _from_standard_input(place)
        elif is_position(word):
            yield _from_string(word, 1, place)
        else:
            yield _from_file(word, place)


def _from_string(text: str, line: int, place: PlaceInFile) -> Given | InputError:
    try:
        position = read_position(text, line)
    except NotationError as error:
        return InputError(error.message, error.line, error.column, error.sentence)
    if place.node or place.step:
        return InputError("a position string has only its own position, no other node or step")
    return Given(position)


def _from_file(path: str, place: PlaceInFile) -> Given | InputError:
    if place.item == 0:
        return InputError("--item counts from 1")
    try:
        contents = files.load_item(path, None if place.item is None else place.item - 1)
    except files.FileError as error:
        return _refused(error, path)
    return _chosen(contents, path, place)


def _refused(error: files.FileError, path: str) -> InputError:
    sentence = str(error)
    if " " in path and error.message == "there is no such file":
        sentence += f", and a position starts with a game ({', '.join(kinds())})"
    if error.message == PIPE:
        sentence += ": - stands for what comes through one into standard input"
    status = 3 if error.machine else 2
    return InputError(sentence, error.line, error.column, status=status)


def _chosen(contents: files.Contents, path: str, place: PlaceInFile) -> Given | InputError:
    """The position of a file at its current node, or at the one asked for."""
    record, at, view = contents.record, contents.node, contents.view
    node, step, _ = place
    if node is not None and step is not None:
        return InputError("--node and --step choose the same thing: give one of them")
    if node is not None:
        if node not in record:
            return InputError(f"{files.shown_path(path)}: there is no node {node}")
        at = node
    elif step is not None and record.lesson is not None:
        return _lesson_step(contents, path, step)
    elif step is not None:
        line = [ROOT, *record.main_line()]
        if step >= len(line):
            most = len(line) - 1
            return InputError(
                f"{files.shown_path(path)}: the main line has {counted(most, 'move')}, "
                f"and --step asks for {step}"
            )
        at = line[step]
    if at != contents.node:
        view = record[at].view or view
    try:
        position = PositionCache().position(record, at)
    except LineError as error:  # files are checked when they are read
        return InputError(f"{files.shown_path(path)}: {error}")
    return Given(position, view, contents, record[at].marks, at)


def _lesson_step(contents: files.Contents, path: str, number: int) -> Given | InputError:
    """The position of a lesson's step, looked at as the step wants, its marks with it."""
    record = contents.record
    assert record.lesson is not None
    steps = record.lesson.steps
    if not 1 <= number <= len(steps):
        return InputError(
            f"{files.shown_path(path)}: has {counted(len(steps), 'step')}, "
            f"and --step asks for {number}"
        )
    step = steps[number - 1]
    view = step.view or record[step.node].view or View()
    position = PositionCache().position(record, step.node)
    marks = (*record[step.node].marks, *step.marks)
    return Given(position, view, contents, marks, step.node)


def _from_standard_input(place: PlaceInFile) -> Iterator[Given | InputError]:
    if sys.stdin is None:
        yield InputError("there is no standard input")
        return
    source, number = sys.stdin.buffer, 0
    while data := source.readline(_LONGEST):
        number += 1
        if number == 1 and data.lstrip(b"\xef\xbb\xbf \t")[:1] == b"{":
            yield _file_from(data + source.read(files.MAX_BYTES), place)
            return
        if number == 1:
            data = data.removeprefix(b"\xef\xbb\xbf")
        if len(data) == _LONGEST and not data.endswith(b"\n"):
            while (data := source.readline(_LONGEST)) and not data.endswith(b"\n"):
                pass
            message = f"a position has at most {MAX_TEXT} characters"
            yield InputError(message, number, 1, f"line {number}, column 1: {message}")
            continue
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            message, column = "is not UTF-8 text", error.start + 1
            where = f"line {number}, column {column}: the input {message}"
            yield InputError(f"the input {message}", number, column, where)
            continue
        yield _from_string(text.removesuffix("\n").removesuffix("\r"), number, place)
    if not number:
        yield InputError("nothing came from standard input: one position a line is read there")


def _file_from(data: bytes, place: PlaceInFile) -> Given | InputError:
    try:
        contents = files.parse(data, "standard input")
    except files.FileError as error:
        return _refused(error, "standard input")
    return _chosen(contents, "standard input", place)


def one(words: Sequence[str], place: PlaceInFile = _CURRENT) -> Given:
    """Return the only input; InputError when it is bad, or there are none or several."""
    found = list(inputs(words, place))
    if len(found) != 1:
        raise InputError(f"give one position here, not {len(found)}")
    if isinstance(found[0], InputError):
        raise found[0]
    return found[0]
