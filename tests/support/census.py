"""How what a program holds grows; `monkey_counts` counts it."""

import os
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def resident() -> int:
    """Return the bytes of this process that are in memory; 0 where the system does not tell."""
    file = Path("/proc/self/statm")
    return int(file.read_text().split()[1]) * _PAGE if file.exists() else 0


def slope(values: list[tuple[int, float]]) -> float:
    """Return how much is added for each document: the median of all slopes (Theil and Sen).

    Parameters
    ----------
    values
        How many documents there were so far, and what was counted then.
    """
    slopes = sorted(
        (y - x) / (b - a) for i, (a, x) in enumerate(values) for b, y in values[i + 1 :]
    )
    return slopes[len(slopes) // 2]
