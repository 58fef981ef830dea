"""Frames of a VTK window as images. Import it late, as all of VTK."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage
from vtkmodules.vtkCommonCore import vtkUnsignedCharArray
from vtkmodules.vtkRenderingCore import vtkRenderWindow

from viewer.scene.vtk_arrays import pixels_of


class FrameGrabber:
    """Takes frames out of a VTK window, into the same memory again and again."""

    def __init__(self) -> None:
        self._pixels = vtkUnsignedCharArray()
        self._rows = np.zeros((0, 0, 4), np.uint8)

    def grabbed(self, window: vtkRenderWindow) -> QImage:
        """Return the frame a window drew last; it changes when the next one is grabbed."""
        width, height = window.GetSize()
        # Four bytes a pixel are what VTK has; three would be taken apart one by one.
        window.GetRGBACharPixelData(0, 0, width - 1, height - 1, 0, self._pixels, 0)
        if self._rows.shape != (height, width, 4):
            self._rows = np.empty((height, width, 4), np.uint8)
        np.copyto(self._rows, pixels_of(self._pixels).reshape(height, width, 4)[::-1])
        return QImage(self._rows.data, width, height, 4 * width, QImage.Format.Format_RGBX8888)
