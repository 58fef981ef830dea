"""The handle of the active cut: a frame in its plane and a knob to drag along its normal."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from msgspec.structs import replace

from model.boards.board import Board
from model.records.view import Cut, View
from viewer.picture.palette import rgb
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import Float64, plane_family
from viewer.scene.props.impostors import DynamicLayer, SceneLayers, show_added
from viewer.scene.props.primitives import Bead, Rod, bead, rod

ROOM = 0.75
"""How far the frame reaches beyond the outermost centres, in ball diameters."""
REACH = 0.6
"""The frame goes around the sites no farther than this from the plane."""


@dataclass(frozen=True, eq=False)
class Handle:
    """Where the handle of a cut is.

    Attributes
    ----------
    corners
        (4, 3) of the frame, in order.
    knob
        (3,) the middle of the knob.
    normal
        (3,) unit vector along which it is dragged; the numbers of the cut's family may fall or
        grow that way (`dragged` knows).
    radius
        Of the knob, in ball diameters.
    """

    corners: Float64
    knob: Float64
    normal: Float64
    radius: float


def handle(board: Board, view: View) -> Handle | None:
    """Return where the handle of the active cut (the last one) is; None without a cut."""
    if not view.cuts:
        return None
    normal, offset = _plane(board, view.cuts[-1])
    # In the plane: one way level with the board, the other as steep as the plane is.
    flat = np.cross((0.0, 0.0, 1.0), normal)
    length = np.linalg.norm(flat)
    u = flat / length if length > 1e-9 else np.array([1.0, 0.0, 0.0])
    v = np.cross(normal, u)
    if v[2] < 0:
        u, v = -u, -v
    near = np.abs(board.centres @ normal - offset) < REACH
    sites = board.centres[near] if near.any() else board.centres
    across, up = sites @ u, sites @ v
    bottom, top = float(up.min()), float(up.max())
    # It narrows upwards as the layer does.
    low, high = across[up < bottom + 0.5], across[up > top - 0.5]
    foot = offset * normal
    corners = np.array(
        [
            foot + a * u + b * v
            for a, b in (
                (low.min() - ROOM, bottom - ROOM),
                (low.max() + ROOM, bottom - ROOM),
                (high.max() + ROOM, top + ROOM),
                (high.min() - ROOM, top + ROOM),
            )
        ]
    )
    knob = corners[[0, 3]].mean(axis=0)  # half-way up a side: clear of the balls and in the picture
    return Handle(
        corners=lifted(corners, view.explode),
        knob=lifted(knob[None], view.explode)[0],
        normal=normal,
        radius=0.20 + 0.010 * float(np.ptp(board.centres[:, 0])),
    )


def dragged(board: Board, cut: Cut, distance: float, explode: float = 0.0) -> Cut:
    """Return `cut` moved along its normal by `distance` ball diameters as they are drawn.

    A cut of a family stops one step outside its outermost planes; a slab keeps its thickness.
    """
    normal, _ = _plane(board, cut)
    # Exploded, a step upwards is longer on the screen than in the lattice.
    stretch = max(0.05, 1.0 + explode * np.sqrt(2.0) * normal[2] ** 2)  # flat, it is next to none
    if not cut.family:
        length = float(np.linalg.norm(cut.normal)) if cut.normal is not None else 1.0
        reach = float(np.abs(board.centres @ normal).max()) + 1.0
        at = float(np.clip(cut.at + distance / stretch * length, -reach * length, reach * length))
    else:
        family = plane_family(board, cut.family)
        at = cut.at + distance / stretch / family.spacing
        at = float(np.clip(at, family.first - 1, family.last + 1))
    to = None if cut.to is None else cut.to + (at - cut.at)
    return replace(cut, at=at, to=to)


def lifted(points: Float64, explode: float) -> Float64:
    """Return points of unexploded space where an explosion draws them (between levels: linear)."""
    moved = np.array(points, np.float64)
    moved[:, 2] *= 1.0 + explode * np.sqrt(2.0)  # levels are 1/sqrt 2 apart
    return moved


def _plane(board: Board, cut: Cut) -> tuple[Float64, float]:
    """Unit normal and offset of the plane a cut's `at` names."""
    if cut.family:
        family = plane_family(board, cut.family)
        return np.asarray(family.normal, np.float64), family.offset(cut.at)
    normal = np.asarray(cut.normal if cut.normal is not None else (0.0, 0.0, 1.0), np.float64)
    length = float(np.linalg.norm(normal)) or 1.0
    return normal / length, cut.at / length


class CutHandle:
    """Draws the handle of the active cut: what can be taken hold of is in front of everything."""

    def __init__(self, scene: SceneLayers) -> None:
        self._frame = DynamicLayer(scene, "tube", Rod, depth=True)
        self._arrow = DynamicLayer(scene, "tube", Rod, "THROUGH", depth=True)
        self._knob = DynamicLayer(scene, "ball", Bead, "PLAIN", "BODY", "THROUGH", depth=True)

    def draw(self, picture: Picture) -> None:
        """Show the handle when the picture wants it and there is a cut."""
        held = handle(picture.board, picture.view) if picture.handle else None
        if held is not None:
            colour = rgb(picture.palette.handle)
            thin, reach = 0.10 * held.radius, 3.2 * held.radius * held.normal
            low, high = held.knob - reach, held.knob + reach
            for a, b in pairwise([*held.corners, held.corners[0]]):
                self._frame.add(rod(a, b, thin, colour, 0.9, glow=0.4))
            self._arrow.add(rod(low, high, 1.6 * thin, colour, glow=0.3))
            self._knob.add(bead(held.knob, held.radius, colour))
            self._knob.add(*(bead(end, 0.45 * held.radius, colour) for end in (low, high)))
        show_added(self._frame, self._arrow, self._knob)
