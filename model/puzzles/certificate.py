"""Certificates: a win written out so far that a short program can follow it, move by move.

A plan is a move, with the plans of which one works whatever the other side replies. In the free
game of Partition a reply matters only where it takes a point that is needed, so that it is enough
that no point is needed by all plans that follow (the must-play region of R. Hayward's work on Hex).
Everywhere else each legal reply is tried.
"""

from __future__ import annotations

from typing import NamedTuple

from model.contract.game import Goal, Move, Position
from model.contract.search import Prover
from model.search.proofs.plain_prover import reached


class PlanTooLargeError(Exception):
    """A plan would take more than it may."""


class Plan(NamedTuple):
    """A move, and the plans of which one works whatever the other side replies.

    Attributes
    ----------
    move
        What is played.
    then
        What may follow; () where the goal is reached.
    needs
        The points that have to be empty for it: of use in the free game of Partition only.
    """

    move: Move
    then: tuple[Plan, ...]
    needs: frozenset[Move]

    def __str__(self) -> str:
        follow = " ".join(map(str, self.then))
        return f"{self.move}({follow})" if follow else self.move


class Certifier:
    """Makes plans for one goal.

    Parameters
    ----------
    goal
        What the plans reach; its side is the one to move.
    prover
        Says what can be forced.
    only_taken
        A reply matters only where it takes a point that a winning plan needs.
    most
        Positions that may be looked at for a plan.
    """

    def __init__(
        self, goal: Goal, prover: Prover, only_taken: bool = False, most: int = 4_000
    ) -> None:
        self._goal, self._prover, self._left = goal, prover, most
        self._only_taken = only_taken and goal.kind == "win"
        self._made: dict[tuple[Position, int], Plan] = {}

    def plan(self, position: Position, move: Move, moves: int) -> Plan:
        """Return a plan that begins with a move from which the goal is reached in `moves` moves.

        Raises
        ------
        PlanTooLargeError
            It would take too many positions.
        """
        after = self._after(position, move)
        if reached(after, self._goal):
            return Plan(move, (), frozenset([move]))
        then: list[Plan] = []
        waiting = list(after.legal_moves)
        while waiting:
            reply = self._after(after, waiting.pop(0))
            if self._only_taken:
                then.append(self._quickest(reply, moves - 1))
                waiting = [one for one in waiting if one in then[-1].needs]
            elif not (reached(reply, self._goal) or any(self._works(reply, one) for one in then)):
                then.append(self._quickest(reply, moves - 1))
        needs = frozenset([move]).union(*(one.needs for one in then))
        return Plan(move, tuple(then), needs)

    def _quickest(self, position: Position, moves: int) -> Plan:
        position = position.without_past()
        key = position, moves
        if key in self._made:
            return self._made[key]
        can, goal = self._prover.can, self._goal
        least = next(n for n in range(1, moves + 1) if can(position, goal, n))
        move = next(
            one
            for one in position.legal_moves
            if can(self._after(position, one).without_past(), goal, least - 1)
        )
        self._made[key] = found = self.plan(position, move, least)
        return found

    def _after(self, position: Position, move: Move) -> Position:
        self._left -= 1
        if self._left < 0:
            raise PlanTooLargeError
        return position.play(move)

    def _works(self, position: Position, plan: Plan) -> bool:
        """Tell whether a plan that was made for another reply works here, too."""
        if plan.move not in position.legal_moves:
            return False
        after = self._after(position, plan.move)
        settled = reached(after, self._goal)
        return bool(settled) or (
            settled is None
            and after.outcome is None
            and all(
                reached(reply, self._goal) or any(self._works(reply, one) for one in plan.then)
                for reply in (self._after(after, move) for move in after.legal_moves)
            )
        )
