"""The shape of a small ball that rides on pieces."""

from __future__ import annotations

from viewer.picture.compose.footing import MARBLE_RADIUS
from viewer.scene.props.primitives import Bead, Point, Vec4


def marble(
    centre: Point,
    lift: float,
    tint: Vec4,
    flags: float = 0.0,
    scale: float = 1.0,
    size: float = 1.0,
) -> Bead:
    """Return a marble."""
    return Bead(centre, lift, tint, (0.0, flags, MARBLE_RADIUS * scale * size, -1.0))
