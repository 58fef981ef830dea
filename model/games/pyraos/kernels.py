"""Pyraos's rules on bitboards: moves counted, drawn and listed, perft.

`model.games.pyraos.turns` says the same one turn at a time; a test holds the two together.

A side is the bits of its spheres; `own` moves next. A move is one integer: destination in bits
0-4, source + 1 in bits 5-9 (0: from the reserve), the two removed places + 1 in bits 10-14 and
15-19 (0: none, ascending), or PASS.
"""

from __future__ import annotations

import numpy as np

from model.games.pyraos.place_kernels import (
    Word,
    covered,
    lowest,
    nth,
    ones,
    removing_places,
    supported,
)
from model.games.pyraos.places import DOWN, HIGHER, SPHERES, TOP, UP
from model.kernels import Int, Ints, inlined_kernel, kernel

PASS = 1 << 20
MAX_MOVES = 8192
"""Room for the moves of a position; the most met in random alternate play is below 2,000."""

_U = np.uint64
_NONE, _ONE, _BASE, _APEX = _U(0), _U(1), _U(0xFFFF), _U(1 << TOP)


# -- what is taken back ----------------------------------------------------------------------------


@kernel
def removal_sets(own: Word, occupied: Word, obliged: bool) -> Int:
    """Count the sets of 0 (unless obliged), 1 or 2 own spheres that may be taken back."""
    free = own & ~covered(occupied)
    singles = np.int64(ones(free))
    total = singles + (singles * (singles - 1) >> 1)
    if not obliged:
        total += 1
    rest = free
    while rest:
        bit = rest & (~rest + _ONE)
        rest ^= bit
        total += np.int64(ones(_freed_by(bit, own, occupied)))
    return total


@inlined_kernel
def _freed_by(bit: Word, own: Word, occupied: Word) -> Word:
    """Return the own spheres under a free one that carry nothing else."""
    freed, below = _NONE, DOWN[lowest(bit)] & own
    while below:
        under = below & (~below + _ONE)
        below ^= under
        if UP[lowest(under)] & occupied == bit:
            freed |= under
    return freed


@kernel
def take_back(own: Word, occupied: Word, obliged: bool, number: Int) -> Word:
    """Return the mover's bits after one of the take-backs that `removal_sets` counts."""
    if not obliged:
        if number == 0:
            return own
        number -= 1
    free = own & ~covered(occupied)
    many = np.int64(ones(free))
    if number < many:
        return own ^ nth(free, number)
    number -= many
    rest = free
    while rest:
        bit = rest & (~rest + _ONE)
        rest ^= bit
        many -= 1
        if number < many:
            return own ^ bit ^ nth(rest, number)
        number -= many
    rest = free
    while rest:
        bit = rest & (~rest + _ONE)
        rest ^= bit
        freed = _freed_by(bit, own, occupied)
        many = np.int64(ones(freed))
        if number < many:
            return own ^ bit ^ nth(freed, number)
        number -= many
    return own


@kernel
def _list_there(own: Word, occupied: Word, head: Int, obliged: bool, moves: Ints, n: Int) -> Int:
    """Append the moves that `removal_sets` counts, with the sphere that completes a square."""
    if not obliged:
        moves[n] = head
        n += 1
    rest = own & ~covered(occupied)
    while rest:
        bit = rest & (~rest + _ONE)
        rest ^= bit
        one = np.int64(lowest(bit)) + 1
        moves[n] = head | one << 10
        n += 1
        later = rest
        while later:
            second = later & (~later + _ONE)
            later ^= second
            moves[n] = head | one << 10 | (np.int64(lowest(second)) + 1) << 15
            n += 1
        freed = _freed_by(bit, own, occupied)
        while freed:
            second = freed & (~freed + _ONE)
            freed ^= second
            # What is freed lies lower.
            moves[n] = head | (np.int64(lowest(second)) + 1) << 10 | one << 15
            n += 1
    return n


