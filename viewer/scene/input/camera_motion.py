"""How the mouse moves the camera: orbit, pan, zoom, as pure functions on `Camera`."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from model.records.view import Camera

DEGREES_A_PIXEL = 0.4
"""How far a drag of one logical pixel turns the table."""
NEAREST, FARTHEST = 1.0, 2000.0
"""Limits of the distance from the centre, in ball diameters."""

Point = npt.NDArray[np.float64]


def orbit(camera: Camera, right: float, down: float, speed: float = 1.0) -> Camera:
    """Turn the table under a drag of (right, down) logical pixels; it stops at the poles.

    `speed` is how many times as far as usual it turns.
    """
    degrees = DEGREES_A_PIXEL * speed
    return replace(
        camera,
        azimuth=wrapped(camera.azimuth - right * degrees),
        elevation=float(np.clip(camera.elevation + down * degrees, -90, 90)),
    )


def wrapped(degrees: float) -> float:
    """Return an angle as the equal one in (-180, 180]."""
    return 180.0 - (180.0 - degrees) % 360.0


def pan(camera: Camera, centre: Point, by: Point) -> Camera:
    """Move what is looked at from `centre` by a vector in space."""
    return replace(camera, centre=_vector(centre + by))


def zoom(camera: Camera, centre: Point, distance: float, about: Point, factor: float) -> Camera:
    """Come nearer (factor < 1) or go away while `about` keeps its place on the screen.

    Parameters
    ----------
    centre, distance
        Where `camera` looks and from how far, with None replaced by what it stands for.
    about
        The point that stays under the cursor.
    """
    wanted = float(np.clip(distance * factor, NEAREST, FARTHEST))
    factor = wanted / distance
    return replace(camera, centre=_vector(about + (centre - about) * factor), distance=wanted)


def _vector(point: Point) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in point)
    return x, y, z
