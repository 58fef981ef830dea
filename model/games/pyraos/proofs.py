"""Proofs in Pyraos: who wins, by proof numbers, and what a side can force within so many turns.

The points of the engine guess which answers are easy to prove.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.contract.game import Goal, Position, Stop
from model.games.pyraos.engine import (
    FEATURES,
    PATTERNS,
    POINTS,
    START,
    WINDOWS,
    Found,
    Points,
    add_windows,
    list_counts,
    number,
    points_of,
)
from model.games.pyraos.kernels import (
    MAX_MOVES,
    PASS,
    PLACES,
    SPHERES,
    TOP,
    Word,
    list_moves,
    moved,
    ones,
    removing_places,
)
from model.games.pyraos.position import PyraosGame, PyraosPosition
from model.games.pyraos.turns import rules_number
from model.kernels import Int, Ints, inlined_kernel, kernel, specialised
from model.search.proofs import proof_number, proof_search
from model.search.proofs.proof_number import (
    COUNT,
    EVER,
    LEVELS,
    PROVED,
    Numbers,
    ProofLine,
    ProofNumberSearch,
    Words,
    delta_of,
    hash64,
    new_line,
    phi_of,
    slot_of,
)
from model.search.proofs.proof_search import (
    DeepeningProver,
    Keys,
    ProofStack,
    ProofTable,
    empty_table,
    new_stack,
)

# -- how much it seems to take to prove the answers of a position, all of them judged at once ------
# It is what `engine.static_value` says of each; what the answers of a position have in
# common, the side that moves next, is looked at once.


EVEN = 800
"""Points at which a guess is as sure as it gets."""
OPEN = -1
"""PHI of an answer that nothing is known of."""


class Guesses(NamedTuple):
    """What guesses rest on, and room to work.

    Attributes
    ----------
    points
        (SIZE,) int16 what features are worth.
    first
        (PLACES + 1, 2 * EVEN + 1) int32 the first PHI of a position by the spheres on the board and
        by its worth in points, from -EVEN on.
    theirs, found
        (FEATURES,) int64 room for what windows hold of the side that moves next, and for features.
    """

    points: Points
    first: npt.NDArray[np.int32]
    theirs: Found
    found: Found


@kernel
def guess(
    own: Word,
    other: Word,
    rules: int,
    guesses: Guesses,
    after: Words,
    numbers: Numbers,
    start: int,
    count: int,
) -> None:
    """Write PHI and DELTA of those answers that are `OPEN`.

    Parameters
    ----------
    own, other
        The position before them; `own` moves to one of `after`.
    """
    points, first, theirs, found = guesses
    for window in range(WINDOWS):
        theirs[window] = START[window]
    add_windows(other, 1, theirs)
    removing = removing_places(other, rules)
    for k in range(start, start + count):
        if numbers[k, 0] != OPEN:
            continue
        bits = after[k]
        phase = number(bits | other, PLACES)
        for window in range(WINDOWS):
            found[window] = PATTERNS * phase + theirs[window]
        add_windows(bits, 2, found)
        list_counts(other, bits, removing, removing_places(bits, rules), phase, found)
        value = 0
        for feature in found:
            value += points[feature]
        at = min(max(EVEN + value, 0), 2 * EVEN)
        numbers[k, 0], numbers[k, 1] = first[phase, at], first[phase, 2 * EVEN - at]


# -- what proof numbers ask of Pyraos --------------------------------------------------------------
# Several moves often leave the same spheres: to place one and take another back is to lift that
# one, and to take back what was placed is to do nothing. Only what differs is looked at.


_U = np.uint64
_APEX, _PLACES, _GOAL = _U(1 << TOP), _U(PLACES), _U(1 << 63)
_TAKEN = 1 << 10


class Workspace(NamedTuple):
    """What the kernel knows and where it writes.

    Attributes
    ----------
    guesses
        What first numbers rest on.
    moves
        (MAX_MOVES,) int64 room for a list of moves.
    seen
        (size,) uint64 room to tell answers apart, zeros at first; size is a power of two, twice
        MAX_MOVES or more.
    rules, obliged
        The rule set by number, and whether a square obliges to take spheres back.
    """

    guesses: Guesses
    moves: npt.NDArray[np.int64]
    seen: Words
    rules: int
    obliged: bool


@kernel
def list_answers(
    own: Word, other: Word, work: Workspace, stamp: Int, after: Words, start: Int
) -> int:
    """Write the different bits that the side to move can have after a move; return how many.

    `stamp` is another number for each call with the same room, from 1 on.
    """
    moves, seen = work.moves, work.seen
    listed = list_moves(own, other, work.rules, work.obliged, moves)
    removing = False
    for k in range(listed):
        if moves[k] >= _TAKEN and moves[k] != PASS:
            removing = True
            break
    if not removing:
        for k in range(listed):
            after[start + k] = moved(own, moves[k])
        return int(listed)
    size, n = np.int64(64), start
    while size < 2 * listed:
        size *= 2
    last = size - 1
    mark = _U(stamp) << _PLACES
    for k in range(listed):
        bits = moved(own, moves[k])
        word = bits | mark
        at = np.int64(hash64(bits)) & last
        while seen[at] >> _PLACES == _U(stamp) and seen[at] != word:
            at = (at + 1) & last
        if seen[at] != word:
            seen[at] = word
            after[n] = bits
            n += 1
    return int(n - start)


@kernel
def _note_returns(line: ProofLine, level: Int, wanting: bool, start: int, count: int) -> None:
    """Mark answers that have stood in the line before, unless it is shown what they are worth."""
    sides, _, after, numbers = line
    back = level - 1
    while back >= 0:
        # The side that moves next has its spheres where they were: that alone is rare.
        if sides[back, 0] == sides[level, 1]:
            for k in range(start, start + count):
                if after[k] != sides[back, 1] or numbers[k, 2] != EVER or numbers[k, 0] == 0:
                    continue
                numbers[k, 2] = back
                numbers[k, 0], numbers[k, 1] = (0, PROVED) if wanting else (PROVED, 0)
        back -= 2


@kernel
def _open_position(
    line: ProofLine, work: Workspace, entries: Words, level: Int, wanting: bool, stamp: Int
) -> None:
    sides, frames, after, numbers = line
    own, other = sides[level, 0], sides[level, 1]
    start = frames[level, proof_number.START]
    count = list_answers(own, other, work, stamp, after, start)
    frames[level, COUNT] = count
    word = other | (_U(0) if wanting else _GOAL)
    # A loop of its own, so that the processor can fetch several entries at once.
    for k in range(start, start + count):
        bits = after[k]
        numbers[k, 0], numbers[k, 2] = OPEN, EVER
        if (bits | other) & _APEX:
            numbers[k, 0], numbers[k, 1] = PROVED, 0
        else:
            slot = slot_of(entries, word | bits << _PLACES)
            if slot < 0:
                continue
            numbers[k, 0], numbers[k, 1] = phi_of(entries, slot), delta_of(entries, slot)
        if numbers[k, 1] == 0:
            after[start] = bits
            numbers[start, 0], numbers[start, 1], numbers[start, 2] = PROVED, 0, EVER
            frames[level, COUNT] = 1
            return
    _note_returns(line, level, wanting, start, count)
    guess(own, other, work.rules, work.guesses, after, numbers, start, count)


@inlined_kernel
def _key_of(line: ProofLine, level: Int, wanting: bool) -> Word:
    key = line.sides[level, 0] | line.sides[level, 1] << _PLACES
    return _U(key | _GOAL if wanting else key)


@inlined_kernel
def _enter(line: ProofLine, level: Int, answer: Int) -> None:
    line.sides[level + 1, 0], line.sides[level + 1, 1] = line.sides[level, 1], line.after[answer]


search = specialised(
    proof_number.search, open_position=_open_position, key_of=_key_of, enter=_enter
)


# -- who wins a position of Pyraos, by proof numbers -----------------------------------------------


_LEAST, _SPREAD = 5.0, 15.0
"""What a position that is won seems to take, and how much more a hopeless one."""
_GROWTH, _USUAL = 1.25, 24
"""A sphere fewer on the board makes it so many times as much; how many spheres make no change."""


class PyraosValueSearch(ProofNumberSearch):
    """Finds who wins in Pyraos; see `model.search.proofs.proof_number.ProofNumberSearch`."""

    def __init__(self, game: PyraosGame, stop: Stop, cores: int = 1) -> None:
        super().__init__(game, stop, cores)
        self._works = (_new_workspace(game), _new_workspace(game))
        self._shown = (np.zeros(3, np.int64), np.zeros(3, np.int64))

    def new_line(self) -> ProofLine:
        """Return a line; of its room only what is used takes memory."""
        return new_line(LEVELS * MAX_MOVES)

    def begin(self, position: Position, line: ProofLine) -> None:
        """Put a position at the bottom of a line."""
        assert isinstance(position, PyraosPosition)
        line.sides[0] = position.own, position.other
        for work in self._works:
            work.seen[:] = 0

    def key(self, position: Position, wanting: bool) -> np.uint64:
        """Return the word by which the table knows a position."""
        assert isinstance(position, PyraosPosition)
        return np.uint64(position.own | position.other << PLACES | wanting << 63)

    def run(
        self, entries: Words, state: npt.NDArray[np.int64], line: ProofLine, mine: bool, most: int
    ) -> None:
        """Go on with the search for a side's win for some `most` positions more."""
        search(line, self._works[mine], entries, state, self._shown[mine], mine, most)


