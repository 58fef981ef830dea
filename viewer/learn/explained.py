"""What decided a line: found out in the background, kept with the node where it is shown."""

from __future__ import annotations

from dataclasses import dataclass

from model.contract.game import Move, Position, Stop
from model.contract.search import Prover
from model.puzzles.account import account
from model.records.puzzle import Stipulation
from viewer.games.decision import Decision
from viewer.games.registry import game_view_of


@dataclass(frozen=True)
class Line:
    """A line that is to be explained.

    Attributes
    ----------
    start
        Where it begins: the solver is to move.
    moves
        A solution, or a try with what refutes it.
    stipulation
        What is asked.
    right
        Whether it solves the puzzle.
    left
        Own moves the side with the goal has at `start`, None: any number.
    """

    start: Position
    moves: tuple[Move, ...]
    stipulation: Stipulation
    right: bool
    left: int | None


@dataclass(frozen=True)
class Explained:
    """What decided a line, and the node at its end, where that is shown."""

    node: int
    decision: Decision


def explain(line: Line, prover: Prover, stop: Stop | None = None) -> Decision | None:
    """Return what decided a line; None where nothing is proved of it. `Stopped` passes through."""
    found = account(
        line.start,
        line.stipulation,
        line.moves,
        prover,
        right=line.right,
        left=line.left,
        stop=stop,
    )
    return None if found is None else game_view_of(line.start).decision(found)


def moves_allowed(stipulation: Stipulation) -> int | None:
    """Return how many moves the side with the goal has at the start, None: any number."""
    return (stipulation.moves or 1) if stipulation.kind == "parry" else stipulation.moves
