"""Who wins, proved by proof numbers: for games in which play may return and depth says little.

Each side is given the goal to win. A side that is shown to have its way wins; where both are shown
not to, play is endless, or ends in a draw. The two searches know nothing of one another, so they
run in turns, or side by side on two cores. What is the same for all games is here; a game says how
its kernel is called (`model.search.proofs.proof_number_kernels`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from threading import Thread
from time import perf_counter

import numpy as np
import numpy.typing as npt

from model.contract.game import Game, Move, Position, Stop
from model.contract.search import Worth
from model.search.proofs.proof_number_kernels import (
    CUT,
    DELTA_FOUND,
    DELTA_TO,
    FINISHED,
    MODE,
    NODES,
    PHI_FOUND,
    PHI_TO,
    PROVED,
    ROOM,
    STATE,
    USED,
    ProofLine,
    Words,
    delta_of,
    empty_entries,
    phi_of,
    pour,
    slot_of,
    work_of,
)

MOST_ENTRIES = 1 << 23
"""Entries of both tables together at most: 128 MiB."""
_LEAST_ENTRIES, _GROWTH, _PART, _EVER = 1 << 14, 4, 1 << 14, 1 << 62
SLICE = 0.005
"""Seconds between two looks at the stop function, about."""
_FIRST_SLICE, _LEAST_SLICE = 500, 50
_TURN = 20_000
"""Positions looked at for one side before it is the other's turn."""
ALONE = 20_000
"""Positions looked at in turns before a second thread is worth its while."""


class _Goal:
    """The search for one player's win: what it has shown, and where it stands.

    Attributes
    ----------
    entries
        Its table.
    line, state
        For the kernel.
    slice
        Positions it looks at in `SLICE` seconds.
    """

    def __init__(self, line: ProofLine) -> None:
        self.line = line
        self.state = np.zeros(STATE, np.int64)
        self.entries = empty_entries(_LEAST_ENTRIES)
        self.slice = _FIRST_SLICE

    @property
    def is_over(self) -> bool:
        return bool(self.state[MODE] in (FINISHED, CUT))

    def begin(self) -> None:
        """Go back to the bottom of the line."""
        used = self.state[USED]
        self.state[:] = 0
        self.state[USED] = used
        self.line.frames[0] = 0
        self.line.frames[0, [PHI_TO, DELTA_TO]] = PROVED
        self._note_room()

    def _note_room(self) -> None:
        # The largest may be full: what took least work makes room there.
        size = len(self.entries)
        self.state[ROOM] = size // 2 if 2 * size < MOST_ENTRIES else _EVER

    def make_room(self, stop: Stop) -> None:
        """Have a larger table where it is half full, in parts of some milliseconds."""
        if self.state[USED] < self.state[ROOM]:
            return
        larger, used = empty_entries(len(self.entries) * _GROWTH), 0
        for first in range(0, len(self.entries), _PART):
            # A small table is poured at once, or a stop each time would keep it full for ever.
            if first and stop():
                return
            used += int(pour(self.entries[first : first + _PART], larger))
        self.entries, self.state[USED] = larger, used
        self._note_room()


