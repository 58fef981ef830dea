"""The board: a named set of sites in space, with its layers and its planes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int32]
FloatArray = npt.NDArray[np.float64]


def square_maps(places: IntArray, last: IntArray | int) -> npt.NDArray[np.int64]:
    """Return (8, n) where each place comes to lie by the symmetries of the square, identity first.

    Parameters
    ----------
    places
        (n, 2) file and rank of each from 0 on, or (n, 3) with its level besides.
    last
        The last file and rank there are beside each place: (n,), or one number for all.
    """
    x, y, *levels = places.T
    at = {tuple(place): number for number, place in enumerate(places.tolist())}
    found = []
    for file, rank in ((x, y), (last - x, y)):
        for _ in range(4):
            turned = np.stack([file, rank, *levels], axis=1).tolist()
            found.append([at[tuple(place)] for place in turned])
            file, rank = last - rank, file
    return np.array(found, np.int64)


@dataclass(frozen=True)
class PlaneFamily:
    """Parallel planes through the sites, numbered the way the board counts them.

    Attributes
    ----------
    name
        What commands and files call the family (``"level"``, ``"west"``, ...).
    origin
        A point on plane number 0, in ball diameters.
    normal
        Unit vector. A cut removes the side it points to.
    spacing
        Distance between planes ``k`` and ``k + 1`` *along the normal*; negative when the numbers
        fall in that direction (wall families: the normal points to the wall, numbers count away
        from it).
    first, last
        Numbers of the outermost planes that hold a site.
    """

    name: str
    origin: tuple[float, float, float]
    normal: tuple[float, float, float]
    spacing: float
    first: int
    last: int

    def offset(self, at: float) -> float:
        """Return d of the plane ``normal . p = d`` that carries number `at`."""
        return float(np.dot(self.origin, self.normal)) + at * self.spacing


@dataclass(frozen=True)
class Decoration:
    """What is printed on a board, or built there, and is no piece.

    Attributes
    ----------
    site
        Where.
    shape
        What it looks like, a name the viewer draws pieces by; "" for a text alone.
    tone
        "light", "dark" or "accent".
    text
        What is written there.
    """

    site: int
    shape: str = ""
    tone: str = "light"
    text: str = ""


@dataclass(frozen=True, eq=False)
class Board:
    """An immutable set of named sites. Compared by identity: boards are cached, one a shape.

    Attributes
    ----------
    names
        The n site names in site order (level, rank, file).
    centres
        (n, 3) float64, ball diameters; x grows east, y north, z up.
    indptr, indices
        Neighbours in CSR form: those of site i are ``indices[indptr[i]:indptr[i + 1]]``, sorted.
    layers
        Name -> (n,) integers a site: ``level`` counts from 1, every distance from 0.
    planes
        Name -> plane family. Views, panels and the command line know only the names in `layers`
        and `planes`, never a particular board.
    ground
        What the sites lie on, a name the viewer draws by: "dimpled slab" for touching balls,
        "terraces" for steps of stone, "squares" for a pitch whose `neighbour_table` counts north,
        east, south, west, "hexes" for a map of six-sided spaces, two sides of each to the east and
        west, "cells" for a plain whose sites form triangles within a convex outline, each with at
        most eight neighbours and sides of the board, "tiles" for anything else.
    corners
        Corner name -> site, where corners have names.
    rim
        Name of a side -> its sites from one corner to the next, where sides have names.
    victory
        Sites that are marked as those to be reached, ascending; every symmetry keeps them.
    supports
        (n, k) int32 the sites a piece rests on, -1 for the ground; (n, 0) on boards where nothing
        rests on anything.
    neighbour_table
        (n, d) int32 neighbours by direction, -1 where the board ends; the order of directions is
        the same for every site. (n, 0) on boards without directions.
    edges
        Sites that are no spaces but borders, which carry things: site -> (the space it belongs to,
        the space beyond). Each side of a border is a site of its own, a little on its own side.
    decoration
        What is printed or built on the board.
    """

    names: tuple[str, ...]
    centres: FloatArray
    indptr: IntArray
    indices: IntArray
    layers: Mapping[str, IntArray]
    planes: Mapping[str, PlaneFamily]
    ground: str = "tiles"
    corners: Mapping[str, int] = field(default_factory=dict)
    rim: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    victory: tuple[int, ...] = ()
    supports: IntArray = field(default_factory=lambda: np.zeros((0, 0), np.int32))
    neighbour_table: IntArray = field(default_factory=lambda: np.zeros((0, 0), np.int32))
    edges: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    decoration: tuple[Decoration, ...] = ()
    _index: Mapping[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        nothing = np.zeros((len(self.names), 0), np.int32)
        if not self.supports.size:
            object.__setattr__(self, "supports", nothing)
        if not self.neighbour_table.size:
            object.__setattr__(self, "neighbour_table", nothing)
        self.centres.flags.writeable = False
        for array in (
            self.indptr,
            self.indices,
            self.supports,
            self.neighbour_table,
            *self.layers.values(),
        ):
            array.flags.writeable = False
        object.__setattr__(self, "layers", MappingProxyType(dict(self.layers)))
        object.__setattr__(self, "planes", MappingProxyType(dict(self.planes)))
        object.__setattr__(self, "corners", MappingProxyType(dict(self.corners)))
        object.__setattr__(self, "rim", MappingProxyType(dict(self.rim)))
        object.__setattr__(self, "edges", MappingProxyType(dict(self.edges)))
        object.__setattr__(self, "_index", {name: i for i, name in enumerate(self.names)})

    @property
    def is_stacked(self) -> bool:
        """Whether pieces rest on one another."""
        return bool(self.supports.size)

    def __len__(self) -> int:
        return len(self.names)

    def index(self, name: str) -> int:
        """Return the number of the site called `name`; KeyError when the board has none."""
        return self._index[name]

    def __contains__(self, name: object) -> bool:
        return name in self._index

    def neighbours(self, site: int) -> IntArray:
        """Return the sites that touch `site`, ascending."""
        return self.indices[self.indptr[site] : self.indptr[site + 1]]

    def linked(self, values: IntArray, site: int) -> npt.NDArray[np.bool_]:
        """Return the (n,) mask of the sites linked to `site` by sites of the same value."""
        mask = np.zeros(len(self), bool)
        edge: npt.NDArray[np.intp] = np.array([site])
        mask[edge] = True
        while len(edge):
            near = np.concatenate([self.neighbours(int(at)) for at in edge])
            edge = np.unique(near[(values[near] == values[site]) & ~mask[near]])
            mask[edge] = True
        return mask
