"""Gestures: a button that is down, how the mouse moves the camera, and names of gestures for Views.

Orbit, pan and zoom are pure functions on `Camera`."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace
from PySide6.QtCore import QElapsedTimer, QPointF, Qt

from model.records.view import Camera, View
from viewer.picture.picking.line_of_sight import PickCandidate
from viewer.scene.input.cut_drag import Knob
from viewer.scene.props.primitives import as_point

DEGREES_A_PIXEL = 0.4
"""How far a drag of one logical pixel turns the table."""
NEAREST, FARTHEST = 1.0, 2000.0
"""Limits of the distance from the centre, in ball diameters."""

Point = npt.NDArray[np.float64]


def orbit(camera: Camera, right: float, down: float, speed: float = 1.0) -> Camera:
    """Turn the table under a drag of (right, down) logical pixels; it stops at the poles.

    `speed` is how many times as far as usual it turns.
    """
    degrees = DEGREES_A_PIXEL * speed
    return replace(
        camera,
        azimuth=wrapped(camera.azimuth - right * degrees),
        elevation=float(np.clip(camera.elevation + down * degrees, -90, 90)),
    )


def wrapped(degrees: float) -> float:
    """Return an angle as the equal one in (-180, 180]."""
    return 180.0 - (180.0 - degrees) % 360.0


def pan(camera: Camera, centre: Point, by: Point) -> Camera:
    """Move what is looked at from `centre` by a vector in space."""
    return replace(camera, centre=as_point(centre + by))


def zoom(camera: Camera, centre: Point, distance: float, about: Point, factor: float) -> Camera:
    """Come nearer (factor < 1) or go away while `about` keeps its place on the screen.

    Parameters
    ----------
    centre, distance
        Where `camera` looks and from how far, with None replaced by what it stands for.
    about
        The point that stays under the cursor.
    """
    wanted = float(np.clip(distance * factor, NEAREST, FARTHEST))
    factor = wanted / distance
    return replace(camera, centre=as_point(about + (centre - about) * factor), distance=wanted)


BURST = 400
"""Turns of a wheel at most this many milliseconds apart are one gesture."""


@dataclass
class Press:
    """A mouse button that is down.

    Attributes
    ----------
    button, start
        Which one, and where it went down (logical pixels).
    view
        The View at that moment, with the camera as it was drawn.
    candidate
        What was under the mouse.
    gesture
        What the drag, if it becomes one, is told under.
    pans
        A drag moves what is looked at instead of turning it.
    fits
        The board was fitted to the scene, not moved by hand: it is again when a turn has ended.
    knob
        The knob of the cut it took, None when it took none.
    carries
        The site of the piece a drag carries, None when it carries none.
    draws
        A drag draws a way over the sites it comes over.
    centre
        What was looked at when a pan began.
    again
        It is the second press of a double click.
    dragged, cancelled
        It has become a drag; it was broken off.
    """

    button: Qt.MouseButton
    start: QPointF
    view: View
    candidate: PickCandidate | None
    gesture: str
    pans: bool
    fits: bool = False
    knob: Knob | None = None
    carries: int | None = None
    draws: bool = False
    again: bool = False
    centre: Point | None = None
    dragged: bool = False
    cancelled: bool = False


class Gestures:
    """Names gestures: Views told under one name are one entry in the history of views."""

    def __init__(self) -> None:
        self._count = 0
        self._kind, self._name = "", ""
        self._since = QElapsedTimer()

    def begin(self, kind: str) -> str:
        """Return the name of a new gesture."""
        self._count += 1
        return f"{kind}-{self._count}"

    def end(self) -> None:
        """Let the next turn of the wheel be a gesture of its own."""
        self._since.invalidate()

    def burst(self, kind: str) -> tuple[str, bool]:
        """Return the gesture of a turn of the wheel, and whether it is a new one.

        It is the last turn's if that was of the same kind and just now.
        """
        recent = self._since.isValid() and self._since.elapsed() < BURST
        fresh = not recent or kind != self._kind
        if fresh:
            self._kind, self._name = kind, self.begin(kind)
        self._since.start()
        return self._name, fresh
