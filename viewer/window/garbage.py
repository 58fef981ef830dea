"""Reference cycles are collected in the interface thread alone.

Python collects them in whichever thread happens to allocate: a job in the background could take a
closed window apart, widgets and all, while Qt was at work on it, and the process ended.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, Qt, QTimer

INTERVAL = 1000
"""Milliseconds between two looks at how much there is to collect."""


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
        self._timer = QTimer(self, interval=INTERVAL)
        self._timer.setTimerType(Qt.TimerType.VeryCoarseTimer)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Collect the oldest generation that Python's own thresholds say is due."""
        due = [
            generation
            for generation, (count, most) in enumerate(
                zip(gc.get_count(), gc.get_threshold(), strict=False)
            )
            if most and count > most
        ]
        if due:
            gc.collect(max(due))


def collect_in_interface_thread(application: QObject) -> InterfaceCollector:
    """Let cycles be collected in the thread of `application` alone; once is enough."""
    found = application.findChild(InterfaceCollector)
    return found if found is not None else InterfaceCollector(application)
