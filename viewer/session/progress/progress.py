"""What the present pupil has done of a lesson or a puzzle, kept between runs of the program."""

import hashlib
from collections.abc import Callable
from datetime import date
from pathlib import Path

from msgspec.structs import replace

from model.records.record import Record
from viewer.session.progress import pupils
from viewer.session.progress.pupils import ItemProgress, TaskProgress

SOLVED = -1
"""Stands for a puzzle that is solved."""
MOST = 200
"""Characters of a title that are kept: somebody else wrote it."""
LONGEST = 1 << 16
"""Characters by which a file is known in full; the largest board takes 46,000."""


def key_of(path: Path | None, record: Record) -> str:
    """Return the key of a lesson or a puzzle: it stays when the file is put elsewhere."""
    name = path.name if path is not None else ""
    key = f"{name}|{record.headers.get('title', '')}|{record.start}"
    if len(key) <= LONGEST:
        return key
    # Somebody else wrote the title: what is kept of it is bounded.
    return f"{key[:200]}|{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()}"


def work_of(path: Path | None, record: Record) -> ItemProgress:
    """Return all that is kept of a lesson or a puzzle."""
    return pupils.load().pupil.works.get(key_of(path, record), ItemProgress())


def done(path: Path | None, record: Record) -> frozenset[int]:
    """Return the steps of a lesson that were done before."""
    most = len(record.lesson.steps) if record.lesson is not None else 0
    return frozenset(k for k in work_of(path, record).done if SOLVED <= k < most)


def stopped_at(path: Path | None, record: Record) -> int:
    """Return the step a lesson was left at, 0 where it was gone through to the end."""
    steps = 0 if record.lesson is None else len(record.lesson.steps)
    at = work_of(path, record).at
    return at if 0 <= at < steps - 1 else 0


def keep(path: Path | None, record: Record, steps: frozenset[int]) -> None:
    """Remember more steps that are done.

    A task that is done again, and left, stays done.
    """
    _change(
        path, None, record, lambda work: replace(work, done=tuple(sorted({*work.done, *steps})))
    )


def stop_at(path: Path | None, record: Record, step: int) -> None:
    """Remember which step is shown."""
    if work_of(path, record).at != step:
        _change(path, None, record, lambda work: replace(work, at=step))


def answered(
    path: Path | None, item: int | None, record: Record, step: int, *, right: bool, seconds: float
) -> None:
    """Count an answer.

    Parameters
    ----------
    item
        Of the collection it lies in, None: all of the file.
    step
        Of a lesson, from 0; `SOLVED` for a puzzle.
    seconds
        Since the task was shown, or since the answer before.
    """
    today = date.today()
    _change_task(
        path,
        item,
        record,
        step,
        lambda task: pupils.answered(task, right=right, seconds=seconds, today=today),
    )


def helped(path: Path | None, item: int | None, record: Record, step: int) -> None:
    """Count a hint; arguments as for `answered`."""
    today = date.today()
    _change_task(path, item, record, step, lambda task: pupils.helped(task, today=today))


def _change_task(
    path: Path | None,
    item: int | None,
    record: Record,
    step: int,
    make: Callable[[TaskProgress], TaskProgress],
) -> None:
    title = ""
    if record.lesson is not None and 0 <= step < len(record.lesson.steps):
        title = record.lesson.steps[step].title[:MOST]

    def changed(work: ItemProgress) -> ItemProgress:
        task = make(replace(work.tasks.get(str(step), TaskProgress()), name=title))
        return replace(work, tasks={**work.tasks, str(step): task})

    _change(path, item, record, changed)


def _change(
    path: Path | None,
    item: int | None,
    record: Record,
    make: Callable[[ItemProgress], ItemProgress],
) -> None:
    """Change what is kept of a record, with where it lies and what it is now."""

    def changed(work: ItemProgress) -> ItemProgress:
        return replace(
            make(work),
            path="" if path is None else str(path),
            item=work.item if item is None else item,
            title=record.headers.get("title", "")[:MOST],
            kind=record.kind,
            game=record.start.split(" ", 1)[0].split(":", 1)[0],
        )

    pupils.change(key_of(path, record), changed)
