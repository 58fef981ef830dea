"""A table of Pyramid's endings while it is solved: one number of the few after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from model.games.pyramid.board_arrays import fields_of, hashes_of, numbers_of
from model.games.pyramid.kernels import (
    BANNED,
    FACTS,
    MAX_MOVES,
    NO_LIMIT,
    PLIES,
    TAKEN_ROOM,
)
from model.games.pyramid.position import PyramidGame
from model.games.pyramid.table.index_kernels import ROOM
from model.games.pyramid.table.retrograde_kernels import (
    LEVELS,
    OPEN,
    OVER,
    Ground,
    next_distance,
    set_up,
    spread,
)
from model.games.pyramid.table.state_index import INDEX_VERSION, StateIndex
from model.tablebase import checkpoint

AT_ONCE = 1 << 18
"""States one call of a kernel works on, some tenths of a second: then a build can be stopped."""
_WHERE = ("few", "distance", "at", "decided")

Codes = npt.NDArray[np.uint8]


class Solving:
    """Retrograde analysis of the endings, which can be stopped partway.

    Attributes
    ----------
    few
        The number of the few whose states are being solved; one more than there may be at the end.
    distance
        The distance that is told of, -1 while the states are set up.
    at
        The state that comes next.
    decided
        How many states have been told of.
    """

    def __init__(self, game: PyramidGame, index: StateIndex) -> None:
        self.index, fields = index, len(game.board)
        self.few, self.distance, self.at, self.decided = 0, -1, 0, 0
        facts = np.zeros((LEVELS, FACTS), np.int64)
        facts[:, PLIES], facts[:, BANNED] = NO_LIMIT, -1
        self._ground = Ground(
            np.zeros(self.index.states, np.uint8), np.zeros((LEVELS, fields), np.int8), facts,
            np.zeros((LEVELS, MAX_MOVES), np.int32), np.zeros(TAKEN_ROOM * fields, np.int32),
            np.zeros(ROOM, np.int64), np.zeros(ROOM, np.int64), fields_of(game),
            numbers_of(game), hashes_of(fields),
        )  # fmt: skip

    def go_on(self, control: Callable[[], None]) -> Iterator[tuple[int, int]]:
        """Work on, and yield what the last step was about: the number of the few, the distance."""
        g, b = self.index, self._ground
        while self.few <= self.index.most:
            last = int(g.base[2 * self.few + 2])
            while self.at < last:
                control()
                end = min(self.at + AT_ONCE, last)
                if self.distance < 0:
                    set_up(g, b, self.at, end)
                else:
                    self.decided += int(spread(g, b, self.at, end, self.distance))
                self.at = end
                yield self.few, self.distance
            self._next_step()

    def _next_step(self) -> None:
        """Turn to the next distance that has states, or to states with one more of the few."""
        first, last = self.index.base[[2 * self.few, 2 * self.few + 2]].tolist()
        if self.distance < 0:
            self.distance, self.at = 0, first
            return
        self.distance = int(next_distance(self._ground, first, last, self.distance))
        if self.distance == OPEN - 1:
            raise OverflowError("a distance does not fit below OPEN")
        self.at = first
        if self.distance == OPEN:
            self.few, self.distance, self.at = self.few + 1, -1, last

    def codes(self, first: int, last: int) -> Codes:
        """Return states as a table keeps them: plies to the end, 0 for a draw, `OVER`."""
        few = self._ground.codes[first:last]
        return np.where((few < OPEN) | (few == OVER), few, 0).astype(np.uint8)

    def keep(self, path: Path, control: Callable[[], None]) -> None:
        """Write a checkpoint."""
        where = {name: vars(self)[name] for name in _WHERE}
        checkpoint.keep(path, {**self._about, **where}, {"codes": self._ground.codes}, control)

    def restore(self, path: Path, control: Callable[[], None]) -> bool:
        """Go on at a checkpoint; False where there is none of use."""
        said = checkpoint.restore(path, self._about, {"codes": self._ground.codes}, control)
        if said is None:
            return False
        vars(self).update({name: int(said[name]) for name in _WHERE})
        return True

    @property
    def _about(self) -> dict[str, object]:
        return {"game": "pyramid", "index": INDEX_VERSION, "states": self.index.states}
