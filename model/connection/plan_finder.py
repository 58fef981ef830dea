"""One resumable search for a cheapest plan, and how much work the searches may do together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from model.boards.lattice import CORNERS, PyramidLattice
from model.connection.groups import Mask, corner_bits
from model.connection.plan_search import search
from model.connection.plan_search_kernels import (
    BEST,
    CUT_SHORT,
    FOUND,
    FRAME,
    FREE,
    OWN,
    ROOT,
    STATE,
    WORK,
    Graph,
    Room,
)

Interrupt = Callable[[], bool] | npt.NDArray[np.uint8] | None
"""How a caller ends a search early: a function asked again and again, or an array watched until it
is no longer all zero."""

_BREATH = 50_000
"""Sites a kernel may see before `Interrupt` is asked again: some 2 ms."""


class Effort:
    """The work that may still be spent, in sites seen (some 30 nanoseconds each)."""

    def __init__(self, allowance: int, stop: Interrupt) -> None:
        self.left = allowance
        self._stop = stop
        self._stopped = False

    @property
    def over(self) -> bool:
        """True when nothing is left or the caller said stop (asked anew every time)."""
        if not self._stopped and self._stop is not None:
            self._stopped = bool(
                self._stop() if callable(self._stop) else np.asarray(self._stop).any()
            )
        return self._stopped or self.left <= 0


class PlanFinder:
    """A search for the cheapest plan by which a player holds all of some corners.

    Parameters
    ----------
    own, other
        (n,) bool masks of the balls.
    corners
        One to three names of CORNERS.
    stacking
        Whether balls must rest on balls.
    beat
        Only plans of fewer balls are looked for; None: any.

    Attributes
    ----------
    enough
        A plan of no more balls ends the search: none is cheaper.
    """

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
        self._stacking = stacking
        self._finished = False
        self.enough = 0
        self._graph = Graph(
            lattice.indptr,
            lattice.indices,
            lattice.wall_bits,
            lattice.supports,
            lattice.carried,
            bits.sites[at],
            bits.near[at],
            bits.far[at],
        )
        cells = np.zeros(4 * n + 9, np.int32)
        cells[:n][own] = OWN
        cells[:n][~(own | other)] = FREE
        cells[n : n + 3] = -1
        self._room = Room(
            cells=cells,
            trail=np.zeros((2, 4 * n + 9), np.int32),
            frames=np.zeros((n + 64, FRAME), np.int32),
            pool=np.zeros(16 * n + 4096, np.int32),
            scratch=np.zeros((5, n), np.int32),
            way=np.zeros(n, np.int32),
            plan=np.zeros(n, np.int32),
            ring_sites=np.zeros((3, n), np.int32),
            ring_ends=np.zeros((3, n), np.int32),
            state=np.zeros(STATE, np.int64),
        )
        self._room.frames[0, 0] = ROOT
        self._room.state[BEST] = n + 1 if beat is None else beat

    def run(self, effort: Effort, most: int | None = None) -> bool:
        """Search on, for at most `most` sites; True when no better plan is left to find."""
        end = effort.left if most is None else min(most, effort.left)
        while end > 0 and not self._finished and not effort.over:
            before = int(self._room.state[WORK])
            self._finished = search(self._graph, self._room, self._stacking, min(_BREATH, end))
            spent = int(self._room.state[WORK]) - before
            effort.left -= spent
            end -= spent
            self._finished |= bool(self._room.state[BEST] <= self.enough)
        return self._finished and not self._room.state[CUT_SHORT]

    @property
    def plan(self) -> Mask | None:
        """The best plan found, (n,) bool, or None when none beats `beat`."""
        if not self._room.state[FOUND]:
            return None
        mask: Mask = self._room.plan != 0
        return mask
