"""Many turns tried at once: tables of programs against programs, and answers to a mix of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.games.pyramid_ball.kernels.program_kernels import (
    CHANGES,
    change,
    draw_anything,
    draw_program,
)
from model.games.pyramid_ball.kernels.turn_kernels import carry_out
from model.games.pyramid_ball.kernels.turn_places import PROGRAM, STATE, WORK
from model.games.pyramid_ball.kernels.worth_kernels import SIGNS, Floats, worth
from model.kernels import Int, Ints, kernel
from model.search.prng import Words, below

Numbers = npt.NDArray[np.int64]


class Desk(NamedTuple):
    """A position as kernels take it; none of it is changed.

    Attributes
    ----------
    state
        (`STATE`,) the position.
    rules, ahead, crossed
        What `turn_kernels` wants.
    may
        (2, `MAY`) what either team may choose; see `program_kernels`.
    match, weights
        What `worth_kernels` wants.
    """

    state: Numbers
    rules: Numbers
    ahead: Numbers
    crossed: Numbers
    may: Numbers
    match: Floats
    weights: Floats


@kernel
def _after(desk: Desk, pair: Ints, state: Ints, work: Ints, found: Floats) -> float:
    """What the position is worth to A once two programs are carried out."""
    for k in range(state.size):
        state[k] = desk.state[k]
    over = carry_out(state, pair, desk.rules, desk.ahead, desk.crossed, work)
    return worth(state, over, desk.rules, desk.match, desk.crossed, desk.weights, found)


@kernel
def fill(desk: Desk, first: Ints, second: Ints, table: Floats, most: Int) -> int:
    """Fill cells of `table` (n, m) that are nan, at most so many; return how many were filled.

    A cell is what A's program makes against B's, a share of the match.
    """
    pair = np.zeros((2, PROGRAM), np.int64)
    state, work, found = np.zeros(STATE, np.int64), np.zeros(WORK, np.int64), np.zeros(SIGNS)
    filled = 0
    for one in range(len(first)):
        pair[0] = first[one]
        for other in range(len(second)):
            if np.isnan(table[one, other]):
                if filled == most:
                    return filled
                pair[1] = second[other]
                table[one, other] = _after(desk, pair, state, work, found)
                filled += 1
    return filled


@kernel
def against(desk: Desk, team: Int, program: Ints, others: Ints, mix: Floats) -> float:
    """Return what a program makes for its team against a mix of the other team's."""
    pair = np.zeros((2, PROGRAM), np.int64)
    state, work, found = np.zeros(STATE, np.int64), np.zeros(WORK, np.int64), np.zeros(SIGNS)
    pair[team] = program
    total = 0.0
    for number in range(len(others)):
        pair[1 - team] = others[number]
        value = _after(desk, pair, state, work, found)
        total += mix[number] * (value if team == 0 else 1.0 - value)
    return total


@kernel
def draw_many(desk: Desk, team: Int, rng: Words, programs: Ints, plain: bool) -> None:
    """Draw programs that a team may well choose into `programs` (n, `PROGRAM`); `plain`: any."""
    for number in range(len(programs)):
        if plain:
            draw_anything(rng, programs[number], desk.may[team])
            continue
        draw_program(rng, programs[number], desk.state, team, desk.may[team], desk.ahead,
                     desk.crossed)  # fmt: skip


@kernel
def best_drawn(
    desk: Desk, team: Int, rng: Words, others: Ints, mix: Floats, best: Ints, value: float,
    tries: Int,
) -> float:  # fmt: skip
    """Draw programs, and keep in `best` one that makes more than `value`; return what it makes."""
    program = np.zeros(PROGRAM, np.int64)
    for _ in range(tries):
        draw_program(rng, program, desk.state, team, desk.may[team], desk.ahead, desk.crossed)
        made = against(desk, team, program, others, mix)
        if made > value:
            best[:], value = program, made
    return value


@kernel
def climb(
    desk: Desk, team: Int, others: Ints, mix: Floats, best: Ints, value: float, begin: Int,
    count: Int,
) -> float:  # fmt: skip
    """Change slots of `best` one by one wherever that makes more; return what it makes then.

    `count` changes are tried of all `CHANGES`, from number `begin` on and round.
    """
    program = best.copy()
    for number in range(begin, begin + count):
        if change(program, number % CHANGES, desk.may[team]):
            made = against(desk, team, program, others, mix)
            if made > value + 1e-9:
                best[:], value = program, made
            else:
                program[:] = best
    return value


@kernel
def drawn_number(rng: Words, many: Int) -> int:
    """Return a number below `many`."""
    return int(np.int64(below(rng, many)))
