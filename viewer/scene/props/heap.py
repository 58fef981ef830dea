"""A heap of balls as the kernels take it that find out which of them are hidden. Pure numpy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import Visible
from viewer.scene.hidden.hiding_kernels import COVERS, DRAWN, NOT_DRAWN, Float64, Parts
from viewer.scene.hidden.outlines import Look
from viewer.scene.props.appearance import (
    TOUCHING,
    Appearance,
    Mask,
    pour_of,
    round_sites,
    whole,
)

LENS_RADIUS = 2.5
"""Around the line of sight through the lens site, in ball diameters."""
ROOM = 0.5
"""Up to this radius nothing on one site reaches what is on another."""
SWELLS = 1.6
"""How many times as large a pour makes the points it reaches (shaders/ball.vert)."""


@dataclass(frozen=True, eq=False)
class Heap:
    """What stands on the sites of a lattice.

    Attributes
    ----------
    centres, radii, parts
        (n, 3), (n,) and (n,) of the sites (`viewer.scene.hidden.hiding_kernels`).
    solid
        (n,) bool: a ball drawn in full stands there.
    lens
        The place that a lens opens the view to.
    """

    centres: Float64
    radii: Float64
    parts: Parts
    solid: Mask
    lens: Float64 | None

    def parts_for(self, look: Look) -> Parts:
        """Return the parts they play: what a lens may look through covers nothing."""
        if self.lens is None:
            return self.parts
        sight = np.array(look.forward) if look.parallel else self.lens - np.array(look.eye)
        sight /= np.linalg.norm(sight)
        aside = self.centres - self.lens
        beside = np.linalg.norm(aside - np.outer(aside @ sight, sight), axis=1)
        parts = self.parts.copy()
        parts[(parts == COVERS) & (beside < 1.01 * LENS_RADIUS)] = DRAWN
        return parts


def heap_of(
    picture: Picture, visible: Visible, balls: Appearance, points: Appearance
) -> Heap | None:
    """Return the heap of a picture; None where it is none of touching balls.

    Parameters
    ----------
    balls, points
        How they are drawn, and which.
    """
    board = picture.board
    if board.neighbour_table.shape[1] != TOUCHING:
        return None
    n = len(board)
    round_ones = round_sites(picture)
    solid = np.zeros(n, bool)
    solid[balls.solid] = True
    solid &= round_ones
    lines = np.concatenate([balls.ringed, balls.faded])
    lines = lines[round_ones[lines]]
    radii = np.full(n, ROOM)
    radii[solid] = balls.state[solid, 2]
    radii[lines] = balls.state[lines, 2]
    swells = 1.0 if pour_of(picture) is None else SWELLS
    radii[points.solid] = swells * points.state[points.solid, 2]
    parts = np.full(n, NOT_DRAWN, np.uint8)
    parts[lines] = DRAWN
    opaque = solid & whole(board, visible) & (balls.tint[:, 3] >= 1)
    parts[solid] = np.where(opaque[solid], COVERS, DRAWN)
    parts[points.solid] = DRAWN
    if radii.max() > ROOM:  # glassy points in a pour reach into others
        return None
    lens = picture.view.lens
    place = visible.centres[board.index(lens)] if lens and lens in board else None
    return Heap(np.array(visible.centres), radii, parts, solid, place)
