"""The heuristic policy: which die is worth taking, where units should go, what to develop.

Everything is counted in points. A unit is worth what it may hold, a bonus what it brings in the
rounds that are left, a space what it scores until it is likely to be lost. `weights` are the few
numbers that were tuned by matches of the kernels against themselves (docs/strength.md).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.games.rolling_pyramids.kernels.round_kernels import (
    ATTACK,
    BOXES,
    CELL,
    CELLS,
    CIRCLES,
    CROSSED,
    D_ALL_BONUS,
    D_BEFORE,
    D_BONUS,
    D_BOX_NUMBER,
    D_BOX_SHAPE,
    D_BOXES,
    D_CELLS,
    D_CIRCLES,
    D_FACTORY,
    D_HEROES,
    D_LEFT_TO_RIGHT,
    D_OVERFLOW,
    D_PAIRS,
    D_PIECES,
    D_ROUNDS,
    D_ROW_SIZE,
    D_ROW_START,
    D_ROW_VALUE,
    D_SECTION,
    D_SHAPE,
    D_SPACES,
    D_UPGRADES,
    DEFENCE,
    DICE,
    DIE,
    FRESH,
    KEPT,
    LINE_BIT,
    OWNER,
    ROUND,
    SEATS,
    SOLO,
    STOCK,
    UPGRADES,
    VALUE_BIT,
    BoardData,
    Sizes,
    Table,
    row_order,
)
from model.kernels import kernel
from model.search.prng import Words, draw

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
