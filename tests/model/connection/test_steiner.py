"""Lower bounds of costs: never above the cost by brute force, and exact where they should be."""

import itertools

import numpy as np
import pytest
from price_oracle import as_int, cheapest, check_plan, oracle, set_up
from soaking import counts

from model.boards.lattice import CORNERS, FAR_WALLS, pyramid
from model.connection import cost, holders, win_cost
from model.connection.plan_search import Effort
from model.connection.steiner import corner_bound, edges, edges_at, win_bound


def endless() -> Effort:
    return Effort(1 << 62, None)


def check_bounds(
    size: int, own: np.ndarray, other: np.ndarray, prices: list[int | None], win: int | None
) -> tuple[int, int]:
    """Check all bounds of a position against what it costs; how many there were, and were exact."""
    lattice, cap = pyramid(size), len(pyramid(size))
    held = holders(lattice, own, other)
    bounds = exact = 0
    for at, corner in enumerate(CORNERS):
        if held[at] != -1:
            continue
        least = corner_bound(lattice, own, other, corner, cap, endless())
        price = prices[at]
        assert price is not None
        assert 0 < least.n <= price
        bounds += 1
        exact += least.n == price
        if least.plan is not None:
            assert int(least.plan.sum()) == least.n == prices[at]
            assert not (least.plan & (own | other)).any()
            assert oracle(size).holds(as_int(own | least.plan), corner)
    if (held == 0).sum() < 3 and (held == 1).sum() < 3:
        assert win is not None
        least = win_bound(lattice, own, other, cap, endless())
        assert 0 < least.n <= win
        bounds += 1
        exact += least.n == win
        if least.plan is not None:
            assert int(least.plan.sum()) == least.n == win
            assert not (least.plan & (own | other)).any()
            assert sum(oracle(size).holds(as_int(own | least.plan), c) for c in CORNERS) >= 3
    return bounds, exact


def test_an_edge_leads_from_its_corner_to_a_far_wall() -> None:
    for size in (2, 3, 7):
        lattice = pyramid(size)
        assert len(edges(lattice)) == 8
        for corner in CORNERS:
            at = [line for k, line in enumerate(edges(lattice)) if edges_at(corner) >> k & 1]
            assert len(at) == (4 if corner == "apex" else 3)
            for line in at:
                assert len(line) == size
                assert lattice.corners[corner] in line
                assert lattice.far_walls(corner)[line].any()
                steps = [len(set(lattice.neighbours(int(site))) & set(line)) for site in line]
                assert sorted(steps) == [1, 1, *[2] * (size - 2)]


def test_of_several_corners_an_edge_of_one_lies_on_a_far_wall_of_another() -> None:
    lattice = pyramid(5)
    for one, other in itertools.permutations(CORNERS, 2):
        walls = [lattice.wall(wall) for wall in FAR_WALLS[one]]
        at = [line for k, line in enumerate(edges(lattice)) if edges_at(other) >> k & 1]
        assert any(wall[line].all() for wall in walls for line in at)


def test_no_bound_of_size_2_is_above_the_cost_in_any_position() -> None:
    bounds = exact = 0
    for cells in itertools.product((0, 1, 2), repeat=5):
        own, other = (np.array(cells) == colour for colour in (1, 2))
        prices, win = cheapest(2, as_int(own), as_int(other), stacking=False)
        found = check_bounds(2, own, other, prices, win)
        bounds, exact = bounds + found[0], exact + found[1]
    assert bounds == exact == 718


@pytest.mark.check
@pytest.mark.slow
@counts(150, 6000)
def test_no_bound_of_size_3_is_above_the_cost_by_brute_force(count: int) -> None:
    rng = np.random.default_rng(count)
    bounds = exact = 0
    for number in range(count):
        filled, share = rng.choice([0, 0.1, 0.2, 0.3, 0.4, 0.6, 0.9]), rng.choice([0.5, 0.3, 0.8])
        stacking = number % 3 == 0
        own, other = set_up(3, rng, filled, share, stacking)
        # Stacking, a plan may cost more and never less.
        prices, win = cheapest(3, as_int(own), as_int(other), stacking)
        if stacking:
            free = cheapest(3, as_int(own), as_int(other), stacking=False)
            for price, loose in zip(prices, free[0], strict=True):
                assert price is None or (loose is not None and loose <= price)
            prices, win = free
        found = check_bounds(3, own, other, prices, win)
        bounds, exact = bounds + found[0], exact + found[1]
    assert exact > 0.95 * bounds


