"""The smallest sets that reach a goal, and the games played on them."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from model.connection import holders
from model.games.partition.winning_sets import sets_for
from model.lattice import CORNERS, pyramid
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
