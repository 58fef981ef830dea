"""A smooth flight of what is drawn to where the View already is: the camera, and the levels."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

from model.records.views.view import Camera
from viewer.picture.picture import Picture
from viewer.scene.flights.flight_path import FlightPath, flight_path

TICK = 16
"""Milliseconds between two steps of a flight."""


class Flight:
    """Follows a `FlightPath` from one View to another; its timer runs only while it is flying.

    The View jumps to its new state at once and only the drawing follows, so that histories and
    files never see a place on the way.

    Attributes
    ----------
    camera
        Where the flight is now, None when there is none.
    explode
        The gap between levels there.
    """

    def __init__(self, moved: Callable[[], None], parent: QObject) -> None:
        self.camera: Camera | None = None
        self.explode = 0.0
        self._moved = moved
        self._path: FlightPath | None = None
        self._clock = QElapsedTimer()
        self._timer = QTimer(parent)
        self._timer.setInterval(TICK)
        self._timer.timeout.connect(self._tick)

    @property
    def flying(self) -> bool:
        """A flight is under way."""
        return self._path is not None

    def start(self, here: Camera, gap: float, picture: Picture, aspect: float) -> None:
        """Fly from a camera `here`, and levels with a `gap` between them, to those of a picture."""
        self._path = flight_path(here, gap, picture, aspect)
        self.camera, self.explode = self._path.ends[0], gap
        self._clock.start()
        self._timer.start()

    def stop(self) -> None:
        """Be there at once."""
        self._timer.stop()
        self._path = self.camera = None

    def _tick(self) -> None:
        if self._path is None:
            return
        share = self._clock.elapsed() / (1000 * self._path.seconds)
        if share >= 1:
            self.stop()
        else:
            self.camera, self.explode = self._path.at(share)
        self._moved()