def _new_workspace(game: PyraosGame) -> Workspace:
    theirs, found = np.zeros(FEATURES, np.int64), np.zeros(FEATURES, np.int64)
    guesses = Guesses(points_of(game.rules), _first_numbers(), theirs, found)
    return Workspace(
        guesses,
        np.empty(MAX_MOVES, np.int64),
        np.zeros(4 * MAX_MOVES, np.uint64),
        rules_number(game.rules),
        game.obliged,
    )


def _first_numbers() -> npt.NDArray[np.int32]:
    """Return (PLACES + 1, 2 * EVEN + 1) what a position seems to take, by spheres and worth.

    Fitted to random positions of 15 and 16 spheres under standard and alternate rules.
    """
    lost = 1 / (1 + np.exp(np.arange(-EVEN, EVEN + 1) / POINTS))
    longer = _GROWTH ** (_USUAL - np.arange(PLACES + 1))
    return np.maximum(1, longer[:, None] * (_LEAST + _SPREAD * lost)).astype(np.int32)


# -- what a side can force within so many turns, exactly -------------------------------------------
# The sphere on the topmost place rests on all twenty-nine others, so the side that still has a
# sphere in its reserve when the rest of the pyramid stands wins: the other has none and can lift
# nothing. Hence the bound that keeps the search narrow. A turn takes at most one sphere from the
# mover's reserve; to win with his n-th turn from now the winner must be able to empty his own
# reserve with it, and the other side must have emptied its reserve before. Every lift and every
# sphere taken back costs the side that has to run out a turn of what it can spare.


