"""Files as Windows has them, on any system: what is open stays, and links are not to be had."""

import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import ModuleType, SimpleNamespace
from unittest.mock import patch

from filelock import FileLock

REMOVING = ("unlink", "remove", "rmdir")
RENAMING = ("rename", "replace")
CAN_TELL = sys.platform.startswith("linux")
"""Whether this system names the files that a process has open."""


class VanishingLock(FileLock):
    """A lock whose file goes when it is released, and no earlier."""

    def _release(self) -> None:
        super()._release()
        with suppress(OSError):
            os.unlink(self.lock_file)


@contextmanager
def as_on_windows(*modules: ModuleType) -> Iterator[list[str]]:
    """Have files behave as on Windows for whoever is in this process; yields what was refused.

    Parameters
    ----------
    modules
        Those that ask for the system, or lock: they are told that this is Windows.
    """
    refused: list[str] = []
    with ExitStack() as patches:
        for name in REMOVING:
            patches.enter_context(patch.object(os, name, _removing(name, refused)))
        for name in RENAMING:
            patches.enter_context(patch.object(os, name, _renaming(name, refused)))
        for name in ("link", "symlink"):
            patches.enter_context(patch.object(os, name, _no_links))
        patches.enter_context(patch.object(os, "O_BINARY", 0, create=True))
        patches.enter_context(patch("filelock.FileLock", VanishingLock))
        for module in modules:
            if hasattr(module, "sys"):
                patches.enter_context(
                    patch.object(module, "sys", SimpleNamespace(platform="win32"))
                )
            if hasattr(module, "FileLock"):
                patches.enter_context(patch.object(module, "FileLock", VanishingLock))
        yield refused


def is_open(path: str | Path, dir_fd: int | None = None) -> bool:
    """Tell whether this process has a file open, under whatever name."""
    try:
        wanted = os.stat(path, dir_fd=dir_fd, follow_symlinks=False)
    except OSError:
        return False
    for number in os.listdir("/proc/self/fd"):
        with suppress(OSError):
            if os.path.samestat(os.fstat(int(number)), wanted) and not _is_folder(int(number)):
                return True
    return False


def _is_folder(handle: int) -> bool:
    return os.path.isdir(f"/proc/self/fd/{handle}")


def _refuse(path: object, refused: list[str]) -> None:
    refused.append(str(path))
    raise PermissionError(errno.EACCES, "The process cannot access the file", str(path))


def _removing(name: str, refused: list[str]) -> Callable[..., None]:
    real = getattr(os, name)

    def call(path: str | Path, *, dir_fd: int | None = None) -> None:
        if is_open(path, dir_fd):
            _refuse(path, refused)
        real(path, dir_fd=dir_fd)

    return call


def _renaming(name: str, refused: list[str]) -> Callable[..., None]:
    real = getattr(os, name)

    def call(source: str | Path, target: str | Path) -> None:
        for path in (source, target):
            if is_open(path):
                _refuse(path, refused)
        real(source, target)

    return call


def _no_links(*_: object, **__: object) -> None:
    raise OSError(errno.EPERM, "A required privilege is not held by the client")
