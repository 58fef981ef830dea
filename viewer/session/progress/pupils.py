"""Pupils: what each has done, with wrong tries, hints and time; a file in the state folder.

Whoever learns alone is the pupil without a name. What is kept of a task also says when it should
come back in mixed practice: after Leitner's boxes, the better it is known the later.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from pathlib import Path

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from viewer.session.files.state_files import StateFile, state_folder

LONGEST_THOUGHT = 600.0
"""Seconds counted at most between two answers: a pupil may have gone away."""
DAYS = (0, 1, 3, 7, 21, 60)
"""After how many days a task of each box comes back."""
LONGEST = 60
"""Characters a name may have."""
MOST = 200
"""Names that are taken from one list."""
HEADINGS: dict[str, list[str]] = json.loads(
    Path(__file__).with_name("headings.json").read_text(encoding="utf-8")
)
"""Headings of a class list: of columns that make a name together, "first" and "last", and of one
with names ("named"), which beside first names is that of last ones."""
LARGEST = 1 << 24
"""Bytes the file may have."""


class TaskProgress(Struct, frozen=True, omit_defaults=True):
    """What a pupil has done with one task: a step of a lesson, or a puzzle.

    Attributes
    ----------
    name
        Title of the step, "" for a puzzle.
    tries, hints
        Wrong answers and hints, all together.
    seconds
        Time spent on it.
    solved
        The day it was first done, "": not yet.
    last
        The day it was last worked on.
    box
        Leitner box, 0: it has to come back.
    due
        The day it comes back.
    """

    name: str = ""
    tries: int = 0
    hints: int = 0
    seconds: float = 0.0
    solved: str = ""
    last: str = ""
    box: int = 0
    due: str = ""


class ItemProgress(Struct, frozen=True, omit_defaults=True):
    """What a pupil has done with a lesson or a puzzle.

    Attributes
    ----------
    path, item
        Where it lies, and which item of a collection it is (from 0, -1: all of the file).
    title, kind, game
        What it is called, "lesson" or "puzzle", and of which game.
    done
        Steps done; `viewer.session.progress.progress.SOLVED` for a puzzle.
    at
        The step a lesson was left at.
    tasks
        By number of the step; "-1" for a puzzle.
    """

    path: str = ""
    item: int = -1
    title: str = ""
    kind: str = ""
    game: str = ""
    done: tuple[int, ...] = ()
    at: int = 0
    tasks: dict[str, TaskProgress] = field(default_factory=dict)


class Pupil(Struct, frozen=True, omit_defaults=True):
    """One who learns; `works` by the key of `viewer.session.progress.progress`."""

    name: str = ""
    works: dict[str, ItemProgress] = field(default_factory=dict)


class Book(Struct, frozen=True, omit_defaults=True):
    """All pupils, and whose turn it is."""

    active: str = ""
    pupils: tuple[Pupil, ...] = ()

    @property
    def pupil(self) -> Pupil:
        """The one who learns now."""
        return next((one for one in self.pupils if one.name == self.active), Pupil(self.active))

    def with_pupil(self, pupil: Pupil) -> Book:
        """Return the book with another value of a pupil; a new one comes last."""
        if any(one.name == pupil.name for one in self.pupils):
            pupils = tuple(pupil if one.name == pupil.name else one for one in self.pupils)
        else:
            pupils = (*self.pupils, pupil)
        return replace(self, pupils=pupils)


def load() -> Book:
    """Return what is kept; nothing where it cannot be read."""
    book, message = _kept.load()
    _kept.tell(message)
    return book


def _decoded(data: bytes) -> Book:
    # Not msgspec alone: a name of a file that is no Unicode is written, and read, as an escape.
    found: object = json.loads(data)
    if isinstance(found, dict) and "pupils" not in found:
        return _of_0_1_0(found)
    return msgspec.convert(found, Book)


def _of_0_1_0(found: dict[object, object]) -> Book:
    """What version 0.1.0 kept: the steps done, by key."""
    works = {
        str(key): ItemProgress(done=tuple(step for step in steps if isinstance(step, int)))
        for key, steps in found.items()
        if isinstance(steps, list)
    }
    return Book("", (Pupil("", works),))


_kept = StateFile(
    "What pupils have done",
    "it starts again empty",
    lambda: state_folder() / "progress.json",
    _decoded,
    lambda book: json.dumps(msgspec.to_builtins(book), indent=0).encode(),
    Book,
    largest=LARGEST,
    backup=True,
)


def keep(make: Callable[[Book], Book]) -> None:
    """Change the book as it is now, whoever wrote in it; where that cannot be, that is said."""
    _kept.tell(_kept.change(make)[1])


def change(key: str, make: Callable[[ItemProgress], ItemProgress]) -> None:
    """Change what the present pupil has done with a lesson or a puzzle."""

    def changed(book: Book) -> Book:
        pupil = book.pupil
        work = make(pupil.works.get(key, ItemProgress()))
        return book.with_pupil(replace(pupil, works={**pupil.works, key: work}))

    keep(changed)


# -- who learns ----------------------------------------------------------------------------------


def names() -> tuple[str, ...]:
    """Return the names of all pupils; "" is whoever has none."""
    found = [one.name for one in load().pupils if one.name]
    return ("", *sorted(found, key=str.casefold))


def choose(name: str) -> None:
    """Let a pupil learn from now on; a name that is new is put into the book."""
    name = " ".join(name.split())

    def chosen(book: Book) -> Book:
        known = next((one for one in book.pupils if one.name == name), Pupil(name))
        return replace(book.with_pupil(known), active=name)

    keep(chosen)


def enter(names: Iterable[str]) -> int:
    """Put names into the book that are not in it yet, such as a class; return how many were new."""
    clean = dict.fromkeys(name for one in names if (name := " ".join(one.split())[:LONGEST]))
    new: list[str] = []

    def entered(book: Book) -> Book:
        known = {one.name for one in book.pupils}
        new[:] = [name for name in clean if name not in known]
        for name in new:
            book = book.with_pupil(Pupil(name))
        return book

    keep(entered)
    return len(new)


def class_list(text: str) -> tuple[str, ...]:
    """Return the names in a list that was pasted, or in a table (CSV).

    A line is a name. Of a table the column with a heading for names is taken, or those for first
    and last names; without headings the first two, where they have no digits.
    """
    try:
        kind = csv.Sniffer().sniff(text[:4096], delimiters=",;\t")
        rows = [row for row in csv.reader(io.StringIO(text), kind) if any(row)]
    except csv.Error:  # one column: nothing divides it
        rows = [[line] for line in text.splitlines() if line.strip()]
    if not rows:
        return ()
    heads = [cell.strip().lower() for cell in rows[0]]
    first, last, named = (
        [n for n, head in enumerate(heads) if head in HEADINGS[name]][:1]
        for name in ("first", "last", "named")
    )
    columns = [*first, *(last or named)] if first else last or named
    if columns:
        cells = [[row[n] for n in columns if n < len(row)] for row in rows[1:]]
    else:  # "Meier, Anna" is a name, too; numbers and classes are not
        cells = [[cell for cell in row[:2] if not any(map(str.isdigit, cell))] for row in rows]
    found = (" ".join(" ".join(one).split()) for one in cells)
    return tuple(name for name in found if name)[:MOST]


def rename(old: str, new: str) -> bool:
    """Give a pupil another name; False where it is no name, or that of another pupil."""
    name, done = " ".join(new.split())[:LONGEST], []

    def renamed(book: Book) -> Book:
        if not name or any(one.name == name for one in book.pupils):
            return book
        done.append(name)
        pupils = (replace(one, name=name) if one.name == old else one for one in book.pupils)
        return Book(name if book.active == old else book.active, tuple(pupils))

    keep(renamed)
    return bool(done)


def forget(names: Iterable[str]) -> None:
    """Take pupils out of the book with everything that was kept."""
    gone = set(names)

    def without(book: Book) -> Book:
        rest = tuple(one for one in book.pupils if one.name not in gone)
        return Book("" if book.active in gone else book.active, rest)

    keep(without)


# -- tasks ---------------------------------------------------------------------------------------


def answered(task: TaskProgress, *, right: bool, seconds: float, today: date) -> TaskProgress:
    """Return a task after an answer: a right one moves it a box on, a wrong one back to the first.

    Parameters
    ----------
    seconds
        Since the task was shown, or since the answer before.
    """
    spent = task.seconds + min(max(seconds, 0.0), LONGEST_THOUGHT)
    day = today.isoformat()
    if not right:
        return replace(task, tries=task.tries + 1, seconds=spent, last=day, box=0, due=day)
    # Met without help for the first time it is known better than after a wrong try.
    new = not task.solved and not task.tries and not task.hints
    box = min(task.box + (2 if new else 1), len(DAYS) - 1)
    due = (today + timedelta(days=DAYS[box])).isoformat()
    return replace(task, seconds=spent, solved=task.solved or day, last=day, box=box, due=due)


def helped(task: TaskProgress, *, today: date) -> TaskProgress:
    """Return a task after a hint: it comes back."""
    day = today.isoformat()
    return replace(task, hints=task.hints + 1, last=day, box=0, due=day)
