"""The board: a named set of sites in space, with its layers and its planes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int32]
FloatArray = npt.NDArray[np.float64]


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
    """

    names: tuple[str, ...]
    centres: FloatArray
    indptr: IntArray
    indices: IntArray
    layers: Mapping[str, IntArray]
    planes: Mapping[str, PlaneFamily]
    _index: Mapping[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.centres.flags.writeable = False
        for array in (self.indptr, self.indices, *self.layers.values()):
            array.flags.writeable = False
        object.__setattr__(self, "layers", MappingProxyType(dict(self.layers)))
        object.__setattr__(self, "planes", MappingProxyType(dict(self.planes)))
        object.__setattr__(self, "_index", {name: i for i, name in enumerate(self.names)})

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
