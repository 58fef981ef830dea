"""The pyramid lattice: touching balls in a square pyramid, written once for every stacked game.

Geometry after docs/rules/partition.md: point (x, y, z) has its centre at
(x + z/2, y + z/2, z/sqrt 2) ball diameters; neighbours are one diameter apart (face-centred cubic).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from model.boards.board import Board, IntArray, PlaneFamily

MIN_SIZE, MAX_SIZE = 2, 50
WALLS = ("base", "west", "east", "south", "north")
CORNERS = ("SW", "SE", "NW", "NE", "apex")
FAR_WALLS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "SW": ("east", "north"),
        "SE": ("west", "north"),
        "NW": ("east", "south"),
        "NE": ("west", "south"),
        "apex": ("base",),
    }
)
"""Walls not adjacent to a corner: where an anchored partition of it must touch."""

_STEPS = np.array(
    [
        (-1, 0, 0), (1, 0, 0), (0, -1, 0), (0, 1, 0),
        (-1, -1, 1), (0, -1, 1), (-1, 0, 1), (0, 0, 1),
        (0, 0, -1), (1, 0, -1), (0, 1, -1), (1, 1, -1),
    ],
    dtype=np.int32,
)  # fmt: skip
"""The twelve neighbour steps (dx, dy, dz): four on the level, four above, four below."""


def file_letters(number: int) -> str:
    """Write a file number (1, 2, ...) as a, b, ..., z, aa, ab, ... (bijective base 26)."""
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


@dataclass(frozen=True, eq=False)
class PyramidLattice(Board):
    """The board of a square pyramid of `size` levels; get one from `pyramid`.

    Attributes
    ----------
    size
        Balls along a base edge, N; the lattice has N(N+1)(2N+1)/6 points.
    xyz
        (n, 3) int32 lattice coordinates in site order.
    neighbour_table
        (n, 12) int32 neighbours by direction.
    supports
        (n, 4) int32 the four points a ball rests on, -1 on the base level.
    carried
        (n, 4) int32 the up to four points resting on this one, -1 where there is none.
    wall_bits
        (n,) uint8: bit k set when the point lies on ``WALLS[k]``.
    corners
        Name in `CORNERS` -> site.
    """

    ground: str = "dimpled slab"
    size: int = 0
    xyz: IntArray = field(default_factory=lambda: np.zeros((0, 3), np.int32))
    carried: IntArray = field(default_factory=lambda: np.zeros((0, 4), np.int32))
    wall_bits: npt.NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, np.uint8))

    def __post_init__(self) -> None:
        super().__post_init__()
        for array in (self.xyz, self.carried, self.wall_bits):
            array.flags.writeable = False

    def site_at(self, x: int, y: int, z: int) -> int | None:
        """Return the site at lattice point (x, y, z), or None outside the pyramid."""
        n = self.size
        side = n - z
        if not (0 <= z < n and 0 <= x < side and 0 <= y < side):
            return None
        return level_start(n, z) + y * side + x

    def wall(self, name: str) -> npt.NDArray[np.bool_]:
        """Return the (n,) mask of the points on a wall."""
        return (self.wall_bits >> WALLS.index(name) & 1).astype(bool)

    def far_walls(self, corner: str) -> npt.NDArray[np.bool_]:
        """Return the (n,) mask of the points on a far wall of `corner`."""
        bits = sum(1 << WALLS.index(wall) for wall in FAR_WALLS[corner])
        mask: npt.NDArray[np.bool_] = (self.wall_bits & bits) != 0
        return mask


def level_start(size: int, z: int) -> int:
    """Return the site number of the first point of level index `z` (0 = base)."""

    def squares(k: int) -> int:
        return k * (k + 1) * (2 * k + 1) // 6

    return squares(size) - squares(size - z)


@lru_cache(maxsize=16)
def pyramid(size: int) -> PyramidLattice:
    """Return the lattice of a pyramid with `size` balls along a base edge.

    Raises
    ------
    ValueError
        When `size` is not between 2 and 50.
    """
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise ValueError(f"a pyramid has a size from {MIN_SIZE} to {MAX_SIZE}, not {size}")
    n = size
    blocks = []
    for level in range(n):
        y, x = np.mgrid[0 : n - level, 0 : n - level]
        blocks.append(np.stack([x.ravel(), y.ravel(), np.full(x.size, level)], axis=1))
    xyz = np.concatenate(blocks).astype(np.int32)
    x, y, z = xyz.T
    centres = np.stack([x + z / 2, y + z / 2, z / np.sqrt(2)], axis=1).astype(np.float64)

    table = sites_at(n, xyz[:, None, :] + _STEPS[None, :, :])
    touching = table >= 0
    indptr = np.concatenate([[0], np.cumsum(touching.sum(axis=1))]).astype(np.int32)
    order = np.sort(np.where(touching, table, len(xyz)), axis=1)
    indices = order[order < len(xyz)].astype(np.int32)

    below = np.array([(0, 0, -1), (1, 0, -1), (0, 1, -1), (1, 1, -1)], np.int32)
    supports = sites_at(n, xyz[:, None, :] + below)
    carried = sites_at(n, xyz[:, None, :] - below)

    layers = _layers(n, xyz)
    wall_bits = np.zeros(len(xyz), np.uint8)
    for bit, wall in enumerate(WALLS):
        wall_bits |= ((layers[wall] == 0) << bit).astype(np.uint8)
    return PyramidLattice(
        names=tuple(
            f"{c + 1}{file_letters(2 * a + c + 1)}{2 * b + c + 1}" for a, b, c in xyz.tolist()
        ),
        centres=centres,
        indptr=indptr,
        indices=indices,
        layers=layers,
        planes=_planes(n),
        size=n,
        xyz=xyz,
        neighbour_table=table,
        supports=supports,
        carried=carried,
        wall_bits=wall_bits,
        corners={name: int(np.flatnonzero(layers[name] == 0)[0]) for name in CORNERS},
    )


def sites_at(size: int, points: IntArray) -> IntArray:
    """Return the site numbers of lattice points (..., 3), -1 outside the pyramid."""
    x, y, z = points[..., 0], points[..., 1], points[..., 2]
    side = size - z
    inside = (z >= 0) & (x >= 0) & (y >= 0) & (x < side) & (y < side)
    starts = np.array([level_start(size, k) for k in range(size + 1)], np.int32)
    first = starts[np.clip(z, 0, size)]
    return np.where(inside, first + y * side + x, -1).astype(np.int32)


def _layers(size: int, xyz: IntArray) -> dict[str, IntArray]:
    """The layers of a pyramid by name, (n,) int32 each: numbers of planes, distances from walls."""
    x, y, z = xyz.T
    last = size - 1
    east, north = last - z - x, last - z - y
    distances = (z, x, east, y, north)
    layers = {
        "level": z + 1,
        "file": 2 * x + z + 1,
        "rank": 2 * y + z + 1,
        "shell": np.minimum.reduce(distances),
        **dict(zip(WALLS, distances, strict=True)),
        # The distance in steps from a base corner is the number of its diagonal plane.
        "SW": x + y + z,
        "SE": east + y + z,
        "NW": x + north + z,
        "NE": east + north + z,
        "apex": last - z,
        "diag": x - y,
        "anti": x + y + z - last,
    }
    return {name: layer.astype(np.int32) for name, layer in layers.items()}


def _planes(size: int) -> dict[str, PlaneFamily]:
    """The plane families of a pyramid, named as the layers they run through.

    Numbers: level, file and rank as in site names; walls count layers away from the wall; diag and
    anti are 0 on the plane through the apex and two opposite corners (diag: SW-NE, growing to the
    south-east; anti: SE-NW, growing to the north-east).
    """
    half, up = 0.5, 1 / np.sqrt(2)
    span = float(size - 1)
    slant, lean = float(np.sqrt(2 / 3)), float(np.sqrt(1 / 3))
    top = 2 * size - 1

    def family(
        name: str,
        origin: tuple[float, float, float],
        normal: tuple[float, float, float],
        spacing: float,
        first: int,
        last: int,
    ) -> PlaneFamily:
        return PlaneFamily(name, origin, normal, float(spacing), first, last)

    return {
        "level": family("level", (0, 0, -up), (0, 0, 1), up, 1, size),
        "file": family("file", (-half, 0, 0), (1, 0, 0), half, 1, top),
        "rank": family("rank", (0, -half, 0), (0, 1, 0), half, 1, top),
        "base": family("base", (0, 0, 0), (0, 0, -1), -up, 0, size - 1),
        "west": family("west", (0, 0, 0), (-slant, 0, lean), -slant, 0, size - 1),
        "east": family("east", (span, 0, 0), (slant, 0, lean), -slant, 0, size - 1),
        "south": family("south", (0, 0, 0), (0, -slant, lean), -slant, 0, size - 1),
        "north": family("north", (0, span, 0), (0, slant, lean), -slant, 0, size - 1),
        "diag": family("diag", (0, 0, 0), (up, -up, 0), up, 1 - size, size - 1),
        "anti": family("anti", (span / 2, span / 2, 0), (up, up, 0), up, 1 - size, size - 1),
    }
