"""The value of positions with best play: exact search of small Partition positions.

Somebody wins every full pyramid, so a position has a winner with best play. Two facts of the rules
make the search short: balls never leave and a ball never helps the other side, so a point where the
opponent would win at once must be taken now (or the game is lost), and two such points lose.
"""

from __future__ import annotations

from time import monotonic

from model.contract.game import Move, Position, Solution
from model.games.partition.position import PLAYERS, PartitionPosition
from model.search.depth_solver import OutOfTimeError

MOST_EMPTY = 60
"""Empty points beyond which no exact answer is in reach and none is tried."""


def solve(position: Position, *, limit: float) -> Solution | None:
    """Return the value of `position`, None when it is not decided within `limit` seconds."""
    assert isinstance(position, PartitionPosition)
    if position.outcome is not None:
        return Solution(position.outcome.winner, ())
    if position.legal_moves.count() > MOST_EMPTY or int((position.cells == 0).sum()) > MOST_EMPTY:
        return None
    search = _PartitionSolver(monotonic() + limit)
    try:
        wins = search.wins(position)
        side = position.side if wins else 1 - position.side
        return Solution(PLAYERS[side], tuple(search.line(position)))
    except OutOfTimeError:
        return None


class _PartitionSolver:
    """One search with its table of positions decided so far."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self._wins: dict[bytes, bool] = {}

    def wins(self, position: PartitionPosition) -> bool:
        """Tell whether the side to move wins a position that is not over."""
        key = position.cells.tobytes()  # within one search the cells say whose turn it is
        known = self._wins.get(key)
        if known is None:
            if monotonic() > self._deadline:
                raise OutOfTimeError
            known = self._wins[key] = any(
                not (p.outcome is None and self.wins(p)) for p in self._tries(position)
            )
        return known

    def _tries(self, position: PartitionPosition) -> list[PartitionPosition]:
        """The positions after the moves worth trying: a win, else the one defence, else all."""
        after = [position.play(move) for move in position.legal_moves]
        for won in after:
            if won.outcome is not None:
                return [won]
        other = PartitionPosition(position.game, position.cells, 1 - position.side)
        threats = [
            index
            for index, move in enumerate(position.legal_moves)
            if other.play(move).outcome is not None
        ]
        if threats:
            return [after[threats[0]]]  # where there are two, this loses as all others do
        return after

    def line(self, position: PartitionPosition) -> list[Move]:
        """Return moves to the end: winning ones for the winner, defences first for the loser."""
        moves: list[Move] = []
        while position.outcome is None:
            tries = self._tries(position)
            good = [after for after in tries if not (after.outcome is None and self.wins(after))]
            after = (good or tries)[0]
            changed = int((after.cells != position.cells).argmax())
            moves.append(position.game.board.names[changed])
            position = after
        return moves
