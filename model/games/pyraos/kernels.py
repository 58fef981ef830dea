"""Pyraos on bitboards: supported places, free spheres, removals, move lists, playouts, perft.

A side is the bits of its spheres; `own` moves next. A move is one integer: destination in bits
0-4, source + 1 in bits 5-9 (0: from the reserve), the two removed places + 1 in bits 10-14 and
15-19 (0: none, ascending), or PASS. Levels lie at bits 0-15 (rows of 4), 16-24 (3), 25-28 (2)
and 29.
"""

from __future__ import annotations

import numpy as np

from model.games.pyraos.places import DOWN, HIGHER, REMOVING, SPHERES, TOP, UP
from model.kernels import Int, Ints, inlined_kernel, kernel

Word = np.uint64
"""The bits of places."""

PASS = 1 << 20
MAX_MOVES = 8192
"""Room for the moves of a position; the most met in random alternate play is below 2,000."""

_U = np.uint64
_ONE, _BASE, _APEX = _U(1), _U(0xFFFF), _U(1 << TOP)
_M1, _M2, _M4 = _U(0x5555555555555555), _U(0x3333333333333333), _U(0x0F0F0F0F0F0F0F0F)
_H01 = _U(0x0101010101010101)
_S1, _S2, _S3, _S4, _S5 = _U(1), _U(2), _U(3), _U(4), _U(5)
_S6, _S8, _S16, _S25, _S29, _S56 = _U(6), _U(8), _U(16), _U(25), _U(29), _U(56)
_ROW3, _ROW2, _NINE, _FOUR, _COLUMN4 = _U(7), _U(3), _U(0x1FF), _U(0xF), _U(0x1111)


@kernel
def ones(x: Word) -> Word:
    """Count set bits; LLVM knows this shape and emits one instruction."""
    x = x - ((x >> _S1) & _M1)
    x = (x & _M2) + ((x >> _S2) & _M2)
    x = (x + (x >> _S4)) & _M4
    return (x * _H01) >> _S56


@kernel
def lowest(x: Word) -> Word:
    """Return the number of the lowest set bit."""
    return ones((x & (~x + _ONE)) - _ONE)


@kernel
def supported(occupied: Word) -> Word:
    """Return the places on the base or on four spheres, taken or not."""
    a = occupied & _BASE
    a = a & (a >> _S1) & (a >> _S4) & (a >> _S5)
    first = (a & _ROW3) | (((a >> _S4) & _ROW3) << _S3) | (((a >> _S8) & _ROW3) << _S6)
    b = (occupied >> _S16) & _NINE
    b = b & (b >> _S1) & (b >> _S3) & (b >> _S4)
    second = (b & _ROW2) | (((b >> _S3) & _ROW2) << _S2)
    c = (occupied >> _S25) & _FOUR
    c = c & (c >> _S1) & (c >> _S2) & (c >> _S3) & _ONE
    return _BASE | (first << _S16) | (second << _S25) | (c << _S29)


@kernel
def covered(occupied: Word) -> Word:
    """Return the places that carry a sphere."""
    a = (occupied >> _S16) & _NINE
    e = (a & _ROW3) | (((a >> _S3) & _ROW3) << _S4) | (((a >> _S6) & _ROW3) << _S8)
    base = e | (e << _S1) | (e << _S4) | (e << _S5)
    b = (occupied >> _S25) & _FOUR
    f = (b & _ROW2) | (((b >> _S2) & _ROW2) << _S3)
    first = f | (f << _S1) | (f << _S3) | (f << _S4)
    second = ((occupied >> _S29) & _ONE) * _FOUR
    return base | (first << _S16) | (second << _S25)


