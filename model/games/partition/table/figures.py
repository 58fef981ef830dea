"""The figures of a table of Partition: docs/partition-solved.md is made of them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from model.contract.tables import FirstMove, Stage, TableFigures, Tally
from model.games.partition.position import PartitionGame
from model.games.partition.table.layers import Codes
from model.games.partition.table.lookup import PartitionTable, position_of
from model.games.partition.table.state_index import state_index


def counted(
    known: Codes, table: PartitionTable, game: PartitionGame
) -> Iterator[Stage | TableFigures]:
    """Count the states of a table that are not over; the stages come first, the figures last.

    Zugzwangs are counted where both sides have as many balls: a pass leads out of the table else.
    """
    g = state_index(game.size, game.stacking)
    points = len(g.down)
    by_balls, by_distance, longest = [], np.zeros(128, np.int64), []
    for balls in range(points):
        first, last = int(g.layers[balls]), int(g.layers[balls + 1])
        codes = known[g.base[first] : g.base[last]]
        counts = np.bincount(codes, minlength=128)
        counts[0] = 0
        zugzwangs = 0 if balls % 2 else _zugzwangs(known, g.base[first : last + 1])
        most = int(np.flatnonzero(counts)[-1]) if counts.any() else 0
        won, lost = int(counts[1::2].sum()), int(counts[2::2].sum())
        by_balls.append(Tally(str(balls), (won, lost, 0, zugzwangs, zugzwangs), most))
        by_distance += counts
        wins = np.flatnonzero(counts[1::2])
        if wins.size:
            plies = 2 * int(wins[-1]) + 1
            longest.append((int(g.base[first]) + int(np.argmax(codes == plies)), plies))
        yield Stage("counting", balls + 1, points, None, "positions by balls")
    best = max(plies for _, plies in longest)
    yield TableFigures(
        table.header,
        tuple(by_balls),
        (),
        tuple(by_distance.tolist()),
        first_moves(table, game),
        tuple((str(position_of(game, state)), plies) for state, plies in longest if plies == best),
        "balls",
    )


def _zugzwangs(known: Codes, base: np.ndarray[tuple[int], np.dtype[np.int64]]) -> int:
    """How many states of a layer are lost whoever moves: masks and their complements mirror."""
    found = 0
    for first, last in zip(base[:-1].tolist(), base[1:].tolist(), strict=True):
        lost = (known[first:last] & 1 == 0) & (known[first:last] > 0)
        found += int((lost & lost[::-1]).sum())
    return found


def first_moves(table: PartitionTable, game: PartitionGame) -> tuple[FirstMove, ...]:
    """Return the first moves up to symmetry, and what they are worth for the side that begins."""
    start = game.start()
    entries = table.probe_moves(start)
    g, names = table.index, game.board.names
    found: dict[int, list[str]] = {}
    for move in entries:
        bits = 1 << names.index(move)
        found.setdefault(int(g.number[np.searchsorted(g.occupied, bits)]), []).append(move)
    return tuple(FirstMove(moves[0], len(moves), *entries[moves[0]]) for moves in found.values())
