"""What a program holds: Qt's and VTK's objects, threads, files; counted where all is closed."""

import ctypes
import gc
import os
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication

from viewer.session.files.state_files import state_folder
from viewer.window.garbage import give_back


def counts() -> dict[str, int]:
    """Count all that could grow, after the waste is taken out.

    For each state that a widget was ever painted in Qt keeps what the style sheet says of it, up to
    20 MB in the end: the style sheet is put on anew.
    """
    running = QApplication.instance()
    if isinstance(running, QApplication):
        sheet = running.styleSheet()
        running.setStyleSheet("")  # as `apply_theme` does
        running.setStyleSheet(sheet)
    return held()


def held() -> dict[str, int]:
    """Count it with what the style sheet says of widgets."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
    give_back()  # what stays is held by somebody
    everything = gc.get_objects()
    return {
        "qt objects": sum(1 + sum(1 for _ in below(top)) for top in _roots()),
        "qt wrappers": len(shiboken6.Shiboken.getAllValidWrappers()),
        "top windows": len(QApplication.topLevelWidgets()),
        "widgets": len(QApplication.allWidgets()),
        **_vtk(everything),
        "python objects": len(everything),
        "threads": threading.active_count(),
        "system threads": len(os.listdir("/proc/self/task")),
        "handles": len(os.listdir("/proc/self/fd")),
        "temporary files": sum(1 for _ in Path(tempfile.gettempdir()).iterdir()),
        "journals": sum(1 for _ in state_folder().glob("autosave/*/*.journal")),
        "journal folders": sum(1 for _ in state_folder().glob("autosave/*")),
        "memory, MB": _memory(),
        "in use, MB": _in_use(),
    }


def below(top: QObject) -> Iterator[QObject]:
    """Yield all that belongs to an object, as `findChildren` does.

    What that returns PySide keeps with the object it was called for: what Qt makes for itself in a
    dialog, 26 wrappers in a combo box and a text, stayed with the main window after the dialog.
    """
    for child in top.children():
        yield child
        yield from below(child)


def _roots() -> list[QObject]:
    running = QApplication.instance()
    return [*([running] if running is not None else []), *QApplication.topLevelWidgets()]


def _vtk(everything: list[object]) -> dict[str, int]:
    from viewer.scene.vtk import vtkObjectBase, vtkRenderer

    # By type: what a weak proxy stands for may be gone, and it would be asked.
    ours = [one for one in everything if issubclass(type(one), vtkObjectBase)]
    props = [one.GetViewProps().GetNumberOfItems() for one in ours if isinstance(one, vtkRenderer)]
    return {"vtk objects": len(ours), "renderers": len(props), "actors": sum(props)}


def _memory() -> int:
    """Megabytes that are the process's own; pages of files come and go as the system likes."""
    _, resident, of_files = Path("/proc/self/statm").read_text().split()[:3]
    return (int(resident) - int(of_files)) * os.sysconf("SC_PAGESIZE") >> 20


class _Heap(ctypes.Structure):
    """What glibc's `mallinfo2` tells: bytes, and how many blocks."""

    _names = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"
    _fields_ = [(name, ctypes.c_size_t) for name in _names.split()]


def _in_use() -> int:
    """Megabytes that somebody holds, without the holes between them; 0 where nobody can tell."""
    mallinfo = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if mallinfo is None:
        return 0
    mallinfo.restype = _Heap
    heap = mallinfo()
    return (heap.uordblks + heap.hblkhd) >> 20


SLACK = {
    "qt objects": 40,
    "qt wrappers": 200,
    "widgets": 40,
    "vtk objects": 20,
    "python objects": 20_000,
    "system threads": 2,
    "memory, MB": 150,
    "in use, MB": 150,
}
"""How much each may differ between two visits of the same place; 0 where none is named."""


def grown(visits: list[dict[str, int]]) -> dict[str, tuple[int, int]]:
    """Return what has grown all the time: (most of the middle third, least of the last third).

    What is made once, the first time it is wanted, comes sooner or later and stays; a leak goes on.
    """
    third = len(visits) // 3
    if third < 1:
        return {}
    middle, last = visits[third : 2 * third], visits[-third:]
    found = {}
    for name in visits[0]:
        before = max(visit[name] for visit in middle)
        after = min(visit[name] for visit in last)
        if after > before + SLACK.get(name, 0):
            found[name] = (before, after)
    return found
