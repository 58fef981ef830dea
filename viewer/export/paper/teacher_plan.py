"""Lessons and puzzles on paper: chapters, answers, worksheets, and a plan for whoever teaches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from msgspec.structs import replace

from model.contract.game import MoveError, Position, Stop, Stopped
from model.exercises.puzzle import marked_points
from model.lessons.conditions import ConditionError, fitting, in_words
from model.phrases import counted, listed
from model.positions.setup import Draft, read_position
from model.puzzles.proof import first_fault
from model.puzzles.solutions.solution_tree import solution_tree
from model.puzzles.solutions.tree_wording import rows_of
from model.puzzles.wording import asked, difficulty, soundness
from model.records.lesson import Step, Task, parts_of, step_for
from model.records.puzzle import Puzzle
from model.records.record import ROOT, PositionCache, Record
from model.records.view import View
from viewer.export.items import ExportError, ExportItem, step_views
from viewer.export.paper.blocks import (
    Block,
    Figure,
    Heading,
    Image,
    Listing,
    PageSize,
    Paragraph,
    Problem,
    Run,
    Runs,
    TextTable,
    blocks_of,
    options_of,
    runs_of,
    status_text,
)
from viewer.export.paper.diagrams import Diagrams
from viewer.export.pictures.shots import asked_view

# A lesson as a chapter of a booklet: its steps with diagrams and tasks.

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
    views = step_views(record, item.view)
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
    yield Paragraph((Run(_to_do(task, status_text(position))),), "task")


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


# What is right in the tasks of a lesson, in words.

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


# Puzzles as worksheets, and their solutions on pages of their own.

WORDS = 20.0
"""Height of what is said over a diagram, in millimetres."""
TITLE = 36.0
"""Height of what stands over the first fields."""
GAPS = (8.0, 6.0)
"""Between two fields, in millimetres."""


@dataclass(frozen=True)
class Fields:
    """How puzzles lie on a page.

    Attributes
    ----------
    rows, columns
        Of fields.
    share
        Of the height that is left by words, for the diagram; the rest is for notes.
    stacked
        The scene lies over the maps, not beside them.
    """

    rows: int
    columns: int
    share: float
    stacked: bool

    def diagram(self, page: PageSize) -> tuple[float, float]:
        """Return the room of a diagram in millimetres."""
        width = (page.width - (self.columns - 1) * GAPS[0]) / self.columns
        height = (page.height - TITLE - (self.rows - 1) * GAPS[1]) / self.rows
        return width, self.share * (height - WORDS)


FIELDS = {
    1: Fields(1, 1, 0.78, True),
    2: Fields(2, 1, 0.80, False),
    4: Fields(2, 2, 0.80, True),
    6: Fields(3, 2, 0.66, False),
}
"""By the number of puzzles on a page."""


def puzzle_of(item: ExportItem) -> Puzzle:
    """Return the puzzle that an item is."""
    puzzle = item.contents.record.puzzle
    assert puzzle is not None
    return puzzle


def start_of(item: ExportItem) -> Position:
    """Return the position that a puzzle begins with."""
    return PositionCache().position(item.contents.record, ROOT)


def problem(
    item: ExportItem, number: int, diagrams: Diagrams, page: PageSize, fields: Fields
) -> Problem:
    """Return a puzzle as it lies in its field."""
    record, start = item.contents.record, start_of(item)
    root = record[ROOT]
    figure = diagrams.figure(
        start.seen_by(None),
        root.view or item.view,
        fields.diagram(page),
        marks=(*root.marks, *marked_points(puzzle_of(item))),
        stacked=fields.stacked,
    )
    composer = record.headers.get("composer", "")
    made = f"Composed by {composer}" if composer else ""
    return Problem(
        number=str(number),
        title=item.title,
        asked=question_of(item, start),
        grade=difficulty(puzzle_of(item)),
        aside=". ".join(part for part in (options_of(start), made) if part),
        figure=figure,
    )


def question_of(item: ExportItem, start: Position) -> str:
    """Return what a puzzle asks, with what a solver has to know."""
    puzzle = puzzle_of(item)
    asks = puzzle.stipulation
    said = asked(start, asks)
    if asks.points or asks.first == "set":
        said = f"{said} {soundness(asks, start)}"
    fault = first_fault(start, puzzle)
    return f"{said} This puzzle cannot be solved: {fault}." if fault else said


def solved(item: ExportItem, number: int, stop: Stop) -> Iterator[Paragraph]:
    """Yield keys, tries and refutations of a puzzle under its name; `Stopped`."""
    title = (Run(f"{number}\u2002", "strong"), Run(item.title, "strong"))
    yield Paragraph(title, "entry", keep=True)
    for runs, depth in solution_of(item, stop):
        yield Paragraph(runs, "line", depth)


def solution_of(item: ExportItem, stop: Stop) -> Iterator[tuple[Runs, int]]:
    """Yield the rows of a puzzle's solution and how deep they lie; `Stopped`."""
    puzzle, start = puzzle_of(item), start_of(item)
    if first_fault(start, puzzle):
        return
    said = {one.move: one.text for one in puzzle.tries if one.text}
    for row in rows_of(solution_tree(start, puzzle, stop), in_words=True):
        name, colon, rest = row.text.partition(": ")
        heads = row.depth == 0 and row.tone
        yield ((Run(name + colon, "strong"), Run(rest)) if heads else (Run(row.text),)), row.depth
        if heads and row.tone == "wrong" and row.line and row.line[0] in said:
            yield runs_of(said[row.line[0]]), row.depth + 1


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
    puzzles: list[PlanRow] = []
    for item in items:
        record = item.contents.record
        if record.puzzle is not None:
            puzzles.append(_puzzle(item, len(puzzles) + 1, stop))
        elif record.lesson is not None:
            printed = [step_for(step, "paper") for step in record.lesson.steps]
            steps = [_step(item, step, number, stop) for number, step in enumerate(printed, 1)]
            yield from _table(item.title, record.lesson.about, steps)
        else:
            raise ExportError(f"a plan is made of lessons and puzzles, and {item.title} is neither")
    if puzzles:
        yield from _table("Puzzles", "", puzzles)


