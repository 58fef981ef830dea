"""Mixes of games in which both choose at once: hardly anything is gained by any answer."""

import numpy as np
import pytest

from model.search.matrix_game import play_rounds


def solved(table, rounds=2_000, at_once=2_000):
    table = np.array(table, float)
    regrets = [np.zeros(many) for many in table.shape]
    means = [np.zeros(many) for many in table.shape]
    for first in range(0, rounds, at_once):
        play_rounds(table, *regrets, *means, first, at_once)
    return table, [mean / mean.sum() for mean in means]


@pytest.mark.parametrize(
    ("table", "first", "second"),
    [
        ([[1, 0], [0, 1]], [0.5, 0.5], [0.5, 0.5]),
        ([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]], [1 / 3] * 3, [1 / 3] * 3),
        # Of 0.8 0.2 / 0.1 0.6 the first side takes the first row in 5 of 11.
        ([[0.8, 0.2], [0.1, 0.6]], [5 / 11, 6 / 11], [4 / 11, 7 / 11]),
        ([[0.9, 0.7], [0.3, 0.2]], [1, 0], [0, 1]),
    ],
)
def test_known_games_are_solved(table, first, second):
    _, (one, other) = solved(table)
    assert one == pytest.approx(first, abs=0.01)
    assert other == pytest.approx(second, abs=0.01)


@pytest.mark.parametrize("seed", range(5))
def test_no_answer_gains_much(seed):
    table, (one, other) = solved(np.random.default_rng(seed).random((30, 20)))
    value = one @ table @ other
    assert (table @ other).max() - value < 0.005
    assert value - (one @ table).min() < 0.005


def test_it_may_be_solved_in_parts():
    table = np.random.default_rng(9).random((8, 12))
    _, whole = solved(table, 600, 600)
    _, parts = solved(table, 600, 50)
    for one, other in zip(whole, parts, strict=True):
        assert (one == other).all()
