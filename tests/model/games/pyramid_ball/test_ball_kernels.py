"""Compiled turns: after random turns under random options they leave what the plain ones leave."""

from random import Random

import numpy as np
import pytest
from ball_turns import carried_out, random_turn
from soaking import counts

from model.games.pyramid_ball.kernels import turn_kernels
from model.games.pyramid_ball.kernels.fast_turns import (
    packed_program,
    packed_state,
    run_turns,
    unpacked_state,
)
from model.games.pyramid_ball.rulebook import MatchState, Rules, read_program


def packed_programs(pairs):
    """What both teams do in n turns, as (n, 2, `turn_kernels.PROGRAM`)."""
    rows = [[packed_program(program) for program in pair] for pair in pairs]
    return np.array(rows, np.int64).reshape(len(rows), 2, turn_kernels.PROGRAM)


def fast(rules, state, texts):
    """What a turn leaves, by the kernels, and whether the match is over."""
    states = packed_state(state)[None]
    over = run_turns(rules, states, packed_programs([tuple(map(read_program, texts))]))
    return unpacked_state(states[0]), bool(over[0])


@pytest.mark.slow
@counts(few=1_500, all=20_000)
def test_compiled_turns_leave_what_plain_ones_leave(count):
    rng = Random("compiled")
    for _ in range(count):
        rules, state, texts = random_turn(rng)
        account = carried_out(rules, state, texts)
        won = max(account.state.score) >= rules.points
        assert fast(rules, state, texts) == (account.state, won), (rules, state, texts)


def test_many_turns_are_carried_out_at_once():
    rng = Random(8)
    rules, turns = Rules(mode="advanced"), []
    while len(turns) < 60:
        _, state, texts = random_turn(rng, rules)
        turns.append((state, texts))
    states = np.stack([packed_state(state) for state, _ in turns])
    programs = packed_programs([tuple(map(read_program, texts)) for _, texts in turns])
    over = run_turns(rules, states, programs)
    for number, (state, texts) in enumerate(turns):
        assert (unpacked_state(states[number]), bool(over[number])) == fast(rules, state, texts)


def test_a_state_is_the_same_after_packing():
    state = MatchState(score=(2, 1), held=("SL", "M"), used=("", "S"), owed=(0, 1), ban=1, kept=2)
    assert len(packed_state(state)) == turn_kernels.STATE
    assert unpacked_state(packed_state(state)) == state


def test_what_asks_a_player_is_not_for_kernels():
    states = packed_state(MatchState())[None]
    programs = packed_programs([(read_program(".../.../..."),) * 2])
    with pytest.raises(ValueError, match="ask nobody"):
        run_turns(Rules(side_prompt=True), states, programs)
