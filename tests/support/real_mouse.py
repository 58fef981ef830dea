"""The mouse of an X server, moved as a hand would: what it does passes through the server."""

import ctypes
from ctypes.util import find_library

LEFT = 1


class RealMouse:
    """Moves and presses the mouse of the display that `DISPLAY` names; by the XTEST extension."""

    def __init__(self) -> None:
        self._x11 = ctypes.CDLL(find_library("X11") or "libX11.so.6")
        self._test = ctypes.CDLL(find_library("Xtst") or "libXtst.so.6")
        self._x11.XOpenDisplay.restype = ctypes.c_void_p
        self._display = ctypes.c_void_p(self._x11.XOpenDisplay(None))
        assert self._display, "no X server"

    def move(self, x: int, y: int) -> None:
        """Put the mouse on a pixel of the screen."""
        self._test.XTestFakeMotionEvent(self._display, -1, x, y, 0)
        self._x11.XFlush(self._display)

    def button(self, *, down: bool) -> None:
        """Press the left button, or let it go."""
        self._test.XTestFakeButtonEvent(self._display, LEFT, down, 0)
        self._x11.XFlush(self._display)

    def close(self) -> None:
        """Leave the server."""
        self._x11.XCloseDisplay(self._display)
