"""The scene where no graphics card draws: frames of an off-screen VTK window, shown as images.

Where the processor draws OpenGL, this is quicker than a GL widget: Qt would have it put the whole
window together anew for every frame, docks and all, pixel by pixel.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from viewer.scene.display import device_pixels
from viewer.scene.hidden import unseen
from viewer.scene.input.input_rules import InputRules
from viewer.scene.widget import SceneWidget

if TYPE_CHECKING:
    from viewer.scene.frame_grabber import FrameGrabber
    from viewer.scene.stage import Stage
    from viewer.scene.vtk import vtkRenderWindow

WITHIN_A_PIXEL = ((-0.125, -0.375), (0.375, -0.125), (-0.375, 0.125), (0.125, 0.375))
"""Where each pass of a fine frame looks through a pixel: a turned square, so that edges that are
almost upright or level have as many steps as there are passes."""

LOAD_AFTER = 1000
"""Milliseconds after the first frame with many balls: what opens a window has come before."""


class ImageScene(SceneWidget):
    """Draws into an off-screen VTK window and shows the frame as an image: needs no display.

    A fine frame is the mean of some passes, each moved by a part of a pixel. Each takes the place
    of its share of the quick frame, so that this one turns into the fine one without a jump.
    """

    def __init__(self, parent: QWidget | None = None, rules: InputRules | None = None) -> None:
        super().__init__(parent, rules)
        self._grabber: FrameGrabber | None = None
        self._frame = QImage()
        self._loads = False
        self._anchor: vtkRenderWindow | None = None
        """Keeps the driver loaded while nothing is drawn: each time Mesa's goes it leaves 10 MB."""
        surface = _ImageSurface(self)
        self._use(surface)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._window is None:
            QTimer.singleShot(0, self._begin)

    def _begin(self) -> None:
        if self._window is not None:
            return
        from viewer.scene.frame_grabber import FrameGrabber
        from viewer.scene.offscreen import RenderError, offscreen_window

        try:
            window = offscreen_window()
        except RenderError as error:
            self.failed.emit(str(error))
            return
        # A frame is taken from where it is drawn; nobody looks at a copy of it on the front.
        window.SwapBuffersOff()
        self._grabber = FrameGrabber()
        self._draw_in(window)

    def _paint(self) -> None:
        """Draw a new frame if one was asked for."""
        if self._window is None or self._grabber is None:
            return
        if not (self._dirty or self._fine):
            return
        begin = perf_counter()
        number = self.passed if self._fine and not self._dirty else None
        self.before_frame()
        self._window.Render()
        self._frame = (
            self._grabber.grabbed(self._window)
            if number is None
            else self._grabber.refined(self._window, number, self.passes)
        )
        self.after_frame(perf_counter() - begin)
        # Have found out later on which balls are hidden, if there are many.
        crowded = any(pane.stage is not None and pane.stage.balls.are_many for pane in self.panes)
        if crowded and not self._loads:
            self._loads = True
            QTimer.singleShot(LOAD_AFTER, unseen.load_later)

    @property
    def passes(self) -> int:
        """Of how many passes a fine frame is made.

        Beside another view one, supersampled: what is drawn of it stays while the other one moves.
        """
        return len(WITHIN_A_PIXEL) if len(self.panes) == 1 else 1

    def choose_quality(self, stage: Stage, fine: bool) -> None:
        """Have the next frame, or the next pass of it, drawn finely or quickly."""
        stage.leave_out_hidden()
        if self.passes == 1:
            stage.look_aside((0.0, 0.0))
            super().choose_quality(stage, fine)
            return
        stage.is_orbiting(True)  # supersampling in one go would keep inputs waiting
        stage.refine(fine)
        stage.look_aside(WITHIN_A_PIXEL[self.passed % self.passes] if fine else (0.0, 0.0))

    def give_pixels(self, width: int, height: int) -> None:
        """Draw frames of so many pixels from now on."""
        if self._window is not None:
            self._window.SetSize(width, height)

    def drawn_image(self) -> QImage:
        """Return what is on the screen, drawing first what was asked for."""
        frames = self.frames
        self._paint()
        if self.surface is not None and self.frames != frames:
            # Where a dialog was, Qt would paint this frame; everywhere else the one before stayed.
            self.surface.update()
        frame = self._frame.convertToFormat(QImage.Format.Format_RGB888)
        if self.surface is not None:
            frame.setDevicePixelRatio(self.surface.devicePixelRatioF())
        return frame

    def let_go(self) -> None:
        """Free frames, shader programs, buffers and textures; the next frame makes them anew.

        VTK keeps a program for each combination of features that was ever drawn. Mesa takes more
        than a megabyte for each, which comes to 100 MB in an hour. A frame and what refines it take
        35 MB in a large window, pictures of letters 8 MB.
        """
        if self._window is None:
            return
        from viewer.scene.frame_grabber import FrameGrabber
        from viewer.scene.props.labels import atlas

        atlas.cache_clear()
        self._grabber, self._frame = FrameGrabber(), QImage()
        self._dirty, self._fine, self.passed = True, False, 0  # nothing is left to be refined
        if self._anchor is None:
            from viewer.scene.offscreen import offscreen_window

            self._anchor = offscreen_window()
            self._anchor.SetSize(1, 1)
            self._anchor.Initialize()
        self._window.MakeCurrent()
        for pane in self.panes:
            pane.let_go()
        self._window.Finalize()

    def shut(self) -> None:
        """Let go of VTK."""
        windows = (self._window, self._anchor)
        super().shut()
        for window in windows:
            if window is not None:
                window.Finalize()
        self._anchor = None


class _ImageSurface(QWidget):
    """Shows the frames of an `ImageScene`."""

    def __init__(self, scene: ImageScene) -> None:
        super().__init__(scene)
        self._scene = scene
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._scene._paint()
        with QPainter(self) as painter:
            frame = self._scene._frame
            if frame.isNull():
                painter.fillRect(self.rect(), self.palette().window())
            else:
                painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
                if frame.width() < device_pixels(self)[0]:
                    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                painter.drawImage(QRectF(self.rect()), frame)
