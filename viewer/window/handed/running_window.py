"""One window for what is double-clicked: a file is handed to the window that runs already.

A window listens (`listening_window`) under a name of its user, state folder and display; nobody
else may connect. What it is handed is a line of JSON, and it answers a line once it has taken it.
Nothing here imports Qt: to hand a file over takes a moment, not a start.
"""

import hashlib
import json
import os
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from struct import Struct

from viewer.session.files.state_files import state_folder

PATIENCE = 5.0
"""Seconds in which a window takes what it is handed; it may be in the middle of a frame."""
LONGEST_PATH = 100
"""Bytes of the path of a socket at most; systems take a little more."""
TAKEN = b"taken\n"
"""The answer."""
_CREDENTIALS = Struct("3i")
"""Of who listens: process, user, group."""


def address() -> str:
    """Return where a window of this user, state folder and display listens; "" where none can."""
    shown_on = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY", "")
    digest = hashlib.sha256(f"{state_folder().absolute()} {shown_on}".encode(errors="replace"))
    name = f"pyramidion-{digest.hexdigest()[:16]}"
    if sys.platform == "win32":
        return rf"\\.\pipe\{name}"
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    path = Path(folder) / name if os.path.isdir(folder) else state_folder() / f"{name[-8:]}.socket"
    return str(path) if len(os.fsencode(path)) <= LONGEST_PATH else ""


def hand_over(targets: Sequence[str]) -> bool:
    """Have a window that runs open files or positions and come to the front.

    Parameters
    ----------
    targets
        Positions, and absolute paths of files.

    Returns
    -------
    bool
        Whether there is one that has taken them.
    """
    token = os.environ.get("XDG_ACTIVATION_TOKEN", "")
    line = json.dumps({"open": list(targets), "token": token}).encode() + b"\n"
    where = address()
    if not where:
        return False
    try:
        if sys.platform == "win32":
            with open(where, "r+b", buffering=0) as pipe:
                pipe.write(line)
                return pipe.readline() == TAKEN
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(PATIENCE)
            connection.connect(where)
            if not _is_ours(connection, where):
                return False
            connection.sendall(line)
            with connection.makefile("rb") as stream:
                return stream.readline() == TAKEN
    except OSError:  # nobody listens, or whoever does is gone or hangs
        return False


def _is_ours(connection: socket.socket, where: str) -> bool:
    """Tell whether a process of this user listens: in a shared folder anybody can take the name."""
    if sys.platform == "linux":
        credentials = connection.getsockopt(
            socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size
        )
        uid: int = _CREDENTIALS.unpack(credentials)[1]
        return uid == os.getuid()
    return sys.platform == "win32" or os.lstat(where).st_uid == os.getuid()
