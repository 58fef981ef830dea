"""A screen for windows that are measured: the one that is there, or a virtual one for a while."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks.programs import Missing

SIZE = "1600x1000x24"


@contextmanager
def screen(size: str = SIZE) -> Iterator[dict[str, str]]:
    """Give the environment in which a measured window is started.

    `size` is that of a virtual screen: width, height and depth, "1600x1000x24".

    Preferences, journals and recent files go to a folder of their own: what is measured is the
    first start, and the person's own are left alone.

    Raises
    ------
    Missing
        Where there is no display and no Xvfb.
    """
    with tempfile.TemporaryDirectory() as home:
        own = {
            name: os.path.join(home, name)
            for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
        }
        theirs = {k: v for k, v in os.environ.items() if not k.startswith("PYRAMIDION_")}
        environment = theirs | own
        there = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        if there or not sys.platform.startswith("linux"):
            yield environment
            return
        if shutil.which("Xvfb") is None:
            raise Missing("there is no display, and Xvfb is not installed")
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert server.stdout is not None
            number = server.stdout.readline().strip()
            if not number:
                raise Missing("Xvfb does not start")
            yield environment | {"DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"}
        finally:
            server.terminate()
            server.wait()
