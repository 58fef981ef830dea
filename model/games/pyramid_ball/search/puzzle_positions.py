"""Positions that puzzles are looked for in, and programs that are likely enough to be asked about.

A puzzle is one turn, in which A is to win: the ball is near a row it may be brought to, the pieces
are near the ball, and A lacks one point.
"""

from __future__ import annotations

from random import Random

import numpy as np

from model.games.pyramid_ball.kernels.fast_turns import unpacked_program
from model.games.pyramid_ball.kernels.turn_kernels import PROGRAM
from model.games.pyramid_ball.position import PyramidBallGame, PyramidBallPosition
from model.games.pyramid_ball.rulebook import (
    FILES,
    GOALS,
    PIECES,
    RANKS,
    SPECIALS,
    MatchState,
    Program,
    Rules,
)
from model.games.pyramid_ball.search.mixed_search import draw_many, packed_position
from model.search.prng import seeded

OWN_BALL = 0.7
"""How often A has the ball."""
WIDE, LONG = 3, 3
"""Files and rows that a piece may be away from the ball."""


def decisive_position(game: PyramidBallGame, rng: Random) -> PyramidBallPosition:
    """Return a position in which A lacks one point, and the ball is in the middle of it."""
    team = 0 if rng.random() < OWN_BALL else 1
    carrier = 3 * team + rng.randrange(3)
    goal, behind = GOALS[team], -1 if GOALS[team] else 1
    ball = (goal + behind * rng.randint(1, 4)) * FILES + rng.randrange(FILES)
    near = [site for site in range(FILES * RANKS) if site != ball and _is_near(site, ball)]
    squares = rng.sample(near, len(PIECES))
    squares[carrier] = ball
    points = game.rules.points
    scores = (points - 1, rng.randrange(points))
    held, used = ["", ""], ["", ""]
    for side in (0, 1) if game.rules.is_advanced else ():
        taken = rng.sample(SPECIALS, min(len(SPECIALS), scores[1 - side]))
        # One at most is left: with several a search sees too many programs.
        left = taken[: rng.randrange(2)]
        held[side] = "".join(one for one in SPECIALS if one in left)
        used[side] = "".join(one for one in SPECIALS if one in taken and one not in left)
    state = MatchState(
        tuple(squares), carrier, -1, team, scores, (held[0], held[1]), (used[0], used[1])
    )
    return PyramidBallPosition(game, state)


def _is_near(site: int, ball: int) -> bool:
    across, along = site % FILES - ball % FILES, site // FILES - ball // FILES
    return abs(across) <= WIDE and abs(along) <= LONG


def likely_program(rules: Rules, state: MatchState, team: int, rng: Random) -> Program:
    """Return a program of a team, drawn as the engine draws those that it tries first."""
    drawn = np.zeros((1, PROGRAM), np.int64)
    draw_many(
        packed_position(rules, state), team, seeded(rng.getrandbits(32), "likely"), drawn, False
    )
    return unpacked_program(drawn[0])