class ProofNumberSearch(ABC):
    """Finds who wins; keeps what it has shown, of all positions it is asked about.

    Parameters
    ----------
    stop
        Asked every 10 ms or so; then the search can be taken up where it stands.
    cores
        How many it may use; there is work for two.

    Attributes
    ----------
    visited
        Positions looked at since it was made.
    """

    def __init__(self, game: Game, stop: Stop, cores: int = 1) -> None:
        self.game = game
        self.visited = 0
        self._stop, self._cores = stop, cores
        self._goals = (_Goal(self.new_line()), _Goal(self.new_line()))
        self._mover = 0
        self._position: Position | None = None

    def worth(self, position: Position, most: int | None = None) -> Worth | None:
        """Return what a position is worth; see `model.contract.search.ValueSearch.worth`."""
        self._take(position.without_past())
        until = None if most is None else self.visited + most
        while not self._stop():
            found = self._told()
            if found is not None or self.is_over:
                return found
            if until is not None and self.visited >= until:
                return None
            self._go_on()
        return None

    @property
    def is_over(self) -> bool:
        """Whether more time is of no use; see `model.contract.search.ValueSearch.is_over`."""
        return all(goal.is_over for goal in self._goals)

    def line(self, position: Position) -> tuple[Move, ...]:
        """Return moves that win; see `model.contract.search.ValueSearch.line`."""
        position = position.without_past()
        worth = self.worth(position)
        if worth not in ("win", "loss"):
            return ()
        wins, moves, seen = worth == "win", list[Move](), {position}
        goal = self._goals[self._mover if wins else 1 - self._mover]
        while position.outcome is None:
            step = self._quickest(position, seen, goal) if wins else self._hardest(position, goal)
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
        self._mover = position.game.players.index(str(position.to_move))
        for goal in self._goals:
            goal.begin()
            self.begin(position, goal.line)

    def _quickest(
        self, position: Position, seen: set[Position], goal: _Goal
    ) -> tuple[Move, Position] | None:
        """Return a winning move, one that took little to show; None where none is found in time."""
        steps = [step for step in _answers(position) if step[1] not in seen]
        known = sorted(
            (work, k) for k, (_, p) in enumerate(steps) if (work := self._work(p, False, goal))
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

    def _hardest(self, position: Position, goal: _Goal) -> tuple[Move, Position] | None:
        """Return the move of the loser that took most to refute."""
        steps = _answers(position)
        return max(steps, key=lambda step: self._work(step[1], True, goal), default=None)

    def _work(self, position: Position, wanting: bool, goal: _Goal) -> int:
        """Return what it took to show that the side with the goal wins, 0 where that is not known.

        `wanting`: it is to move.
        """
        if position.outcome is not None:
            return 0 if wanting else 1
        slot = int(slot_of(goal.entries, self.key(position, wanting)))
        if slot < 0 or (phi_of if wanting else delta_of)(goal.entries, slot):
            return 0
        return 1 + int(work_of(goal.entries, slot))

    def _told(self) -> Worth | None:
        """Return what the searches have shown."""
        mine, his = self._goals[self._mover], self._goals[1 - self._mover]
        won, lost = mine.state[MODE] == FINISHED, his.state[MODE] == FINISHED
        if won and mine.state[PHI_FOUND] == 0:
            return "win"
        if lost and his.state[DELTA_FOUND] == 0:
            return "loss"
        return "draw" if won and lost else None

    def _go_on(self) -> None:
        """Go on for about `SLICE` seconds, with both goals where there are cores for it."""
        mine, his = self._goals[self._mover], self._goals[1 - self._mover]
        left = [goal for goal in (mine, his) if not goal.is_over]
        looked = [int(goal.state[NODES]) for goal in left]
        if len(left) > 1 and (self._cores < 2 or sum(looked) < ALONE):
            turns = [number // _TURN for number in looked]
            left, looked = ([mine], looked[:1]) if turns[0] <= turns[1] else ([his], looked[1:])
        threads = [Thread(target=self._look, args=(goal, False)) for goal in left[1:]]
        for thread in threads:
            thread.start()
        self._look(left[0], left[0] is mine)
        for thread in threads:
            thread.join()
        self.visited += sum(int(goal.state[NODES]) for goal in left) - sum(looked)
        for goal in left:
            goal.make_room(self._stop)

    def _look(self, goal: _Goal, is_mine: bool) -> None:
        """Look at some more positions for a goal, as many as fit into a slice."""
        begun, before = perf_counter(), int(goal.state[NODES])
        self.run(goal.entries, goal.state, goal.line, is_mine, goal.slice)
        looked = int(goal.state[NODES]) - before
        if looked == goal.slice:
            fitting = int(looked * SLICE / max(perf_counter() - begun, 1e-6))
            goal.slice = max(_LEAST_SLICE, min(fitting, 2 * goal.slice))

    # -- what a game says ------------------------------------------------------------------------

    @abstractmethod
    def new_line(self) -> ProofLine:
        """Return a line with room for whatever the game can bring."""

    @abstractmethod
    def begin(self, position: Position, line: ProofLine) -> None:
        """Put a position at the bottom of a line."""

    @abstractmethod
    def key(self, position: Position, wanting: bool) -> np.uint64:
        """Return by what the table knows a position; `wanting`: the side with the goal moves."""

    @abstractmethod
    def run(
        self, entries: Words, state: npt.NDArray[np.int64], line: ProofLine, mine: bool, most: int
    ) -> None:
        """Go on with the search for a side's win for some `most` positions more."""


def _answers(position: Position) -> list[tuple[Move, Position]]:
    """Return moves that lead to different positions, with these."""
    found = {position.play(move).without_past(): move for move in reversed([*position.legal_moves])}
    return [(move, after) for after, move in reversed([*found.items()])]
