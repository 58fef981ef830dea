"""Proofs by depth: an AND/OR search in a kernel, one own move deeper at a time, cut into slices.

A game has the kernel made for itself (`model.kernels.specialised`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.contract.game import Game, Goal, Position, Stop, Stopped
from model.kernels import Ints, Kernel, inlined_kernel, kernel
from model.search.proofs.plain_prover import reached

# -- the transposition table of proofs: whole positions are keys, so it is exact -------------------
# An entry says for one position with how many plies left the goal is known not to be reached
# (`FAILS`, the most of them), with how many it is (`DOES`, the fewest), and the move that showed
# it.


FAILS, DOES, BEST = range(3)
NEVER = 1 << 20
"""Of `DOES`: no number of plies is known to do."""
LEAST, MOST = 1 << 12, 1 << 21
_WINDOW, _PART = 8, 1 << 14
_MIX, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)

Keys = npt.NDArray[np.uint64]
Known = npt.NDArray[np.int32]


class ProofTable(NamedTuple):
    """The table as arrays; `MOST` entries at most, then the shallow ones make room.

    Attributes
    ----------
    keys
        (size, words) positions, size a power of two.
    known
        (size, 3) FAILS, DOES and BEST; DOES is 0 where nothing stands.
    used
        (1,) how many entries there are.
    """

    keys: Keys
    known: Known
    used: npt.NDArray[np.int64]


def empty_table(words: int, size: int = LEAST) -> ProofTable:
    """Return a table for positions of so many 64-bit words."""
    return ProofTable(
        np.zeros((size, words), np.uint64), np.zeros((size, 3), np.int32), np.zeros(1, np.int64)
    )


def with_room(table: ProofTable, pause: Callable[[], None]) -> ProofTable:
    """Return the table, or a larger one with the same entries where it is half full.

    `pause` is called between two parts of the work, some milliseconds each.
    """
    size, words = table.keys.shape
    if int(table.used[0]) * 2 <= size or size >= MOST:
        return table
    larger = empty_table(words, size * 4)
    for first in range(0, size, _PART):
        pause()
        last = min(first + _PART, size)
        _pour(table.keys[first:last], table.known[first:last], *larger)
    return larger


@kernel
def _window(keys: Keys, key: Keys) -> int:
    """Return the first of the slots a position may stand in."""
    hashed = np.uint64(0)
    for word in key:
        hashed = (hashed ^ word) * _MIX
        hashed ^= hashed >> _SHIFT
    return int(np.int64(hashed & np.uint64(keys.shape[0] // _WINDOW - 1)) * _WINDOW)


@kernel
def probe(keys: Keys, known: Known, key: Keys) -> int:
    """Return the slot of a position, -1 where nothing is known of it."""
    first = _window(keys, key)
    for slot in range(first, first + _WINDOW):
        if known[slot, DOES] == 0:
            return -1
        same = True
        for k in range(key.size):
            if keys[slot, k] != key[k]:
                same = False
                break
        if same:
            return slot
    return -1


@kernel
def look_up(keys: Keys, known: Known, key: Keys, plies: int) -> int:
    """Return whether the goal is known to be reached with `plies` left: 1, 0, or -1 for unknown."""
    slot = probe(keys, known, key)
    if slot < 0:
        return -1
    if known[slot, DOES] <= plies:
        return 1
    return 0 if known[slot, FAILS] >= plies else -1


@kernel
def store(
    keys: Keys,
    known: Known,
    used: npt.NDArray[np.int64],
    key: Keys,
    plies: int,
    reached: bool,
    move: int,
) -> None:
    """Note that with `plies` left the goal is reached, or not, and the move that shows it or -1."""
    slot = probe(keys, known, key)
    if slot < 0:
        slot = _make_room(keys, known, used, key)
    if reached:
        known[slot, DOES] = min(known[slot, DOES], plies)
    else:
        known[slot, FAILS] = max(known[slot, FAILS], plies)
    if move >= 0:
        known[slot, BEST] = move


@kernel
def _make_room(keys: Keys, known: Known, used: npt.NDArray[np.int64], key: Keys) -> int:
    """Return a slot for a new position, emptied of the shallowest entry where all are taken."""
    first = _window(keys, key)
    chosen, shallowest = first, NEVER
    for slot in range(first, first + _WINDOW):
        if known[slot, DOES] == 0:
            used[0] += 1
            chosen = slot
            break
        deep = known[slot, FAILS]
        if known[slot, DOES] < NEVER:
            deep = max(deep, known[slot, DOES])
        if deep < shallowest:
            chosen, shallowest = slot, deep
    for k in range(key.size):
        keys[chosen, k] = key[k]
    known[chosen, FAILS], known[chosen, DOES], known[chosen, BEST] = -1, NEVER, -1
    return int(chosen)


@kernel
def _pour(
    keys: Keys, known: Known, into_keys: Keys, into: Known, used: npt.NDArray[np.int64]
) -> None:
    for slot in range(keys.shape[0]):
        if known[slot, DOES]:
            found = _make_room(into_keys, into, used, keys[slot])
            for k in range(3):
                into[found, k] = known[slot, k]


# -- proofs by depth, written once: an AND/OR search on an explicit stack, with a table of proofs --
# A position is proved for one side, the one with the goal: that it reaches the goal within so many
# plies, or that it does not. A game gives its own kernels for those that stand open here to
# `model.kernels.specialised`. What can follow is looked up before any of it is searched (enhanced
# transposition cut-offs: Plaat and others, *Exploiting graph properties of game trees*, 1996).


LEVEL, MODE, VALUE, VISITED = range(4)
"""Places in the state of a search that can be taken up again."""
ENTER, NEXT, RETURN, FINISHED = range(4)
"""What `MODE` can be: a position is entered, its next move is due, its value is returned, all is
done."""
OPEN = -1
"""Of values, beside 1 (the goal is reached) and 0 (it is not): nothing is known."""
LOOK_AHEAD = 4
"""Plies from which on all that follows is looked up before any of it is searched."""

Line = tuple[object, ...]
"""The positions of the line of play, level by level: a NamedTuple of the game's own."""


