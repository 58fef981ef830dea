"""What is right in the tasks of a lesson, in words."""

from __future__ import annotations

from collections.abc import Iterator

from model.contract.game import MoveError, Position, Stop
from model.lessons.conditions import ConditionError, fitting, in_words
from model.phrases import listed
from model.positions.setup import Draft
from model.records.lesson import Step, Task, parts_of, step_for
from model.records.positions import PositionCache
from viewer.export.items import ExportItem
from viewer.export.paper.blocks import Heading, Paragraph, Run, Runs
from viewer.export.paper.booklet import label, title_of
from viewer.export.paper.prose_runs import runs_of

NAMED = 8
"""Right answers that are named beside one another."""


def answers(item: ExportItem, level: int, stop: Stop) -> list[Heading | Paragraph]:
    """Return hints and answers of a lesson; [] where it has no tasks. `Stopped`."""
    lesson, blocks = item.contents.record.lesson, list[Paragraph]()
    assert lesson is not None
    for number, step in enumerate((step_for(one, "paper") for one in lesson.steps), 1):
        if step.task is None:
            continue
        title = (Run(f"{number}\u2002", "strong"), Run(title_of(step, number), "strong"))
        blocks.append(Paragraph(title, "entry", keep=True))
        if step.task.hint:
            blocks.append(Paragraph((Run("Hint: ", "emph"), *runs_of(step.task.hint)), "line"))
        blocks += [Paragraph(runs, "line") for runs in answer(item, step, stop)]
    return [Heading(item.title, level), *blocks] if blocks else []


def answer(item: ExportItem, step: Step, stop: Stop) -> Iterator[Runs]:
    """Yield what is right in the task of a step, and what is said to it; `Stopped`."""
    task = step.task
    assert task is not None
    if task.kind == "choice":
        for number, choice in enumerate(task.choices):
            if choice.right:
                said = runs_of(choice.answer or task.right)
                end = "" if choice.text.rstrip().endswith((".", "!", "?", "*")) else "."
                text = (*runs_of(choice.text), Run(f"{end} "))
                yield Run(f"{label(number)}. ", "strong"), *text, *said
        return
    position = PositionCache().position(item.contents.record, step.node)
    right = _right(position, task, stop)
    said = runs_of(parts_of(task)[-1].right)
    yield (Run(right, "strong"), Run(" "), *said)


def _right(position: Position, task: Task, stop: Stop) -> str:
    try:
        if task.kind == "game":
            if not task.condition:
                return "A game of your own."
            return f"Play {in_words(position, task.condition, clicks=False)}."
        if task.then is not None:
            return _line(position, task)
        return _listed(_all(position, task, stop))
    except ConditionError as error:
        return f"This task cannot be judged: {error}."


def _all(position: Position, task: Task, stop: Stop) -> list[str]:
    """All answers that are right, those that the author names first."""
    if isinstance(position, Draft) and task.kind == "place":
        return []
    fit = []
    if task.condition:
        fit = fitting(position, task.condition, clicks=task.kind == "click", stop=stop)
    return list(dict.fromkeys((*task.accepted, *fit)))


def _listed(found: list[str]) -> str:
    if len(found) > NAMED:
        found = [*found[: NAMED - 1], f"{len(found) - NAMED + 1} more"]
    return f"{listed(found, 'or')}." if found else "No answer is known."


def _line(position: Position, task: Task) -> str:
    """A task that goes on: the first right move of each part, with the replies."""
    said = []
    for part in parts_of(task):
        move = part.accepted[0] if part.accepted else ""
        said.append(move or "?")
        try:
            position = position.play(move)
            if part.then is not None and part.then.reply:
                said.append(f"({part.then.reply})")
        except MoveError:
            break
    return f"{' '.join(said)}."
