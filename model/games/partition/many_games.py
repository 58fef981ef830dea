"""Kernels that play 64 games of Partition out at once, each in one bit of every word.

A point is a word: its bit says whose ball lies there in a game, 1 for the first side. Each empty
point goes to either side by a coin of its own, as if a coin said who moves next; then neither order
nor turn matters, and both rules come to the same. All games are judged together: the flood from a
corner goes over the points, in turns outward and inward, and what it does in each game is told by
bits alone.
"""

from __future__ import annotations

import numpy as np

from model.games.partition.full_boards import ALL, ONE, BoardTables, Words, ones_of
from model.kernels import Int, kernel
from model.search.prng import draw

LANES = 64
"""Games played at once."""
NOTHING = np.uint64(0)


@kernel
def share_out(balls: Words, empty: Words, last: Int, lanes: Words, rng: Words) -> None:
    """Fill the pyramid in every game.

    Parameters
    ----------
    balls
        (2, w) each side's balls.
    empty
        (w,) the points that are shared out.
    last
        Who puts the last ball, on the apex, since it has to be stacked; -1: anybody.
    lanes
        (n,) gets whose ball lies where.
    """
    for site in range(lanes.shape[0]):
        at, bit = site >> 6, np.uint64(site & 63)
        if (empty[at] >> bit) & ONE:
            lanes[site] = draw(rng)
        else:
            lanes[site] = NOTHING - ((balls[0, at] >> bit) & ONE)
    apex = lanes.shape[0] - 1
    if last >= 0 and (empty[apex >> 6] >> np.uint64(apex & 63)) & ONE:
        lanes[apex] = ALL if last == 0 else NOTHING


@kernel
def first_wins(tables: BoardTables, lanes: Words, reached: Words) -> np.uint64:
    """Tell in which games the first side holds three corners of the full pyramid.

    Parameters
    ----------
    lanes
        (n,) whose ball lies where.
    reached
        (n + 1,) to write on; the last stands for neighbours that there are not.
    """
    n = lanes.shape[0]
    one = two = three = other_one = other_two = other_three = NOTHING
    for corner in range(5):
        asked = ~(three | other_three)
        if not asked:
            break
        for site in range(n + 1):
            reached[site] = NOTHING
        reached[tables.corners[corner]] = ALL
        colour = lanes[tables.corners[corner]]
        held = NOTHING
        going = asked
        outward = True
        while going:
            moved = arrived = NOTHING
            for i in range(n):
                site = tables.outward[corner, i if outward else n - 1 - i]
                near = tables.near[site]
                # Without branches: in some game or other there is always something to do.
                new = (
                    reached[near[0]] | reached[near[1]] | reached[near[2]] | reached[near[3]]
                    | reached[near[4]] | reached[near[5]] | reached[near[6]] | reached[near[7]]
                    | reached[near[8]] | reached[near[9]] | reached[near[10]] | reached[near[11]]
                )  # fmt: skip
                new &= ~(lanes[site] ^ colour) & ~reached[site] & going
                reached[site] |= new
                moved |= new
                arrived |= new & tables.distant[corner, site]
            outward = not outward
            held |= arrived & colour
            going &= ~arrived
            colour ^= going & ~moved  # the group is flooded: on to those around it
        held &= asked
        three |= two & held
        two |= one & held
        one |= held
        lost = asked & ~held
        other_three |= other_two & lost
        other_two |= other_one & lost
        other_one |= lost
    return three


@kernel
def play_lanes(
    tables: BoardTables, balls: Words, empty: Words, last: Int, lanes: Words, reached: Words,
    taken: Words, gained: Words, rng: Words,
) -> Int:  # fmt: skip
    """Play a position out 64 times; return how often the first side wins.

    Parameters
    ----------
    taken, gained
        (n or more,) get in how many games the first side has a point, and how many of those it
        won.
    """
    share_out(balls, empty, last, lanes, rng)
    won = first_wins(tables, lanes, reached)
    for site in range(lanes.shape[0]):
        taken[site] = ones_of(lanes[site])
        gained[site] = ones_of(lanes[site] & won)
    return ones_of(won)


@kernel
def play_many_lanes(
    tables: BoardTables, balls: Words, empty: Words, last: Int, lanes: Words, reached: Words,
    taken: Words, gained: Words, rng: Words, times: Int,
) -> Int:  # fmt: skip
    """Play a position out 64 times, so many times; return how often the first side wins.

    It adds in how many games the first side has the first point, and of how many of those with the
    middle one it wins, so that who counts the same has counted those too.
    """
    made: Int = 0
    for _ in range(times):
        made += play_lanes(tables, balls, empty, last, lanes, reached, taken, gained, rng)
        made += np.int64(taken[0]) + np.int64(gained[lanes.shape[0] // 2])
    return made
