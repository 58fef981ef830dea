"""Atomic writing: a file is replaced whole or stays as it was, also when the machine fails.

The new bytes go to a temporary file in the same folder, are flushed to the disk, and take the
file's name in one rename (POSIX ``rename``, ``MoveFileEx`` on Windows).
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from contextlib import suppress
from pathlib import Path


def write_whole(
    path: str | Path,
    data: bytes,
    *,
    backup: bool = False,
    mode: int = 0o666,
    sync: bool = True,
) -> None:
    """Put `data` into the file at `path` in one step; a link stays a link.

    Parameters
    ----------
    path
        Its folder must exist.
    backup
        Keep the file that is replaced as ``<name>~``.
    mode
        Permissions of a new file, less the umask; an existing file keeps its own.
    sync
        Wait until the disk has it. Without, a power cut soon after may leave an empty file.

    Raises
    ------
    OSError
        The file cannot be written: what was there is as it was, and no temporary file is left.
    ValueError
        `path` is no file name (it holds a NUL).
    """
    target = Path(path).resolve()
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    temporary = _beside(target)
    try:
        _write(temporary, data, mode, sync)
        if target.exists():
            with suppress(OSError):
                shutil.copymode(target, temporary)
            if backup:
                _back_up(target)
        os.replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    if sync:
        _sync_folder(target.parent)


def _beside(target: Path) -> Path:
    # The name is cut so that it stays allowed where the target's is.
    return target.with_name(f".{target.name[:40]}.{secrets.token_hex(6)}.tmp")


def _write(temporary: Path, data: bytes, mode: int, sync: bool) -> None:
    def opener(name: str, flags: int) -> int:
        return os.open(name, flags, mode)

    with open(temporary, "xb", opener=opener) as file:
        file.write(data)
        file.flush()
        if sync:
            os.fsync(file.fileno())


def _back_up(target: Path) -> None:
    """Keep what is in `target` as ``<name>~``, never without a whole file under that name."""
    last = target.with_name(target.name + "~")
    link = _beside(last)
    try:
        try:
            os.link(target, link)
        except OSError:  # a file system without hard links
            shutil.copy2(target, link)
        os.replace(link, last)
    except BaseException:
        with suppress(OSError):
            link.unlink()
        raise


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a crash, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
