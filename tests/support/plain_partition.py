"""Partition solved in plain Python, by docs/rules/partition.md alone: it shares no code with us.

Points are numbers of bits in whole numbers. Whether a side has won depends on its own balls alone,
so that is worked out once for each set of balls, by the words of the rules: groups, whether every
path from a corner to its far walls meets one, whether it touches a far wall itself.
"""

from collections.abc import Iterator
from functools import cache

WALLS_AT = {
    "SW": ("base", "west", "south"), "SE": ("base", "east", "south"),
    "NW": ("base", "west", "north"), "NE": ("base", "east", "north"),
    "apex": ("west", "east", "south", "north"),
}  # fmt: skip
FAR_WALLS = {
    "SW": ("east", "north"), "SE": ("west", "north"), "NW": ("east", "south"),
    "NE": ("west", "south"), "apex": ("base",),
}  # fmt: skip


class PlainPartition:
    """A pyramid of a size, and what positions of it are worth."""

    def __init__(self, size: int, stacking: bool) -> None:
        self.points = [
            (x, y, level)
            for level in range(size)
            for y in range(level, 2 * size - level, 2)
            for x in range(level, 2 * size - level, 2)
        ]
        """East and north in half balls, and levels up."""
        self.names = [f"{z + 1}{'abcdefg'[x]}{y + 1}" for x, y, z in self.points]
        self.near = [
            self._bits(
                b for b in self.points
                if (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + 2 * (a[2] - b[2]) ** 2 == 4
            )
            for a in self.points
        ]  # fmt: skip
        self.under = [
            self._bits(
                (x + i, y + j, z - 1) for i in (-1, 1) for j in (-1, 1) if stacking and z > 0
            )
            for x, y, z in self.points
        ]
        last = 2 * size - 2
        self.walls = {
            "base": self._bits(p for p in self.points if p[2] == 0),
            "west": self._bits(p for p in self.points if p[0] == p[2]),
            "east": self._bits(p for p in self.points if p[0] == last - p[2]),
            "south": self._bits(p for p in self.points if p[1] == p[2]),
            "north": self._bits(p for p in self.points if p[1] == last - p[2]),
        }
        self.full = (1 << len(self.points)) - 1
        self.images = [
            [self.points.index(image(*p, last)) for p in self.points]
            for image in (
                lambda x, y, z, m: (x, y, z), lambda x, y, z, m: (m - x, y, z),
                lambda x, y, z, m: (x, m - y, z), lambda x, y, z, m: (m - x, m - y, z),
                lambda x, y, z, m: (y, x, z), lambda x, y, z, m: (m - y, x, z),
                lambda x, y, z, m: (y, m - x, z), lambda x, y, z, m: (m - y, m - x, z),
            )
        ]  # fmt: skip
        self.has_won = cache(self._has_won)
        self.alike = cache(self._alike)
        self.plies = cache(self._plies)

    def _bits(self, points) -> int:
        return sum(1 << self.points.index(p) for p in points)

    def moves(self, own: int, other: int) -> Iterator[int]:
        """Yield the points where a ball may go, as bits."""
        for point, under in enumerate(self.under):
            bit = 1 << point
            if not (own | other) & bit and (own | other) & under == under:
                yield bit

    def spread(self, start: int, within: int) -> int:
        """The points of `within` that are linked to `start`."""
        reached = new = start & within
        while new:
            near = 0
            for point, touching in enumerate(self.near):
                if new >> point & 1:
                    near |= touching
            new = near & within & ~reached
            reached |= new
        return reached

    def groups(self, balls: int) -> Iterator[int]:
        """Yield the groups of the balls of a side."""
        while balls:
            group = self.spread(balls & -balls, balls)
            yield group
            balls &= ~group

    def holds(self, group: int, corner: str) -> bool:
        """Whether a group is an anchored partition for a corner."""
        (point,) = (
            p for p in range(len(self.points))
            if all(self.walls[wall] >> p & 1 for wall in WALLS_AT[corner])
        )  # fmt: skip
        far = self.walls[FAR_WALLS[corner][0]] | self.walls[FAR_WALLS[corner][-1]]
        return bool(group & far) and not self.spread(1 << point, self.full & ~group) & far

    def _has_won(self, balls: int) -> bool:
        groups = list(self.groups(balls))
        return sum(any(self.holds(one, corner) for one in groups) for corner in FAR_WALLS) >= 3

    def _alike(self, balls: int) -> tuple[int, ...]:
        """A set of balls as the eight symmetries turn it."""
        there = [p for p in range(len(self.points)) if balls >> p & 1]
        return tuple(sum(1 << image[p] for p in there) for image in self.images)

    def worth(self, own: int, other: int) -> int:
        """Plies to the end of a position that is not over: odd where the side to move wins."""
        return self.plies(*min(zip(self.alike(own), self.alike(other), strict=True)))

    def after(self, own: int, other: int, bit: int) -> int:
        """Plies to the end once the side to move has put a ball; 0 where that has won."""
        return 0 if self.has_won(own | bit) else self.worth(other, own | bit)

    def _plies(self, own: int, other: int) -> int:
        return best([self.after(own, other, bit) for bit in self.moves(own, other)])


def best(after: list[int]) -> int:
    """Plies to the end by those after each move: a winner is quick, a loser takes his time."""
    won = [plies + 1 for plies in after if plies % 2 == 0]
    return min(won) if won else max(after) + 1
