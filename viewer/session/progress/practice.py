"""Mixed practice: which tasks come next, what was failed first; and results as a table.

All functions are pure: who opens the tasks is in `viewer.learn.learning`.
"""

import csv
import io
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import zip_longest
from pathlib import Path

from model.phrases import printable
from viewer.session.progress.progress import SOLVED
from viewer.session.progress.pupils import Book, ItemProgress, Pupil, TaskProgress

MOST = 12
"""Tasks of one practice."""
SOON = 3
"""A task that was failed comes back after so many others."""
TWICE = 2
"""How often a task may come back in one practice."""
HEADINGS = (
    "pupil",
    "game",
    "kind",
    "title",
    "step",
    "step title",
    "done",
    "wrong tries",
    "hints",
    "seconds",
    "first done",
    "last worked on",
)


@dataclass(frozen=True)
class PracticeTask:
    """One task of a practice.

    Attributes
    ----------
    path, item
        The file, and which item of a collection (from 0, None: all of the file).
    step
        Of a lesson, from 0; `progress.SOLVED` for a puzzle.
    game, grade
        For mixing and for the order.
    """

    path: Path
    item: int | None
    step: int = SOLVED
    game: str = ""
    grade: int = 0


def plan(
    pupil: Pupil, fresh: Iterable[PracticeTask], today: date, most: int = MOST
) -> tuple[PracticeTask, ...]:
    """Return what a pupil practises now: what was failed, what is due, and new puzzles.

    Two tasks that come back are followed by a new one; games take turns.

    Parameters
    ----------
    fresh
        Puzzles the pupil has not solved, in any order.
    """
    back = [exercise for _, exercise in sorted(_back(pupil, today), key=lambda one: one[0])]
    known = {(one.path.name, one.item, one.step) for one in back}
    new = [one for one in _in_turn(fresh) if (one.path.name, one.item, one.step) not in known]
    found: list[PracticeTask] = []
    while (back or new) and len(found) < most:
        found += back[:2]
        found += new[:1] if found or not back else []
        back, new = back[2:], new[1:]
    return tuple(found[:most])


def _back(pupil: Pupil, today: date) -> Iterable[tuple[tuple[int, str], PracticeTask]]:
    """What comes back, with the order: what was failed first, then what is due the longest."""
    for work in pupil.works.values():
        path = Path(work.path)
        if not work.path or not path.is_file():
            continue
        for step, task in work.tasks.items():
            failed = task.box == 0 and bool(task.tries or task.hints)
            if failed or (task.solved and task.due <= today.isoformat()):
                item = work.item if work.item >= 0 else None
                yield (
                    (0 if failed else 1, task.last if failed else task.due),
                    PracticeTask(path, item, int(step), work.game),
                )


def _in_turn(fresh: Iterable[PracticeTask]) -> list[PracticeTask]:
    """Easy ones first, one of each game in turn."""
    by_game: dict[str, list[PracticeTask]] = {}
    for one in sorted(fresh, key=lambda one: one.grade):
        by_game.setdefault(one.game, []).append(one)
    rounds = zip_longest(*by_game.values())
    return [one for several in rounds for one in several if one is not None]


def again(queue: Sequence[PracticeTask], at: int, *, failed: bool) -> tuple[PracticeTask, ...]:
    """Return the queue after the task at `at`: one that was failed comes back a little later."""
    exercise, rest = queue[at], list(queue)
    if failed and rest.count(exercise) <= TWICE:
        rest.insert(min(at + 1 + SOON, len(rest)), exercise)
    return tuple(rest)


# -- a table of results --------------------------------------------------------------------------


def table(book: Book) -> str:
    """Return what all pupils have done as CSV, a line a task."""
    rows = (
        _row(pupil, work, int(step), task)
        for pupil in book.pupils
        for work in pupil.works.values()
        for step, task in sorted(work.tasks.items(), key=lambda one: int(one[0]))
    )
    return csv_text((HEADINGS, *rows))


def _row(pupil: Pupil, work: ItemProgress, step: int, task: TaskProgress) -> tuple[str, ...]:
    number = "" if step == SOLVED else str(step + 1)
    done = "yes" if task.solved else "no"
    return (
        pupil.name,
        work.game,
        work.kind,
        work.title,
        number,
        task.name,
        done,
        str(task.tries),
        str(task.hints),
        str(round(task.seconds)),
        task.solved,
        task.last,
    )


def csv_text(rows: Iterable[Sequence[str]]) -> str:
    """Return rows as CSV, in cells that no spreadsheet takes for formulas."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([_safe_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def _safe_cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula: titles come from files."""
    text = " ".join(printable(text, len(text)).split())
    # Some spreadsheets take wide signs for the narrow ones.
    begin = unicodedata.normalize("NFKC", text[:1])
    return f"'{text}" if begin in ("=", "+", "-", "@") else text


@dataclass(frozen=True)
class Summary:
    """What a pupil has done, all together."""

    done: int
    tries: int
    hints: int
    seconds: float


def summary(pupil: Pupil) -> Summary:
    """Return the sums over all tasks of a pupil."""
    tasks = [task for work in pupil.works.values() for task in work.tasks.values()]
    return Summary(
        sum(bool(task.solved) for task in tasks),
        sum(task.tries for task in tasks),
        sum(task.hints for task in tasks),
        sum(task.seconds for task in tasks),
    )
