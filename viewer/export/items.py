"""What files for others are made of: items of files, folders and position strings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from model.records.files import Collection, Contents

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


class Tell(Protocol):
    """Hears how many parts are done, of how many, what a part is called, and how many seconds
    are left; None where nobody knows."""

    def __call__(
        self, done: int, of: int, part: str = "item", left: float | None = None
    ) -> None: ...


def nobody(done: int, of: int, part: str = "item", left: float | None = None) -> None:
    """Hear how many parts are done, and let nobody know."""


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
