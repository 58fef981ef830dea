"""A smooth flight of the drawn camera to where the View already is."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

from model.records.views.view import Camera
from viewer.picture.picture import Picture
from viewer.scene.camera import FLIGHT, between, fitted_to

TICK = 16
"""Milliseconds between two steps of a flight."""


class Flight:
    """Interpolates from one camera to another; its timer runs only while it is flying.

    The View jumps to its new state at once and only the drawing follows, so that histories and
    files never see a place on the way.

    Attributes
    ----------
    camera
        Where the flight is now, None when there is none.
    """

    def __init__(self, moved: Callable[[], None], parent: QObject) -> None:
        self.camera: Camera | None = None
        self._moved = moved
        self._ends: tuple[Camera, Camera] | None = None
        self._clock = QElapsedTimer()
        self._timer = QTimer(parent)
        self._timer.setInterval(TICK)
        self._timer.timeout.connect(self._tick)

    @property
    def flying(self) -> bool:
        """A flight is under way."""
        return self._ends is not None

    def start(self, here: Camera, picture: Picture, aspect: float) -> None:
        """Fly from `here` to the camera of a picture."""
        start, end = fitted_to(picture, aspect, here), fitted_to(picture, aspect)
        self._ends = start, end
        self.camera = start
        self._clock.start()
        self._timer.start()

    def stop(self) -> None:
        """Be there at once."""
        self._timer.stop()
        self._ends = self.camera = None

    def _tick(self) -> None:
        if self._ends is None:
            return
        share = self._clock.elapsed() / (1000 * FLIGHT)
        if share >= 1:
            self.stop()
        else:
            self.camera = between(*self._ends, share)
        self._moved()
