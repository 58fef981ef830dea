"""Proofs in Poly-Y: what a side can force within so many moves."""

from __future__ import annotations

from model.contract.game import Goal, Position
from model.games.poly_y import corner_costs
from model.games.poly_y.position import PolyYPosition
from model.search.proofs.plain_prover import PlainProver


class PolyYProver(PlainProver):
    """Looks only at positions in which the goal can still be reached in time.

    A corner takes at least its cost, which is exact, and a win, which reaches every goal, at least
    what the dearest of the cheapest corners takes that make one: a stone of the other side never
    helps.
    """

    def _within(self, position: Position, goal: Goal, moves: int) -> bool:
        assert isinstance(position, PolyYPosition)
        if position.outcome is None and least_moves(position, goal) > moves:
            return False
        return super()._within(position, goal, moves)


def least_moves(position: PolyYPosition, goal: Goal) -> float:
    """Return how many moves a goal takes at least, were the other side to pass."""
    known = corner_costs.prices(position, goal.side)
    win = corner_costs.least_to_win(position.game, known)
    return min(win, known.get(goal.corner, win))
