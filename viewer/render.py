"""Pictures without a window: a position, as a View shows it, into a PNG or an array."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from viewer.scene.picture import Picture

if TYPE_CHECKING:
    from vtkmodules.vtkRenderingCore import vtkRenderer, vtkRenderWindow

Image = npt.NDArray[np.uint8]


class RenderError(RuntimeError):
    """This machine cannot draw; the message is one sentence."""


def offscreen_window() -> vtkRenderWindow:
    """Return a window that is never shown; without a display it needs no X server either.

    Raises
    ------
    RenderError
        When VTK finds no OpenGL 3.2.
    """
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        os.environ.setdefault("VTK_DEFAULT_OPENGL_WINDOW", "vtkEGLRenderWindow")
    import vtkmodules.vtkRenderingOpenGL2  # noqa: F401
    from vtkmodules.vtkRenderingCore import vtkRenderWindow

    window = vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetShowWindow(False)
    window.SetMultiSamples(0)
    if not window.SupportsOpenGL():
        raise RenderError("no OpenGL 3.2 can be had here: install libegl1 and libgl1-mesa-dri")
    return window


class Offscreen:
    """A stage in a window that is never shown.

    Parameters
    ----------
    size
        Width and height of its images in pixels.
    oversampling
        Each pixel is the mean of this many by this many.
    """

    def __init__(self, size: tuple[int, int], oversampling: int = 1) -> None:
        self.window = offscreen_window()
        from vtkmodules.vtkRenderingCore import vtkRenderer

        from viewer.scene.stage import Stage

        self.renderer: vtkRenderer = vtkRenderer()
        self.window.AddRenderer(self.renderer)
        self._oversampling = oversampling
        self.window.SetSize(size[0] * oversampling, size[1] * oversampling)
        self.stage = Stage(self.renderer)

    def image(self, picture: Picture) -> Image:
        """Return `picture` as (height, width, 3) uint8, first row at the top."""
        self.stage.draw(picture)
        self.window.Render()
        self.stage.check()
        return self.grab()

    def grab(self) -> Image:
        """Return the frame drawn last."""
        from vtkmodules.util.numpy_support import vtk_to_numpy
        from vtkmodules.vtkCommonCore import vtkUnsignedCharArray

        width, height = self.window.GetSize()
        pixels = vtkUnsignedCharArray()
        self.window.GetPixelData(0, 0, width - 1, height - 1, 0, pixels, 0)
        image = vtk_to_numpy(pixels).reshape(height, width, 3)[::-1]
        k = self._oversampling
        if k == 1:
            return np.array(image)
        total = np.zeros((height // k, width // k, 3), np.uint16)
        for row in range(k):
            for column in range(k):
                total += image[row::k, column::k]
        return ((total + k * k // 2) // (k * k)).astype(np.uint8)

    def close(self) -> None:
        """Free the window; the object is not used afterwards."""
        self.stage.close()
        self.window.Finalize()


def image(picture: Picture, size: tuple[int, int] = (1280, 800), oversampling: int = 2) -> Image:
    """Return `picture` as (height, width, 3) uint8, first row at the top."""
    place = Offscreen(size, oversampling)
    try:
        return place.image(picture)
    finally:
        place.close()
