"""Solutions as trees on standard output: a row a line, indented."""

from collections.abc import Iterable, Iterator

from model.contract.game import Position, Solution
from model.puzzles.solutions.solution_tree import TreeRow, rows_of, solution_tree
from model.records.puzzle import MOST_MOVES, Puzzle, Stipulation
from model.records.record import ROOT, PositionCache
from viewer.cli.parsing import Given


def puzzle_rows(position: Position, puzzle: Puzzle) -> tuple[TreeRow, ...]:
    """Return the rows of a puzzle's solution."""
    return rows_of(solution_tree(position, puzzle, lambda: False))


def solution_rows(given: Given, solution: Solution) -> tuple[TreeRow, ...]:
    """Return the rows of what was solved, () where the side to move does not win.

    Of a puzzle in a file it is the puzzle's own solution, whatever it asks for.
    """
    position = given.seen.without_past()
    record = None if given.contents is None else given.contents.record
    if record is not None and record.puzzle is not None:
        start = PositionCache().position(record, ROOT)
        if str(start) == str(position):
            return puzzle_rows(start, record.puzzle)
    if solution.winner != position.to_move or not solution.line:
        return ()
    own, here = 0, position
    for move in solution.line:
        own += here.to_move == position.to_move
        here = here.play(move)
    asked = Stipulation("win", own) if own <= MOST_MOVES else Stipulation("win")
    return puzzle_rows(position, Puzzle(asked))


def indented(rows: Iterable[TreeRow]) -> Iterator[str]:
    """Yield rows as lines, each indented by two blanks a level and two more."""
    for row in rows:
        yield f"{'  ' * (row.depth + 1)}{row.text}"
