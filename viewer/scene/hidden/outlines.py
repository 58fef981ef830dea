"""How a ball is seen: as an ellipse, exactly, and which part of its quad shows some pixels."""

from __future__ import annotations

from math import ceil, floor, sqrt
from typing import NamedTuple

from model.kernels import kernel

Triple = tuple[float, float, float]
Ellipse = tuple[float, float, float, float, float]
"""In pixels: its middle, how its middle line leans from row to row, half its width on the middle
row, and half its height."""

MARGIN = 0.03
"""Pixels that rounding may move an outline by; far more than it ever does."""
STEPS = 63
"""Of the side of a ball's quad, for the part of it that is drawn."""
WHOLE = float(STEPS * 4096 + STEPS)
"""The quad from 0 to `STEPS` both ways."""


class FrameView(NamedTuple):
    """How a frame is looked at.

    Attributes
    ----------
    eye, right, up, forward
        Where from, and the unit vectors of the picture.
    parallel
        Lines of sight are parallel.
    across, upward
        A column is ``across[0] * slope + across[1]``, where a slope is how far something is to the
        right, of perspective as a share of how far it is ahead; rows alike.
    nearest
        How far ahead drawing begins.
    edge
        Pixels over which edges fall off: 1, or 0 where they are hard.
    width, height
        Of the frame in pixels.
    """

    eye: Triple
    right: Triple
    up: Triple
    forward: Triple
    parallel: bool
    across: tuple[float, float]
    upward: tuple[float, float]
    nearest: float
    edge: float
    width: int
    height: int


@kernel
def dot(a: Triple, b: Triple) -> float:
    """Return the product of two vectors."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@kernel
def seen_size(place: Triple, radius: float, look: FrameView) -> tuple[float, float]:
    """Return how large a ball is seen beside how far it is, and the same in pixels.

    Of perspective that is the tangent of half the angle it takes.
    """
    if look.parallel:
        size = radius
    else:
        squared = dot(place, place)
        size = radius / sqrt(max(squared - radius * radius, 0.01 * squared))
    return size, size * look.upward[0]


@kernel
def outline(place: Triple, radius: float, change: float, look: FrameView) -> tuple[bool, Ellipse]:
    """Return the ellipse of pixels that a ball may touch, or that it surely covers.

    Parameters
    ----------
    place
        To the right of the eye, above and ahead of it.
    change
        1: with every pixel it may touch; -1: only those it surely covers.

    Returns
    -------
    found, ellipse
        Not found: it covers nothing surely, or its outline is no ellipse.
    """
    size, pixels = seen_size(place, radius, look)
    square = 1 + change * look.edge / pixels
    grown = (sqrt(max(square, 0.0)) + change * MARGIN / pixels) * size
    if grown <= 0:
        return False, (0.0, 0.0, 0.0, 0.0, 0.0)
    kx, ky = look.across[0], look.upward[0]
    if look.parallel:
        middle = (place[0] * kx + look.across[1], place[1] * ky + look.upward[1])
        return True, (middle[0], middle[1], 0.0, grown * kx, grown * ky)
    d = sqrt(dot(place, place))
    x, y, z = place[0] / d, place[1] / d, place[2] / d
    # Lines of sight (X, Y, 1) within the cone: (x X + y Y + z)^2 >= c (X^2 + Y^2 + 1).
    c = 1 / (1 + grown * grown)
    q = c - x * x
    a = q - y * y
    if a <= 0:
        return False, (0.0, 0.0, 0.0, 0.0, 0.0)
    row = y * z / a
    high = sqrt(q * (1 - c)) / a
    wide = sqrt(c * a) / q * high
    column = x * (y * row + z) / q
    return True, (
        column * kx + look.across[1],
        row * ky + look.upward[1],
        x * y / q * kx / ky,
        wide * kx,
        high * ky,
    )


@kernel
def window(part: tuple[int, int, int, int], place: Triple, radius: float, look: FrameView) -> float:
    """Return the part of a ball's quad that shows some pixels, as shaders/ball.vert reads it."""
    size, pixels = seen_size(place, radius, look)
    grown = size * (1 + 0.75 / pixels) if look.edge > 0 else size
    left, right, low, high = 1e9, -1e9, 1e9, -1e9
    x, y, z = place
    d = 1.0
    if not look.parallel:
        d = sqrt(dot(place, place))
        x, y, z = x / d, y / d, z / d
    h = sqrt(x * x + z * z)
    for corner in range(4):
        # A quarter of a pixel around their middles.
        column = part[0] + 0.25 if corner % 2 == 0 else part[1] + 0.75
        row = part[2] + 0.25 if corner < 2 else part[3] + 0.75
        across = (column - look.across[1]) / look.across[0]
        upward = (row - look.upward[1]) / look.upward[0]
        if look.parallel:
            u, v = across - x, upward - y
        else:
            ahead = x * across + y * upward + z
            if ahead <= 0:
                return WHOLE
            u = (z * across - x) / (h * ahead)
            v = (h * h * upward - x * y * across - y * z) / (h * ahead)
        left, right = min(left, u), max(right, u)
        low, high = min(low, v), max(high, v)
    half = 0.5 * STEPS
    a = max(0.0, floor(half + half * left / grown))
    b = min(float(STEPS), ceil(half + half * right / grown))
    c = max(0.0, floor(half + half * low / grown))
    e = min(float(STEPS), ceil(half + half * high / grown))
    return ((a * 64 + b) * 64 + c) * 64 + e
