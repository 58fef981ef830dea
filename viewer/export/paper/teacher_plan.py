"""A plan for whoever teaches: steps, what is asked, right answers, and the time it takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from model.contract.game import Stop, Stopped
from model.phrases import counted
from model.puzzles.wording import difficulty
from model.records.lesson import Step, step_for
from viewer.export.items import ExportError, ExportItem
from viewer.export.paper.blocks import Block, Heading, Paragraph, Run, Runs, Table
from viewer.export.paper.booklet import title_of
from viewer.export.paper.booklet_answers import answer
from viewer.export.paper.prose_runs import runs_of
from viewer.export.paper.worksheet import puzzle_of, question_of, solution_of, start_of

WORDS_A_MINUTE = 110
"""As they are read to a class."""
MINUTES = {"place": 2.0, "click": 1.0, "choice": 1.5, "game": 12.0}
"""That a task takes, with what is said afterwards; a game that ends after some moves takes less."""
PUZZLE = (4.0, 2.0)
"""Minutes that a puzzle takes, and how many more with every grade."""
HOW_LONG = (
    f"Times are estimates: reading at {WORDS_A_MINUTE} words a minute, 1 to 2 minutes for a task, "
    f"{MINUTES['game']:g} for a game, {PUZZLE[0]:g} or more for a puzzle."
)
HEAD = ("", "Step", "Says and asks", "Right answers", "Minutes")


def plan(items: Iterable[ExportItem], stop: Stop) -> Iterator[Block]:
    """Yield the plan of lessons and puzzles; `Stopped` where `stop` says so.

    Raises
    ------
    ExportError
        There is something else among them.
    """
    yield Paragraph((Run(HOW_LONG),), "muted")
    puzzles: list[Row] = []
    for item in items:
        record = item.contents.record
        if record.puzzle is not None:
            puzzles.append(_puzzle(item, len(puzzles) + 1, stop))
        elif record.lesson is not None:
            told = [step_for(step, "paper") for step in record.lesson.steps]
            steps = [_step(item, step, number, stop) for number, step in enumerate(told, 1)]
            yield from _table(item.title, record.lesson.about, steps)
        else:
            raise ExportError(f"a plan is made of lessons and puzzles, and {item.title} is neither")
    if puzzles:
        yield from _table("Puzzles", "", puzzles)


@dataclass(frozen=True)
class Row:
    """A row of a plan."""

    number: int
    title: str
    says: tuple[Runs, ...]
    right: tuple[Runs, ...]
    minutes: float


def _step(item: ExportItem, step: Step, number: int, stop: Stop) -> Row:
    if stop():
        raise Stopped
    right = () if step.task is None else tuple(answer(item, step, stop))
    notes = [(Run("Notes: ", "emph"), *runs_of(step.notes))] if step.notes else []
    says = [runs for runs in (runs_of(step.text),) if runs]
    return Row(number, title_of(step, number), (*says, *notes), right, _minutes(step))


def _puzzle(item: ExportItem, number: int, stop: Stop) -> Row:
    puzzle = puzzle_of(item)
    right = tuple(runs for runs, depth in solution_of(item, stop) if depth == 0)
    grade = difficulty(puzzle)
    says: list[Runs] = [(Run(question_of(item, start_of(item))),)]
    says += [(Run(grade, "emph"),)] if grade else []
    return Row(number, item.title, tuple(says), right, PUZZLE[0] + PUZZLE[1] * puzzle.grade)


def _minutes(step: Step) -> float:
    words = len(f"{step.title} {step.text}".split())
    if (task := step.task) is None:
        return words / WORDS_A_MINUTE
    most = task.moves * MINUTES["place"] or MINUTES["game"]
    return words / WORDS_A_MINUTE + min(MINUTES[task.kind], most)


def _table(title: str, about: str, rows: Sequence[Row]) -> Iterator[Block]:
    total = counted(sum(ceil(row.minutes) for row in rows), "minute")
    yield Heading(title)
    said = (Run(f"{about} " if about else ""), Run(f"{total}.", "strong"))
    yield Paragraph(said, "lead", keep=True)
    cells = tuple(
        (
            ((Run(str(row.number), "muted"),),),
            ((Run(row.title, "strong"),),),
            row.says,
            row.right,
            ((Run(str(ceil(row.minutes))),),),
        )
        for row in rows
    )
    yield Table(HEAD, cells, (0, 3, 7, 6, 0))
