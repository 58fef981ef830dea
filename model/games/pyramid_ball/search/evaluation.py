"""What the engine counts: weights of the signs of a position, learned, and matches as a table."""

from __future__ import annotations

from functools import lru_cache
from math import exp
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from model.games.pyramid_ball.kernels import turn_kernels as at
from model.games.pyramid_ball.kernels.turn_kernels import is_open
from model.games.pyramid_ball.rulebook import Rules
from model.kernels import Int, Ints, kernel

# -- what a position between two turns is worth ----------------------------------------------------
# What is looked at are numbers of a position (`list_signs`), each with a weight that was learned
# (`search.evaluation`): the rows the ball still has to go, the defenders near it and before it,
# the team-mate to whom a pass is open, the edge, a ball that lies, special moves.


Floats = npt.NDArray[np.float64]

(ROWS, NEAREST, BEFORE, OPEN, CLOSE, EDGE, AHEAD, LIES, BANNED, SOON, MATES, FACED, BESIDE, MINE,
 THEIRS) = (1, 9, 14, 18, 27, 31, 35, 39, 44, 45, 57, 60, 61, 64, 65)  # fmt: skip
"""Where the numbers of each sign begin; 0 is 1 in every position."""
SIGNS = 66


@kernel
def _far(one: Int, other: Int) -> int:
    return int(abs(one % 7 - other % 7) + abs(one // 7 - other // 7))


@kernel
def _specials(state: Ints, team: Int) -> int:
    held = state[at.HELD + team]
    return int((held & 1) + (held >> 1 & 1) + (held >> 2 & 1) + state[at.OWED + team])


@kernel
def list_signs(state: Ints, crossed: Ints, found: Floats) -> int:
    """Write the signs of a position into `found` (`SIGNS`,); return the team they are told from.

    It is the team with the ball, or the one that may pick it up.
    """
    found[:] = 0.0
    found[0] = 1.0
    carrier, loose = state[at.CARRIER], state[at.LOOSE]
    team = carrier // 3 if carrier >= 0 else 1 - state[at.OFFENCE]
    ball = state[carrier] if carrier >= 0 else loose
    rank = ball // 7 if team == 0 else 7 - ball // 7  # counted towards the row it scores in
    left = 7 - rank
    found[ROWS + left] = 1.0
    nearest, before, close, ahead, beside, faced = 99, 0, 0, 0, 0, 0
    for piece in range(3 * (1 - team), 3 * (1 - team) + 3):
        square = state[piece]
        far = _far(square, ball)
        nearest = min(nearest, far)
        close += far <= 3
        beside += far == 1
        up = (square // 7 if team == 0 else 7 - square // 7) - rank
        side = abs(square % 7 - ball % 7)
        ahead += up > 0
        before += up > 0 and side <= up
        faced += up == 1 and side == 0
    found[NEAREST + min(max(nearest, 1), 5) - 1] = 1.0
    found[BEFORE + before] = 1.0
    found[CLOSE + close] = 1.0
    found[EDGE + min(ball % 7, 6 - ball % 7)] = 1.0
    found[AHEAD + ahead] = 1.0
    best, mates, fetch = 8, 0, 99
    for piece in range(3 * team, 3 * team + 3):
        square = state[piece]
        fetch = min(fetch, _far(square, ball))
        if piece == carrier:
            continue
        up = square // 7 if team == 0 else 7 - square // 7
        mates += up > rank
        if carrier >= 0 and 7 - up < best and is_open(state, crossed, team, ball, square):
            best = 7 - up
    found[OPEN + best] = 1.0
    found[MATES + min(mates, 2)] = 1.0
    if carrier < 0:
        found[LIES + min(max(fetch, 1), 4) - 1] = 1.0
        found[LIES + 4] = 1.0 if nearest <= fetch else 0.0
    found[BANNED] = 1.0 if state[at.BAN] == 1 - team else 0.0
    if 1 <= left <= 3:
        found[SOON + 4 * (left - 1) + before] = 1.0
    found[FACED] = faced
    found[BESIDE + min(beside, 2)] = 1.0
    found[MINE], found[THEIRS] = _specials(state, team), _specials(state, 1 - team)
    return int(team)


@kernel
def next_point(state: Ints, crossed: Ints, weights: Floats, found: Floats) -> float:
    """Return how likely it is that A makes the next point."""
    team = list_signs(state, crossed, found)
    total = 0.0
    for sign in range(SIGNS):
        total += weights[sign] * found[sign]
    share = 1.0 / (1.0 + exp(-total))
    return float(share if team == 0 else 1.0 - share)


@kernel
def evaluation(
    state: Ints,
    over: bool,
    rules: Ints,
    match: Floats,
    crossed: Ints,
    weights: Floats,
    found: Floats,
) -> float:
    """Return the share of the match that A may expect after a turn.

    Parameters
    ----------
    over
        Whether the turn has ended the match by points.
    match
        (3, points + 2, points + 2): [0] what a match is worth at a score while nobody has the ball,
        [1] what it is worth if nobody scores any more, [2, 0, 0] how likely another point is.
    """
    first, second = state[at.SCORE], state[at.SCORE + 1]
    if over:
        return 1.0 if first > second else 0.0
    if rules[at.MOST_TURNS] and state[at.TURNS] >= rules[at.MOST_TURNS]:
        return float(match[1, first, second])
    share = next_point(state, crossed, weights, found)
    scored = share * match[0, first + 1, second] + (1.0 - share) * match[0, first, second + 1]
    soon = match[2, 0, 0]
    return float(soon * scored + (1.0 - soon) * match[1, first, second])


# -- what the engine counts: weights of the signs of a position, learned, and matches as a table ---


FILE = Path(__file__).with_name("evaluation.json")
"""`python -m benchmarks.fitting.pyramid_ball_evaluation` makes it anew."""
A_TURN = 0.3
"""How likely a point is in a turn, about, as matches of the engine against itself have it."""
FAR = 400
"""Turns to the end of a match beyond which it matters no more."""


@lru_cache(maxsize=1)
def learned() -> Floats:
    """Return (`SIGNS`,) the weights of the signs."""
    weights = msgspec.json.decode(FILE.read_bytes(), type=list[float])
    if len(weights) != SIGNS:
        raise ValueError(f"{FILE.name} holds {len(weights)} weights, not {SIGNS}")
    found = np.array(weights)
    found.setflags(write=False)
    return found


@lru_cache(maxsize=1)
def nothing_learned() -> Floats:
    """Return weights that count points alone: else either team is as likely to score next."""
    found = np.zeros(SIGNS)
    found.setflags(write=False)
    return found


@lru_cache(maxsize=64)
def match_table(rules: Rules, turns: int) -> Floats:
    """Return what `evaluation` wants to know of a match once `turns` turns are played.

    Points are thought to go to either side as often, so long as nothing is known of the ball.
    """
    size = rules.points + 2
    first, second = np.indices((size, size))
    over = (first >= rules.points) | (second >= rules.points)
    ends = 0.5 + 0.5 * np.sign(first - second)
    left = FAR if rules.max_turns is None else min(FAR, rules.max_turns - turns)
    race = ends.copy()
    if rules.max_turns is None or left == FAR:
        for score in range(2 * rules.points - 2, -1, -1):
            for one in range(max(0, score - rules.points + 1), min(score, rules.points - 1) + 1):
                other = score - one
                race[one, other] = (race[one + 1, other] + race[one, other + 1]) / 2
        soon = 1.0
    else:
        for _ in range(left):
            after = race.copy()
            after[:-1, :-1] += A_TURN * ((race[1:, :-1] + race[:-1, 1:]) / 2 - race[:-1, :-1])
            race = np.where(over, ends, after)
        soon = 1.0 - (1.0 - A_TURN) ** left
    found = np.zeros((3, size, size))
    found[0], found[1], found[2, 0, 0] = race, ends, soon
    found.setflags(write=False)
    return found
