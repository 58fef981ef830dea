"""What a display can draw, and how its surfaces are set up for VTK.

Run as a program, this module tells by its status whether Qt draws here; it needs Qt alone.
"""

from __future__ import annotations

import sys

from PySide6.QtGui import QGuiApplication, QOpenGLContext, QSurfaceFormat
from PySide6.QtWidgets import QWidget


def device_pixels(widget: QWidget) -> tuple[int, int]:
    """Return a widget's size in device pixels: the one place where the scale factor counts."""
    ratio = widget.devicePixelRatioF()
    return max(1, round(widget.width() * ratio)), max(1, round(widget.height() * ratio))


def can_draw() -> bool:
    """Whether Qt can draw OpenGL 3.2 into windows of this display."""
    if QGuiApplication.platformName() in ("offscreen", "minimal", "vnc", "linuxfb"):
        return False
    set_surface_format()
    context = QOpenGLContext()
    return context.create() and context.format().version() >= (3, 2)


def set_surface_format() -> None:
    """Ask Qt for what VTK draws with, in all windows made from now on.

    A format of the widget's own would not fit the window around it (black on Wayland), so it has
    to be the default one, set before the window is made.
    """
    wanted = QSurfaceFormat()
    wanted.setRenderableType(QSurfaceFormat.RenderableType.OpenGL)
    wanted.setProfile(QSurfaceFormat.OpenGLContextProfile.CoreProfile)
    wanted.setVersion(3, 2)
    wanted.setSwapBehavior(QSurfaceFormat.SwapBehavior.DoubleBuffer)
    wanted.setRedBufferSize(8)
    wanted.setGreenBufferSize(8)
    wanted.setBlueBufferSize(8)
    wanted.setAlphaBufferSize(8)
    wanted.setDepthBufferSize(8)
    wanted.setSamples(0)
    QSurfaceFormat.setDefaultFormat(wanted)


def _main() -> int:
    _application = QGuiApplication([])
    return 0 if can_draw() else 1


if __name__ == "__main__":
    sys.exit(_main())
