"""Perft: closed forms where they are proved, the search everywhere else, and that they agree."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.games.partition.kind import KIND
from model.play.perft import divide, perft
from model.positions.setup import read_position


def plain(position, depth):
    """Perft as it is defined."""
    if depth == 0:
        return 1
    return sum(plain(position.play(move), depth - 1) for move in position.legal_moves)


def start(size, rules="free"):
    return KIND.game(size, rules).start()


def test_the_small_pyramid_to_its_end():
    assert [perft(start(2), d) for d in range(7)] == [plain(start(2), d) for d in range(7)]
    stacking = start(2, "stacking")
    assert [perft(stacking, d) for d in range(7)] == [plain(stacking, d) for d in range(7)]
    assert perft(start(2), 6) == 0


def test_no_win_is_possible_early_on():
    assert perft(start(6), 5) == 91 * 90 * 89 * 88 * 87
    assert perft(start(50), 99) == math.perm(42925, 99)


def test_stacking_counts_supported_points_only():
    assert perft(start(3, "stacking"), 4) == 9 * 8 * 7 * 6
    ready = read_position("partition:rules=stacking RB1,BR1,3/2,2/1 red")
    assert perft(ready, 1) == 6
    assert perft(ready, 2) == plain(ready, 2)


def test_a_game_that_is_over_has_no_lines():
    over = read_position("partition RR,RR/1 blue")
    assert perft(over, 0) == 1
    assert perft(over, 1) == 0
    assert list(divide(over, 2)) == []


@settings(max_examples=25)
@given(st.sampled_from(["free", "stacking"]), st.randoms(use_true_random=False), st.integers(0, 3))
def test_closed_forms_agree_with_the_search(rules, rng, depth):
    position = start(3, rules)
    for _ in range(rng.randrange(3, 12)):
        if position.legal_moves:
            position = position.play(position.legal_moves.sample(rng))
    assert perft(position, depth) == plain(position, depth)


def test_the_closed_form_is_the_number_the_search_finds():
    positions = [start(3), read_position("partition R2,3,2B/2,2/1 red")]
    known = [position.perft(3) for position in positions]
    assert None not in known
    assert read_position("partition RRR,3,BBB/2,2/1 red").perft(2) is None, "a side has 3 balls"
    assert [plain(position, 3) for position in positions] == known


def test_divide_adds_up():
    position = start(3, "stacking").play("1a1").play("1c1")
    parts = dict(divide(position, 3))
    assert list(parts) == list(position.legal_moves)
    assert sum(parts.values()) == perft(position, 3)
    assert list(divide(position, 0)) == []


def test_depths_below_zero_are_refused():
    with pytest.raises(ValueError, match="0 or more"):
        perft(start(2), -1)
