"""What the present pupil has done of a lesson or a puzzle, kept between runs of the program."""

from __future__ import annotations

import hashlib
from datetime import date
from pathlib import Path

from msgspec.structs import replace

from model.records.record import Record
from viewer.session import pupils
from viewer.session.pupils import Task, Work

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


def work_of(path: Path | None, record: Record) -> Work:
    """Return all that is kept of a lesson or a puzzle."""
    return pupils.load().pupil.works.get(key_of(path, record), Work())


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
    """Remember more steps that are done; what cannot be written is only logged.

    A task that is done again, and left, stays done.
    """
    work = _described(path, record, -1)
    done = tuple(sorted({*work.done, *steps}))
    pupils.change(key_of(path, record), replace(work, done=done))


def stop_at(path: Path | None, record: Record, step: int) -> None:
    """Remember which step is shown."""
    work = work_of(path, record)
    if work.at != step:
        pupils.change(key_of(path, record), replace(_described(path, record, -1), at=step))


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
    work, task = _task(path, item, record, step)
    today = date.today()
    task = pupils.answered(task, right=right, seconds=seconds, today=today)
    _put(path, record, work, step, task)


def helped(path: Path | None, item: int | None, record: Record, step: int) -> None:
    """Count a hint; arguments as for `answered`."""
    work, task = _task(path, item, record, step)
    _put(path, record, work, step, pupils.helped(task, today=date.today()))


def _task(path: Path | None, item: int | None, record: Record, step: int) -> tuple[Work, Task]:
    work = _described(path, record, -1 if item is None else item)
    title = ""
    if record.lesson is not None and 0 <= step < len(record.lesson.steps):
        title = record.lesson.steps[step].title[:MOST]
    return work, replace(work.tasks.get(str(step), Task()), name=title)


def _put(path: Path | None, record: Record, work: Work, step: int, task: Task) -> None:
    pupils.change(key_of(path, record), replace(work, tasks={**work.tasks, str(step): task}))


def _described(path: Path | None, record: Record, item: int) -> Work:
    """What is kept of a record, with where it lies and what it is now."""
    work = work_of(path, record)
    return replace(
        work,
        path="" if path is None else str(path),
        item=work.item if item < 0 else item,
        title=record.headers.get("title", "")[:MOST],
        kind=record.kind,
        game=record.start.split(" ", 1)[0].split(":", 1)[0],
    )
