"""A table of Partition while it is solved: layers of as many balls, from the full pyramid back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from model.games.partition.full_boards import board_tables, floods
from model.games.partition.position import PartitionGame
from model.games.partition.table.state_index import INDEX_VERSION, StateIndex, state_index
from model.tablebase import checkpoint

AT_ONCE = 1 << 22
"""States one call of a kernel works on, about a second: then a build can be stopped."""

Codes = npt.NDArray[np.uint8]


class Solving:
    """What the states of a game are worth, the last layers first; it can be stopped partway.

    Attributes
    ----------
    game, index
        What is solved.
    codes
        (states,) uint8 plies to the end, odd where the side to move wins; 0 where a side has won.
    left
        The states below this number are to be done.
    """

    def __init__(self, game: PartitionGame) -> None:
        self.game = game
        self.index: StateIndex = state_index(game.size, game.stacking)
        self.codes: Codes = np.zeros(self.index.states, np.uint8)
        self.left = self.index.states

    def go_on(self, control: Callable[[], None]) -> Iterator[int]:
        """Work out state after state, and yield how many balls those have that are done."""
        from model.games.partition.table.layer_kernels import PART, solve_states

        g, points = self.index, len(self.index.down)
        lists = np.zeros((points + 1, 3, 1 << PART), np.int64)
        room, balls = np.zeros((3, points + 1), np.int64), np.zeros(1, np.uint64)
        tables, flood = board_tables(self.game.size), floods(self.game.size)
        starts = g.base[g.layers]
        while self.left:
            control()
            layer = int(np.searchsorted(starts, self.left)) - 1
            first = max(int(starts[layer]), self.left - AT_ONCE)
            solve_states(g, tables, flood, self.codes, first, self.left, lists, room, balls)
            self.left = first
            yield layer

    def keep(self, path: Path, control: Callable[[], None]) -> None:
        """Write a checkpoint."""
        checkpoint.keep(path, {**self._about, "left": self.left}, {"codes": self.codes}, control)

    def restore(self, path: Path, control: Callable[[], None]) -> bool:
        """Go on at a checkpoint; False where there is none of use."""
        said = checkpoint.restore(path, self._about, {"codes": self.codes}, control)
        if said is None:
            return False
        self.left = int(said["left"])
        return True

    @property
    def _about(self) -> dict[str, Any]:
        return {"game": "partition", "size": self.game.size, "rules": self.game.rules,
                "index": INDEX_VERSION, "states": self.index.states}  # fmt: skip
