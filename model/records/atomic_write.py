"""Writing: a file is replaced whole or stays as it was, also when the machine fails.

The new bytes go to a temporary file in the same folder, are flushed to the disk, and take the
file's name in one rename (POSIX ``rename``, ``MoveFileEx`` on Windows). One process at a time
writes a file: it holds a lock beside it, which is there no longer than that, so that what is to be
changed is read, compared and replaced in one step (`only_writer`). What a killed write left goes
with the next write of the same file, and after a day with that of any file in its folder.

A log of long work is no file that is replaced: lines are put at its end (`append`).
"""

from __future__ import annotations

import errno
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

PATIENCE = 5.0
"""Seconds a write waits for another one of the same file."""
HELD = 1.0
"""Seconds a write waits on Windows for a program that has the file open: a virus scanner, say."""
OLD = 86_400.0
"""Seconds after which a temporary file is left over, whose ever it is."""
_LONGEST = 255
"""Bytes a file name may have where the system does not say."""
_BEGINNING = 40
"""Letters of a file's name that its temporary file and its lock are called after."""
_OURS = re.compile(r"\.(.{1,40})\.[0-9a-f]{12}\.tmp", re.DOTALL)
"""The name of a temporary file, and in it the beginning of the name it was to get."""
_NO_LOCKS = {
    errno.ENOSYS,
    errno.ENOTSUP,
    errno.EOPNOTSUPP,
    errno.ENOLCK,
    errno.EINVAL,
    errno.EACCES,
    errno.EPERM,
    errno.EROFS,
}
"""What is said where nothing can be locked: a file system without locks, a folder that is shut."""
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL
if sys.platform == "win32":
    _FLAGS |= os.O_BINARY


class BusyError(OSError):
    """Another process writes the file and does not come to an end."""

    def __init__(self, path: str | Path) -> None:
        super().__init__(errno.EBUSY, "another program is writing it: try again", str(path))


def write_whole(
    path: str | Path, data: bytes, *, backup: bool = False, mode: int = 0o666, sync: bool = True
) -> None:
    """Put `data` into the file at `path` in one step; a link stays a link.

    Arguments as of `OnlyWriter.write`, errors as of it and of `only_writer`.
    """
    with only_writer(path) as file:
        file.write(data, backup=backup, mode=mode, sync=sync)


@contextmanager
def only_writer(path: str | Path) -> Iterator[OnlyWriter]:
    """Keep every other process from writing a file, as long as it takes to read and replace it.

    Raises
    ------
    BusyError
        Another process has been writing it for `PATIENCE` seconds.
    OSError
        The folder is not there. NotRegularError where a pipe or a device has the name.
    ValueError
        `path` is no file name (it holds a NUL).
    """
    from filelock import FileLock, Timeout  # takes a while, and only what writes needs it

    try:
        # Strictly: what cannot be looked at now might be a link, and would be replaced by a file.
        target = Path(os.path.realpath(path, strict=True))
    except FileNotFoundError:
        target = Path(os.path.realpath(path))
    with suppress(FileNotFoundError):
        check_regular(target)
    os.stat(f"{target.parent}/.")  # the lock would make a folder that is not there
    place = target.with_name(f".{target.name[:_BEGINNING]}.pyramidion-lock")
    lock = FileLock(place, PATIENCE, poll_interval=0.01, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout:
        raise BusyError(target) from None
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
    try:
        yield OnlyWriter(target, is_alone=lock.is_locked)
    finally:
        if lock.is_locked:
            if sys.platform != "win32":  # where it goes when it is released
                with suppress(OSError):  # somebody took it away: what matters was said by then
                    place.unlink()
            with suppress(OSError):
                lock.release()


class OnlyWriter:
    """The right to write a file.

    Parameters
    ----------
    target
        The file, where links lead to.
    is_alone
        Whether a lock keeps others out; some file systems have none.
    """

    def __init__(self, target: Path, *, is_alone: bool) -> None:
        self.target = target
        self._is_alone = is_alone

    def write(
        self, data: bytes, *, backup: bool = False, mode: int = 0o666, sync: bool = True
    ) -> None:
        """Put `data` into the file in one step.

        Parameters
        ----------
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
        """
        target = self.target
        temporary = _beside(target)
        try:
            _fill(temporary, data, mode, sync)
            if target.exists():
                with suppress(OSError):
                    shutil.copymode(target, temporary)
                if backup:
                    _back_up(target)
            put_in_place(temporary, target)
        except BaseException:
            with suppress(OSError):
                temporary.unlink()
            raise
        with suppress(OSError):  # the file is written, whatever comes now
            if sync:
                _sync_folder(target.parent)
            self._sweep()

    def _sweep(self) -> None:
        """Take away what killed writes left in the folder; OSError where none can look."""
        with os.scandir(self.target.parent) as found:
            for one in found:
                ours = _OURS.fullmatch(one.name)
                if ours is None or not one.is_file(follow_symlinks=False):
                    continue
                is_own = self._is_alone and ours[1] == self.target.name[:_BEGINNING]
                with suppress(OSError):
                    if is_own or time.time() - one.stat().st_mtime > OLD:
                        os.unlink(one.path)


def put_in_place(source: Path, target: Path) -> None:
    """Rename a file to a name that another one may have, as `os.replace` does.

    Windows refuses as long as anybody has one of them open, which is mostly over in a moment.
    """
    end = time.monotonic() + HELD
    while True:
        try:
            return os.replace(source, target)
        except PermissionError:
            if sys.platform != "win32" or time.monotonic() > end:
                raise
            time.sleep(0.02)


def append(handle: int, data: bytes) -> None:
    """Put `data` at the end of an open file; OSError leaves what was there, and no part of it."""
    size = os.lseek(handle, 0, os.SEEK_END)
    try:
        _write_all(handle, data)
    except OSError:
        # What a full disk took of a line would hide all lines after it.
        with suppress(OSError):
            os.ftruncate(handle, size)
        raise


def _write_all(handle: int, data: bytes) -> None:
    """Write all of `data`; OSError when the disk takes only a part."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


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


def _beside(target: Path) -> Path:
    # The name is cut so that it stays allowed where the target's is.
    return target.with_name(f".{target.name[:_BEGINNING]}.{secrets.token_hex(6)}.tmp")


def _fill(temporary: Path, data: bytes, mode: int, sync: bool) -> None:
    handle = os.open(temporary, _FLAGS, mode)
    try:
        _write_all(handle, data)
        if sync:
            os.fsync(handle)
    finally:
        with suppress(OSError):  # what matters was said by then
            os.close(handle)


def _back_up(target: Path) -> None:
    """Keep what is in `target` as its spare, never without a whole file under that name."""
    last = spare_of(target)
    if last is None:
        return
    # Killed when it had its spare: a rename of one file to its other name would do nothing.
    if last.exists() and last.samefile(target):
        return
    link = _beside(target)
    try:
        try:
            os.link(target, link)
        except OSError:  # a file system without hard links
            shutil.copy2(target, link)
        put_in_place(link, last)
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
