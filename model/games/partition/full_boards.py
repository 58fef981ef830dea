"""Kernels that judge full pyramids, and so every other: who holds the corners, and who wins.

In a full pyramid one group after the other lies around a corner point, in turns of one colour and
the other, and the first that touches a far wall holds the corner: who goes from the corner to a far
wall with the fewest changes of colour arrives on a ball of the holder. A side's corners depend on
its own balls alone, so in any position they are those it would hold if all other points were the
other side's.

Sets of points are bits in 64-bit words: point s is bit ``s & 63`` of word ``s >> 6``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.boards.board import IntArray
from model.boards.lattice import CORNERS, PyramidLattice, pyramid
from model.kernels import Int, Ints, inlined_kernel, kernel

Words = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.uint32]
"""Numbers of points; no kernel has to ask whether they are negative."""

ONE, ALL = np.uint64(1), np.uint64(0xFFFFFFFFFFFFFFFF)
_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_PLACES = np.array(
    [
        0, 1, 48, 2, 57, 49, 28, 3, 61, 58, 50, 42, 38, 29, 17, 4,
        62, 55, 59, 36, 53, 51, 43, 22, 45, 39, 33, 30, 24, 18, 12, 5,
        63, 47, 56, 27, 60, 41, 37, 16, 54, 35, 52, 21, 44, 32, 23, 11,
        46, 26, 40, 15, 34, 20, 31, 10, 25, 14, 19, 9, 13, 8, 7, 6,
    ],
    np.int64,
)  # fmt: skip
"""De Bruijn's numbering: which bit a power of two has set."""
REACHED, WAITING, TOUCHED, WITNESS, OPEN = range(5)
"""Rows of what `holder` writes on."""


class BoardTables(NamedTuple):
    """A pyramid as these kernels want it, in w words a set.

    Attributes
    ----------
    corners
        (5,) the corner points, in the order of CORNERS.
    around
        (n, w) the neighbours of a point.
    spans
        (n, 2) the first word that has a neighbour, and the one behind the last.
    far
        (5, w) the far walls of a corner.
    carried
        (n, 4) the points a ball here helps to carry, n for none.
    near
        (n, 12) the neighbours of a point, n for none.
    distant
        (5, n) all ones on the far walls of a corner.
    outward
        (5, n) the points, the nearest to a corner first.
    """

    corners: IntArray
    around: Words
    spans: IntArray
    far: Words
    carried: IntArray
    near: Numbers
    distant: Words
    outward: Numbers


