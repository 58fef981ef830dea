"""Kernels are compiled in a process of their own: compiling holds the interpreter lock.

On a computer that has not done it yet, compiling in the window's process would stop it for a
minute. So the window starts `model.play.warm`, which begins with what the open game needs, and
whatever works in the background waits until that is done; after that kernels are loaded from the
cache, which is quick. Where the process cannot do it, kernels are compiled as they are called.
"""

import logging
import subprocess
from contextlib import suppress
from math import ceil
from threading import Lock, Thread
from time import monotonic, sleep

from model.contract.game import Stop, Stopped
from model.own_process import own_module
from model.phrases import counted

log = logging.getLogger(__name__)

LOOK = 0.05
"""Seconds between two looks at the process."""
COMMAND = own_module("model.play.warm", "--first")

_lock = Lock()
_process: subprocess.Popen[str] | None = None
_holds = False
_game = ""
_done: list[str] = []
_total = 0
_since = 0.0


def hold() -> bool:
    """Let the background wait where something is to be compiled, until `start`; tell whether."""
    global _holds
    from model.play.warm import is_warm

    with _lock:
        _holds = _process is None and not is_warm()
        return _holds


def start(first: str = "") -> bool:
    """Start compiling where that is needed, the game `first` first; return whether it was."""
    global _process, _holds, _since, _total
    from model.play.warm import is_warm

    with _lock:
        _holds = False
        if _process is not None or is_warm():
            return False
        _done.clear()
        _total, _since = 0, monotonic()
        try:
            process = _process = subprocess.Popen(
                (*COMMAND, first),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                text=True,
            )
        except OSError as error:
            log.warning("kernels are compiled as they are called: %s", error)
            return False
        Thread(target=_hear, args=(process,), name="kernels", daemon=True).start()
        return True


def _hear(process: subprocess.Popen[str]) -> None:
    """Keep what the process says it has done."""
    global _total
    assert process.stdout is not None
    for line in process.stdout:
        with suppress(ValueError):
            _, total, part = line.strip().split(" ", 2)
            _total = int(total)
            _done.append(part)


def need(game: str) -> None:
    """Say which game is open: who waits for its kernels waits no longer than for them."""
    global _game
    _game = game


def is_running() -> bool:
    """Tell whether the process runs."""
    process = _process
    return process is not None and process.poll() is None


def is_compiling() -> bool:
    """Tell whether what the open game needs is still to be compiled."""
    return _holds or (is_running() and (not _game or _game not in _done))


def progress() -> str:
    """Say how far the process has come and how long it takes; "" once it has ended."""
    if not is_running():
        return ""
    if not _total:
        return "Preparing the analysis, once: some minutes"
    done = len(_done)
    minutes = ceil((monotonic() - _since) / done * (_total - done) / 60)
    left = f"about {counted(minutes, 'minute')} left"
    return f"Preparing the analysis, once: {done} of {_total} done, {left}"


def wait(stop: Stop) -> None:
    """Wait, in a thread of the background, until what the open game needs is compiled.

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
    global _process, _holds
    with _lock:
        process, _process, _holds = _process, None, False
    if process is not None and process.poll() is None:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=2)