_SIDE = _U(1 << 63)


class PyraosLine(NamedTuple):
    """The positions of the line of play, and the rules.

    Attributes
    ----------
    sides
        (levels, 2) bits of the side to move and of the one that waits.
    rules, obliged
        The rule set by number, and whether a square obliges to take spheres back.
    room
        (MAX_MOVES,) room for sorting.
    """

    sides: npt.NDArray[np.uint64]
    rules: int
    obliged: bool
    room: npt.NDArray[np.int64]


@kernel
def _settled_with(own: Word, other: Word, plies: int, mine: bool) -> int:
    """Return 1 where the goal is reached, 0 where it is out of reach in `plies`, else OPEN.

    `mine`: the side with the goal is to move.
    """
    if (own | other) & _APEX:
        return 1 if bool(own & _APEX) == mine else 0
    turns = (plies + 1) // 2 if mine else plies // 2
    left_own, left_other = SPHERES - np.int64(ones(own)), SPHERES - np.int64(ones(other))
    if mine:
        return 0 if left_own > turns or left_other > turns - 1 else proof_search.OPEN
    return 0 if left_other > turns or left_own > turns else proof_search.OPEN


@inlined_kernel
def _settled(line: PyraosLine, stack: ProofStack, level: int, mine: bool) -> int:
    own, other = line.sides[level, 0], line.sides[level, 1]
    return int(_settled_with(own, other, stack.plies[level], mine))


@inlined_kernel
def _settled_ahead(line: PyraosLine, level: int, plies: int, mine: bool) -> int:
    return int(_settled_with(line.sides[level, 0], line.sides[level, 1], plies, mine))


@inlined_kernel
def _looks_ahead(plies: int) -> bool:
    """Whether to look at all that follows, always: that much is quickly told."""
    return True


