"""The shape of a turned disc."""

from __future__ import annotations

from viewer.picture.compose.ground import DISC_BEVEL, DISC_HALF, DISC_RADIUS
from viewer.scene.props.primitives import Point, Solid, Vec4


def disc(
    centre: Point,
    lift: float,
    tint: Vec4,
    flags: float = 0.0,
    scale: float = 1.0,
    size: float = 1.0,
) -> Solid:
    """Return a turned disc, its radius times `scale`, all of it times `size`."""
    radius = DISC_RADIUS * scale * size
    half_size = (radius, radius, DISC_HALF * size, DISC_BEVEL * size)
    return Solid(centre, lift, tint, half_size, (flags, 0.0, 0.0, 0.0))
