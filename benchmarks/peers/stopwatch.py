"""Tells when a Qt program's window is first painted and when its scene's first frame is done.

Both programs are run by this: ``python stopwatch.py pyramidion FILE`` opens a file as the command
line does, ``python stopwatch.py bare`` the least window pyvistaqt can be in. Two lines go to
standard output, "window" and "frame" with the time since the epoch; then the program ends.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from runpy import run_module

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

LOOK_EVERY = 2
"""Milliseconds between looks whether the frame is done."""


def notify(what: str) -> None:
    """Write one line."""
    print(what, time.time(), flush=True)


class FirstPaint(QObject):
    """Waits for the first top-level window to be painted."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        paints = event.type() == QEvent.Type.Paint
        if paints and isinstance(watched, QWidget) and watched.isWindow():
            application = QApplication.instance()
            assert application is not None
            application.removeEventFilter(self)
            # Painting goes on below; what is posted comes right after it and before any timer.
            first = Qt.EventPriority.HighEventPriority.value
            application.postEvent(self, QEvent(QEvent.Type.User), first)
        return False

    def customEvent(self, event: QEvent) -> None:
        notify("window")


def timed(run: Callable[[], object], framed: Callable[[], bool]) -> None:
    """Run a program until `framed`; `run` ends in QApplication.exec."""
    original = QApplication.exec
    paint = FirstPaint()
    timer = QTimer()

    def look() -> None:
        if framed():
            timer.stop()
            notify("frame")
            QApplication.closeAllWindows()
            QApplication.quit()

    def watched() -> int:
        timer.timeout.connect(look)
        timer.start(LOOK_EVERY)
        return original()

    class Watched(QApplication):
        """Watches from the moment it exists: a program may paint before it runs its loop."""

        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments)
            self.installEventFilter(paint)

        exec = staticmethod(watched)

    vars(sys.modules["PySide6.QtWidgets"])["QApplication"] = Watched
    run()


def pyramidion(path: str) -> None:
    """Open `path` as ``python -m viewer PATH`` does."""

    def run() -> None:
        sys.argv[1:] = [path]
        with suppress(SystemExit):
            run_module("viewer", run_name="__main__")

    def framed() -> bool:
        module = sys.modules.get("viewer.scene.widget")
        return module is not None and any(
            scene.frames > 0
            for window in QApplication.topLevelWidgets()
            for scene in window.findChildren(module.SceneWidget)
        )

    timed(run, framed)


def bare() -> None:
    """Show one sphere in a main window."""
    frames: list[float] = []

    def run() -> None:
        from PySide6.QtWidgets import QApplication

        application = QApplication(sys.argv[:1])
        import pyvista
        from pyvistaqt import QtInteractor

        window = QMainWindow()
        scene = QtInteractor(window, auto_update=False)
        scene.add_mesh(pyvista.Sphere())
        drawn = scene.render_window
        assert drawn is not None
        drawn.AddObserver("EndEvent", lambda *_: frames.append(time.time()))
        window.setCentralWidget(scene)
        window.resize(1280, 800)
        window.show()
        application.exec()
        scene.close()

    timed(run, lambda: bool(frames))


if sys.argv[1] == "bare":
    bare()
else:
    pyramidion(sys.argv[2])
