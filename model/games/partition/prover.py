"""Proofs in Pyramid Partition: what a side can force, exactly.

In the free game a side's goal depends on its own balls alone, so a position is a Maker-Breaker
game on the smallest sets that reach the goal (`winning_sets`, `maker_breaker` beside this file).
That the other side might win first needs no looking at when the goal is the win: no corner is ever
held by both, so whoever can force three corners cannot be overtaken. When the goal is one corner it
is looked at.

When stacking, a ball can make room for one of the other side, so none of this holds: there every
line is played (`model.search.proofs.plain_prover`), as far as a lower bound on the balls needed
lets it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from model.boards.lattice import CORNERS
from model.contract.game import Goal, Position, Stop, Stopped
from model.games.partition.placing import PLAYERS
from model.games.partition.position import TO_WIN, PartitionGame, PartitionPosition
from model.games.partition.winning_sets import sets_for
from model.search.maker_breaker import MakerBreaker, Points, least
from model.search.proofs.plain_prover import PlainProver, reached

DEEPEST = 12
"""Moves up to which a win in any number is looked for."""
FEW = 10
"""Empty points up to which everything that can follow is looked at."""
_SLICE = 512
"""Positions that take about as long as a slice of the search for sets."""


class PartitionProver:
    """Answers what a side can force in Partition; see `model.contract.search.Prover`."""

    def __init__(self, game: PartitionGame, stop: Stop | None = None) -> None:
        self.game = game
        self.visited = 0
        self.work = 0
        self._stop = stop
        self._plain = _Stacking(game, self._pause)
        self._games: dict[tuple[int, Goal], _Base] = {}

    def can(self, position: Position, goal: Goal, moves: int | None) -> bool | None:
        """Tell whether `goal.side` can force the goal; see `model.contract.search.Prover.can`."""
        assert isinstance(position, PartitionPosition)
        position = position.without_past()
        settled = reached(position, goal)
        if settled is not None:
            return settled
        if moves is None:
            return self._in_any_number(position, goal)
        if moves <= 0:
            return False
        if self.game.stacking:
            return self._plain.can(position, goal, moves)
        return self._within(position, goal, moves)

    def length(self, position: Position, goal: Goal, moves: int) -> int | None:
        """Return how many plies a goal takes: only a side's own ball brings it nearer."""
        if reached(position.without_past(), goal):
            return 0
        return 2 * moves - (position.to_move == goal.side)

    def _pause(self, work: int = 1) -> None:
        self.visited += 1
        self.work += work
        if self._stop is not None and self._stop():
            raise Stopped

    # -- the free game ---------------------------------------------------------------------------

    def _within(self, position: PartitionPosition, goal: Goal, moves: int) -> bool | None:
        base = self._base(position, goal, moves)
        if base is None:
            return None
        made, broken = base.since(position)
        mine = position.to_move == goal.side
        if not base.play.maker_wins(made, broken, moves, to_move=mine):
            return False
        if goal.kind == "win":
            return True
        # The other side may win the game before the corner is held.
        other = _other(goal.side)
        theirs = moves - 1 if mine else moves
        rival = self._base(position, Goal("win", other), theirs) if theirs else None
        if theirs == 0:
            return True
        if rival is None:
            return None
        taken, lost = rival.since(position)
        if not any(
            not one & lost and (one & ~taken).bit_count() <= theirs for one in rival.play.sets
        ):
            return True
        return self._race(position, goal, moves)

    def _race(self, position: PartitionPosition, goal: Goal, moves: int) -> bool | None:
        """Play on by one move where both sides might come first."""
        mine = position.to_move == goal.side
        unknown = False
        for move in position.legal_moves:
            found = self.can(position.play(move), goal, moves - 1 if mine else moves)
            if found is mine:
                return mine
            unknown = unknown or found is None
        return None if unknown else not mine

    def _base(self, position: PartitionPosition, goal: Goal, moves: int) -> _Base | None:
        """The sets of an earlier position this one grew from, or new ones; None: too many."""
        for base in reversed(self._bases(goal)):
            if base.reaches(position, moves):
                return base
        found = self._sets(position, goal, moves)
        if found is None:
            return None
        base = _Base(position, goal, moves, MakerBreaker(found, self._pause))
        self._games[(len(self._games), goal)] = base
        return base

    def _bases(self, goal: Goal) -> list[_Base]:
        return [base for (_, other), base in self._games.items() if other == goal]

    def _sets(self, position: PartitionPosition, goal: Goal, moves: int) -> list[Points] | None:
        side = PLAYERS.index(goal.side)
        own, other = position.balls(PLAYERS[side]), position.balls(PLAYERS[1 - side])
        lost = set(np.flatnonzero(position.holders == 1 - side).tolist())
        kept = tuple(np.flatnonzero(position.holders == side).tolist())
        open_ = [c for c in range(len(CORNERS)) if c not in lost and c not in kept]
        wanted: list[Sequence[int]] = list(combinations(open_, TO_WIN - len(kept)))
        if goal.kind == "hold":
            wanted.append((CORNERS.index(goal.corner),))
        sets: list[Points] = []
        for corners in wanted:
            names = [CORNERS[corner] for corner in corners]
            found = sets_for(self.game.board, own, other, names, moves, lambda: self._pause(_SLICE))
            if found is None:
                return None
            sets += found
        return least(sets)

    # -- any number of moves ---------------------------------------------------------------------

    def _in_any_number(self, position: PartitionPosition, goal: Goal) -> bool | None:
        """Look for the goal, and for a forced win of the other side, deeper and deeper.

        Somebody wins every game: who cannot stop the other's win has none. A corner may be held
        before that, so of corners only a full search says no.
        """
        rival = Goal("win", _other(goal.side))
        empty = int((position.cells == 0).sum())
        for moves in range(1, min(DEEPEST, (empty + 1) // 2) + 1):
            found = self.can(position, goal, moves)
            if found or found is None:
                return found
            if goal.kind == "win":
                lost = self.can(position, rival, moves)
                if lost or lost is None:
                    return None if lost is None else False
        return self._plain.can(position, goal, None) if empty <= FEW else None


class _Base:
    """A position with its sets, of use for all positions that grow from it."""

    def __init__(
        self, position: PartitionPosition, goal: Goal, moves: int, play: MakerBreaker
    ) -> None:
        self.play = play
        self._goal = PLAYERS.index(goal.side) + 1
        self._cells = position.cells
        self._moves = moves

    def since(self, position: PartitionPosition) -> tuple[Points, Points]:
        """What Maker and Breaker have taken since."""
        new = (position.cells != self._cells) & (self._cells == 0)
        made = new & (position.cells == self._goal)
        return _points(made), _points(new & ~made)

    def reaches(self, position: PartitionPosition, moves: int) -> bool:
        """Whether `position` grew from this one and the sets are large enough for it."""
        if position.cells.shape != self._cells.shape:
            return False
        standing = self._cells != 0
        if not np.array_equal(position.cells[standing], self._cells[standing]):
            return False
        added = (position.cells != self._cells) & (position.cells == self._goal)
        return moves + int(added.sum()) <= self._moves


class _Stacking(PlainProver):
    """Plain search that leaves what needs more balls than there are moves."""

    def __init__(self, game: PartitionGame, pause: object) -> None:
        super().__init__(game)
        self._called = pause
        self._price: dict[tuple[bytes, Goal], int] = {}

    def _visit(self) -> None:
        assert callable(self._called)
        self.visited += 1
        self._called()

    def _expand(self, position: Position, goal: Goal, moves: int) -> bool:
        assert isinstance(position, PartitionPosition)
        if not self._may(position, goal, moves):
            return False
        return super()._expand(position, goal, moves)

    def _may(self, position: PartitionPosition, goal: Goal, moves: int) -> bool:
        """Whether the free game, without an opponent, would reach the goal in so many moves."""
        key = (position.cells.tobytes(), goal)
        known = self._price.get(key)
        if known is None:
            known = self._price[key] = _least_balls(position, goal)
        return known <= moves


def _least_balls(position: PartitionPosition, goal: Goal) -> int:
    """A lower bound of the balls `goal.side` needs: what the free game needs, any plan at all."""
    from model.connection import cost, win_cost

    board = position.game.board
    own, other = position.balls(goal.side), position.balls(_other(goal.side))
    win = win_cost(board, own, other, stacking=False)
    least_ = win.n if win is not None and win.exact else 1 if win is not None else 1 << 20
    if goal.kind == "hold":
        one = cost(board, own, other, goal.corner, stacking=False)
        if one is not None:
            least_ = min(least_, one.n if one.exact else 1)
    return least_


def _other(side: str) -> str:
    return PLAYERS[1 - PLAYERS.index(side)]


def _points(mask: npt.NDArray[np.bool_]) -> Points:
    return sum(1 << int(site) for site in np.flatnonzero(mask))
