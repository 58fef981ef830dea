"""A table of Pyraos while it is solved: its arrays in memory or on the disk, and the passes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from model.games.pyraos.table.carry_kernels import CHUNK, OPEN, Board
from model.games.pyraos.table.retrograde_kernels import set_up, spread, spread_parts
from model.games.pyraos.table.state_index import INDEX_VERSION, StateIndex
from model.tablebase import checkpoint
from model.tablebase.working_file import WorkingFile

AT_ONCE = 1 << 22
"""States one call of a kernel works on, some tenths of a second: then a build can be stopped."""
BESIDE = 400_000_000
"""Bytes a build takes beside its arrays: compiled kernels, lists, marks."""

Control = Callable[[], None]


class Solving:
    """Retrograde analysis of one rule set, which can be stopped between any two distances.

    Attributes
    ----------
    ground, rules, obliged
        What is solved.
    board
        What the kernels work on.
    distance
        The distance whose pass comes next.
    decided
        How many states were decided at each distance.
    """

    def __init__(
        self, index: StateIndex, rules: int, obliged: bool, working: Path | None = None
    ) -> None:
        self.index, self.rules, self.obliged = index, rules, obliged
        self.distance, self.decided = 1, [0]
        self._working: list[WorkingFile] = []
        states, c, places = index.states, len(index.canonical), len(index.down)
        layers = np.diff(index.base[index.layers[: places + 1]])
        marks = int(layers.max()) // 8 + 2 if rules else 1
        self.board = Board(
            self._bytes(states, working, "known"),
            self._bytes(states if rules else 1, working if rules else None, "parts"),
            np.zeros((2, c), np.int64), np.zeros(c, np.int64),
            np.zeros((2, 2, marks), np.uint8), np.zeros((2, c), np.int64),
            np.zeros(CHUNK, np.int64),
            np.zeros(CHUNK, np.int32), np.zeros(CHUNK, np.int32), np.zeros(CHUNK, np.int32),
            np.zeros(CHUNK, np.int32),
            np.zeros((3, 1024), np.int32), np.zeros(8, np.int64),
        )  # fmt: skip

    def _bytes(self, count: int, working: Path | None, name: str) -> npt.NDArray[np.uint8]:
        """Return an array of memory, or of a file where `working` names one."""
        if working is None:
            return np.zeros(count, np.uint8)
        self._working.append(WorkingFile(working.with_name(f"{working.name}.{name}"), count))
        return self._working[-1].array

    @property
    def left(self) -> int:
        """How many states are not decided."""
        return int(self.board.left.sum())

    def begin(self, control: Control) -> Iterator[int]:
        """Count the turns of every state, and yield how many states are done."""
        for first, last in self._slices(np.diff(self.index.base)):
            set_up(self.index, self.board, first, last, self.rules > 0, self.obliged)
            control()
            yield int(self.index.base[last])

    def passes(self, control: Control) -> Iterator[int]:
        """Go through the distances and yield each once its states have been told of.

        It ends when two distances on end have no state: nothing can be decided any more.
        """
        g, b = self.index, self.board
        while b.fresh.any():
            here = b.fresh[self.distance & 1]
            self.decided.append(int(here.sum()))
            for n in range(len(g.down)):
                if here.any():
                    self._layer(n, control)
            here[:] = 0
            self.distance += 1
            if self.distance >= OPEN:
                raise OverflowError("a distance does not fit into seven bits")
            yield self.distance - 1

    def _layer(self, n: int, control: Control) -> None:
        """Tell what depends on the states with n spheres that the pass is about."""
        g, b, distance = self.index, self.board, self.distance
        first, last = int(g.layers[n]), int(g.layers[n + 1])
        if b.fresh[distance & 1, first:last].any() or b.marked[:, first:last].any():
            self.fetch(n - 1, n + 2)
        for low, high in self._slices(b.fresh[distance & 1, first:last], first):
            spread(g, b, low, high, distance, self.rules, self.obliged)
            control()
        if not self.rules:
            return
        for many in (False, True):
            for low, high in self._slices(b.marked[int(many), first:last], first):
                spread_parts(g, b, low, high, distance, self.rules, many)
                control()
            b.marks[int(many), n & 1] = 0

    def fetch(self, lowest: int, highest: int) -> None:
        """Have the states at hand that have from `lowest` up to `highest` spheres."""
        g = self.index
        low, high = g.layers[max(0, lowest)], g.layers[min(highest, len(g.down))]
        for file in self._working:
            file.fetch(int(g.base[low]), int(g.base[high]))

    def _slices(self, counts: npt.NDArray[np.int64], offset: int = 0) -> Iterator[tuple[int, int]]:
        """Yield first and last of runs of configurations with about `AT_ONCE` states each."""
        sums = np.cumsum(counts)
        first = 0
        while first < len(sums) and sums[-1] > (sums[first - 1] if first else 0):
            before = int(sums[first - 1]) if first else 0
            last = max(first + 1, int(np.searchsorted(sums, before + AT_ONCE)))
            yield offset + first, offset + min(last, len(sums))
            first = last

    def _about(self) -> dict[str, object]:
        places, rules = len(self.index.down), self.rules
        return {
            "index": INDEX_VERSION, "places": places, "rules": rules, "obliged": self.obliged
        }  # fmt: skip

    def _arrays(self) -> dict[str, npt.NDArray[np.int64] | npt.NDArray[np.uint8]]:
        b = self.board
        return {"known": b.known, "parts": b.parts, "fresh": b.fresh, "left": b.left}

    def keep(self, path: Path, control: Control) -> None:
        """Write a checkpoint; TableError where it cannot be written."""
        self.in_order()
        about = {**self._about(), "distance": self.distance, "decided": self.decided}
        checkpoint.keep(path, about, self._arrays(), control)

    def restore(self, path: Path, control: Control) -> bool:
        """Go on at a checkpoint; return whether there was one of use."""
        self.in_order()
        said = checkpoint.restore(path, self._about(), self._arrays(), control)
        if said is None:
            self.board.fresh[:] = self.board.left[:] = 0
            return False
        self.distance, self.decided = int(said["distance"]), [int(n) for n in said["decided"]]
        return True

    def in_order(self) -> None:
        """Say that all states are needed, one after the other."""
        for file in self._working:
            file.in_order()

    def codes(self, first: int, last: int) -> npt.NDArray[np.uint8]:
        """Return states as a table keeps them: plies to the end, 0 for a draw."""
        few = self.board.known[first:last]
        return np.where(few < OPEN, few, 0).astype(np.uint8)

    def close(self) -> None:
        """Remove the files that were worked on."""
        for file in self._working:
            file.remove()
