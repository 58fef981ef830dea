"""Pyramid Ball's engine in matches, and what is left to gain against it: a little, or all of it."""

from itertools import count
from math import comb
from random import Random

import numpy as np
import pytest
from best_answers import best_against
from soaking import counts

from benchmarks.fitting.pyramid_ball_evaluation import carried_out, strewn
from model.contract.search import Budget
from model.games.pyramid_ball.engine import MixedSearch, against, packed_position
from model.games.pyramid_ball.kind import KIND
from model.games.pyramid_ball.rulebook import Rules
from model.play.levels import HIGHEST, level_of
from model.play.matches.match import Novice, RandomPlayer
from model.play.opponent import Opponent, Situation, engine_for, never, unheard
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


NODES = 3_000
LUCK = 1e-5


def least(count, share):
    """The number of games of which a player who wins `share` hardly ever wins fewer."""
    below = 0.0
    for won in range(count + 1):
        below += comb(count, won) * share**won * (1 - share) ** (count - won)
        if below > LUCK:
            return won
    return count


def test_least_is_hardly_ever_missed():
    rng = Random(1)
    assert least(20, 0.7) == 5
    assert least(250, 0.7) == 143
    assert sum(rng.random() < 0.7 for _ in range(250)) >= least(250, 0.7)


@pytest.mark.parametrize(
    ("mode", "other", "share"),
    [("basic", RandomPlayer, 0.9), ("basic", Novice, 0.7), ("advanced", Novice, 0.7)],
)
@counts(few=20, all=250)
def test_it_beats_random_programs_and_a_runner_with_a_guard(mode, other, share, count):
    """A player who does not look at anything wins one of twenty against either."""
    games = count if mode == "basic" else max(4, count // 5)
    start = KIND.configure({"mode": mode}).start()
    won = 0
    for seed in range(games):
        side, against = ("A", "B") if seed % 2 else ("B", "A")
        engine = Opponent(engine_for(start.game), level_of(KIND, HIGHEST),
                          Budget(NODES, seed=seed))  # fmt: skip
        won += match_of({side: engine, against: other(seed)}, start) == side
    assert won >= least(games, share)


@counts(few=6, all=60)
def test_little_is_gained_by_who_knows_the_engine_but_not_what_it_draws(count):
    """Programs that are best against some mixes of the engine are tried against fresh ones."""
    gained = []
    for number, state in enumerate(self_play(Random(7), count)):
        packed = packed_position(Rules(), state)

        def mixes(seed, packed=packed):
            search = MixedSearch(packed, seeded(seed, "soak"), 20_000)
            while search.think():
                pass
            return search

        searches = [mixes(10 * number + seed) for seed in range(3)]
        fresh = mixes(10 * number + 9)
        for team in (0, 1):
            others = np.vstack([search.programs[1 - team] for search in searches])
            mix = np.concatenate([search.mixes[1 - team] for search in searches]) / len(searches)
            best, _ = best_against(packed, team, seeded(number, "best"), others[mix > 1e-3],
                                   mix[mix > 1e-3], 20_000)  # fmt: skip
            made = made_by(packed, team, best, fresh)
            value = fresh.value if team == 0 else 1 - fresh.value
            gained.append(made - value)
    assert np.mean(gained) < 0.1


def made_by(packed, team, best, search):
    """What a program makes against the mix of a search."""
    return against(packed, team, best, search.programs[1 - team], search.mixes[1 - team])