@kernel
def square_places(own: Word) -> Word:
    """Return the places whose filling completes a 2x2 square of `own` (taken places as well)."""
    a = own & _BASE
    right, up, both = (a >> _S1) & _U(0x7777), a >> _S4, (a >> _S5) & _U(0x7777)
    corner = _U(0x0777)
    base = (right & up & both) & corner
    base |= ((a & up & both) & corner) << _S1
    base |= ((a & right & both) & corner) << _S4
    base |= ((a & right & up) & corner) << _S5
    b = (own >> _S16) & _NINE
    right, up, both = (b >> _S1) & _U(0o333), b >> _S3, (b >> _S4) & _U(0o333)
    corner = _U(0o033)
    first = (right & up & both) & corner
    first |= ((b & up & both) & corner) << _S1
    first |= ((b & right & both) & corner) << _S3
    first |= ((b & right & up) & corner) << _S4
    c = (own >> _S25) & _FOUR
    k0, k1, k2, k3 = c & _ONE, (c >> _S1) & _ONE, (c >> _S2) & _ONE, (c >> _S3) & _ONE
    second = (k1 & k2 & k3) | ((k0 & k2 & k3) << _S1) | ((k0 & k1 & k3) << _S2)
    second |= (k0 & k1 & k2) << _S3
    return base | (first << _S16) | (second << _S25)


@kernel
def removing_places(own: Word, rules: Int) -> Word:
    """Return the places whose filling by the mover allows removal under a rule set."""
    if rules == 0:
        return _U(0)
    places = square_places(own)
    if rules == 1:
        return places
    # alternate: also the last of a full row or column of the first or second level
    base, first = own & _BASE, (own >> _S16) & _NINE
    places |= _last_of_four(base, _S1, _COLUMN4) | _last_of_four(base, _S4, _FOUR)
    return (
        places | (_last_of_three(first, _S1, _U(0o111)) | _last_of_three(first, _S3, _ROW3)) << _S16
    )


@inlined_kernel
def _last_of_four(own: Word, step: Word, starts: Word) -> Word:
    """Return the places that fill a line of four, all lines from `starts` in steps at once."""
    a, b = own & starts, (own >> step) & starts
    c, d = (own >> _U(2) * step) & starts, (own >> _U(3) * step) & starts
    near, far = a & b, c & d
    last = (b & far) | (a & far) << step | (near & d) << _U(2) * step
    return _U(last | (near & c) << _U(3) * step)


@inlined_kernel
def _last_of_three(own: Word, step: Word, starts: Word) -> Word:
    """Return the places that fill a line of three, all lines from `starts` in steps at once."""
    a, b, c = own & starts, (own >> step) & starts, (own >> _U(2) * step) & starts
    return _U((b & c) | (a & c) << step | (a & b) << _U(2) * step)


@kernel
def makes_removal(own: Word, place: Int, rules: Int) -> bool:
    """Whether a sphere now on `place` completes a square (or a line, in alternate)."""
    for k in range(6 if rules == 2 else 4):
        pattern = REMOVING[rules, place, k]
        if own & pattern == pattern:
            return True
    return False


@kernel
def removal_sets(own: Word, occupied: Word, obliged: bool) -> Word:
    """Count the sets of 0 (unless obliged), 1 or 2 own spheres that may be taken back."""
    free = own & ~covered(occupied)
    singles = ones(free)
    total = singles + (singles * (singles - _ONE) >> _S1)
    if not obliged:
        total += _ONE
    rest = free
    while rest:
        bit = rest & (~rest + _ONE)
        rest ^= bit
        below = DOWN[lowest(bit)] & own
        while below:
            under = below & (~below + _ONE)
            below ^= under
            if UP[lowest(under)] & occupied == bit:
                total += _ONE
    return total


@kernel
def _count_at(own: Word, occupied: Word, places: Word, rules: Int, obliged: bool) -> Word:
    """Count moves that put a sphere on any of `places` (`own` without it)."""
    special = places & removing_places(own, rules)
    total = ones(places ^ special)
    while special:
        bit = special & (~special + _ONE)
        special ^= bit
        total += removal_sets(own | bit, occupied | bit, obliged)
    return total


