"""What stands where a command wants a position: a string, a file, or `-` for standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from model.contract.game import Position
from model.notation.tokens import NotationError
from model.phrases import counted, listed
from model.positions.setup import MAX_TEXT, is_position, read_position
from model.records import files
from model.records.marks import Mark
from model.records.positions import LineError, PositionCache
from model.records.record import ROOT
from model.records.view import View
from model.registry import kinds, names
from model.regular_files import PIPE

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


def inputs(
    words: Sequence[str],
    *,
    node: int | None = None,
    step: int | None = None,
    item: int | None = None,
) -> Iterator[Given | InputError]:
    """Yield what each word stands for, in order; `-` yields one for every line that comes.

    Parameters
    ----------
    node, step
        Of files: the node by its id, or the move of the main line by its number, instead of the
        current node; of lessons, the step by its number, from 1.
    item
        Of collections: which one, from 1.
    """
    for word in words:
        if word == "-":
            yield from _from_standard_input(node, step)
        elif is_position(word):
            yield _from_string(word, 1, node, step)
        else:
            yield _from_file(word, node, step, item)


def _from_string(text: str, line: int, node: int | None, step: int | None) -> Given | InputError:
    try:
        position = read_position(text, line)
    except NotationError as error:
        return InputError(error.message, error.line, error.column, error.sentence)
    if node or step:
        return InputError("a position string has only its own position, no other node or step")
    return Given(position)


def _from_file(
    path: str, node: int | None, step: int | None, item: int | None
) -> Given | InputError:
    if item == 0:
        return InputError("--item counts from 1")
    try:
        contents = files.load_item(path, None if item is None else item - 1)
    except files.FileError as error:
        return _refused(error, path)
    return _chosen(contents, path, node, step)


def _refused(error: files.FileError, path: str) -> InputError:
    sentence = str(error)
    if " " in path and error.message == "there is no such file":
        sentence += f", and a position starts with a game ({', '.join(kinds())})"
    if error.message == PIPE:
        sentence += ": - stands for what comes through one into standard input"
    status = 3 if error.machine else 2
    return InputError(sentence, error.line, error.column, status=status)


def _chosen(
    contents: files.Contents, path: str, node: int | None, step: int | None
) -> Given | InputError:
    """The position of a file at its current node, or at the one asked for."""
    record, at, view = contents.record, contents.node, contents.view
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


def _from_standard_input(node: int | None, step: int | None) -> Iterator[Given | InputError]:
    if sys.stdin is None:
        yield InputError("there is no standard input")
        return
    source, number = sys.stdin.buffer, 0
    while data := source.readline(_LONGEST):
        number += 1
        if number == 1 and data.lstrip(b"\xef\xbb\xbf \t")[:1] == b"{":
            yield _file_from(data + source.read(files.MAX_BYTES), node, step)
            return
        if number == 1:
            data = data.removeprefix(b"\xef\xbb\xbf")
        if len(data) == _LONGEST and not data.endswith(b"\n"):
            _skip_line(source.readline)
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
        yield _from_string(text.removesuffix("\n").removesuffix("\r"), number, node, step)
    if not number:
        yield InputError("nothing came from standard input: one position a line is read there")


def _skip_line(readline: Callable[[int], bytes]) -> None:
    while (data := readline(_LONGEST)) and not data.endswith(b"\n"):
        pass


def _file_from(data: bytes, node: int | None, step: int | None) -> Given | InputError:
    try:
        contents = files.parse(data, "standard input")
    except files.FileError as error:
        return _refused(error, "standard input")
    return _chosen(contents, "standard input", node, step)


def one(
    words: Sequence[str],
    *,
    node: int | None = None,
    step: int | None = None,
    item: int | None = None,
) -> Given:
    """Return the only input; InputError when it is bad, or there are none or several."""
    found = list(inputs(words, node=node, step=step, item=item))
    if len(found) != 1:
        raise InputError(f"give one position here, not {len(found)}")
    if isinstance(found[0], InputError):
        raise found[0]
    return found[0]


def known_games() -> str:
    """Return the names of the games, for a sentence."""
    return listed(names(), "or")
