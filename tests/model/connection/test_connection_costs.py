"""Costs against brute force over all subsets, written apart from the lattice and the kernels."""

import itertools

import numpy as np
import pytest
from price_oracle import as_int, cheapest, check_plan, oracle, set_up

from model.boards.lattice import CORNERS, pyramid
from model.connection import cost, win_cost


def positions(
    sizes: tuple[int, ...], count: int, seed: int
) -> list[tuple[int, np.ndarray, np.ndarray, bool]]:
    rng = np.random.default_rng(seed)
    found = []
    for size in sizes:
        for _ in range(count):
            stacking = bool(rng.integers(2))
            filled, share = rng.choice([0.1, 0.3, 0.45, 0.6, 0.8]), rng.choice([0.5, 0.3, 0.15])
            found.append((size, *set_up(size, rng, filled, share, stacking), stacking))
    return found


# --- tests ----------------------------------------------------------------------------------------


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("stacking", [False, True], ids=["free", "stacking"])
def test_costs_are_those_of_brute_force(stacking: bool) -> None:
    rng = np.random.default_rng(3 + stacking)
    for round_ in range(600):
        size = 2 if round_ % 8 == 0 else 3
        lattice = pyramid(size)
        filled, share = rng.choice([0, 0.2, 0.4, 0.6, 0.9]), rng.choice([0.5, 0.3, 0.15])
        own, other = set_up(size, rng, filled, share, stacking)
        prices, win_price = cheapest(size, as_int(own), as_int(other), stacking)
        for corner, price in zip(CORNERS, prices, strict=True):
            answer = cost(lattice, own, other, corner, stacking=stacking)
            # Impossible exactly when the opponent holds it.
            assert (price is None) == oracle(size).holds(as_int(other), corner)
            if price is None:
                assert answer is None
                continue
            assert answer is not None
            assert (answer.n, answer.exact) == (price, True)
            check_plan(size, own, other, (corner,), answer, stacking)
        win = win_cost(lattice, own, other, stacking=stacking)
        if win_price is None:
            assert win is None
            continue
        assert win is not None
        assert (win.n, win.exact) == (win_price, True)
        assert len(set(win.corners)) == 3
        check_plan(size, own, other, win.corners, win, stacking)


@pytest.mark.slow
def test_small_costs_of_size_4_are_those_of_brute_force() -> None:
    rules, lattice = oracle(4), pyramid(4)
    tried = 0
    for _, own, other, stacking in positions((4,), 60, seed=11):
        mine, theirs = as_int(own), as_int(other)
        empty = [site for site in range(rules.n) if not (mine | theirs) >> site & 1]
        for corner in CORNERS:
            answer = cost(lattice, own, other, corner, stacking=stacking)
            if answer is None or not 0 < answer.n <= 3:
                continue
            assert answer.exact
            tried += 1
            for k in range(answer.n):
                for chosen in itertools.combinations(empty, k):
                    now = mine | sum(1 << site for site in chosen)
                    if stacking:
                        full = now | theirs
                        if any(full & (u := rules.supports[s]) != u for s in chosen):
                            continue
                    assert not rules.holds(now, corner)
    assert tried > 60


@pytest.mark.check
@pytest.mark.slow
def test_every_plan_played_in_its_order_makes_its_corner_held() -> None:
    for size, own, other, stacking in positions((3, 4, 5, 6), 10, seed=5):
        lattice = pyramid(size)
        assert oracle(size).n == len(lattice)
        for mine, theirs in ((own, other), (other, own)):
            for corner in CORNERS:
                answer = cost(lattice, mine, theirs, corner, stacking=stacking)
                if answer is None:
                    assert oracle(size).holds(as_int(theirs), corner)
                else:
                    assert answer.exact or size > 4
                    check_plan(size, mine, theirs, (corner,), answer, stacking)
            win = win_cost(lattice, mine, theirs, stacking=stacking)
            held = sum(oracle(size).holds(as_int(theirs), corner) for corner in CORNERS)
            assert (win is None) == (held >= 3)
            if win is not None:
                check_plan(size, mine, theirs, win.corners, win, stacking)


