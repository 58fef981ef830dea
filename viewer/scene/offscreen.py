"""Pictures without a window and without an X server, as arrays and as PNG files."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from math import atan, ceil, degrees, radians, tan
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from viewer.picture.palette import Palette, rgb
from viewer.picture.picture import Picture
from viewer.scene.opengl_probe import draws
from viewer.scene.vtk import from_vtk, to_vtk

if TYPE_CHECKING:
    from viewer.scene.vtk import vtkJPEGWriter, vtkPNGWriter, vtkRenderer, vtkRenderWindow

Image = npt.NDArray[np.uint8]
LARGEST = 8192
"""Widest frame asked of OpenGL."""
QUALITY = 95
"""Of JPEG files, of 100."""
TILE, OVERSAMPLING = 4096, 2
"""Pixels of the frame of a tile, and how many of them make one of a larger picture's.

A larger frame takes gigabytes where the processor draws."""


class RenderError(RuntimeError):
    """This machine cannot draw; the message is one sentence."""


def image(picture: Picture, size: tuple[int, int] = (1280, 800), oversampling: int = 0) -> Image:
    """Return `picture` as (height, width, 3) uint8, first row at the top.

    Parameters
    ----------
    picture, size
        What, and how large in pixels.
    oversampling
        Each pixel is the mean of this many by this many; 0: three on small pictures, two on
        others, one where the frame would be too large.
    """
    if not oversampling:
        oversampling = 3 if size[0] * size[1] <= 640 * 480 else 2
        if max(size) * oversampling > LARGEST:
            oversampling = 1
    place = Offscreen(size, oversampling, fine=True)
    try:
        return place.image(picture)
    finally:
        place.close()


def fine_image(
    picture: Picture,
    size: tuple[int, int],
    each: Callable[[int, int], None] = lambda done, of: None,
) -> Image:
    """Return `picture` as (height, width, 3) uint8, first row at the top.

    Where one frame does for it, it is what `image` returns.

    Parameters
    ----------
    picture, size
        What, and how large in pixels.
    each
        Told before each tile how many are done, of how many.

    Raises
    ------
    RenderError
        When no OpenGL can be had.
    """
    if max(size) * OVERSAMPLING <= LARGEST:
        return image(picture, size)
    count = ceil(max(size) * OVERSAMPLING / TILE)
    # Tiles are all alike, so together they may be a few pixels more, which are cut off all round.
    wide, high = (ceil(side / count) for side in size)
    whole = np.empty((high * count, wide * count, 3), np.uint8)
    place = Offscreen((wide, high), OVERSAMPLING, fine=True)
    try:
        for tile in range(count * count):
            each(tile, count * count)
            row, column = divmod(tile, count)
            part = place.part(_sky_of(picture, row, count), (column, row), count)
            whole[row * high : (row + 1) * high, column * wide : (column + 1) * wide] = part
    finally:
        place.close()
    left, top = (whole.shape[1] - size[0]) // 2, (whole.shape[0] - size[1]) // 2
    return whole[top : top + size[1], left : left + size[0]]


def _sky_of(picture: Picture, row: int, count: int) -> Picture:
    """A picture whose ground has the colours that a row of tiles has of the whole."""
    palette = picture.palette
    above, below = (_between(palette, at / count) for at in (row, row + 1))
    return replace(picture, palette=replace(palette, above=above, below=below))


def _between(palette: Palette, share: float) -> str:
    """The colour of the ground a share of the way down."""
    rows = zip(rgb(palette.above), rgb(palette.below), strict=True)
    return "#" + "".join(f"{round(255 * (a + share * (b - a))):02X}" for a, b in rows)


def offscreen_window() -> vtkRenderWindow:
    """Return a window that is never shown; on Linux it needs no X server either.

    Raises
    ------
    RenderError
        When VTK finds no OpenGL 3.2.
    """
    from viewer.scene.vtk import vtkLogger

    # VTK and Mesa tell at length what each way lacks; one sentence at the end says it.
    vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_OFF)
    os.environ.setdefault("EGL_LOG_LEVEL", "fatal")
    for window in _windows():
        window.SetOffScreenRendering(1)
        window.SetShowWindow(False)
        window.SetMultiSamples(0)
        if type(window) in _known_to_draw or window.SupportsOpenGL():
            _known_to_draw.add(type(window))
            return window
    raise RenderError(
        "this machine has no OpenGL 3.2 to draw with: install libegl1 and libgl1-mesa-dri"
        if sys.platform.startswith("linux")
        else "this machine has no OpenGL 3.2 to draw with"
    )


_known_to_draw: set[type[vtkRenderWindow]] = set()
"""Kinds of windows that have drawn in this process: to ask again makes a context each time."""


def _windows() -> Iterator[vtkRenderWindow]:
    """Ways to draw without showing, the most independent one first."""
    from viewer.scene.vtk import vtkRenderWindow

    if sys.platform.startswith("linux"):
        with suppress(ImportError):  # VTK may be built without EGL
            from viewer.scene.vtk import vtkEGLRenderWindow

            yield vtkEGLRenderWindow()
        # This way ends the process where no driver can be loaded.
        if not os.environ.get("DISPLAY") or not draws():
            return
    yield vtkRenderWindow()


class Offscreen:
    """A stage in a window that is never shown.

    Parameters
    ----------
    size
        Width and height of its images in pixels.
    oversampling
        Each pixel is the mean of this many by this many.
    fine
        Draw as pictures at rest are drawn, not as moving frames are.
    """

    def __init__(self, size: tuple[int, int], oversampling: int = 1, *, fine: bool = False) -> None:
        self.window = offscreen_window()
        from viewer.scene.stage import Stage
        from viewer.scene.vtk import vtkRenderer

        self.renderer: vtkRenderer = vtkRenderer()
        self.window.AddRenderer(self.renderer)
        self._oversampling, self._fine = oversampling, fine
        self.window.SetSize(size[0] * oversampling, size[1] * oversampling)
        self.stage = Stage(self.renderer)

    def image(self, picture: Picture) -> Image:
        """Return `picture` as (height, width, 3) uint8, first row at the top.

        Raises
        ------
        viewer.scene.stage.ShaderError
            When a shader does not compile.
        """
        self.stage.draw(picture)
        self.stage.refine(self._fine)
        self.window.Render()
        self.stage.check()
        return self.grab()

    def part(self, picture: Picture, place: tuple[int, int], count: int) -> Image:
        """Return one of `count` by `count` equal parts of a picture; arguments as of `image`.

        Parameters
        ----------
        place
            Its column from the left and its row from the top.
        """
        self.stage.draw(picture)
        camera = self.renderer.GetActiveCamera()
        # The opening of a lens that sees one of `count` equal parts of a height.
        camera.SetViewAngle(degrees(2 * atan(tan(radians(camera.GetViewAngle()) / 2) / count)))
        camera.SetParallelScale(camera.GetParallelScale() / count)
        column, row = place
        camera.SetWindowCenter(2 * column + 1 - count, count - 1 - 2 * row)
        self.stage.refine(self._fine)
        self.window.Render()
        self.stage.check()
        return self.grab()

    def grab(self) -> Image:
        """Return the frame drawn last."""
        from viewer.scene.vtk import vtkUnsignedCharArray

        width, height = self.window.GetSize()
        pixels = vtkUnsignedCharArray()
        self.window.GetPixelData(0, 0, width - 1, height - 1, 0, pixels, 0)
        image = from_vtk(pixels).reshape(height, width, 3)[::-1]
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
        self.window.RemoveRenderer(self.renderer)
        self.window.Finalize()


def png(image: Image) -> bytes:
    """Return (height, width, 3) uint8, or 4 with alpha, as a PNG file (ISO/IEC 15948)."""
    from viewer.scene.vtk import vtkPNGWriter

    return _written(vtkPNGWriter(), image)


def jpeg(image: Image) -> bytes:
    """Return (height, width, 3) uint8 as a JPEG file (ISO/IEC 10918)."""
    from viewer.scene.vtk import vtkJPEGWriter

    writer = vtkJPEGWriter()
    writer.SetQuality(QUALITY)
    return _written(writer, image)


def _written(writer: vtkPNGWriter | vtkJPEGWriter, image: Image) -> bytes:
    from viewer.scene.vtk import vtkImageData

    height, width, channels = image.shape
    pixels = vtkImageData()
    pixels.SetDimensions(width, height, 1)
    # VTK counts rows from below.
    pixels.GetPointData().SetScalars(
        to_vtk(np.ascontiguousarray(image[::-1]).reshape(-1, channels))
    )
    writer.WriteToMemoryOn()
    writer.SetInputData(pixels)
    writer.Write()
    return from_vtk(writer.GetResult()).tobytes()
