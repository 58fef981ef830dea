"""Forced wins in any game: short ones against reading everything, and lines that are really won."""

import random

import pytest

from model.contract.game import Goal
from model.positions.setup import read_position
from model.registry import kinds
from model.search.depth_solver import solve_by_depth
from model.search.proofs.plain_prover import PlainProver
from model.search.provers import solve

CUBE = "pyramid:levels=000/010/000,victory=b1+b2+b3,needed=2,min_stones=1,max_plies=4"


def read_out(position):
    """The value for White by reading every line to the end of the game."""
    outcome = position.outcome
    if outcome is not None:
        return {"white": 1, "black": -1, None: 0}[outcome.winner]
    values = [read_out(position.play(move)) for move in position.legal_moves]
    return max(values) if position.to_move == "white" else min(values)


@pytest.mark.check
@pytest.mark.parametrize("board", ["W1W,3,B1B", "1W1,B2,2B", "WW1,2B,B2", "2W,W2,1BB", "W2,3,2B"])
@pytest.mark.parametrize("side", ["white", "black"])
def test_a_game_that_can_be_read_out(board, side):
    position = read_position(f"{CUBE} {board} {side}")
    solution = solve(position, limit=60)
    value = {"white": 1, "black": -1, None: 0}[solution.winner]
    assert value == read_out(position)
    for move in solution.line:
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winner == solution.winner


@pytest.mark.check
@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "winner", "plies"),
    [
        ("pyramid 7,7,2W1W2,7,2W2W1,7,BB5 white", "white", 1),
        ("pyramid 7,7,2W1W2,7,2W2W1,7,BB5 black", "white", 2),
        ("pyramid 7,7,2W1W2,3W3,2W4,7,B6 white", "white", 3),
        ("pyraos WBWB,BWBW,WBWB,BWBW/BWB,WBW,BWB/BW,W1/1 white", "black", 2),
        ("pyraos WBWB,BWBW,WBWB,BWBW/BWB,WBW,BW1/2,2/1 white", "white", 7),
    ],
)
def test_a_line_of_a_forced_win_ends_in_it(text, winner, plies):
    position = read_position(text)
    solution = solve_by_depth(position, limit=60)
    assert solution.winner == winner
    assert len(solution.line) == plies
    for move in solution.line:
        assert position.outcome is None
        position = position.play(move)
    assert position.outcome.winner == winner


def test_random_games_of_pyraos_end_as_was_proved_three_plies_before():
    rng = random.Random(1)
    for _ in range(4):
        position, before = kinds()["pyraos"].configure({}).start(), []
        while position.outcome is None:
            before.append(position)
            position = position.play(position.legal_moves.sample(rng))
        assert solve_by_depth(before[-1], limit=60).winner == position.outcome.winner
        earlier = solve_by_depth(before[-3], limit=60)
        if earlier is not None:
            assert before[-3].replay(earlier.line).outcome.winner == earlier.winner


def test_games_with_dice_or_three_players_have_no_value(cairns):
    assert solve(cairns.configure({}).start(), limit=5) is None


def test_what_dice_decide_cannot_be_forced(monkeypatch):
    position = read_position("pyramid 7,7,2W1W2,7,2W2W1,7,BB5 white")
    monkeypatch.setattr(type(position.game.kind), "rolls", True)
    assert solve_by_depth(position, limit=60) is None
    assert solve(position, limit=60) is None
    assert PlainProver(position.game).can(position, Goal("win", "white"), 1) is None


def test_what_is_over_needs_no_search():
    over = read_position("pyramid 7,7,2W1W2,7,2W1W2,7,BB5 black")
    assert solve(over, limit=0).winner == "white"
    assert solve(over, limit=0).line == ()
