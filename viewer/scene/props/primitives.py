"""Rows for the small layers of the scene: rods, beads, marks, as the shaders take them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from viewer.picture.palette import RGB

Point = tuple[float, float, float]
Vec4 = tuple[float, float, float, float]
Coordinates = Sequence[float] | npt.NDArray[np.float64]


class Rod(NamedTuple):
    """A capsule; make one with `rod`."""

    point: Point
    lift: float
    ends: Vec4
    tint: Vec4
    state: Vec4


class Bead(NamedTuple):
    """A small ball; make one with `bead`."""

    point: Point
    lift: float
    tint: Vec4
    state: Vec4


class FlatMark(NamedTuple):
    """Something flat: a glyph, a ring, a shadow."""

    point: Point
    lift: float
    across: Vec4
    upward: Vec4
    tint: Vec4
    state: Vec4


class Face(NamedTuple):
    """A face of a box with four corners; the first three numbers of its state are its normal.

    `beyond` tells the faces beyond its edges by their numbers (`shaders/slab.vert`), `reach` where
    their planes lie along their normals, `span` how far opposite edges are apart.
    """

    corners: tuple[Point, Point, Point, Point]
    lifts: Vec4
    tint: Vec4
    state: Vec4
    beyond: Vec4
    reach: Vec4
    span: Vec4


class Placed(NamedTuple):
    """Where and how a piece stands, whatever its shape.

    Attributes
    ----------
    centre, lift
        Its middle, and the levels below it.
    tint, flags
        Its colour, and what the shader adds to it.
    scale, size
        The board's scale, and the size as a share of a piece on the board.
    """

    centre: Point
    lift: float
    tint: Vec4
    flags: float
    scale: float
    size: float


class Solid(NamedTuple):
    """A block or a disc: its middle, levels below it, colour, measures, what it shows."""

    point: Point
    lift: float
    tint: Vec4
    half_size: Vec4
    state: Vec4


class Prism(NamedTuple):
    """An upright prism with up to eight sides: where perpendiculars from its middle meet them."""

    point: Point
    lift: float
    tint: Vec4
    half_size: Vec4
    state: Vec4
    feet_a: Vec4
    feet_b: Vec4
    feet_c: Vec4
    feet_d: Vec4


class Cast(NamedTuple):
    """The soft shadow of a piece: the ground below, levels there, what stands on it, limits."""

    point: Point
    lift: float
    tint: Vec4
    state: Vec4
    limits: Vec4


class Triangle(NamedTuple):
    """A triangle, its last corner twice; make one with `triangle`."""

    corners: tuple[Point, Point, Point, Point]
    lifts: Vec4
    tint: Vec4


def as_point(values: Coordinates) -> Point:
    """Return three floats as a tuple."""
    x, y, z = values
    return float(x), float(y), float(z)


def rod(
    a: Coordinates,
    b: Coordinates,
    radius: float,
    colour: RGB,
    alpha: float = 1.0,
    *,
    lifts: tuple[float, float] = (0.0, 0.0),
    dash: float = 0.0,
    start: float = 0.0,
    glow: float = 0.0,
) -> Rod:
    """Return a capsule from a to b.

    Parameters
    ----------
    radius, dash, start
        In ball diameters; `dash` is the length of a dash and its gap, 0 for none, and `start`
        how far along the dashes this rod begins.
    lifts
        Levels of the two ends, from 0: how many gaps an explosion opens below each.
    glow
        0: lit like everything, 1: of its colour from all sides.
    """
    ends, state = (*as_point(b), radius), (float(lifts[1]), dash, start, glow)
    return Rod(as_point(a), float(lifts[0]), ends, (*colour, alpha), state)


def bead(
    point: Coordinates, radius: float, colour: RGB, alpha: float = 1.0, lift: float = 0.0
) -> Bead:
    """Return a small ball."""
    return Bead(as_point(point), float(lift), (*colour, alpha), (0.0, 0.0, radius, -1.0))


def triangle(corners: Sequence[Point], lifts: Sequence[float], tint: Vec4) -> Triangle:
    """Return a triangle of three corners and the levels below each."""
    a, b, c = corners
    u, v, w = lifts
    return Triangle((a, b, c, c), (u, v, w, w), tint)


def ring(
    point: Coordinates,
    radius: float,
    colour: RGB,
    alpha: float = 1.0,
    *,
    lift: float = 0.0,
    inner: float = 0.82,
    nearer: float = 0.0,
) -> FlatMark:
    """Return a ring turned to the eye; `inner` is its hole as a share (below 0: a disc)."""
    across, upward = (radius, 0.0, 0.0, 1.0), (radius, 0.0, 0.0, nearer)
    tint, state = (*colour, alpha), (inner, 0.0, 0.0, 0.0)
    return FlatMark(as_point(point), float(lift), across, upward, tint, state)


def lying_ring(
    point: Point, radius: float, tint: Vec4, inner: float, lift: float = 0.0
) -> FlatMark:
    """Return a ring lying on the ground; `inner` is its hole as a share (below 0: a disc)."""
    across, upward = (radius, 0.0, 0.0, 0.0), (0.0, radius, 0.0, 0.0)
    return FlatMark(point, lift, across, upward, tint, (inner, 0.0, 0.0, 0.0))
