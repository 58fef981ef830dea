"""Flights from one View to another, and swaying: where the camera is, how far apart levels are.

The way is a pure function of time (`FlightPath`): the window follows it by the clock, a film by its
frames. In a flight the View is there at once; only what is drawn follows smoothly.

In a sway about what is looked at, balls that lie behind one another move apart (C. Ware and G.
Franck, "Evaluating stereo and motion cues for visualizing information nets in three dimensions",
ACM Transactions on Graphics 15, 1996).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import pi, sin

from msgspec.structs import replace as altered
from PySide6.QtCore import QElapsedTimer, QObject, QTimer

from model.records.view import Camera
from viewer.picture.picture import Picture
from viewer.scene.camera import fitted_to

FLIGHT = 0.35
"""Seconds a flight from one view to another takes."""
RISE = 2.0
"""Seconds that levels take to rise from the base, or to sink into it."""


@dataclass(frozen=True)
class FlightPath:
    """The camera flies, and levels move apart or together.

    Where they rise from the base, or sink into it, that takes its time: it is to be watched.

    Attributes
    ----------
    ends
        The cameras it leads from and to, fitted.
    gaps
        The gaps between levels there.
    """

    ends: tuple[Camera, Camera]
    gaps: tuple[float, float]

    @property
    def seconds(self) -> float:
        """How long it takes."""
        return RISE if min(self.gaps) < 0 and self.gaps[0] != self.gaps[1] else FLIGHT

    def at(self, share: float) -> tuple[Camera, float]:
        """Return the camera and the gap a share of the way, from 0 to 1."""
        low, high = self.gaps
        return between(*self.ends, share), low + (high - low) * share * share * (3 - 2 * share)


def flight_path(here: Camera, gap: float, picture: Picture, aspect: float) -> FlightPath:
    """Return the way from a camera `here`, and levels with a `gap`, to those of a picture."""
    before = replace(picture, view=altered(picture.view, explode=gap))
    start, end = fitted_to(before, aspect, here), fitted_to(picture, aspect)
    return FlightPath((start, end), (gap, picture.view.explode))


def between(start: Camera, end: Camera, t: float) -> Camera:
    """Return the camera a share `t` (0 to 1) of the way of a flight; both must be fitted.

    Azimuth takes the shorter way round, distance is interpolated as a ratio, and t is eased so
    that a flight starts and ends at rest. Projection changes at the end, when the size is right.
    """
    if start.centre is None or start.distance is None or end.centre is None or end.distance is None:
        raise ValueError("fit both cameras before flying between them")
    if t <= 0:
        return start
    if t >= 1:
        return end
    s = t * t * (3 - 2 * t)
    turn = (end.azimuth - start.azimuth + 180) % 360 - 180
    x, y, z = (a + s * (b - a) for a, b in zip(start.centre, end.centre, strict=True))
    return altered(
        start,
        azimuth=start.azimuth + s * turn,
        elevation=start.elevation + s * (end.elevation - start.elevation),
        centre=(x, y, z),
        distance=start.distance ** (1 - s) * end.distance**s,
    )


SWAY, PERIOD = 5.0, 6.0
"""Degrees to either side that a view sways, and seconds until it is where it was."""


def swayed(camera: Camera, seconds: float) -> Camera:
    """Return a fitted camera as far aside as it is after so many seconds of a sway."""
    return altered(camera, azimuth=camera.azimuth + SWAY * sin(2 * pi * seconds / PERIOD))


TICK, SWAY_TICK = 16, 33
"""Milliseconds between two steps of a flight, and of a sway, which is slow."""


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
        self._timer = QTimer(parent, interval=TICK)
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


class Sway:
    """Rocks what is drawn, while the View stays as it is; its timer runs only meanwhile.

    Attributes
    ----------
    seconds
        How long it has swayed, None while it does not. It waits until a flight is over.
    """

    def __init__(self, flight: Flight, moved: Callable[[], None], parent: QObject) -> None:
        self.seconds: float | None = None
        self._flight, self._moved = flight, moved
        self._clock = QElapsedTimer()
        self._timer = QTimer(parent, interval=SWAY_TICK)
        self._timer.timeout.connect(self._tick)

    def start(self) -> None:
        """Begin where the View is."""
        self.seconds = 0.0
        self._clock.start()
        self._timer.start()

    def hold(self) -> None:
        """Stay as far aside as it is now."""
        self._timer.stop()

    def stop(self) -> None:
        """Be where the View is."""
        self._timer.stop()
        self.seconds = None

    def _tick(self) -> None:
        if self._flight.flying:
            self._clock.start()
        self.seconds = self._clock.elapsed() / 1000
        self._moved()
