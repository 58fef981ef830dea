"""Matches of Pyramid Ball between players, and positions that a match of the engine comes to."""

from itertools import count

import numpy as np

from benchmarks.fitting.pyramid_ball_evaluation import carried_out, strewn
from model.games.pyramid_ball.engine import MixedSearch, packed_position
from model.games.pyramid_ball.rulebook import Rules
from model.play.opponent import Situation, never, unheard
from model.search.prng import seeded


def match_of(players, start, most=200):
    """Return who wins, None where nobody has after so many moves."""
    situation = Situation(start, (), start)
    for _ in range(most):
        if situation.position.outcome is not None:
            return situation.position.outcome.winner
        side = situation.position.to_move
        move = players[side].choose(situation.seen_by(side), None, unheard, never)
        position = situation.position.play(move)
        situation = Situation(position, (), position)
    return None


def self_play(rng, many, nodes=600):
    """Return states of basic matches of the engine against itself, each after up to three turns."""
    found, rules = [], Rules()
    for number in count():
        if len(found) == many:
            return found
        state = strewn(rng)
        for turn in range(rng.randrange(4)):
            search = MixedSearch(packed_position(rules, state), seeded(number, str(turn)), nodes)
            while search.think():
                pass
            drawn = [rng.choices(range(len(mix)), mix.tolist())[0] for mix in search.mixes]
            pair = [search.programs[team][drawn[team]] for team in (0, 1)]
            state, over = carried_out(rules, state, np.stack(pair))
            if over:
                break
        else:
            found.append(state)
    return found