@counts(8, 1000)
def test_no_bound_of_size_4_is_above_the_cost_that_was_searched_to_the_end(count: int) -> None:
    rng, lattice = np.random.default_rng(count), pyramid(4)
    bounds = exact = 0
    for _ in range(count):
        # A win from the empty pyramid is not searched in a moment.
        filled, share = rng.choice([0.5, 0.6, 0.9]), rng.choice([0.5, 0.3, 0.8])
        own, other = set_up(4, rng, filled, share, stacking=False)
        found = [cost(lattice, own, other, corner, stacking=False) for corner in CORNERS]
        assert all(one is None or one.exact for one in found)
        win = win_cost(lattice, own, other, stacking=False)
        seen = check_bounds(
            4, own, other,
            [None if one is None else one.n for one in found], None if win is None else win.n,
        )  # fmt: skip
        bounds, exact = bounds + seen[0], exact + seen[1]
    assert exact > 0.85 * bounds


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 8, 9, 10, 20])
def test_the_empty_pyramid_is_bounded_by_what_it_costs(size: int) -> None:
    lattice = pyramid(size)
    nothing = np.zeros(len(lattice), bool)
    for corner in CORNERS:
        assert corner_bound(lattice, nothing, nothing, corner, 3 * size, endless()).n == size
    assert win_bound(lattice, nothing, nothing, 3 * size, endless()).n == 2 * size - 1


SIZES = [*range(2, 11), 12, 20, 30, pytest.param(50, marks=pytest.mark.soak)]


@pytest.mark.parametrize("size", SIZES)
def test_the_cost_of_an_empty_corner_and_of_a_win_is_exact(size: int) -> None:
    lattice = pyramid(size)
    nothing = np.zeros(len(lattice), bool)
    for corner in CORNERS:
        one = cost(lattice, nothing, nothing, corner, stacking=False)
        assert one is not None
        assert (one.n, one.exact) == (size, True)
        assert holds_all(size, one.plan, (corner,))
    win = win_cost(lattice, nothing, nothing, stacking=False)
    assert win is not None
    assert (win.n, win.exact) == (2 * size - 1, True)
    assert len(set(win.corners)) == 3
    assert holds_all(size, win.plan, win.corners)


def holds_all(size: int, plan: tuple[int, ...], corners: tuple[str, ...]) -> bool:
    """Whether balls on `plan` alone hold all of `corners`."""
    balls, nothing = np.zeros((2, len(pyramid(size))), bool)
    balls[list(plan)] = True
    held = holders(pyramid(size), balls, nothing)
    return all(held[CORNERS.index(corner)] == 0 for corner in corners)


def test_wins_are_proved_on_a_large_pyramid_with_balls() -> None:
    lattice, proved = pyramid(8), 0
    rng = np.random.default_rng(3)
    for _ in range(5):
        balls = rng.permutation(len(lattice))[:12]
        own, other = np.zeros((2, len(lattice)), bool)
        own[balls[:6]] = other[balls[6:]] = True
        win = win_cost(lattice, own, other, stacking=False)
        assert win is not None
        check_plan(8, own, other, win.corners, win, stacking=False)
        proved += win.exact
    assert proved >= 3


def test_a_bound_without_work_left_bounds_nothing() -> None:
    lattice = pyramid(6)
    nothing = np.zeros(len(lattice), bool)
    for effort in (Effort(0, None), Effort(1 << 62, lambda: True)):
        assert corner_bound(lattice, nothing, nothing, "SW", 20, effort).n == 0
        assert win_bound(lattice, nothing, nothing, 20, effort).n == 0
    half = Effort(2_000, None)
    assert win_bound(lattice, nothing, nothing, 20, half).n <= 11
    assert half.left <= 0
