"""The Pyraos prover says what playing everything out says, and reaches much farther."""

from random import Random

import pytest
from soaking import blocks

from model.contract.game import Goal, Stopped
from model.games.pyraos.proofs import PyraosProver
from model.positions.setup import read_position
from model.registry import kinds
from model.search.proofs.plain_prover import PlainProver
from model.search.provers import prover_for

SIDES = ("white", "black")


def late_position(rng):
    """A position of random play with few places left, or None."""
    options = {
        "rules": rng.choice(["standard", "children", "alternate"]),
        "removal": rng.choice(["optional", "obliged"]),
    }
    position = kinds()["pyraos"].configure(options).start()
    wanted = rng.randint(20, 28)
    while position.occupied.bit_count() < wanted:
        moves = list(position.legal_moves)
        simple = [move for move in moves if "x" not in move]
        position = position.play(rng.choice(simple if simple and rng.random() < 0.7 else moves))
        if position.outcome is not None:
            return None
    return position if position.legal_moves.count() <= 60 else None


@pytest.mark.check
@pytest.mark.slow
@blocks(few=1, all=8)
def test_it_agrees_with_playing_everything_out(block):
    answers = []
    for seed in range(block * 30, block * 30 + 30):
        position = late_position(Random(seed))
        if position is None:
            continue
        prover, plain = PyraosProver(position.game), PlainProver(position.game)
        for side in SIDES:
            goal = Goal("win", side)
            fewest = prover.fewest(position, goal)
            for moves in range(max(0, fewest - 1), min(fewest + 3, 5)):
                found = prover.can(position, goal, moves)
                assert found == plain.can(position, goal, moves), (str(position), goal, moves)
                answers.append(found)
    assert answers.count(True) > 15
    assert answers.count(False) > 15


@pytest.mark.slow
def test_it_agrees_where_the_number_of_moves_is_open():
    answers = []
    for seed in range(300, 420):
        position = late_position(Random(seed))
        if position is None or position.occupied.bit_count() < 24:
            continue
        plain = PlainProver(position.game)
        prover = PyraosProver(position.game)
        found = [prover.can(position, Goal("win", side), None) for side in SIDES]
        assert sorted(found) == [False, True]
        if position.game.rules == "children":  # the others take back: too much may follow
            assert found[0] == plain.can(position, Goal("win", "white"), None), str(position)
            answers.append(found[0])
    assert True in answers
    assert False in answers


def test_it_reaches_nine_moves_with_thirteen_places_to_fill():
    rng, solved = Random(3), 0
    for _ in range(6):
        position = kinds()["pyraos"].configure({"rules": "children"}).start()
        while position.occupied.bit_count() < 17:
            position = position.play(position.legal_moves.sample(rng))
        prover = prover_for(position.game)
        assert isinstance(prover, PyraosProver)
        winner = [side for side in SIDES if prover.can(position, Goal("win", side), None)]
        assert len(winner) == 1
        goal = Goal("win", winner[0])
        length = next(n for n in range(30) if prover.can(position, goal, n))
        solved += length >= 7
        fresh = PyraosProver(position.game)
        assert fresh.can(position, goal, length)
        assert not fresh.can(position, goal, length - 1)
    assert solved


def test_nothing_can_be_won_before_the_reserves_are_empty():
    position = kinds()["pyraos"].configure({}).start()
    prover = PyraosProver(position.game)
    assert prover.fewest(position, Goal("win", "white")) == 16
    assert not prover.can(position, Goal("win", "white"), 15)
    assert not prover.can(position, Goal("win", "black"), 14)
    assert prover.visited < 100


def test_it_stops_when_told_and_goes_on_where_it_was_asked():
    rng = Random(8)
    position = kinds()["pyraos"].configure({}).start()
    while position.occupied.bit_count() < 18:
        position = position.play(position.legal_moves.sample(rng))
    asked = []

    def stop():
        asked.append(1)
        return len(asked) == 3

    prover = PyraosProver(position.game, stop)
    prover.slice = 50
    goal = Goal("win", "white")
    with pytest.raises(Stopped):
        prover.can(position, goal, 11)
    fresh = PyraosProver(position.game)
    assert prover.can(position, goal, 11) == fresh.can(position, goal, 11)
    assert len(asked) > 3


def test_only_a_win_can_be_wished():
    position = kinds()["pyraos"].configure({}).start()
    with pytest.raises(ValueError, match="knows no goal hold"):
        PyraosProver(position.game).can(position, Goal("hold", "white", "SW"), 3)


def test_a_game_that_is_over_is_decided():
    full = read_position("pyraos:rules=standard WBWB,BWBW,WBWB,BWBW/WBW,BWB,WBW/BW,WB/B white")
    prover = PyraosProver(full.game)
    assert prover.can(full, Goal("win", "black"), 0)
    assert not prover.can(full, Goal("win", "white"), 9)
    assert prover.can(full, Goal("win", "white"), None) is False
