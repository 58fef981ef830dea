"""Puzzles as worksheets, and their solutions on pages of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from model.contract.game import Position, Stop
from model.exercises.puzzle import marked_points
from model.puzzles.proof import first_fault
from model.puzzles.solutions.solution_tree import solution_tree
from model.puzzles.solutions.tree_wording import rows_of
from model.puzzles.wording import asked, difficulty, soundness
from model.records.positions import PositionCache
from model.records.puzzle import Puzzle
from model.records.record import ROOT
from viewer.export.items import ExportItem
from viewer.export.paper.blocks import Paragraph, Problem, Run, Runs
from viewer.export.paper.diagrams import Diagrams
from viewer.export.paper.in_words import options_of
from viewer.export.paper.page_size import PageSize
from viewer.export.paper.prose_runs import runs_of

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
        root.view or item.contents.view,
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
    for row in rows_of(solution_tree(start, puzzle, stop)):
        name, colon, rest = row.text.partition(": ")
        heads = row.depth == 0 and row.tone
        yield ((Run(name + colon, "strong"), Run(rest)) if heads else (Run(row.text),)), row.depth
        if heads and row.tone == "wrong" and row.line and row.line[0] in said:
            yield runs_of(said[row.line[0]]), row.depth + 1
