"""Judgement, as kernels: what a pick comes to when played on, and deployments against guesses.

Others are guessed to deploy by heuristics, each time a little differently (`guess`): what they have
sealed is never looked at, and dice are drawn anew.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.games.rolling_pyramids.kernels.deploy_kernels import (
    from_where,
    order,
    reaches,
    space_values,
    threats,
)
from model.games.rolling_pyramids.kernels.heuristic_kernels import Floats, pick
from model.games.rolling_pyramids.kernels.playout_kernels import (
    FROM_DRAFT,
    MOST_PICKS,
    cross,
    finish_round,
    play_on,
    shares,
)
from model.games.rolling_pyramids.kernels.round_kernels import (
    D_BOMB,
    D_PLACES,
    D_SPACES,
    OWNER,
    PLACES,
    PLAYERS,
    ROW_UNIT,
    SEATS,
    UNITS,
    BoardData,
    Sizes,
    Table,
    resolve,
)
from model.kernels import kernel
from model.search.prng import Words

Guesses = npt.NDArray[np.int32]
"""(n, PLAYERS, UNITS, 2) deployments of everybody."""


@kernel
def judge_pick(
    data: BoardData,
    start: Table,
    number: int,
    player: int,
    code: Sizes,
    rounds: int,
    games: int,
    weights: Floats,
    seed: int,
) -> float:
    """Return what a player may expect, on average over games, of the pick in a row of one code.

    Parameters
    ----------
    number
        Of the pick in this round. `code` (3,) is empty (-1 first) where nothing is picked any more,
        and the game goes on with development.
    rounds
        How many rounds are played on after this one.
    seed
        The same for all picks that are compared, so that they meet the same luck.
    """
    sizes = np.zeros((PLAYERS, UNITS), np.int32)
    taken = np.zeros((PLAYERS, UNITS), np.int32)
    orders = np.zeros((PLAYERS, UNITS, 2), np.int32)
    codes, gains = np.zeros((MOST_PICKS, 3), np.int32), np.zeros(MOST_PICKS)
    values, rng, whole = np.zeros(PLAYERS), np.zeros(1, np.uint64), 0.0
    for game in range(games):
        rng[0] = np.uint64(seed) + np.uint64(game) * np.uint64(0x9E3779B97F4A7C15)
        table = start.copy()
        if code[0] >= 0:
            pick(data, table, player, code[0], code[1], code[2])
        over = play_on(
            data,
            table,
            FROM_DRAFT,
            number + 1,
            rounds,
            sizes,
            orders,
            taken,
            weights,
            rng,
            codes,
            gains,
        )
        shares(data, table, over, weights[player], values)
        whole += values[player]
    return whole / games


@kernel
def guess(
    data: BoardData,
    table: Table,
    sizes: Sizes,
    weights: Floats,
    noise: float,
    rng: Words,
    guesses: Guesses,
) -> None:
    """Write what everybody may well deploy, again and again; the first time without noise."""
    reach = np.zeros((PLAYERS, PLACES), np.int32)
    worths, threat = np.zeros(PLACES), np.zeros((PLAYERS, PLACES))
    reaches(data, table, reach)
    space_values(data, table, weights[0], worths)
    threats(data, table, sizes, reach, worths, threat)
    for number in range(guesses.shape[0]):
        for player in range(table[SEATS]):
            order(
                data,
                table,
                sizes,
                reach,
                worths,
                threat,
                player,
                weights[player],
                noise if number else 0.0,
                rng,
                guesses[number],
            )


@kernel
def judge_orders(
    data: BoardData,
    start: Table,
    sizes: Sizes,
    player: int,
    own: npt.NDArray[np.int32],
    guesses: Guesses,
    weights: Floats,
) -> float:
    """Return what a deployment of a player, (UNITS, 2), comes to against what is guessed."""
    taken = np.zeros((PLAYERS, UNITS), np.int32)
    orders = np.zeros((PLAYERS, UNITS, 2), np.int32)
    values, whole = np.zeros(PLAYERS), 0.0
    table = start.copy()
    for number in range(guesses.shape[0]):
        table[:] = start
        orders[:, :, :] = guesses[number]
        orders[player] = own
        resolve(data, table, sizes, orders, taken)
        cross(data, table, taken, weights)
        over = finish_round(data, table)
        shares(data, table, over, weights[player], values)
        whole += values[player]
    return float(whole / guesses.shape[0])


@kernel
def improve(
    data: BoardData,
    start: Table,
    sizes: Sizes,
    player: int,
    unit: int,
    own: npt.NDArray[np.int32],
    value: float,
    guesses: Guesses,
    weights: Floats,
) -> float:
    """Send one unit of a deployment where it does best, all else equal; return what that comes to.

    `value` is what the deployment comes to as it is; `own` is changed.
    """
    bomb = data[D_BOMB] >= 0 and unit == ROW_UNIT + data[D_BOMB]
    reach = np.zeros((PLAYERS, PLACES), np.int32)
    reaches(data, start, reach)
    best, best_from = own[unit, 0], own[unit, 1]
    was = best
    for place in range(data[D_PLACES]):
        if place == was or (place >= data[D_SPACES] if bomb else not reach[player, place]):
            continue
        if bomb and (start[OWNER + place] < 0 or start[OWNER + place] == player):
            continue
        own[unit, 0] = place
        own[unit, 1] = -1 if bomb else from_where(data, start, player, place)
        found = judge_orders(data, start, sizes, player, own, guesses, weights)
        if found > value:
            value, best, best_from = found, place, own[unit, 1]
    own[unit, 0], own[unit, 1] = best, best_from
    return value