class ProofStack(NamedTuple):
    """What the search keeps of the line of play; the first axis of most is the level.

    Attributes
    ----------
    plies
        (levels,) plies left.
    moves
        (levels, most) the moves that are open.
    scores
        (levels, most) for a game that picks them by scores.
    counts, done
        (levels,) how many moves there are, how many were tried.
    key
        (words,) room for one.
    """

    plies: npt.NDArray[np.int64]
    moves: Ints
    scores: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int64]
    done: npt.NDArray[np.int64]
    key: npt.NDArray[np.uint64]


def new_stack(levels: int, most: int, words: int, kind: type[np.integer]) -> ProofStack:
    """Return a stack for so many positions, moves in each, and words of a key."""
    return ProofStack(
        np.zeros(levels, np.int64),
        np.empty((levels, most), kind),
        np.empty((levels, most), np.int32),
        np.zeros(levels, np.int64),
        np.zeros(levels, np.int64),
        np.zeros(words, np.uint64),
    )


# -- what a game says -----------------------------------------------------------------------------


@kernel
def settled(line: Line, stack: ProofStack, level: int, mine: bool) -> int:
    """Return the value of a position that needs no search, else OPEN.

    `mine`: the side with the goal is to move.
    """
    raise NotImplementedError


@inlined_kernel
def settled_ahead(line: Line, level: int, plies: int, mine: bool) -> int:
    """Return what is quickly told of a position that may be entered, else OPEN."""
    return OPEN


@inlined_kernel
def looks_ahead(plies: int) -> bool:
    """Whether what follows is looked at before any of it is searched."""
    return plies >= LOOK_AHEAD


@kernel
def write_key(line: Line, level: int, mine: bool, key: Ints) -> None:
    """Write by which words the table knows a position."""
    raise NotImplementedError


@kernel
def list_moves(
    line: Line, stack: ProofStack, table: ProofTable, level: int, mine: bool, first: int
) -> int:
    """List the moves of a level and set its count; return the value where they decide, else OPEN.

    `first` is the move that the table would try, -1 for none; the key of the stack is that of the
    position.
    """
    raise NotImplementedError


@inlined_kernel
def pick_next_move(stack: ProofStack, level: int) -> int:
    """Return the next of the moves left, and count it as tried; by default in their order."""
    k = stack.done[level]
    stack.done[level] = k + 1
    return int(stack.moves[level, k])


