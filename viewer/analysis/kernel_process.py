"""Kernels are compiled in a process of their own: compiling holds the interpreter lock.

On a computer that has not done it yet, compiling in the window's process would stop it for a
minute. So the window starts `model.play.warm` and whatever works in the background waits until it
has ended; after that kernels are loaded from the cache, which is quick. Where the process cannot do
it, kernels are compiled as they are called.
"""

from __future__ import annotations

import logging
import subprocess
from contextlib import suppress
from threading import Lock
from time import sleep

from model.contract.game import Stop, Stopped
from model.own_process import own_module

log = logging.getLogger(__name__)

LOOK = 0.05
"""Seconds between two looks at the process."""
COMMAND = own_module("model.play.warm")

_lock = Lock()
_process: subprocess.Popen[bytes] | None = None


def start() -> bool:
    """Start compiling where that is needed; return whether it was."""
    global _process
    from model.play.warm import is_warm

    with _lock:
        if _process is not None or is_warm():
            return False
        try:
            _process = subprocess.Popen(
                COMMAND,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            log.warning("kernels are compiled as they are called: %s", error)
            return False
        return True


def is_compiling() -> bool:
    """Tell whether the process runs."""
    process = _process
    return process is not None and process.poll() is None


def wait(stop: Stop) -> None:
    """Wait, in a thread of the background, until nothing is compiled any more.

    Raises
    ------
    Stopped
        When the stop function said so first.
    """
    while is_compiling():
        if stop():
            raise Stopped
        sleep(LOOK)


def end() -> None:
    """End the process where it still runs: what it compiled so far stays in the cache."""
    global _process
    with _lock:
        process, _process = _process, None
    if process is not None and process.poll() is None:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=2)