# -- where a sphere goes, from the reserve or from another place -----------------------------------


@inlined_kernel
def _goals(places: Word, source: Word) -> Word:
    """Return where a free sphere can be lifted to, of the places that are open."""
    site = lowest(source)
    return _U(places & HIGHER[site] & ~UP[site])


@inlined_kernel
def _special(own: Word, places: Word, removing: Word, rules: Int) -> Word:
    """Return those of `places` where spheres may be taken back after they are filled.

    `removing` holds all of them, and perhaps more.
    """
    found = places & removing
    return found & removing_places(own, rules) if found else found


@inlined_kernel
def _count_to(
    own: Word, occupied: Word, places: Word, removing: Word, rules: Int, obliged: bool
) -> Int:
    """Count the moves that put a sphere on any of `places` (`own` without it)."""
    special = _special(own, places, removing, rules)
    total: Int = np.int64(ones(places ^ special))
    while special:
        bit = special & (~special + _ONE)
        special ^= bit
        total += removal_sets(own | bit, occupied | bit, obliged)
    return total


@inlined_kernel
def nth_to(
    own: Word, occupied: Word, places: Word, removing: Word, rules: Int, obliged: bool, number: Int
) -> Word:
    """Return the mover's bits after one of the moves that `_count_to` counts."""
    special = _special(own, places, removing, rules)
    plain = places ^ special
    many = np.int64(ones(plain))
    if number < many:
        return own | nth(plain, number)
    return _nth_special(own, occupied, special, obliged, number - many)


@kernel
def _nth_special(own: Word, occupied: Word, special: Word, obliged: bool, number: Int) -> Word:
    while special:
        bit = special & (~special + _ONE)
        special ^= bit
        many = removal_sets(own | bit, occupied | bit, obliged)
        if number < many:
            return take_back(own | bit, occupied | bit, obliged, number)
        number -= many
    return own


@kernel
def _list_to(
    own: Word, occupied: Word, places: Word, removing: Word, head: Int, rules: Int, obliged: bool,
    moves: Ints, n: Int,
) -> Int:  # fmt: skip
    """Append the moves that `_count_to` counts; `head` says where the sphere comes from."""
    special = _special(own, places, removing, rules)
    while places:
        bit = places & (~places + _ONE)
        places ^= bit
        place = head | np.int64(lowest(bit))
        if special & bit:
            n = _list_there(own | bit, occupied | bit, place, obliged, moves, n)
        else:
            moves[n] = place
            n += 1
    return n


# -- the moves -------------------------------------------------------------------------------------
#
# They are counted, drawn by number and listed, a pass aside: first what comes from the reserve,
# then the lifts by their sources. What is lifted away completes nothing, so that a lift takes back
# only where the side with all its spheres would as well (`removing`).


@inlined_kernel
def openings(own: Word, occupied: Word, rules: Int) -> tuple[Word, Word]:
    """Return the places to fill, and those of them after which spheres may be taken back."""
    places = supported(occupied) & ~occupied
    return places, removing_places(own, rules) & places


@inlined_kernel
def count_placing(
    own: Word, occupied: Word, places: Word, removing: Word, rules: Int, obliged: bool
) -> Int:
    """Count the moves that come from the reserve."""
    if np.int64(ones(own)) >= SPHERES:
        return np.int64(0)
    return _count_to(own, occupied, places, removing, rules, obliged)


@inlined_kernel
def _liftable(own: Word, occupied: Word, places: Word) -> Word:
    """Return the free spheres of a side, none where no place above the base is open."""
    return own & ~covered(occupied) if places & ~_BASE else _NONE


@inlined_kernel
def count_lifting(
    own: Word, occupied: Word, places: Word, removing: Word, rules: Int, obliged: bool
) -> Int:
    """Count the moves that lift a sphere."""
    total: Int = np.int64(0)
    lifting = _liftable(own, occupied, places)
    while lifting:
        source = lifting & (~lifting + _ONE)
        lifting ^= source
        goals = _goals(places, source)
        total += _count_to(own ^ source, occupied ^ source, goals, removing, rules, obliged)
    return total


