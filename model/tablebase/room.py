"""Whether there is room: memory that is free, and space on the disk."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from model.contract.tables import Needs, TableError


def free_memory() -> int | None:
    """Return the bytes of memory that programs can have now, None where the system does not say."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) << 10
    except (OSError, ValueError):
        pass
    if sys.platform == "win32":
        return _windows_memory()
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def _windows_memory() -> int | None:
    import ctypes

    # MEMORYSTATUSEX: two 32-bit words, then seven 64-bit ones; the third word is what is free.
    status = (ctypes.c_uint64 * 8)()
    status[0] = 64
    windll = getattr(ctypes, "windll", None)  # only Windows has it
    if windll is None or not windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
        return None
    return int(status[2])


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
