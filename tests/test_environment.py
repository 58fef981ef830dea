"""The environment in examples/scripts: the games as they are played, by the verbs of others."""

from random import Random

import numpy as np
import pytest
from learn_partition import Learner, wins_against_random
from pyramid_environment import LONGEST, PyramidEnv, PyramidGame

GAMES = [
    ("partition", {"size": 3, "rules": "free"}),
    ("partition", {"size": 3, "rules": "stacking"}),
    ("pyraos", {"rules": "standard"}),
    ("pyraos", {"rules": "children"}),
    ("pyraos", {"rules": "alternate", "removal": "obliged"}),
]


@pytest.mark.check
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_actions_make_the_legal_moves_and_no_others(name, options):
    rng, game = Random(3), PyramidGame(name, **options)
    state = game.new_initial_state()
    while not state.is_terminal():
        position, reached = state._position, set()
        begun = [state]
        while begun:
            one = begun.pop()
            for action in one.legal_actions():
                after = one.child(action)
                if after._begun:
                    begun.append(after)
                else:
                    reached.add(str(after._position))
        assert reached == {str(position.play(move)) for move in position.legal_moves}
        while True:
            state.apply_action(rng.choice(state.legal_actions()))
            if not state._begun:
                break
    assert state.current_player() == -4
    assert state.legal_actions() == []
    assert sorted(state.returns()) == [-1, 1] or len(state.history()) == LONGEST


def test_a_state_is_seen_by_each_player_and_a_copy_stays_as_it_is():
    state = PyramidGame("pyraos", rules="standard").new_initial_state()
    before = state.clone()
    state.apply_action(state.string_to_action("1c3"))
    own, other, begun = np.array(state.observation_tensor(0)).reshape(3, -1)
    assert (own.sum(), other.sum(), begun.sum()) == (1, 0, 0)
    assert np.array(state.observation_tensor(1)).reshape(3, -1)[1].tolist() == own.tolist()
    assert (before.history(), state.history()) == ([], [state.string_to_action("1c3")])
    assert state.information_state_string() == str(state.history()[0])
    with pytest.raises(ValueError, match="not a legal action"):
        state.apply_action(state.string_to_action("1c3"))


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_agents_take_turns_until_each_has_left(name, options):
    env, rng = PyramidEnv(name, **options), np.random.default_rng(1)
    env.reset(seed=1)
    total, ended = dict.fromkeys(env.possible_agents, 0.0), []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        total[agent] += reward
        if terminated or truncated:
            ended.append(agent)
            assert not info["action_mask"].any()
            env.step(None)
            continue
        assert (observation["action_mask"] == info["action_mask"]).all()
        env.step(rng.choice(np.flatnonzero(info["action_mask"])))
    assert sorted(ended) == sorted(env.possible_agents)
    assert list(total.values()) == env.state_of_game.returns()
    assert env.agents == []


@pytest.mark.soak
def test_a_learner_beats_random_moves():
    game = PyramidGame("partition", size=3, rules="free")
    learner = Learner(game, seed=1)
    before = wins_against_random(game, learner, 200, seed=1)
    learner.train(game, 400)
    assert before < 150
    assert wins_against_random(game, learner, 200, seed=1) > 160
