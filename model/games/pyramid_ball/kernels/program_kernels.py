"""Programs worth trying, drawn at random but with an intention, and changed slot by slot.

Each piece gets somewhere to go by what it is: a carrier runs for the row it scores in, its
team-mates run free or stay before it, defenders go for the carrier, stand in its way or by
those who may receive. Some steps are random all the same, so that every program can be drawn.
"""

from __future__ import annotations

import numpy as np

from model.games.pyramid_ball.kernels import turn_kernels as at
from model.games.pyramid_ball.kernels.turn_kernels import is_open
from model.kernels import Int, Ints, kernel
from model.search.prng import Words, below

MAY_DASH, MAY_QUICK, MAY_BLITZ, MAY_SIDE = 3, 4, 5, 6
"""Places in what a team may choose, after the way out for each size in row 1 (-1: any)."""
MAY = 7
CHANGES = 63
"""Ways to change one slot of a program; not all of them change it."""
_NOISE = 8
"""One step in so many goes anywhere."""


@kernel
def _chance(rng: Words, many: Int) -> int:
    return int(np.int64(below(rng, many)))


@kernel
def _towards(rng: Words, square: Int, file: Int, rank: Int) -> int:
    """A step that comes nearer to a place, which may lie outside; -1 there."""
    east, north = file - square % 7, rank - square // 7
    far = abs(east) + abs(north)
    if far == 0:
        return -1
    if _chance(rng, far) < abs(north):
        return 0 if north > 0 else 2
    return 1 if east > 0 else 3


@kernel
def _walk(
    rng: Words, program: Ints, ahead: Ints, size: Int, square: Int, row: Int, file: Int, rank: Int
) -> int:
    """Give a piece its commands from a row on, towards a place; return where it would come to."""
    for one in range(row - 1, 3):
        if _chance(rng, _NOISE) == 0:
            way = _chance(rng, 5) - 1
        else:
            way = _towards(rng, square, file, rank)
        if way >= 0 and ahead[square, way] < 0:
            way = -1
        program[3 * size + one] = way
        if way >= 0:
            square = ahead[square, way]
    return int(square)


@kernel
def _run(
    rng: Words, program: Ints, ahead: Ints, size: Int, square: Int, row: Int, team: Int
) -> None:
    """Send a piece towards the row it scores in, from a row on."""
    goal = 9 if team == 0 else -2  # beyond the edge: more steps forward than to the side
    _walk(rng, program, ahead, size, square, row, square % 7 + _chance(rng, 5) - 2, goal)


@kernel
def _to_be_free(rng: Words, program: Ints, state: Ints, ahead: Ints, piece: Int) -> None:
    """Command a piece of the team with the ball that does not carry it."""
    team, size, square = piece // 3, piece % 3, state[piece]
    ball = state[state[at.CARRIER]] if state[at.CARRIER] >= 0 else state[at.LOOSE]
    forward = 1 if team == 0 else -1
    kind = _chance(rng, 20)
    if kind < 9:
        _run(rng, program, ahead, size, square, 1, team)
        return
    if kind < 14:
        file, rank = ball % 7 + _chance(rng, 3) - 1, ball // 7 + forward * _chance(rng, 3)
    elif kind < 16:
        file, rank = square % 7, square // 7
    else:
        file, rank = _chance(rng, 7), _chance(rng, 8)
    _walk(rng, program, ahead, size, square, 1, file, rank)


@kernel
def _to_defend(rng: Words, program: Ints, state: Ints, ahead: Ints, piece: Int) -> None:
    """Command a piece of a team that wants the ball, or does not want it to be brought forward."""
    team, size, square = piece // 3, piece % 3, state[piece]
    ball = state[state[at.CARRIER]] if state[at.CARRIER] >= 0 else state[at.LOOSE]
    forward = -1 if team == 0 else 1  # where the others want to go
    kind = _chance(rng, 20)
    if kind < 9:
        file, rank = ball % 7 + _chance(rng, 3) - 1, ball // 7 + forward * _chance(rng, 3)
    elif kind < 13:
        file, rank = ball % 7 + _chance(rng, 3) - 1, ball // 7 + forward * (1 + _chance(rng, 4))
    elif kind < 16:
        other = state[3 * (1 - team) + _chance(rng, 3)]
        file, rank = other % 7, other // 7 + forward * _chance(rng, 3)
    elif kind < 18:
        file, rank = square % 7, square // 7
    else:
        file, rank = _chance(rng, 7), _chance(rng, 8)
    _walk(rng, program, ahead, size, square, 1, file, rank)


@kernel
def _after(program: Ints, ahead: Ints, size: Int, square: Int, row: Int) -> int:
    """Where a piece would stand when a row begins, were nobody in its way."""
    for one in range(row - 1):
        way = program[3 * size + one]
        if way >= 0 and ahead[square, way] >= 0:
            square = ahead[square, way]
    return int(square)


