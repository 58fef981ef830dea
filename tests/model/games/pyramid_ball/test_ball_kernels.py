"""Compiled turns: after random turns under random options they leave what the plain ones leave."""

from random import Random

import numpy as np
import pytest
from ball_turns import carried_out, random_turn
from soaking import counts

from benchmarks.fitting import pyramid_ball_evaluation as evaluation
from model.games.pyramid_ball.kernels import turn_kernels
from model.games.pyramid_ball.kernels.fast_turns import packed_program, packed_state
from model.games.pyramid_ball.rulebook import MatchState, read_program


def fast(rules, state, texts):
    """What a turn leaves, by the kernels, and whether the match is over."""
    programs = [packed_program(read_program(text)) for text in texts]
    return evaluation.carried_out(rules, state, np.array(programs, np.int64))


@pytest.mark.check
@pytest.mark.slow
@counts(few=1_500, all=20_000)
def test_compiled_turns_leave_what_plain_ones_leave(count):
    rng = Random("compiled")
    for _ in range(count):
        rules, state, texts = random_turn(rng)
        account = carried_out(rules, state, texts)
        won = max(account.state.score) >= rules.points
        assert fast(rules, state, texts) == (account.state, won), (rules, state, texts)


def test_a_state_is_the_same_after_packing():
    state = MatchState(score=(2, 1), held=("SL", "M"), used=("", "S"), owed=(0, 1), ban=1, kept=2)
    assert len(packed_state(state)) == turn_kernels.STATE
    assert evaluation.unpacked_state(packed_state(state)) == state
