"""Small balls: one that is not on its site (on its way, in a reserve, previewed), and marbles."""

from __future__ import annotations

from viewer.picture.compose.footing import MARBLE_RADIUS
from viewer.picture.visibility.hiding import BALL_RADIUS
from viewer.scene.props.primitives import Bead, Placed


def ball(at: Placed) -> Bead:
    """Return a ball; on every board it is as large as the lattice says, whatever the scale."""
    return Bead(at.centre, at.lift, at.tint, (0.0, at.flags, BALL_RADIUS * at.size, -1.0))


def marble(at: Placed) -> Bead:
    """Return a marble, which rides on pieces."""
    radius = MARBLE_RADIUS * at.scale * at.size
    return Bead(at.centre, at.lift, at.tint, (0.0, at.flags, radius, -1.0))
