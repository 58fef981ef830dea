"""A smooth flight of what is drawn to where the View already is: the camera, and the levels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from msgspec.structs import replace as altered
from PySide6.QtCore import QElapsedTimer, QObject, QTimer

from model.records.views.view import Camera
from viewer.picture.picture import Picture
from viewer.scene.camera import FLIGHT, between, fitted_to

TICK = 16
"""Milliseconds between two steps of a flight."""
RISE = 2.0
"""Seconds that levels take to rise from the base, or to sink into it."""


class Flight:
    """Interpolates from one View to another; its timer runs only while it is flying.

    The camera flies, and levels move apart or together. Where they rise from the base, or sink
    into it, that takes its time: it is to be watched.

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
        self._ends: tuple[Camera, Camera] | None = None
        self._gaps = (0.0, 0.0)
        self._seconds = FLIGHT
        self._clock = QElapsedTimer()
        self._timer = QTimer(parent)
        self._timer.setInterval(TICK)
        self._timer.timeout.connect(self._tick)

    @property
    def flying(self) -> bool:
        """A flight is under way."""
        return self._ends is not None

    def start(self, here: Camera, gap: float, picture: Picture, aspect: float) -> None:
        """Fly from a camera `here`, and levels with a `gap` between them, to those of a picture."""
        before = replace(picture, view=altered(picture.view, explode=gap))
        start, end = fitted_to(before, aspect, here), fitted_to(picture, aspect)
        self._ends = start, end
        self._gaps = gap, picture.view.explode
        self._seconds = RISE if min(self._gaps) < 0 and gap != picture.view.explode else FLIGHT
        self.camera, self.explode = start, gap
        self._clock.start()
        self._timer.start()

    def stop(self) -> None:
        """Be there at once."""
        self._timer.stop()
        self._ends = self.camera = None

    def _tick(self) -> None:
        if self._ends is None:
            return
        share = self._clock.elapsed() / (1000 * self._seconds)
        if share >= 1:
            self.stop()
        else:
            self.camera = between(*self._ends, share)
            low, high = self._gaps
            self.explode = low + (high - low) * share * share * (3 - 2 * share)
        self._moved()
