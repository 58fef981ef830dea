"""The Pyramid engine: right where plain play can say so, legal and repeatable everywhere."""

from itertools import count
from math import exp

import numpy as np
import pytest
from pyramid_positions import positions
from shipped import PUZZLES, puzzles
from unheard import never, nobody

from model.contract.game import Goal
from model.contract.hooks import hooks_of
from model.contract.search import Budget
from model.games.pyramid.board_arrays import stacked
from model.games.pyramid.engine import PyramidEngine
from model.games.pyramid.kernels import MAX_MOVES, PUSH, list_moves, list_rated, make, static_value
from model.games.pyramid.prover import PyramidProver
from model.positions.setup import read_position
from model.registry import kinds

MATE = 1_000_000


def think(position, **budget):
    engine = hooks_of(position.game.kind).engine(position.game)
    return engine.analyse(position, nobody, never, Budget(**budget))


# -- what moves win at once ---------------------------------------------------------------------


def test_moves_are_rated_by_what_they_win():
    moves, scores = np.zeros((2, 2, MAX_MOVES), np.int32)
    seen = 0
    for position in positions(range(300)):
        stack = PyramidEngine(position.game)._stack
        cells, facts = stacked(position, 2)
        some = list_moves(cells, facts, 0, stack.fields, stack.numbers, moves)
        plain = moves[0, :some].copy()
        assert (
            list_rated(cells, facts, 0, False, stack.fields, stack.numbers, moves, scores) == some
        )
        assert (moves[0, :some] == plain).all()
        foe = 2 - position.side
        for move, won in list(zip(plain, scores[0, :some], strict=True)):
            make(cells, facts, 0, int(move), True, stack.fields, stack.numbers, stack.hashes,
                 stack.marked)  # fmt: skip
            if (cells[1] == foe).sum() < (cells[0] == foe).sum() and won <= 0:
                # A stone that is pushed between two others, or one's own stone lost with it.
                fewer = (cells[1] == 3 - foe).sum() < (cells[0] == 3 - foe).sum()
                assert move >> 20 == PUSH or fewer
            seen += 1
        loud = plain[scores[0, :some] > 0].tolist()
        found = list_rated(cells, facts, 0, True, stack.fields, stack.numbers, moves, scores)
        assert moves[0, :found].tolist() == loud
    assert seen > 1_500


# -- what it says -------------------------------------------------------------------------------


def minimax(engine, position, depth, ply=0):
    """The value for the side to move, by the contract alone."""
    outcome = position.outcome
    if outcome is not None:
        if outcome.winner is None:
            return 0
        won = outcome.winner == position.game.players[position.side]
        return MATE - ply if won else ply - MATE
    if depth == 0:
        engine._put(position.cells, position.side, position.ban, 0)
        stack = engine._stack
        return int(static_value(stack.cells, stack.facts, 0, stack.fields, stack.numbers))
    return max(
        -minimax(engine, position.play(move), depth - 1, ply + 1) for move in position.legal_moves
    )


def share(points, scale):
    if abs(points) > MATE // 2:
        return float(points > 0)
    return 1 / (1 + exp(-points / scale))


@pytest.mark.check
@pytest.mark.slow
def test_without_shortcuts_it_is_a_plain_minimax():
    looked = 0
    for position in positions(range(1_000, 1_200)):
        moves = position.legal_moves.count()
        depth = 3 if moves < 7 else 2 if moves < 20 else 1
        engine, plain = PyramidEngine(position.game), PyramidEngine(position.game)
        engine.selective = False
        for plies in range(1, depth + 1):
            found = engine.analyse(position, nobody, never, Budget(depth=plies))
            value = minimax(plain, position, plies)
            side = position.side
            assert found.score.value[side] == pytest.approx(share(value, engine.scale)), (
                str(position), plies,
            )  # fmt: skip
            if abs(value) > MATE // 2:
                assert found.score.proved
                assert found.score.distance <= MATE - abs(value)
            best = -minimax(plain, position.play(found.best), found.depth - 1, 1)
            assert share(best, engine.scale) == pytest.approx(found.score.value[side])
        looked += 1
    assert looked > 40


