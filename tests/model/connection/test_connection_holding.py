"""Groups, and who holds what: random pyramids against the rules read literally."""

import itertools

import numpy as np
import pytest

from model.boards.lattice import CORNERS, FAR_WALLS, WALLS, PyramidLattice, pyramid
from model.connection import BLUE, NOBODY, RED, after, corner_state, groups, holders, pour


def random_position(
    lattice: PyramidLattice, rng: np.random.Generator, filled: float, share: float = 0.5
) -> tuple[np.ndarray, np.ndarray]:
    full = rng.random(len(lattice)) < filled
    red = rng.random(len(lattice)) < share
    return full & red, full & ~red


def flood(lattice: PyramidLattice, start: set[int], allowed: set[int]) -> set[int]:
    seen = start & allowed
    todo = list(seen)
    while todo:
        fresh = set(lattice.neighbours(todo.pop()).tolist()) & allowed - seen
        seen |= fresh
        todo += fresh
    return seen


def holds_by_the_rules(lattice: PyramidLattice, own: np.ndarray, corner: str) -> bool:
    """Every group in turn: does it meet every path from the corner, and a far wall?"""
    left = set(np.flatnonzero(own).tolist())
    everything = set(range(len(lattice)))
    far = set(np.flatnonzero(lattice.far_walls(corner)).tolist())
    while left:
        group = flood(lattice, {min(left)}, left)
        left -= group
        reached = flood(lattice, {lattice.corners[corner]}, everything - group)
        if not reached & far and group & far:
            return True
    return False


@pytest.mark.check
@pytest.mark.slow
@pytest.mark.parametrize("size", range(2, 8))
def test_holders_agree_with_the_rules_read_literally(size: int) -> None:
    rng = np.random.default_rng(size)
    lattice = pyramid(size)
    for filled in (0.4, 0.6, 0.8, 0.9, 1.0) * 6:
        red, blue = random_position(lattice, rng, filled, rng.choice([0.3, 0.5, 0.7]))
        held = holders(lattice, red, blue)
        for corner, who in zip(CORNERS, held, strict=True):
            by_red = holds_by_the_rules(lattice, red, corner)
            by_blue = holds_by_the_rules(lattice, blue, corner)
            assert not (by_red and by_blue)
            assert who == (RED if by_red else BLUE if by_blue else NOBODY)


@pytest.mark.parametrize("size", range(2, 13))
def test_a_full_pyramid_gives_each_corner_to_one_player(size: int) -> None:
    rng = np.random.default_rng(100 + size)
    lattice = pyramid(size)
    for _ in range(60):
        red, blue = random_position(lattice, rng, 1.0, rng.uniform(0.2, 0.8))
        held = holders(lattice, red, blue)
        assert set(held.tolist()) <= {RED, BLUE}
        assert ((held == RED).sum() >= 3) != ((held == BLUE).sum() >= 3)


def test_every_full_pyramid_of_size_2() -> None:
    lattice = pyramid(2)
    for colours in itertools.product((False, True), repeat=len(lattice)):
        red = np.array(colours)
        assert NOBODY not in holders(lattice, red, ~red)


@pytest.mark.parametrize("size", [2, 3, 5, 8])
def test_judging_a_move_agrees_with_judging_from_scratch(size: int) -> None:
    rng = np.random.default_rng(size)
    lattice = pyramid(size)
    nothing = np.zeros(len(lattice), bool)
    changes = 0
    for _ in range(6):
        own, held = nothing.copy(), np.zeros(5, bool)
        for site in rng.permutation(len(lattice)):
            now = after(lattice, own, int(site), held)
            own[site] = True
            assert (now == (holders(lattice, own, nothing) == RED)).all()
            changes += int((now != held).any())
            held = now
        assert held.all()
    assert changes >= 6


def test_masks_may_be_read_only() -> None:
    lattice = pyramid(3)
    own = np.ones(len(lattice), bool)
    own.flags.writeable = False
    assert (holders(lattice, own, ~own) == RED).all()
    assert after(lattice, own, 0, (False,) * 5).all()


@pytest.mark.parametrize("size", [2, 4, 7])
def test_groups(size: int) -> None:
    rng = np.random.default_rng(size)
    lattice = pyramid(size)
    for filled in (0.0, 0.2, 0.5, 0.9):
        balls = rng.random(len(lattice)) < filled
        parts = groups(lattice, balls)
        assert ((parts.labels >= 0) == balls).all()
        assert parts.sizes.sum() == balls.sum()
        left = set(np.flatnonzero(balls).tolist())
        for number in range(len(parts)):
            # Numbered by their first sites.
            group = flood(lattice, {min(left)}, left)
            left -= group
            assert parts.sites(number) == tuple(sorted(group))
            assert parts.sizes[number] == len(group)
            for bit, wall in enumerate(WALLS):
                touches = any(lattice.wall(wall)[site] for site in group)
                assert bool(parts.walls[number] >> bit & 1) == touches
        assert not left


def test_a_ball_on_the_corner_isolates_it_but_must_reach_a_far_wall() -> None:
    lattice = pyramid(4)
    own = np.zeros(len(lattice), bool)
    other = own.copy()
    for name in ("1a1", "1c1", "1e1"):
        own[lattice.index(name)] = True
        assert corner_state(lattice, own, other, "SW").kind == "isolates"
    own[lattice.index("1g1")] = True
    state = corner_state(lattice, own, other, "SW")
    assert state.kind == "holds"
    assert [lattice.names[site] for site in state.line] == ["1a1", "1c1", "1e1", "1g1"]
    assert state.wall == "east"
    assert corner_state(lattice, other, own, "SW").kind == "other"


def test_a_group_blocks_for_itself_only() -> None:
    # Red's corner ball and red's sheet are two groups; the sheet is the one that is anchored.
    lattice = pyramid(6)
    red = lattice.layers["SW"] == 2
    red[lattice.corners["SW"]] = True
    assert len(groups(lattice, red)) == 2
    nothing = np.zeros(len(lattice), bool)
    state = corner_state(lattice, red, nothing, "SW")
    assert state.kind == "isolates"
    assert lattice.corners["SW"] not in state.group
    assert FAR_WALLS["SW"] == ("east", "north")


def test_pouring_counts_steps_around_blockers() -> None:
    lattice = pyramid(5)
    nothing = np.zeros(len(lattice), bool)
    assert (pour(lattice, nothing, "SW") == lattice.layers["SW"]).all()
    sheet = lattice.layers["SW"] == 2
    steps = pour(lattice, sheet, "SW")
    assert ((steps >= 0) == (lattice.layers["SW"] < 2)).all()
    assert (pour(lattice, ~nothing, "apex") == -1).all()
