"""What is read and written on the disk: regular files alone; a pipe or a device may never end."""

import errno
import os
import stat
import sys
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple

PIPE = "is a pipe, not a file"
_KINDS = {
    stat.S_IFIFO: PIPE,
    stat.S_IFSOCK: "is a socket, not a file",
    stat.S_IFCHR: "is a device, not a file",
    stat.S_IFBLK: "is a device, not a file",
}
_GONE = (errno.ENOENT, errno.ESRCH)


class NotRegularError(OSError):
    """What has the name is no regular file; `what` says what it is."""

    def __init__(self, what: str, path: str | Path) -> None:
        super().__init__(errno.EINVAL, what, str(path))
        self.what = what


def open_regular(path: str | Path, mode: Literal["rb", "a+b"] = "rb") -> BinaryIO:
    """Open a file, unless reading it might wait for ever.

    Parameters
    ----------
    mode
        As of `open`: "a+b" makes a file that is not there, and what is written goes to its end.

    Raises
    ------
    NotRegularError
        It is a pipe, a socket or a device.
    OSError
        It is a folder, is not there or may not be read.
    ValueError
        `path` is no file name (it holds a NUL).
    """
    with suppress(FileNotFoundError):
        check_regular(path)  # opening a device may already do something
    return open(path, mode, opener=_opener)


def check_regular(path: str | Path) -> None:
    """Refuse what is no regular file; errors as of `open_regular`."""
    _check(os.stat(path).st_mode, path)


class FilesBelow(NamedTuple):
    """What `files_below` finds.

    Attributes
    ----------
    files
        In order.
    faults
        What kept folders from being read; each error names its folder.
    whole
        Whether all folders were looked into.
    """

    files: list[Path]
    faults: list[OSError]
    whole: bool


def files_below(folder: str | Path, suffix: str, most: int | None = None) -> FilesBelow:
    """Return the files of a folder and all folders in it whose names end in `suffix`.

    Links to folders are not followed.

    Parameters
    ----------
    most
        How many folders are looked into at most; None: all, however long it takes.
    """
    faults: list[OSError] = []
    folders = os.walk(folder, onerror=faults.append)
    found = [
        Path(place, name)
        for place, _, names in islice(folders, most)
        for name in names
        if name.endswith(suffix)
    ]
    whole = most is None or next(folders, None) is None
    top = os.fspath(folder)
    errors = [e for e in faults if e.filename == top or e.errno not in _GONE]
    return FilesBelow(sorted(found), errors, whole)


def _check(mode: int, path: str | Path) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        what = _KINDS.get(stat.S_IFMT(mode), "is not a regular file")
        raise NotRegularError(what, path)


def _opener(name: str, flags: int) -> int:
    if sys.platform != "win32":  # where it is a pipe by now, opening it must not wait
        flags |= os.O_NONBLOCK
    handle = os.open(name, flags, 0o666)
    try:
        _check(os.fstat(handle).st_mode, name)
    except BaseException:
        os.close(handle)
        raise
    return handle
