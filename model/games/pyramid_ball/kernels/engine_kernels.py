"""Many turns tried at once: tables of programs against programs, and answers to a mix of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.games.pyramid_ball.kernels.evaluation_kernels import SIGNS, Floats, evaluation
from model.games.pyramid_ball.kernels.program_kernels import (
    CHANGES,
    change,
    draw_anything,
    draw_program,
)
from model.games.pyramid_ball.kernels.turn_kernels import carry_out
from model.games.pyramid_ball.kernels.turn_places import PROGRAM, STATE, WORK
from model.kernels import Int, Ints, kernel
from model.search.prng import Words, below

Numbers = npt.NDArray[np.int64]


class PackedPosition(NamedTuple):
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
        What `evaluation_kernels` wants.
    """

    state: Numbers
    rules: Numbers
    ahead: Numbers
    crossed: Numbers
    may: Numbers
    match: Floats
    weights: Floats


@kernel
def _after(packed: PackedPosition, pair: Ints, state: Ints, work: Ints, found: Floats) -> float:
    """What the position is worth to A once two programs are carried out."""
    for k in range(state.size):
        state[k] = packed.state[k]
    over = carry_out(state, pair, packed.rules, packed.ahead, packed.crossed, work)
    return evaluation(
        state, over, packed.rules, packed.match, packed.crossed, packed.weights, found
    )


@kernel
def fill(packed: PackedPosition, first: Ints, second: Ints, table: Floats, most: Int) -> int:
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
                table[one, other] = _after(packed, pair, state, work, found)
                filled += 1
    return filled


@kernel
def against(packed: PackedPosition, team: Int, program: Ints, others: Ints, mix: Floats) -> float:
    """Return what a program makes for its team against a mix of the other team's."""
    pair = np.zeros((2, PROGRAM), np.int64)
    state, work, found = np.zeros(STATE, np.int64), np.zeros(WORK, np.int64), np.zeros(SIGNS)
    pair[team] = program
    total = 0.0
    for number in range(len(others)):
        pair[1 - team] = others[number]
        value = _after(packed, pair, state, work, found)
        total += mix[number] * (value if team == 0 else 1.0 - value)
    return total


@kernel
def draw_many(packed: PackedPosition, team: Int, rng: Words, programs: Ints, plain: bool) -> None:
    """Draw programs that a team may well choose into `programs` (n, `PROGRAM`); `plain`: any."""
    for number in range(len(programs)):
        if plain:
            draw_anything(rng, programs[number], packed.may[team])
            continue
        draw_program(rng, programs[number], packed.state, team, packed.may[team], packed.ahead,
                     packed.crossed)  # fmt: skip


@kernel
def best_drawn(
    packed: PackedPosition, team: Int, rng: Words, others: Ints, mix: Floats, best: Ints,
    value: float, tries: Int,
) -> float:  # fmt: skip
    """Draw programs, and keep in `best` one that makes more than `value`; return what it makes."""
    program = np.zeros(PROGRAM, np.int64)
    for _ in range(tries):
        draw_program(
            rng, program, packed.state, team, packed.may[team], packed.ahead, packed.crossed
        )
        made = against(packed, team, program, others, mix)
        if made > value:
            best[:], value = program, made
    return value


@kernel
def climb(
    packed: PackedPosition, team: Int, others: Ints, mix: Floats, best: Ints, value: float,
    begin: Int, count: Int,
) -> float:  # fmt: skip
    """Change slots of `best` one by one wherever that makes more; return what it makes then.

    `count` changes are tried of all `CHANGES`, from number `begin` on and round.
    """
    program = best.copy()
    for number in range(begin, begin + count):
        if change(program, number % CHANGES, packed.may[team]):
            made = against(packed, team, program, others, mix)
            if made > value + 1e-9:
                best[:], value = program, made
            else:
                program[:] = best
    return value


@kernel
def drawn_number(rng: Words, many: Int) -> int:
    """Return a number below `many`."""
    return int(np.int64(below(rng, many)))
