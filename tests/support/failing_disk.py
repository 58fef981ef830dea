"""A disk that is full from its n-th write on, or a process that is killed at it."""

from __future__ import annotations

import errno
import os
import signal
from contextlib import ExitStack
from unittest.mock import patch

WRITES = ("open", "write", "fsync", "replace", "rename", "link")
"""What a full disk refuses; opening only where a file is made."""
UNDOES = ("unlink", "ftruncate")
"""What it still does, and a killed process does not."""


class FailingDisk:
    """Watches the calls that change the disk while it is entered.

    Parameters
    ----------
    at
        The call, from 1, from which on all writes are refused; half of what was to be written is
        on the disk then. 0: none.
    kill
        The process dies at that call instead.

    Attributes
    ----------
    calls
        How many there were.
    """

    def __init__(self, at: int = 0, *, kill: bool = False) -> None:
        self._at, self._kill = at, kill
        self.calls = 0
        self._patches = ExitStack()

    def __enter__(self) -> FailingDisk:
        for name in WRITES + (UNDOES if self._kill else ()):
            self._patches.enter_context(patch.object(os, name, self._watched(name)))
        return self

    def __exit__(self, *_) -> None:
        self._patches.close()

    def _watched(self, name: str):
        real = getattr(os, name)

        def call(*args, **more):
            if name == "open" and not args[1] & os.O_CREAT:
                return real(*args, **more)
            self.calls += 1
            if not self._at or self.calls < self._at:
                return None if name == "fsync" else real(*args, **more)
            if name == "write":
                real(args[0], bytes(args[1])[: len(args[1]) // 2])
            if self._kill:
                os.kill(os.getpid(), signal.SIGKILL)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        return call
