"""The shipped puzzles with their lines, for tests that walk all of them."""

from pathlib import Path

from model.contract.game import Move, Position
from model.records import files
from model.records.puzzle import Puzzle
from model.records.record import ROOT, PositionCache, Record

EXAMPLES = Path(__file__).parents[2] / "examples"
LESSON = Path(__file__).parents[1] / "cases" / "lesson.pyramidion"
"""A lesson of Partition with tasks of many kinds, for tests of how lessons are given."""
LESSONS = sorted((EXAMPLES / "lessons").glob("*.pyramidion"))
PUZZLES = sorted((EXAMPLES / "puzzles").glob("*.pyramidion"))


def lessons(path: Path) -> list[Record]:
    """The lessons of a shipped course: one, or its chapters."""
    return [item.record for item in files.load_any(path).items]


def puzzles(path: Path) -> list[tuple[int, Position, Puzzle]]:
    """The puzzles of a shipped file: (number from 1, position, puzzle)."""
    found = []
    for number, item in enumerate(files.load_any(path).items, start=1):
        position = PositionCache().position(item.record, ROOT).without_past()
        assert item.record.puzzle is not None
        found.append((number, position, item.record.puzzle))
    return found


def lines_of(puzzle: Puzzle) -> list[tuple[tuple[Move, ...], bool]]:
    """The proved solution and all tries with their refutations, each with whether it is right."""
    tries = [((one.move, *one.refutation), False) for one in puzzle.tries]
    return [(puzzle.proof.line, True), *tries]
