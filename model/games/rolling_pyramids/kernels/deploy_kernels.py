"""Where units should go, as kernels: what spaces are worth, how much presses on them, orders."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.games.rolling_pyramids.kernels.heuristic_kernels import (
    W_CONQUEST,
    W_DENY,
    W_FACTORY,
    W_KEEP,
    Weights,
    chance,
    left_after,
)
from model.games.rolling_pyramids.kernels.round_kernels import (
    ATTACK,
    D_BESIDE,
    D_BOMB,
    D_BOTH_FINAL,
    D_BOTTOM,
    D_FACTORY,
    D_PLACES,
    D_SPACES,
    D_TOP,
    DEFENCE,
    OWNER,
    PLAYERS,
    RAM,
    ROW_UNIT,
    SEATS,
    SIDES,
    SOLDIERS,
    SOLO,
    SPIKES,
    STARS,
    STOCK,
    UMBRELLA,
    UNITS,
    BoardData,
    Orders,
    Sizes,
    Table,
    side_of,
)
from model.kernels import kernel
from model.search.prng import Words

Floats = npt.NDArray[np.float64]


@kernel
def may_reach(data: BoardData, table: Table, player: int, place: int) -> bool:
    """Tell whether a player may send units to a place: his own, or beside one of his."""
    if place >= data[D_SPACES] and (not table[SOLO] or table[OWNER + place] == player):
        return False
    if table[OWNER + place] == player:
        return True
    for side in range(SIDES):
        other = data[D_BESIDE + SIDES * place + side]
        if other >= 0 and table[OWNER + other] == player:
            return True
    return False


@kernel
def from_where(data: BoardData, table: Table, player: int, place: int) -> int:
    """Return the best place to attack one from: over an own ram, away from spikes; -1: his own."""
    if table[OWNER + place] == player:
        return -1
    best, found = -9, -1
    for side in range(SIDES):
        other = data[D_BESIDE + SIDES * place + side]
        if other < 0 or table[OWNER + other] != player:
            continue
        there = side_of(data, other, place)
        worth = table[RAM + SIDES * other + there] - 2 * table[SPIKES + SIDES * place + side]
        if worth > best or (worth == best and other < found):
            best, found = worth, other
    return found


@kernel
def space_values(data: BoardData, table: Table, weights: Weights, worths: Floats) -> None:
    """Write what holding each place from this round on is worth, in points."""
    rounds, keep = left_after(data, table), weights[W_KEEP]
    tops, last = 0.0, 1.0
    for _ in range(rounds):
        tops += last
        last *= keep
    for place in range(data[D_PLACES]):
        if table[SOLO]:
            worths[place] = 1.0 + 0.7 * data[D_TOP + place]
            if place >= data[D_SPACES] or place == 0:
                worths[place] = 14.0
            continue
        worth = tops * data[D_TOP + place] + last * data[D_BOTTOM + place]
        if data[D_BOTH_FINAL]:
            worth += last * data[D_TOP + place]
        if data[D_FACTORY + place] >= 0 and place < data[D_SPACES]:
            worth += weights[W_FACTORY] * min(3, rounds)
        worths[place] = worth


@kernel
def army(table: Table, sizes: Sizes, player: int, bomb_row: int) -> float:
    """Return what all units of a player that move are worth."""
    whole = 0.0
    for unit in range(UNITS):
        if sizes[player, unit] and unit != ROW_UNIT + bomb_row:
            weight = table[ATTACK + player] if unit < ROW_UNIT else 1
            whole += weight * sizes[player, unit]
    return whole


@kernel
def reaches(data: BoardData, table: Table, found: Sizes) -> None:
    """Write for each player, a row each, which places he may send units to."""
    for player in range(table[SEATS]):
        for place in range(data[D_PLACES]):
            found[player, place] = may_reach(data, table, player, place)


@kernel
def threats(
    data: BoardData, table: Table, sizes: Sizes, reach: Sizes, worths: Floats, found: Floats
) -> None:
    """Write for each player, a row each, how much of him may be expected on each place."""
    places = data[D_PLACES]
    found[:, :] = 0.0
    for player in range(table[SEATS]):
        whole = 0.0
        for place in range(places):
            if reach[player, place]:
                whole += worths[place] * (0.5 if table[OWNER + place] == player else 1.0)
        if whole <= 0:
            continue
        each = 1.3 * army(table, sizes, player, data[D_BOMB]) / whole
        for place in range(places):
            if reach[player, place]:
                own = 0.5 if table[OWNER + place] == player else 1.0
                found[player, place] = each * own * worths[place]
    if table[SOLO]:
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
    owner = table[OWNER + place]
    weight = table[DEFENCE + owner] if owner >= 0 else 1
    there = float(table[SOLDIERS + place] + weight * table[STARS + place])
    if owner == player:
        return worth * (holding(there + units, pressure) - holding(there, pressure))
    conquest = weights[W_CONQUEST] if left_after(data, table) > 0 else 0.0
    if owner < 0:
        return (worth + conquest) * holding(units, pressure)
    start = from_where(data, table, player, place)
    if start >= 0:
        here, beyond = side_of(data, start, place), side_of(data, place, start)
        if table[RAM + SIDES * start + here]:
            there = np.ceil(there / 2)
        if table[SPIKES + SIDES * place + beyond]:
            units = np.ceil(units / 2)
    net = units - there
    if net <= 0:
        return 0.0
    whole = worth * (1 + weights[W_DENY]) + conquest
    return float(whole * holding(net, pressure) * (0.6 if table[SEATS] > 1 and net < 2 else 1.0))


@kernel
def order(
    data: BoardData,
    table: Table,
    sizes: Sizes,
    reach: Sizes,
    worths: Floats,
    threat: Floats,
    player: int,
    weights: Weights,
    noise: float,
    rng: Words,
    orders: Orders,
) -> None:
    """Write a sensible deployment of a player: the largest units first, each where most is gained.

    A unit that takes nothing alone counts its share of what all that is left would take together.
    """
    places = data[D_PLACES]
    press, sent, spice = np.zeros(places), np.zeros(places), np.ones(places)
    for place in range(places):
        for other in range(PLAYERS):
            if other != player:
                press[place] += threat[other, place]
        if noise > 0:
            spice[place] = 1.0 - noise + 2 * noise * chance(rng)
    bomb = ROW_UNIT + data[D_BOMB] if data[D_BOMB] >= 0 else -1
    left = army(table, sizes, player, data[D_BOMB])
    for unit in range(UNITS):
        orders[player, unit, 0] = -1
    if bomb >= 0 and sizes[player, bomb]:
        orders[player, bomb, 0] = bomb_target(data, table, player, sizes[player, bomb], worths)
        orders[player, bomb, 1] = -1
    while True:
        largest, most = -1, 0.0
        for unit in range(UNITS):
            if unit == bomb or sizes[player, unit] == 0 or orders[player, unit, 0] >= 0:
                continue
            weight = table[ATTACK + player] if unit < ROW_UNIT else 1
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
    for place in range(data[D_SPACES]):
        owner = table[OWNER + place]
        gain = 0.0
        if owner >= 0 and owner != player:
            there = table[SOLDIERS + place] + table[DEFENCE + owner] * table[STARS + place]
            share = min(1.0, power / max(1, there))
            gain = worths[place] * share * (0.5 if table[UMBRELLA + place] else 1.0)
            if may_reach(data, table, player, place):
                gain *= 1.5
        if gain > best:
            best, found = gain, place
    return found


@kernel
def place_devices(data: BoardData, table: Table, player: int, weights: Weights) -> None:
    """Put the devices of a player where they matter most."""
    for device in range(3):
        while table[STOCK + 3 * player + device]:
            place, side = device_site(data, table, player, device, weights)
            if place < 0:
                break
            table[STOCK + 3 * player + device] -= 1
            if device == 2:
                table[UMBRELLA + place] = 1
            elif device == 1:
                table[SPIKES + SIDES * place + side] = 1
            else:
                table[RAM + SIDES * place + side] = 1


@kernel
def device_site(
    data: BoardData, table: Table, player: int, device: int, weights: Weights
) -> tuple[int, int]:
    """Return the place and side where a device matters most, (-1, -1) where nowhere."""
    worths = np.zeros(data[D_PLACES])
    space_values(data, table, weights, worths)
    best, found, at = 0.0, -1, -1
    for place in range(data[D_PLACES]):
        if table[OWNER + place] != player:
            continue
        units = table[SOLDIERS + place] + table[STARS + place]
        if device == 2:
            gain = worths[place] * units
            if place < data[D_SPACES] and not table[UMBRELLA + place] and gain > best:
                best, found = gain, place
            continue
        for side in range(SIDES):
            other = data[D_BESIDE + SIDES * place + side]
            if other < 0 or table[OWNER + other] == player:
                continue
            if device == 1:
                foe = 2.0 if table[OWNER + other] >= 0 else 1.0
                gain = worths[place] * foe if place < data[D_SPACES] else 0.0
                taken = table[SPIKES + SIDES * place + side]
            else:
                there = table[SOLDIERS + other] + table[STARS + other]
                gain = worths[other] * (1 + there) if other < data[D_SPACES] else 0.0
                gain *= 1.0 if table[OWNER + other] >= 0 else 0.3
                taken = table[RAM + SIDES * place + side]
            if not taken and gain > best:
                best, found, at = gain, place, side
    return found, at
