"""Who wins, proved by proof numbers: for games in which play may return and depth says little.

Each side is given the goal to win. A side that is shown to have its way wins; where both are shown
not to, play is endless, or ends in a draw. The two searches know nothing of one another, so they
run in turns, or side by side on two cores. What is the same for all games is here; a game says how
its kernel is called (`model.search.proofs.proof_number`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from threading import Thread
from time import perf_counter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.contract.game import Game, Move, Position, Stop
from model.contract.search import Worth
from model.kernels import Int, Ints, inlined_kernel, kernel

# -- depth-first proof-number search on an explicit stack, written once ----------------------------
# A game gives its own kernels for those that stand open here to `model.kernels.specialised`.
# Nagai, *Df-pn algorithm for searching AND/OR trees and its applications* (2002); of what a side
# has to refute the hardest counts whole and the others one each (weak proof numbers, Ueda and
# others, 2008), for most of them lead to the same positions; thresholds leave a quarter of slack
# (Pawlewicz and Lew, 2006).
#
# One side, the one with the goal, is to win; the other is to keep it from that, for ever if it
# likes. `PHI` says how much it takes to show that the side to move has its way, `DELTA` that it
# has not; 0 is shown. A position that returns counts as one where the goal is not reached. What is
# shown by that alone holds for the line it was shown in, not for others, so it is not kept.


Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int32]

PROVED = 1 << 20
"""A number that says: never."""
LEVELS = 160
"""Positions of the longest line that is looked at."""
EVER = 1 << 20
"""Of `LOW`: shown without a position that returns."""

LEVEL, MODE, NODES, USED, PHI_FOUND, DELTA_FOUND, ROOM = range(7)
"""Places in the state of a search that can be taken up again; USED: entries of the table, ROOM: how
many there may be until it needs a larger one."""
STATE = 7
ENTER, CHOOSE, FINISHED, CUT = range(4)
"""What MODE can be. CUT: no more can be said, the line was too long somewhere."""

START, COUNT, PHI_TO, DELTA_TO, CHOSEN, BEFORE = range(6)
"""Places in a frame: the first answer and how many there are, the numbers from which on the
position is left, the answer that is looked at, and how many positions were looked at before."""
FIELDS = 6

PHI, DELTA, LOW = range(3)
"""Places in a row of the numbers of an answer; LOW: the level of the earliest position whose return
showed it, EVER for none, -1 where the line was too long."""

_BITS, _MASK = np.uint64(21), np.uint64((1 << 21) - 1)
_TWO = np.uint64(42)
_MOST_WORK = (1 << 22) - 1
_U = np.uint64
_SLOTS, _LINE = 4, 8
_FAR = 500
"""What a number becomes that was shown by a position that returns: unlikely, but open."""


Workspace = tuple[object, ...]
"""What a game knows and where it writes: a NamedTuple of its own."""


class ProofLine(NamedTuple):
    """The line of play a search stands in.

    Attributes
    ----------
    sides
        (LEVELS, 2) uint64 bits of the side to move and of the one that waits.
    frames
        (LEVELS, FIELDS) int64.
    after
        (room,) uint64 answers, level after level: the mover's bits.
    numbers
        (room, 3) int32 PHI, DELTA and LOW of each answer, for the side that is to move then.
    """

    sides: Words
    frames: npt.NDArray[np.int64]
    after: Words
    numbers: Numbers


def new_line(room: int) -> ProofLine:
    """Return a line that has looked at nothing, with room for so many answers in all."""
    return ProofLine(
        np.zeros((LEVELS, 2), np.uint64),
        np.zeros((LEVELS, FIELDS), np.int64),
        np.empty(room, np.uint64),
        np.empty((room, 3), np.int32),
    )


def empty_entries(size: int) -> Words:
    """Return an empty table of `size` entries, a power of two: (size, 2) position and numbers.

    Four entries lie in 64 bytes, what a processor fetches at once, and begin where these begin.
    """
    words = np.zeros(2 * size + _LINE - 1, np.uint64)
    first = -(words.ctypes.data // words.itemsize) % _LINE
    return words[first : first + 2 * size].reshape(size, 2)


@inlined_kernel
def hash64(word: Int) -> np.uint64:
    """Return a word with its bits stirred, so that a part of them tells positions apart."""
    word = _U(word) * _U(0x9E3779B97F4A7C15)
    word ^= word >> _U(29)
    word *= _U(0xBF58476D1CE4E5B9)
    return _U(word ^ word >> _U(32))


@inlined_kernel
def slot_of(entries: Words, key: Int) -> Int:
    """Return the slot of a position, -1 where nothing is known of it."""
    first = np.int64(hash64(key) & _U(entries.shape[0] // _SLOTS - 1)) * _SLOTS
    for slot in range(first, first + _SLOTS):
        if entries[slot, 0] == key:
            return slot
    return -1


@inlined_kernel
def phi_of(entries: Words, slot: Int) -> Int:
    """Return the PHI of an entry."""
    return np.int64(entries[slot, 1] & _MASK)


@inlined_kernel
def delta_of(entries: Words, slot: Int) -> Int:
    """Return the DELTA of an entry."""
    return np.int64(entries[slot, 1] >> _BITS & _MASK)


@inlined_kernel
def work_of(entries: Words, slot: Int) -> Int:
    """Return how many positions were looked at for an entry."""
    return np.int64(entries[slot, 1] >> _TWO)


@kernel
def keep(entries: Words, key: Int, phi: Int, delta: Int, work: Int) -> Int:
    """Note the numbers of a position; what took least work makes room. Return entries more."""
    first = np.int64(hash64(key) & _U(entries.shape[0] // _SLOTS - 1)) * _SLOTS
    chosen: Int = first
    least: Int = np.int64(1) << 40
    more = 0
    for slot in range(first, first + _SLOTS):
        old = np.int64(entries[slot, 1] >> _TWO)
        if entries[slot, 0] == key:
            work += old
            chosen = slot
            more = 0
            break
        if entries[slot, 0] == 0:
            chosen = slot
            more = 1
            break
        if old < least:
            chosen, least = slot, old
    entries[chosen, 0] = key
    word = _U(phi) | _U(delta) << _BITS | _U(min(work, _MOST_WORK)) << _TWO
    entries[chosen, 1] = word
    return more


@kernel
def pour(entries: Words, into: Words) -> Int:
    """Put all entries into another table; return how many came in."""
    came = 0
    for slot in range(entries.shape[0]):
        if entries[slot, 0]:
            word = entries[slot, 1]
            came += keep(into, entries[slot, 0], word & _MASK, word >> _BITS & _MASK, word >> _TWO)
    return came


@kernel
def choose(line_frames: Ints, numbers: Numbers, level: Int, wanting: bool, shown: Ints) -> Int:
    """Add the numbers of the answers up into `shown`; return the answer to look at, -1 for none.

    Parameters
    ----------
    wanting
        Whether the side with the goal is to move.
    shown
        (3,) gets PHI, DELTA and LOW of the position.
    """
    start, count = line_frames[level, START], line_frames[level, COUNT]
    phi: Int = PROVED
    second: Int = PROVED
    ease: Int = PROVED
    hardest: Int = 0
    earliest: Int = EVER
    latest: Int = -1
    low: Int = EVER
    best, left = -1, 0
    for k in range(start, start + count):
        p, d = np.int64(numbers[k, 0]), np.int64(numbers[k, 1])
        low = np.int64(numbers[k, 2])
        if d == 0 and low > latest:
            latest = low
        if d < phi or (d == phi and p < ease):
            second, phi, best, ease = phi, d, k, p
        elif d < second:
            second = d
        if p > 0:
            left += 1
            if p > hardest:
                hardest = p
        if low < earliest:
            earliest = low
    delta = hardest + left - 1 if left else 0
    low = EVER
    if phi == 0:
        delta = PROVED
        if not wanting:
            low = latest
    elif delta == 0:
        phi = PROVED
        if wanting:
            low = earliest
    shown[0], shown[1], shown[2] = phi, min(delta, PROVED), low
    if phi == 0 or delta == 0 or phi >= line_frames[level, PHI_TO]:
        return -1
    if delta >= line_frames[level, DELTA_TO] or level >= LEVELS - 2:
        return -1
    line_frames[level, CHOSEN] = best
    line_frames[level + 1, START] = start + count
    line_frames[level + 1, PHI_TO] = min(PROVED, line_frames[level, DELTA_TO] - left + 1)
    line_frames[level + 1, DELTA_TO] = min(line_frames[level, PHI_TO], second + 1 + (second >> 2))
    return best


@kernel
def leave(
    entries: Words,
    line_frames: Ints,
    numbers: Numbers,
    state: Ints,
    key: Int,
    wanting: bool,
    shown: Ints,
) -> None:
    """Keep what `shown` says of a position and go back to the one before it."""
    level = state[LEVEL]
    phi, delta, low = shown[0], shown[1], shown[2]
    work = state[NODES] - line_frames[level, BEFORE] + 1
    if phi > 0 and delta > 0 and level >= LEVELS - 2:
        # Too long a line: it counts as one where the goal is not reached, here and now.
        phi, delta, low = (PROVED, 0, -1) if wanting else (0, PROVED, -1)
    elif low >= level:
        low = EVER
        state[USED] += keep(entries, key, phi, delta, work)
    elif wanting:
        state[USED] += keep(entries, key, _FAR, 1, work)
    else:
        state[USED] += keep(entries, key, 1, _FAR, work)
    if level == 0:
        state[PHI_FOUND], state[DELTA_FOUND] = phi, delta
        state[MODE] = FINISHED if low == EVER else CUT
        return
    state[LEVEL] = level - 1
    chosen = line_frames[level - 1, CHOSEN]
    numbers[chosen, 0], numbers[chosen, 1], numbers[chosen, 2] = phi, delta, low
    state[MODE] = CHOOSE


# -- what a game says -----------------------------------------------------------------------------


@kernel
def open_position(
    line: ProofLine, work: Workspace, entries: Words, level: Int, wanting: bool, stamp: Int
) -> None:
    """List the answers of a position with what is known or guessed of them, and note their count.

    Where one decides it is the only one. `stamp` is another number for each position, from 1 on.
    """
    raise NotImplementedError


@kernel
def key_of(line: ProofLine, level: Int, wanting: bool) -> Int:
    """Return the word by which the table knows a position."""
    raise NotImplementedError


@kernel
def enter(line: ProofLine, level: Int, answer: Int) -> None:
    """Put the position after an answer on the next level."""
    raise NotImplementedError


# -- the search -----------------------------------------------------------------------------------


@kernel
def search(
    line: ProofLine,
    work: Workspace,
    entries: Words,
    state: Ints,
    shown: Ints,
    mine: bool,
    most: int,
) -> None:
    """Go on where `state` says, for some `most` positions, or until the table is full.

    Parameters
    ----------
    shown
        (3,) room for the numbers of a position.
    mine
        Whether the side with the goal is to move in the first position.
    """
    until = state[NODES] + most
    while state[MODE] != FINISHED and state[MODE] != CUT:
        level = state[LEVEL]
        wanting = mine == (level % 2 == 0)
        if state[MODE] == ENTER:
            if state[NODES] >= until or state[USED] >= state[ROOM]:
                return
            line.frames[level, BEFORE] = state[NODES]
            state[NODES] += 1
            open_position(line, work, entries, level, wanting, state[NODES])
            state[MODE] = CHOOSE
        answer = choose(line.frames, line.numbers, level, wanting, shown)
        if answer >= 0:
            enter(line, level, answer)
            state[LEVEL] = level + 1
            state[MODE] = ENTER
        else:
            key = key_of(line, level, wanting)
            leave(entries, line.frames, line.numbers, state, key, wanting, shown)


# -- who wins, proved by proof numbers: for games in which play may return and depth says little ---


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
