"""An array of bytes that lies in a file, for computers whose memory does not hold it."""

from __future__ import annotations

import mmap
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
        with path.open("w+b") as file:
            file.truncate(count)
            self._map = mmap.mmap(file.fileno(), count)
        self.array: npt.NDArray[np.uint8] = np.frombuffer(self._map, np.uint8)

    def fetch(self, first: int, last: int) -> None:
        """Say that the bytes from `first` up to `last` are needed, and no others for now."""
        start = first // _PAGE * _PAGE
        if hasattr(self._map, "madvise") and last > start:
            self._map.madvise(mmap.MADV_RANDOM)
            self._map.madvise(mmap.MADV_WILLNEED, start, last - start)

    def in_order(self) -> None:
        """Say that all bytes are needed one after the other."""
        if hasattr(self._map, "madvise"):
            self._map.madvise(mmap.MADV_NORMAL)

    def remove(self) -> None:
        """Remove the file; the array may be used as long as somebody has it."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
