"""What a build has so far, on the disk: arrays with checksums, replaced in one step."""

import json
import mmap
import os
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from model.contract.tables import TableError
from model.phrases import refused

Array = npt.NDArray[Any]
SLICE = 1 << 26
"""Bytes that are written or read at once."""
LINE_BYTES = 1 << 16
"""Bytes of the line that says what follows."""


@contextmanager
def replacing(path: Path, named: Path | None = None) -> Iterator[Path]:
    """Give a path to write to, which takes the place of `path` once all is written.

    Parameters
    ----------
    named
        The file that is named where it cannot be written; None: the one written to.

    Raises
    ------
    TableError
        The disk is full, or cannot be written.
    """
    part = path.with_name(path.name + ".part")
    try:
        yield part
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise TableError(f"{named or part} cannot be written: {refused(error)}") from error
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def keep(
    path: Path,
    about: Mapping[str, object],
    arrays: Mapping[str, Array],
    control: Callable[[], None],
) -> None:
    """Write a checkpoint over the one before.

    Raises
    ------
    TableError
        The disk is full, or cannot be written.
    """
    with replacing(path) as part, part.open("wb") as file:
        sums = []
        file.write(b" " * LINE_BYTES)
        for array in arrays.values():
            data, sum_ = _bytes_of(array), 0
            for at in range(0, len(data), SLICE):
                sum_ = zlib.crc32(data[at : at + SLICE], sum_)
                file.write(data[at : at + SLICE])
                control()
            sums.append(sum_)
        line = json.dumps({**about, "sums": sums}).encode()
        file.seek(0)
        file.write(line + b"\n")
        file.flush()
        os.fsync(file.fileno())


def restore(
    path: Path,
    about: Mapping[str, object],
    arrays: Mapping[str, Array],
    control: Callable[[], None],
) -> dict[str, Any] | None:
    """Read a checkpoint into `arrays` and return what it says; None where there is none of use.

    One that is damaged, or of another build, is as none: what is in `arrays` then is of no use.
    """
    try:
        with path.open("rb") as file:
            said = json.loads(file.read(LINE_BYTES).split(b"\n")[0])
            if not isinstance(said, dict) or any(said.get(k) != v for k, v in about.items()):
                return None
            for array, wanted in zip(arrays.values(), said["sums"], strict=True):
                data, sum_ = _bytes_of(array), 0
                for at in range(0, len(data), SLICE):
                    few = data[at : at + SLICE]
                    if file.readinto(few) != len(few):
                        return None
                    sum_ = zlib.crc32(few, sum_)
                    control()
                if sum_ != wanted:
                    return None
            return None if file.read(1) else said
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _bytes_of(array: Array) -> memoryview:
    """The bytes of an array, to be read or written in place."""
    return memoryview(array.reshape(-1)).cast("B")  # type: ignore[arg-type]  # a buffer since 3.12


def drop(path: Path) -> None:
    """Remove a checkpoint, and what was written of the next one."""
    for one in (path, path.with_name(path.name + ".part")):
        with suppress(OSError):
            one.unlink(missing_ok=True)


# -- an array of bytes that lies in a file, for computers whose memory does not hold it ------------


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
