"""Turns of Pyramid Ball compiled: what `turn_run` does, on arrays, for engines that try thousands.

A state is an array of `STATE` numbers, a program one of `PROGRAM`; `turn_places` names the places
in them, and those in the array of rules. Sets of pieces and of squares are bits. Where a ball lies
after a goal is taken from the program: `side_prompt` is not for kernels.
"""

from __future__ import annotations

import numpy as np

from model.games.pyramid_ball.kernels.ball_kernels import (
    closed_rank,
    end_ban,
    goal,
    point,
    standing,
    take,
)
from model.games.pyramid_ball.kernels.move_kernels import carry_moves
from model.games.pyramid_ball.kernels.turn_places import (
    BAN,
    BLITZ,
    BLITZ_FIRST,
    BLITZING,
    CARRIER,
    CHOSEN,
    DASH,
    ENFORCED,
    HELD,
    KEPT,
    LIMIT,
    LOCKED,
    LOOSE,
    MOST_TURNS,
    OFFENCE,
    ORIGINAL,
    PASS_ROW,
    QUICK,
    RECEIVER,
    SPENT,
    TURNS,
    USED,
    WAYS,
    WORK,
    WORKED,
)
from model.kernels import Int, Ints, kernel


@kernel
def _command(work: Ints, rules: Ints, programs: Ints, piece: Int, row: Int, locks: bool) -> int:
    """What a piece was told to do in a row, -1 for standing still."""
    team, size = piece // 3, piece % 3
    if locks and work[LOCKED] >> piece & 1:
        return -1
    if size == 0 and work[BLITZING] >> team & 1 and (row > 1 or rules[BLITZ_FIRST]):
        return -1
    return int(programs[team, 3 * size + row - 1])


@kernel
def _passes(state: Ints, work: Ints, rules: Ints, programs: Ints, crossed: Ints, row: Int) -> bool:
    """Throw the pass of a row, if there is one; True where the match is over."""
    carrier = state[CARRIER]
    if carrier < 0:
        return False
    team = carrier // 3
    if programs[team, PASS_ROW] != row or programs[team, RECEIVER] == carrier % 3:
        return False
    if row == 1 and (programs[team, QUICK] == 0 or carrier % 3 != 1):
        return False
    if _command(work, rules, programs, carrier, row, rules[ORIGINAL] == 0) >= 0:
        return False
    if row == 1:
        work[WORKED] |= 2 << 3 * team
    if state[BAN] == 1 - team:
        end_ban(state)
    receiver = 3 * team + programs[team, RECEIVER]
    source, target = state[carrier], state[receiver]
    for number in range(crossed.shape[2]):
        site = crossed[source, target, number]
        if site < 0:
            break
        catcher = standing(state, site)
        if catcher >= 0 and catcher // 3 != team:
            take(state, catcher)
            return point(state, rules, 1 - team)
    state[CARRIER] = receiver
    if target // 7 == closed_rank(team):
        return goal(state, work, rules, programs, receiver)
    return False


# -- a turn ----------------------------------------------------------------------------------------


@kernel
def _announce(state: Ints, work: Ints, programs: Ints) -> None:
    """Spend the special moves that are used: bit 0 the dash, 1 the quick pass, 2 the blitz."""
    for team in range(2):
        chosen = 0
        if programs[team, DASH] >= 0:
            chosen |= 1
        if programs[team, QUICK]:
            chosen |= 2
        if programs[team, BLITZ] and not (state[LOOSE] < 0 and state[OFFENCE] == team):
            chosen |= 4
            work[BLITZING] |= 1 << team
        state[HELD + team] &= ~chosen
        state[USED + team] |= chosen
        work[CHOSEN] |= chosen << 3 * team


