"""Games played on by heuristics, as kernels: deployments, playouts, and what they say of a choice.

Others are guessed to deploy by heuristics, each time a little differently (`guess`): what they have
sealed is never looked at, and dice are drawn anew.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.games.rolling_pyramids.kernels import round_kernels as at
from model.games.rolling_pyramids.kernels.round_kernels import (
    BoardData,
    Floats,
    Orders,
    Sizes,
    Table,
    Weights,
    best_box,
    chance,
    develop,
    erase,
    hero_value,
    is_free,
    judge_picks,
    left_after,
    muster,
    pick,
    reinforce,
    resolve,
    row_value,
    score,
    side_of,
    track_value,
)
from model.kernels import kernel
from model.search.prng import Words

# -- where units should go: what spaces are worth, how much presses on them, orders ----------------


@kernel
def may_reach(data: BoardData, table: Table, player: int, place: int) -> bool:
    """Tell whether a player may send units to a place: his own, or beside one of his."""
    if place >= data[at.D_SPACES] and (not table[at.SOLO] or table[at.OWNER + place] == player):
        return False
    if table[at.OWNER + place] == player:
        return True
    for side in range(at.SIDES):
        other = data[at.D_BESIDE + at.SIDES * place + side]
        if other >= 0 and table[at.OWNER + other] == player:
            return True
    return False


@kernel
def from_where(data: BoardData, table: Table, player: int, place: int) -> int:
    """Return the best place to attack one from: over an own ram, away from spikes; -1: his own."""
    if table[at.OWNER + place] == player:
        return -1
    best, found = -9, -1
    for side in range(at.SIDES):
        other = data[at.D_BESIDE + at.SIDES * place + side]
        if other < 0 or table[at.OWNER + other] != player:
            continue
        there = side_of(data, other, place)
        worth = (
            table[at.RAM + at.SIDES * other + there]
            - 2 * table[at.SPIKES + at.SIDES * place + side]
        )
        if worth > best or (worth == best and other < found):
            best, found = worth, other
    return found


@kernel
def space_values(data: BoardData, table: Table, weights: Weights, worths: Floats) -> None:
    """Write what holding each place from this round on is worth, in points."""
    rounds, keep = left_after(data, table), weights[at.W_KEEP]
    tops, last = 0.0, 1.0
    for _ in range(rounds):
        tops += last
        last *= keep
    for place in range(data[at.D_PLACES]):
        if table[at.SOLO]:
            worths[place] = 1.0 + 0.7 * data[at.D_TOP + place]
            if place >= data[at.D_SPACES] or place == 0:
                worths[place] = 14.0
            continue
        worth = tops * data[at.D_TOP + place] + last * data[at.D_BOTTOM + place]
        if data[at.D_BOTH_FINAL]:
            worth += last * data[at.D_TOP + place]
        if data[at.D_FACTORY + place] >= 0 and place < data[at.D_SPACES]:
            worth += weights[at.W_FACTORY] * min(3, rounds)
        worths[place] = worth


@kernel
def army(table: Table, sizes: Sizes, player: int, bomb_row: int) -> float:
    """Return what all units of a player that move are worth."""
    whole = 0.0
    for unit in range(at.UNITS):
        if sizes[player, unit] and unit != at.ROW_UNIT + bomb_row:
            weight = table[at.ATTACK + player] if unit < at.ROW_UNIT else 1
            whole += weight * sizes[player, unit]
    return whole


class Outlook(NamedTuple):
    """What deployments are made by: where each player may go, what places are worth, who threatens.

    `reach` and `threat` are (PLAYERS, PLACES), `worths` is (PLACES,).
    """

    reach: Sizes
    worths: Floats
    threat: Floats


@kernel
def reaches(data: BoardData, table: Table, found: Sizes) -> None:
    """Write for each player, a row each, which places he may send units to."""
    for player in range(table[at.SEATS]):
        for place in range(data[at.D_PLACES]):
            found[player, place] = may_reach(data, table, player, place)


@kernel
def threats(data: BoardData, table: Table, sizes: Sizes, outlook: Outlook) -> None:
    """Write for each player, a row each, how much of him may be expected on each place."""
    places, (reach, worths, found) = data[at.D_PLACES], outlook
    found[:, :] = 0.0
    for player in range(table[at.SEATS]):
        whole = 0.0
        for place in range(places):
            if reach[player, place]:
                whole += worths[place] * (0.5 if table[at.OWNER + place] == player else 1.0)
        if whole <= 0:
            continue
        each = 1.3 * army(table, sizes, player, data[at.D_BOMB]) / whole
        for place in range(places):
            if reach[player, place]:
                own = 0.5 if table[at.OWNER + place] == player else 1.0
                found[player, place] = each * own * worths[place]
    if table[at.SOLO]:
        for place in range(min(places, 8)):
            found[1, place] = 0.5 * max(0.5, 8.0 - place)


@kernel
def holding(units: float, pressure: float) -> float:
    """Return how likely so many units are to stay against a pressure."""
    if units <= 0:
        return 0.0
    return units / (units + 0.6 * pressure + 0.3)


@kernel
def gain_at(
    data: BoardData,
    table: Table,
    player: int,
    place: int,
    units: float,
    worth: float,
    pressure: float,
    weights: Weights,
) -> float:
    """Return what sending units of so much strength to a place gains."""
    owner = table[at.OWNER + place]
    weight = table[at.DEFENCE + owner] if owner >= 0 else 1
    there = float(table[at.SOLDIERS + place] + weight * table[at.STARS + place])
    if owner == player:
        return worth * (holding(there + units, pressure) - holding(there, pressure))
    conquest = weights[at.W_CONQUEST] if left_after(data, table) > 0 else 0.0
    if owner < 0:
        return (worth + conquest) * holding(units, pressure)
    start = from_where(data, table, player, place)
    if start >= 0:
        here, beyond = side_of(data, start, place), side_of(data, place, start)
        if table[at.RAM + at.SIDES * start + here]:
            there = np.ceil(there / 2)
        if table[at.SPIKES + at.SIDES * place + beyond]:
            units = np.ceil(units / 2)
    net = units - there
    if net <= 0:
        return 0.0
    whole = worth * (1 + weights[at.W_DENY]) + conquest
    return float(whole * holding(net, pressure) * (0.6 if table[at.SEATS] > 1 and net < 2 else 1.0))


@kernel
def order(
    data: BoardData,
    table: Table,
    sizes: Sizes,
    outlook: Outlook,
    player: int,
    weights: Weights,
    noise: float,
    rng: Words,
    orders: Orders,
) -> None:
    """Write a sensible deployment of a player: the largest units first, each where most is gained.

    A unit that takes nothing alone counts its share of what all that is left would take together.
    """
    places, (reach, worths, threat) = data[at.D_PLACES], outlook
    press, sent, spice = np.zeros(places), np.zeros(places), np.ones(places)
    for place in range(places):
        for other in range(at.PLAYERS):
            if other != player:
                press[place] += threat[other, place]
        if noise > 0:
            spice[place] = 1.0 - noise + 2 * noise * chance(rng)
    bomb = at.ROW_UNIT + data[at.D_BOMB] if data[at.D_BOMB] >= 0 else -1
    left = army(table, sizes, player, data[at.D_BOMB])
    for unit in range(at.UNITS):
        orders[player, unit, 0] = -1
    if bomb >= 0 and sizes[player, bomb]:
        orders[player, bomb, 0] = bomb_target(data, table, player, sizes[player, bomb], worths)
        orders[player, bomb, 1] = -1
    while True:
        largest, most = -1, 0.0
        for unit in range(at.UNITS):
            if unit == bomb or sizes[player, unit] == 0 or orders[player, unit, 0] >= 0:
                continue
            weight = table[at.ATTACK + player] if unit < at.ROW_UNIT else 1
            if weight * sizes[player, unit] > most:
                largest, most = unit, float(weight * sizes[player, unit])
        if largest < 0:
            return
        best, to = -1e9, -1
        for place in range(places):
            if not reach[player, place]:
                continue
            worth = worths[place] * spice[place]
            before = gain_at(data, table, player, place, sent[place], worth, press[place], weights)
            after = gain_at(
                data, table, player, place, sent[place] + most, worth, press[place], weights
            )
            gain = after - before
            if gain <= 0 and left > most:
                together = gain_at(
                    data, table, player, place, sent[place] + left, worth, press[place], weights
                )
                gain = 0.7 * (together - before) * most / left
            if gain > best:
                best, to = gain, place
        orders[player, largest, 0] = to
        orders[player, largest, 1] = from_where(data, table, player, to) if to >= 0 else -1
        if to >= 0:
            sent[to] += most
        left -= most


@kernel
def bomb_target(data: BoardData, table: Table, player: int, power: int, worths: Floats) -> int:
    """Return the space where a bomb destroys most of what matters."""
    best, found = -1.0, 0
    for place in range(data[at.D_SPACES]):
        owner = table[at.OWNER + place]
        gain = 0.0
        if owner >= 0 and owner != player:
            there = table[at.SOLDIERS + place] + table[at.DEFENCE + owner] * table[at.STARS + place]
            share = min(1.0, power / max(1, there))
            gain = worths[place] * share * (0.5 if table[at.UMBRELLA + place] else 1.0)
            if may_reach(data, table, player, place):
                gain *= 1.5
        if gain > best:
            best, found = gain, place
    return found


@kernel
def place_devices(data: BoardData, table: Table, player: int, weights: Weights) -> None:
    """Put the devices of a player where they matter most."""
    for device in range(3):
        while table[at.STOCK + 3 * player + device]:
            place, side = device_site(data, table, player, device, weights)
            if place < 0:
                break
            table[at.STOCK + 3 * player + device] -= 1
            if device == 2:
                table[at.UMBRELLA + place] = 1
            elif device == 1:
                table[at.SPIKES + at.SIDES * place + side] = 1
            else:
                table[at.RAM + at.SIDES * place + side] = 1


@kernel
def device_site(
    data: BoardData, table: Table, player: int, device: int, weights: Weights
) -> tuple[int, int]:
    """Return the place and side where a device matters most, (-1, -1) where nowhere."""
    worths = np.zeros(data[at.D_PLACES])
    space_values(data, table, weights, worths)
    best, found, edge = 0.0, -1, -1
    for place in range(data[at.D_PLACES]):
        if table[at.OWNER + place] != player:
            continue
        units = table[at.SOLDIERS + place] + table[at.STARS + place]
        if device == 2:
            gain = worths[place] * units
            if place < data[at.D_SPACES] and not table[at.UMBRELLA + place] and gain > best:
                best, found = gain, place
            continue
        for side in range(at.SIDES):
            other = data[at.D_BESIDE + at.SIDES * place + side]
            if other < 0 or table[at.OWNER + other] == player:
                continue
            if device == 1:
                foe = 2.0 if table[at.OWNER + other] >= 0 else 1.0
                gain = worths[place] * foe if place < data[at.D_SPACES] else 0.0
                taken = table[at.SPIKES + at.SIDES * place + side]
            else:
                there = table[at.SOLDIERS + other] + table[at.STARS + other]
                gain = worths[other] * (1 + there) if other < data[at.D_SPACES] else 0.0
                gain *= 1.0 if table[at.OWNER + other] >= 0 else 0.3
                taken = table[at.RAM + at.SIDES * place + side]
            if not taken and gain > best:
                best, found, edge = gain, place, side
    return found, edge


# -- games played on from a table by heuristics alone, and what they come to -----------------------


SPREAD_OVER = 6.0
SPREAD = 8.0
SPREAD_ROUND = 1.0
"""Points that make a player about three times as likely to win: at the end, with one round to come,
and more for each round."""
MOST_PICKS = 16 * 54
"""Dice times what each may be written into."""


@kernel
def picker(table: Table, number: int) -> int:
    """Return whose the pick of a number is, of all picks of a round from 0."""
    seats = table[at.SEATS]
    turn, seat = number // seats, number % seats
    if turn & 1:
        seat = seats - 1 - seat
    return int((table[at.FIRST] + seat) % seats)


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
    for turn in range(number, 4 * table[at.SEATS]):
        player = picker(table, turn)
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
    reach, worths = np.zeros((at.PLAYERS, at.PLACES), np.int32), np.zeros(at.PLACES)
    outlook = Outlook(reach, worths, np.zeros((at.PLAYERS, at.PLACES)))
    reaches(data, table, reach)
    for player in range(table[at.SEATS]):
        own = weights[player]
        space_values(data, table, own, worths)
        if player == 0:
            threats(data, table, sizes, outlook)
        order(data, table, sizes, outlook, player, own, own[at.W_NOISE], rng, orders)


@kernel
def cross(data: BoardData, table: Table, taken: Sizes, weights: Floats) -> None:
    """Cross off a triangle for every conquest."""
    if table[at.ROUND] >= data[at.D_ROUNDS] and not table[at.SOLO]:
        return
    for player in range(table[at.SEATS]):
        for _ in range(taken[0, player]):
            box = best_box(data, table, player, weights[player])
            if box >= 0:
                table[at.CROSSED + player] |= 1 << box


@kernel
def finish_round(data: BoardData, table: Table) -> bool:
    """Score, or let the Pharaoh come, and clean up; return whether the game is over."""
    if table[at.SOLO]:
        reinforce(data, table)
        erase(data, table)
        for place in range(data[at.D_SPACES]):
            if table[at.OWNER + place] == 0:
                table[at.RESERVE] += data[at.D_TOP + place]
        if is_free(data, table):
            return True
    else:
        score(data, table)
        erase(data, table)
    return bool(table[at.ROUND] >= data[at.D_ROUNDS])


class PlayoutRoom(NamedTuple):
    """What the rest of a round is played on with: units, where they go, conquests, picks."""

    sizes: Sizes
    orders: Orders
    taken: Sizes
    codes: Sizes
    gains: Floats


@kernel
def play_on(
    data: BoardData, table: Table, number: int, room: PlayoutRoom, weights: Floats, rng: Words
) -> bool:
    """Play a round on from its pick of a number; return whether the game is over."""
    sizes, orders, taken = room.sizes, room.orders, room.taken
    draft(data, table, number, weights, rng, room.codes, room.gains)
    table[at.DIE : at.DIE + at.DICE] = 0
    for player in range(table[at.SEATS]):
        develop(data, table, player)
    muster(data, table, sizes)
    order_all(data, table, sizes, weights, rng, orders)
    resolve(data, table, sizes, orders, taken)
    cross(data, table, taken, weights)
    if finish_round(data, table):
        return True
    if not table[at.SOLO]:
        for player in range(table[at.SEATS]):
            place_devices(data, table, player, weights[player])
    return False


@kernel
def shares(data: BoardData, table: Table, over: bool, weights: Weights, values: Floats) -> None:
    """Write what a table is worth to each player: a share of the game, from 0 to 1.

    A table that is not over is one at the end of a round, before the next one is counted.
    """
    seats = table[at.SEATS]
    if table[at.SOLO]:
        values[0] = solo_share(data, table)
        values[1] = 1 - values[0]
        return
    scores = np.zeros(seats)
    for player in range(seats):
        scores[player] = table[at.POINTS + player]
    for place in range(data[at.D_SPACES]):
        owner = table[at.OWNER + place]
        if owner >= 0:
            units = table[at.SOLDIERS + place] + table[at.STARS + place]
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
    worths = np.zeros(at.PLACES)
    table[at.ROUND] += 1
    space_values(data, table, weights, worths)
    unit = weights[at.W_UNIT]
    for player in range(table[at.SEATS]):
        army = track_value(data, table[at.CROSSED + player], rounds - 1, weights[at.W_PACE])
        gain = weights[at.W_BOX] * army
        for row in range(3):
            gain += weights[at.W_ROW] * row_value(data, table, player, row, -1, 0, 4 * rounds)
        free = 0
        for slot in range(data[at.D_HEROES]):
            free += table[at.CELL + at.CELLS * player + slot] == 0
        hero = hero_value(table, player)
        gain += weights[at.W_SLOT] * hero * min(1.0, rounds / 5.0) * free
        scores[player] += unit * gain
    table[at.ROUND] -= 1
    for place in range(data[at.D_SPACES]):
        owner = table[at.OWNER + place]
        if owner < 0:
            continue
        beside = 0
        for side in range(at.SIDES):
            other = data[at.D_BESIDE + at.SIDES * place + side]
            if other >= 0 and table[at.OWNER + other] >= 0 and table[at.OWNER + other] != owner:
                beside += 1
        weight = table[at.DEFENCE + owner]
        units = float(table[at.SOLDIERS + place] + weight * table[at.STARS + place])
        pressure = weights[at.W_PRESS] * (0.5 + beside) * worths[place] / 4.0
        scores[owner] += worths[place] * holding(units, pressure)


@kernel
def solo_share(data: BoardData, table: Table) -> float:
    """Return how near the solo player is to his aim, 1 where he has reached it."""
    if is_free(data, table):
        return float(0.9 + 0.1 * (data[at.D_ROUNDS] - table[at.ROUND]) / data[at.D_ROUNDS])
    near = 0.0
    for place in range(data[at.D_SPACES] - 1, data[at.D_PLACES]):
        held = 0 if place == data[at.D_SPACES] - 1 else place
        if table[at.OWNER + held] == 0:
            near += 0.12
        else:
            near -= 0.002 * table[at.SOLDIERS + held]
    units = 0
    for place in range(data[at.D_PLACES]):
        if table[at.OWNER + place] == 0:
            units += table[at.SOLDIERS + place] + table[at.STARS + place] + data[at.D_TOP + place]
    return min(0.85, max(0.0, near + 0.0015 * units))


# -- judgement: what a pick comes to when played on, and deployments against guesses ---------------


Guesses = npt.NDArray[np.int32]
"""(n, PLAYERS, UNITS, 2) deployments of everybody."""


@kernel
def judge_pick(
    data: BoardData,
    start: Table,
    number: int,
    player: int,
    code: Sizes,
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
    seed
        The same for all picks that are compared, so that they meet the same luck.
    """
    units, orders = (
        np.zeros((2, at.PLAYERS, at.UNITS), np.int32),
        np.zeros((at.PLAYERS, at.UNITS, 2), np.int32),
    )
    codes, gains = np.zeros((MOST_PICKS, 3), np.int32), np.zeros(MOST_PICKS)
    room = PlayoutRoom(units[0], orders, units[1], codes, gains)
    values, rng, whole = np.zeros(at.PLAYERS), np.zeros(1, np.uint64), 0.0
    for game in range(games):
        rng[0] = np.uint64(seed) + np.uint64(game) * np.uint64(0x9E3779B97F4A7C15)
        table = start.copy()
        if code[0] >= 0:
            pick(data, table, player, code[0], code[1], code[2])
        over = play_on(data, table, number + 1, room, weights, rng)
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
    reach, worths = np.zeros((at.PLAYERS, at.PLACES), np.int32), np.zeros(at.PLACES)
    outlook = Outlook(reach, worths, np.zeros((at.PLAYERS, at.PLACES)))
    reaches(data, table, reach)
    space_values(data, table, weights[0], worths)
    threats(data, table, sizes, outlook)
    for number in range(guesses.shape[0]):
        spread = noise if number else 0.0
        for player in range(table[at.SEATS]):
            own: Weights = weights[player]
            order(data, table, sizes, outlook, player, own, spread, rng, guesses[number])


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
    taken, values, whole = np.zeros((at.PLAYERS, at.UNITS), np.int32), np.zeros(at.PLAYERS), 0.0
    for number in range(guesses.shape[0]):
        table, orders = start.copy(), guesses[number].copy()
        for unit in range(at.UNITS):
            orders[player, unit, 0], orders[player, unit, 1] = own[unit, 0], own[unit, 1]
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
    bomb = data[at.D_BOMB] >= 0 and unit == at.ROW_UNIT + data[at.D_BOMB]
    reach = np.zeros((at.PLAYERS, at.PLACES), np.int32)
    reaches(data, start, reach)
    best, best_from = own[unit, 0], own[unit, 1]
    was = best
    for place in range(data[at.D_PLACES]):
        if place == was or (place >= data[at.D_SPACES] if bomb else not reach[player, place]):
            continue
        if bomb and (start[at.OWNER + place] < 0 or start[at.OWNER + place] == player):
            continue
        own[unit, 0] = place
        own[unit, 1] = -1 if bomb else from_where(data, start, player, place)
        found = judge_orders(data, start, sizes, player, own, guesses, weights)
        if found > value:
            value, best, best_from = found, place, own[unit, 1]
    own[unit, 0], own[unit, 1] = best, best_from
    return value
