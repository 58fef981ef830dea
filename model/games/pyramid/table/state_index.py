"""What a table of Pyramid's endings is counted over: four stones against a few, up to symmetry.

With fewer than four stones on both sides the game is drawn, so an ending that goes on has a side
with four at least. A state is four stones of one side, at most so many of the other, and which of
them is to move; colours do not matter. The four are turned to the least of their eight images, and
the few along with them. Where several symmetries lead there, all images of the few are states.

States lie by number of the few; of each number those come first in which the four are to move. Of
either they lie by the four and then by the few: each as combinations in the order of their numbers,
the few counted on the fields that the four leave.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.kernels import Int, kernel

INDEX_VERSION = 1
"""Goes up whenever states come to lie in another order."""
SIDE = 7
"""Fields along an edge of the board."""
FOUR = 4
"""Stones of the side that can win by victory fields."""
FEW = 2
"""Stones of the other side, at most."""

Wide = npt.NDArray[np.int64]
Narrow = npt.NDArray[np.int32]


class StateIndex(NamedTuple):
    """The index of the states, as kernels take it.

    Attributes
    ----------
    choose
        (fields, 5) binomial coefficients.
    turned
        (8, fields) where each field comes to lie.
    number, turn, images
        (combinations of four,) the number of the canonical four they are turned to, by which
        symmetry, and by which symmetries they could be, as bits.
    fours
        (c, 4) the fields of each canonical four, ascending.
    few, few_at
        (n, most) the combinations of the few on the fields left over, those of fewer stones first;
        where those of each number begin.
    base
        (2 * most + 3,) the first state for each number of the few and side to move.
    """

    choose: Wide
    turned: Wide
    number: Narrow
    turn: Narrow
    images: Narrow
    fours: Wide
    few: Wide
    few_at: Wide
    base: Wide

    @property
    def states(self) -> int:
        """How many states there are."""
        return int(self.base[-1])

    @property
    def most(self) -> int:
        """How many the few may be."""
        return int(self.few.shape[1])


@lru_cache(maxsize=2)
def state_index(side: int = SIDE, most: int = FEW) -> StateIndex:
    """Return the index of the endings on a board of a side, with so many of the few at most.

    Smaller boards than that of the table are small enough to be compared with plain search.
    """
    fields = side * side
    choose = np.array([[comb(n, k) for k in range(FOUR + 1)] for n in range(fields)], np.int64)
    turned = _turned(side)
    fours = _combinations(fields, FOUR)
    least = np.full(len(fours), len(fours), np.int64)
    turn, images = np.zeros(len(fours), np.int32), np.zeros(len(fours), np.int32)
    for symmetry, image in enumerate(turned):
        rank = _ranks(np.sort(image[fours], axis=1), choose)
        turn[rank < least] = symmetry
        images[rank < least] = 0
        images[rank <= least] |= 1 << symmetry
        least = np.minimum(rank, least)
    canonical, number = np.unique(least, return_inverse=True)
    few = [_combinations(fields - FOUR, count) for count in range(most + 1)]
    padded = [np.pad(rows, ((0, 0), (0, most - rows.shape[1]))) for rows in few]
    sizes = np.repeat([len(rows) for rows in few], 2) * len(canonical)
    return StateIndex(
        choose,
        turned,
        number.astype(np.int32),
        turn,
        images,
        fours[canonical],
        np.concatenate(padded),
        np.cumsum([0, *(len(rows) for rows in few)]).astype(np.int64),
        np.cumsum([0, *sizes]).astype(np.int64),
    )


def _combinations(count: int, chosen: int) -> Wide:
    """Return all combinations, each ascending, in the order of their ranks."""
    rows = np.array(list(combinations(range(count), chosen)), np.int64)
    rows = rows.reshape(comb(count, chosen), chosen)
    return rows[np.lexsort(rows.T)] if chosen else rows


def _ranks(rows: Wide, choose: Wide) -> Wide:
    """Return where ascending combinations stand: the combinatorial number system."""
    found: Wide = choose[rows, np.arange(1, rows.shape[1] + 1)].sum(axis=1)
    return found


def _turned(side: int) -> Wide:
    """Where each field comes to lie by the eight symmetries of the square."""
    rank, file = np.divmod(np.arange(side * side), side)
    last = side - 1
    return np.array(
        [
            v * side + u
            for a, b in ((file, rank), (rank, file))
            for u in (a, last - a)
            for v in (b, last - b)
        ],
        np.int64,
    )


# -- states of Pyramid's endings and their numbers: boards to numbers and back; see `StateIndex` ---
# On these boards the side with four stones is colour 1, whatever colour it has in a game.


I64 = npt.NDArray[np.int64]
U8 = npt.NDArray[np.uint8]
Boards = npt.NDArray[np.int8]

COUNT = 8
"""The place in the room for fields of the few that holds how many there are."""
ROOM = 16
"""Places in that room: fields as they lie, their number, and fields as they are turned."""


@kernel
def rank_of(g: StateIndex, cells: Boards, level: int, room: I64) -> Int:
    """Return where the four of a board stand among all; `room` gets the fields of the few."""
    rank, four, few = np.int64(0), 0, 0
    for site in range(cells.shape[1]):
        stone = cells[level, site]
        if stone == 1:
            four += 1
            rank += g.choose[site, four]
        elif stone == 2:
            room[few] = site
            few += 1
    room[COUNT] = few
    return rank


@kernel
def state_by(g: StateIndex, rank: Int, symmetry: Int, room: I64, few_move: Int) -> Int:
    """Return the number of a state, turned by one of the symmetries its four allow.

    `few_move` is 1 where the few are to move, else 0; `room` holds their fields.
    """
    c, few = np.int64(g.number[rank]), room[COUNT]
    fours = g.fours[c]
    place = np.int64(0)
    for k in range(few):
        site = g.turned[symmetry, room[k]]
        below = np.int64(0)
        for four in fours:
            below += np.int64(four < site)
        site -= below
        at = COUNT + 1 + k
        while at > COUNT + 1 and room[at - 1] > site:
            room[at] = room[at - 1]
            at -= 1
        room[at] = site
    for k in range(few):
        place += g.choose[room[COUNT + 1 + k], k + 1]
    count = g.few_at[few + 1] - g.few_at[few]
    state: Int = g.base[2 * few + few_move] + c * count + place
    return state


@kernel
def state_of(g: StateIndex, cells: Boards, level: int, few_move: Int, room: I64) -> Int:
    """Return the number of the state that lies on a level."""
    rank = rank_of(g, cells, level, room)
    return state_by(g, rank, g.turn[rank], room, few_move)


@kernel
def put_state(g: StateIndex, state: Int, cells: Boards, level: int) -> Int:
    """Lay a state on a level; return 1 where the few are to move, else 0."""
    part = 0
    while g.base[part + 1] <= state:
        part += 1
    few = part // 2
    count = g.few_at[few + 1] - g.few_at[few]
    inside = state - g.base[part]
    c, place = inside // count, inside % count
    for site in range(cells.shape[1]):
        cells[level, site] = 0
    fours = g.fours[c]
    for k in range(few):
        site = g.few[g.few_at[few] + place, k]
        for four in fours:
            if four <= site:
                site += 1
        cells[level, site] = 2
    for four in fours:
        cells[level, four] = 1
    return part & 1


@kernel
def states_of(g: StateIndex, cells: Boards, few_move: U8, room: I64, found: I64) -> None:
    """Write the numbers of many states, a board a row."""
    for k in range(len(found)):
        found[k] = state_of(g, cells, k, few_move[k], room)