def test_the_shipped_puzzles_are_solved():
    (path,) = [path for path in PUZZLES if path.name == "pyramid-puzzles.pyramidion"]
    solved = 0
    for number, position, puzzle in puzzles(path):
        want = puzzle.stipulation
        if want.kind != "win":
            continue
        found = think(position, nodes=60_000)
        assert found.score.proved, number
        assert found.score.value[position.side] == 1.0, number
        assert found.done
        moves = (found.score.distance + 1) // 2
        assert moves == want.moves or want.moves > 3, number
        after = position.play(found.best)
        if after.outcome is None:
            goal = Goal("win", position.game.players[position.side])
            assert PyramidProver(position.game).can(after, goal, moves - 1), number
        solved += 1
    assert solved > 5


def test_a_position_that_stood_twice_is_a_draw_the_third_time():
    start = kinds()["pyramid"].configure({}).start()
    round_trip = ["a1-a2", "a7-a6", "a2-a1", "a6-a7"]
    once_more = start.replay([*round_trip, *round_trip[:3]])
    drawn = think(once_more, nodes=3_000).moves["a6-a7"]
    assert drawn.proved
    assert drawn.value == (0.5, 0.5)
    assert drawn.distance == 1
    fresh = think(once_more.without_past(), nodes=3_000).moves["a6-a7"]
    assert not fresh.proved


def test_a_push_back_brings_a_position_back_two_plies_later():
    position = read_position("pyramid W5W,1W5,2BW1W1,7,2B3B,7,B6 black")
    there_and_back = ["c3>d3", "e3>d3"]
    assert position.replay(there_and_back) == position
    found = think(position.replay(there_and_back), depth=5)
    after = found.position.replay(found.line)
    assert len(found.line) == 5 or after.outcome is not None
    drawn = think(position.replay([*there_and_back, "c3>d3"]), depth=1).moves["e3>d3"]
    assert drawn.proved
    assert drawn.value == (0.5, 0.5)


def test_a_pass_by_the_rules_does_not_make_what_stood_before_forgotten():
    rules = "levels=00000/01110/01210/01110/00000,victory=b2+c2+d2,needed=3,run_max=1,run_levels=0,"
    rules += "push_own=false,few_stones=lose_below_four,min_stones=1,no_moves=pass"
    position = read_position(f"pyramid:{rules} 5,1W3,2B2,1W3,5 black")
    position = position.replay(["pass", "b2-c2", "pass", "c2-b2", "pass", "b2-b3"])
    found = think(position, depth=4)
    line = found.position.replay(found.line)
    assert line.outcome is not None or len(found.line) == 4
    drawn = think(position.play("pass"), depth=2).moves["b3-b2"]
    assert drawn.value == (0.5, 0.5)


def test_who_stands_better_goes_on_and_who_stands_worse_repeats():
    text = "pyramid WWWW3,6W,7,7,7,7,BBB3B white"
    round_trip = ["a1-a2", "a7-a6", "a2-a1", "a6-a7"]
    better = read_position(text).replay(round_trip)
    better = better.replay(round_trip[:2])
    found = think(better.play("a2-a1"), depth=4)
    assert found.best == "a6-a7", "Black, who is short of a stone, takes the draw"
    assert found.score.value == (0.5, 0.5)
    assert think(better, depth=4).best != "a2-a1", "White does not let him"


def test_the_same_engine_forgets_no_draw_it_did_not_know_of():
    # The table kept from the first look must not hide that a position has stood twice by now.
    start = kinds()["pyramid"].configure({}).start()
    engine = PyramidEngine(start.game)
    round_trip = ["a1-a2", "a7-a6", "a2-a1", "a6-a7"]
    once_more = start.replay([*round_trip, *round_trip[:3]])
    for position in (once_more.without_past(), once_more):
        asked = count()
        found = engine.analyse(position, nobody, lambda asked=asked: next(asked) > 20, Budget())
    assert found.moves["a6-a7"].value == (0.5, 0.5)


def test_a_few_positions_make_it_choose_among_a_few_moves():
    start = kinds()["pyramid"].configure({}).start()
    chosen = {think(start, nodes=3, seed=seed).best for seed in range(8)}
    assert len(chosen) > 2
    assert len(think(start, nodes=3).moves) <= 3
