"""From where the eye looks at a frame: for shaders, the order from behind, and what is hidden."""

from __future__ import annotations

import numpy as np

from viewer.picture.visibility.hiding import Float64
from viewer.scene.hidden.outlines import FrameView
from viewer.scene.props.primitives import as_point
from viewer.scene.vtk import vtkCamera

TURN = 0.12
"""Radians that things turn, as the eye sees them, before they are sorted again."""


class Sight:
    """A camera as it was when a frame began.

    Parameters
    ----------
    camera
        Of VTK.
    size
        Width and height of what it draws, in pixels.

    Attributes
    ----------
    eye, right, up, forward
        Where from, and the unit vectors of the picture.
    """

    def __init__(self, camera: vtkCamera, size: tuple[int, int]) -> None:
        self.eye = np.array(camera.GetPosition())
        self.forward = np.array(camera.GetDirectionOfProjection())
        right = np.cross(self.forward, np.array(camera.GetViewUp()))
        self.right: Float64 = right / np.linalg.norm(right)
        self.up = np.cross(self.right, self.forward)
        self._parallel = bool(camera.GetParallelProjection())
        self._nearest = camera.GetClippingRange()[0]
        self._size = size
        width, height = size
        self._projection = camera.GetProjectionTransformMatrix(width / height, -1, 1)

    def look(self, edge: float) -> FrameView:
        """Return the same for the kernels that find out what is hidden.

        Parameters
        ----------
        edge
            Pixels over which edges fall off.
        """
        return FrameView(
            as_point(self.eye),
            as_point(self.right),
            as_point(self.up),
            as_point(self.forward),
            self._parallel,
            self._pixels(0),
            self._pixels(1),
            self._nearest,
            edge,
            *self._size,
        )

    def _pixels(self, axis: int) -> tuple[float, float]:
        """How many pixels a slope of 1 has across or upwards, and where slope 0 is."""
        pixels, scale = self._size[axis], self._projection.GetElement(axis, axis)
        # Where a frame is looked at a part of a pixel aside, slope 0 is not its middle.
        if self._parallel:
            aside = self._projection.GetElement(axis, 3)
        else:
            aside = -self._projection.GetElement(axis, 2)
        return 0.5 * pixels * scale, 0.5 * pixels * (1 + aside)

    @property
    def along(self) -> Float64 | None:
        """The unit vector of parallel lines of sight; None in perspective."""
        return self.forward if self._parallel else None

    def far(self, places: Float64) -> Float64:
        """Return numbers that grow with the distance of (n, 3) places."""
        if self._parallel:
            ahead: Float64 = places @ self.forward
            return ahead
        way = places - self.eye
        squared: Float64 = np.einsum("ij,ij->i", way, way)
        return squared

    def differs(self, old: Sight) -> bool:
        """Say whether what was sorted for an old sight has to be sorted again.

        Of two balls that cover one another neither is a whole diameter aside. So a small turn swaps
        only such as are about as far, and those cover one another with little but their edges.
        """
        if self._parallel != old._parallel:
            return True
        if self._parallel:
            return bool(np.linalg.norm(self.forward - old.forward) > TURN)
        return bool(np.linalg.norm(self.eye - old.eye) > TURN * self._nearest)
