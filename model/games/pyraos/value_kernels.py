"""The kernel that proves who wins a position of Pyraos; the numbers are those of
`model.search.proof_number_kernels`.

Several moves often leave the same spheres: to place one and take another back is to lift that one,
and to take back what was placed is to do nothing. Only what differs is looked at.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.games.pyraos.guess_kernels import OPEN, Guesses, guess
from model.games.pyraos.kernels import PASS, list_moves, moved
from model.games.pyraos.place_kernels import Word
from model.games.pyraos.places import PLACES, TOP
from model.kernels import Ints, kernel
from model.search.proof_number_kernels import (
    BEFORE,
    CHOOSE,
    COUNT,
    CUT,
    ENTER,
    EVER,
    FINISHED,
    LEVEL,
    MODE,
    NODES,
    PROVED,
    ROOM,
    START,
    USED,
    Line,
    Words,
    choose,
    delta_of,
    leave,
    mixed,
    phi_of,
    slot_of,
)

_U = np.uint64
_ONE, _APEX, _PLACES, _GOAL = _U(1), _U(1 << TOP), _U(PLACES), _U(1 << 63)
_TAKEN = 1 << 10


class Desk(NamedTuple):
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
    shown
        (3,) int64 room for the numbers of a position.
    """

    guesses: Guesses
    moves: npt.NDArray[np.int64]
    seen: Words
    shown: npt.NDArray[np.int64]


@kernel
def list_answers(
    own: Word, other: Word, rules: int, obliged: bool, moves: Ints, seen: Words, stamp: int,
    after: Words, start: int,
) -> int:  # fmt: skip
    """Write the different bits that the side to move can have after a move; return how many.

    `stamp` is another number for each call with the same `seen`, from 1 on.
    """
    listed = list_moves(own, other, rules, obliged, moves)
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
        at = np.int64(mixed(bits)) & last
        while seen[at] >> _PLACES == _U(stamp) and seen[at] != word:
            at = (at + 1) & last
        if seen[at] != word:
            seen[at] = word
            after[n] = bits
            n += 1
    return int(n - start)


@kernel
def _note_returns(line: Line, level: int, wanting: bool, start: int, count: int) -> None:
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
def _open(
    entries: Words, line: Line, desk: Desk, level: int, wanting: bool, stamp: int, rules: int,
    obliged: bool,
) -> None:  # fmt: skip
    """List the answers of a position with what is known or guessed of them.

    Where one decides it is the only one.
    """
    sides, frames, after, numbers = line
    own, other = sides[level, 0], sides[level, 1]
    start = frames[level, START]
    count = list_answers(own, other, rules, obliged, desk.moves, desk.seen, stamp, after, start)
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
    guess(own, other, rules, desk.guesses, after, numbers, start, count)


@kernel
def search(
    entries: Words, state: Ints, line: Line, desk: Desk, mine: bool, rules: int, obliged: bool,
    most: int,
) -> None:  # fmt: skip
    """Go on where `state` says, for some `most` positions, or until the table is full.

    `mine`: the side with the goal is to move in the first position.
    """
    sides, frames, after, numbers = line
    shown = desk.shown
    until = state[NODES] + most
    while state[MODE] != FINISHED and state[MODE] != CUT:
        level = state[LEVEL]
        wanting = mine == (level % 2 == 0)
        if state[MODE] == ENTER:
            if state[NODES] >= until or state[USED] >= state[ROOM]:
                return
            frames[level, BEFORE] = state[NODES]
            state[NODES] += 1
            _open(entries, line, desk, level, wanting, state[NODES], rules, obliged)
            state[MODE] = CHOOSE
        answer = choose(frames, numbers, level, wanting, shown)
        if answer >= 0:
            sides[level + 1, 0], sides[level + 1, 1] = sides[level, 1], after[answer]
            state[LEVEL] = level + 1
            state[MODE] = ENTER
            continue
        key = sides[level, 0] | sides[level, 1] << _PLACES
        if wanting:
            key |= _GOAL
        leave(entries, frames, numbers, state, key, wanting, shown)
