"""Every state of the inner game by retrograde analysis is what plain search says."""

import numpy as np
import pytest
from inner_pyraos import every_state, values_by_search

from model.games.pyraos.table.retrograde import PyraosAnalysis
from model.games.pyraos.table.state_index import state_index
from model.games.pyraos.turns import rules_number


def solved(rules, obliged, side=3):
    solving = PyraosAnalysis(state_index(side), rules_number(rules), obliged)
    list(solving.begin(lambda: None))
    list(solving.passes(lambda: None))
    return solving


@pytest.fixture(scope="module")
def states():
    return every_state()


@pytest.mark.check
@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "obliged", "draws"),
    [
        ("children", False, 0),
        ("standard", False, 0),
        ("standard", True, 138),
        ("alternate", False, 1228),
        ("alternate", True, 2119),
    ],
)
def test_every_state_is_worth_what_plain_search_says(states, rules, obliged, draws):
    solving = solved(rules, obliged)
    found = solving.codes(0, len(states))
    wanted = values_by_search(states, rules, obliged)
    assert np.flatnonzero(found != wanted).tolist() == []
    assert solving.left == (wanted == 0).sum() == draws
    assert solving.decided == [0, *np.bincount(wanted)[1:].tolist()]


@pytest.mark.check
def test_no_two_states_have_the_same_spheres(states):
    assert len(set(states)) == len(states) == state_index(3).states


def test_the_whole_game_has_the_states_that_were_published():
    whole = state_index(4)
    assert len(whole.occupied) == 141_120
    assert len(whole.canonical) == 18_458
    assert whole.states == 2_257_858_569