@dataclass(frozen=True)
class PlanRow:
    """A row of a plan."""

    number: int
    title: str
    says: tuple[Runs, ...]
    right: tuple[Runs, ...]
    minutes: float


def _step(item: ExportItem, step: Step, number: int, stop: Stop) -> PlanRow:
    if stop():
        raise Stopped
    right = () if step.task is None else tuple(answer(item, step, stop))
    notes = [(Run("Notes: ", "emph"), *runs_of(step.notes))] if step.notes else []
    says = [runs for runs in (runs_of(step.text),) if runs]
    return PlanRow(number, title_of(step, number), (*says, *notes), right, _minutes(step))


def _puzzle(item: ExportItem, number: int, stop: Stop) -> PlanRow:
    puzzle = puzzle_of(item)
    right = tuple(runs for runs, depth in solution_of(item, stop) if depth == 0)
    grade = difficulty(puzzle)
    says: list[Runs] = [(Run(question_of(item, start_of(item))),)]
    says += [(Run(grade, "emph"),)] if grade else []
    return PlanRow(number, item.title, tuple(says), right, PUZZLE[0] + PUZZLE[1] * puzzle.grade)


def _minutes(step: Step) -> float:
    words = len(f"{step.title} {step.text}".split())
    if (task := step.task) is None:
        return words / WORDS_A_MINUTE
    most = task.moves * MINUTES["place"] or MINUTES["game"]
    return words / WORDS_A_MINUTE + min(MINUTES[task.kind], most)


def _table(title: str, about: str, rows: Sequence[PlanRow]) -> Iterator[Block]:
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
    yield TextTable(HEAD, cells, (0, 3, 7, 6, 0))
