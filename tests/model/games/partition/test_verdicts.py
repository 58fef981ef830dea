"""Verdicts on corners as data: one loop, in the order of interest, as the connections say."""

import numpy as np
import pytest

from model import connection
from model.boards.lattice import CORNERS
from model.games.partition.position import PLAYERS
from model.games.partition.verdicts import (
    corner_state,
    corner_states,
    cost,
    opponent,
    takers,
    verdict_after,
    verdict_steps,
    win_cost,
)
from model.play.many_analyses import analyze
from model.positions.setup import read_position
from model.registry import kinds

RED = "partition:size=3,rules=free RB1,3,3/2,2/1 red"
BLUE = "partition:size=3,rules=free RB1,3,2R/2,2/1 blue"
STACKING = "partition:size=3,rules=stacking RB1,3,3/2,2/1 red"


@pytest.mark.parametrize("text", [RED, BLUE, STACKING])
def test_all_of_it_is_what_the_connections_say(text):
    position = read_position(text)
    board, stacking = position.game.board, position.game.stacking
    *_, known = verdict_steps(position)
    assert known.done
    for player in PLAYERS:
        masks = position.balls(player), position.balls(opponent(player))
        whole = connection.win_cost(board, *masks, stacking=stacking)
        assert known.wins[player] == whole == win_cost(position, player)
        for corner in CORNERS:
            price = connection.cost(board, *masks, corner, stacking=stacking)
            assert known.costs[player, corner] == price == cost(position, player, corner)
            state = connection.corner_state(board, *masks, corner)
            assert known.states[player, corner] == state == corner_state(position, player, corner)


@pytest.mark.parametrize(("text", "side"), [(RED, "red"), (BLUE, "blue")])
def test_states_come_first_then_the_side_to_move(text, side):
    steps = list(verdict_steps(read_position(text)))
    assert not steps[0].costs
    assert set(steps[0].states) == set(corner_states(read_position(text)))
    owners = [player for player, _ in steps[-1].costs]
    assert owners == [side] * len(CORNERS) + [opponent(side)] * len(CORNERS)
    assert [len(step.costs) + len(step.wins) for step in steps] == [*range(13), 12]
    assert [step.done for step in steps] == [False] * 13 + [True]


def test_a_ball_taken_to_stand_counts_as_played():
    position = read_position(BLUE)
    site = position.game.board.index("2b2")
    then = position.play("2b2")
    after = verdict_after(position, site, lambda: False)
    assert after.win == win_cost(then, "blue")
    for corner in CORNERS:
        assert after.costs[corner] == cost(then, "blue", corner)
    assert position.cells[site] == 0


def test_what_was_stopped_is_not_known():
    position = read_position(BLUE)
    assert verdict_after(position, position.game.board.index("2b2"), lambda: True) is None


def test_analyze_tells_the_same_numbers():
    position = read_position(RED)
    *_, known = verdict_steps(position)
    told, decided = analyze(position)
    assert decided
    for player in PLAYERS:
        for corner in CORNERS:
            price = known.costs[player, corner]
            assert told["cost"][player][corner] == (None if price is None else price.n)


@pytest.mark.check
@pytest.mark.sample(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "rules", "seed"),
    [(3, "free", 1), (3, "free", 2), (4, "free", 3), (3, "stacking", 4), (4, "stacking", 5)],
)
def test_takers_are_the_points_that_take_a_corner_and_no_others(size, rules, seed):
    chance = np.random.default_rng(seed)
    found = 0
    for _ in range(12):
        position = kinds()["partition"].configure({"size": str(size), "rules": rules}).start()
        while position.outcome is None:
            moves = list(position.legal_moves)
            position = position.play(moves[chance.integers(len(moves))])
            for player in PLAYERS:
                for corner in CORNERS:
                    told = takers(position, player, corner)
                    assert told == tried(position, player, corner), (position, player, corner)
                    found += len(told)
    assert found > 100


def tried(position, player, corner):
    """The playable points where a ball more is asked who holds the corner then."""
    board = position.game.board
    own, other = position.balls(player), position.balls(opponent(player))
    number, found = CORNERS.index(corner), []
    if connection.holders(board, own, other)[number] == 0:
        return ()
    for site in np.flatnonzero(position.playable).tolist():
        more = own.copy()
        more[site] = True
        if connection.holders(board, more, other)[number] == 0:
            found.append(site)
    return tuple(found)


def test_verdicts_know_takers_where_one_ball_is_enough():
    position = read_position("partition:size=4,rules=free RRR1,4,4,4/3,3,3/2,2/1 red")
    *_, known = verdict_steps(position)
    cheap = {key for key, price in known.costs.items() if price is not None and price.n == 1}
    assert cheap == set(known.takers) == {("red", "SW"), ("red", "SE")}
    board = position.game.board
    assert known.takers["red", "SE"] == (board.index("1g1"),)
    assert known.takers["red", "SW"] == (board.index("1g1"), board.index("2f2"))
