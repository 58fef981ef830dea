"""Frames of a VTK window as images. Import it late, as all of VTK."""

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage

from viewer.scene.vtk import from_vtk, vtkRenderWindow, vtkUnsignedCharArray


class FrameGrabber:
    """Takes frames out of a VTK window, into the same memory again and again."""

    def __init__(self) -> None:
        self._pixels = vtkUnsignedCharArray()
        self._rows = np.zeros((0, 0, 4), np.uint8)
        self._quick = self._total = np.zeros((0, 0, 4), np.uint16)

    def grabbed(self, window: vtkRenderWindow) -> QImage:
        """Return the frame a window drew last; it changes when the next one is grabbed."""
        np.copyto(self._room(window), self._taken(window))
        return self._image()

    def refined(self, window: vtkRenderWindow, number: int, passes: int) -> QImage:
        """Return the quick frame with the passes so far, each in the place of its share of it.

        Parameters
        ----------
        number, passes
            Which pass a window drew last, from 0, and how many there will be.
        """
        rows = self._room(window)
        if number == 0 or self._total.shape != rows.shape:
            self._quick, self._total = rows.astype(np.uint16), np.zeros(rows.shape, np.uint16)
            number = 0
        self._total += self._taken(window)
        mixed = (passes - 1 - number) * self._quick
        mixed += self._total
        mixed += np.uint16(passes // 2)
        mixed //= np.uint16(passes)
        rows[:] = mixed
        return self._image()

    def _taken(self, window: vtkRenderWindow) -> npt.NDArray[np.uint8]:
        """Return the frame a window drew last, from the top."""
        width, height = window.GetSize()
        # Four bytes a pixel are what VTK has; three would be taken apart one by one.
        window.GetRGBACharPixelData(0, 0, width - 1, height - 1, 0, self._pixels, 0)
        return from_vtk(self._pixels).reshape(height, width, 4)[::-1]

    def _room(self, window: vtkRenderWindow) -> npt.NDArray[np.uint8]:
        """Return the rows that images show, as many as a window has."""
        width, height = window.GetSize()
        if self._rows.shape != (height, width, 4):
            self._rows = np.zeros((height, width, 4), np.uint8)
        return self._rows

    def _image(self) -> QImage:
        height, width, _ = self._rows.shape
        return QImage(self._rows.data, width, height, 4 * width, QImage.Format.Format_RGBX8888)