@kernel
def make(line: Line, level: int, move: int) -> None:
    """Play a move of a level into the next."""
    raise NotImplementedError


@inlined_kernel
def update_history(line: Line, stack: ProofStack, level: int, move: int) -> None:
    """Note that a move decided, so that it is tried early elsewhere; by default nothing."""


# -- the search -----------------------------------------------------------------------------------


@inlined_kernel
def _note(
    line: Line, stack: ProofStack, table: ProofTable, level: int, mine: bool, value: int, move: int
) -> None:
    """Keep what was proved of the position of a level."""
    write_key(line, level, mine, stack.key)
    plies = stack.plies[level]
    store(table.keys, table.known, table.used, stack.key, plies, value == 1, move)


@kernel
def _enter(line: Line, stack: ProofStack, table: ProofTable, level: int, mine: bool) -> int:
    """Return the value of a position that is settled or known, else list its moves; OPEN."""
    found = settled(line, stack, level, mine)
    if found != OPEN:
        return int(found)
    plies, first = stack.plies[level], -1
    write_key(line, level, mine, stack.key)
    slot = probe(table.keys, table.known, stack.key)
    if slot >= 0:
        if table.known[slot, DOES] <= plies:
            return 1
        if table.known[slot, FAILS] >= plies:
            return 0
        first = table.known[slot, BEST]
    found = list_moves(line, stack, table, level, mine, first)
    stack.done[level] = 0
    if found != OPEN or not looks_ahead(plies):
        return int(found)
    left, wanted = 0, 1 if mine else 0
    moves, scores = stack.moves[level], stack.scores[level]
    for k in range(stack.counts[level]):
        move = moves[k]
        make(line, level, move)
        found = settled_ahead(line, level + 1, plies - 1, not mine)
        if found == OPEN and plies >= LOOK_AHEAD:
            write_key(line, level + 1, not mine, stack.key)
            found = look_up(table.keys, table.known, stack.key, plies - 1)
        if found == wanted:
            _note(line, stack, table, level, mine, wanted, move)
            return wanted
        if found == OPEN:
            moves[left], scores[left] = move, scores[k]
            left += 1
    stack.counts[level] = left
    return OPEN


@kernel
def search(
    line: Line, stack: ProofStack, table: ProofTable, state: Ints, bottom: bool, most: int
) -> None:
    """Go on where `state` says, for some `most` positions.

    `bottom`: the side with the goal is to move in the first position.
    """
    level, mode, value = state[LEVEL], state[MODE], state[VALUE]
    visited, until = state[VISITED], state[VISITED] + most
    while mode != FINISHED:
        mine = bottom == (level % 2 == 0)
        if mode == ENTER:
            if visited >= until:
                break
            visited += 1
            mode, found = NEXT, _enter(line, stack, table, level, mine)
            if found != OPEN:
                mode, value = RETURN, found
        elif mode == NEXT:
            if stack.done[level] == stack.counts[level]:
                # Nothing wins, or nothing saves: the other side has its way.
                mode, value = RETURN, 0 if mine else 1
                _note(line, stack, table, level, mine, value, -1)
            else:
                make(line, level, pick_next_move(stack, level))
                level += 1
                stack.plies[level] = stack.plies[level - 1] - 1
                mode = ENTER
        elif level == 0:
            mode = FINISHED
        else:
            level -= 1
            mode = NEXT
            if (value == 1) != mine:  # for the side that moved here it is what it wanted
                move = stack.moves[level, stack.done[level] - 1]
                _note(line, stack, table, level, not mine, value, move)
                update_history(line, stack, level, move)
                mode = RETURN
    state[LEVEL], state[MODE], state[VALUE], state[VISITED] = level, mode, value, visited


# -- proofs by depth: an AND/OR search in a kernel, one own move deeper at a time, cut into slices -


MOST_MOVES = 60
"""Own moves that are looked at."""


