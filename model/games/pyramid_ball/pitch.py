"""The pitch: 7 files and 8 rows of squares, its directions, and where pieces begin.

The squares that a pass crosses.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from model.boards.board import Board, PlaneFamily

FILES: Final = 7
RANKS: Final = 8
TEAMS: Final = ("A", "B")
SIZES: Final = ("L", "M", "S")
"""Sorted, as pieces are: AL, AM, AS, BL, BM, BS are numbered 0 to 5."""
PIECES: Final = tuple(team + size for team in TEAMS for size in SIZES)
DIRECTIONS: Final = "NESW"
STAND: Final = "."
GOALS: Final = (RANKS - 1, 0)
"""The row each team scores in, counted from 0."""

NAMES: Final = tuple(f"{file}{rank}" for rank in range(1, RANKS + 1) for file in "abcdefg")
_EAST_NORTH: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))


def _beside(site: int, east: int, north: int) -> int:
    file, rank = site % FILES + east, site // FILES + north
    inside = 0 <= file < FILES and 0 <= rank < RANKS
    return rank * FILES + file if inside else -1


NEXT: Final = tuple(
    tuple(_beside(site, east, north) for east, north in _EAST_NORTH)
    for site in range(FILES * RANKS)
)
"""The square beside a square in each direction, -1 beyond the edge."""
START: Final = tuple(NAMES.index(name) for name in ("b3", "d4", "f3", "b6", "d5", "f6"))
"""Where the pieces stand at the start, in the order of `PIECES`."""


def team_of(piece: int) -> int:
    """Return the team of a piece: 0 A, 1 B."""
    return piece // len(SIZES)


def rank_of(site: int) -> int:
    """Return the row of a square, counted from 0."""
    return site // FILES


@cache
def pitch() -> Board:
    """Return the board."""
    sites = np.arange(FILES * RANKS, dtype=np.int32)
    file, rank = sites % FILES, sites // FILES
    table = np.array(NEXT, np.int32)
    beside = [sorted(other for other in row if other >= 0) for row in NEXT]
    walls = {"west": file, "east": FILES - 1 - file, "south": rank, "north": RANKS - 1 - rank}
    layers = {"level": np.ones_like(file), "file": file + 1, "rank": rank + 1}
    layers |= {"shell": np.minimum.reduce(list(walls.values())), **walls}
    across, along = float(FILES - 1), float(RANKS - 1)
    planes = [
        PlaneFamily("level", (0.0, 0.0, -1.0), (0.0, 0.0, 1.0), 1.0, 1, 1),
        PlaneFamily("file", (-1.0, 0.0, 0.0), (1.0, 0.0, 0.0), 1.0, 1, FILES),
        PlaneFamily("rank", (0.0, -1.0, 0.0), (0.0, 1.0, 0.0), 1.0, 1, RANKS),
        PlaneFamily("west", (0.0, 0.0, 0.0), (-1.0, 0.0, 0.0), -1.0, 0, FILES - 1),
        PlaneFamily("east", (across, 0.0, 0.0), (1.0, 0.0, 0.0), -1.0, 0, FILES - 1),
        PlaneFamily("south", (0.0, 0.0, 0.0), (0.0, -1.0, 0.0), -1.0, 0, RANKS - 1),
        PlaneFamily("north", (0.0, along, 0.0), (0.0, 1.0, 0.0), -1.0, 0, RANKS - 1),
    ]
    return Board(
        names=NAMES,
        centres=np.stack([file, rank, np.zeros_like(file)], axis=1).astype(np.float64),
        indptr=np.cumsum([0, *map(len, beside)]).astype(np.int32),
        indices=np.array([site for few in beside for site in few], np.int32),
        layers=layers,
        planes={family.name: family for family in planes},
        neighbour_table=table,
        ground="squares",
        victory=tuple(site for site in range(len(NAMES)) if rank_of(site) in GOALS),
    )


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
