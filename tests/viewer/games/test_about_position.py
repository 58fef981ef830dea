"""What is about one position is handed out for that one alone."""

import pytest

from model.positions.setup import read_position
from viewer.games.facts import PositionBound

HERE = "partition:size=3,rules=free RB1,3,3/2,2/1 red"
OTHERS = [
    "partition:size=3,rules=free RB1,3,3/2,2/1 blue",
    "partition:size=3,rules=free RB1,3,2R/2,2/1 red",
    "partition:size=3,rules=stacking RB1,3,3/2,2/1 red",
    "partition:size=4,rules=free RB2,4,4,4/3,3,3/2,2/1 red",
    "pyraos:rules=standard WB2,BW2,4,4/3,3,3/2,2/1 white",
]


def test_nothing_is_known_at_first():
    assert PositionBound(()).of(read_position(HERE)) == ()
    assert PositionBound(()).of(None) == ()


@pytest.mark.parametrize("other", OTHERS)
def test_it_belongs_to_its_position_and_to_no_other(other):
    kept = PositionBound(None)
    position = read_position(HERE)
    kept.keep(position, "known")
    assert kept.of(position) == "known"
    assert kept.of(read_position(HERE)) == "known", "an equal one, read anew"
    assert kept.of(read_position(other)) is None
    assert kept.of(None) is None
    kept.keep(read_position(other), "something else")
    assert kept.of(position) is None
    kept.forget()
    assert kept.of(read_position(other)) is None
