"""Whether there is room: memory that is free, and space on the disk."""

from __future__ import annotations

import shutil
from pathlib import Path

from model.contract.tables import Needs, TableError


def free_memory() -> int | None:
    """Return the bytes of memory that programs can have now, None where the system does not say."""
    from psutil import Error, virtual_memory

    try:
        return int(virtual_memory().available)
    except (OSError, Error):
        return None


def check_room(folder: Path, needs: Needs, written: int = 0) -> None:
    """Raise TableError, saying how much is missing, where memory or disk are too small.

    Parameters
    ----------
    written
        Bytes on the disk that the build has taken already, or will write over.
    """
    memory = free_memory()
    if memory is not None and memory < needs.memory_bytes:
        raise TableError(
            f"a build takes {size(needs.memory_bytes)} of memory and {size(memory)} are free: "
            "close other programs"
        )
    free = shutil.disk_usage(folder).free + written
    if free < needs.disk_bytes:
        raise TableError(
            f"a build takes {size(needs.disk_bytes)} on the disk and {folder} has {size(free)} free"
        )


def size(count: int) -> str:
    """Return a number of bytes as a person reads it."""
    if count < 10**9:
        return f"{max(1, round(count / 1e6))} MB"
    return f"{count / 1e9:.1f} GB"
