"""What files for others are made of: items, the positions they open at, and packages they need."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from string import ascii_uppercase
from types import MappingProxyType
from typing import Protocol

from msgspec.structs import replace

from model.contract.game import Position
from model.phrases import counted
from model.positions.setup import Draft
from model.records.files import Collection, Contents
from model.records.record import ROOT, PositionCache, Record
from model.records.sealing import SEALED, hides, pending, seen_record
from model.records.view import View
from viewer.picture.compose.first_look import first_view

CREDIT = "Made with Pyramidion."


class ExportError(ValueError):
    """What is wanted cannot be exported; one sentence says why, and what would be right.

    Attributes
    ----------
    machine
        Whether it is this machine that cannot: it lacks something.
    """

    def __init__(self, sentence: str, *, machine: bool = False) -> None:
        super().__init__(sentence)
        self.machine = machine


class Notify(Protocol):
    """Hears how many parts are done, of how many, what a part is called, and how many seconds
    are left; None where nobody knows."""

    def __call__(
        self, done: int, of: int, part: str = "item", left: float | None = None
    ) -> None: ...


def nobody(done: int, of: int, part: str = "item", left: float | None = None) -> None:
    """Hear how many parts are done, and let nobody know."""


class PublicGame:
    """A record as everybody may know it, and its positions, which are whole.

    Attributes
    ----------
    record
        Choices that are still hidden are not in it.
    """

    def __init__(self, record: Record) -> None:
        self._whole, self._positions = record, PositionCache()
        self.record = seen_record(record, frozenset(pending(record) if hides(record) else ()))

    @cached_property
    def line(self) -> tuple[int, ...]:
        """The ids of its main line, the root first."""
        return (ROOT, *self._whole.main_line())

    def position(self, node: int = ROOT) -> Position:
        """Return the position at a node, whole."""
        return self._positions.position(self._whole, node)

    def before(self, node: int) -> Position | None:
        """Return the position that the move of a node was played in, None where none was."""
        here = self.record[node]
        if here.parent < 0 or not here.move or here.setup or here.move == SEALED:
            return None
        return self.position(here.parent)


@dataclass(frozen=True)
class ExportItem:
    """Something to be exported: a position, a game, a puzzle or a lesson.

    Attributes
    ----------
    contents
        What it holds.
    name
        What it is called where it says no title itself.
    course
        What the collection is called that it stands in; "" for none.
    about
        What that collection says of itself.
    """

    contents: Contents
    name: str = ""
    course: str = ""
    about: str = ""

    @property
    def title(self) -> str:
        """What it is called."""
        return self.contents.record.headers.get("title", "") or self.name

    @cached_property
    def game(self) -> PublicGame:
        """Its record as everybody may know it."""
        return PublicGame(self.contents.record)

    @cached_property
    def view(self) -> View:
        """How it is looked at: a puzzle that does not say so, as the window shows it at first."""
        record, view = self.contents.record, self.contents.view
        if record.puzzle is None or record[ROOT].view is not None:
            return view
        start = self.game.position()
        return view if isinstance(start, Draft) else first_view(view, start, record.puzzle)

    @property
    def author(self) -> str:
        """Who made it; "" where it does not say."""
        return self.contents.record.headers.get("author", "")


def items_of(held: Contents | Collection, name: str) -> Iterator[ExportItem]:
    """Yield what is in a file; `name` is what it is called where nothing in it says so."""
    if isinstance(held, Contents):
        yield ExportItem(held, name)
        return
    for number, contents in enumerate(held.items, start=1):
        title = held.title or name
        yield ExportItem(contents, f"{title} {number}", title, held.about)


def common_title(given: Sequence[ExportItem]) -> str:
    """Return what all of it together is called: the course it comes from, or the first item."""
    courses = {item.course for item in given}
    course = next(iter(courses)) if len(courses) == 1 else ""
    return course or given[0].title


def size_of(count: int) -> str:
    """Return how large a file of so many bytes is: "812 kB", "1.4 MB"."""
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{max(1, round(count / 1e3))} kB"


# Where an export of a game or a lesson begins, and the position that stands there.


def position_at(contents: Contents, step: int | None) -> Position:
    """Return a position of a game, a puzzle or a lesson as everybody may know it.

    Parameters
    ----------
    step
        After how many moves of the main line; of a lesson at which step, from 1. None: where the
        file stands, of a lesson at its first step.

    Raises
    ------
    ExportError
        There is no such step.
    """
    record = contents.record
    steps = record.lesson.steps if record.lesson is not None else ()
    if steps:
        node = steps[opened_step(len(steps), step)].node
    else:
        node = opened_node(record, contents.node, step)
    return PositionCache().position(record, node).seen_by(None)


def step_views(record: Record, view: View) -> list[View]:
    """Return how each step of a lesson is looked at; `view` is that of the file.

    As in the window: a step without a View of its own is seen as the one before, but nothing is
    selected there, and another board keeps the direction alone.
    """
    assert record.lesson is not None
    cache, views, board = PositionCache(), list[View](), None
    for step in record.lesson.steps:
        here = cache.position(record, step.node).game.board
        if (own := record[step.node].view) is None and board not in (None, here):
            view = view.on_other_board()
        view, board = step.view or replace(own or view, selected=""), here
        views.append(view)
    return views


def answer_letter(number: int) -> str:
    """Return the letter of an answer, from 0; of those after Z its number."""
    return ascii_uppercase[number] if number < len(ascii_uppercase) else str(number + 1)


def opened_step(steps: int, step: int | None) -> int:
    """Return the step of a lesson that `step` (from 1) asks for, counted from 0.

    Raises
    ------
    ExportError
        There is no such step.
    """
    if step is not None and not 1 <= step <= steps:
        raise ExportError(f"the lesson has {counted(steps, 'step')}, and --step asks for {step}")
    return 0 if step is None else step - 1


def opened_node(record: Record, node: int, step: int | None) -> int:
    """Return the node after so many moves of the main line; `node` where none are asked for.

    Raises
    ------
    ExportError
        There are fewer moves.
    """
    if step is None:
        return node
    line = [ROOT, *record.main_line()]
    if step >= len(line):
        most = counted(len(line) - 1, "move")
        raise ExportError(f"the main line has {most}, and --step asks for {step}")
    return line[step]


# Packages that only some exports need, and how to get those that are missing.

EXTRAS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"print": ("typst", "markdown_it", "PIL"), "film": ("av",), "solid": ("manifold3d",)}
)
"""The extras of `pyproject.toml` by name, with what is imported of each."""


def missing(extra: str) -> str:
    """Return what to do before an export can run, in a sentence; "" where nothing is missing.

    Parameters
    ----------
    extra
        A name of `EXTRAS`; "" for an export that needs none.
    """
    absent = [name for name in EXTRAS.get(extra, ()) if find_spec(name) is None]
    if not absent:
        return ""
    if getattr(sys, "frozen", False):
        return f"This needs the package pyramidion-{extra}, which comes beside that of the program"
    return f"This needs the package {absent[0]}: run pip install 'pyramidion[{extra}]'"


def check_extra(extra: str) -> None:
    """Raise ExportError where a package of an extra is missing."""
    fault = missing(extra)
    if fault:
        raise ExportError(fault, machine=True)
