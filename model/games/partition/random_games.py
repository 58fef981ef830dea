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
from model.games.partition.full_boards import (
    ALL,
    ONE,
    Bytes,
    Ground,
    Words,
    ones,
    ones_of,
    small_wins,
    wins,
)
from model.kernels import Int, kernel
from model.search.chance import below, draw

SIDE, STACKING, PLAYABLE, EMPTIES = range(4)
"""In `Stand.numbers`: the side to move, 1 when stacking, playable points, empty points."""


class Stand(NamedTuple):
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


class Desk(NamedTuple):
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
        For `many_games`.
    taken, gained
        (64 w,) in how many games of a batch side 0 got a point, and how many of those it won.
    """

    now: Stand
    played: Stand
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


@kernel
def copy_stand(to: Stand, of: Stand) -> None:
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
def put(ground: Ground, stand: Stand, site: Int) -> None:
    """Put a ball of the side to move on a playable point."""
    numbers = stand.numbers
    bit = ONE << np.uint64(site & 63)
    stand.balls[numbers[SIDE], site >> 6] |= bit
    stand.empty[site >> 6] ^= bit
    numbers[SIDE] ^= 1
    numbers[EMPTIES] -= 1
    if numbers[STACKING]:
        at = 0
        while stand.points[at] != site:
            at += 1
        take(ground, stand, at)


@kernel
def take(ground: Ground, stand: Stand, at: Int) -> None:
    """Take a point out of those that are playable, and add what a ball there makes playable."""
    many = stand.numbers[PLAYABLE] - 1
    site = stand.points[at]
    stand.points[at] = stand.points[many]
    for k in range(4):  # without branches: they could not be foretold
        above = ground.carried[site, k]
        stand.missing[above] -= 1
        stand.points[many] = above
        many += stand.missing[above] == 0
    stand.numbers[PLAYABLE] = many


@kernel
def fill(stand: Stand, points: IntArray, many: Int, rng: Words) -> None:
    """Fill a free pyramid: the balls of both sides lie as they may, as many as they get in turn.

    Random bits give every empty point to one or the other; then points drawn at random change
    hands until the numbers are right, so that all fillings are equally likely.

    Parameters
    ----------
    points
        The first `many` of them contain the empty points.
    """
    side = stand.numbers[SIDE]
    empties = stand.numbers[EMPTIES]
    excess = -((empties + 1) // 2)
    for w in range(stand.empty.shape[0]):
        mine = draw(rng) & stand.empty[w]
        stand.balls[side, w] |= mine
        stand.balls[1 - side, w] |= stand.empty[w] ^ mine
    excess += ones(stand.balls[side] & stand.empty)
    giver = side if excess > 0 else 1 - side
    excess = abs(excess)
    while excess > 0:
        site = points[below(rng, many)]
        bit = ONE << np.uint64(site & 63)
        if stand.empty[site >> 6] & stand.balls[giver, site >> 6] & bit:
            stand.balls[giver, site >> 6] ^= bit
            stand.balls[1 - giver, site >> 6] |= bit
            excess -= 1


@kernel
def pile(ground: Ground, stand: Stand, rng: Words) -> None:
    """Fill a pyramid by stacking, ball after ball, each on any of the points where it may go."""
    side = stand.numbers[SIDE]
    while stand.numbers[PLAYABLE] > 0:
        at = np.int64(below(rng, stand.numbers[PLAYABLE]))
        site = stand.points[at]
        stand.balls[side, site >> 6] |= ONE << np.uint64(site & 63)
        side = 1 - side
        take(ground, stand, at)


@kernel
def play_out(ground: Ground, floods: Words, stand: Stand, root: Stand, rng: Words) -> bool:
    """Play the game of `stand`, which came from `root`, to its end; tell if side 0 won."""
    if root.numbers[STACKING]:
        pile(ground, stand, rng)
    else:
        fill(stand, root.points, root.numbers[EMPTIES], rng)
    return wins(ground, floods, stand.balls[0])


@kernel
def play_many(ground: Ground, desk: Desk, stand: Stand, root: Stand, rng: Words, games: Int) -> Int:
    """Play `stand`, which came from `root`, out many times; return how often side 0 wins."""
    if stand.empty.shape[0] <= 2:
        return play_small(ground, desk, stand, root, rng, games, False)
    won = 0
    for _ in range(games):
        copy_stand(desk.played, stand)
        won += play_out(ground, desk.floods, desk.played, root, rng)
    return won


@kernel
def play_batch(ground: Ground, desk: Desk, root: Stand, rng: Words, games: Int) -> Int:
    """Play `desk.now` out as `play_many` does, and count who gets what; see `Desk.taken`."""
    taken, gained = desk.taken, desk.gained
    for site in range(taken.shape[0]):
        taken[site] = gained[site] = 0
    if desk.now.empty.shape[0] <= 2:
        return play_small(ground, desk, desk.now, root, rng, games, True)
    won = 0
    for _ in range(games):
        copy_stand(desk.played, desk.now)
        first_won = play_out(ground, desk.floods, desk.played, root, rng)
        won += first_won
        for w in range(desk.played.empty.shape[0]):
            count_points(taken, gained, w, desk.played.balls[0, w], first_won)
    return won


@kernel
def count_points(taken: Words, gained: Words, word: Int, balls: np.uint64, won: bool) -> None:
    """Count the points of a word that side 0 got in a game."""
    kept = balls if won else balls ^ balls
    for k in range(64):
        taken[(word << 6) + k] += (balls >> np.uint64(k)) & ONE
        gained[(word << 6) + k] += (kept >> np.uint64(k)) & ONE


# -- where two words hold all points --------------------------------------------------------------
#
# The same games, four times as quick: what changes in a game is kept in numbers, and arrays are
# handed on one by one. A tuple of arrays has the references to each of them counted in every call.


@kernel
def play_small(
    ground: Ground, desk: Desk, stand: Stand, root: Stand, rng: Words, games: Int, counts: bool
) -> Int:
    """Play `stand` out many times, counting who gets what if that is wanted; see `play_batch`."""
    corners, around, far, carried = ground.corners, ground.around, ground.far, ground.carried
    taken, gained, spots, missing = desk.taken, desk.gained, desk.played.points, desk.played.missing
    wanted, needed, drawn = stand.points, stand.missing, root.points
    balls, empty, numbers = stand.balls, stand.empty, stand.numbers
    many, empties = np.int64(root.numbers[EMPTIES]), np.int64(numbers[EMPTIES])
    playable, side, stacking = numbers[PLAYABLE], numbers[SIDE], numbers[STACKING]
    two = empty.shape[0] - 1
    empty_low, empty_high = empty[0], empty[two] if two else ALL ^ ALL
    old_low, old_high = balls[0, 0], balls[0, two] if two else ALL ^ ALL
    won = 0
    for _ in range(games):
        if stacking:
            for k in range(playable):
                spots[k] = wanted[k]
            for k in range(needed.shape[0]):
                missing[k] = needed[k]
            low, high = pile_small(carried, spots, missing, playable, side, rng)
        else:
            low, high = fill_small(drawn, many, empties, empty_low, empty_high, two, rng)
            if side:
                low, high = empty_low ^ low, empty_high ^ high
        low |= old_low
        high |= old_high
        first_won = small_wins(corners, around, far, low, high)
        won += first_won
        if counts:
            count_points(taken, gained, 0, low, first_won)
            if two:
                count_points(taken, gained, 1, high, first_won)
    return won


@kernel
def fill_small(
    points: IntArray, many: Int, empties: Int, low: np.uint64, high: np.uint64, two: Int, rng: Words
) -> tuple[np.uint64, np.uint64]:
    """Return the points among those that are empty which the side to move gets; see `fill`."""
    mine_low = draw(rng) & low
    mine_high = draw(rng) & high if two else high
    excess = ones_of(mine_low) + ones_of(mine_high) - (empties + 1) // 2
    gives = excess > 0
    if not gives:  # the others give: what is said of the giver is said of their points
        mine_low ^= low
        mine_high ^= high
        excess = -excess
    while excess > 0:
        site = np.uint64(points[below(rng, many)])
        bit = ONE << (site & np.uint64(63))
        if site < np.uint64(64):
            if mine_low & bit:
                mine_low ^= bit
                excess -= 1
        elif mine_high & bit:
            mine_high ^= bit
            excess -= 1
    if gives:
        return mine_low, mine_high
    return mine_low ^ low, mine_high ^ high


@kernel
def pile_small(
    carried: IntArray,
    points: IntArray,
    missing: npt.NDArray[np.int16],
    playable: Int,
    side: Int,
    rng: Words,
) -> tuple[np.uint64, np.uint64]:
    """Return the points that side 0 gets by stacking; see `pile`."""
    low = high = ALL ^ ALL
    many, first = np.uint64(playable), np.uint64(1 - side)
    while many:
        at = np.uint64(below(rng, many))
        site = np.uint64(points[at])
        if site < np.uint64(64):
            low |= first << site
        else:
            high |= first << (site & np.uint64(63))
        first ^= ONE
        many -= ONE
        points[at] = points[many]
        for k in range(4):  # without branches: they could not be foretold
            above = carried[site, k]
            left = missing[np.uint64(above)] - 1
            missing[np.uint64(above)] = left
            points[many] = above
            many += np.uint64(left == 0)
    return low, high
