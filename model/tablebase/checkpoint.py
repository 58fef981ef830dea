"""What a build has so far, on the disk: arrays with checksums, replaced in one step."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy.typing as npt

from model.contract.tables import TableError

Array = npt.NDArray[Any]
SLICE = 1 << 26
"""Bytes that are written or read at once."""
LINE_BYTES = 1 << 16
"""Bytes of the line that says what follows."""


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
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
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
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise TableError(
            f"{part} cannot be written: {(error.strerror or str(error)).lower()}"
        ) from error
    except BaseException:
        part.unlink(missing_ok=True)
        raise


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
