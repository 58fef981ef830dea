"""The Pyramid prover says what playing everything out says, under all options, and reaches far."""

from random import Random

import numpy as np
import pytest
from pyramid_positions import some_position
from soaking import blocks

from model.contract.game import Goal, Stopped
from model.games.pyramid.prover import PyramidProver
from model.positions.setup import read_position, read_setup, write_setup
from model.registry import kinds
from model.search.proofs.plain_prover import PlainProver
from model.search.provers import prover_for

SIDES = ("white", "black")


@pytest.mark.check
@pytest.mark.slow
@blocks(few=2, all=6)
def test_it_agrees_with_playing_everything_out(block):
    answers = []
    for seed in range(block * 150, block * 150 + 150):
        position = some_position(Random(seed))
        if position.outcome is not None:
            continue
        narrow = position.legal_moves.count() < 8
        prover, plain = PyramidProver(position.game), PlainProver(position.game)
        for side in SIDES:
            for moves in (0, 1, 2) if narrow else (0, 1):
                goal = Goal("win", side)
                found = prover.can(position, goal, moves)
                assert found == plain.can(position, goal, moves), (str(position), goal, moves)
                answers.append(found)
    assert answers.count(True) > 10
    assert answers.count(False) > 10


@pytest.mark.check
@pytest.mark.slow
def test_it_agrees_three_moves_deep_where_few_stones_stand():
    rng, answers = Random(5), []
    game = kinds()["pyramid"].configure(
        {"levels": "000/010/000", "victory": "b2+a1+c3", "needed": "2", "min_stones": "1"}
    )
    while len(answers) < 40:
        cells = np.zeros(9, np.int8)
        sites = rng.sample(range(9), 4)
        cells[sites[:2]], cells[sites[2:]] = 1, 2
        position = read_setup(write_setup(game, cells, rng.randrange(2)))
        if position.outcome is not None:
            continue
        prover, plain = PyramidProver(game), PlainProver(game)
        for side in SIDES:
            found = prover.can(position, Goal("win", side), 3)
            assert found == plain.can(position, Goal("win", side), 3), (str(position), side)
            answers.append(found)
    assert True in answers
    assert False in answers


@pytest.mark.parametrize(("rule", "wins"), [("lose", True), ("draw", False), ("pass", False)])
def test_a_side_without_a_move_loses_where_the_rules_say_so(rule, wins):
    # White smashes the only black stone.
    position = read_position(f"pyramid:no_moves={rule} 7,7,7,3W3,7,3B3,WWW4 white")
    prover = prover_for(position.game)
    assert prover.can(position, Goal("win", "white"), 1) is wins
    assert not prover.can(position, Goal("win", "black"), 3)


def test_it_looks_at_the_whole_board():
    position = read_position("pyramid 7,B6,2WW3,7,2WBW2,1B1B3,7 white")
    prover = prover_for(position.game)
    assert isinstance(prover, PyramidProver)
    assert prover.can(position, Goal("win", "white"), 1)
    start = kinds()["pyramid"].configure({}).start()
    prover = PyramidProver(start.game)
    assert not prover.can(start, Goal("win", "white"), 3)
    assert not prover.can(start, Goal("win", "black"), 3)


def test_it_says_nothing_where_too_much_may_follow():
    start = kinds()["pyramid"].configure({}).start()
    prover = PyramidProver(start.game)
    prover.most = 2_000
    assert prover.can(start, Goal("win", "white"), None) is None


def test_it_stops_when_told_and_goes_on_where_it_was_asked():
    start = kinds()["pyramid"].configure({}).start()
    asked = []

    def stop():
        asked.append(1)
        return len(asked) == 3

    prover = PyramidProver(start.game, stop)
    prover.slice = 20
    with pytest.raises(Stopped):
        prover.can(start, Goal("win", "white"), 3)
    assert prover.can(start, Goal("win", "white"), 2) is False
    assert len(asked) > 3


def test_plies_that_are_left_count():
    text = "pyramid:max_plies=9 7,7,2W1W2,7,2W4,1W5,B6 {} ply={}"
    asked = {}
    for side, ply in (("white", 8), ("white", 7), ("white", 5), ("white", 4)):
        position = read_position(text.format(side, ply))
        prover = prover_for(position.game)
        asked[ply] = prover.can(position, Goal("win", "white"), 3)
    assert asked == {8: False, 7: False, 5: True, 4: True}
