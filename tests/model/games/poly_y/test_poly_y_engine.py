"""The engine of Poly-Y: it wins, parries and swaps, and answers the same when asked again."""

import pytest

from model.contract.game import Goal
from model.contract.search import Budget
from model.games.poly_y.corner_costs import PolyYProver, least_moves
from model.games.poly_y.engine import PolyYEngine
from model.positions.setup import read_position
from model.search.proofs.plain_prover import PlainProver


def think(text, nodes=500, **more):
    position = read_position(text)
    engine = PolyYEngine(position.game, **more)
    return engine.analyse(position, lambda known: None, lambda: False, Budget(nodes=nodes))


@pytest.mark.parametrize("plain", [False, True])
def test_it_wins_where_one_stone_wins(plain):
    found = think("poly-y:corners=3,size=4 R/R1/RBB/1BB1 red", 400, plain=plain)
    assert found.best == "d1"
    assert found.score.proved
    assert found.score.value == (1.0, 0.0)


def test_it_parries_a_threat_to_win():
    found = think("poly-y:corners=3,size=4 R/R1/R2/1BB1 blue", 2_000)
    assert found.best == "d1"


def test_it_knows_when_all_is_lost():
    found = think("poly-y:corners=3,size=3 1/RR/3 blue", 2_000)
    assert found.score.proved
    assert found.score.value == (1.0, 0.0)


def test_it_swaps_a_stone_in_the_middle():
    assert think("poly-y:corners=3,size=5 1/2/1R1/4/5 blue", 20_000).best == "swap"


def test_it_does_not_swap_a_stone_that_is_worth_little():
    assert think("poly-y:corners=3,size=5 R/2/3/4/5 blue", 20_000).best != "swap"


def test_it_knows_of_draws_on_four_corners():
    found = think("poly-y:corners=4,size=3,swap=false R/BBR1/RBRRRBBB red", 100)
    assert found.score.proved
    assert found.score.value == (0.5, 0.5)


def test_it_answers_the_same_when_asked_again():
    one, two = (think("poly-y:corners=5,size=5 1/5/10/15/20 red", 1_000) for _ in range(2))
    assert one.moves == two.moves


# -- proofs ----------------------------------------------------------------------------------------

ENDINGS = [
    "poly-y:corners=3,size=4 1/R1/1B1/2R1 red",
    "poly-y:corners=3,size=4 1/R1/1B1/2R1 blue",
    "poly-y:corners=3,size=5 1/2/1RB/1RB1/5 red",
    "poly-y:corners=5,size=3 R/BRBR1/RB1RB1R1B1 red",
    "poly-y:corners=5,size=3 R/BRBR1/RB1RB1R1B1 blue",
    "poly-y:corners=4,size=3 1/RBRB/R2B2RB red",
]


@pytest.mark.parametrize("text", ENDINGS)
def test_the_prover_finds_what_playing_all_lines_finds(text):
    position = read_position(text)
    quick, plain = PolyYProver(position.game), PlainProver(position.game)
    for side in position.game.players:
        goals = [
            Goal("win", side),
            *(Goal("capture", side, c) for c in position.game.board.corners),
        ]
        for goal in goals:
            for moves in (1, 2):
                assert quick.can(position, goal, moves) == plain.can(position, goal, moves), goal
    assert quick.visited < plain.visited


def test_a_goal_takes_at_least_what_it_costs():
    position = read_position("poly-y:corners=5,size=4 1/5/10/15 red")
    assert least_moves(position, Goal("capture", "red", "C")) == 4
    assert least_moves(position, Goal("win", "red")) == 4
