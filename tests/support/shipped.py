"""The shipped puzzles with their lines, for tests that walk all of them."""

from __future__ import annotations

from pathlib import Path

from model.contract.game import Move, Position
from model.records import files
from model.records.positions import PositionCache
from model.records.puzzle import Puzzle
from model.records.record import ROOT

EXAMPLES = Path(__file__).parents[2] / "examples"
PUZZLES = sorted((EXAMPLES / "puzzles").glob("*.pyramidion"))


def puzzles(path: Path) -> list[tuple[int, Position, Puzzle]]:
    """The puzzles of a shipped file: (number from 1, position, puzzle)."""
    found = []
    for number, item in enumerate(files.load_any(path).items, start=1):
        position = PositionCache().position(item.record, ROOT).without_past()
        found.append((number, position, item.record.puzzle))
    return found


def lines_of(puzzle: Puzzle) -> list[tuple[tuple[Move, ...], bool]]:
    """The proved solution and all tries with their refutations, each with whether it is right."""
    tries = [((one.move, *one.refutation), False) for one in puzzle.tries]
    return [(puzzle.proof.line, True), *tries]
