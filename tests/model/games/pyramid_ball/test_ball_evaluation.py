"""What the engine of Pyramid Ball counts: images are worth the same, and who is near a point."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from ball_turns import random_state

from model.games.pyramid_ball.kernels.fast_turns import packed_state, pitch_arrays
from model.games.pyramid_ball.rulebook import NAMES, MatchState, Rules
from model.games.pyramid_ball.search import evaluation
from model.games.pyramid_ball.search.evaluation import SIGNS, list_signs, next_point


def signs_of(state):
    found = np.zeros(SIGNS)
    team = list_signs(packed_state(state), pitch_arrays()[1], found)
    return team, found.tolist()


def share(state):
    """How likely A makes the next point."""
    return next_point(packed_state(state), pitch_arrays()[1], evaluation.learned(), np.zeros(SIGNS))


def mirrored(state):
    """West and east exchanged."""
    squares = tuple(at // 7 * 7 + 6 - at % 7 for at in state.squares)
    loose = state.loose // 7 * 7 + 6 - state.loose % 7 if state.loose >= 0 else -1
    return replace(state, squares=squares, loose=loose)


def exchanged(state):
    """The teams exchanged, and north and south."""
    squares = tuple((7 - at // 7) * 7 + at % 7 for at in state.squares)
    loose = (7 - state.loose // 7) * 7 + state.loose % 7 if state.loose >= 0 else -1
    return replace(
        state, squares=squares[3:] + squares[:3], loose=loose,
        carrier=(state.carrier + 3) % 6 if state.carrier >= 0 else -1,
        offence=1 - state.offence, ban=1 - state.ban if state.ban >= 0 else -1,
        **{name: getattr(state, name)[::-1] for name in ("score", "held", "used", "owed")},
    )  # fmt: skip


def test_images_have_the_same_signs_and_are_worth_the_same():
    rng = Random(3)
    for _ in range(400):
        state = random_state(rng, Rules(mode="advanced"))
        team, signs = signs_of(state)
        assert signs_of(mirrored(state)) == (team, signs)
        assert signs_of(exchanged(state)) == (1 - team, signs)
        assert share(state) == pytest.approx(1 - share(exchanged(state)))


def test_what_was_learned_knows_who_is_near_a_point():
    def squares(text):
        return tuple(NAMES.index(one) for one in text.split())

    alone = MatchState(squares("b3 d7 f3 a1 c1 g1"), carrier=1, offence=0)
    assert share(alone) > 0.8
    assert share(exchanged(alone)) < 0.2
    far = MatchState(squares("b1 d1 f1 c3 d3 e3"), carrier=1, offence=0)
    assert share(far) < share(alone) - 0.2


def test_a_file_of_other_weights_is_refused(tmp_path, monkeypatch):
    (tmp_path / "evaluation.json").write_text("[1.0, 2.0]")
    monkeypatch.setattr(evaluation, "FILE", tmp_path / "evaluation.json")
    with pytest.raises(ValueError, match="holds 2 weights, not 66"):
        evaluation.learned.__wrapped__()
