"""Terraced boards: square fields at whole heights, read from data and checked.

Heights, victory fields and starting stones follow docs/rules/pyramid.md; the shipped boards lie in
model/games/pyramid/boards.json.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from model.boards.board import Board, IntArray, PlaneFamily
from model.boards.lattice import file_letters
from model.phrases import shown

MIN_SIDE, MAX_SIDE = 3, 19
MAX_LEVEL = 9
STEP = 0.4
"""Height of a terrace, in field widths."""


class TerraceError(ValueError):
    """A board that makes no sense; the text says why in one sentence."""


@dataclass(frozen=True)
class Terrace:
    """A terraced board as data.

    Attributes
    ----------
    name
        "" for a board that is not shipped.
    levels
        Rows of digits, rank 1 first, file a first.
    victory
        Names of the victory fields in site order.
    needed
        Victory fields that win.
    white, black
        Names of the fields the stones start on; () means the whole first and last rank.
    """

    name: str
    levels: tuple[str, ...]
    victory: tuple[str, ...]
    needed: int
    white: tuple[str, ...] = ()
    black: tuple[str, ...] = ()

    @property
    def side(self) -> int:
        """Fields along an edge."""
        return len(self.levels)

    def bare(self) -> Terrace:
        """Return the board without the fields the stones start on."""
        return replace(self, white=(), black=())


@dataclass(frozen=True, eq=False)
class TerraceBoard(Board):
    """The board of a `Terrace`; get one from `terrace_board`.

    Attributes
    ----------
    terrace
        The data it was made from.
    height
        (n,) int32 level of each field, 0 lowest, in site order (rank, file).
    victory
        Sites of the victory fields.
    """

    ground: str = "terraces"
    terrace: Terrace = Terrace("", (), (), 0)
    height: IntArray = field(default_factory=lambda: np.zeros(0, np.int32))

    @property
    def side(self) -> int:
        """Fields along an edge."""
        return self.terrace.side


def field_name(site: int, side: int) -> str:
    """Return file letter and rank of a site."""
    return f"{file_letters(site % side + 1)}{site // side + 1}"


def checked(terrace: Terrace) -> Terrace:
    """Return the board with its victory fields in site order; TerraceError when it is none."""
    side = terrace.side
    if not MIN_SIDE <= side <= MAX_SIDE:
        raise TerraceError(f"a board has {MIN_SIDE} to {MAX_SIDE} ranks, not {side}")
    for rank, row in enumerate(terrace.levels, start=1):
        if len(row) != side:
            raise TerraceError(f"rank {rank} has {len(row)} levels: a square board has {side}")
        if not (row.isascii() and row.isdigit()):
            raise TerraceError(
                f"rank {rank} is {shown(row)}: levels are digits from 0 to {MAX_LEVEL}"
            )
    fields = {field_name(site, side): site for site in range(side * side)}
    for what, names in (
        ("victory field", terrace.victory),
        ("white start", terrace.white),
        ("black start", terrace.black),
    ):
        for name in names:
            if name not in fields:
                raise TerraceError(f"{what} {shown(name)} is not on a board of {side} ranks")
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise TerraceError(f"{what} {twice} is named twice")
    if not terrace.victory:
        raise TerraceError("a board has at least one victory field")
    if not 1 <= terrace.needed <= len(terrace.victory):
        raise TerraceError(
            f"{terrace.needed} victory fields cannot be needed: the board has "
            f"{len(terrace.victory)}"
        )
    both = set(terrace.white) & set(terrace.black)
    if both:
        raise TerraceError(f"both sides start on {min(both)}")
    victory = tuple(sorted(terrace.victory, key=lambda name: fields[name]))
    return Terrace(
        terrace.name, terrace.levels, victory, terrace.needed, terrace.white, terrace.black
    )


@lru_cache(maxsize=16)
def terrace_board(terrace: Terrace) -> TerraceBoard:
    """Return the board of checked data."""
    side = terrace.side
    height = np.array([int(c) for row in terrace.levels for c in row], np.int32)
    rank, file = np.divmod(np.arange(side * side, dtype=np.int32), side)
    centres = np.stack([file, rank, height * STEP], axis=1).astype(np.float64)
    lists = [list(_beside(site, side)) for site in range(side * side)]
    indptr = np.concatenate([[0], np.cumsum([len(few) for few in lists])]).astype(np.int32)
    names = tuple(field_name(site, side) for site in range(side * side))
    west, south = file, rank
    east, north = side - 1 - file, side - 1 - rank
    walls = {"west": west, "east": east, "south": south, "north": north}
    layers = {
        "level": height + 1,
        "file": file + 1,
        "rank": rank + 1,
        "shell": np.minimum.reduce(list(walls.values())),
        **walls,
        "SW": west + south,
        "SE": east + south,
        "NW": west + north,
        "NE": east + north,
        "diag": file - rank,
        "anti": file + rank - (side - 1),
    }
    index = {name: site for site, name in enumerate(names)}
    return TerraceBoard(
        names=names,
        centres=centres,
        indptr=indptr,
        indices=np.array([site for few in lists for site in few], np.int32),
        layers={name: layer.astype(np.int32) for name, layer in layers.items()},
        planes=_planes(side, int(height.max())),
        terrace=terrace,
        height=height,
        victory=tuple(index[name] for name in terrace.victory),
    )


def _beside(site: int, side: int) -> Iterator[int]:
    """Orthogonal neighbours, ascending."""
    rank, file = divmod(site, side)
    if rank > 0:
        yield site - side
    if file > 0:
        yield site - 1
    if file < side - 1:
        yield site + 1
    if rank < side - 1:
        yield site + side


def _planes(side: int, top: int) -> Mapping[str, PlaneFamily]:
    """Plane families: levels, files, ranks, the walls (upright here) and the diagonals."""
    span, slant = float(side - 1), float(np.sqrt(0.5))
    rows: list[tuple[str, tuple[float, ...], tuple[float, ...], float, int, int]] = [
        ("level", (0, 0, -STEP), (0, 0, 1), STEP, 1, top + 1),
        ("file", (-1, 0, 0), (1, 0, 0), 1, 1, side),
        ("rank", (0, -1, 0), (0, 1, 0), 1, 1, side),
        ("west", (0, 0, 0), (-1, 0, 0), -1, 0, side - 1),
        ("east", (span, 0, 0), (1, 0, 0), -1, 0, side - 1),
        ("south", (0, 0, 0), (0, -1, 0), -1, 0, side - 1),
        ("north", (0, span, 0), (0, 1, 0), -1, 0, side - 1),
        ("diag", (0, 0, 0), (slant, -slant, 0), slant, 1 - side, side - 1),
        ("anti", (span / 2, span / 2, 0), (slant, slant, 0), slant, 1 - side, side - 1),
    ]
    return MappingProxyType(
        {
            name: PlaneFamily(
                name,
                (float(o[0]), float(o[1]), float(o[2])),
                (float(n[0]), float(n[1]), float(n[2])),
                float(spacing),
                first,
                last,
            )
            for name, o, n, spacing, first, last in rows
        }
    )
