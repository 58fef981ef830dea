"""The squares that a pass crosses."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from model.games.pyramid_ball.pitch import FILES, RANKS


@cache
def crossed(source: int, target: int) -> tuple[int, ...]:
    """Return the squares whose inside the line between two centres meets, from the source on.

    Touching a corner is not crossing, and the two ends do not count. A square at offset (x, y) is
    crossed by the vector (dx, dy) when its centre is nearer to the line than half its width seen
    along it, which is ``2 |dx y - dy x| < |dx| + |dy|``, and when it lies in the box of the two
    centres.
    """
    dx = target % FILES - source % FILES
    dy = target // FILES - source // FILES
    found = []
    for site in range(FILES * RANKS):
        x, y = site % FILES - source % FILES, site // FILES - source // FILES
        between = min(0, dx) <= x <= max(0, dx) and min(0, dy) <= y <= max(0, dy)
        near = 2 * abs(dx * y - dy * x) < abs(dx) + abs(dy)
        if between and near and site not in (source, target):
            found.append((_entry(x, y, dx, dy), site))
    return tuple(site for _, site in sorted(found))


def _entry(x: int, y: int, dx: int, dy: int) -> Fraction:
    """Where on the way, from 0 to 1, the line enters the square."""
    times = [Fraction(2 * at * (1 if way > 0 else -1) - 1, 2 * abs(way))
             for at, way in ((x, dx), (y, dy)) if way]  # fmt: skip
    return max(times)
