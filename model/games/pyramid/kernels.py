"""Pyramid's actions for whole trees of moves: lists, effects, perft, playouts.

A move is one integer: target in bits 0-9, source in bits 10-19, kind in bits 20-21 (RUN, SMASH,
JUMP, PUSH). Cells are int8: 0 empty, 1 white, 2 black. `plan` and `rules` hold a board and its
options as arrays, made by `board_plan` and `rule_numbers`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.games.pyramid.actions import DIAG, ORTH, Rules, step
from model.games.pyramid.lines import line_arrays
from model.kernels import inlined_kernel, kernel
from model.terrace import TerraceBoard

RUN, SMASH, JUMP, PUSH = 0, 1, 2, 3
KINDS = ("run", "smash", "jump", "push")
MAX_MOVES = 4096
NO_LIMIT = 1 << 30

# Places in the array of rule numbers.
(
    DIRS,
    RUN_MAX,
    RUN_LEVELS,
    SMASH_OWN,
    PUSH_OWN,
    SUICIDE,
    BOTH_DRAW,
    MIN_STONES,
    NEEDED,
    BAN,
    PASS,
) = range(11)
_ORTH, _ORTH_DIAG, _NO_BACK = range(3)
Numbers = npt.NDArray[np.int32]
Cells = npt.NDArray[np.int8]
Moves = npt.NDArray[np.int32]


class Plan(NamedTuple):
    """A board as arrays; see `line_arrays` for the last three.

    Attributes
    ----------
    ahead
        (n, 8) the next field in each direction, orthogonal ones first, -1 off the board.
    height
        (n,) levels.
    victory
        (k,) victory fields.
    """

    ahead: Numbers
    height: Numbers
    victory: Numbers
    lines: Numbers
    shape: Numbers
    through: Numbers


@lru_cache(maxsize=32)
def board_plan(board: TerraceBoard, bends: bool) -> Plan:
    """Return the arrays of a board."""
    ahead = np.full((len(board), 8), -1, np.int32)
    for site in range(len(board)):
        for number, direction in enumerate(ORTH + DIAG):
            found = step(board, site, direction)
            ahead[site, number] = -1 if found is None else found
    lines, shape, through = line_arrays(board, bends)
    victory = np.array(board.victory, np.int32)
    return Plan(ahead, board.height.astype(np.int32), victory, lines, shape, through)


@lru_cache(maxsize=32)
def rule_numbers(rules: Rules, needed: int) -> Numbers:
    """Return the options as numbers, at the places named above."""
    numbers = np.zeros(11, np.int32)
    numbers[DIRS] = ("orth", "orth+diag", "no_backward").index(rules.run_dirs)
    numbers[RUN_MAX] = NO_LIMIT if rules.run_max is None else rules.run_max
    numbers[RUN_LEVELS] = NO_LIMIT if rules.run_levels is None else rules.run_levels
    numbers[SMASH_OWN] = rules.smash_own
    numbers[PUSH_OWN] = rules.push_own
    numbers[SUICIDE] = rules.osiris_suicide
    numbers[BOTH_DRAW] = rules.few_stones == "both_draw"
    numbers[MIN_STONES] = rules.min_stones
    numbers[NEEDED] = needed
    numbers[BAN] = rules.push_back_ban
    numbers[PASS] = rules.no_moves == "pass"
    return numbers


@kernel
def is_over(cells: Cells, plan: Plan, rules: Numbers) -> bool:
    """Whether the stones alone end the game: victory fields held, or too few stones."""
    held_white, held_black = 0, 0
    for field in plan.victory:
        held_white += cells[field] == 1
        held_black += cells[field] == 2
    if held_white >= rules[NEEDED] or held_black >= rules[NEEDED]:
        return True
    white, black = 0, 0
    for stone in cells:
        white += stone == 1
        black += stone == 2
    few_white, few_black = white < rules[MIN_STONES], black < rules[MIN_STONES]
    if rules[BOTH_DRAW]:
        return bool(few_white and few_black)
    return bool(few_white or few_black)


@kernel
def list_moves(
    cells: Cells, colour: int, ban: int, plan: Plan, rules: Numbers, moves: Moves
) -> int:
    """Write the actions of `colour` into `moves`; return how many.

    `ban` is the push forbidden now as source << 10 | target, or -1.
    """
    ahead, height = plan.ahead, plan.height
    directions = 8 if rules[DIRS] == _ORTH_DIAG else 4
    back = -1
    if rules[DIRS] == _NO_BACK:
        back = 0 if colour == 1 else 3
    n = 0
    for source in range(cells.size):
        if cells[source] != colour:
            continue
        for direction in range(directions):
            at, nearest = source, ahead[source, direction]
            if nearest < 0:
                continue
            if direction < 4:
                if height[nearest] > height[source]:
                    if height[nearest] == height[source] + 1 and cells[nearest] == 0:
                        moves[n] = JUMP << 20 | source << 10 | nearest
                        n += 1
                    continue
                if cells[nearest] and height[nearest] == height[source]:
                    if cells[nearest] == colour and not rules[PUSH_OWN]:
                        continue
                    beyond = ahead[nearest, direction]
                    if (
                        beyond < 0
                        or height[beyond] < height[nearest]
                        or (height[beyond] == height[nearest] and cells[beyond] == 0)
                    ) and ban != (source << 10 | nearest):
                        moves[n] = PUSH << 20 | source << 10 | nearest
                        n += 1
                    continue
            if direction == back:
                continue
            length, descents = 0, 0
            ahead_of = nearest
            while ahead_of >= 0 and height[ahead_of] <= height[at]:
                length += 1
                lower = height[ahead_of] < height[at]
                descents += lower
                if length > rules[RUN_MAX] or descents > rules[RUN_LEVELS]:
                    break
                if cells[ahead_of]:
                    if lower and (cells[ahead_of] != colour or rules[SMASH_OWN]):
                        moves[n] = SMASH << 20 | source << 10 | ahead_of
                        n += 1
                    break
                moves[n] = source << 10 | ahead_of
                n += 1
                at = ahead_of
                ahead_of = ahead[at, direction]
    return n


@inlined_kernel
def _mark_line(cells: Cells, number: int, plan: Plan, marked: Cells) -> int:
    """Mark enclosed runs of one line; return how many stones."""
    lines, length, closed = plan.lines, plan.shape[number, 0], plan.shape[number, 1]
    found = 0
    before = cells[lines[number, length - 1]] if closed else np.int8(0)
    for start in range(length):
        colour = cells[lines[number, start]]
        enclosed = colour != 0 and before == 3 - colour
        before = colour
        if not enclosed:
            continue
        end, after = start, colour
        while after == colour and end - start < length:
            end += 1
            if end >= length and not closed:
                break
            after = cells[lines[number, end if end < length else end - length]]
        if after == 3 - colour:
            for k in range(start, end):
                marked[lines[number, k if k < length else k - length]] = 1
                found += 1
    return found


@kernel
def play(cells: Cells, move: int, plan: Plan, rules: Numbers, whole: bool, marked: Cells) -> int:
    """Make `move` on `cells` in place, Osiris included; return the push then banned, or -1.

    `whole` judges every line (needed where an Osiris may stand already), else only those that the
    action touched. `marked` is (n,) of zeros and is left so.
    """
    kind, source, target = move >> 20, move >> 10 & 1023, move & 1023
    stone = cells[source]
    beyond = -1
    ban = -1
    if kind == PUSH:
        for direction in range(4):
            if plan.ahead[source, direction] == target:
                beyond = plan.ahead[target, direction]
        if beyond >= 0:
            cells[beyond] = cells[target]
            if rules[BAN] and cells[target] != stone:
                ban = beyond << 10 | target
    cells[target] = stone
    cells[source] = 0
    found = 0
    if whole:
        for number in range(plan.shape.shape[0]):
            found += _mark_line(cells, number, plan, marked)
    else:
        for k in range(2):
            if plan.through[target, k] >= 0:
                found += _mark_line(cells, plan.through[target, k], plan, marked)
            if beyond >= 0 and plan.through[beyond, k] >= 0:
                found += _mark_line(cells, plan.through[beyond, k], plan, marked)
    if found:
        for site in range(cells.size):
            if marked[site]:
                marked[site] = 0
                if site != target or rules[SUICIDE]:
                    cells[site] = 0
                if site == beyond:
                    ban = -1
    return ban


@kernel
def perft(cells: Cells, depth: int, colour: int, ban: int, plan: Plan, rules: Numbers) -> int:
    """Count the sequences of `depth` >= 1 actions; repetition and the count of plies aside.

    The stack is explicit: numba cannot be trusted to load a recursive kernel from its cache.
    """
    room = np.empty((depth + 1, cells.size), np.int8)
    moves = np.empty((depth + 1, MAX_MOVES), np.int32)
    counts = np.zeros(depth + 1, np.int64)
    done = np.zeros(depth + 1, np.int64)
    bans = np.full(depth + 1, -1, np.int64)
    marked = np.zeros(cells.size, np.int8)
    room[0] = cells
    bans[0] = ban
    total, level, entering = 0, 0, True
    while level >= 0:
        mover = colour if level % 2 == 0 else 3 - colour
        if entering:
            done[level] = 0
            counts[level] = 0
            if not is_over(room[level], plan, rules):
                n = list_moves(room[level], mover, bans[level], plan, rules, moves[level])
                if n == 0 and rules[PASS]:
                    moves[level, 0] = -1
                    n = 1
                counts[level] = n
            if level == depth - 1:
                total += counts[level]
                counts[level] = 0
            entering = False
        elif done[level] < counts[level]:
            move = moves[level, done[level]]
            done[level] += 1
            room[level + 1] = room[level]
            bans[level + 1] = -1
            if move >= 0:
                # An Osiris may stand in a position set up by hand, and where one was spared.
                whole = level == 0 or not rules[SUICIDE]
                bans[level + 1] = play(room[level + 1], move, plan, rules, whole, marked)
            level += 1
            entering = True
        else:
            level -= 1
    return total
