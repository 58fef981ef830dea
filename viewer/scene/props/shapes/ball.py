"""The shape of a ball that is not on its site: on its way, in a reserve, previewed."""

from __future__ import annotations

from viewer.picture.visibility.hiding import BALL_RADIUS
from viewer.scene.props.primitives import Bead, Point, Vec4


def ball(
    centre: Point,
    lift: float,
    tint: Vec4,
    flags: float = 0.0,
    scale: float = 1.0,
    size: float = 1.0,
) -> Bead:
    """Return a ball; on every board it is as large as the lattice says, whatever the `scale`."""
    return Bead(centre, lift, tint, (0.0, flags, BALL_RADIUS * size, -1.0))
