"""States of Pyramid's endings and their numbers: boards to numbers and back; see `StateIndex`.

On these boards the side with four stones is colour 1, whatever colour it has in a game.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.games.pyramid.table.state_index import StateIndex
from model.kernels import Int, kernel

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
