"""Turns of Pyramid Ball with any programs, one after another: how fast turns are carried out."""

from __future__ import annotations

import numpy as np

from model.games.pyramid_ball.kernels.program_kernels import MAY, draw_anything, possibilities
from model.games.pyramid_ball.kernels.turn_kernels import carry_out
from model.games.pyramid_ball.kernels.turn_places import HELD, OWED, PROGRAM, STATE, USED, WORK
from model.kernels import Int, Ints, kernel
from model.search.prng import Words

LONGEST = 40
"""Turns after which a match begins anew."""
_TIMES = np.uint64(31)


@kernel
def carry_random_turns(
    start: Ints, rules: Ints, ahead: Ints, crossed: Ints, rng: Words, turns: Int
) -> Int:
    """Carry out turns from a start, and again from there after a match; return what they led to.

    It is one number, which hardly comes out again where a single turn ends otherwise. A team takes
    the special moves it is owed in the order of the sizes.
    """
    state, programs = start.copy(), np.zeros((2, PROGRAM), np.int64)
    work, may, due = np.zeros(WORK, np.int64), np.zeros(MAY, np.int64), np.full(3, -1, np.int64)
    made, played = np.uint64(0), 0
    for _ in range(turns):
        for team in range(2):
            possibilities(state, team, True, due, may)
            draw_anything(rng, programs[team], may)
        over = carry_out(state, programs, rules, ahead, crossed, work)
        for place in range(STATE):
            made = made * _TIMES + np.uint64(state[place] + 1)
        for team in range(2):
            while state[OWED + team] > 0:
                left = 7 & ~(state[HELD + team] | state[USED + team])
                state[HELD + team] |= left & -left
                state[OWED + team] -= 1
        played += 1
        if over or played == LONGEST:
            state[:] = start
            played = 0
    return made
