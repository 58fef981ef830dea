"""From places on the screen to lines of sight and back, for a camera and a size. Pure functions.

Everything here is in logical pixels from the top left of the surface, as Qt counts them; the scale
factor of the screen plays no part.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from model.records.view import Camera
from viewer.scene.camera import frame, parallel_scale, sight_line

_BACK_OFF = 1000.0
"""Parallel lines of sight start this far behind the eye: there, nothing lies behind the camera."""

Float64 = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Projection:
    """A fitted camera and the size of the picture it makes.

    Attributes
    ----------
    camera
        With centre and distance given.
    width, height
        Of the picture in logical pixels, at least 1.
    left, top
        Where it begins on the surface.
    """

    camera: Camera
    width: float
    height: float
    left: float = 0.0
    top: float = 0.0

    @property
    def aspect(self) -> float:
        """Width over height."""
        return self.width / self.height

    @property
    def centre(self) -> Float64:
        """The point looked at."""
        return np.asarray(self.camera.centre, np.float64)

    @property
    def pixel(self) -> float:
        """Ball diameters a logical pixel covers at the centre."""
        return 2 * parallel_scale(self.camera.distance or 1.0) / self.height

    def line(self, x: float, y: float) -> tuple[Float64, Float64]:
        """Return (origin, unit direction) of the line of sight through a place on the screen."""
        across, down = (x - self.left) / self.width, (y - self.top) / self.height
        origin, direction = sight_line(self.camera, 2 * across - 1, 1 - 2 * down, self.aspect)
        if self.camera.parallel:
            origin = origin - _BACK_OFF * direction
        return origin, direction

    def to_screen(self, point: Float64) -> tuple[float, float]:
        """Return where a point in space appears; ValueError when it lies behind the eye."""
        back, up, right = frame(self.camera.azimuth, self.camera.elevation)
        distance = self.camera.distance or 1.0
        way = np.asarray(point, np.float64) - self.centre
        scale = parallel_scale(distance)
        if not self.camera.parallel:
            ahead = distance - float(way @ back)
            if ahead <= 0:
                raise ValueError("the point lies behind the eye")
            scale *= ahead / distance
        across, upward = float(way @ right) / scale / self.aspect, float(way @ up) / scale
        x, y = (across + 1) * self.width / 2, (1 - upward) * self.height / 2
        return x + self.left, y + self.top

    def on_focal_plane(self, x: float, y: float) -> Float64:
        """Return the point under a place on the screen that is as deep as the centre."""
        origin, direction = self.line(x, y)
        back, _, _ = frame(self.camera.azimuth, self.camera.elevation)
        point: Float64 = origin + direction * ((self.centre - origin) @ back / (direction @ back))
        return point

    def drag(self, dx: float, dy: float) -> Float64:
        """Return the vector in space that follows a drag (right, down) at the centre's depth."""
        _, up, right = frame(self.camera.azimuth, self.camera.elevation)
        vector: Float64 = self.pixel * (dx * right - dy * up)
        return vector

    def depth(self, point: Float64) -> float:
        """Return how much farther away than the centre a point is, along the line of view."""
        back, _, _ = frame(self.camera.azimuth, self.camera.elevation)
        return float((self.centre - point) @ back)

    def reach(self, x: float, y: float, depth: float) -> float:
        """Return how far along the line of sight through (x, y) that `depth` is met."""
        origin, direction = self.line(x, y)
        back, _, _ = frame(self.camera.azimuth, self.camera.elevation)
        return float((depth - self.depth(origin)) / -(direction @ back))
