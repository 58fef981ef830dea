"""What a move in Partition is about, and the simple player of games that are played out."""

from random import Random

import pytest

from model.contract.hooks import hooks_of
from model.positions.setup import read_position

NEAR = read_position("partition:size=3,rules=free RR1,3,2B/1R,2/1 red")


@pytest.mark.parametrize(
    ("move", "corner"), [("1e1", "SE"), ("1a5", "NW"), ("3c3", "apex"), ("1c3", ""), ("2b2", "")]
)
def test_a_move_is_about_the_corner_it_makes_cheaper(move, corner):
    assert hooks_of(NEAR.game.kind).corner_of(NEAR, move) == corner


def test_a_move_is_about_the_corner_it_newly_holds():
    position = read_position("partition:size=4,rules=free BRBB,B2B,R3,1R2/3,1R1,2B/1R,R1/1 red")
    assert position.play("2b6").holders[2] == 0 != position.holders[2]
    assert hooks_of(position.game.kind).corner_of(position, "2b6") == "NW"


def test_who_looks_at_a_corner_far_from_the_move_would_look_in_vain():
    position = read_position("partition:size=4,rules=free RRR1,4,4,3B/3,3,3/2,2/1 red")
    assert position.play("1g1").holders[0] == 0 != position.holders[0], "it holds SW, from SE"
    assert hooks_of(position.game.kind).corner_of(position, "1g1") == ""


def test_games_are_played_out_on_plans():
    moves = {hooks_of(NEAR.game.kind).playout_move(NEAR, Random(seed)) for seed in range(8)}
    assert moves
    assert moves <= set(NEAR.legal_moves)
    assert len(moves) < NEAR.legal_moves.count()
