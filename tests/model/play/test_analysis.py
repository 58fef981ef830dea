"""The `analyze` dictionary: its keys, their order, and what they say."""

import pytest

from model import connection
from model.boards.lattice import CORNERS
from model.play.many_analyses import analyze
from model.positions.setup import read_position

KEYS = ["game", "options", "to_move", "moves", "outcome", "corners"]
COSTS = ["cost", "cost_bounds", "win_cost"]


def test_an_empty_pyramid():
    found, decided = analyze(read_position("partition 3,3,3/2,2/1 blue"))
    assert decided
    assert list(found) == KEYS + COSTS
    assert found["game"] == "partition"
    assert found["options"] == {"size": 3, "rules": "free"}
    assert list(found["options"]) == ["size", "rules"]
    assert (found["to_move"], found["moves"], found["outcome"]) == ("blue", 14, None)
    assert found["corners"] == dict.fromkeys(CORNERS)
    assert list(found["cost"]) == list(found["win_cost"]) == ["red", "blue"]
    assert found["cost"]["red"] == dict.fromkeys(CORNERS, 3)
    assert found["cost_bounds"] == []
    win = found["win_cost"]["blue"]
    assert list(win) == ["n", "exact", "corners", "plan"]
    assert (win["n"], win["exact"]) == (5, True)
    position = read_position("partition 3,3,3/2,2/1 blue")
    for move in win["plan"]:
        position = position.play(move)
        if position.outcome is None:
            position = position.game.position(position.cells, "blue")
    assert position.outcome.winner == "blue"


def test_a_position_that_is_won():
    found, decided = analyze(read_position("partition RR,RR/1 blue"))
    assert decided
    assert (found["to_move"], found["moves"]) == (None, 0)
    assert found["outcome"] == {"winner": "red", "how": "partitions"}
    assert found["corners"] == dict.fromkeys(CORNERS, "red")
    assert found["cost"] == {"red": dict.fromkeys(CORNERS, 0), "blue": dict.fromkeys(CORNERS)}
    assert found["win_cost"]["red"]["n"] == 0
    assert found["win_cost"]["red"]["plan"] == []
    assert found["win_cost"]["blue"] is None


def test_costs_can_be_left_out(monkeypatch):
    monkeypatch.setattr(connection, "cost", None)
    found, decided = analyze(read_position("partition 3,3,3/2,2/1 red"), costs=False)
    assert decided
    assert list(found) == KEYS


def test_stacking_costs_count_what_is_under_the_plan():
    found, _ = analyze(read_position("partition:rules=stacking 2,2/1 red"))
    assert found["cost"]["red"]["apex"] == 4


@pytest.mark.check
@pytest.mark.parametrize("size", [5, 8])
def test_when_the_time_is_up_upper_bounds_are_named(size):
    levels = "/".join(",".join([str(n)] * n) for n in range(size, 0, -1))
    position = read_position(f"partition {levels} red")
    hurried, decided = analyze(position, limit=0)
    assert not decided
    assert list(hurried) == KEYS + COSTS
    calm, _ = analyze(position)
    for player in ("red", "blue"):
        for corner in CORNERS:
            assert hurried["cost"][player][corner] >= calm["cost"][player][corner]
    for name in hurried["cost_bounds"]:
        player, _, corner = name.partition(".")
        assert player in ("red", "blue")
        assert corner in CORNERS


def test_nothing_to_search_is_decided_at_once():
    _, decided = analyze(read_position("partition RR,RR/1 blue"), limit=0)
    assert decided
