"""Games played on from a table by good sense alone, as kernels, and what they come to."""

from __future__ import annotations

import numpy as np

from model.games.rolling_pyramids.kernels.deploy_kernels import (
    holding,
    order,
    place_devices,
    reaches,
    space_worths,
    threats,
)
from model.games.rolling_pyramids.kernels.round_kernels import (
    Desk,
    Orders,
    Sizes,
    Table,
    erase,
    is_free,
    muster,
    reinforce,
    resolve,
    roll,
    score,
)
from model.games.rolling_pyramids.kernels.sense_kernels import (
    W_BOX,
    W_NOISE,
    W_PACE,
    W_PRESS,
    W_ROW,
    W_SLOT,
    W_UNIT,
    Floats,
    Weights,
    best_box,
    develop,
    hero_worth,
    judge_picks,
    left_after,
    pick,
    row_worth,
    track_worth,
)
from model.games.rolling_pyramids.kernels.table_layout import (
    CELL,
    CELLS,
    CROSSED,
    D_BESIDE,
    D_HEROES,
    D_PLACES,
    D_ROTATES,
    D_ROUNDS,
    D_SPACES,
    D_TOP,
    DEFENCE,
    DICE,
    DIE,
    FIRST,
    OWNER,
    PLACES,
    PLAYERS,
    POINTS,
    RESERVE,
    ROUND,
    SEATS,
    SIDES,
    SOLDIERS,
    SOLO,
    STARS,
)
from model.kernels import kernel
from model.search.prng import Words

SPREAD_OVER = 6.0
SPREAD = 8.0
SPREAD_ROUND = 1.0
"""Points that make a player about three times as likely to win: at the end, with one round to come,
and more for each round."""
MOST_PICKS = 16 * 54
"""Dice times what each may be written into."""
FROM_ROLL, FROM_DRAFT = 0, 1
"""Where in a round a game is played on from."""


@kernel
def picker(table: Table, number: int) -> int:
    """Return whose the pick of a number is, of all picks of a round from 0."""
    seats = table[SEATS]
    turn, at = number // seats, number % seats
    if turn & 1:
        at = seats - 1 - at
    return int((table[FIRST] + at) % seats)


@kernel
def draft(
    desk: Desk, table: Table, number: int, weights: Floats, rng: Words, codes: Sizes, gains: Floats
) -> None:
    """Let everybody pick, from the pick of a number on."""
    for at in range(number, 4 * table[SEATS]):
        player = picker(table, at)
        own: Weights = weights[player]
        many = judge_picks(desk, table, player, own, codes, gains)
        best = 0
        for k in range(1, many):
            if gains[k] > gains[best]:
                best = k
        pick(desk, table, player, codes[best, 0], codes[best, 1], codes[best, 2])


@kernel
def order_all(
    desk: Desk, table: Table, sizes: Sizes, weights: Floats, rng: Words, orders: Orders
) -> None:
    """Let everybody deploy by good sense, with the noise that his weights have."""
    reach = np.zeros((PLAYERS, PLACES), np.int32)
    worths, threat = np.zeros(PLACES), np.zeros((PLAYERS, PLACES))
    reaches(desk, table, reach)
    for player in range(table[SEATS]):
        own = weights[player]
        space_worths(desk, table, own, worths)
        if player == 0:
            threats(desk, table, sizes, reach, worths, threat)
        order(desk, table, sizes, reach, worths, threat, player, own, own[W_NOISE], rng, orders)


@kernel
def cross(desk: Desk, table: Table, taken: Sizes, weights: Floats) -> None:
    """Cross off a triangle for every conquest."""
    if table[ROUND] >= desk[D_ROUNDS] and not table[SOLO]:
        return
    for player in range(table[SEATS]):
        for _ in range(taken[0, player]):
            box = best_box(desk, table, player, weights[player])
            if box >= 0:
                table[CROSSED + player] |= 1 << box


@kernel
def finish_round(desk: Desk, table: Table) -> bool:
    """Score, or let the Pharaoh come, and clean up; return whether the game is over."""
    if table[SOLO]:
        reinforce(desk, table)
        erase(desk, table)
        for place in range(desk[D_SPACES]):
            if table[OWNER + place] == 0:
                table[RESERVE] += desk[D_TOP + place]
        if is_free(desk, table):
            return True
    else:
        score(desk, table)
        erase(desk, table)
    return bool(table[ROUND] >= desk[D_ROUNDS])