def bits_of(sites: npt.NDArray[np.bool_]) -> Words:
    """Return a mask as words."""
    padded = np.zeros(-(-len(sites) // 64) * 64, np.uint8)
    padded[: len(sites)] = sites
    return np.packbits(padded, bitorder="little").view("<u8").astype(np.uint64)


@lru_cache(maxsize=8)
def board_tables(size: int) -> BoardTables:
    """Return the pyramid of a size."""
    board = pyramid(size)
    n = len(board)
    touching = np.zeros((n, n), bool)
    for site in range(n):
        touching[site, board.neighbours(site)] = True
    around = np.array([bits_of(row) for row in touching])
    used = around != 0
    last = used.shape[1] - used[:, ::-1].argmax(axis=1)
    return BoardTables(
        corners=np.array([board.corners[corner] for corner in CORNERS], np.int32),
        around=around,
        spans=np.stack([used.argmax(axis=1), last], axis=1).astype(np.int32),
        far=np.array([bits_of(board.far_walls(corner)) for corner in CORNERS]),
        carried=np.where(board.carried < 0, n, board.carried).astype(np.int32),
        near=np.array([(*board.neighbours(site), *[n] * 12)[:12] for site in range(n)], np.uint32),
        distant=np.where([board.far_walls(corner) for corner in CORNERS], ALL, ALL ^ ALL),
        outward=np.array([_outward(board, corner) for corner in CORNERS], np.uint32),
    )


def _outward(board: PyramidLattice, corner: str) -> IntArray:
    """The points of a pyramid, the nearest to a corner first."""
    way = (board.xyz - board.xyz[board.corners[corner]]).astype(np.int64)
    order: IntArray = np.argsort((way**2).sum(axis=1), kind="stable").astype(np.int32)
    return order


def floods(size: int) -> Words:
    """Return what `holder` writes on for a pyramid of a size."""
    return np.zeros((OPEN + 1, board_tables(size).around.shape[1]), np.uint64)


@kernel
def lowest(word: np.uint64) -> Int:
    """Return the number of the lowest bit that is set."""
    return np.int64(_PLACES[((word & (~word + ONE)) * _DE_BRUIJN) >> np.uint64(58)])


@kernel
def highest(word: np.uint64) -> Int:
    """Return the number of the highest bit that is set."""
    word |= word >> np.uint64(1)
    word |= word >> np.uint64(2)
    word |= word >> np.uint64(4)
    word |= word >> np.uint64(8)
    word |= word >> np.uint64(16)
    word |= word >> np.uint64(32)
    return np.int64(_PLACES[((word ^ (word >> ONE)) * _DE_BRUIJN) >> np.uint64(58)])


@inlined_kernel
def holder(tables: BoardTables, floods: Words, corner: Int, balls: Words) -> bool:
    """Tell whether `balls` hold a corner of a pyramid that is full of others elsewhere.

    The flood goes through one group after the other, the highest point first, where a far wall is
    never far away; from the apex the lowest first.
    """
    if balls.shape[0] <= 2:
        two = balls.shape[0] - 1
        high = balls[two] if two else ALL ^ ALL
        return small_holder(tables.corners, tables.around, tables.far, corner, balls[0], high)
    return large_holder(tables, floods, corner, balls)


@inlined_kernel
def small_holder(
    corners: IntArray, around: Words, far: Words, corner: Int, low: np.uint64, high: np.uint64
) -> bool:
    """Answer as `holder` does, of balls that fit into two words, which are kept as numbers."""
    two = around.shape[1] - 1  # 0: there is but one word, and the second is always empty
    none = ALL ^ ALL
    far_low, far_high = far[corner, 0], far[corner, two]
    mask = ALL if two else none
    site = np.uint64(corners[corner])
    upward = bool(corner < 4)
    own = bool(((low >> site) if site < np.uint64(64) else (high >> (site & np.uint64(63)))) & ONE)
    if not own:
        low, high = ~low, ~high & mask
    far_high &= mask
    reached_low = reached_high = touched_low = touched_high = none
    waiting_low = waiting_high = none
    if site < np.uint64(64):
        reached_low = ONE << site
    else:
        reached_high = ONE << (site & np.uint64(63))
    while True:
        near_low, near_high = around[site, 0], around[site, two]
        touched_low |= near_low
        touched_high |= near_high
        new_low = near_low & low & ~reached_low
        new_high = near_high & high & ~reached_high
        if (new_low & far_low) | (new_high & far_high):
            return own
        waiting_low |= new_low
        waiting_high |= new_high
        reached_low |= new_low
        reached_high |= new_high
        if not waiting_low | waiting_high:
            own = not own
            low, high = ~low, ~high & mask
            waiting_low = touched_low & low & ~reached_low
            waiting_high = touched_high & high & ~reached_high
            if (waiting_low & far_low) | (waiting_high & far_high):
                return own
            reached_low |= waiting_low
            reached_high |= waiting_high
        if upward:
            if waiting_high:
                place = np.uint64(highest(waiting_high))
                waiting_high ^= ONE << place
                site = place + np.uint64(64)
            else:
                site = np.uint64(highest(waiting_low))
                waiting_low ^= ONE << site
        elif waiting_low:
            site = np.uint64(lowest(waiting_low))
            waiting_low ^= ONE << site
        else:
            place = np.uint64(lowest(waiting_high))
            waiting_high ^= ONE << place
            site = place + np.uint64(64)


@kernel
def large_holder(tables: BoardTables, floods: Words, corner: Int, balls: Words) -> bool:
    """Answer as `holder` does, of sets of any number of words.

    In row WITNESS of `floods` it leaves points which alone have the holder hold the corner: the way
    of the flood through the last group, and where it is a sheet, all of that.
    """
    many = balls.shape[0]
    for w in range(many):
        floods[REACHED, w] = floods[WAITING, w] = floods[TOUCHED, w] = 0
        floods[WITNESS, w] = 0
    site: Int = np.int64(tables.corners[corner])
    upward = bool(corner < 4)
    at, bit = site >> 6, ONE << np.uint64(site & 63)
    floods[REACHED, at] = floods[WITNESS, at] = bit
    own = bool(balls[at] & bit)
    other = ALL if not own else ALL ^ ALL
    while True:
        for w in range(tables.spans[site, 0], tables.spans[site, 1]):
            near = tables.around[site, w]
            floods[TOUCHED, w] |= near
            new = near & (balls[w] ^ other) & ~floods[REACHED, w]
            if new & tables.far[corner, w]:
                floods[WITNESS, w] |= new & tables.far[corner, w]
                return own
            floods[REACHED, w] |= new
            floods[WAITING, w] |= new
        at = next_word(floods, many, upward)
        if at < 0:
            own = not own
            other = ~other
            arrived = False
            for w in range(many):
                new = floods[TOUCHED, w] & (balls[w] ^ other) & ~floods[REACHED, w]
                if new & tables.far[corner, w]:
                    arrived = True
                floods[REACHED, w] |= new
                floods[WAITING, w] = floods[WITNESS, w] = new
            if arrived:
                return own
            at = next_word(floods, many, upward)
        place = highest(floods[WAITING, at]) if upward else lowest(floods[WAITING, at])
        floods[WAITING, at] ^= ONE << np.uint64(place)
        floods[WITNESS, at] |= ONE << np.uint64(place)
        site = (at << 6) + place


@kernel
def next_word(floods: Words, many: Int, upward: bool) -> Int:
    """Return the word with the next point that waits, -1 for none."""
    for i in range(many):
        w = many - 1 - i if upward else i
        if floods[WAITING, w]:
            return w
    return -1


@inlined_kernel
def wins(tables: BoardTables, floods: Words, balls: Words) -> bool:
    """Tell whether `balls` hold three corners of a pyramid that is full of others elsewhere."""
    held = 0
    for corner in range(5):
        if holder(tables, floods, corner, balls):
            held += 1
            if held == 3:
                return True
        elif corner - held == 2:
            return False
    return False


@kernel
def ones(words: Words) -> Int:
    """Return how many points are in a set."""
    many: Int = 0
    for w in range(words.shape[0]):
        many += ones_of(words[w])
    return many


@inlined_kernel
def ones_of(word: np.uint64) -> Int:
    """Return how many bits are set in a word."""
    word -= (word >> ONE) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + (
        (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel
def winning_points(
    tables: BoardTables, floods: Words, mine: Words, theirs: Words, taken: Ints, won: Words
) -> Int:
    """Find the empty points where one more ball of `mine` wins; it does not hold three corners.

    Parameters
    ----------
    mine
        Written on, and put back.
    taken
        (n,) to write on.
    won
        Gets the points, playable or not.

    Returns
    -------
    int
        How many.
    """
    for w in range(won.shape[0]):
        won[w] = 0
    for site in range(taken.shape[0]):
        taken[site] = 0
    held = some = many = 0
    for corner in range(5):
        if held + some + 5 - corner < 3:
            return 0  # three at once are too many for what is left
        if large_holder(tables, floods, corner, mine):
            held += 1
            continue
        for w in range(mine.shape[0]):
            floods[OPEN, w] = floods[WITNESS, w] & ~(mine[w] | theirs[w])
        if large_holder(tables, floods, corner, theirs):
            continue
        takes = False
        for w in range(mine.shape[0]):
            waiting = floods[OPEN, w]
            while waiting:
                bit = waiting & (~waiting + ONE)
                waiting ^= bit
                mine[w] |= bit
                if holder(tables, floods, corner, mine):
                    takes = True
                    taken[(w << 6) + lowest(bit)] += 1
                mine[w] ^= bit
        some += takes
    for site in range(taken.shape[0]):
        if taken[site] and held + taken[site] >= 3:
            won[site >> 6] |= ONE << np.uint64(site & 63)
            many += 1
    return many