@kernel
def _pass_on(
    rng: Words, program: Ints, state: Ints, ahead: Ints, crossed: Ints, may: Ints, carrier: Int
) -> None:
    """Put a pass into a program, one that connects where such a one is drawn soon enough."""
    team, size = carrier // 3, carrier % 3
    row, receiver, source, target = 2, size, 0, 0
    for _ in range(4):
        row = 2 + _chance(rng, 2)
        quick = may[MAY_QUICK] and size == 1 and may[1] < 0 and _chance(rng, 3) == 0
        program[at.QUICK] = int(quick)
        if quick:
            row = 1
        receiver = (size + 1 + _chance(rng, 2)) % 3
        source = _after(program, ahead, size, state[carrier], row)
        target = _after(program, ahead, receiver, state[3 * team + receiver], row)
        if is_open(state, crossed, team, source, target):
            break
    program[at.PASS_ROW], program[at.RECEIVER] = row, receiver
    program[3 * size + row - 1] = -1
    _run(rng, program, ahead, receiver, target, row, team)


@kernel
def draw_program(
    rng: Words, program: Ints, state: Ints, team: Int, may: Ints, ahead: Ints, crossed: Ints
) -> None:
    """Draw a program of a team, by what its pieces may well intend.

    Parameters
    ----------
    program
        (`PROGRAM`,) is written.
    may
        (`MAY`,) what the rules leave open.
    """
    program[:] = -1
    program[at.PASS_ROW :] = 0
    program[at.DASH] = -1
    carrier = state[at.CARRIER]
    holds = carrier >= 0 and carrier // 3 == team
    picks_up = carrier < 0 and state[at.OFFENCE] != team
    fetcher = _chance(rng, 3)
    for size in range(3):
        piece = 3 * team + size
        square = state[piece]
        if piece == carrier:
            _run(rng, program, ahead, size, square, 1, team)
        elif picks_up and size == fetcher:
            ball = state[at.LOOSE]
            _walk(rng, program, ahead, size, square, 1, ball % 7, ball // 7)
        elif holds or picks_up:
            _to_be_free(rng, program, state, ahead, piece)
        else:
            _to_defend(rng, program, state, ahead, piece)
    if holds and _chance(rng, 2) == 0:
        _pass_on(rng, program, state, ahead, crossed, may, carrier)
    elif not holds and _chance(rng, 5) == 0:
        program[at.PASS_ROW], program[at.RECEIVER] = 2 + _chance(rng, 2), _chance(rng, 3)
    if may[MAY_DASH] and _chance(rng, 3) == 0:
        program[at.DASH] = _chance(rng, 4)
    if may[MAY_BLITZ] and _chance(rng, 3) == 0:
        program[at.BLITZ] = 1
    if may[MAY_SIDE]:
        program[at.EAST] = _chance(rng, 2)
    for size in range(3):
        if may[size] >= 0:
            program[3 * size] = may[size]


@kernel
def draw_anything(rng: Words, program: Ints, may: Ints) -> None:
    """Draw a program uniformly."""
    program[at.PASS_ROW :] = 0
    for place in range(9):
        program[place] = _chance(rng, 5) - 1
    found = _chance(rng, 10)
    program[at.PASS_ROW] = (found + 2) // 3
    program[at.RECEIVER] = (found + 2) % 3 if found else 0
    program[at.DASH] = _chance(rng, 5) - 1 if may[MAY_DASH] else -1
    program[at.QUICK] = _chance(rng, 2) if may[MAY_QUICK] else 0
    program[at.BLITZ] = _chance(rng, 2) if may[MAY_BLITZ] else 0
    program[at.EAST] = _chance(rng, 2) if may[MAY_SIDE] else 0
    for size in range(3):
        if may[size] >= 0:
            program[3 * size] = may[size]


@kernel
def change(program: Ints, number: Int, may: Ints) -> bool:
    """Change one slot, 0 <= `number` < `CHANGES`; False where that would be no change, or may not.

    Receivers matter only where there is a pass, so they change together.
    """
    if number < 45:
        slot, way = number // 5, number % 5 - 1
        if (slot % 3 == 0 and may[slot // 3] >= 0) or program[slot] == way:
            return False
        program[slot] = way
        return True
    if number < 55:
        row = (number - 45 + 2) // 3
        receiver = (number - 45 + 2) % 3 if row else 0
        if program[at.PASS_ROW] == row and program[at.RECEIVER] == receiver:
            return False
        program[at.PASS_ROW], program[at.RECEIVER] = row, receiver
        return True
    if number < 60:
        if not may[MAY_DASH] or program[at.DASH] == number - 56:
            return False
        program[at.DASH] = number - 56
        return True
    place = at.QUICK if number == 60 else at.BLITZ if number == 61 else at.EAST
    if not may[MAY_QUICK + number - 60]:
        return False
    program[place] = 1 - program[place]
    return True


@kernel
def possibilities(state: Ints, team: Int, sides: bool, due: Ints, may: Ints) -> None:
    """Write what a team may choose: the ways out it is obliged to take, and what it holds."""
    for k in range(3):
        may[k] = due[k]
    held = state[at.HELD + team]
    has_ball = state[at.LOOSE] < 0 and state[at.OFFENCE] == team
    may[MAY_DASH] = held & 1
    may[MAY_QUICK] = held >> 1 & 1
    may[MAY_BLITZ] = held >> 2 & 1 if not has_ball else 0
    may[MAY_SIDE] = 1 if sides else 0
