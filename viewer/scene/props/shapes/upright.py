"""The shapes of upright pyramids in three sizes, told apart by their height and their pips."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from viewer.picture.compose.footing import FEET, FLAT_TOP, HEIGHTS
from viewer.scene.props.primitives import Point, Solid, Vec4

_PIPS: Mapping[str, float] = {"large pyramid": 3.0, "medium pyramid": 2.0, "small pyramid": 1.0}
"""How many pips each side has."""


def upright(name: str) -> Callable[[Point, float, Vec4, float, float, float], Solid]:
    """Return what makes a row of a pyramid of the size that is called so."""
    half_foot, half, pips = FEET[name], HEIGHTS[name] / 2, _PIPS[name]

    def row(
        centre: Point,
        lift: float,
        tint: Vec4,
        flags: float = 0.0,
        scale: float = 1.0,
        size: float = 1.0,
    ) -> Solid:
        foot = half_foot * scale * size
        half_size = (foot, foot, half * size, FLAT_TOP * size)
        return Solid(centre, lift, tint, half_size, (flags, pips, 0.0, 0.0))

    return row
