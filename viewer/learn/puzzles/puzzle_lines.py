"""Lines of a puzzle that are shown: what solves it, what refutes a try."""

from __future__ import annotations

from model.contract.game import Move
from model.puzzles.solving import Solving
from viewer.learn.explained import Line, moves_allowed


def solution_line(state: Solving, moves: tuple[Move, ...]) -> Line:
    """Return a line that solves the puzzle."""
    asked = state.puzzle.stipulation
    return Line(state.start, moves, asked, right=True, left=moves_allowed(asked))


def refuted_line(found: Solving) -> Line:
    """Return the line of the last wrong try."""
    asked = found.puzzle.stipulation
    left = moves_left(found, len(found.played))
    return Line(found.position, found.wrong, asked, right=False, left=left)


def moves_left(state: Solving, ply: int) -> int | None:
    """Return how many moves the side with the goal has after `ply` moves of what was played."""
    asked = state.puzzle.stipulation
    if not asked.asks_goal or asked.moves is None:
        return moves_allowed(asked)
    position, made = state.start.without_past(), 0
    solver = position.to_move
    for move in state.played[:ply]:
        made += position.to_move == solver
        position = position.play(move)
    return asked.moves - made
