"""Rounds on a table, as kernels: units, bombs, battles, conquests, points, the Pharaoh.

They follow `battle` and `solo`; tests play the same rounds both ways. Switches of the rules that
change what a fight costs (melee, casualties) are left out: the engine counts with the usual ones.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.games.rolling_pyramids.kernels.table_layout import (
    ATTACK,
    CELL,
    CELLS,
    CIRCLES,
    CROSSED,
    D_ALL_BONUS,
    D_ANY_CONQUEST,
    D_BEFORE,
    D_BESIDE,
    D_BOMB,
    D_BONUS,
    D_BOTH_FINAL,
    D_BOTTOM,
    D_BOXES,
    D_CIRCLES,
    D_HALF_DOWN,
    D_HEROES,
    D_PLACES,
    D_ROUND_UP,
    D_ROUNDS,
    D_ROW_SIZE,
    D_ROW_START,
    D_ROW_VALUE,
    D_SPACES,
    D_TOP,
    DEFENCE,
    DIE,
    FOOT_UNIT,
    FRESH,
    KEPT,
    LINE_BIT,
    OWNER,
    PLAYERS,
    POINTS,
    RAM,
    RESERVE,
    RESERVE_UNIT,
    ROUND,
    ROW_UNIT,
    SEATS,
    SIDES,
    SOLDIERS,
    SOLO,
    SPIKES,
    STARS,
    UMBRELLA,
    UNITS,
    UPGRADES,
    VALUE_BIT,
)
from model.kernels import kernel
from model.search.prng import Words, below

BoardData = npt.NDArray[np.int32]
Table = npt.NDArray[np.int32]
Sizes = npt.NDArray[np.int32]
"""(PLAYERS, UNITS) how many there are of each unit, 0 where there is none."""
Orders = npt.NDArray[np.int32]
"""(PLAYERS, UNITS, 2) the place each unit goes to, and the one it comes from."""


@kernel
def roll(data: BoardData, table: Table, rng: Words) -> None:
    """Roll all dice."""
    seats = table[SEATS]
    for die in range(4 * seats):
        table[DIE + die] = 1 + below(rng, 4 if die & 3 < 2 else 8)
    if table[SOLO]:
        table[DIE + 4] = 1 + below(rng, 4)
        table[DIE + 6] = 1 + below(rng, 8)
        table[KEPT] = 0


@kernel
def footmen(data: BoardData, crossed: int, group: int) -> int:
    """Return how many footmen a group has without what having unlocked all brings."""
    mine = crossed >> (data[D_BOXES] * group)
    found = 1
    for circle in range(data[D_CIRCLES + group]):
        need = (1 << data[D_BEFORE + CIRCLES * group + circle]) - 1
        if mine & need == need:
            found += data[D_BONUS + CIRCLES * group + circle]
    return found


@kernel
def row_result(data: BoardData, table: Table, player: int, row: int) -> int:
    """Return what a special unit comes to, 0 where it is not complete."""
    start = CELL + CELLS * player + data[D_ROW_START + row]
    for k in range(data[D_ROW_SIZE + row]):
        if table[start + k] == 0:
            return 0
    upgrades = table[UPGRADES + player]
    upgrades >>= 2 * row
    value = data[D_ROW_VALUE + 2 * row + (upgrades & VALUE_BIT)]
    number = table[start + (1 if upgrades & LINE_BIT else 0)]
    if row == 0:
        return int(number + value)
    return int(number * value if row == 1 else max(0, 8 - number) * value)


@kernel
def muster(data: BoardData, table: Table, sizes: Sizes) -> None:
    """Write how many of each unit every player has in this round."""
    sizes[:, :] = 0
    every = (1 << data[D_BOXES + 1]) - 1
    for player in range(table[SEATS]):
        for slot in range(data[D_HEROES]):
            if table[FRESH + player] >> slot & 1:
                sizes[player, slot] = table[CELL + CELLS * player + slot]
        for row in range(3):
            sizes[player, ROW_UNIT + row] = row_result(data, table, player, row)
        crossed = table[CROSSED + player]
        extra = data[D_ALL_BONUS] if crossed & every == every else 0
        for group in range(2):
            sizes[player, FOOT_UNIT + group] = footmen(data, crossed, group) + extra
    sizes[0, RESERVE_UNIT] = table[RESERVE]


@kernel
def pay(table: Table, place: int, weight: int, points: int) -> None:
    """Take losses from the stack on a place, soldiers first."""
    fallen = min(table[SOLDIERS + place], points)
    table[SOLDIERS + place] -= fallen
    table[STARS + place] -= min(table[STARS + place], (points - fallen) // weight)


@kernel
def bomb(table: Table, place: int, weight: int, power: int) -> None:
    """Let bombs fall on a place; an umbrella keeps half of the stack, heroes first."""
    soldiers, heroes = table[SOLDIERS + place], table[STARS + place]
    safe_heroes = safe_soldiers = 0
    if table[UMBRELLA + place]:
        kept = (soldiers + heroes + 1) // 2
        safe_heroes = min(heroes, kept)
        safe_soldiers = kept - safe_heroes
    table[SOLDIERS + place] -= safe_soldiers
    table[STARS + place] -= safe_heroes
    pay(table, place, weight, power)
    table[SOLDIERS + place] += safe_soldiers
    table[STARS + place] += safe_heroes


@kernel
def side_of(data: BoardData, place: int, beyond: int) -> int:
    """Return which side of a place lies towards a neighbour, -1 where that is none."""
    for side in range(SIDES):
        if data[D_BESIDE + SIDES * place + side] == beyond:
            return side
    return -1


@kernel
def halve(data: BoardData, soldiers: int, heroes: int) -> tuple[int, int]:
    """Return what is left of a stack that a device breaks down."""
    units = soldiers + heroes
    gone = (units + 1) // 2 if data[D_HALF_DOWN] else units // 2
    fallen = min(soldiers, gone)
    return soldiers - fallen, heroes - (gone - fallen)


@kernel
def resolve(data: BoardData, table: Table, sizes: Sizes, orders: Orders, taken: Sizes) -> None:
    """Carry out the deployments of all.

    `taken` gets, in its first row, how many spaces each player has conquered.
    """
    places, seats, rows = data[D_PLACES], table[SEATS], table[SEATS] + table[SOLO]
    before = table[OWNER : OWNER + places].copy()
    power = np.zeros(places, np.int32)
    come = np.zeros((places, PLAYERS, 3), np.int32)  # soldiers, heroes, from
    touched = np.zeros(places, np.int32)
    for player in range(seats):
        for unit in range(UNITS):
            many = sizes[player, unit]
            if many == 0:
                continue
            to = orders[player, unit, 0]
            if to < 0:
                continue
            if unit == ROW_UNIT + data[D_BOMB] and data[D_BOMB] >= 0:
                power[to] += many
                continue
            touched[to] = 1
            hero = unit < ROW_UNIT
            come[to, player, 1 if hero else 0] += many
            come[to, player, 2] = orders[player, unit, 1]
    for place in range(places):
        if (
            power[place]
            and before[place] >= 0
            and (table[SOLDIERS + place] + table[STARS + place] > 0)
        ):
            bomb(table, place, table[DEFENCE + before[place]], power[place])
    for place in range(places):
        if power[place] or touched[place]:
            meet(data, table, come, place, rows)
    for player in range(seats):
        taken[0, player] = 0
    for place in range(places):
        now = table[OWNER + place]
        if now == before[place]:
            continue
        table[UMBRELLA + place] = 0
        for side in range(SIDES):
            table[RAM + SIDES * place + side] = 0
            table[SPIKES + SIDES * place + side] = 0
        if 0 <= now < seats and (data[D_ANY_CONQUEST] or before[place] >= 0):
            taken[0, now] += 1


@kernel
def meet(data: BoardData, table: Table, come: npt.NDArray[np.int32], place: int, rows: int) -> None:
    """Let those who have come to a place join its stack, take it or fight for it."""
    holds = table[OWNER + place]
    soldiers, heroes = np.zeros(PLAYERS, np.int32), np.zeros(PLAYERS, np.int32)
    sides = 0
    for player in range(rows):
        soldiers[player], heroes[player] = come[place, player, 0], come[place, player, 1]
        if player == holds:
            soldiers[player] += table[SOLDIERS + place]
            heroes[player] += table[STARS + place]
        if soldiers[player] + heroes[player] > 0:
            sides += 1
    if holds >= 0 and sides > 1 and soldiers[holds] + heroes[holds] > 0:
        rammed = False
        for player in range(rows):
            if player == holds or soldiers[player] + heroes[player] == 0:
                continue
            start = come[place, player, 2]
            if start < 0:
                continue
            there = side_of(data, place, start)
            if there >= 0 and table[SPIKES + SIDES * place + there]:
                soldiers[player], heroes[player] = halve(data, soldiers[player], heroes[player])
            here = side_of(data, start, place)
            rammed = rammed or (here >= 0 and table[RAM + SIDES * start + here] != 0)
        if rammed:
            soldiers[holds], heroes[holds] = halve(data, soldiers[holds], heroes[holds])
    best = second = 0
    winner = -1
    for player in range(rows):
        weight = table[(DEFENCE if player == holds else ATTACK) + player]
        strength = soldiers[player] + weight * heroes[player]
        if strength > best:
            best, second, winner = strength, best, player
        elif strength > second:
            second = strength
    if winner < 0 or best == second:
        table[OWNER + place], table[SOLDIERS + place], table[STARS + place] = -1, 0, 0
        return
    table[SOLDIERS + place], table[STARS + place] = soldiers[winner], heroes[winner]
    weight = table[(DEFENCE if winner == holds else ATTACK) + winner]
    table[OWNER + place] = winner
    pay(table, place, weight, second)


@kernel
def score(data: BoardData, table: Table) -> None:
    """Note everybody's points of a round."""
    last = table[ROUND] >= data[D_ROUNDS]
    for place in range(data[D_SPACES]):
        owner = table[OWNER + place]
        if owner < 0:
            continue
        if not last or data[D_BOTH_FINAL]:
            table[POINTS + owner] += data[D_TOP + place]
        if last:
            table[POINTS + owner] += data[D_BOTTOM + place]


