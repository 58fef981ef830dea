"""Rounds on a table, as kernels: units, bombs, battles, conquests, points, the Pharaoh.

They follow `battle` and `solo`; tests play the same rounds both ways. Switches of the rules that
change what a fight costs (melee, casualties) are left out: the engine counts with the usual ones.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from model.kernels import kernel
from model.search.prng import Words, below

# -- how the engine's kernels keep a game: two flat arrays of whole numbers, and where what lies ---
# A *board data* holds what does not change in a game, the map and the player board; a *table* is a
# position with all that everybody knows. Arrays are as large as the largest map and board that
# files may bring, so that kernels compile once. `engine_table` makes them of a game and of its
# positions.


PLAYERS: Final = 4
"""Rows kept for players. In the solo game the second one is the Pharaoh."""
PLACES: Final = 65
SIDES: Final = 6
CELLS: Final = 51
BOXES: Final = 24
CIRCLES: Final = 12
UNITS: Final = 18
"""Numbers of units: hero slots, the three special units, two groups of footmen, the reserve."""
ROW_UNIT: Final = 12
FOOT_UNIT: Final = 15
RESERVE_UNIT: Final = 17
DICE: Final = 16
"""Die k is that of player k // 4; k % 4 is below 2 where it has four faces."""

# -- the board data ------------------------------------------------------------------------------
D_PLACES: Final = 0
D_SPACES: Final = 1
D_CELLS: Final = 2
D_HEROES: Final = 3
D_PAIRS: Final = 4
D_BOXES: Final = 5  # of the first group, of both
D_ALL_BONUS: Final = 7
D_PIECES: Final = 8  # of ram, spikes, umbrella
D_ROW_START: Final = 11
D_ROW_SIZE: Final = 14
D_ROW_VALUE: Final = 17  # a row: without the upgrade and with it
D_BOMB: Final = 23  # which row, or -1
D_ROUNDS: Final = 24
D_ROTATES: Final = 25
D_BOTH_FINAL: Final = 26
D_ANY_CONQUEST: Final = 27
D_HALF_DOWN: Final = 28
D_OVERFLOW: Final = 29
D_LEFT_TO_RIGHT: Final = 30
D_ROUND_UP: Final = 31  # half of what the Pharaoh gets
D_UPGRADES: Final = 32  # bits of those there are
D_CIRCLES: Final = 33  # of each group
D_BEFORE: Final = 35  # CIRCLES a group: boxes before each circle
D_BONUS: Final = D_BEFORE + 2 * CIRCLES
D_SHAPE: Final = D_BONUS + 2 * CIRCLES  # 0 triangle, 1 rhombus, 2 circle
D_SECTION: Final = D_SHAPE + CELLS  # 0 heroes, 1 upgrades, 2 to 4 rows, 5 footmen
D_BOX_SHAPE: Final = D_SECTION + CELLS
D_BOX_NUMBER: Final = D_BOX_SHAPE + BOXES
D_BESIDE: Final = D_BOX_NUMBER + BOXES  # SIDES a place, -1 where nothing is
D_TOP: Final = D_BESIDE + SIDES * PLACES
D_BOTTOM: Final = D_TOP + PLACES
D_FACTORY: Final = D_BOTTOM + PLACES  # a section, or -1
DATA_SIZE: Final = D_FACTORY + PLACES

# -- the table -----------------------------------------------------------------------------------
OWNER: Final = 0  # of a place, -1 for nobody
SOLDIERS: Final = OWNER + PLACES
STARS: Final = SOLDIERS + PLACES  # heroes on a place
UMBRELLA: Final = STARS + PLACES
RAM: Final = UMBRELLA + PLACES  # on the own side of a border: SIDES a place
SPIKES: Final = RAM + SIDES * PLACES
CELL: Final = SPIKES + SIDES * PLACES  # CELLS a player, 0 where one is empty
CROSSED: Final = CELL + CELLS * PLAYERS  # bits of boxes
UPGRADES: Final = CROSSED + PLAYERS  # bits of what was developed
STOCK: Final = UPGRADES + PLAYERS  # three a player
POINTS: Final = STOCK + 3 * PLAYERS
ATTACK: Final = POINTS + PLAYERS  # what a hero is worth
DEFENCE: Final = ATTACK + PLAYERS
START: Final = DEFENCE + PLAYERS  # the place of each, or -1
FRESH: Final = START + PLAYERS  # bits of the hero slots that were filled in this round
RESERVE: Final = FRESH + PLAYERS
ROUND: Final = RESERVE + 1
FIRST: Final = ROUND + 1
SEATS: Final = FIRST + 1
SOLO: Final = SEATS + 1
KEPT: Final = SOLO + 1  # what the dice that were kept in the solo game came to
DIE: Final = KEPT + 1  # values, 0 where one is taken
TABLE_SIZE: Final = DIE + DICE

VALUE_BIT: Final = 1
"""In the bits of what was developed row k has 2 * k for its value and the next one for its line."""
LINE_BIT: Final = 2


# -- rounds on a table, as kernels: units, bombs, battles, conquests, points, the Pharaoh ----------


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
