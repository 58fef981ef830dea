"""The real window on a position, for benchmarks that measure what a person waits for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from model.game import Position

if TYPE_CHECKING:
    from viewer.window.main_window import MainWindow

TurnOver = Callable[[float], None]
"""Handles the events of so many seconds."""


@contextmanager
def opened(position: Position, width: int, height: int) -> Iterator[tuple[MainWindow, TurnOver]]:
    """Open the window on a position, without animation; give it and what lets it work on.

    Parameters
    ----------
    width, height
        Of the window in logical pixels.
    """
    from PySide6.QtCore import QEventLoop

    from viewer.session.preferences import Preferences
    from viewer.window import application as app
    from viewer.window.main_window import MainWindow

    preferences = Preferences(effects="reduced")
    application = app.make_application(preferences)
    window = MainWindow(chosen=preferences)
    window.resize(width, height)
    window.show()
    window.session.paste_position(str(position))

    def turn_over(seconds: float) -> None:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 10)

    while not window.scene_view.widget.frames:
        turn_over(0.1)
    try:
        yield window, turn_over
    finally:
        window.close_window()
