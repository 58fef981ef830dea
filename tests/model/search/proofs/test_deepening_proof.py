"""Values proved by depth: the shipped puzzles, and small positions beside playing all out."""

import random

import pytest

from model.contract.game import Goal
from model.positions.setup import read_position
from model.records import files
from model.search import provers
from model.search.depth_solver import solve_by_depth
from model.search.provers import DeepeningProof, line_of, prover_for, solve
from tests.support.soaking import counts

GAMES = ("partition", "pyraos", "pyramid")
CUBE = "pyramid:levels=000/010/000,victory=b1+b2+b3,needed=2,min_stones=1"


def endless(_game, _stop):
    return prover_for(_game)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_shipped_wins_are_solved_in_as_many_plies_as_their_files_say(game):
    path = f"examples/puzzles/{game}-puzzles.pyramidion"
    asked = 0
    for number, item in enumerate(files.load_any(path).items, start=1):
        stipulation = item.record.puzzle.stipulation
        if stipulation.kind != "win":
            continue
        position = read_position(item.record.start)
        solution = solve(position, limit=300)
        assert solution is not None, number
        assert solution.winner == position.to_move, number
        if stipulation.moves:
            assert solution.plies == 2 * stipulation.moves - 1, number
        assert position.replay(solution.line).outcome.winner == solution.winner, number
        asked += 1
    assert asked >= 8


@pytest.mark.check
@pytest.mark.sample(2)
@pytest.mark.slow
@counts(few=5, all=24)
@pytest.mark.parametrize(
    ("text", "plies"),
    [
        ("partition:size=3,rules=free 3,3,3/2,2/1 red", (6, 10)),
        ("partition:size=3,rules=stacking 3,3,3/2,2/1 red", (6, 10)),
        (f"{CUBE} WW1,3,1BB white", (0, 6)),
        (f"{CUBE},no_moves=lose WWW,3,BBB white", (0, 6)),
    ],
)
def test_winner_and_plies_are_those_of_playing_all_out(text, plies, count):
    start, rng = read_position(text), random.Random(7)
    told = 0
    for _ in range(6 * count):
        if told == count:
            break
        position = start
        for _ in range(rng.randint(*plies)):
            if position.outcome is None:
                position = position.play(position.legal_moves.sample(rng)).without_past()
        if position.outcome is not None:
            continue
        right = solve_by_depth(position, limit=2)
        if right is None or right.winner is None:
            continue
        proof = DeepeningProof(position, endless)
        found = proof.go_on(float("inf"), float("inf"))
        assert found.winner == right.winner, str(position)
        assert found.plies == right.plies, str(position)
        end = position.replay(found.line)
        assert end.outcome.winner == right.winner, str(position)
        assert len(found.line) <= found.plies, str(position)
        told += 1
    assert told == count


def test_a_line_holds_out_as_long_as_it_can():
    position = read_position("pyraos WBWB,BWBW,WBWB,BWBW/BWB,WBW,BW1/2,2/1 white")
    prover = prover_for(position.game)
    line = line_of(prover, position, Goal("win", "white"), 4)
    assert len(line) == 7
    with pytest.raises(ValueError, match="cannot force"):
        line_of(prover, position, Goal("win", "white"), 1)


def test_a_proof_goes_on_where_it_stood():
    position = read_position("pyraos WBWB,BWBW,WBWB,BWBW/BWB,WBW,BW1/2,2/1 white")
    told = []
    proof = DeepeningProof(position, prover_for, told.append)
    assert proof.go_on(0.0, 0.0) is None
    assert not proof.is_over
    assert proof.go_on(float("inf"), float("inf")).plies == 7
    assert told == [f"no win in {moves} moves" for moves in (1, 2, 3)]


def test_what_hides_choices_has_no_value(cairns):
    assert solve(cairns.configure({}).start(), limit=1) is None


def test_what_has_to_be_compiled_first_takes_nothing_of_the_limit(monkeypatch):
    clock = [0.0]
    cold = [True]

    class Cold:
        """A prover on a computer that has compiled nothing: the first question takes long."""

        def __init__(self, game, stop):
            self._prover = prover_for(game, stop)

        def can(self, position, goal, moves):
            clock[0] += 60 if cold else 0
            cold.clear()
            return self._prover.can(position, goal, moves)

        def length(self, position, goal, moves):
            return self._prover.length(position, goal, moves)

    monkeypatch.setattr(provers, "monotonic", lambda: clock[0])
    monkeypatch.setattr(provers, "prover_for", Cold)
    position = read_position("partition:size=3,rules=free 3,3,3/2,2/1 red")
    solution = provers.solve(position, limit=20)
    assert not cold
    assert solution is not None
    assert (solution.winner, solution.plies) == ("red", len(solution.line))
