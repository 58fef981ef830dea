"""Files that the desktop hands to a running program: macOS does so where others start it anew."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QFileOpenEvent


class HandedFiles(QObject):
    """Opens what a double click in the Finder, or a drop on the Dock, hands to the application.

    Parameters
    ----------
    window
        Where they open; this goes with it.
    open_
        Told the name of each.
    """

    def __init__(self, window: QObject, open_: Callable[[str], object]) -> None:
        super().__init__(window)
        self._open = open_
        application = QCoreApplication.instance()
        assert application is not None
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take files that are handed over; the rest goes on."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self._open(event.file())
            return True
        return False