@kernel
def play_on(
    desk: Desk, table: Table, phase: int, number: int, rounds: int, sizes: Sizes, orders: Orders,
    taken: Sizes, weights: Floats, rng: Words, codes: Sizes, gains: Floats,
) -> bool:  # fmt: skip
    """Play on from within a round, for `rounds` more rounds; return whether the game is over.

    Parameters
    ----------
    number
        Where the draft is played on from: that of the next pick.
    """
    for ahead in range(rounds + 1):
        if ahead or phase == FROM_ROLL:
            roll(desk, table, rng)
        first = number if phase == FROM_DRAFT and not ahead else 0
        draft(desk, table, first, weights, rng, codes, gains)
        table[DIE : DIE + DICE] = 0
        for player in range(table[SEATS]):
            develop(desk, table, player)
        muster(desk, table, sizes)
        order_all(desk, table, sizes, weights, rng, orders)
        resolve(desk, table, sizes, orders, taken)
        cross(desk, table, taken, weights)
        if finish_round(desk, table):
            return True
        if not table[SOLO]:
            for player in range(table[SEATS]):
                place_devices(desk, table, player, weights[player])
        if ahead == rounds:
            return False
        table[ROUND] += 1
        if desk[D_ROTATES]:
            table[FIRST] = (table[FIRST] + 1) % table[SEATS]
    return False


@kernel
def shares(desk: Desk, table: Table, over: bool, weights: Weights, values: Floats) -> None:
    """Write what a table is worth to each player: a share of the game, from 0 to 1.

    A table that is not over is one at the end of a round, before the next one is counted.
    """
    seats = table[SEATS]
    if table[SOLO]:
        values[0] = solo_share(desk, table)
        values[1] = 1 - values[0]
        return
    scores = np.zeros(seats)
    for player in range(seats):
        scores[player] = table[POINTS + player]
    for place in range(desk[D_SPACES]):
        owner = table[OWNER + place]
        if owner >= 0:
            units = table[SOLDIERS + place] + table[STARS + place]
            scores[owner] += 0.01 + 0.00005 * units
    if not over:
        foresee(desk, table, weights, scores)
    best = whole = 0.0
    for player in range(seats):
        best = max(best, scores[player])
    spread = SPREAD_OVER if over else SPREAD + SPREAD_ROUND * left_after(desk, table)
    first = 0
    for player in range(seats):
        values[player] = np.exp((scores[player] - best) / spread)
        whole += values[player]
        first += scores[player] == best
    for player in range(seats):
        values[player] /= whole
        if over:
            won = 1.0 / first if scores[player] == best else 0.0
            values[player] = 0.5 * won + 0.5 * values[player]


@kernel
def foresee(desk: Desk, table: Table, weights: Weights, scores: Floats) -> None:
    """Add what is likely to be scored yet, by what stands on a table and what was written."""
    rounds = left_after(desk, table)
    worths = np.zeros(PLACES)
    table[ROUND] += 1
    space_worths(desk, table, weights, worths)
    unit = weights[W_UNIT]
    for player in range(table[SEATS]):
        army = track_worth(desk, table[CROSSED + player], rounds - 1, weights[W_PACE])
        gain = weights[W_BOX] * army
        for row in range(3):
            gain += weights[W_ROW] * row_worth(desk, table, player, row, -1, 0, 4 * rounds)
        free = 0
        for slot in range(desk[D_HEROES]):
            free += table[CELL + CELLS * player + slot] == 0
        hero = hero_worth(table, player)
        gain += weights[W_SLOT] * hero * min(1.0, rounds / 5.0) * free
        scores[player] += unit * gain
    table[ROUND] -= 1
    for place in range(desk[D_SPACES]):
        owner = table[OWNER + place]
        if owner < 0:
            continue
        beside = 0
        for side in range(SIDES):
            other = desk[D_BESIDE + SIDES * place + side]
            if other >= 0 and table[OWNER + other] >= 0 and table[OWNER + other] != owner:
                beside += 1
        weight = table[DEFENCE + owner]
        units = float(table[SOLDIERS + place] + weight * table[STARS + place])
        pressure = weights[W_PRESS] * (0.5 + beside) * worths[place] / 4.0
        scores[owner] += worths[place] * holding(units, pressure)


@kernel
def solo_share(desk: Desk, table: Table) -> float:
    """Return how near the solo player is to his aim, 1 where he has reached it."""
    if is_free(desk, table):
        return float(0.9 + 0.1 * (desk[D_ROUNDS] - table[ROUND]) / desk[D_ROUNDS])
    near = 0.0
    for place in range(desk[D_SPACES] - 1, desk[D_PLACES]):
        at = 0 if place == desk[D_SPACES] - 1 else place
        if table[OWNER + at] == 0:
            near += 0.12
        else:
            near -= 0.002 * table[SOLDIERS + at]
    units = 0
    for place in range(desk[D_PLACES]):
        if table[OWNER + place] == 0:
            units += table[SOLDIERS + place] + table[STARS + place] + desk[D_TOP + place]
    return min(0.85, max(0.0, near + 0.0015 * units))
