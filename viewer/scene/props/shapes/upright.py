"""The shapes of upright pyramids in three sizes, told apart by their height and their pips."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from viewer.picture.compose.footing import FEET, FLAT_TOP, HEIGHTS
from viewer.scene.props.primitives import Placed, Solid

_PIPS: Mapping[str, float] = {"large pyramid": 3.0, "medium pyramid": 2.0, "small pyramid": 1.0}
"""How many pips each side has."""


def upright(name: str) -> Callable[[Placed], Solid]:
    """Return what makes a row of a pyramid of the size that is called so."""
    half_foot, half, pips = FEET[name], HEIGHTS[name] / 2, _PIPS[name]

    def row(at: Placed) -> Solid:
        foot = half_foot * at.scale * at.size
        half_size = (foot, foot, half * at.size, FLAT_TOP * at.size)
        return Solid(at.centre, at.lift, at.tint, half_size, (at.flags, pips, 0.0, 0.0))

    return row
