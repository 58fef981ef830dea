"""Pyramid's rules for whole trees of moves: lists, what a move does, the end.

`model.games.pyramid.actions` says the same one move at a time; a test holds the two together.

A move is one integer: target in bits 0-9, source in bits 10-19, kind in bits 20-21 (RUN, SMASH,
JUMP, PUSH), or PASSED. Cells hold 0 empty, 1 white, 2 black. `model.games.pyramid.board_arrays`
makes what stands here for a board and its options. Kernels that are called for each position take
arrays alone, few of them: every array that is handed on, or taken out of a tuple, costs as much as
a step of a search.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.kernels import Int, Ints, inlined_kernel, kernel

RUN, SMASH, JUMP, PUSH = 0, 1, 2, 3
KINDS = ("run", "smash", "jump", "push")
NONE = -1
"""The kind of what is no action."""
PASSED = 1 << 29
"""The number of a pass."""
MAX_MOVES = 4096
NO_LIMIT = 1 << 30
"""Of the fields and descents of a run, and of the plies until a draw: there is no such rule."""
LOSES, DRAWS, PASSES = range(3)
"""What a side without a move does."""

DIRS, RUN_MAX, RUN_LEVELS, SMASH_OWN, PUSH_OWN, SUICIDE = range(6)
BOTH_DRAW, MIN_STONES, NEEDED, BAN, STUCK = range(6, 11)
"""Places in the array of rule numbers."""
RULES = 11
"""How many there are; what else an array of numbers holds, comes after them."""
ORTHOGONAL, DIAGONAL, NO_BACK = range(3)
"""Of DIRS: where runs go."""

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
TAKEN_ROOM = 512
"""Room for fields that Osiris takes, some of them twice, for each field of the board."""

_U = np.uint32
Numbers = npt.NDArray[np.int32]
Boards = npt.NDArray[np.int8]
"""(levels, n) stones, a position a level."""
Facts = npt.NDArray[np.int64]
"""(levels, FACTS)."""
Hashes = npt.NDArray[np.int64]
"""(2, n) for the keys of positions."""


# -- moves as numbers ------------------------------------------------------------------------------


@inlined_kernel
def packed(kind: Int, source: Int, target: Int) -> Int:
    """Return the number of a move."""
    return kind << 20 | source << 10 | target


@inlined_kernel
def unpacked(move: Int) -> tuple[Int, Int, Int]:
    """Return kind, source and target of a move that is no pass."""
    return move >> 20, move >> 10 & 1023, move & 1023


@inlined_kernel
def taken_stone(word: Int) -> tuple[Int, Int, bool]:
    """Return field and colour of a stone that leaves, and whether Osiris takes it; see `play`."""
    return word >> 2 & 1023, word & 3, bool(word >> 12)


# -- what follows from the stones ------------------------------------------------------------------


@kernel
def survey(cells: Boards, facts: Facts, level: int, fields: Numbers, hashes: Hashes) -> None:
    """Reckon afresh what follows from the stones of a level."""
    facts[level, KEY:] = 0
    for site in range(cells.shape[1]):
        stone = np.int64(cells[level, site])
        if stone:
            _count(facts, level, site, stone, fields, hashes, 1)


@kernel
def _count(
    facts: Facts, level: int, site: Int, stone: Int, fields: Numbers, hashes: Hashes, by: int
) -> None:
    facts[level, KEY] ^= hashes[stone - 1, site]
    facts[level, WHITE + stone - 1] += by
    facts[level, HELD_WHITE + stone - 1] += by * fields[site, VICTORY]
    worth = by * fields[site, WORTH + stone - 1]
    facts[level, PLACED] += worth if stone == 1 else -worth


@inlined_kernel
def settled(facts: Facts, level: int, numbers: Numbers) -> int:
    """Return the colour that has won, 3 for a draw, 0 where play goes on.

    Repetition is left out, and what a side without a move does.
    """
    if facts[level, HELD_WHITE] >= numbers[NEEDED]:
        return 1
    if facts[level, HELD_BLACK] >= numbers[NEEDED]:
        return 2
    few_white = facts[level, WHITE] < numbers[MIN_STONES]
    few_black = facts[level, BLACK] < numbers[MIN_STONES]
    if few_white and few_black:
        return 3
    if (few_white or few_black) and not numbers[BOTH_DRAW]:
        return 2 if few_white else 1
    return 3 if facts[level, PLIES] == 0 else 0


# -- which moves there are -------------------------------------------------------------------------


@inlined_kernel
def _step_onto(
    cells: Boards,
    level: int,
    at: Int,
    target: Int,
    direction: int,
    fields: Numbers,
    push_own: Int,
    colour: int,
    ban: int,
) -> int:
    """Return the kind of the action onto a higher field, or a stone as high, or NONE."""
    there = cells[level, target]
    rise = fields[target, HEIGHT] - fields[at, HEIGHT]
    if rise > 0:
        return JUMP if rise == 1 and there == 0 else NONE
    if there == colour and not push_own:
        return NONE
    beyond = fields[target, direction]
    if beyond >= 0:
        rise = fields[_U(beyond), HEIGHT] - fields[target, HEIGHT]
        if rise > 0 or (rise == 0 and cells[level, _U(beyond)]):
            return NONE
    return PUSH if ban != (np.int64(at) << 10 | np.int64(target)) else NONE


@inlined_kernel
def _goes_on(rise: Int, steps: Int, levels: Int) -> bool:
    """Whether a run comes onto a field; so many steps and levels down are left after it."""
    return bool(rise <= 0 and (steps | levels) >= 0)


@inlined_kernel
def _smashes(there: Int, rise: Int, smash_own: Int, colour: int) -> bool:
    """Whether a run that comes onto a stone smashes it."""
    return bool(rise < 0 and (there != colour or smash_own))


@inlined_kernel
def action_onto(
    cells: Boards,
    level: int,
    at: Int,
    target: Int,
    direction: int,
    length: int,
    descents: int,
    fields: Numbers,
    numbers: Numbers,
    colour: int,
    back: int,
    ban: int,
) -> int:
    """Return the kind of the action that ends on `target`, or NONE.

    The way is clear up to `at`, the field before it; `target` included it is `length` steps with
    so many `descents`. `back` is the direction of `backward`.
    """
    there = cells[level, target]
    rise = fields[target, HEIGHT] - fields[at, HEIGHT]
    if length == 1 and direction < 4 and (rise > 0 or (rise == 0 and there)):
        return _step_onto(
            cells, level, at, target, direction, fields, numbers[PUSH_OWN], colour, ban
        )
    if direction == back:
        return NONE
    if not _goes_on(rise, numbers[RUN_MAX] - length, numbers[RUN_LEVELS] - descents):
        return NONE
    if there == 0:
        return RUN
    return SMASH if _smashes(there, rise, numbers[SMASH_OWN], colour) else NONE


@inlined_kernel
def backward(numbers: Numbers, colour: int) -> int:
    """Return the direction in which stones of a colour do not run, -1 for none."""
    if numbers[DIRS] != NO_BACK:
        return -1
    return 0 if colour == 1 else 3


@kernel
def list_moves(
    cells: Boards, facts: Facts, level: int, fields: Numbers, numbers: Numbers, moves: Ints
) -> int:
    """Write the actions of the side to move into a row of `moves`; return how many."""
    colour, ban = facts[level, COLOUR], facts[level, BANNED]
    back = backward(numbers, colour)
    directions = 8 if numbers[DIRS] == DIAGONAL else 4
    most, deepest = numbers[RUN_MAX], numbers[RUN_LEVELS]
    smash_own, push_own = numbers[SMASH_OWN], numbers[PUSH_OWN]
    stones, listed = cells[level], moves[level]
    n = 0
    for source in range(stones.size):
        if stones[source] != colour:
            continue
        for direction in range(directions):
            target = fields[source, direction]
            if target < 0:
                continue
            site = _U(target)
            there, height = stones[site], fields[site, HEIGHT]
            rise = height - fields[source, HEIGHT]
            if direction < 4 and (rise > 0 or (rise == 0 and there)):
                kind = _step_onto(
                    cells, level, source, site, direction, fields, push_own, colour, ban
                )
                if kind != NONE:
                    listed[_U(n)] = packed(kind, source, target)
                    n += 1
                continue
            if direction == back:
                continue
            steps, levels = most, deepest
            while True:
                steps -= 1
                if rise < 0:
                    levels -= 1
                if not _goes_on(rise, steps, levels):
                    break
                if there:
                    if _smashes(there, rise, smash_own, colour):
                        listed[_U(n)] = packed(SMASH, source, target)
                        n += 1
                    break
                listed[_U(n)] = packed(RUN, source, target)
                n += 1
                target = fields[site, direction]
                if target < 0:
                    break
                site = _U(target)
                rise = fields[site, HEIGHT] - height
                there, height = stones[site], fields[site, HEIGHT]
    return n


@kernel
def moves_freely(
    cells: Boards, facts: Facts, level: int, fields: Numbers, numbers: Numbers
) -> bool:
    """Whether a stone of the side to move can go to an empty field beside it."""
    colour = facts[level, COLOUR]
    back = backward(numbers, colour)
    for source in range(cells.shape[1]):
        if cells[level, source] != colour:
            continue
        for direction in range(4):
            target = fields[source, direction]
            if target < 0 or cells[level, target]:
                continue
            descents = int(fields[target, HEIGHT] < fields[source, HEIGHT])
            kind = action_onto(
                cells,
                level,
                source,
                target,
                direction,
                1,
                descents,
                fields,
                numbers,
                colour,
                back,
                -1,
            )
            if kind != NONE:
                return True
    return False


# -- what a move does ------------------------------------------------------------------------------


@inlined_kernel
def pushed_onto(fields: Numbers, source: Int, target: Int) -> int:
    """Return where a stone on `target` goes that one on `source` pushes, -1 where it falls."""
    for direction in range(4):
        if fields[source, direction] == target:
            return int(fields[target, direction])
    return -1


@inlined_kernel
def play(
    cells: Boards,
    facts: Facts,
    level: int,
    move: Int,
    whole: bool,
    fields: Numbers,
    numbers: Numbers,
    taken: npt.NDArray[np.int32],
) -> int:
    """Play a move on the stones of a level in place; return how many stones leave.

    `taken` names those in order: the colour in bits 0-1, the field in bits 2-11, whether Osiris
    takes it in bit 12. `whole` judges every line (needed where an Osiris may stand already), else
    only those that the move touched. What `survey` reckons stays as it was.
    """
    beyond: Int = -1
    ban: Int = -1
    left = 0
    if move != PASSED:
        kind, source, target = unpacked(move)
        stone, other = cells[level, source], cells[level, target]
        if kind == PUSH:
            beyond = pushed_onto(fields, source, target)
        if beyond >= 0:
            if cells[level, beyond]:
                taken[0] = beyond << 2 | cells[level, beyond]
                left = 1
            cells[level, beyond] = other
            if numbers[BAN] and other != stone:
                ban = beyond << 10 | target
        elif other:
            taken[0] = target << 2 | other
            left = 1
        cells[level, target], cells[level, source] = stone, 0
        left = _take_enclosed(cells, level, target, beyond, whole, fields, numbers, taken, left)
        if ban >= 0 and cells[level, beyond] == 0:
            ban = -1
    facts[level, COLOUR] = 3 - facts[level, COLOUR]
    facts[level, BANNED] = ban
    if facts[level, PLIES] != NO_LIMIT:
        facts[level, PLIES] -= 1
    return left


@kernel
def make(
    cells: Boards,
    facts: Facts,
    level: int,
    move: Int,
    whole: bool,
    fields: Numbers,
    numbers: Numbers,
    hashes: Hashes,
    taken: npt.NDArray[np.int32],
) -> None:
    """Play a move of a level into the next; see `play`."""
    after = level + 1
    for site in range(cells.shape[1]):
        cells[after, site] = cells[level, site]
    for k in range(FACTS):
        facts[after, k] = facts[level, k]
    left = play(cells, facts, after, move, whole, fields, numbers, taken)
    if move == PASSED:
        return
    kind, source, target = unpacked(move)
    stone, other = np.int64(cells[level, source]), np.int64(cells[level, target])
    _count(facts, after, source, stone, fields, hashes, -1)
    _count(facts, after, target, stone, fields, hashes, 1)
    if kind == PUSH:
        beyond = pushed_onto(fields, source, target)
        if beyond >= 0:
            _count(facts, after, target, other, fields, hashes, -1)
            _count(facts, after, beyond, other, fields, hashes, 1)
    for k in range(left):
        field, colour, _ = taken_stone(taken[k])
        _count(facts, after, field, colour, fields, hashes, -1)


@inlined_kernel
def _take_enclosed(
    cells: Boards,
    level: int,
    target: Int,
    beyond: Int,
    whole: bool,
    fields: Numbers,
    numbers: Numbers,
    taken: npt.NDArray[np.int32],
    left: int,
) -> int:
    """Take away what is enclosed after a stone came to `target`; return how many have left."""
    found = left
    if whole:
        for site in range(cells.shape[1]):
            if cells[level, site]:
                found = mark_run(cells, level, site, 0, fields, taken, found)
                found = mark_run(cells, level, site, 1, fields, taken, found)
    else:
        found = _mark_around(cells, level, target, fields, taken, found)
        if beyond >= 0:
            found = _mark_around(cells, level, beyond, fields, taken, found)
    for k in range(left, found):
        site = taken[k]
        stone = cells[level, site]
        if stone and (site != target or numbers[SUICIDE]):
            cells[level, site] = 0
            taken[left] = 1 << 12 | site << 2 | stone
            left += 1
    return left


@inlined_kernel
def _mark_around(
    cells: Boards, level: int, site: Int, fields: Numbers, marked: npt.NDArray[np.int32], found: int
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
    cells: Boards,
    level: int,
    site: Int,
    line: int,
    fields: Numbers,
    marked: npt.NDArray[np.int32],
    found: int,
) -> int:
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


# -- what the engine thinks of positions and moves; docs/rules/pyramid.md says what counts ---------


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
