"""judge: who holds which corner after a move, beside one pass of scipy's connected_components.

Ours is all of it: checking the move, the new position, its outcome. Theirs is one pass over the
graph of the same position (links between touching balls of one colour), which is built before the
clock starts, and which says nothing yet of walls, corners or isolation.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import scipy
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from benchmarks.rows import Row, medians
from benchmarks.scenes import undecided
from model.games.partition.position import PartitionPosition

MOVES, RUNS, GOAL = 20, 7, 3.0
SIZES = (20, 50)


def measure() -> Iterator[Row]:
    """Yield, a size, a row for judging a move and one for judging a position set up by hand."""
    for size in SIZES:
        position = undecided(size, filled=0.5)
        count = int(np.count_nonzero(position.cells))
        moves = np.random.default_rng(1).permutation(list(position.legal_moves))[:MOVES].tolist()
        graph = _links(position)

        def after_moves(position: PartitionPosition = position, moves: list[str] = moves) -> None:
            for move in moves:
                _ = position.play(move).outcome

        def set_up(position: PartitionPosition = position) -> None:
            # A new value of the same position: nothing is known of who held what before.
            _ = PartitionPosition(position.game, position.cells, position.side).outcome

        def components(graph: csr_array = graph) -> None:
            connected_components(graph, directed=False)

        moved, judged, passed = medians(after_moves, set_up, components, runs=RUNS)
        beside = f"scipy {scipy.__version__} components"
        yield Row(f"N={size}, {count} balls, a move", moved / MOVES, beside, passed, most=GOAL)
        yield Row(f"N={size}, {count} balls, set up", judged, beside, passed)


def _links(position: PartitionPosition) -> csr_array:
    """Return the graph of touching balls of one colour."""
    board, cells = position.game.board, position.cells
    start = np.repeat(np.arange(len(cells)), np.diff(board.indptr))
    linked = (cells[start] != 0) & (cells[start] == cells[board.indices])
    ends = start[linked], board.indices[linked]
    ones = np.ones(len(ends[0]), np.int8)
    return csr_array((ones, ends), shape=(len(cells), len(cells)))
