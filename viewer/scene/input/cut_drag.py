"""Dragging the active cut by its handle: which knob is held, and the cut it makes."""

from dataclasses import dataclass
from math import hypot

import numpy as np
from msgspec.structs import replace

from model.records.view import Cut
from viewer.picture.visibility.hiding import Float64
from viewer.scene.input.pointer import Pointer
from viewer.scene.props.cut_handle import dragged as moved
from viewer.scene.props.cut_handle import handle

SLACK = 5.0
"""A press this many logical pixels beside the knob still takes it."""
ARROW = 3.2
"""Length of the knob's arrow to either side, in radii of the knob."""
_STEEP = 0.15
"""Sine of the angle to the line of sight below which an arrow is too short to follow."""


@dataclass(frozen=True, eq=False)
class Knob:
    """The knob of the active cut, taken hold of.

    Attributes
    ----------
    cut
        The cut as it was then.
    place, normal
        (3,) middle of the knob, and the unit vector it is dragged along.
    start
        Where on that axis the mouse took it, in ball diameters from `place`.
    """

    cut: Cut
    place: Float64
    normal: Float64
    start: float


def under(pointer: Pointer, x: float, y: float) -> Knob | None:
    """Return the knob drawn at a place on the screen (logical pixels), None when there is none."""
    picture = pointer.picture
    if picture is None or not picture.handle:
        return None
    held = handle(picture.board, picture.view)
    if held is None:
        return None
    projection = pointer.projection
    reach = ARROW * held.radius * held.normal
    try:
        ends = [projection.to_screen(held.knob + way) for way in (-reach, reach)]
        middle = projection.to_screen(held.knob)
    except ValueError:  # behind the eye
        return None
    near = held.radius / projection.pixel + SLACK
    on_ball = hypot(x - middle[0], y - middle[1]) <= near
    if not on_ball and _from_segment((x, y), *ends) > SLACK:
        return None
    start = _along(pointer, held.knob, held.normal, x, y)
    return Knob(picture.view.cuts[-1], held.knob, held.normal, start)


def dragged(pointer: Pointer, knob: Knob, x: float, y: float, *, free: bool = False) -> Cut:
    """Return the active cut after its knob was dragged to a place on the screen.

    It goes from plane to plane of the lattice; `free`, or where it is of no family, anywhere.
    """
    picture = pointer.picture
    if picture is None:
        return knob.cut
    distance = _along(pointer, knob.place, knob.normal, x, y) - knob.start
    cut = moved(picture.board, knob.cut, distance, picture.view.explode)
    whole = float(round(cut.at))
    if not cut.family or free:
        return cut
    to = None if cut.to is None else cut.to + (whole - cut.at)
    return replace(cut, at=whole, to=to)


def _along(pointer: Pointer, place: Float64, normal: Float64, x: float, y: float) -> float:
    """Return the point of the axis nearest to the line of sight, as a distance from `place`.

    An axis that points at the eye is too short on the screen to follow: then up is away.
    """
    projection = pointer.projection
    origin, direction = projection.line(x, y)
    slope = float(direction @ normal)
    square = 1.0 - slope**2
    if square < _STEEP**2:
        return -projection.pixel * (y - projection.height / 2) * (1.0 if slope > 0 else -1.0)
    way = origin - place
    return float((way @ normal) - slope * (way @ direction)) / square


def _from_segment(
    place: tuple[float, float], start: tuple[float, float], end: tuple[float, float]
) -> float:
    """Distance of a place on the screen from a line segment."""
    p, a, b = (np.asarray(point) for point in (place, start, end))
    along = b - a
    length = float(along @ along)
    share = 0.0 if length == 0 else float(np.clip((p - a) @ along / length, 0, 1))
    return float(np.linalg.norm(p - a - share * along))
