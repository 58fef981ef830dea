"""The search by proof numbers says who wins as playing by depth does, and decides far more."""

from random import Random
from threading import enumerate as threads

import numpy as np
import pytest

from model.contract.game import Goal
from model.games.pyraos.engine import FEATURES, static_value
from model.games.pyraos.kernels import MAX_MOVES
from model.games.pyraos.proofs import (
    EVEN,
    OPEN,
    PyraosProver,
    PyraosValueSearch,
    guess,
    list_answers,
)
from model.registry import kinds
from model.search.proofs.proof_number import ALONE
from model.search.provers import solve
from tests.support.pyraos_positions import coloured, played

RULES = ("children", "standard", "alternate")
REMOVAL = ("optional", "obliged")


def endless():
    return False


def in_depth(position, moves):
    """What a win in so many moves says, by the prover that looks by depth; None for no win."""
    prover = PyraosProver(position.game)
    for number in range(moves + 1):
        for side in position.game.players:
            if prover.can(position, Goal("win", side), number):
                return "win" if side == position.to_move else "loss"
    return None


@pytest.mark.parametrize("removal", REMOVAL)
@pytest.mark.parametrize("rules", RULES)
def test_it_agrees_with_wins_found_by_depth(rules, removal):
    game = kinds()["pyraos"].configure({"rules": rules, "removal": removal})
    search, told = PyraosValueSearch(game, endless), {"win": 0, "loss": 0}
    for seed in range(24):
        position = coloured(game, Random(seed), 22 + seed % 6)
        found = in_depth(position, 6)
        if found is None:
            continue
        assert search.worth(position) == found, str(position)
        told[found] += 1
    assert min(told.values()) >= 5


@pytest.mark.parametrize("rules", RULES)
def test_answers_are_judged_together_as_they_are_one_by_one(rules):
    game = kinds()["pyraos"].configure({"rules": rules})
    search, room = PyraosValueSearch(game, endless), np.zeros(FEATURES, np.int64)
    after, numbers = np.empty(MAX_MOVES, np.uint64), np.empty((MAX_MOVES, 3), np.int32)
    work, judged = search._works[0], 0
    points, first = work.guesses.points, work.guesses.first
    for seed in range(12):
        position = coloured(game, Random(seed), 9 + seed)
        own, other, number, _ = position.legal_moves.arguments()
        count = list_answers(own, other, work, seed + 1, after, 0)
        numbers[:count, 0] = OPEN
        guess(own, other, number, work.guesses, after, numbers, 0, count)
        for bits, row in zip(after[:count], numbers, strict=False):
            worth = static_value(other, bits, number, points, room)
            at, spheres = min(max(EVEN + worth, 0), 2 * EVEN), int(bits | other).bit_count()
            assert row[0] == first[spheres, at]
            assert row[1] == first[spheres, 2 * EVEN - at]
            judged += 1
    assert judged > 100


@pytest.mark.check
@pytest.mark.slow
def test_two_cores_find_what_one_finds_and_no_thread_stays():
    game = kinds()["pyraos"].configure({"rules": "alternate"})
    both_ran = 0
    for seed in (53, 59, 62):
        position, before, asked = played(game, Random(seed), 16), {*threads()}, []

        def stop(asked=asked, before=before):
            assert {*threads()} <= before  # it is asked when both sides have paused
            asked.append(1)
            return len(asked) % 50 == 0

        both, alone = PyraosValueSearch(game, stop, 2), PyraosValueSearch(game, endless)
        while (worth := both.worth(position)) is None:
            assert {*threads()} <= before
        assert worth == alone.worth(position)
        both_ran += both.visited > 2 * ALONE
        assert both.line(position) == alone.line(position)
    assert both_ran


@pytest.mark.parametrize(
    ("rules", "spheres"), [("children", 16), ("standard", 16), ("alternate", 18)]
)
def test_it_decides_positions_of_play_and_shows_how(rules, spheres):
    game = kinds()["pyraos"].configure({"rules": rules})
    for seed in range(2):
        position = played(game, Random(seed), spheres)
        search = PyraosValueSearch(game, endless)
        worth = search.worth(position)
        assert worth in ("win", "loss")
        line = search.line(position)
        end = position.replay(line)
        assert end.outcome is not None
        assert (end.outcome.winner == position.to_move) == (worth == "win")


def test_the_value_of_each_move_is_the_value_of_the_position():
    game = kinds()["pyraos"].configure({"rules": "alternate"})
    position = coloured(game, Random(3), 22)
    search = PyraosValueSearch(game, endless)
    after = {search.worth(position.play(move)) for move in position.legal_moves}
    assert search.worth(position) == ("win" if "loss" in after else "loss")


def test_it_goes_on_where_it_was_stopped():
    game = kinds()["pyraos"].configure({})
    position, asked = played(game, Random(1), 17), []

    def stop():
        asked.append(1)
        return len(asked) % 2 == 0  # after each slice; how many fit in between is the clock's

    search, rounds = PyraosValueSearch(game, stop), 0
    while (worth := search.worth(position)) is None:
        rounds += 1
    assert rounds > 1
    assert worth == PyraosValueSearch(game, endless).worth(position)


def test_it_looks_at_no_more_than_it_may():
    game = kinds()["pyraos"].configure({})
    search = PyraosValueSearch(game, endless)
    assert search.worth(game.start(), 2_000) is None
    assert 2_000 <= search.visited < 50_000
    assert not search.is_over


def test_solving_says_who_wins_and_shows_how():
    game = kinds()["pyraos"].configure({})
    position = played(game, Random(2), 16)
    solution = solve(position, limit=300)
    assert solution.by == "proof"
    assert position.replay(solution.line).outcome.winner == solution.winner
