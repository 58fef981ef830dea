"""The best answer to a known mix of programs, searched for as long as one likes: a reference."""

import numpy as np

from model.games.pyramid_ball.engine import (
    DRAWN,
    Floats,
    Numbers,
    PackedPosition,
    best_drawn,
    climb,
)
from model.games.pyramid_ball.kernels.program_kernels import CHANGES
from model.games.pyramid_ball.kernels.turn_kernels import PROGRAM
from model.search.prng import Words

NOT_DRAWN = -1.0


def best_against(
    packed: PackedPosition, team: int, rng: Words, others: Numbers, mix: Floats, turns: int
) -> tuple[Numbers, float]:
    """Return the best program that is found for a team against a known mix, and what it makes.

    The search is begun anew again and again, until it has carried out about so many turns.
    """
    found, most = np.zeros(PROGRAM, np.int64), NOT_DRAWN
    while turns > 0:
        best = np.zeros(PROGRAM, np.int64)
        made = best_drawn(packed, team, rng, others, mix, best, NOT_DRAWN, DRAWN)
        turns -= DRAWN * len(others)
        before = NOT_DRAWN
        while made > before and turns > 0:
            before = made
            made = climb(packed, team, others, mix, best, made, 0, CHANGES)
            turns -= CHANGES * len(others)
        if made > most:
            found, most = best, made
    return found, float(most)
