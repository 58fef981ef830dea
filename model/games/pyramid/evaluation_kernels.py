"""What Pyramid's engine thinks of positions and moves, beside the rules in `kernels`.

docs/rules/pyramid.md says what counts.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.games.pyramid.kernels import (
    BESIDE,
    BLACK,
    COLOUR,
    DIAGONAL,
    DIRS,
    HEIGHT,
    HELD_BLACK,
    HELD_WHITE,
    JUMP,
    NEEDED,
    NONE,
    PLACED,
    PUSH,
    RULES,
    SMASH,
    VICTORY,
    WHITE,
    Boards,
    Facts,
    Numbers,
    action_onto,
    backward,
    list_moves,
    pushed_onto,
    unpacked,
)
from model.kernels import Int, inlined_kernel, kernel

HELD, MOBILITY, REACH, AHEAD, TURN = RULES, RULES + 8, RULES + 9, RULES + 10, RULES + 11
"""Weights, after the rule numbers: for 0 to 7 victory fields held, for a move, for a victory field
within reach, for a stone more, by the stones there are, for the right to move."""
NUMBERS = RULES + 12
_STONE, _WINS = 100, 10_000
_FEW = 4
_RISE, _FALL, _STONES, _SPARE, _EVEN, _TO_MOVE = 290, 400, 600, 400, 900, 150
"""Points in an ending, fitted to the table of `model.games.pyramid.table`: for each level that the
stones of the side that can still win stand on, against each of the other side's, and each stone of
it; for each stone to spare; for the ending as such; for the right to move."""
_LEAST = 512
"""Points below which the value of an ending only comes nearer to 0."""


@kernel
def list_rated(
    cells: Boards,
    facts: Facts,
    level: int,
    loud: bool,
    fields: Numbers,
    numbers: Numbers,
    moves: npt.NDArray[np.int32],
    scores: npt.NDArray[np.int32],
) -> int:
    """Write the moves of a level and what each wins at once, in points; return how many.

    `loud` leaves out those that win nothing.
    """
    listed = list_moves(cells, facts, level, fields, numbers, moves)
    colour = facts[level, COLOUR]
    last = facts[level, HELD_WHITE + colour - 1] + 1 >= numbers[NEEDED]
    n = 0
    for k in range(listed):
        move = moves[level, k]
        won = _won(cells, level, move, colour, last, fields)
        if won > 0 or not loud:
            moves[level, n], scores[level, n] = move, won
            n += 1
    return n


@inlined_kernel
def _won(cells: Boards, level: int, move: int, colour: int, last: bool, fields: Numbers) -> int:
    """Return what a move wins at once: stones, or the game with the `last` field that is needed."""
    kind, source, target = unpacked(move)
    foe = 3 - colour
    won = _STONE * _enclosed(cells, level, source, target, colour, fields)
    if last and fields[target, VICTORY] and not fields[source, VICTORY]:
        won += _WINS
    if kind == SMASH:
        won += _STONE if cells[level, target] == foe else -_STONE
    elif kind == PUSH:
        pushed, beyond = cells[level, target], pushed_onto(fields, source, target)
        if beyond < 0:
            won += _STONE if pushed == foe else -_STONE
        else:
            if cells[level, beyond]:
                won += _STONE if cells[level, beyond] == foe else -_STONE
            if pushed == colour:
                won += _STONE * _enclosed(cells, level, source, beyond, colour, fields)
            elif fields[target, VICTORY] and not fields[beyond, VICTORY]:
                won += _STONE // 2
    return int(won)


@kernel
def _enclosed(
    cells: Boards, level: Int, source: Int, site: Int, colour: Int, fields: Numbers
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
    back = backward(numbers, colour)
    directions = 8 if numbers[DIRS] == DIAGONAL else 4
    reached, victory = 0, 0
    for source in range(cells.shape[1]):
        if cells[level, source] != colour:
            continue
        for direction in range(directions):
            at, target = source, fields[source, direction]
            length, descents = 0, 0
            while target >= 0 and cells[level, target] == 0:
                length += 1
                descents += fields[target, HEIGHT] < fields[at, HEIGHT]
                kind = action_onto(
                    cells,
                    level,
                    at,
                    target,
                    direction,
                    length,
                    descents,
                    fields,
                    numbers,
                    colour,
                    back,
                    -1,
                )
                if kind == NONE:
                    break
                reached += 1
                victory += fields[target, VICTORY]
                if kind == JUMP:
                    break
                at, target = target, fields[target, direction]
    return int(reached * numbers[MOBILITY] + victory * numbers[REACH])


@kernel
def _ending(
    cells: Boards,
    level: int,
    colour: int,
    value: Int,
    spare: Int,
    few: Int,
    mover: Int,
    fields: Numbers,
) -> Int:
    """Return what an ending is worth to the only side that can win it, `value` in the middle game.

    Never less than nothing: it can hardly lose.
    """
    value += _EVEN + _SPARE * spare - _STONES * few
    value += _TO_MOVE if mover == colour else -_TO_MOVE
    for site in range(cells.shape[1]):
        stone = cells[level, site]
        if stone == colour:
            value += _RISE * fields[site, HEIGHT]
        elif stone:
            value -= _FALL * fields[site, HEIGHT]
    return value if value >= _LEAST else _LEAST * _LEAST // (2 * _LEAST - value)


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
    mover = facts[level, COLOUR]
    few_white, few_black = white < numbers[NEEDED], black < numbers[NEEDED]
    if few_white and few_black:
        value //= _FEW
    elif few_black:
        value = _ending(cells, level, 1, value, white - numbers[NEEDED], black, mover, fields)
    elif few_white:
        value = -_ending(cells, level, 2, -value, black - numbers[NEEDED], white, mover, fields)
    if mover == 2:
        value = -value
    return int(value + numbers[TURN])
