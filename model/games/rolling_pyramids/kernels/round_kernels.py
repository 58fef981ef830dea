"""Rounds on a table, as kernels: units, bombs, battles, conquests, the Pharaoh; and heuristics.

Rounds follow `battle` and `phases`; tests play the same ones both ways. Switches of the rules that
change what a fight costs (melee, casualties) are left out: the engine counts with the usual ones.

Heuristics say which die is worth taking and what to develop. Everything is counted in points. A
unit is worth what it may hold, a bonus what it brings in the rounds that are left, a space what it
scores until it is likely to be lost. `weights` are the few numbers that were tuned by matches of
the kernels against themselves (docs/strength.md).
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from model.kernels import kernel
from model.search.prng import Words, draw

# -- how the engine's kernels keep a game: two flat arrays of whole numbers, and where what lies ---
# A *board data* holds what does not change in a game, the map and the player board; a *table* is a
# position with all that everybody knows. Arrays are as large as the largest map and board that
# files may bring, so that kernels compile once. `engine` makes them of a game and of its positions.


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
D_BOTH_FINAL: Final = 25
D_ANY_CONQUEST: Final = 26
D_HALF_DOWN: Final = 27
D_OVERFLOW: Final = 28
D_LEFT_TO_RIGHT: Final = 29
D_ROUND_UP: Final = 30  # half of what the Pharaoh gets
D_UPGRADES: Final = 31  # bits of those there are
D_CIRCLES: Final = 32  # of each group
D_BEFORE: Final = 34  # CIRCLES a group: boxes before each circle
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


# -- the heuristic policy: which die is worth taking, what to develop ------------------------------


Floats = npt.NDArray[np.float64]
Weights = Floats
"""(WEIGHTS,) what a player counts with."""

W_UNIT = 0  # points for a unit
W_BOX = 1  # how far footmen of later rounds count
W_PACE = 2  # boxes of a group that are crossed off in a round
W_ROW = 3  # how far a special unit that is not complete counts
W_UPGRADE = 4  # points for an upgrade in each round that is left
W_KEEP = 5  # how much a space counts in each later round, as a share of the one before
W_DENY = 6  # what is taken from somebody, beside what is gained
W_FACTORY = 7  # points for a factory in a round
W_CONQUEST = 8  # points for a triangle
W_NOISE = 9  # how far deployments differ from the best
W_SLOT = 10  # what a hero slot is kept for, in heroes
W_PRESS = 11  # how much neighbours of others press on a space in judgement
WEIGHTS = 12
BOX_CODE = 100
DISCARD = 200
"""Targets of picks: cells below CELLS, boxes from BOX_CODE on, and to write nothing."""
NUMBERS = 21
REFUSED = -1e9
UNKNOWN = 1e9


@kernel
def chance(rng: Words) -> float:
    """Return a number from 0 to 1."""
    return float(draw(rng) >> np.uint64(11)) / 9007199254740992.0


# -- the draft -------------------------------------------------------------------------------------


@kernel
def left_after(data: BoardData, table: Table) -> int:
    """Return how many rounds come after this one."""
    return int(data[D_ROUNDS] - table[ROUND])


@kernel
def track_value(data: BoardData, crossed: int, rounds: int, pace: float) -> float:
    """Return how many footmen the bonuses will bring, at so many boxes a round."""
    worth = all_need = 0.0
    box = 0
    for group in range(2):
        circle, need = 0, 0.0
        for at in range(data[D_BOXES + 1] if group else data[D_BOXES]):
            if group and at < data[D_BOXES]:
                continue
            if not crossed >> box & 1:
                need += 0.6 if data[D_BOX_SHAPE + box] == 0 else 1.0
            box += 1
            done = at + 1 - (data[D_BOXES] if group else 0)
            if circle < data[D_CIRCLES + group] and (
                data[D_BEFORE + CIRCLES * group + circle] == done
            ):
                time = rounds + 1 - need / pace
                if time > 0:
                    worth += time * data[D_BONUS + CIRCLES * group + circle]
                circle += 1
        all_need += need
    time = rounds + 1 - all_need / (2 * pace)
    if time > 0:
        worth += 2 * data[D_ALL_BONUS] * time
    return worth


@kernel
def row_value(
    data: BoardData, table: Table, player: int, row: int, cell: int, number: int, picks: int
) -> float:
    """Return what a special unit may come to once a number is written into a cell of it.

    `cell` -1: as it is. `picks` are those left in the game. 0 where it can never be complete, or
    nothing stands there.
    """
    start, size = data[D_ROW_START + row], data[D_ROW_SIZE + row]
    upgrades = table[UPGRADES + player] >> (2 * row)
    value = data[D_ROW_VALUE + 2 * row + (upgrades & VALUE_BIT)]
    counts = 1 if upgrades & LINE_BIT else 0
    filled, chance_of, result = 0, 1.0, 0.0
    for k in range(size):
        here = table[CELL + CELLS * player + start + k]
        if start + k == cell:
            here = number
        if here:
            filled += 1
        low, high = 1 + k, 8 - (size - 1 - k)
        for j in range(size):
            other = table[CELL + CELLS * player + start + j]
            if start + j == cell:
                other = number
            if other == 0 or j == k:
                continue
            mirrored = 9 - other if row == 2 else other
            if j < k:
                low = max(low, mirrored + k - j)
            else:
                high = min(high, mirrored - (j - k))
        worth = 9.0 - here if row == 2 else float(here)
        if row == 1:
            if here:
                result = max(result, here * value)
            else:
                chance_of *= 0.7
            continue
        if here == 0:
            if low > high:
                return 0.0
            chance_of *= min(1.0, (high - low + 1) / 4.0)
            worth = 0.4 * low + 0.6 * high
        if k == counts:
            result = worth + value if row == 0 else (worth - 1) * value
    if filled == 0 or size - filled > picks:
        return 0.0
    if filled == size:
        return result
    share = filled / size
    return float(
        result * chance_of * share * np.sqrt(share) * min(1.0, picks / (4.0 * (size - filled)))
    )


@kernel
def pair_value(first: int, second: int, whole: float) -> float:
    """Return what an upgrade pair with two numbers (0: none) is worth."""
    if first and second:
        return whole if first < second else 0.0
    if first:
        return whole * 0.4 * (8 - first) / 7
    return whole * 0.4 * (second - 1) / 7 if second else 0.0


@kernel
def upgrade_value(data: BoardData, table: Table, player: int, weights: Weights) -> float:
    """Return what one more upgrade is worth."""
    bought, many = table[UPGRADES + player], 0
    while bought:
        many += bought & 1
        bought >>= 1
    return float(weights[W_UPGRADE] * left_after(data, table) * max(0.2, 1 - 0.18 * many))


@kernel
def hero_value(table: Table, player: int) -> float:
    """Return what a hero is worth, counted in soldiers."""
    return float(0.5 * (table[ATTACK + player] + table[DEFENCE + player]))


@kernel
def may_be_written(off: int, own: bool, factory: bool) -> bool:
    """Tell whether a die may be written as a number that is so much more than it shows."""
    if off == 0 or (own and (off == 1 or off == -1)) or (factory and (off == 2 or off == -2)):
        return True
    return own and factory and -3 <= off <= 3


@kernel
def factories_of(data: BoardData, table: Table, player: int) -> int:
    """Return the sections a player has factories for, as bits."""
    bits = 0
    for place in range(data[D_SPACES]):
        if table[OWNER + place] == player and data[D_FACTORY + place] >= 0:
            bits |= 1 << data[D_FACTORY + place]
    return bits


@kernel
def picks_left(data: BoardData, table: Table) -> int:
    """Return about how many picks each player has after the one he is at."""
    there = 0
    for die in range(DICE):
        there += table[DIE + die] > 0
    each = there - 3 if table[SOLO] else there // table[SEATS]
    return 4 * left_after(data, table) + max(0, each - 1)


@kernel
def cell_gain(
    data: BoardData,
    table: Table,
    player: int,
    cell: int,
    number: int,
    picks: int,
    whole: float,
    weights: Weights,
) -> float:
    """Return what a number in an empty cell gains; REFUSED where it may not stand there.

    `whole` is what an upgrade is worth.
    """
    section, unit = data[D_SECTION + cell], weights[W_UNIT]
    if section == 0:
        hero = hero_value(table, player) * unit
        later = min(1.0, left_after(data, table) / 5.0)
        return float(number * hero - weights[W_SLOT] * hero * later)
    if section == 1:
        odd = (cell - data[D_HEROES]) & 1
        other = table[CELL + CELLS * player + cell + (-1 if odd else 1)]
        if odd:
            return pair_value(other, number, whole) - pair_value(other, 0, whole)
        return pair_value(number, other, whole) - pair_value(0, other, whole)
    row = section - 2
    if not row_order(data, table, player, row, cell, number):
        return REFUSED
    if (
        data[D_LEFT_TO_RIGHT]
        and cell > data[D_ROW_START + row]
        and (table[CELL + CELLS * player + cell - 1] == 0)
    ):
        return REFUSED
    before = row_value(data, table, player, row, -1, 0, picks)
    after = row_value(data, table, player, row, cell, number, picks)
    gain = weights[W_ROW] * unit * (after - before)
    # a row that can never be finished is never erased
    return float(gain - 3 * unit if after == 0.0 else gain)


@kernel
def judge_picks(
    data: BoardData, table: Table, player: int, weights: Weights, codes: Sizes, gains: Floats
) -> int:
    """Write what may be picked and what it gains, a row of both arrays each; return how many.

    A code is (die, target, number). Of the numbers a die may be written as in a cell, and of the
    boxes it may cross off, only the best is kept; of dice that are alike one is looked at. The last
    one of a die is to discard.
    """
    rounds, picks = left_after(data, table), picks_left(data, table)
    factories = factories_of(data, table, player)
    crossed = table[CROSSED + player]
    unit, pace = weights[W_UNIT], weights[W_PACE]
    before = track_value(data, crossed, rounds, pace)
    whole = upgrade_value(data, table, player, weights)
    boxes, known = np.full(BOXES, UNKNOWN), np.full(CELLS * NUMBERS, UNKNOWN)
    seen, found = 0, 0
    for die in range(DICE):
        value = table[DIE + die]
        if value == 0:
            continue
        four, own = die & 3 < 2, die >> 2 == player
        kind = value - 1 + (8 if four else 0) + (16 if own else 0)
        if seen >> kind & 1:
            continue
        seen |= 1 << kind
        cost = 0.25 * value * unit if table[SOLO] else 0.0  # what the Pharaoh gets for it
        for cell in range(data[D_CELLS]):
            shape = data[D_SHAPE + cell]
            if table[CELL + CELLS * player + cell] or shape == (1 if four else 0):
                continue
            most = NUMBERS - 1 if data[D_OVERFLOW] else 4 if shape == 0 else 8
            factory = bool(factories >> data[D_SECTION + cell] & 1)
            best, best_number = REFUSED, 0
            for number in range(max(1, value - 3), min(most, value + 3) + 1):
                if not may_be_written(number - value, own, factory):
                    continue
                at = cell * NUMBERS + number
                if known[at] == UNKNOWN:
                    known[at] = cell_gain(data, table, player, cell, number, picks, whole, weights)
                if known[at] > best:
                    best, best_number = known[at], number
            if best_number:
                codes[found, 0], codes[found, 1], codes[found, 2] = die, cell, best_number
                gains[found] = best - cost
                found += 1
        factory = bool(factories >> 5 & 1)
        best, best_box = REFUSED, -1
        for box in range(data[D_BOXES + 1]):
            if crossed >> box & 1 or data[D_BOX_SHAPE + box] != (0 if four else 1):
                continue
            if not may_be_written(data[D_BOX_NUMBER + box] - value, own, factory):
                continue
            if boxes[box] == UNKNOWN:
                after = track_value(data, crossed | 1 << box, rounds, pace)
                boxes[box] = weights[W_BOX] * unit * (after - before)
            if boxes[box] > best:
                best, best_box = boxes[box], box
        if best_box >= 0:
            codes[found, 0], codes[found, 1], codes[found, 2] = die, BOX_CODE + best_box, 0
            gains[found] = best - cost
            found += 1
        codes[found, 0], codes[found, 1], codes[found, 2] = die, DISCARD, 0
        gains[found] = -cost
        found += 1
    return found


@kernel
def pick(data: BoardData, table: Table, player: int, die: int, target: int, number: int) -> None:
    """Take a die and write it."""
    if table[SOLO]:
        table[KEPT] += table[DIE + die]
    table[DIE + die] = 0
    if target < CELLS:
        table[CELL + CELLS * player + target] = number
        if target < data[D_HEROES]:
            table[FRESH + player] |= 1 << target
    elif target < DISCARD:
        table[CROSSED + player] |= 1 << (target - BOX_CODE)


@kernel
def best_box(data: BoardData, table: Table, player: int, weights: Weights) -> int:
    """Return the triangle that is best crossed off for a conquest, -1 where there is none."""
    crossed, rounds = table[CROSSED + player], max(0, left_after(data, table) - 1)
    best, found = -1.0, -1
    for box in range(data[D_BOXES + 1]):
        if crossed >> box & 1 or data[D_BOX_SHAPE + box]:
            continue
        worth = track_value(data, crossed | 1 << box, rounds, weights[W_PACE])
        if worth > best:
            best, found = worth, box
    return found


@kernel
def upgrade_gain(data: BoardData, table: Table, player: int, number: int) -> float:
    """Return how good an upgrade is now, beside the others."""
    if number >= 6:
        return 3.2 if number == 7 else 2.8 if number == 6 else 1.0
    row = number >> 1
    worth = 4.0 if row == 2 else 3.5 if row == 0 else 1.5
    if row_value(data, table, player, row, -1, 0, 8) > 0:
        worth += 1.5
    return worth - 0.7 if number & 1 else worth


@kernel
def best_upgrade(data: BoardData, table: Table, player: int) -> int:
    """Return the number of the upgrade that is best developed now, -1 where none is left."""
    left = data[D_UPGRADES] & ~table[UPGRADES + player]
    best, found = -1.0, -1
    for number in range(9):
        if left >> number & 1:
            worth = upgrade_gain(data, table, player, number)
            if worth > best:
                best, found = worth, number
    return found


@kernel
def upgrades_due(data: BoardData, table: Table, player: int) -> int:
    """Return how many upgrades a player has still to choose."""
    due, bought = 0, table[UPGRADES + player]
    for number in range(data[D_PAIRS]):
        at = CELL + CELLS * player + data[D_HEROES] + 2 * number
        due += 0 < table[at] < table[at + 1]
    while bought:
        due -= bought & 1
        bought >>= 1
    return max(0, due)


@kernel
def develop(data: BoardData, table: Table, player: int) -> None:
    """Spend all complete pairs of a player."""
    for _ in range(upgrades_due(data, table, player)):
        number = best_upgrade(data, table, player)
        if number < 0:
            return
        table[UPGRADES + player] |= 1 << number
        if number >= 6:
            table[STOCK + 3 * player + number - 6] += data[D_PIECES + number - 6]
