"""A lesson as a chapter of a booklet: its steps with diagrams and tasks."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from model.contract.game import Position, Stop, Stopped
from model.positions.setup import read_position
from model.records.lesson import Step, Task, step_for
from model.records.positions import PositionCache
from model.records.record import Record
from model.records.view import View
from viewer.export.item_position import step_views
from viewer.export.items import ExportItem
from viewer.export.paper.blocks import Block, Figure, Heading, Image, Listing, Paragraph, Run
from viewer.export.paper.diagrams import Diagrams
from viewer.export.paper.in_words import standing
from viewer.export.paper.page_size import PageSize
from viewer.export.paper.prose_runs import blocks_of, runs_of
from viewer.export.pictures.shots import asked_view

HEIGHT = 46.0
"""Of a diagram in millimetres."""
PICTURED = (40.0, 30.0)
"""Of a position that is drawn beside an answer."""
BLANK = "________________"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def chapter(
    item: ExportItem, diagrams: Diagrams, page: PageSize, level: int, stop: Stop
) -> list[Block]:
    """Return the steps of a lesson; `Stopped` where `stop` says so.

    Parameters
    ----------
    level
        Of the headings of its steps.
    """
    record = item.contents.record
    assert record.lesson is not None
    blocks: list[Block] = []
    shown = None
    views = step_views(record, item.contents.view)
    for number, (one, view) in enumerate(zip(record.lesson.steps, views, strict=True), 1):
        if stop():
            raise Stopped
        step = step_for(one, "paper")
        figure = _diagram(record, step, view, diagrams, page)
        blocks.append(Heading(title_of(step, number), level, str(number) if step.title else ""))
        texts = blocks_of(step.text)
        if step.task is None and shown is not None and figure.images == shown.images:
            blocks += texts
            continue
        shown = figure
        blocks += [replace(one, keep=True) if isinstance(one, Paragraph) else one for one in texts]
        blocks.append(figure)
        if step.task is not None:
            position = PositionCache().position(record, step.node)
            blocks += _task(step.task, position, view, diagrams)
    return blocks


def title_of(step: Step, number: int) -> str:
    """Return what a step is called."""
    return "".join(run.text for run in runs_of(step.title)) or f"Step {number}"


def label(number: int) -> str:
    """Return the letter of an answer, from 0; of those after Z its number."""
    return LETTERS[number] if number < len(LETTERS) else str(number + 1)


def _diagram(record: Record, step: Step, view: View, diagrams: Diagrams, page: PageSize) -> Figure:
    position = PositionCache().position(record, step.node).seen_by(None)
    return diagrams.figure(
        position,
        view if step.task is None else asked_view(step, view),
        (page.width, HEIGHT),
        marks=(*record[step.node].marks, *step.marks),
        pour=step.pour,
        answered=step.task is None,
        keep=step.task is not None,
    )


def _task(task: Task, position: Position, view: View, diagrams: Diagrams) -> Iterator[Block]:
    if task.kind == "choice":
        entries = tuple(runs_of(choice.text) for choice in task.choices)
        yield Listing(entries, labels=tuple(map(label, range(len(entries)))))
        yield from _pictured(task, view, diagrams)
        return
    yield Paragraph((Run(_to_do(task, standing(position))),), "task")


def _to_do(task: Task, stands: str) -> str:
    if task.kind == "game":
        end = f", for {task.moves} moves" if task.moves else ""
        return f"{stands} Play on against the computer, level {task.level}, or a partner{end}."
    if task.kind == "click":
        return f"Your answer: {BLANK}"
    return f"{stands} Your {'move' if task.then is None else 'moves'}: {BLANK}"


def _pictured(task: Task, view: View, diagrams: Diagrams) -> Iterator[Figure]:
    """Positions that are drawn beside answers, in their order."""
    images, letters = list[Image](), list[str]()
    for number, choice in enumerate(task.choices):
        if choice.position:
            position = read_position(choice.position).seen_by(None)
            images += diagrams.figure(position, view, PICTURED, shown="scene").images
            letters.append(label(number))
    for start in range(0, len(images), 3):
        row = slice(start, start + 3)
        yield Figure(tuple(images[row]), ", ".join(letters[row]))
