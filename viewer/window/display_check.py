"""Whether a window can be opened here, found out before Qt, which ends the process where none can.

Nothing here imports Qt: where its own answer is needed, a process of its own gives it, which runs
this module as a program.
"""

import ctypes
import os
import socket
import sys

from viewer.scene.opengl_probe import succeeds

# Platforms of Qt that need nothing of the machine, and those that need a server we can ask.
_HEADLESS = ("offscreen", "minimal", "vnc")
_SERVED = ("", "xcb", "wayland", "wayland-egl", "cocoa", "windows")


def has_display() -> bool:
    """Tell whether Qt would open a window here, or at least live without one."""
    chosen = os.environ.get("QT_QPA_PLATFORM", "")
    names = [name.partition(":")[0] for name in chosen.split(";")]
    if names[0] in _HEADLESS:
        return True
    if not set(names) <= set(_SERVED):
        return succeeds(__name__)
    if not sys.platform.startswith("linux"):
        return True
    asked = any(name.startswith("wayland") for name in names)
    if (asked or not chosen) and _compositor_answers("wayland-0" if asked else ""):
        return True
    return ("xcb" in names or not chosen) and _x_server_answers()


def _compositor_answers(default: str) -> bool:
    """Tell whether a Wayland compositor listens where libwayland looks for it."""
    if os.environ.get("WAYLAND_SOCKET"):  # a connection that was handed to us
        return True
    name = os.environ.get("WAYLAND_DISPLAY", "") or default
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    if sys.platform == "win32" or not name or not (folder or os.path.isabs(name)):
        return False
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(2)
        try:
            probe.connect(os.path.join(folder, name))
        except (OSError, ValueError):
            return False
    return True


def _x_server_answers() -> bool:
    """Tell whether an X server lets us in, asked as Qt asks: through libxcb."""
    if not os.environ.get("DISPLAY"):
        return False
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:  # Qt may know another place of it
        return succeeds(__name__)
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = (ctypes.c_char_p, ctypes.c_void_p)
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = (ctypes.c_void_p,)
    connection = xcb.xcb_connect(None, None)
    if xcb.xcb_connection_has_error(connection):
        xcb.xcb_disconnect(connection)
        return False
    # It stays open while the process lives: a server whose last client leaves starts anew, and
    # would turn Qt away meanwhile.
    return True


def _start_qt() -> None:
    from PySide6.QtGui import QGuiApplication

    QGuiApplication([])


if __name__ == "__main__":
    _start_qt()
