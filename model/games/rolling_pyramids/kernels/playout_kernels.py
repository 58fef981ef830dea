"""Games played on from a table by heuristics alone, as kernels, and what they come to."""

from __future__ import annotations

import numpy as np

from model.games.rolling_pyramids.kernels.deploy_kernels import (
    holding,
    order,
    place_devices,
    reaches,
    space_values,
    threats,
)
from model.games.rolling_pyramids.kernels.heuristic_kernels import (
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
    hero_value,
    judge_picks,
    left_after,
    pick,
    row_value,
    track_value,
)
from model.games.rolling_pyramids.kernels.round_kernels import (
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
    BoardData,
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
    data: BoardData,
    table: Table,
    number: int,
    weights: Floats,
    rng: Words,
    codes: Sizes,
    gains: Floats,
) -> None:
    """Let everybody pick, from the pick of a number on."""
    for at in range(number, 4 * table[SEATS]):
        player = picker(table, at)
        own: Weights = weights[player]
        many = judge_picks(data, table, player, own, codes, gains)
        best = 0
        for k in range(1, many):
            if gains[k] > gains[best]:
                best = k
        pick(data, table, player, codes[best, 0], codes[best, 1], codes[best, 2])


@kernel
def order_all(
    data: BoardData, table: Table, sizes: Sizes, weights: Floats, rng: Words, orders: Orders
) -> None:
    """Let everybody deploy by heuristics, with the noise that his weights have."""
    reach = np.zeros((PLAYERS, PLACES), np.int32)
    worths, threat = np.zeros(PLACES), np.zeros((PLAYERS, PLACES))
    reaches(data, table, reach)
    for player in range(table[SEATS]):
        own = weights[player]
        space_values(data, table, own, worths)
        if player == 0:
            threats(data, table, sizes, reach, worths, threat)
        order(data, table, sizes, reach, worths, threat, player, own, own[W_NOISE], rng, orders)


@kernel
def cross(data: BoardData, table: Table, taken: Sizes, weights: Floats) -> None:
    """Cross off a triangle for every conquest."""
    if table[ROUND] >= data[D_ROUNDS] and not table[SOLO]:
        return
    for player in range(table[SEATS]):
        for _ in range(taken[0, player]):
            box = best_box(data, table, player, weights[player])
            if box >= 0:
                table[CROSSED + player] |= 1 << box


@kernel
def finish_round(data: BoardData, table: Table) -> bool:
    """Score, or let the Pharaoh come, and clean up; return whether the game is over."""
    if table[SOLO]:
        reinforce(data, table)
        erase(data, table)
        for place in range(data[D_SPACES]):
            if table[OWNER + place] == 0:
                table[RESERVE] += data[D_TOP + place]
        if is_free(data, table):
            return True
    else:
        score(data, table)
        erase(data, table)
    return bool(table[ROUND] >= data[D_ROUNDS])


@kernel
def play_on(
    data: BoardData,
    table: Table,
    phase: int,
    number: int,
    rounds: int,
    sizes: Sizes,
    orders: Orders,
    taken: Sizes,
    weights: Floats,
    rng: Words,
    codes: Sizes,
    gains: Floats,
) -> bool:
    """Play on from within a round, for `rounds` more rounds; return whether the game is over.

    Parameters
    ----------
    number
        Where the draft is played on from: that of the next pick.
    """
    for ahead in range(rounds + 1):
        if ahead or phase == FROM_ROLL:
            roll(data, table, rng)
        first = number if phase == FROM_DRAFT and not ahead else 0
        draft(data, table, first, weights, rng, codes, gains)
        table[DIE : DIE + DICE] = 0
        for player in range(table[SEATS]):
            develop(data, table, player)
        muster(data, table, sizes)
        order_all(data, table, sizes, weights, rng, orders)
        resolve(data, table, sizes, orders, taken)
        cross(data, table, taken, weights)
        if finish_round(data, table):
            return True
        if not table[SOLO]:
            for player in range(table[SEATS]):
                place_devices(data, table, player, weights[player])
        if ahead == rounds:
            return False
        table[ROUND] += 1
        if data[D_ROTATES]:
            table[FIRST] = (table[FIRST] + 1) % table[SEATS]
    return False


@kernel
def shares(data: BoardData, table: Table, over: bool, weights: Weights, values: Floats) -> None:
    """Write what a table is worth to each player: a share of the game, from 0 to 1.

    A table that is not over is one at the end of a round, before the next one is counted.
    """
    seats = table[SEATS]
    if table[SOLO]:
        values[0] = solo_share(data, table)
        values[1] = 1 - values[0]
        return
    scores = np.zeros(seats)
    for player in range(seats):
        scores[player] = table[POINTS + player]
    for place in range(data[D_SPACES]):
        owner = table[OWNER + place]
        if owner >= 0:
            units = table[SOLDIERS + place] + table[STARS + place]
            scores[owner] += 0.01 + 0.00005 * units
    if not over:
        foresee(data, table, weights, scores)
    best = whole = 0.0
    for player in range(seats):
        best = max(best, scores[player])
    spread = SPREAD_OVER if over else SPREAD + SPREAD_ROUND * left_after(data, table)
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
def foresee(data: BoardData, table: Table, weights: Weights, scores: Floats) -> None:
    """Add what is likely to be scored yet, by what stands on a table and what was written."""
    rounds = left_after(data, table)
    worths = np.zeros(PLACES)
    table[ROUND] += 1
    space_values(data, table, weights, worths)
    unit = weights[W_UNIT]
    for player in range(table[SEATS]):
        army = track_value(data, table[CROSSED + player], rounds - 1, weights[W_PACE])
        gain = weights[W_BOX] * army
        for row in range(3):
            gain += weights[W_ROW] * row_value(data, table, player, row, -1, 0, 4 * rounds)
        free = 0
        for slot in range(data[D_HEROES]):
            free += table[CELL + CELLS * player + slot] == 0
        hero = hero_value(table, player)
        gain += weights[W_SLOT] * hero * min(1.0, rounds / 5.0) * free
        scores[player] += unit * gain
    table[ROUND] -= 1
    for place in range(data[D_SPACES]):
        owner = table[OWNER + place]
        if owner < 0:
            continue
        beside = 0
        for side in range(SIDES):
            other = data[D_BESIDE + SIDES * place + side]
            if other >= 0 and table[OWNER + other] >= 0 and table[OWNER + other] != owner:
                beside += 1
        weight = table[DEFENCE + owner]
        units = float(table[SOLDIERS + place] + weight * table[STARS + place])
        pressure = weights[W_PRESS] * (0.5 + beside) * worths[place] / 4.0
        scores[owner] += worths[place] * holding(units, pressure)


@kernel
def solo_share(data: BoardData, table: Table) -> float:
    """Return how near the solo player is to his aim, 1 where he has reached it."""
    if is_free(data, table):
        return float(0.9 + 0.1 * (data[D_ROUNDS] - table[ROUND]) / data[D_ROUNDS])
    near = 0.0
    for place in range(data[D_SPACES] - 1, data[D_PLACES]):
        at = 0 if place == data[D_SPACES] - 1 else place
        if table[OWNER + at] == 0:
            near += 0.12
        else:
            near -= 0.002 * table[SOLDIERS + at]
    units = 0
    for place in range(data[D_PLACES]):
        if table[OWNER + place] == 0:
            units += table[SOLDIERS + place] + table[STARS + place] + data[D_TOP + place]
    return min(0.85, max(0.0, near + 0.0015 * units))
