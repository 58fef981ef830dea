"""The real window on a position, for benchmarks that measure what a person waits for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from model.contract.game import Position

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtWidgets import QWidget

    from viewer.program.main_window import MainWindow
    from viewer.scene.widget import SceneWidget

STEP = 7
"""Logical pixels the mouse moves between two frames."""
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

    from viewer.program.main_window import MainWindow
    from viewer.session.preferences import Preferences
    from viewer.window import application as app

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


def turned(scene: SceneWidget, frames: int) -> Iterator[float]:
    """Turn a scene by the mouse; yield the seconds that each frame took.

    A frame counts from the move of the mouse until the window is put together and handed to the
    screen.
    """
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QGuiApplication
    from PySide6.QtWidgets import QApplication

    surface = scene.surface
    assert surface is not None
    place = QPointF(0.2 * surface.width(), 0.5 * surface.height())
    mouse(surface, QEvent.Type.MouseButtonPress, place)
    for _ in range(frames):
        place += QPointF(STEP, 0)
        drawn, begun = scene.frames, time.perf_counter()
        mouse(surface, QEvent.Type.MouseMove, place)
        while scene.frames == drawn:
            QApplication.processEvents()
        QGuiApplication.sync()
        yield time.perf_counter() - begun
    mouse(surface, QEvent.Type.MouseButtonRelease, place)


def mouse(surface: QWidget, kind: QEvent.Type, place: QPointF) -> None:
    """Let the left button do something at a place of the surface."""
    from PySide6.QtCore import QEvent, Qt
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QApplication

    held = Qt.MouseButton.LeftButton
    button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else held
    down = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else held
    where = surface.mapToGlobal(place)
    event = QMouseEvent(kind, place, where, button, down, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(surface, event)
