"""What a program holds right now: memory, objects of Qt and VTK, threads, open handles."""

import gc
import os
import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from monkey_counts import below
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from viewer.scene.vtk import vtkObjectBase
from viewer.window.garbage import give_back

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


@dataclass(frozen=True)
class Census:
    """One counting.

    Attributes
    ----------
    memory
        Resident bytes; 0 where the system does not tell.
    qt
        Objects below the application and all its windows.
    widgets
        All widgets, those that belong to no window too.
    vtk
        Objects of VTK that Python knows.
    python
        Objects the garbage collector knows.
    threads, handles
        Threads of the process and files it holds open; 0 where the system does not tell.
    """

    memory: int
    qt: int
    widgets: int
    vtk: int
    python: int
    threads: int
    handles: int


def take_census() -> Census:
    """Clear away what waits to be deleted, and count."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
    give_back()  # what stays is held by somebody
    held = gc.get_objects()
    return Census(
        memory=resident(),
        qt=sum(1 + sum(1 for _ in below(top)) for top in _tops()),
        widgets=len(QApplication.allWidgets()),
        vtk=sum(issubclass(type(one), vtkObjectBase) for one in held),
        python=len(held),
        threads=_entries("/proc/self/task") or threading.active_count(),
        handles=_entries("/proc/self/fd"),
    )


def kinds_of_objects() -> Counter[str]:
    """Count what Python holds by its type, to find out what grows."""
    return Counter(f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.get_objects())


def _tops() -> list[QObject]:
    running = QCoreApplication.instance()
    tops: list[QObject] = [one for one in QApplication.allWidgets() if _is_top(one)]
    return tops if running is None else [running, *tops]


def _is_top(widget: QWidget) -> bool:
    return widget.parent() is None


def _entries(folder: str) -> int:
    return len(os.listdir(folder)) if Path(folder).is_dir() else 0


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
