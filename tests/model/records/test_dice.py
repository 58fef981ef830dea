"""Dice are drawn from the seed of a record and the number of the roll, and from nothing else."""

from collections import Counter

import pytest

from model.positions.setup import read_position
from model.records import record as records
from model.records.record import PositionCache
from model.records.sealing import SEED, TurnsTaken, drawn, rolls_before, seed_of

ROLLING = "cairns:radius=2 3,4,5,4,3 chance leads=jade"


@pytest.fixture
def position(cairns):
    return read_position(ROLLING)


def test_a_seed_gives_the_same_rolls_and_others_with_their_probabilities(position):
    rolls = [drawn(position, "a seed", number) for number in range(3000)]
    assert rolls == [drawn(position, "a seed", number) for number in range(3000)]
    assert rolls != [drawn(position, "another", number) for number in range(3000)]
    shares = {move: count / 3000 for move, count in Counter(rolls).items()}
    for move in position.legal_moves:
        assert shares[move] == pytest.approx(position.legal_moves.probability(move), abs=0.03)


def test_what_was_decided_before_changes_no_roll(position):
    other = read_position("cairns:radius=2 3,4,2A2,4,3 chance leads=violet")
    assert all(drawn(position, "s", k) == drawn(other, "s", k) for k in range(50))


def test_rolls_are_counted_along_the_line(cairns):
    record = records.new_record("cairns:radius=2 3,4,5,4,3 amber")
    turns, node, counts = TurnsTaken(PositionCache()), records.ROOT, []
    for move in ("bid1", "bid2", "bid3", "roll2", "a3"):
        counts.append(rolls_before(record, node, turns))
        record, node = records.play(record, node, move)
    assert [*counts, rolls_before(record, node, turns)] == [0, 0, 0, 0, 1, 1]


def test_a_record_keeps_its_seed_and_has_one_before_it_is_written():
    start = "cairns:radius=2 3,4,5,4,3 amber"
    one, other = records.new_record(start), records.new_record(start)
    assert seed_of(one) == seed_of(records.head(one, "title", "x"))
    assert seed_of(one) != seed_of(other)
    assert seed_of(records.head(one, SEED, "mine")) == "mine"