@kernel
def count_moves(own: Word, other: Word, rules: Int, obliged: bool) -> Word:
    """Count the legal moves of `own`, a forced pass as one; 0 when the game is over."""
    occupied = own | other
    if occupied & _APEX:
        return _U(0)
    total = _U(0)
    carrying = supported(occupied)
    if ones(own) < SPHERES:
        total += _count_at(own, occupied, carrying & ~occupied, rules, obliged)
    if carrying >> _S16:
        free = own & ~covered(occupied)
        upper = carrying & ~occupied & ~_BASE
        if upper:
            while free:
                bit = free & (~free + _ONE)
                free ^= bit
                source = lowest(bit)
                places = upper & HIGHER[source] & ~UP[source]
                if places:
                    total += _count_at(own ^ bit, occupied ^ bit, places, rules, obliged)
    return total if total else _ONE


@kernel
def _list_at(
    own: Word, occupied: Word, place: Int, head: Int, rules: Int, obliged: bool,
    moves: Ints, n: Int,
) -> Int:  # fmt: skip
    """Append the moves that end in a sphere on `place`, `own` and `occupied` including it."""
    head = head | place
    removing = makes_removal(own, place, rules)
    if not (removing and obliged):
        moves[n] = head
        n += 1
    if not removing:
        return n
    free = own & ~covered(occupied)
    rest = free
    while rest:
        bit = rest & (~rest + _ONE)
        rest ^= bit
        a = np.int64(lowest(bit))
        moves[n] = head | (a + 1) << 10
        n += 1
        later = rest
        while later:
            second = later & (~later + _ONE)
            later ^= second
            moves[n] = head | (a + 1) << 10 | (np.int64(lowest(second)) + 1) << 15
            n += 1
        below = DOWN[a] & own
        while below:
            under = below & (~below + _ONE)
            below ^= under
            b = np.int64(lowest(under))
            if UP[b] & occupied == bit:  # free once the sphere above it is gone; b < a
                moves[n] = head | (b + 1) << 10 | (a + 1) << 15
                n += 1
    return n


@kernel
def list_moves(own: Word, other: Word, rules: Int, obliged: bool, moves: Ints) -> Int:
    """Write the legal moves of `own` into `moves`; return how many."""
    occupied = own | other
    n: Int = 0
    if occupied & _APEX:
        return n
    carrying = supported(occupied)
    if ones(own) < SPHERES:
        places = carrying & ~occupied
        while places:
            bit = places & (~places + _ONE)
            places ^= bit
            n = _list_at(
                own | bit, occupied | bit, np.int64(lowest(bit)), 0, rules, obliged, moves, n
            )
    free = own & ~covered(occupied)
    while free:
        bit = free & (~free + _ONE)
        free ^= bit
        source = np.int64(lowest(bit))
        places = carrying & ~occupied & HIGHER[source] & ~UP[source]
        while places:
            place = places & (~places + _ONE)
            places ^= place
            n = _list_at(
                own ^ bit | place, occupied ^ bit | place, np.int64(lowest(place)),
                (source + 1) << 5, rules, obliged, moves, n,
            )  # fmt: skip
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
        return np.int64(count_moves(own, other, rules, obliged))
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
            total += np.int64(count_moves(waiting, after, rules, obliged))
            continue
        level += 1
        sides[level, 0], sides[level, 1] = waiting, after
        counts[level] = list_moves(waiting, after, rules, obliged, moves[level])
        done[level] = 0
    return total


@kernel
def playouts(own: Word, other: Word, rules: Int, obliged: bool, games: Int, seed: Int) -> Int:
    """Play `games` uniformly random games of at most 500 plies; return the plies played."""
    moves = np.empty(MAX_MOVES, np.int64)
    state = _U(seed * 2 + 1)
    plies = np.int64(0)
    for _ in range(games):
        mine, theirs = own, other
        for _ply in range(500):
            n = list_moves(mine, theirs, rules, obliged, moves)
            if n == 0:
                break
            # xorshift64* (Marsaglia 2003, Vigna 2016): quick, and good enough to draw moves.
            state ^= state >> _U(12)
            state ^= state << _U(25)
            state ^= state >> _U(27)
            drawn = ((state * _U(0x2545F4914F6CDD1D)) >> _U(33)) % _U(n)
            mine, theirs = theirs, moved(mine, moves[drawn])
            plies += 1
    return plies
