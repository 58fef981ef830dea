"""Costs by brute force over all sets of balls, written apart from the lattice and the kernels."""

from functools import lru_cache

import numpy as np

from model.boards.lattice import CORNERS
from model.connection import Cost, WinCost


class Oracle:
    """Who holds what, from the words of the rules; a set of sites is an integer."""

    def __init__(self, size: int) -> None:
        m = size - 1
        self.points = [
            (x, y, z) for z in range(size) for y in range(size - z) for x in range(size - z)
        ]
        number = {p: i for i, p in enumerate(self.points)}
        self.n = len(self.points)
        self.near, self.supports = [], []
        for x, y, z in self.points:
            # Centres in half ball diameters: (2x + z, 2y + z, z times the root of 2).
            self.near.append(
                sum(
                    1 << i
                    for i, (a, b, c) in enumerate(self.points)
                    if (2 * a + c - 2 * x - z) ** 2
                    + (2 * b + c - 2 * y - z) ** 2
                    + 2 * (c - z) ** 2
                    == 4
                )
            )
            below = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)] if z else []
            self.supports.append(sum(1 << number[a, b, z - 1] for a, b in below))
        where = {
            "base": lambda x, y, z: z == 0,
            "west": lambda x, y, z: x == 0,
            "east": lambda x, y, z: x == m - z,
            "south": lambda x, y, z: y == 0,
            "north": lambda x, y, z: y == m - z,
        }
        wall = {
            name: sum(1 << i for i, p in enumerate(self.points) if test(*p))
            for name, test in where.items()
        }
        self.corners = {
            "SW": (number[0, 0, 0], wall["east"] | wall["north"]),
            "SE": (number[m, 0, 0], wall["west"] | wall["north"]),
            "NW": (number[0, m, 0], wall["east"] | wall["south"]),
            "NE": (number[m, m, 0], wall["west"] | wall["south"]),
            "apex": (number[0, 0, m], wall["base"]),
        }

    def flood(self, start: int, allowed: int) -> int:
        seen = front = start & allowed
        while front:
            fresh = 0
            for i in range(self.n):
                if front >> i & 1:
                    fresh |= self.near[i]
            front = fresh & allowed & ~seen
            seen |= front
        return seen

    def holds(self, own: int, corner: str) -> bool:
        site, far = self.corners[corner]
        everything = (1 << self.n) - 1
        left = own
        while left:
            group = self.flood(left & -left, left)
            left &= ~group
            if group & far and not self.flood(1 << site, everything & ~group) & far:
                return True
        return False


@lru_cache(maxsize=4)
def oracle(size: int) -> Oracle:
    return Oracle(size)


@lru_cache(maxsize=4)
def table(size: int) -> np.ndarray:
    """(2^n,) bits of the corners that each set of own balls holds."""
    rules = oracle(size)
    return np.array(
        [
            sum(1 << k for k, corner in enumerate(CORNERS) if rules.holds(own, corner))
            for own in range(1 << rules.n)
        ]
    )


def cheapest(
    size: int, own: int, other: int, stacking: bool
) -> tuple[list[int | None], int | None]:
    """The least further balls for each corner and for any three, over all sets of own balls."""
    rules = oracle(size)
    sets = np.arange(1 << rules.n)
    sets = sets[(sets & own == own) & (sets & other == 0)]
    if stacking:
        for site, under in enumerate(rules.supports):
            stands = (sets | other) & under == under
            sets = sets[(sets >> site & 1 == 0) | bool(own >> site & 1) | stands]
    prices = np.bitwise_count(sets) - own.bit_count()
    held = table(size)[sets]

    def least(good: np.ndarray) -> int | None:
        return int(prices[good].min()) if good.any() else None

    return [least(held >> k & 1 == 1) for k in range(5)], least(np.bitwise_count(held) >= 3)


def as_int(mask: np.ndarray) -> int:
    return sum(1 << int(site) for site in np.flatnonzero(mask))


def as_mask(bits: int, n: int) -> np.ndarray:
    return np.array([bool(bits >> site & 1) for site in range(n)])


# --- positions and checks -------------------------------------------------------------------------


def set_up(
    size: int, rng: np.random.Generator, filled: float, share: float, stacking: bool
) -> tuple[np.ndarray, np.ndarray]:
    rules = oracle(size)
    full = 0
    order = rng.permutation(rules.n).tolist()
    wanted = int(filled * rules.n)
    while full.bit_count() < wanted:
        order = [site for site in order if not full >> site & 1]
        free = (s for s in order if not stacking or full & rules.supports[s] == rules.supports[s])
        full |= 1 << next(free)
        rng.shuffle(order)
    balls = as_mask(full, rules.n)
    mine = rng.random(rules.n) < share
    return balls & mine, balls & ~mine


def check_plan(
    size: int,
    own: np.ndarray,
    other: np.ndarray,
    corners: tuple[str, ...],
    answer: Cost | WinCost,
    stacking: bool,
) -> None:
    """Play the plan in its order; at the end, and no sooner unless it is a bound, all are held."""
    rules = oracle(size)
    assert answer.n == len(answer.plan)
    now = as_int(own)
    for at, site in enumerate(answer.plan):
        full = now | as_int(other)
        assert not full >> site & 1
        if stacking:
            assert full & rules.supports[site] == rules.supports[site]
        if answer.exact and at == answer.n - 1:
            assert not all(rules.holds(now, corner) for corner in corners)
        now |= 1 << site
    assert all(rules.holds(now, corner) for corner in corners)
