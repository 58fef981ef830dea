"""Pyraos's rules on bitboards: moves counted, drawn and listed, perft.

`model.games.pyraos.turns` says the same one turn at a time; a test holds the two together.

A side is the bits of its spheres; `own` moves next. A move is one integer: destination in bits
0-4, source + 1 in bits 5-9 (0: from the reserve), the two removed places + 1 in bits 10-14 and
15-19 (0: none, ascending), or PASS.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.boards.lattice import PyramidLattice, pyramid
from model.kernels import Int, Ints, inlined_kernel, kernel

# -- the thirty places of Pyraos as bits: what rests on what, squares and lines, by rule set -------


PLACES = 30
TOP = PLACES - 1
SPHERES = 15
"""Spheres a player owns: thirty build the whole pyramid."""
CHILDREN, STANDARD, ALTERNATE = 0, 1, 2
RULES = ("standard", "children", "alternate")
BOARD: PyramidLattice = pyramid(4)

Bits = npt.NDArray[np.uint64]


def _union(sites: npt.NDArray[np.int32]) -> Bits:
    """(30,) the bits of up to four sites a place, -1 for none."""
    bits = np.zeros(PLACES, np.uint64)
    for place, few in enumerate(sites.tolist()):
        bits[place] = sum(1 << s for s in few if s >= 0)
    return bits


DOWN: Bits = _union(BOARD.supports)
"""(30,) what each place rests on."""
UP: Bits = _union(BOARD.carried)
"""(30,) what rests on each place."""
LEVEL_BITS = (0x3FFFFFFF, 0x3FFF0000, 0x3E000000, 0x20000000)
"""Bits of the places at or above each level index."""


HIGHER: Bits = np.array(
    [
        LEVEL_BITS[int(BOARD.xyz[p, 2]) + 1] if int(BOARD.xyz[p, 2]) < 3 else 0
        for p in range(PLACES)
    ],
    np.uint64,
)
"""(30,) the places on levels above that of each place."""


def _bits_at(points: list[tuple[int, int, int]]) -> int:
    sites = [BOARD.site_at(*point) for point in points]
    return sum(1 << site for site in sites if site is not None)


def _lines() -> list[int]:
    """Full rows and columns of the first (4) and second (3) level, no diagonals."""
    lines = []
    for z, side in ((0, 4), (1, 3)):
        for k in range(side):
            lines.append(_bits_at([(k, i, z) for i in range(side)]))
            lines.append(_bits_at([(i, k, z) for i in range(side)]))
    return lines


SQUARES: tuple[int, ...] = tuple([int(down) for down in DOWN.tolist() if down])
LINES: tuple[int, ...] = tuple(_lines())


def _through(patterns: tuple[int, ...], width: int) -> Bits:
    """(30, width) patterns through each place without the place itself, padded with all ones."""
    table = np.full((PLACES, width), (1 << 63), np.uint64)
    for place in range(PLACES):
        own = [p & ~(1 << place) for p in patterns if p >> place & 1]
        table[place, : len(own)] = own
    return table


REMOVING: Bits = np.stack(
    [np.full((PLACES, 6), 1 << 63, np.uint64), _through(SQUARES, 6), _through(SQUARES + LINES, 6)]
)
"""(3, 30, 6) by rule set: what must be the mover's for a sphere at a place to allow removal."""


# -- places of Pyraos as bits: which carry a sphere, which complete a square, counting them --------
# Levels lie at bits 0-15 (rows of 4), 16-24 (3), 25-28 (2) and 29.


Word = np.uint64
"""The bits of places."""

_U = np.uint64
_NONE, _ONE, _BASE = _U(0), _U(1), _U(0xFFFF)
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


@inlined_kernel
def nth(bits: Word, n: Int) -> Word:
    """Return the n-th of the set bits, counted from 0."""
    for _ in range(n):
        bits &= bits - _ONE
    return bits & (~bits + _ONE)


# -- pyraos's rules on bitboards: moves counted, drawn and listed, perft ---------------------------


PASS = 1 << 20
MAX_MOVES = 8192
"""Room for the moves of a position; the most met in random alternate play is below 2,000."""

_APEX = _U(1 << TOP)


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
    own: Word,
    occupied: Word,
    places: Word,
    removing: Word,
    head: Int,
    rules: Int,
    obliged: bool,
    moves: Ints,
    n: Int,
) -> Int:
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
