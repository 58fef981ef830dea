"""Where pieces on one field sit: on one another, or, where that cannot be, beside. Pure.

Scene, animation and pointer ask here, so that what is seen, moved and hit is the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from model.contract.game import Pieces
from viewer.picture.compose.ground import DISC_HALF

MARBLE = "marble"
"""A small ball that rides on what carries it; nothing stands on it."""
MARBLE_RADIUS = 0.19
TOKEN, HERO_TOKEN, CAMP = "token", "hero token", "camp"
"""Flat discs that lie round what is built on a space, the last one where somebody starts."""
COUNTED = frozenset({TOKEN, HERO_TOKEN, CAMP})
"""Shapes of which one stands for all pieces of a kind on a site, with their number beside it."""
TOKEN_RADII: Mapping[str, float] = MappingProxyType({TOKEN: 0.425, HERO_TOKEN: 0.345, CAMP: 0.425})
MAP_PYRAMID, MAP_PYRAMID_FOOT = "white pyramid", 0.215
"""A pyramid that is built on a space of a map, and half the width of its foot."""
_SUNK = 0.02
"""How deep a marble lies in what carries it."""
HEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "disc": 2 * DISC_HALF,
        "large pyramid": 0.90,
        "medium pyramid": 0.69,
        "small pyramid": 0.48,
        MARBLE: 2 * MARBLE_RADIUS,
        TOKEN: 0.07,
        HERO_TOKEN: 0.07,
        CAMP: 0.07,
        MAP_PYRAMID: 0.42,
        "black pyramid": 0.42,
        "ram": 0.56,
        "spikes": 0.50,
        "umbrella": 0.46,
    }
)
"""How high pieces are, by their shapes, in ball diameters; any other is as high as a ball."""
FEET: Mapping[str, float] = MappingProxyType(
    {"large pyramid": 0.40, "medium pyramid": 0.335, "small pyramid": 0.265}
)
"""Half the width of the foot of upright pieces."""
FLAT_TOP = 0.055
"""Half the width of their top, on which a marble comes to rest."""
ASIDE = (0.33, -0.33)
"""Where a marble lies on whose field another piece stands: in the corner that is seen."""

Seat = tuple[float, float, float]


def height_of(shape: str) -> float:
    """Return how high a piece of a shape is."""
    return HEIGHTS.get(shape, 1.0)


def drawn(shape: str, count: int) -> int:
    """Return how many pieces of a shape are drawn for as many on a site, piles apart."""
    return min(count, 1) if shape in COUNTED else count


def seats(pieces: Pieces, shapes: Sequence[str]) -> npt.NDArray[np.float64]:
    """Return (k, 3) where the foot of each piece is, from the middle of its field on the ground.

    Parameters
    ----------
    pieces
        The pieces of one site come one after another, the lowest first.
    shapes
        Of the kinds the pieces count by.
    """
    found = np.zeros((len(pieces.site), 3))
    filled: dict[int, float] = {}
    below: dict[int, int] = {}
    for row, (site, kind, count) in enumerate(
        zip(pieces.site.tolist(), pieces.kind.tolist(), pieces.count.tolist(), strict=True)
    ):
        shape = shapes[kind]
        under = filled.get(site, 0.0)
        if site in below:  # what lies there cannot carry: it makes room
            found[below.pop(site), :2] = ASIDE
        found[row, 2] = max(0.0, under - _SUNK) if shape == MARBLE else under
        if shape == MARBLE and not under:
            below[site] = row
        else:
            filled[site] = under + drawn(shape, count) * height_of(shape)
    return found


def seat_of(pieces: Pieces, shapes: Sequence[str], site: int, owner: int, kind: int) -> Seat:
    """Return where the foot of a piece is that stands somewhere; (0, 0, 0) where none does."""
    rows = np.flatnonzero((pieces.site == site) & (pieces.owner == owner) & (pieces.kind == kind))
    if not len(rows):
        return (0.0, 0.0, 0.0)
    x, y, z = seats(pieces, shapes)[int(rows[-1])].tolist()
    return x, y, z
