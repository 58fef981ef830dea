"""This program in a process of its own: the one way to start it, run by Python or packaged."""

import os
import signal
import sys
from ctypes import CDLL

PARENT = "PYRAMIDION_PARENT"
"""What the environment of a process of our own names: the number of the one that started it."""
_PR_SET_PDEATHSIG = 1


def end_with(parent: int) -> None:
    """Have this process end with the one that started it, also where that one is killed.

    Only Linux can: prctl(2). It ends this process with the *thread* that started it.
    """
    if sys.platform == "linux":
        CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it ended before that was asked
            os._exit(1)


def end_with_window() -> None:
    """Have a process that our window started end with it."""
    parent = os.environ.pop(PARENT, "")
    if parent == str(os.getppid()):
        end_with(int(parent))


def own_module(name: str, *words: str) -> tuple[str, ...]:
    """Return the command that runs a module of ours as a program.

    It finds our packages where they are installed, and never in the folder it is started in, where
    a file of somebody else may have the name of one. A packaged program has no Python to be
    started: it takes the same words itself (`packaging/start.py`).
    """
    return (sys.executable, "-P", "-m", name, *words)
