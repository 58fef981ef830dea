"""What is proved of one turn of Pyramid Ball, beside all that can be played."""

from random import Random

import pytest

from model.contract.game import Goal, Stopped
from model.games.pyramid_ball.search.turn_proof import TurnProver
from model.positions.setup import read_position

NEAR = "pyramid-ball 7,7,7,7,7,3M2S,L2l2m,3s3 A ball=AM"
"""A's M is two rows from the goal, and B's L stands in its way."""
WAYS = (".../S../.N./pass2L", ".../S../N../pass2L", ".../W../.N./pass2L", ".../W../N../pass2L")


@pytest.mark.slow
def test_what_wins_whatever_b_has_chosen_is_found_and_nothing_spare_is_left_out():
    position = read_position(NEAR)
    prover = TurnProver(position.game)
    assert prover.covers(position)
    assert prover.solving(position) == WAYS
    assert prover.can(position, Goal("win", "A"), 1) is True
    rng = Random(7)
    for way in WAYS:
        assert prover.refuting(position, way) is None
        after = position.play(way)
        assert prover.can(after, Goal("win", "A"), 0) is True
        for _ in range(60):
            assert after.play(after.legal_moves.sample(rng)).outcome.winner == "A"
        assert after.play(prover.answer(position, way)).outcome.winner == "A"


@pytest.mark.parametrize(
    "move", [".../.../.N./pass2L", ".../S../.../pass2L", ".../N../.../pass2L", ".../.../...",
             "WN./E../.N./pass2S"],
)  # fmt: skip
def test_what_does_not_win_is_refuted_by_a_program_of_b(move):
    position = read_position(NEAR)
    reply = TurnProver(position.game).refuting(position, move)
    assert reply is not None
    outcome = position.play(move).play(reply).outcome
    assert outcome is None or outcome.winner != "A"


def test_against_one_program_more_wins():
    position = read_position(NEAR)
    prover, still = TurnProver(position.game), ".../.../..."
    ways = prover.solving(position, still)
    assert set(WAYS) & set(ways) == set()  # without the step aside, which is not needed here
    assert ".../.../.N./pass2L" in ways
    for way in ways:
        assert position.play(way).play(still).outcome.winner == "A"
        assert prover.refuting(position, way, still) is None


def test_a_proof_ends_when_it_is_told_to():
    position = read_position(NEAR)
    with pytest.raises(Stopped):
        TurnProver(position.game, lambda: True).solving(position)


def test_where_a_turn_waits_for_an_answer_nothing_is_proved():
    game = "pyramid-ball:mode=advanced,side_prompt=true"
    position = read_position(NEAR.replace("pyramid-ball", game))
    prover = TurnProver(position.game)
    assert not prover.covers(position)
    assert prover.can(position, Goal("win", "A"), 1) is None
