"""What corners of Poly-Y cost, what captures them, what is left of a way past."""

from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest

from model.games.poly_y import corner_costs
from model.games.poly_y.position import PLAYERS, PolyYPosition
from model.games.poly_y.ring_board import sides_at
from model.positions.setup import read_position
from model.registry import kinds


def strewn(rng, corners, size, filled):
    """A position with stones strewn over a board."""
    game = kinds()["poly-y"].game(str(corners), size)
    cells = np.array([rng.choice((1, 2)) if rng.random() < filled else 0 for _ in game.board.names])
    return PolyYPosition(game, cells.astype(np.int8), 0)


def with_stones(position, player, sites):
    cells = position.cells.copy()
    cells[list(sites)] = PLAYERS.index(player) + 1
    return PolyYPosition(position.game, cells, position.side)


@pytest.mark.check
@pytest.mark.parametrize(("corners", "size"), [(3, 4), (4, 3), (5, 3)])
def test_a_cost_is_the_fewest_stones_that_do(corners, size):
    rng = Random(corners)
    for _ in range(12):
        position = strewn(rng, corners, size, rng.uniform(0.2, 0.8))
        empty = np.flatnonzero(position.cells == 0).tolist()
        for player in PLAYERS:
            found = corner_costs.costs(position, player)
            least = dict.fromkeys(position.game.board.corners)
            for n in range(len(empty) + 1):
                for few in combinations(empty, n):
                    for corner in with_stones(position, player, few).captured(player):
                        if least[corner] is None:
                            least[corner] = n
                if n > 4:
                    break
            for corner, cost in found.items():
                if cost is None or cost.n > 5:
                    assert least[corner] is None
                else:
                    assert least[corner] == cost.n


@pytest.mark.parametrize(("corners", "size"), [(3, 7), (4, 5), (5, 6), (7, 5)])
def test_plans_do_what_they_promise(corners, size):
    rng = Random(size)
    for _ in range(20):
        position = strewn(rng, corners, size, rng.uniform(0.1, 0.7))
        for player in PLAYERS:
            for corner, cost in corner_costs.costs(position, player).items():
                if cost is None:
                    assert corner in position.captured(corner_costs.other(player))
                    continue
                assert len(cost.plan) == cost.n
                assert corner in with_stones(position, player, cost.plan).captured(player)
            win = corner_costs.win_cost(position, player)
            if win is not None:
                after = with_stones(position, player, win.plan)
                assert len(after.captured(player)) >= position.game.to_win


def test_what_a_win_costs_is_exact_where_it_says_so():
    rng, told = Random(3), set()
    for _ in range(30):
        position = strewn(rng, 5, 4, rng.uniform(0.5, 0.9))
        empty = np.flatnonzero(position.cells == 0).tolist()
        for player in PLAYERS:
            win = corner_costs.win_cost(position, player)
            if win is None:
                continue
            fewer = [few for n in range(min(win.n, 3)) for few in combinations(empty, n)]
            does = any(
                len(with_stones(position, player, few).captured(player)) >= position.game.to_win
                for few in fewer
            )
            assert not (win.exact and does), position
            assert win.exact or win.n > 2
            told.add((win.exact, does))
    assert told >= {(True, False), (False, True)}


def test_one_stone_that_wins_twice_over_is_found():
    text = "poly-y:corners=5,size=5 B/RBR1R/B2RB1RR1B/B3B1R1BBBBRR1/BBB1BB1BBRB1R1BBRRR1 red"
    position = read_position(text)
    win = corner_costs.win_cost(position, "blue")
    assert win is not None
    assert (win.n, win.exact) == (1, True)
    assert len(with_stones(position, "blue", win.plan).captured("blue")) >= 3


@pytest.mark.parametrize(("corners", "size"), [(3, 6), (4, 5), (5, 5), (7, 4)])
def test_states_show_what_they_say(corners, size):
    rng = Random(corners * size)
    kinds_seen = set()
    for _ in range(40):
        position = strewn(rng, corners, size, rng.uniform(0.3, 1.0))
        board = position.game.board
        for player in PLAYERS:
            own = position.stones(player)
            for number, corner in enumerate(board.corners):
                state = corner_costs.corner_state(position, player, corner)
                kinds_seen.add(state.kind)
                near = sides_at(number, len(board.corners))
                assert (state.kind == "captured") == (corner in position.captured(player))
                touched = [int(board.sides[arm[-1]]) for arm in state.arms]
                assert all(own[site] for arm in state.arms for site in arm)
                assert len({arm[0] for arm in state.arms}) <= 1
                if state.kind == "captured":
                    assert touched[2] & ~near
                if state.kind in ("captured", "cut off"):
                    assert touched[0] & 1 << number
                    assert touched[1] & near & ~(1 << number)
                if state.kind == "open":
                    assert state.escape[0] == board.corners[corner]
                    assert board.sides[state.escape[-1]] & ~near
                    assert not own[list(state.escape)].any()
                for arm in (*state.arms, state.escape):
                    assert all(b in board.neighbours(a) for a, b in pairwise(arm))
    assert kinds_seen == {"captured", "lost", "cut off", "open"}


def test_takers_are_the_cells_that_capture_with_one_stone():
    rng = Random(7)
    for _ in range(30):
        position = strewn(rng, 5, 4, rng.uniform(0.4, 0.8))
        for player in PLAYERS:
            told = corner_costs.takers(position, player)
            for site in np.flatnonzero(position.cells == 0).tolist():
                new = set(with_stones(position, player, [site]).captured(player))
                new -= set(position.captured(player))
                assert {corner for corner, sites in told.items() if site in sites} == new


def test_the_corner_of_a_move_is_the_one_it_helps():
    position = read_position("poly-y:corners=3,size=4 R/R1/R2/1BB1 red")
    assert corner_costs.corner_of(position, "d1") == "A"
    empty = read_position("poly-y:corners=5,size=5 1/5/10/15/20 red")
    assert corner_costs.corner_of(empty, "a4b") in ("A", "B")