@inlined_kernel
def _write_key(line: PyraosLine, level: int, mine: bool, key: Keys) -> None:
    """One word: the spheres of the side to move, of the other, who is to move."""
    word = line.sides[level, 0] | line.sides[level, 1] << _U(30)
    key[0] = word | _SIDE if mine else word


@kernel
def _gain(move: int) -> int:
    """How many spheres the mover's reserve gains, plus one: 0 to 3."""
    return (move >> 5 & 31 != 0) + (move >> 10 & 31 != 0) + (move >> 15 & 31 != 0)


@kernel
def _sort(moves: Ints, count: Int, first: int, room: Ints) -> None:
    """Put the moves that save most of the reserve first, and `first` before all."""
    n = 0
    if first >= 0:
        for k in range(count):
            if moves[k] == first:
                room[n] = first
                n += 1
    for gain in range(3, -1, -1):
        for k in range(count):
            if moves[k] != first and _gain(moves[k]) == gain:
                room[n] = moves[k]
                n += 1
    for k in range(count):
        moves[k] = room[k]


@inlined_kernel
def _list_moves(
    line: PyraosLine, stack: ProofStack, table: ProofTable, level: int, mine: bool, first: int
) -> int:
    own, other, moves = line.sides[level, 0], line.sides[level, 1], stack.moves[level]
    count = list_moves(own, other, line.rules, line.obliged, moves)
    _sort(moves, count, first, line.room)
    stack.counts[level] = count
    return proof_search.OPEN


@inlined_kernel
def _make(line: PyraosLine, level: int, move: int) -> None:
    sides = line.sides
    sides[level + 1, 0] = sides[level, 1]
    sides[level + 1, 1] = moved(sides[level, 0], move)


_search = specialised(
    proof_search.search,
    settled=_settled,
    settled_ahead=_settled_ahead,
    looks_ahead=_looks_ahead,
    write_key=_write_key,
    list_moves=_list_moves,
    make=_make,
)


class PyraosProver(DeepeningProver):
    """Answers what a side can force in Pyraos; see `model.contract.search.Prover`."""

    kernel = _search
    game: PyraosGame
    _line: PyraosLine
    slice = 6_000
    most = 6_000_000

    def __init__(self, game: PyraosGame, stop: Stop | None = None) -> None:
        super().__init__(game, stop)
        self._rules = rules_number(game.rules)
        self._obliged = game.obliged
        self._stack, self._line = self.room(1)
        self._values: PyraosValueSearch | None = None

    def _in_any_number(self, position: Position, goal: Goal) -> bool | None:
        """Ask who wins by proof numbers, which know endless play as well."""
        if self._values is None:
            self._values = PyraosValueSearch(self.game, self._stop or (lambda: False))
        before = self._values.visited
        worth = self._values.worth(position, self.most)
        self.visited += self._values.visited - before
        self._pause()
        if worth is None:
            return None
        return worth == ("win" if position.to_move == goal.side else "loss")

    def new_table(self) -> ProofTable:
        """Return an empty table: the spheres of both sides and who is to move are one word."""
        return empty_table(1)

    def fewest(self, position: Position, goal: Goal) -> int:
        """Return the turns it takes at least until the reserves are empty."""
        wanting, other = _reserves(position, goal)
        return max(wanting, other + (position.to_move == goal.side))

    def plies(self, position: Position, moves: int, mine: bool) -> int:
        """Return the plies: the last of them is the winner's."""
        return 2 * moves - mine

    def begin(self, position: Position, side: int) -> None:
        """Put a position at the bottom of the stack."""
        assert isinstance(position, PyraosPosition)
        self._line.sides[0] = position.own, position.other

    def room(self, levels: int) -> tuple[ProofStack, PyraosLine]:
        """Return room for so many positions."""
        sides, room = np.zeros((levels, 2), np.uint64), np.empty(MAX_MOVES, np.int64)
        line = PyraosLine(sides, self._rules, self._obliged, room)
        return new_stack(levels, MAX_MOVES, 1, np.int64), line


def _reserves(position: Position, goal: Goal) -> tuple[int, int]:
    """The spheres in reserve of the side with the goal, and of the other."""
    other = next(player for player in position.game.players if player != goal.side)
    return position.reserves[goal.side], position.reserves[other]
