"""What states are worth, out of those with one ball more: one layer of a table after the other."""

from __future__ import annotations

import numpy as np

from model.games.partition.full_boards import BoardTables, Words, wins
from model.games.partition.table.index_kernels import (
    I64,
    U8,
    configuration_of,
    mask_at,
    place_of,
    rank_of,
)
from model.games.partition.table.state_index import StateIndex
from model.kernels import Int, kernel

PART = 10
"""Bits of a mask that one look into a list turns: three looks turn a mask of up to 30."""
OVER = 0
"""What stands for a game that is over."""
_WORST = 255


@kernel
def fill(lists: I64, goals: I64, many: Int) -> None:
    """Write for each part of a mask the bits at `goals` that its ones stand for."""
    for part in range(lists.shape[0]):
        lists[part, 0] = 0
        for word in range(1, 1 << PART):
            bit = 0
            while not word >> bit & 1:
                bit += 1
            at = part * PART + bit
            goal = np.int64(1) << goals[at] if at < many else np.int64(0)
            lists[part, word] = lists[part, word & (word - 1)] | goal


@kernel
def turned_mask(lists: I64, mask: Int) -> Int:
    """Return the bits that a mask stands for."""
    low, middle = mask & ((1 << PART) - 1), mask >> PART & ((1 << PART) - 1)
    turned: Int = lists[0, low] | lists[1, middle] | lists[2, mask >> (2 * PART)]
    return turned


@kernel
def solve_states(
    g: StateIndex, tables: BoardTables, floods: Words, codes: U8, first: Int, last: Int,
    lists: I64, room: I64, balls: Words,
) -> None:  # fmt: skip
    """Write what the states from `first` up to `last` are worth; of one more ball all are known.

    Parameters
    ----------
    codes
        (states,) plies to the end: odd where the side to move wins; `OVER` where a side has won.
    lists, room, balls
        (points + 1, 3, 1024), (3, points + 1) and (1,) to write on.
    """
    c: Int = configuration_of(g, first)
    while c < len(g.canonical) and g.base[c] < last:
        start, end = max(first, g.base[c]), min(last, g.base[c + 1])
        points = np.int64(g.filled[c])
        plies = _list_moves(g, c, lists, room)
        full, mover = (np.int64(1) << points) - 1, points // 2
        mask = mask_at(points, mover, start - g.base[c])
        for state in range(start, end):
            other = full ^ mask
            codes[state] = OVER
            balls[0] = np.uint64(turned_mask(lists[0], other))
            if not wins(tables, floods, balls):
                balls[0] = np.uint64(turned_mask(lists[0], mask))
                if not wins(tables, floods, balls):
                    codes[state] = _best(g, codes, lists, room, plies, points - mover, other)
            # The next larger number with as many ones (Gosper).
            if mask:
                least = mask & -mask
                ripple = mask + least
                mask = ripple | ((mask ^ ripple) >> 2) // least
        c += 1


@kernel
def _list_moves(g: StateIndex, c: Int, lists: I64, room: I64) -> Int:
    """List where a ball may go, and how masks lie after it; return how many moves there are.

    `room` gets the taken points, where they come to lie, and for each move the first of the states
    it leads to, -1 for the full pyramid.
    """
    within, many, at = g.canonical[c], 0, 0
    for point in range(len(g.down)):
        if within >> point & 1:
            room[0, many] = point
            many += 1
    fill(lists[0], room[0], many)
    for point in range(len(g.down)):
        if within >> point & 1 or within & g.down[point] != g.down[point]:
            continue
        room[2, at] = -1
        if many + 1 < len(g.down):
            after = place_of(g.occupied, within | np.int64(1) << point)
            number = np.int64(g.number[after])
            image, goal = g.turned[g.turn[after]], g.canonical[number]
            for k in range(many):
                below = goal & ((np.int64(1) << image[room[0, k]]) - 1)
                place = 0
                while below:
                    below &= below - 1
                    place += 1
                room[1, k] = place
            room[2, at] = g.base[number]
            fill(lists[at + 1], room[1], many)
        at += 1
    return at


@kernel
def _best(
    g: StateIndex, codes: U8, lists: I64, room: I64, plies: Int, many: Int, other: Int
) -> Int:
    """Return the plies to the end where it is not over; the winner is quick, the loser slow."""
    quickest, slowest = _WORST, 0
    for at in range(plies):
        base = room[2, at]
        if base < 0:
            return 1  # the last ball wins: somebody wins the full pyramid
        code = int(codes[base + rank_of(g, many, turned_mask(lists[at + 1], other))])
        if code == OVER:
            return 1
        if code & 1:
            slowest = max(slowest, code + 1)
        else:
            quickest = min(quickest, code + 1)
    return quickest if quickest < _WORST else slowest
