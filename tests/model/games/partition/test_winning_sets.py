"""The smallest sets that reach a goal, and the games played on them."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from model.boards.lattice import CORNERS, pyramid
from model.connection import holders
from model.connection.groups import graph_of
from model.games.partition import prover
from model.games.partition.prover import BARRED, FREE, OWN, cheapest_way, holds, must_hit, sets_for
from model.search.maker_breaker import MakerBreaker, least


def tried_out(board, own, other, corners, most):
    """Every smallest set, found by trying all sets."""
    found = []
    empty = np.flatnonzero(~(own | other)).tolist()
    for size in range(most + 1):
        for sites in combinations(empty, size):
            points = sum(1 << site for site in sites)
            if any(points & one == one for one in found):
                continue
            with_them = own.copy()
            with_them[list(sites)] = True
            held = holders(board, with_them, other)
            if all(held[CORNERS.index(corner)] == 0 for corner in corners):
                found.append(points)
    return set(found)


@pytest.mark.parametrize("seed", range(60))
def test_the_sets_are_those_that_trying_finds(seed):
    rng = Random(seed)
    board = pyramid(rng.choice([2, 3, 3, 4]))
    balls = rng.randint(0, len(board) // 2)
    sites = rng.sample(range(len(board)), 2 * balls)
    own, other = np.zeros(len(board), bool), np.zeros(len(board), bool)
    own[sites[:balls]] = True
    other[sites[balls:]] = True
    corners = rng.sample(CORNERS, rng.choice([1, 1, 2, 3]))
    most = rng.choice([1, 2, 3])
    found = sets_for(board, own, other, corners, most, lambda: None)
    assert set(least(found)) == tried_out(board, own, other, corners, most)


def plays_out(sets, made, broken, moves, points, to_move):
    """Maker-Breaker by definition."""
    if any(one & ~made == 0 for one in sets):
        return True
    free = [p for p in points if not p & (made | broken)]
    if to_move:
        return moves > 0 and any(
            plays_out(sets, made | p, broken, moves - 1, points, False) for p in free
        )
    if not free:
        return False
    return all(plays_out(sets, made, broken | p, moves, points, True) for p in free)


@pytest.mark.parametrize("seed", range(80))
def test_maker_wins_where_playing_it_out_says_so(seed):
    rng = Random(seed)
    points = [1 << k for k in range(7)]
    sets = [sum(rng.sample(points, rng.choice([2, 2, 3, 3, 4]))) for _ in range(rng.randint(2, 9))]
    for moves in (1, 2, 3, 4):
        for to_move in (True, False):
            found = MakerBreaker(sets, lambda: None).maker_wins(0, 0, moves, to_move=to_move)
            assert found == plays_out(sets, 0, 0, moves, points, to_move)


def needed_one_by_one(board, status, corner):
    """What the other side needs to hold a corner: every free point taken away alone, from above."""
    mask = (status != OWN).astype(np.uint8)
    needed = []
    for site in range(len(board) - 1, -1, -1):
        if status[site] == FREE:
            mask[site] = 0
            if not holds(graph_of(board), mask, corner):
                mask[site] = 1
                needed.append(site)
    return needed


def test_points_taken_away_in_blocks_leave_the_same_as_one_by_one():
    wrapped = 0
    for seed in range(60):
        rng = Random(seed)
        board = pyramid(rng.choice([4, 5, 6, 7]))
        corner = rng.randrange(5)
        status = np.zeros(len(board), np.uint8)
        steps = board.layers.get(CORNERS[corner], board.layers["level"][::-1])
        status[np.isin(steps, (1, 2))] = OWN  # a sheet around the corner that reaches no far wall
        for site in rng.sample(range(len(board)), len(board) // 4):
            if status[site] == FREE and steps[site] > 3:
                status[site] = BARRED
        graph = graph_of(board)
        closed, way = np.zeros(len(board), np.uint8), np.empty(len(board), np.int32)
        if cheapest_way(graph, status, closed, corner, way) >= 0:
            continue
        price = must_hit(graph, status, corner, 9, way)
        if price > 0:
            wrapped += 1
            assert way[:price].tolist() == needed_one_by_one(board, status, corner)
    assert wrapped > 20


@pytest.mark.parametrize("size", [4, 12, 20])
def test_a_large_pyramid_is_left_as_soon_as_a_small_one(monkeypatch, size):
    """What is done between two looks at the stop function does not grow with the pyramid."""
    asked = []
    enumerate_sets = prover.enumerate_sets

    def noted(*given):
        asked.append(given[-1])
        return enumerate_sets(*given)

    monkeypatch.setattr(prover, "enumerate_sets", noted)
    board = pyramid(size)
    nothing = np.zeros(len(board), bool)
    sets_for(board, nothing, nothing, ["SW"], 1, lambda: None)
    assert 1 <= asked[0] <= max(1, 12_000 // len(board))
