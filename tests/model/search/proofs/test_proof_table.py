"""The table keeps what was proved, grows, and makes room where it may not grow."""

from random import Random

import numpy as np
import pytest

from model.contract.game import Goal
from model.games.pyraos.kind import KIND
from model.games.pyraos.proofs import PyraosProver
from model.search.proofs import proof_search
from model.search.proofs.proof_search import (
    BEST,
    DOES,
    FAILS,
    NEVER,
    empty_table,
    look_up,
    probe,
    store,
    with_room,
)


def word(number):
    return np.array([number, number * 7 % 5], np.uint64)


def test_what_is_kept_is_found_again_in_a_larger_table():
    table = empty_table(2, 64)
    for number in range(40):
        store(*table, word(number), number, number % 2 == 0, number)
    pauses = []
    kept = {n: table.known[probe(table.keys, table.known, word(n))].copy() for n in range(40)
            if probe(table.keys, table.known, word(n)) >= 0}  # fmt: skip
    assert len(kept) > 30
    table = with_room(table, lambda: pauses.append(1))
    assert table.keys.shape == (256, 2)
    assert pauses
    for number, row in kept.items():
        slot = probe(table.keys, table.known, word(number))
        assert table.known[slot].tolist() == row.tolist()
        assert row[BEST] == number
        assert row[DOES] == (number if number % 2 == 0 else NEVER)
        assert row[FAILS] == (-1 if number % 2 == 0 else number)
    assert probe(table.keys, table.known, word(99)) == -1


def test_bounds_only_tighten():
    table = empty_table(2, 64)
    for plies, reached in ((5, False), (3, False), (9, True), (11, True)):
        store(*table, word(1), plies, reached, -1)
    slot = probe(table.keys, table.known, word(1))
    assert table.known[slot, FAILS] == 5
    assert table.known[slot, DOES] == 9
    assert int(table.used[0]) == 1
    told = [look_up(table.keys, table.known, word(1), plies) for plies in (4, 5, 6, 8, 9, 10)]
    assert told == [0, 0, -1, -1, 1, 1]
    assert look_up(table.keys, table.known, word(2), 4) == -1


def test_a_full_table_costs_time_alone(monkeypatch: pytest.MonkeyPatch):
    rng = Random(11)
    position = KIND.configure({"rules": "children"}).start()
    while position.occupied.bit_count() < 19:
        position = position.play(position.legal_moves.sample(rng))
    roomy = PyraosProver(position.game)
    answers = [roomy.can(position, Goal("win", s), n) for s in ("white", "black") for n in (7, 8)]
    monkeypatch.setattr(proof_search, "MOST", 8)
    tight = PyraosProver(position.game)
    monkeypatch.setattr(tight, "new_table", lambda: empty_table(1, 8))
    assert answers == [
        tight.can(position, Goal("win", s), n) for s in ("white", "black") for n in (7, 8)
    ]
    assert tight.visited > roomy.visited
