"""Loads the kernels that find out what is hidden, and what hides what is kept in sight.

Compiling them takes some seconds on a fresh machine and loading them a moment later on: a frame
never waits for it. Until they are there everything is drawn.

``python -m viewer.scene.hidden.unseen`` compiles them.
"""

from __future__ import annotations

import logging
import subprocess
import threading
from contextlib import suppress
from pathlib import Path

import numpy as np

from model.kernels import cache_folder
from model.linked_kernels import are_brought
from model.own_process import own_module
from viewer.picture.visibility import focus
from viewer.scene.hidden.hiding_kernels import COVERS, seen_balls
from viewer.scene.hidden.outlines import FrameView

COMMAND = own_module("viewer.scene.hidden.unseen")

log = logging.getLogger(__name__)

_loaded = threading.Event()
_begun = threading.Lock()


def is_loaded() -> bool:
    """Whether the kernels can be asked."""
    return _loaded.is_set()


def is_compiled() -> bool:
    """Whether the kernels are there to be loaded, or nothing that is compiled can be kept."""
    if are_brought():
        return True
    for source, kernel in ((__file__, "seen_balls"), (focus.__file__, "covers_of_many")):
        folder = cache_folder(Path(source).parent)
        if folder is not None and not any(folder.rglob(f"*.{kernel}-*.nbi")):
            return False
    return True


def load() -> None:
    """Load the kernels, or compile them where nobody has; it takes a moment, or some seconds."""
    ahead = (0.0, 0.0, -5.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
    look = FrameView(*ahead, False, (8.0, 8.0), (8.0, 8.0), 0.1, 1.0, 16, 16)
    one, covers = np.full(1, 0.5), np.full(1, COVERS, np.uint8)
    seen_balls(np.zeros((1, 3)), one, covers, np.zeros((1, 4), np.float32), look)
    focus.covers_of_many(np.zeros((1, 3)), np.ones((1, 4)), parallel=False)
    _loaded.set()


def load_later() -> None:
    """Load the kernels in a thread, unless they are there or somebody does so already."""
    if _loaded.is_set() or not _begun.acquire(blocking=False):
        return

    def work() -> None:
        try:
            _compile_elsewhere()
            load()
        except Exception:  # frames are slower without them, and right
            log.exception("hidden balls are drawn, too: the kernels that find them do not load")

    threading.Thread(target=work, name="hidden balls", daemon=True).start()


def _compile_elsewhere() -> None:
    """Compile the kernels in a process of its own, unless somebody has.

    In the window's process it would keep 70 MB and hold the interpreter lock for seconds.
    """
    if is_compiled():
        return
    with suppress(OSError):
        none = subprocess.DEVNULL
        subprocess.run(COMMAND, stdin=none, stdout=none, stderr=none, check=False)


if __name__ == "__main__":
    load()
