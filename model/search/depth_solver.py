"""Forced wins in any game of two players with open cards: deeper and deeper until one is proved.

A win in so many plies is a win whatever stood before and however often: the winner comes nearer
with every move, so no position returns. That is why the search may look at positions without their
past (`Position.without_past`). A draw is proved only where every line of play ends.
"""

from collections.abc import Iterator
from time import monotonic

from model.contract.game import Move, Position, Solution

DEEPEST = 64
"""Plies a line may have; deeper proofs are not tried, and Python's stack holds these."""
_OPEN, _LOSS, _DRAW, _WIN = -2, -1, 0, 1


class OutOfTimeError(Exception):
    """The time a search was given is up."""


def solve_by_depth(position: Position, *, limit: float) -> Solution | None:
    """Return the value of `position`, None when it is not proved within `limit` seconds.

    Positions with hidden choices, dice or more than two players have no such value: None.
    """
    kind = position.game.kind
    if len(position.game.players) != 2 or kind.hides or kind.rolls:
        return None
    position = position.without_past()
    search = _DepthSearch(monotonic() + limit)
    try:
        for depth in range(1, DEEPEST + 1):
            value, _ = search.value(position, depth)
            if value != _OPEN:
                mover = position.to_move
                other = next(p for p in position.game.players if p != mover)
                winner = {_WIN: mover, _LOSS: other, _DRAW: None}[value]
                return Solution(winner, tuple(search.line(position, depth)), depth)
    except OutOfTimeError:
        pass
    return None


class _DepthSearch:
    """One search; what was proved stays proved, with the plies it takes to the end."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self._proved: dict[Position, tuple[int, int]] = {}
        self._looked: dict[Position, int] = {}

    def value(self, position: Position, depth: int) -> tuple[int, int]:
        """Return the value for the side to move and the plies to the end it was proved with.

        The value is _OPEN when `depth` plies do not show it.
        """
        known = self._proved.get(position)
        if known is not None:
            return known
        if depth == 0 or self._looked.get(position, 0) >= depth:
            return _OPEN, 0
        if monotonic() > self._deadline:
            raise OutOfTimeError
        best, longest, every = _LOSS, 0, True
        for _, after in answers(position):
            found, plies = self.of_move(position, after, depth)
            if found == _WIN:
                self._proved[position] = _WIN, plies + 1
                return self._proved[position]
            every = every and found != _OPEN
            best, longest = max(best, found), max(longest, plies)
        if every:
            self._proved[position] = best, longest + 1
            return self._proved[position]
        self._looked[position] = depth
        return _OPEN, 0

    def of_move(self, before: Position, after: Position, depth: int) -> tuple[int, int]:
        """Return the value of a move for whoever made it, and the plies that follow it."""
        if after.outcome is not None:
            winner = after.outcome.winner
            return _DRAW if winner is None else _WIN if winner == before.to_move else _LOSS, 0
        found, plies = self.value(after, depth - 1)
        if found == _OPEN or after.to_move == before.to_move:
            return found, plies
        return -found, plies

    def line(self, position: Position, depth: int) -> Iterator[Move]:
        """Yield the moves of a proved line; the loser holds out as long as he can."""
        while position.outcome is None:
            value, _ = self.value(position, depth)
            kept = []
            for move, after in answers(position):
                found, plies = self.of_move(position, after, depth)
                if found == value:
                    kept.append((plies, move, after))
            choose = max if value == _LOSS else min
            _, move, position = choose(kept, key=lambda row: row[0])
            yield move


def answers(position: Position) -> Iterator[tuple[Move, Position]]:
    """Yield the legal moves with the positions after them."""
    for move in position.legal_moves:
        yield move, position.play(move).without_past()