@pytest.mark.slow
def test_costs_do_not_change_in_a_mirror() -> None:
    # The search goes through the mirrored position in quite another order.
    mirrored = {"SW": "SE", "SE": "SW", "NW": "NE", "NE": "NW", "apex": "apex"}
    for size, own, other, stacking in positions((4, 5, 6, 7), 8, seed=21):
        lattice = pyramid(size)
        sites = [lattice.site_at(size - 1 - z - x, y, z) for x, y, z in lattice.xyz.tolist()]
        mirror = np.array(sites, np.int64)
        for corner in CORNERS:
            here = cost(lattice, own, other, corner, stacking=stacking)
            there = cost(lattice, own[mirror], other[mirror], mirrored[corner], stacking=stacking)
            assert (here is None) == (there is None)
            if here is not None and there is not None and here.exact and there.exact:
                assert here.n == there.n
        win = win_cost(lattice, own, other, stacking=stacking)
        same = win_cost(lattice, own[mirror], other[mirror], stacking=stacking)
        if win is not None and same is not None and win.exact and same.exact:
            assert win.n == same.n


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_on_an_empty_stacking_pyramid_the_apex_costs_the_base(size: int) -> None:
    lattice = pyramid(size)
    nothing = np.zeros(len(lattice), bool)
    answer = cost(lattice, nothing, nothing, "apex", stacking=True)
    assert answer is not None
    assert (answer.n, answer.exact) == (size * size, True)
    assert all(lattice.wall("base")[site] for site in answer.plan)


@pytest.mark.parametrize("size", [8, 12])
def test_larger_stacking_pyramids_get_plans_no_dearer_than_a_line(size: int) -> None:
    lattice = pyramid(size)
    nothing = np.zeros(len(lattice), bool)
    answer = cost(lattice, nothing, nothing, "NE", stacking=True)
    assert answer is not None
    assert answer.n == size
    win = win_cost(lattice, nothing, nothing, stacking=True)
    assert win is not None
    assert win.n == 2 * size - 1


def test_a_stopped_search_still_answers_with_a_plan() -> None:
    for size, stacking in itertools.product((3, 6), (False, True)):
        lattice = pyramid(size)
        nothing = np.zeros(len(lattice), bool)
        for stop in (lambda: True, np.ones(1, np.uint8)):
            answer = cost(lattice, nothing, nothing, "SE", stacking=stacking, stop=stop)
            assert answer is not None
            assert not answer.exact
            check_plan(size, nothing, nothing, ("SE",), answer, stacking)
            win = win_cost(lattice, nothing, nothing, stacking=stacking, stop=stop)
            assert win is not None
            assert not win.exact
            check_plan(size, nothing, nothing, win.corners, win, stacking)


def test_a_search_looks_at_the_stop_again_and_again() -> None:
    lattice = pyramid(8)
    nothing = np.zeros(len(lattice), bool)
    asked = []

    def third_time() -> bool:
        asked.append(True)
        return len(asked) >= 3

    answer = win_cost(lattice, nothing, nothing, stacking=False, stop=third_time)
    assert len(asked) >= 3
    assert answer is not None
    assert not answer.exact
    quiet = np.zeros(1, np.uint8)
    answer = win_cost(pyramid(3), nothing[:14], nothing[:14], stacking=False, stop=quiet)
    assert answer is not None
    assert answer.exact


def test_with_more_effort_more_is_proved() -> None:
    lattice = pyramid(8)
    balls = np.random.default_rng(5).permutation(len(lattice))[:24]
    own, other = np.zeros((2, len(lattice)), bool)
    own[balls[:12]] = other[balls[12:]] = True
    for effort, proved in ((0.0, False), (0.0005, False), (1.0, True)):
        answer = cost(lattice, own, other, "SW", stacking=False, effort=effort)
        assert answer is not None
        assert answer.exact is proved
        assert answer.n >= 6
        check_plan(8, own, other, ("SW",), answer, False)
