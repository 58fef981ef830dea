"""What a display can draw, and how its surfaces are set up for VTK.

Run as a program, this module tells by its status whether Qt draws here; it needs Qt alone.
"""

import sys
from enum import Enum

from PySide6.QtGui import QGuiApplication, QOffscreenSurface, QOpenGLContext, QSurfaceFormat
from PySide6.QtWidgets import QWidget


def device_pixels(widget: QWidget) -> tuple[int, int]:
    """Return a widget's size in device pixels: the one place where the scale factor counts."""
    ratio = widget.devicePixelRatioF()
    return max(1, round(widget.width() * ratio)), max(1, round(widget.height() * ratio))


class Renderer(Enum):
    """What draws OpenGL 3.2 into windows."""

    CARD = "a graphics card"
    PROCESSOR = "the processor"
    NOTHING = "nothing"


BY_PROCESSOR = ("llvmpipe", "softpipe", "swrast", "software rasterizer", "swiftshader")
"""What renderers call themselves that draw with the processor (Mesa's and Google's)."""
_RENDERER = 0x1F01
"""GL_RENDERER"""


def drawing() -> Renderer:
    """Return what draws OpenGL 3.2 into windows of this display."""
    if QGuiApplication.platformName() in ("offscreen", "minimal", "vnc", "linuxfb"):
        return Renderer.NOTHING
    set_surface_format()
    context = QOpenGLContext()
    if not context.create() or context.format().version() < (3, 2):
        return Renderer.NOTHING
    # Elsewhere a frame that is drawn aside may need a window all the same.
    if not sys.platform.startswith("linux"):
        return Renderer.CARD
    surface = QOffscreenSurface()
    surface.setFormat(context.format())
    surface.create()
    if not context.makeCurrent(surface):
        return Renderer.CARD
    name = context.functions().glGetString(_RENDERER).lower()
    context.doneCurrent()
    slow = any(word in name for word in BY_PROCESSOR)
    return Renderer.PROCESSOR if slow else Renderer.CARD


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
    return 1 if drawing() is Renderer.NOTHING else 0


if __name__ == "__main__":
    sys.exit(_main())
