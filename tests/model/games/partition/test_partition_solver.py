"""Solving small positions: as an exhaustive search does, with a line that ends in the win."""

from functools import cache

import pytest

from model.contract.game import IllegalMove
from model.positions.setup import read_position
from model.search.provers import solve


@cache
def winner(position):
    """Who wins with best play, by looking at everything."""
    if position.outcome is not None:
        return position.outcome.winner
    mover = position.to_move
    results = {winner(position.play(move)) for move in position.legal_moves}
    return mover if mover in results else results.pop()


@pytest.mark.parametrize(
    "text",
    [
        "partition 2,2/1 red",
        "partition:rules=stacking 2,2/1 red",
        "partition 2,2/B red",
        "partition:rules=stacking RBR,1B1,B1R/2,2/1 red",
        "partition R1B,1B1,R1R/2,2/1 blue",
        "partition RRR,3,B1B/BB,2/1 red",
    ],
)
def test_small_positions(text):
    position = read_position(text)
    solution = solve(position, limit=60)
    assert solution.winner == winner(position)
    end = position.replay(solution.line)
    assert end.outcome.winner == solution.winner
    with pytest.raises(IllegalMove):
        end.play("1a1")


def test_a_game_that_is_over_needs_no_line():
    solution = solve(read_position("partition RR,RR/1 blue"), limit=0)
    assert (solution.winner, solution.line) == ("red", ())


@pytest.mark.check
@pytest.mark.slow
def test_what_is_out_of_reach_is_not_decided():
    assert solve(read_position("partition 3,3,3/2,2/1 red"), limit=0) is None
    levels = "/".join(",".join([str(n)] * n) for n in range(50, 0, -1))
    assert solve(read_position(f"partition {levels} red"), limit=2) is None
