"""costs: every corner and the win for both players, beside ten maximum flows by scipy.

A flow is what the isolating part of one corner's cost comes down to (a minimum vertex cut); the
cost asks for the connected whole with its way to a far wall. The graphs of the flows are built
before the clock starts.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import scipy
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

from benchmarks.rows import Row, medians
from benchmarks.scenes import undecided
from model.boards.lattice import CORNERS, FAR_WALLS, PyramidLattice
from model.connection import cost, win_cost
from model.games.partition.position import PartitionPosition

SIZES, RUNS = (6, 10), 5
COLOURS = ("red", "blue")

Mask = npt.NDArray[np.bool_]
Sides = tuple[Mask, Mask]
"""The balls of a side and of its opponent."""
Flow = tuple[csr_array, int, int]
"""Graph, source and sink."""


def measure() -> Iterator[Row]:
    """Yield, a size, a row for the five corners and one for the win, each for both players."""
    for size in SIZES:
        for filled in (0.0, 0.3):
            position = undecided(size, filled)
            board = position.game.board
            sides = [(position.balls(a), position.balls(b)) for a, b in (COLOURS, COLOURS[::-1])]
            flows = [_flow(position, own, corner) for own, _ in sides for corner in CORNERS]

            def corners(board: PyramidLattice = board, sides: list[Sides] = sides) -> None:
                for own, other in sides:
                    for corner in CORNERS:
                        cost(board, own, other, corner, stacking=False)

            def wins(board: PyramidLattice = board, sides: list[Sides] = sides) -> None:
                for own, other in sides:
                    win_cost(board, own, other, stacking=False)

            def maximum(flows: list[Flow] = flows) -> None:
                for graph, source, sink in flows:
                    maximum_flow(graph, source, sink)

            ours, won, theirs = medians(corners, wins, maximum, runs=RUNS)
            what = f"N={size}, {int(np.count_nonzero(position.cells))} balls"
            beside = f"scipy {scipy.__version__}, ten flows"
            yield Row(f"{what}, ten corners", ours, beside, theirs)
            yield Row(f"{what}, both wins", won, beside, theirs)


def _flow(position: PartitionPosition, own: Mask, corner: str) -> Flow:
    """Return graph, source and sink of the flow through what `own` may still take."""
    board, n = position.game.board, len(position.cells)
    wide = n + 1
    through = np.where(own, 0, np.where(position.cells == 0, 1, wide))
    inner, outer = np.arange(n), np.arange(n) + n
    start = np.repeat(inner, np.diff(board.indptr))
    far = np.flatnonzero(np.any([board.layers[wall] == 0 for wall in FAR_WALLS[corner]], axis=0))
    rows = np.concatenate([inner, start + n, outer[far]])
    columns = np.concatenate([outer, board.indices, np.full(len(far), 2 * n)])
    capacity = np.concatenate([through, np.full(len(start) + len(far), wide)]).astype(np.int32)
    graph = csr_array((capacity, (rows, columns)), shape=(2 * n + 1, 2 * n + 1))
    return graph, board.corners[corner], 2 * n
