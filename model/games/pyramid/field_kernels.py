"""Pyramid's actions once more, for engines: a board as one array, what is known kept up to date.

`model.games.pyramid.kernels` says the same, more plainly; tests hold the two together. A move is
numbered as there. Kernels that are called for each position take arrays alone, few of them: every
array that is handed on, or taken out of a tuple, costs as much as a step of a search.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.games.pyramid.kernels import (
    BAN,
    BOTH_DRAW,
    DIRS,
    JUMP,
    MIN_STONES,
    NEEDED,
    PUSH,
    PUSH_OWN,
    RUN_LEVELS,
    RUN_MAX,
    SMASH,
    SMASH_OWN,
    SUICIDE,
    Numbers,
)
from model.kernels import inlined_kernel, kernel

HEIGHT, VICTORY, BESIDE, WORTH = 8, 9, 10, 14
"""Places in the row of a field, after the next fields in the eight directions: its level, whether
it is a victory field, the fields before and after it on its lines of Osiris (ranks and rings, then
files), what a stone of either colour is worth there; -1 for no field."""
ROW = 16
COLOUR, BANNED, PLIES, KEY, WHITE, BLACK, HELD_WHITE, HELD_BLACK, PLACED = range(9)
"""Places in the facts of a position: whose turn, the push that is banned or -1, the plies until it
is drawn, the key of its stones, how many there are, victory fields held, what the places of the
stones are worth to White."""
FACTS = 9
WEIGHTS = 11
"""Where the weights begin in the rule numbers of an engine."""
HELD, MOBILITY, REACH, AHEAD, TURN = 11, 19, 20, 21, 22
"""Weights: for 0 to 7 victory fields held, for a move, for a victory field within reach, for a
stone more, by the stones there are, for the right to move."""
NUMBERS = 23
_STONE, _WINS = 100, 10_000
_FEW = 4

Boards = npt.NDArray[np.int8]
"""(levels, n) stones, a position a level."""
Facts = npt.NDArray[np.int64]
"""(levels, FACTS)."""
Hashes = npt.NDArray[np.int64]
"""(2, n) for the keys of positions."""


@kernel
def survey(cells: Boards, facts: Facts, level: int, fields: Numbers, hashes: Hashes) -> None:
    """Reckon afresh what follows from the stones of a level."""
    facts[level, KEY:] = 0
    for site in range(cells.shape[1]):
        stone = cells[level, site]
        if stone:
            _count(facts, level, site, stone, fields, hashes, 1)


@kernel
def _count(
    facts: Facts, level: int, site: int, stone: int, fields: Numbers, hashes: Hashes, by: int
) -> None:
    facts[level, KEY] ^= hashes[stone - 1, site]
    facts[level, WHITE + stone - 1] += by
    facts[level, HELD_WHITE + stone - 1] += by * fields[site, VICTORY]
    worth = by * fields[site, WORTH + stone - 1]
    facts[level, PLACED] += worth if stone == 1 else -worth


@inlined_kernel
def settled(facts: Facts, level: int, numbers: Numbers) -> int:
    """Return the colour that the stones alone make the winner, 3 for a draw, 0 for none of it."""
    if facts[level, HELD_WHITE] >= numbers[NEEDED]:
        return 1
    if facts[level, HELD_BLACK] >= numbers[NEEDED]:
        return 2
    few_white = facts[level, WHITE] < numbers[MIN_STONES]
    few_black = facts[level, BLACK] < numbers[MIN_STONES]
    if few_white and few_black:
        return 3
    if numbers[BOTH_DRAW] or not (few_white or few_black):
        return 0
    return 2 if few_white else 1


@kernel
def make(
    cells: Boards, facts: Facts, level: int, move: int, whole: bool, fields: Numbers,
    numbers: Numbers, hashes: Hashes, marked: npt.NDArray[np.int32],
) -> None:  # fmt: skip
    """Play a move of a level into the next; see `model.games.pyramid.kernels.play`.

    `marked` is room for fields that Osiris takes, some of them twice.
    """
    after = level + 1
    for site in range(cells.shape[1]):
        cells[after, site] = cells[level, site]
    for k in range(FACTS):
        facts[after, k] = facts[level, k]
    kind, source, target = move >> 20, move >> 10 & 1023, move & 1023
    stone, other = cells[level, source], cells[level, target]
    cells[after, source] = 0
    _count(facts, after, source, stone, fields, hashes, -1)
    if other:
        _count(facts, after, target, other, fields, hashes, -1)
    beyond, ban = -1, -1
    if kind == PUSH:
        for direction in range(4):
            if fields[source, direction] == target:
                beyond = fields[target, direction]
        if beyond >= 0:
            if cells[after, beyond]:
                _count(facts, after, beyond, cells[after, beyond], fields, hashes, -1)
            cells[after, beyond] = other
            _count(facts, after, beyond, other, fields, hashes, 1)
            if numbers[BAN] and other != stone:
                ban = beyond << 10 | target
    cells[after, target] = stone
    _count(facts, after, target, stone, fields, hashes, 1)
    found = 0
    if whole:
        for site in range(cells.shape[1]):
            if cells[after, site]:
                found = mark_run(cells, after, site, 0, fields, marked, found)
                found = mark_run(cells, after, site, 1, fields, marked, found)
    else:
        found = mark_around(cells, after, target, fields, marked, found)
        if beyond >= 0:
            found = mark_around(cells, after, beyond, fields, marked, found)
    for k in range(found):
        site = marked[k]
        taken = cells[after, site]
        if taken and (site != target or numbers[SUICIDE]):
            cells[after, site] = 0
            _count(facts, after, site, taken, fields, hashes, -1)
            if site == beyond:
                ban = -1
    facts[after, COLOUR] = 3 - facts[level, COLOUR]
    facts[after, BANNED] = ban


@inlined_kernel
def mark_around(
    cells: Boards, level: int, site: int, fields: Numbers, marked: npt.NDArray[np.int32], found: int
) -> int:
    """Note what Osiris takes on the lines through a field; return how many are noted by now."""
    stone, alone = cells[level, site], True
    for k in range(BESIDE, BESIDE + 4):
        at = fields[site, k]
        alone = alone and (at < 0 or cells[level, at] == 0)
    if alone:
        return found
    found = mark_run(cells, level, site, 0, fields, marked, found)
    found = mark_run(cells, level, site, 1, fields, marked, found)
    for k in range(BESIDE, BESIDE + 4):
        at = fields[site, k]
        if at >= 0 and cells[level, at] == 3 - stone:
            found = mark_run(cells, level, at, (k - BESIDE) // 2, fields, marked, found)
    return found


@inlined_kernel
def mark_run(
    cells: Boards, level: int, site: int, line: int, fields: Numbers,
    marked: npt.NDArray[np.int32], found: int,
) -> int:  # fmt: skip
    """Note the stones of the row through a field, where it is enclosed."""
    stone = cells[level, site]
    first = BESIDE + 2 * line
    for way in range(2):
        at = fields[site, first + way]
        while at >= 0 and at != site and cells[level, at] == stone:
            at = fields[at, first + way]
        if at < 0 or cells[level, at] != 3 - stone:
            return found
    marked[found] = site
    found += 1
    for way in range(2):
        at = fields[site, first + way]
        while cells[level, at] == stone:
            marked[found] = at
            found += 1
            at = fields[at, first + way]
    return found


@kernel
def moves_freely(
    cells: Boards, facts: Facts, level: int, fields: Numbers, numbers: Numbers
) -> bool:
    """Whether a stone of the side to move can go to an empty field beside it."""
    colour = facts[level, COLOUR]
    back = -1
    if numbers[DIRS] == 2:
        back = 0 if colour == 1 else 3
    for source in range(cells.shape[1]):
        if cells[level, source] != colour:
            continue
        for direction in range(4):
            target = fields[source, direction]
            if target < 0 or cells[level, target]:
                continue
            rise = fields[target, HEIGHT] - fields[source, HEIGHT]
            if rise == 1:
                return True
            if direction != back and (rise == 0 or (rise < 0 and numbers[RUN_LEVELS] >= 1)):
                return True
    return False


@kernel
def list_rated(
    cells: Boards, facts: Facts, level: int, loud: bool, fields: Numbers, numbers: Numbers,
    moves: npt.NDArray[np.int32], scores: npt.NDArray[np.int32],
) -> int:  # fmt: skip
    """Write the moves of a level and what each wins at once, in points; return how many.

    `loud` leaves out those that win nothing.
    """
    colour, ban = facts[level, COLOUR], facts[level, BANNED]
    foe = 3 - colour
    directions = 8 if numbers[DIRS] == 1 else 4
    back = -1
    if numbers[DIRS] == 2:
        back = 0 if colour == 1 else 3
    most, deepest = numbers[RUN_MAX], numbers[RUN_LEVELS]
    smash_own, push_own = numbers[SMASH_OWN], numbers[PUSH_OWN]
    last = facts[level, HELD_WHITE + colour - 1] + 1 >= numbers[NEEDED]
    n = 0
    for source in range(cells.shape[1]):
        if cells[level, source] != colour:
            continue
        height = fields[source, HEIGHT]
        for direction in range(directions):
            target = fields[source, direction]
            if target < 0:
                continue
            if direction < 4 and fields[target, HEIGHT] > height:
                if fields[target, HEIGHT] == height + 1 and cells[level, target] == 0:
                    won = _won(cells, level, source, target, colour, last, fields)
                    if won or not loud:
                        moves[level, n] = JUMP << 20 | source << 10 | target
                        scores[level, n] = won
                        n += 1
                continue
            if direction < 4 and cells[level, target] and fields[target, HEIGHT] == height:
                if cells[level, target] == colour and not push_own:
                    continue
                beyond = fields[target, direction]
                if beyond >= 0 and (
                    fields[beyond, HEIGHT] > height
                    or (fields[beyond, HEIGHT] == height and cells[level, beyond])
                ):
                    continue
                if ban == (source << 10 | target):
                    continue
                won = _won(cells, level, source, target, colour, last, fields)
                pushed = cells[level, target]
                if beyond < 0:
                    won += _STONE if pushed == foe else -_STONE
                else:
                    if cells[level, beyond]:
                        won += _STONE if cells[level, beyond] == foe else -_STONE
                    if pushed == colour:
                        won += _STONE * _enclosed(cells, level, source, beyond, colour, fields)
                    elif fields[target, VICTORY] and not fields[beyond, VICTORY]:
                        won += _STONE // 2
                if won > 0 or not loud:
                    moves[level, n] = PUSH << 20 | source << 10 | target
                    scores[level, n] = won
                    n += 1
                continue
            if direction == back:
                continue
            length, descents, here = 0, 0, height
            while target >= 0 and fields[target, HEIGHT] <= here:
                length += 1
                lower = fields[target, HEIGHT] < here
                descents += lower
                if length > most or descents > deepest:
                    break
                there = cells[level, target]
                if there and not (lower and (there == foe or smash_own)):
                    break
                won = _won(cells, level, source, target, colour, last, fields)
                kind = 0
                if there:
                    kind = SMASH << 20
                    won += _STONE if there == foe else -_STONE
                if won > 0 or not loud:
                    moves[level, n] = kind | source << 10 | target
                    scores[level, n] = won
                    n += 1
                if there:
                    break
                here = fields[target, HEIGHT]
                target = fields[target, direction]
    return n


@kernel
def _won(
    cells: Boards, level: int, source: int, target: int, colour: int, last: bool, fields: Numbers
) -> int:
    """Return what a stone wins by coming to a field: stones that Osiris takes, or the game."""
    won = _STONE * _enclosed(cells, level, source, target, colour, fields)
    if last and fields[target, VICTORY] and not fields[source, VICTORY]:
        won += _WINS
    return int(won)


@kernel
def _enclosed(
    cells: Boards, level: int, source: int, site: int, colour: int, fields: Numbers
) -> int:
    """Return how many stones Osiris takes of the other colour once a stone stands on a field."""
    taken, foe = 0, 3 - colour
    for k in range(BESIDE, BESIDE + 4):
        at, passed = fields[site, k], 0
        while at >= 0 and at != site and cells[level, at] == foe:
            passed += 1
            at = fields[at, k]
        if passed and at >= 0 and at != source and at != site and cells[level, at] == colour:
            taken += passed
    return taken


@kernel
def _scope(cells: Boards, level: int, colour: int, fields: Numbers, numbers: Numbers) -> int:
    """Return what the runs and jumps of a colour are worth: fields, and victory fields."""
    directions = 8 if numbers[DIRS] == 1 else 4
    back = -1
    if numbers[DIRS] == 2:
        back = 0 if colour == 1 else 3
    most, deepest = numbers[RUN_MAX], numbers[RUN_LEVELS]
    reached, victory = 0, 0
    for source in range(cells.shape[1]):
        if cells[level, source] != colour:
            continue
        for direction in range(directions):
            target, here = fields[source, direction], fields[source, HEIGHT]
            if target < 0:
                continue
            if fields[target, HEIGHT] > here:
                jump = direction < 4 and fields[target, HEIGHT] == here + 1
                if jump and cells[level, target] == 0:
                    reached += 1
                    victory += fields[target, VICTORY]
                continue
            if direction == back:
                continue
            length, descents = 0, 0
            while target >= 0 and fields[target, HEIGHT] <= here:
                length += 1
                descents += fields[target, HEIGHT] < here
                if length > most or descents > deepest or cells[level, target]:
                    break
                reached += 1
                victory += fields[target, VICTORY]
                here = fields[target, HEIGHT]
                target = fields[target, direction]
    return int(reached * numbers[MOBILITY] + victory * numbers[REACH])


@kernel
def static_value(cells: Boards, facts: Facts, level: int, fields: Numbers, numbers: Numbers) -> int:
    """Return what a position is worth to the side to move, without looking ahead.

    Points of a hundredth of a stone, more or less; docs/rules/pyramid.md says what counts.
    """
    white, black = facts[level, WHITE], facts[level, BLACK]
    value = facts[level, PLACED]
    value += numbers[HELD + min(facts[level, HELD_WHITE], 7)]
    value -= numbers[HELD + min(facts[level, HELD_BLACK], 7)]
    value += (white - black) * numbers[AHEAD] // (white + black + 1)
    value += _scope(cells, level, 1, fields, numbers) - _scope(cells, level, 2, fields, numbers)
    # Who has not the stones to hold the fields wins no more, unless the other side gets stuck.
    if (value > 0 and white < numbers[NEEDED]) or (value < 0 and black < numbers[NEEDED]):
        value //= _FEW
    if facts[level, COLOUR] == 2:
        value = -value
    return int(value + numbers[TURN])