@kernel
def reinforce(data: BoardData, table: Table) -> None:
    """Let the Pharaoh's soldiers arrive, one space after another."""
    pool, spaces = (table[KEPT] + data[D_ROUND_UP]) // 2, data[D_SPACES]
    at = 0
    while pool > 0:
        place = at % spaces
        at += 1
        if table[OWNER + place] != 0:
            table[OWNER + place] = 1
            table[SOLDIERS + place] += 1
            pool -= 1
            continue
        weight = table[DEFENCE]
        price = table[SOLDIERS + place] + weight * table[STARS + place]
        if pool < price:
            pay(table, place, weight, pool)
            return
        pool -= price
        table[STARS + place] = 0
        table[SOLDIERS + place] = 1 if pool else 0
        table[OWNER + place] = 1 if pool else -1
        pool -= 1 if pool else 0


@kernel
def is_free(data: BoardData, table: Table) -> bool:
    """Tell whether the solo player holds the pyramid and all starts."""
    for place in range(data[D_SPACES], data[D_PLACES]):
        if table[OWNER + place] != 0:
            return False
    return bool(table[OWNER] == 0)


@kernel
def erase(data: BoardData, table: Table) -> None:
    """Erase special units that were complete, and forget which heroes were new."""
    for player in range(table[SEATS]):
        table[FRESH + player] = 0
        for row in range(3):
            start = CELL + CELLS * player + data[D_ROW_START + row]
            size = data[D_ROW_SIZE + row]
            whole = True
            for k in range(size):
                whole = whole and table[start + k] != 0
            if whole:
                for k in range(size):
                    table[start + k] = 0
    table[RESERVE] = 0


@kernel
def row_order(data: BoardData, table: Table, player: int, row: int, cell: int, number: int) -> bool:
    """Tell whether a number keeps the order of a special unit when written into a cell of it."""
    start = data[D_ROW_START + row]
    for k in range(data[D_ROW_SIZE + row]):
        other = table[CELL + CELLS * player + start + k]
        if other == 0 or start + k == cell:
            continue
        if row == 1:
            if other != number:
                return False
        elif (other < number) != ((start + k < cell) == (row == 0)) or other == number:
            return False
    return True