@inlined_kernel
def nth_lifting(
    own: Word, occupied: Word, places: Word, removing: Word, rules: Int, obliged: bool, number: Int
) -> Word:
    """Return the mover's bits after one of the moves that `count_lifting` counts."""
    lifting = _liftable(own, occupied, places)
    while lifting:
        source = lifting & (~lifting + _ONE)
        lifting ^= source
        left, beneath, goals = own ^ source, occupied ^ source, _goals(places, source)
        many = _count_to(left, beneath, goals, removing, rules, obliged)
        if number < many:
            return nth_to(left, beneath, goals, removing, rules, obliged, number)
        number -= many
    return own


@kernel
def count_moves(own: Word, other: Word, rules: Int, obliged: bool) -> Int:
    """Count the legal moves of `own`, a forced pass as one; 0 when the game is over."""
    occupied = own | other
    if occupied & _APEX:
        return np.int64(0)
    places, removing = openings(own, occupied, rules)
    total = count_placing(own, occupied, places, removing, rules, obliged)
    total += count_lifting(own, occupied, places, removing, rules, obliged)
    return max(total, np.int64(1))


@kernel
def list_moves(own: Word, other: Word, rules: Int, obliged: bool, moves: Ints) -> Int:
    """Write the legal moves of `own` into `moves`; return how many."""
    occupied = own | other
    n: Int = 0
    if occupied & _APEX:
        return n
    places, removing = openings(own, occupied, rules)
    if np.int64(ones(own)) < SPHERES:
        n = _list_to(own, occupied, places, removing, 0, rules, obliged, moves, n)
    lifting = _liftable(own, occupied, places)
    while lifting:
        source = lifting & (~lifting + _ONE)
        lifting ^= source
        left, beneath, goals = own ^ source, occupied ^ source, _goals(places, source)
        head = (np.int64(lowest(source)) + 1) << 5
        n = _list_to(left, beneath, goals, removing, head, rules, obliged, moves, n)
    if n == 0:
        moves[0] = PASS
        n = 1
    return n


@kernel
def moved(own: Word, move: Int) -> Word:
    """Return the mover's bits after `move`."""
    if move == PASS:
        return own
    own |= _ONE << _U(move & 31)
    if move >> 5 & 31:
        own ^= _ONE << _U((move >> 5 & 31) - 1)
    if move >> 10 & 31:
        own ^= _ONE << _U((move >> 10 & 31) - 1)
    if move >> 15 & 31:
        own ^= _ONE << _U((move >> 15 & 31) - 1)
    return own


@kernel
def perft(own: Word, other: Word, depth: Int, rules: Int, obliged: bool) -> Int:
    """Count the move sequences of length `depth` >= 1.

    The stack is explicit: numba cannot be trusted to load a recursive kernel from its cache.
    """
    if depth == 1:
        return count_moves(own, other, rules, obliged)
    moves = np.empty((depth, MAX_MOVES), np.int64)
    sides = np.zeros((depth + 1, 2), np.uint64)
    counts = np.zeros(depth, np.int64)
    done = np.zeros(depth, np.int64)
    sides[0, 0], sides[0, 1] = own, other
    counts[0] = list_moves(own, other, rules, obliged, moves[0])
    total, level = np.int64(0), 0
    while level >= 0:
        if done[level] == counts[level]:
            level -= 1
            continue
        after = moved(sides[level, 0], moves[level, done[level]])
        done[level] += 1
        waiting = sides[level, 1]
        if level == depth - 2:
            total += count_moves(waiting, after, rules, obliged)
            continue
        level += 1
        sides[level, 0], sides[level, 1] = waiting, after
        counts[level] = list_moves(waiting, after, rules, obliged, moves[level])
        done[level] = 0
    return total