class DeepeningProver(ABC):
    """Answers what a side can force within so many moves; see `model.contract.search.Prover`.

    Attributes
    ----------
    visited
        Positions looked at since the prover was made.
    exact
        Whether a search under way counts a win at the ply that brings it about: a side left without
        a move has lost then, not when its turn comes.
    slice
        Positions between two looks at the stop function: some milliseconds.
    most
        Positions looked at, about, where the number of moves is open; then there is no answer.
    kernel
        `search`, made for the game.
    """

    kernel: Kernel[..., None]
    slice: int
    most: int
    _stack: ProofStack
    _line: object

    def __init__(self, game: Game, stop: Stop | None = None) -> None:
        self.game = game
        self.visited = 0
        self.exact = False
        self._stop = stop
        self._tables: dict[tuple[int, bool], ProofTable] = {}

    def can(self, position: Position, goal: Goal, moves: int | None) -> bool | None:
        """Tell whether `goal.side` can force the goal; see `model.contract.search.Prover.can`."""
        position = position.without_past()
        settled = reached(position, goal)
        if settled is not None:
            return settled
        if moves is None:
            return self._in_any_number(position, goal)
        return self._within(position, goal, moves)

    def length(self, position: Position, goal: Goal, moves: int) -> int | None:
        """Return how many plies a goal takes; see `model.contract.search.Prover.length`."""
        position = position.without_past()
        if reached(position, goal):
            return 0
        mine = position.to_move == goal.side
        last = 2 * moves - mine
        most = self.plies(position, moves, mine)
        if most <= last:
            return most
        self.exact = True
        try:
            return last if self._search_plies(position, goal, last) else last + 1
        finally:
            self.exact = False

    def _within(self, position: Position, goal: Goal, moves: int) -> bool:
        """Look one move deeper at a time: the table tells the next look which moves come first."""
        for number in range(min(self.fewest(position, goal), moves), min(moves, MOST_MOVES) + 1):
            if self._search(position, goal, number):
                return True
        return False

    def _in_any_number(self, position: Position, goal: Goal) -> bool | None:
        """Look for a forced win of either side, deeper and deeper: who loses by force never wins.

        Play that goes round for ever is neither's win; of it nothing can be said here.
        """
        before = self.visited
        players = self.game.players
        other = Goal("win", players[1 - players.index(goal.side)])
        for moves in range(1, MOST_MOVES + 1):
            if self._search(position, goal, moves):
                return True
            if self._search(position, other, moves):
                return False
            if self.visited - before > self.most:
                return None
        return None

    def _search(self, position: Position, goal: Goal, moves: int) -> bool:
        mine = position.to_move == goal.side
        return self._search_plies(position, goal, self.plies(position, moves, mine))

    def _search_plies(self, position: Position, goal: Goal, plies: int) -> bool:
        side = self.game.players.index(goal.side)
        key = (side, self.exact)
        table = self._tables.get(key)
        if table is None:
            table = self._tables[key] = self.new_table()
        if plies <= 0:
            return False
        state = np.zeros(4, np.int64)
        if len(self._stack.plies) < plies + 1:
            self._stack, self._line = self.room(plies + 1)
        self._stack.plies[0] = plies
        self.begin(position, side)
        mine = position.to_move == goal.side
        while state[MODE] != FINISHED:
            self._pause()
            seen = int(state[VISITED])
            self.kernel(self._line, self._stack, table, state, mine, self.slice)
            self.visited += int(state[VISITED]) - seen
            grown = with_room(table, self._pause)
            if grown is not table:
                table = self._tables[key] = grown
        return bool(state[VALUE])

    def _pause(self) -> None:
        if self._stop is not None and self._stop():
            raise Stopped

    # -- what a game says ------------------------------------------------------------------------

    @abstractmethod
    def new_table(self) -> ProofTable:
        """Return an empty table for the positions of the game."""

    @abstractmethod
    def fewest(self, position: Position, goal: Goal) -> int:
        """Return a number of own moves below which the goal is out of reach."""

    @abstractmethod
    def plies(self, position: Position, moves: int, mine: bool) -> int:
        """Return how many plies so many own moves are at most, 0 where there is no hope."""

    @abstractmethod
    def begin(self, position: Position, side: int) -> None:
        """Put a position at the bottom of the line, for the goal of the `side`-th player."""

    @abstractmethod
    def room(self, levels: int) -> tuple[ProofStack, object]:
        """Return room for so many positions: the stack, and what is asked about them."""
