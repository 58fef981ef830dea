"""Proofs through the game contract alone: for every open game of two, and to check others by.

The search is an AND/OR search over positions without their past: the side with the goal needs one
move that leads to it, the other side's moves must all lead to it. A game that returns to a
position while the goal is open never reaches it that way, so a circle counts as not reached: the
least fixed point of reachability games.
"""

from collections.abc import Iterator

from model.contract.game import CHANCE, Game, Goal, Position, Stop, Stopped
from model.contract.hooks import hooks_of

REACH = 60_000
"""Positions that are looked at most where the number of moves is open."""


class PlainProver:
    """Answers what a side can force by playing it out; see `model.contract.search.Prover`.

    Parameters
    ----------
    game
        An open game of two players, without dice.
    stop
        Asked before every position is looked at.
    """

    def __init__(self, game: Game, stop: Stop | None = None) -> None:
        self.game = game
        self.visited = 0
        self._stop = stop
        # (position, goal) -> the most moves it is known not to do with, the fewest it does with.
        self._known: dict[tuple[Position, Goal], tuple[int, int]] = {}
        self._open: set[tuple[Position, Goal, int]] = set()

    def can(self, position: Position, goal: Goal, moves: int | None) -> bool | None:
        """Tell whether `goal.side` can force the goal; see `model.contract.search.Prover.can`."""
        kind = self.game.kind
        if len(self.game.players) != 2 or kind.hides or kind.rolls:
            return None
        position = position.without_past()
        if moves is None:
            return self._in_any_number(position, goal)
        return self._within(position, goal, moves)

    def length(self, position: Position, goal: Goal, moves: int) -> int | None:
        """Return None: who moves twice in a turn, or ends the game for the other, is not known."""
        return None

    def _visit(self) -> None:
        self.visited += 1
        if self._stop is not None and self._stop():
            raise Stopped

    def _within(self, position: Position, goal: Goal, moves: int) -> bool:
        settled = reached(position, goal)
        if settled is not None:
            return settled
        if moves <= 0 and position.to_move == goal.side:
            return False
        key = (position, goal)
        fails, does = self._known.get(key, (-1, 1 << 30))
        if moves <= fails or moves >= does:
            return moves >= does
        here = (position, goal, moves)
        if here in self._open:
            return False
        self._visit()
        self._open.add(here)
        try:
            found = self._expand(position, goal, moves)
        finally:
            self._open.discard(here)
        fails, does = self._known.get(key, (-1, 1 << 30))
        self._known[key] = (fails, min(does, moves)) if found else (max(fails, moves), does)
        return found

    def _expand(self, position: Position, goal: Goal, moves: int) -> bool:
        if position.to_move == goal.side:
            return any(self._within(after, goal, moves - 1) for after in _after(position))
        return all(self._within(after, goal, moves) for after in _after(position))

    def _in_any_number(self, position: Position, goal: Goal) -> bool | None:
        """Look at everything that can follow, if it is not too much, and work back from the end."""
        settled = reached(position, goal)
        if settled is not None:
            return settled
        index: dict[Position, int] = {position: 0}
        order, followers, won = [position], [], []
        at = 0
        while at < len(order):
            here = order[at]
            at += 1
            self._visit()
            state = reached(here, goal)
            won.append(bool(state))
            row: list[int] = []
            if state is None:
                for after in _after(here):
                    number = index.setdefault(after, len(order))
                    if number == len(order):
                        if number >= REACH:
                            return None
                        order.append(after)
                    row.append(number)
            followers.append(row)
        changed = True
        while changed:
            changed = False
            for number in range(len(order) - 1, -1, -1):
                if won[number] or not followers[number]:
                    continue
                mine = order[number].to_move == goal.side
                if (any if mine else all)(won[k] for k in followers[number]):
                    won[number] = changed = True
        return won[0]


def reached(position: Position, goal: Goal) -> bool | None:
    """Tell whether a goal is reached, or out of reach for good; None: neither."""
    if goal.kind != "win" and hooks_of(position.game.kind).reached(position, goal):
        return True
    if position.outcome is not None:
        return position.outcome.winner == goal.side
    if position.to_move == CHANCE:
        raise ValueError("what dice decide cannot be forced")
    return None


def _after(position: Position) -> Iterator[Position]:
    for move in position.legal_moves:
        yield position.play(move).without_past()
