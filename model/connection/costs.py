"""What holding a corner, or three, still costs a player (docs/rules/partition.md#cost)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from model.connection.groups import Mask, corner_bits, holders
from model.connection.hitting import (
    BEST,
    CUT_SHORT,
    DEPTH,
    FOUND,
    FRAME,
    FREE,
    OWN,
    ROOT,
    STATE,
    STAMP,
    TRAIL,
    USED,
    WORK,
    Graph,
    Room,
)
from model.connection.search import search
from model.lattice import CORNERS, PyramidLattice

Stop = Callable[[], bool] | npt.NDArray[np.uint8] | None
"""How a caller ends a search: a function that says when, or an array that is no longer all zero."""


class Task:
    """A search for the cheapest plan that holds all of some corners. Grows better as it runs."""

    def __init__(
        self,
        lattice: PyramidLattice,
        own: Mask,
        other: Mask,
        corners: Sequence[str],
        *,
        stacking: bool,
        beat: int | None = None,
    ) -> None:
        n = len(lattice)
        bits = corner_bits(lattice)
        at = np.array([CORNERS.index(corner) for corner in corners])
        self.graph = Graph(
            lattice.indptr,
            lattice.indices,
            lattice.wall_bits,
            lattice.supports,
            lattice.carried,
            bits.sites[at],
            bits.near[at],
            bits.far[at],
        )
        self.stacking = stacking
        cells = np.zeros(4 * n + 9, np.int32)
        cells[:n][own] = OWN
        cells[:n][~(own | other)] = FREE
        cells[n : n + 3] = -1
        self.room = Room(
            cells=cells,
            trail=np.zeros((2, 4 * n + 9), np.int32),
            frames=np.zeros((n + 64, FRAME), np.int32),
            pool=np.zeros(16 * n + 4096, np.int32),
            scratch=np.zeros((5, n), np.int32),
            way=np.zeros(n, np.int32),
            plan=np.zeros(n, np.int32),
            state=np.zeros(STATE, np.int64),
        )
        self.room.frames[0, 0] = ROOT
        self.room.state[BEST] = n + 1 if beat is None else beat

    def run(self, allowance: int, stop: Stop) -> bool:
        pass
