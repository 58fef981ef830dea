"""What a move in Partition is about, and the simple player of games that are played out."""

from random import Random

import pytest

from model.hooks import hooks_of
from model.reading import read_position

NEAR = read_position("partition:size=3,rules=free RR1,3,2B/1R,2/1 red")


@pytest.mark.parametrize(
    ("move", "corner"), [("1e1", "SE"), ("1a5", "NW"), ("3c3", "apex"), ("1c3", ""), ("2b2", "")]
)
def test_a_move_is_about_the_corner_it_makes_cheaper(move, corner):
    assert hooks_of(NEAR.game.kind).corner_of(NEAR, move) == corner


def test_a_move_is_about_the_corner_it_newly_holds():
    kind = NEAR.game.kind
    position = read_position("partition:size=4,rules=free RRR1,4,4,3B/3,3,3/2,2/1 red")
    after = position.play("1g1")
    gained = set(after.outcome.witness) if after.outcome else set()
    assert not gained
    assert after.holders[0] == 0 != position.holders[0]
    assert hooks_of(kind).corner_of(position, "1g1") == "SW"


def test_games_are_played_out_on_plans():
    moves = {hooks_of(NEAR.game.kind).playout_move(NEAR, Random(seed)) for seed in range(8)}
    assert moves
    assert moves <= set(NEAR.legal_moves)
    assert len(moves) < NEAR.legal_moves.count()
