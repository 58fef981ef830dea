"""Who wins a position of Pyraos, by proof numbers; the points of the engine guess what is easy."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.contract.game import Game, Position, Stop
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
    TOP,
    Word,
    list_moves,
    moved,
    removing_places,
)
from model.games.pyraos.position import PyraosGame, PyraosPosition
from model.games.pyraos.turns import rules_number
from model.kernels import Int, inlined_kernel, kernel, specialised
from model.search.proofs import proof_number
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
_ONE, _APEX, _PLACES, _GOAL = _U(1), _U(1 << TOP), _U(PLACES), _U(1 << 63)
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

    def __init__(self, game: Game, stop: Stop, cores: int = 1) -> None:
        assert isinstance(game, PyraosGame)
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
