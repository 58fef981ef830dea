"""The squares that a pass crosses."""

from __future__ import annotations

from functools import cache

from model.games.pyramid_ball.pitch import FILES


@cache
def crossed(source: int, target: int) -> tuple[int, ...]:
    """Return the squares whose inside the line between two centres meets, from the source on.

    Touching a corner is not crossing, and the two ends do not count. A square at offset (x, y) is
    crossed by the vector (dx, dy) when its centre is nearer to the line than half its width seen
    along it, which is ``2 |dx y - dy x| < |dx| + |dy|``, and when it lies in the box of the two
    centres.
    """
    rank, file = divmod(source, FILES)
    to_rank, to_file = divmod(target, FILES)
    across, up = abs(to_file - file), abs(to_rank - rank)
    found = []
    for x in range(across + 1):
        for y in range(up + 1):
            near = 2 * abs(across * y - up * x) < across + up
            if near and (x, y) not in ((0, 0), (across, up)):
                at_file = file + (x if to_file > file else -x)
                at_rank = rank + (y if to_rank > rank else -y)
                found.append((_entry(x, y, across, up), at_rank * FILES + at_file))
    return tuple(site for _, site in sorted(found))


def _entry(x: int, y: int, across: int, up: int) -> int:
    """How far along its way the line enters a square: in parts of ``1 / (2 across up)``.

    A line along a file or a rank has as many parts as twice its length.
    """
    return max((2 * x - 1) * max(up, 1) if across else 0, (2 * y - 1) * max(across, 1) if up else 0)
