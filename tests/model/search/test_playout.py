"""The greedy player takes a win, else the best of what he looks at."""

from random import Random

from model.positions.setup import read_position
from model.search.playout import COMPARED, greedy_move


def test_a_win_is_taken_whatever_it_is_worth():
    position = read_position("partition:size=2,rules=free RR,2/1 red")
    wins = {move for move in position.legal_moves if position.play(move).outcome is not None}
    assert wins
    for seed in range(5):
        assert greedy_move(position, Random(seed), lambda after, side: 0) in wins


def test_the_move_that_is_worth_most_is_taken():
    position = read_position("pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white")
    names = position.game.board.names

    def worth(after, side):
        return int(after.pieces.site[after.pieces.owner == side].sum())

    for seed in range(5):
        rng = Random(seed)
        compared = [position.legal_moves.sample(rng) for _ in range(COMPARED)]
        assert greedy_move(position, Random(seed), worth) == max(compared, key=names.index)
