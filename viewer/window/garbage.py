"""Reference cycles are collected in the interface thread alone, and while nothing moves.

Python collects them in whichever thread happens to allocate: a job in the background could take a
closed window apart, widgets and all, while Qt was at work on it, and the process ended. To go
through all objects takes 0.1 s, and 0.05 s once an engine has loaded its kernels: a frame that has
to wait for that is late.
"""

import ctypes
import gc
import sys
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from weakref import WeakMethod

from PySide6.QtCore import QCoreApplication, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QPixmapCache
from PySide6.QtWidgets import QApplication

INTERVAL = 1000
"""Milliseconds between two looks at how much there is to collect."""
LONGEST = 30
"""Looks in a row that motion may put it off."""
GROWN = 1.25
"""How much more than after the last time there has to be before all is looked at: as in Python's
own collector, which would otherwise go through the same objects again and again."""
BETWEEN = 60.0
"""Seconds at least from one time that free memory is given back to the next."""
_M_ARENA_MAX, _M_MMAP_THRESHOLD = -8, -3
"""How many heaps there may be, and from what size on a piece is no part of one: from `malloc.h`."""
LARGE = 128 << 10
"""Bytes from which on a piece goes back to the system as soon as it is free. Left alone, the C
library raises this with what it meets, to 32 MB, and pictures leave holes in the heap."""
_YOUNG, _MIDDLE, _OLD = range(3)


class InterfaceCollector(QObject):
    """Takes over from Python's own collector and asks for its turns with a timer.

    Parameters
    ----------
    parent
        The application; while it lives nothing is collected elsewhere.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        _share_one_heap()
        self._movers: list[WeakMethod[Callable[[], bool]]] = []
        self._waited = 0
        self._left = 0
        self._given_back = monotonic()
        self._timer = QTimer(self, interval=INTERVAL)
        self._timer.setTimerType(Qt.TimerType.VeryCoarseTimer)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def wait_for(self, moves: Callable[[], bool]) -> None:
        """Collect nothing while a method, which is asked as long as its object lives, says True."""
        self._movers.append(WeakMethod(moves))

    def look(self) -> None:
        """Collect the oldest generation that is due by Python's own thresholds, once all rests."""
        generation = self._due()
        if generation is None:
            return
        if self._waited < LONGEST and self._moves():
            self._waited += 1
            return
        self._waited = 0
        gc.collect(generation)
        if generation == _OLD:
            self._left = len(gc.get_objects(_OLD))
        if generation != _YOUNG and monotonic() - self._given_back > BETWEEN:
            self._given_back = monotonic()
            give_back()

    def _due(self) -> int | None:
        """Return the oldest generation to collect, as Python's own collector would; None: none."""
        most = gc.get_threshold()
        young, middle, old = (
            limit > 0 and count > limit for count, limit in zip(gc.get_count(), most, strict=True)
        )
        if not young:
            return None
        if not middle:
            return _YOUNG
        return _OLD if old and len(gc.get_objects(_OLD)) > GROWN * self._left else _MIDDLE

    def _moves(self) -> bool:
        asked = [(mover, mover()) for mover in self._movers]
        self._movers = [mover for mover, moves in asked if moves is not None]
        return any(moves() for _, moves in asked if moves is not None)


def give_back() -> None:
    """Give memory back to the system that nobody needs while the window rests.

    Qt keeps 10 MB of pixmaps that were loaded or drawn once. The C library keeps what is free
    between pieces in use, and more of it after every hour: boards, pictures and searches come and
    go in every size, and each job in a thread of its own.
    """
    _forget_hidden_windows()
    QPixmapCache.clear()
    _ask_library("malloc_trim", 0)


def _share_one_heap() -> None:
    """Have threads to come share the heap of the interface thread, and keep it small.

    Of a heap of its own a thread keeps up to 64 MB that are free at the end: `malloc_trim` gives
    back the end of the main heap alone.
    """
    _ask_library("mallopt", _M_ARENA_MAX, 1)
    _ask_library("mallopt", _M_MMAP_THRESHOLD, LARGE)


def _ask_library(name: str, *numbers: int) -> None:
    """Call a function of the GNU C library, where there is one."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # not every C library can
            ctypes.CDLL(None)[name](*numbers)


def _forget_hidden_windows() -> None:
    """Free the pixels of hidden windows, which Qt keeps until a window is deleted.

    Each dialog, menu and floating dock that was ever shown has up to some megabytes. When it is
    shown again, Qt makes room and paints all of it anew.
    """
    for top in QApplication.topLevelWidgets():
        pixels = top.backingStore()
        if pixels is not None and top.isHidden():
            pixels.resize(QSize(1, 1))


def collect_in_interface_thread(application: QObject) -> InterfaceCollector:
    """Let cycles be collected in the thread of `application` alone; once is enough."""
    found = application.findChild(InterfaceCollector)
    return found if found is not None else InterfaceCollector(application)


def collect_at_rest(moves: Callable[[], bool]) -> None:
    """Let nothing be collected while a method says that something moves."""
    application = QCoreApplication.instance()
    if application is not None:
        collect_in_interface_thread(application).wait_for(moves)
