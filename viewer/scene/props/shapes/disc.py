"""The shape of a turned disc."""

from __future__ import annotations

from viewer.picture.compose.ground import DISC_BEVEL, DISC_HALF, DISC_RADIUS
from viewer.scene.props.primitives import Placed, Solid


def disc(at: Placed) -> Solid:
    """Return a turned disc, its radius times the scale, all of it times the size."""
    radius = DISC_RADIUS * at.scale * at.size
    half_size = (radius, radius, DISC_HALF * at.size, DISC_BEVEL * at.size)
    return Solid(at.centre, at.lift, at.tint, half_size, (at.flags, 0.0, 0.0, 0.0))
