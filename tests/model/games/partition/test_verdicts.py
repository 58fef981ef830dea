"""Verdicts on corners as data: one loop, in the order of interest, as the connections say."""

import pytest

from model import connection
from model.analysis import analyze
from model.games.partition.placing import PLAYERS
from model.games.partition.verdicts import (
    corner_state,
    corner_states,
    cost,
    opponent,
    verdict_after,
    verdict_steps,
    win_cost,
)
from model.lattice import CORNERS
from model.reading import read_position

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