@kernel
def _blitz(state: Ints, work: Ints, rules: Ints, programs: Ints, ahead: Ints, first: Int) -> bool:
    """Carry out the parts of a blitz from `first` on; True where the match is over."""
    for part in range(first, 4):
        for piece in range(6):
            team = piece // 3
            runs = piece % 3 == 0 and work[BLITZING] >> team & 1
            free = work[LOCKED] >> piece & 1 == 0
            work[WAYS + piece] = programs[team, part - 1] if runs and free else -1
            if runs and free and part > 1:
                work[WORKED] |= 4 << 3 * team
        if carry_moves(state, work, rules, programs, ahead):
            return True
    return False


@kernel
def _dashes(state: Ints, work: Ints, rules: Ints, programs: Ints, ahead: Ints) -> bool:
    if programs[0, DASH] < 0 and programs[1, DASH] < 0:
        return False
    for piece in range(6):
        team = piece // 3
        runs = piece % 3 == 2 and programs[team, DASH] >= 0 and work[LOCKED] >> piece & 1 == 0
        work[WAYS + piece] = programs[team, DASH] if runs else -1
        if runs:
            work[WORKED] |= 1 << 3 * team
    return carry_moves(state, work, rules, programs, ahead)


@kernel
def begin(state: Ints, work: Ints, programs: Ints) -> None:
    """Begin a turn: nothing is known of it yet, and the special moves are spent."""
    work[:] = 0
    work[ENFORCED] = state[BAN] >= 0
    _announce(state, work, programs)


@kernel
def carry_row(
    state: Ints, work: Ints, rules: Ints, programs: Ints, ahead: Ints, crossed: Ints, row: Int
) -> bool:
    """Carry out a row of a turn that was begun, dashes as row 4; True where the match is over.

    Of `work` the first `KNOWN` numbers are all that the next row needs.
    """
    if row == 4:
        return _dashes(state, work, rules, programs, ahead)
    if _passes(state, work, rules, programs, crossed, row):
        return True
    blitz = row == 1 and work[BLITZING] != 0
    if blitz and rules[BLITZ_FIRST] and _blitz(state, work, rules, programs, ahead, 1):
        return True
    for piece in range(6):
        work[WAYS + piece] = _command(work, rules, programs, piece, row, True)
    if carry_moves(state, work, rules, programs, ahead):
        return True
    return bool(blitz and not rules[BLITZ_FIRST] and _blitz(state, work, rules, programs, ahead, 2))


@kernel
def carry_out(
    state: Ints, programs: Ints, rules: Ints, ahead: Ints, crossed: Ints, work: Ints
) -> bool:
    """Carry out a turn on `state`; True where the match is over by points.

    Parameters
    ----------
    state
        (`STATE`,) int64, changed in place.
    programs
        (2, `PROGRAM`) int64.
    work
        (`WORK`,) int64, room for what is known within the turn.
    """
    held_before = state[BAN] >= 0 and state[LOOSE] < 0
    begin(state, work, programs)
    for row in range(1, 5):
        if carry_row(state, work, rules, programs, ahead, crossed, row):
            return True
    _finish(state, work, rules, held_before)
    return False


@kernel
def _finish(state: Ints, work: Ints, rules: Ints, held_before: bool) -> None:
    """Give back special moves that came to nothing; count turns, and those in a closed row."""
    if not rules[SPENT]:
        for team in range(2):
            kept = (work[CHOSEN] & ~work[WORKED]) >> 3 * team & 7
            state[HELD + team] |= kept
            state[USED + team] &= ~kept
    if rules[LIMIT] and state[BAN] >= 0 and held_before:
        state[KEPT] += 1
        if state[KEPT] >= rules[LIMIT]:
            end_ban(state)
    if rules[MOST_TURNS]:
        state[TURNS] += 1


@kernel
def carry_out_many(
    states: Ints, programs: Ints, rules: Ints, ahead: Ints, crossed: Ints, over: Ints
) -> None:
    """Carry out a turn on each of `states` (n, `STATE`) with `programs` (n, 2, `PROGRAM`).

    `over` (n,) becomes 1 where the match is over by points.
    """
    work = np.zeros(WORK, np.int64)
    for number in range(len(states)):
        done = carry_out(states[number], programs[number], rules, ahead, crossed, work)
        over[number] = int(done)
