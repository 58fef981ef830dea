"""What the engine counts: weights of the signs of a position, learned, and matches as a table."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np

from model.games.pyramid_ball.kernels.evaluation_kernels import SIGNS, Floats
from model.games.pyramid_ball.rulebook import Rules

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
    """Return what `evaluation_kernels` wants to know of a match once `turns` turns are played.

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
