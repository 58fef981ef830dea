"""The scene where no display can draw: frames of an off-screen VTK window, shown as images."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from viewer.scene.display import device_pixels
from viewer.scene.widget import SceneWidget

if TYPE_CHECKING:
    from vtkmodules.vtkRenderingCore import vtkRenderWindow


class ImageScene(SceneWidget):
    """Draws into an off-screen VTK window and shows the frame as an image: needs no display."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._window: vtkRenderWindow | None = None
        self._frame = QImage()
        surface = _ImageSurface(self)
        self._use(surface)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stage is None and self._window is None:
            QTimer.singleShot(0, self._begin)

    def _begin(self) -> None:
        if self._window is not None:
            return
        from vtkmodules.vtkRenderingCore import vtkRenderer

        from viewer.scene.offscreen import RenderError, offscreen_window

        try:
            self._window = offscreen_window()
        except RenderError as error:
            self.failed.emit(str(error))
            return
        renderer = vtkRenderer()
        self._window.AddRenderer(renderer)
        self._set_stage(renderer)

    def _paint(self) -> None:
        """Draw a new frame if one was asked for."""
        surface = self._surface
        if self._stage is None or self._window is None or surface is None:
            return
        if not (self._dirty or self._fine):
            return
        width, height = device_pixels(surface)
        begin = perf_counter()
        self._window.SetSize(width, height)
        self.before_frame()
        self._window.Render()
        frame = grabbed(self._window)
        frame.setDevicePixelRatio(surface.devicePixelRatioF())
        self._frame = frame
        self.after_frame(perf_counter() - begin)

    def image(self) -> QImage:
        """Return what is on the screen now, drawing first what is still to be drawn."""
        self._paint()
        return self._frame

    def shut(self) -> None:
        """Let go of VTK."""
        super().shut()
        if self._window is not None:
            self._window.Finalize()
            self._window = None


class _ImageSurface(QWidget):
    """Shows the frames of an `ImageScene`."""

    def __init__(self, scene: ImageScene) -> None:
        super().__init__(scene)
        self._scene = scene
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._scene._paint()
        painter = QPainter(self)
        if self._scene._frame.isNull():
            painter.fillRect(self.rect(), self.palette().window())
        else:
            painter.drawImage(QRectF(self.rect()), self._scene._frame)
        painter.end()


def grabbed(window: vtkRenderWindow) -> QImage:
    """Return the frame a VTK window drew last."""
    from vtkmodules.vtkCommonCore import vtkUnsignedCharArray

    from viewer.scene.vtk_arrays import pixels_of

    width, height = window.GetSize()
    pixels = vtkUnsignedCharArray()
    window.GetPixelData(0, 0, width - 1, height - 1, 0, pixels, 0)
    rows = np.ascontiguousarray(pixels_of(pixels).reshape(height, width, 3)[::-1])
    return QImage(rows.data, width, height, 3 * width, QImage.Format.Format_RGB888).copy()
