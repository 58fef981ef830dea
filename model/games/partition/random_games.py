"""Kernels that play games of Partition out at random.

In the free game the order of the balls does not matter, so a game is played out by filling the
pyramid at once; when stacking, ball after ball is put where it may. Either is judged once, full:
who holds three corners there was the first to hold three.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.boards.board import IntArray
from model.games.partition.full_boards import ALL, ONE, BoardTables, Bytes, Words, ones_of, wins
from model.kernels import Int, inlined_kernel, kernel
from model.search.prng import below, draw

SIDE, STACKING, PLAYABLE, EMPTIES = range(4)
"""In `PlayoutState.numbers`: the side to move, 1 when stacking, playable points, empty points."""


class PlayoutState(NamedTuple):
    """How things stand in a position.

    Attributes
    ----------
    balls
        (2, w) each side's balls, as bits.
    empty
        (w,) the empty points.
    points
        (n + 1,) the playable points, the first PLAYABLE of them; free: the empty ones.
    missing
        (n + 1,) how many of the balls that a point needs are not there yet; the last stands for
        points that there are not.
    numbers
        See SIDE and those that follow.
    """

    balls: Words
    empty: Words
    points: IntArray
    missing: npt.NDArray[np.int16]
    numbers: npt.NDArray[np.int64]


class Workspace(NamedTuple):
    """What the kernels write on, made once.

    Attributes
    ----------
    now, played
        The position that the tree has come to, and what becomes of it in a game.
    floods
        For `full_boards.holder`.
    counts, won, theirs
        For `full_boards.winning_points`: counts, and the points of either side.
    moves
        Children to be.
    way
        Nodes from the root down.
    lanes, reached
        For `play_lanes`.
    taken, gained
        (64 w,) in how many games of a batch side 0 got a point, and how many of those it won.
    keys, nodes
        Positions that were met, by a key, and their nodes in the tree, 0 for none; as many as a
        power of two.
    """

    now: PlayoutState
    played: PlayoutState
    floods: Words
    counts: Bytes
    won: Words
    theirs: Words
    moves: IntArray
    way: IntArray
    lanes: Words
    reached: Words
    taken: Words
    gained: Words
    keys: Words
    nodes: IntArray


@inlined_kernel
def copy_state(to: PlayoutState, of: PlayoutState) -> None:
    """Copy a position."""
    for w in range(of.empty.shape[0]):
        to.balls[0, w] = of.balls[0, w]
        to.balls[1, w] = of.balls[1, w]
        to.empty[w] = of.empty[w]
    for i in range(4):
        to.numbers[i] = of.numbers[i]
    if of.numbers[STACKING]:
        for i in range(of.numbers[PLAYABLE]):
            to.points[i] = of.points[i]
        for site in range(of.missing.shape[0]):
            to.missing[site] = of.missing[site]


@kernel
def put(tables: BoardTables, state: PlayoutState, site: Int) -> None:
    """Put a ball of the side to move on a playable point."""
    numbers = state.numbers
    bit = ONE << np.uint64(site & 63)
    state.balls[numbers[SIDE], site >> 6] |= bit
    state.empty[site >> 6] ^= bit
    numbers[SIDE] ^= 1
    numbers[EMPTIES] -= 1
    if numbers[STACKING]:
        at = 0
        while state.points[at] != site:
            at += 1
        numbers[PLAYABLE] = take_point(
            tables.carried, state.points, state.missing, np.uint64(numbers[PLAYABLE]), np.uint64(at)
        )


@inlined_kernel
def take_point(
    carried: IntArray,
    points: IntArray,
    missing: npt.NDArray[np.int16],
    many: np.uint64,
    at: np.uint64,
) -> np.uint64:
    """Take a point out of those that are playable, and add what a ball there makes playable.

    Returns how many are playable now. Whatever counts is without a sign, so that no index is asked
    whether it is negative.
    """
    site = np.uint64(points[at])
    many -= ONE
    points[at] = points[many]
    for k in range(4):  # without branches: they could not be foretold
        above = carried[site, k]
        left = missing[np.uint64(above)] - 1
        missing[np.uint64(above)] = left
        points[many] = above
        many += np.uint64(left == 0)
    return many


@inlined_kernel
def fill(state: PlayoutState, points: IntArray, many: Int, rng: Words) -> None:
    """Fill a free pyramid: the balls of both sides lie as they may, as many as they get in turn.

    Random bits give every empty point to one or the other; then points drawn at random change
    hands until the numbers are right, so that all fillings are equally likely.

    Parameters
    ----------
    points
        The first `many` of them contain the empty points.
    """
    balls, empty = state.balls, state.empty
    side = np.uint64(state.numbers[SIDE])
    excess = -((state.numbers[EMPTIES] + 1) // 2)
    for w in range(empty.shape[0]):
        mine = draw(rng) & empty[w]
        excess += ones_of(mine)
        balls[side, w] |= mine
        balls[ONE - side, w] |= empty[w] ^ mine
    giver = side if excess > 0 else ONE - side
    excess = abs(excess)
    while excess > 0:
        site = np.uint64(points[np.uint64(below(rng, many))])
        word, bit = site >> np.uint64(6), ONE << (site & np.uint64(63))
        if empty[word] & balls[giver, word] & bit:
            balls[giver, word] ^= bit
            balls[ONE - giver, word] |= bit
            excess -= 1


@inlined_kernel
def pile(tables: BoardTables, state: PlayoutState, rng: Words) -> None:
    """Fill a pyramid by stacking, ball after ball, each on any of the points where it may go."""
    balls, points, missing = state.balls, state.points, state.missing
    side, many = np.uint64(state.numbers[SIDE]), np.uint64(state.numbers[PLAYABLE])
    while many:
        at = np.uint64(below(rng, many))
        site = np.uint64(points[at])
        balls[side, site >> np.uint64(6)] |= ONE << (site & np.uint64(63))
        side ^= ONE
        many = take_point(tables.carried, points, missing, many, at)


@inlined_kernel
def play_out(
    tables: BoardTables, floods: Words, state: PlayoutState, root: PlayoutState, rng: Words
) -> bool:
    """Play the game of `state`, which came from `root`, to its end; tell if side 0 won."""
    if root.numbers[STACKING]:
        pile(tables, state, rng)
    else:
        fill(state, root.points, root.numbers[EMPTIES], rng)
    return wins(tables, floods, state.balls[0])


@kernel
def play_many(
    tables: BoardTables,
    work: Workspace,
    state: PlayoutState,
    root: PlayoutState,
    rng: Words,
    games: Int,
) -> Int:
    """Play `state`, which came from `root`, out many times; return how often side 0 wins."""
    won = 0
    for _ in range(games):
        copy_state(work.played, state)
        won += play_out(tables, work.floods, work.played, root, rng)
    return won


@kernel
def play_batch(
    tables: BoardTables, work: Workspace, root: PlayoutState, rng: Words, games: Int
) -> Int:
    """Play `work.now` out as `play_many` does, and count who gets what; see `Workspace.taken`."""
    taken, gained = work.taken, work.gained
    for site in range(taken.shape[0]):
        taken[site] = gained[site] = 0
    won = 0
    for _ in range(games):
        copy_state(work.played, work.now)
        first_won = play_out(tables, work.floods, work.played, root, rng)
        won += first_won
        for w in range(work.played.empty.shape[0]):
            count_points(taken, gained, w, work.played.balls[0, w], first_won)
    return won


@inlined_kernel
def count_points(taken: Words, gained: Words, word: Int, balls: np.uint64, won: bool) -> None:
    """Count the points of a word that side 0 got in a game."""
    kept = balls if won else balls ^ balls
    for k in range(64):
        taken[(word << 6) + k] += (balls >> np.uint64(k)) & ONE
        gained[(word << 6) + k] += (kept >> np.uint64(k)) & ONE


# -- kernels that play 64 games of Partition out at once, each in one bit of every word ------------
# A point is a word: its bit says whose ball lies there in a game, 1 for the first side. Each empty
# point goes to either side by a coin of its own, as if a coin said who moves next; then neither
# order nor turn matters, and both rules come to the same. All games are judged together: the flood
# from a corner goes over the points, in turns outward and inward, and what it does in each game is
# told by bits alone.


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
    tables: BoardTables, work: Workspace, state: PlayoutState, last: Int, rng: Words
) -> Int:
    """Play a position out 64 times; return how often the first side wins.

    It counts who gets what; see `Workspace.taken`. `last` is as in `share_out`.
    """
    lanes = work.lanes
    share_out(state.balls, state.empty, last, lanes, rng)
    won = first_wins(tables, lanes, work.reached)
    for site in range(lanes.shape[0]):
        work.taken[site] = ones_of(lanes[site])
        work.gained[site] = ones_of(lanes[site] & won)
    return ones_of(won)
