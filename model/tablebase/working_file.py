"""An array of bytes that lies in a file, for computers whose memory does not hold it."""

from __future__ import annotations

import mmap
import os
import sys
from contextlib import suppress
from pathlib import Path

import numpy as np
import numpy.typing as npt

_PAGE = mmap.ALLOCATIONGRANULARITY


class WorkingFile:
    """Bytes of a file, mapped into memory, of which a part is said to be needed next.

    Left alone, the system reads what lies round every byte that is asked for, up to megabytes of
    it; where bytes are asked for here and there, that is hundreds of times what is needed. So it is
    told to read nothing beside, and what comes next is fetched in one go.

    Parameters
    ----------
    path
        A new file; one that is there is written over.
    count
        Bytes, all 0 at first.

    Attributes
    ----------
    array
        (count,) uint8.

    Raises
    ------
    OSError
        The file cannot be made.
    """

    def __init__(self, path: Path, count: int) -> None:
        self._path = path
        with open(path, "w+b", opener=_opened) as file:
            file.truncate(count)
            self._map = mmap.mmap(file.fileno(), count)
        self.array: npt.NDArray[np.uint8] = np.frombuffer(self._map, np.uint8)

    def fetch(self, first: int, last: int) -> None:
        """Say that the bytes from `first` up to `last` are needed, and no others for now."""
        start = first // _PAGE * _PAGE
        if sys.platform != "win32" and last > start:  # which has no such advice
            self._map.madvise(mmap.MADV_RANDOM)
            self._map.madvise(mmap.MADV_WILLNEED, start, last - start)

    def in_order(self) -> None:
        """Say that all bytes are needed one after the other."""
        if sys.platform != "win32":
            self._map.madvise(mmap.MADV_NORMAL)

    def remove(self) -> None:
        """Remove the file; the array may be used as long as somebody has it."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def _opened(name: str, flags: int) -> int:
    """Open the file."""
    if sys.platform == "win32":
        flags |= os.O_TEMPORARY  # a mapped file cannot be removed there: it goes with its last user
    return os.open(name, flags, 0o666)
