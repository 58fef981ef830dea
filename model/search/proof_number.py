"""Who wins, proved by proof numbers: for games in which play may return and depth says little.

Each side in turn is given the goal to win. A side that is shown to have its way wins; where both
are shown not to, play is endless, or ends in a draw. What is the same for all games is here; a game
says how its kernel is called (`model.search.proof_number_kernels`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from time import perf_counter

import numpy as np
import numpy.typing as npt

from model.game import Game, Move, Position, Stop
from model.search.proof_number_kernels import (
    CUT,
    DELTA_FOUND,
    DELTA_TO,
    FINISHED,
    MODE,
    NODES,
    PHI_FOUND,
    PHI_TO,
    PROVED,
    STATE,
    USED,
    Line,
    Words,
    delta_of,
    empty_entries,
    phi_of,
    pour,
    slot_of,
    work_of,
)
from model.search_contract import Worth

MOST_ENTRIES = 1 << 23
"""Entries of the table at most: 128 MiB."""
_LEAST_ENTRIES, _GROWTH, _PART = 1 << 14, 4, 1 << 14
SLICE = 0.005
"""Seconds between two looks at the stop function, about."""
_FIRST_SLICE, _LEAST_SLICE = 500, 50
_TURN = 20_000
"""Positions looked at for one side before it is the other's turn."""


class ProofNumberSearch(ABC):
    """Finds who wins; keeps what it has shown, of all positions it is asked about.

    Parameters
    ----------
    stop
        Asked every 10 ms or so; then the search can be taken up where it stands.

    Attributes
    ----------
    visited
        Positions looked at since it was made.
    """

    def __init__(self, game: Game, stop: Stop) -> None:
        self.game = game
        self.visited = 0
        self._stop = stop
        self._entries = empty_entries(_LEAST_ENTRIES)
        self._used = 0
        self._slice = _FIRST_SLICE
        self._lines = (self.new_line(), self.new_line())
        self._states = tuple(np.zeros(STATE, np.int64) for _ in range(2))
        self._position: Position | None = None

    def worth(self, position: Position, most: int | None = None) -> Worth | None:
        """Return what a position is worth; see `model.search_contract.ValueSearch.worth`."""
        self._take(position.without_past())
        until = None if most is None else self.visited + most
        while not self._stop():
            found = self._told()
            if found is not None or self.is_over:
                return found
            if until is not None and self.visited >= until:
                return None
            self._run(self._next())
        return None

    @property
    def is_over(self) -> bool:
        """Whether more time is of no use; see `model.search_contract.ValueSearch.is_over`."""
        return all(state[MODE] in (FINISHED, CUT) for state in self._states)

    def line(self, position: Position) -> tuple[Move, ...]:
        """Return moves that win; see `model.search_contract.ValueSearch.line`."""
        position = position.without_past()
        worth = self.worth(position)
        if worth not in ("win", "loss"):
            return ()
        wins, moves, seen = worth == "win", list[Move](), {position}
        while position.outcome is None:
            step = self._quickest(position, seen) if wins else self._hardest(position)
            if step is None or step[1] in seen:
                break
            move, position = step
            moves.append(move)
            seen.add(position)
            wins = not wins
        return tuple(moves)

    def _take(self, position: Position) -> None:
        """Put a position at the bottom of both lines, unless it is there."""
        if position == self._position:
            return
        self._position = position
        for state, line in zip(self._states, self._lines, strict=True):
            state[:] = 0
            line.frames[0] = 0
            line.frames[0, [PHI_TO, DELTA_TO]] = PROVED
            self.begin(position, line)

    def _quickest(self, position: Position, seen: set[Position]) -> tuple[Move, Position] | None:
        """Return a winning move, one that took little to show; None where none is found in time."""
        steps = [step for step in _answers(position) if step[1] not in seen]
        known = sorted(
            (work, k) for k, (_, p) in enumerate(steps) if (work := self._work(p, False))
        )
        if known:
            return steps[known[0][1]]
        most = _TURN
        while not self._stop():
            for step in steps:
                if step[1].outcome is None and self.worth(step[1], most) == "loss":
                    return step
            most *= 4
        return None

    def _hardest(self, position: Position) -> tuple[Move, Position] | None:
        """Return the move of the loser that took most to refute."""
        return max(_answers(position), key=lambda step: self._work(step[1], True), default=None)

    def _work(self, position: Position, wanting: bool) -> int:
        """Return what it took to show that the side with the goal wins, 0 where that is not known.

        `wanting`: it is to move.
        """
        if position.outcome is not None:
            return 0 if wanting else 1
        slot = int(slot_of(self._entries, self.key(position, wanting)))
        if slot < 0 or (phi_of if wanting else delta_of)(self._entries, slot):
            return 0
        return 1 + int(work_of(self._entries, slot))

    def _told(self) -> Worth | None:
        """Return what the searches have shown."""
        his, mine = (bool(s[MODE] == FINISHED) for s in self._states)
        if mine and self._states[1][PHI_FOUND] == 0:
            return "win"
        if his and self._states[0][DELTA_FOUND] == 0:
            return "loss"
        return "draw" if mine and his else None

    def _next(self) -> int:
        """Return whose goal is to be looked at next: 1 for the side to move, 0 for the other."""
        his, mine = self._states
        if his[MODE] in (FINISHED, CUT):
            return 1
        if mine[MODE] in (FINISHED, CUT):
            return 0
        return int(mine[NODES] // _TURN <= his[NODES] // _TURN)

    def _run(self, mine: int) -> None:
        state = self._states[mine]
        state[USED] = self._used
        begun, before = perf_counter(), int(state[NODES])
        self.run(self._entries, state, self._lines[mine], bool(mine), self._slice)
        looked = int(state[NODES]) - before
        self.visited += looked
        self._used = int(state[USED])
        if looked == self._slice:
            fitting = int(looked * SLICE / max(perf_counter() - begun, 1e-6))
            self._slice = max(_LEAST_SLICE, min(fitting, 2 * self._slice))
        self._make_room()

    def _make_room(self) -> None:
        """Have a larger table where it is half full, in parts of some milliseconds."""
        size = len(self._entries)
        if 2 * self._used <= size or size >= MOST_ENTRIES:
            return
        larger, used = empty_entries(size * _GROWTH), 0
        for first in range(0, size, _PART):
            if self._stop():
                return
            used += int(pour(self._entries[first : first + _PART], larger))
        self._entries, self._used = larger, used

    # -- what a game says ------------------------------------------------------------------------

    @abstractmethod
    def new_line(self) -> Line:
        """Return a line with room for whatever the game can bring."""

    @abstractmethod
    def begin(self, position: Position, line: Line) -> None:
        """Put a position at the bottom of a line."""

    @abstractmethod
    def key(self, position: Position, wanting: bool) -> np.uint64:
        """Return by what the table knows a position; `wanting`: the side with the goal moves."""

    @abstractmethod
    def run(
        self, entries: Words, state: npt.NDArray[np.int64], line: Line, mine: bool, most: int
    ) -> None:
        """Go on with the search for a side's win for some `most` positions more."""


def _answers(position: Position) -> list[tuple[Move, Position]]:
    """Return moves that lead to different positions, with these."""
    found = {position.play(move).without_past(): move for move in reversed([*position.legal_moves])}
    return [(move, after) for after, move in reversed([*found.items()])]
