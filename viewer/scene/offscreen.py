"""Pictures without a window and without an X server, as arrays and as PNG files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from model.records.atomic_write import write_whole
from viewer.picture.compose.colouring import legend_of
from viewer.picture.picture import Picture
from viewer.scene.opengl_probe import draws
from viewer.scene.printed_legend import lay_out, print_on
from viewer.scene.vtk_arrays import pixels_of, to_vtk

if TYPE_CHECKING:
    from vtkmodules.vtkRenderingCore import vtkRenderer, vtkRenderWindow

Image = npt.NDArray[np.uint8]
LARGEST = 8192
"""Widest frame asked of OpenGL; larger pictures are not oversampled."""


class RenderError(RuntimeError):
    """This machine cannot draw; the message is one sentence."""


def draw(
    picture: Picture, out: Path, size: tuple[int, int] = (1280, 800), *, legend: bool = True
) -> None:
    """Draw a picture into a PNG file, whole or not at all.

    Parameters
    ----------
    picture
        What is drawn: a cut with a handle, ghosts and labels as in the window.
    out
        The file; it is replaced in one step.
    size
        Width and height in pixels.
    legend
        Whether what colours mean is printed in a corner, where there is room for it.

    Raises
    ------
    RenderError
        When no OpenGL can be had.
    OSError
        When the file cannot be written.
    """
    found = legend_of(picture) if legend else None
    card = None if found is None else lay_out(found, size, picture.palette)
    if card is None:
        write_png(out, image(picture, size))
        return
    clear = replace(picture, room=card.room(size))
    write_png(out, print_on(image(clear, size), card, picture.palette))


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


def offscreen_window() -> vtkRenderWindow:
    """Return a window that is never shown; on Linux it needs no X server either.

    Raises
    ------
    RenderError
        When VTK finds no OpenGL 3.2.
    """
    from vtkmodules.vtkCommonCore import vtkLogger

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
    from vtkmodules.vtkRenderingCore import vtkRenderWindow

    if sys.platform.startswith("linux"):
        with suppress(ImportError):  # VTK may be built without EGL
            from vtkmodules.vtkRenderingOpenGL2 import vtkEGLRenderWindow

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
        from vtkmodules.vtkRenderingCore import vtkRenderer

        from viewer.scene.stage import Stage

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

    def grab(self) -> Image:
        """Return the frame drawn last."""
        from vtkmodules.vtkCommonCore import vtkUnsignedCharArray

        width, height = self.window.GetSize()
        pixels = vtkUnsignedCharArray()
        self.window.GetPixelData(0, 0, width - 1, height - 1, 0, pixels, 0)
        image = pixels_of(pixels).reshape(height, width, 3)[::-1]
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


def write_png(out: Path, image: Image) -> None:
    """Write (height, width, 3) uint8 as a PNG file, whole or not at all."""
    write_whole(out, png(image))


def png(image: Image) -> bytes:
    """Return (height, width, 3) uint8 as a PNG file (ISO/IEC 15948)."""
    from vtkmodules.vtkCommonDataModel import vtkImageData
    from vtkmodules.vtkIOImage import vtkPNGWriter

    height, width, _ = image.shape
    pixels = vtkImageData()
    pixels.SetDimensions(width, height, 1)
    # VTK counts rows from below.
    pixels.GetPointData().SetScalars(to_vtk(np.ascontiguousarray(image[::-1]).reshape(-1, 3)))
    writer = vtkPNGWriter()
    writer.WriteToMemoryOn()
    writer.SetInputData(pixels)
    writer.Write()
    return pixels_of(writer.GetResult()).tobytes()
