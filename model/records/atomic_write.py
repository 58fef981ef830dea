"""Atomic writing: a file is replaced whole or stays as it was, also when the machine fails.

The new bytes go to a temporary file in the same folder, are flushed to the disk, and take the
file's name in one rename (POSIX ``rename``, ``MoveFileEx`` on Windows). A temporary file is locked
(``flock``) while it is written: one that nobody holds was left by a process that was killed. The
next write of the same file takes it away, and after a day the write of any file in its folder.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from model.regular_files import check_regular

ATTEMPTS = 3
"""How often a write begins again whose temporary file another process took away."""
OLD = 86_400.0
"""Seconds after which a temporary file is left over that is another file's, or where locks do not
tell: somebody else may use such names and no lock."""
_LONGEST = 255
"""Bytes a file name may have where the system does not say."""
_OURS = re.compile(r"\.(.{1,40})\.[0-9a-f]{12}\.tmp", re.DOTALL)
"""The name of a temporary file, and in it the beginning of the name it was to get."""
if sys.platform == "win32":
    _FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_BINARY
else:
    _FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL


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
        Keep the file that is replaced as ``<name>~`` (`spare_of`).
    mode
        Permissions of a new file, less the umask; an existing file keeps its own.
    sync
        Wait until the disk has it. Without, a power cut soon after may leave an empty file.

    Raises
    ------
    OSError
        The file cannot be written: what was there is as it was, and no temporary file is left.
        NotRegularError where a pipe or a device has its name.
    ValueError
        `path` is no file name (it holds a NUL).
    """
    target = _target_of(path)
    with suppress(FileNotFoundError):
        check_regular(target)
    for attempt in range(ATTEMPTS):
        try:
            _replace(target, data, backup=backup, mode=mode, sync=sync)
            break
        except FileNotFoundError:
            if attempt == ATTEMPTS - 1 or not target.parent.is_dir():
                raise
    with suppress(OSError):  # the file is written, whatever comes now
        if sync:
            _sync_folder(target.parent)
        _sweep(target)


def _target_of(path: str | Path) -> Path:
    """Return the file that links lead to."""
    try:
        # Strictly: what cannot be looked at now might be a link, and would be replaced by a file.
        return Path(os.path.realpath(path, strict=True))
    except FileNotFoundError:
        return Path(os.path.realpath(path))


def spare_of(target: Path) -> Path | None:
    """Return where the file that is replaced is kept; None: nowhere.

    Its name with a ``~``, cut where it would be too long; where a folder has that name, ``~2`` or
    ``~3``.
    """
    for tail in ("~", "~2", "~3"):
        name = target.name
        while name and len(os.fsencode(name + tail)) > _longest(target.parent):
            name = name[:-1]
        spare = target.with_name(name + tail)
        if spare.is_symlink() or not spare.is_dir():
            return spare
    return None


def _longest(folder: Path) -> int:
    if sys.platform != "win32":
        with suppress(OSError, ValueError):
            return os.pathconf(folder, "PC_NAME_MAX")
    return _LONGEST


def _replace(target: Path, data: bytes, *, backup: bool, mode: int, sync: bool) -> None:
    temporary = _beside(target)
    try:
        with _written(temporary, data, mode, sync):
            if target.exists():
                with suppress(OSError):
                    shutil.copymode(target, temporary)
                if backup:
                    _back_up(target)
            if sys.platform != "win32":  # renamed while it is locked, so that nobody sweeps it away
                os.replace(temporary, target)
        if sys.platform == "win32":  # which renames no open file
            os.replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def _beside(target: Path) -> Path:
    # The name is cut so that it stays allowed where the target's is.
    return target.with_name(f".{target.name[:40]}.{secrets.token_hex(6)}.tmp")


@contextmanager
def _written(temporary: Path, data: bytes, mode: int, sync: bool) -> Iterator[None]:
    """Write a temporary file and hold its lock."""
    handle = os.open(temporary, _FLAGS, mode)
    try:
        _lock(handle)
        write_all(handle, data)
        if sync:
            os.fsync(handle)
        yield
    finally:
        with suppress(OSError):  # what matters was said by then: the file may have its name already
            os.close(handle)


def write_all(handle: int, data: bytes) -> None:
    """Write all of `data`; OSError when the disk takes only a part."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def _lock(handle: int) -> bool:
    """Lock an open file until it is closed; False where somebody holds it, or nothing can."""
    if sys.platform == "win32":
        return False
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _sweep(target: Path) -> None:
    """Take away what killed writes left in the folder of `target`; OSError where none can look."""
    own = {target.name[:40]}
    if (spare := spare_of(target)) is not None:
        own.add(spare.name[:40])
    with os.scandir(target.parent) as found:
        for one in found:
            ours = _OURS.fullmatch(one.name)
            if ours is not None and one.is_file(follow_symlinks=False):
                with suppress(OSError):
                    _drop(Path(one.path), is_own=ours[1] in own)


def _drop(temporary: Path, *, is_own: bool) -> None:
    """Delete a temporary file that no process holds; OSError."""
    is_old = time.time() - temporary.stat().st_mtime > OLD
    if sys.platform == "win32":
        if is_old:
            temporary.unlink()
        return
    if not (is_own or is_old):
        return
    handle = os.open(temporary, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        if _lock(handle):
            temporary.unlink()
    finally:
        os.close(handle)


def _back_up(target: Path) -> None:
    """Keep what is in `target` as its spare, never without a whole file under that name."""
    last = spare_of(target)
    if last is None:
        return
    # Killed when it had its spare: a rename of one file to its other name would do nothing.
    if last.exists() and last.samefile(target):
        return
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
