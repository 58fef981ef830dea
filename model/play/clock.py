"""Clocks: how long a move may take of the time that is left, and the clock of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from model.contract.hooks import ChoiceTime

SHARE = 1 / 25
"""Of the time left, for a move: a game of these is seldom decided in more moves than that."""
SPARED = 0.05
"""Seconds that are kept for passing the move on."""


def allowed(control: TimeControl, left: float) -> float:
    """Return the seconds that an engine may take where a side has so many left."""
    if control.renewed:
        return max(0.0, left * 0.8 - SPARED)
    return share(left, control.increment)


def share(left: float, increment: float = 0.0) -> float:
    """Return the seconds a move may take.

    Parameters
    ----------
    left, increment
        Seconds on the clock, and those added after each move.
    """
    return max(0.0, min(left * SHARE + increment * 0.8, left * 0.8 - SPARED))


@dataclass(frozen=True)
class TimeControl:
    """What each side is given.

    Attributes
    ----------
    minutes
        For the whole game; more than 0.
    increment
        Seconds added after each move.
    renewed
        The time is for each choice alone: after it, all have the whole of it again.
    voids
        Where it is renewed: nothing counts of what somebody who is late has chosen.
    """

    minutes: float
    increment: float = 0.0
    renewed: bool = False
    voids: bool = False

    @property
    def seconds(self) -> float:
        """What each side has at first."""
        return self.minutes * 60.0

    @property
    def text(self) -> str:
        """How it is written down: "10+5" is minutes, and seconds a move."""
        return EACH_CHOICE if self.renewed else f"{self.minutes:g}+{self.increment:g}"


EACH_CHOICE = "each choice"
"""How the time that each choice has is written down: the options of the game say how much."""
LONGEST = 600.0
"""Minutes a side, and seconds a move, that are believed where they are read."""


def read_control(text: str, time: ChoiceTime | None) -> TimeControl | None:
    """Return what `TimeControl.text` wrote; None for a game without a clock, and other texts.

    Parameters
    ----------
    time
        What the game gives each choice, None where it does not.
    """
    if time is not None:
        return for_each_choice(time) if text == EACH_CHOICE else None
    minutes, _, increment = text.partition("+")
    try:
        control = TimeControl(float(minutes), float(increment or 0))
    except ValueError:
        return None
    sane = 0 < control.minutes <= LONGEST and 0 <= control.increment <= LONGEST
    return control if sane else None


def for_each_choice(time: ChoiceTime) -> TimeControl | None:
    """Return what gives each choice its time; None where the game is played without a clock."""
    if not time.seconds:
        return None
    return TimeControl(time.seconds / 60.0, renewed=True, voids=time.voids)


NOWHERE = -1
"""No place of a game."""


class GameClock:
    """The time each side has, at each place of a game; or for each choice, where it is renewed.

    Places are numbers of the caller's, one for each position that was reached: going back to a
    place gives back the time that was left there. Times are seconds on a steady clock (`monotonic`)
    that the caller reads, so nothing here waits or runs by itself.

    Parameters
    ----------
    control
        What each side is given.
    sides
        Whose clocks they are.
    place
        Where the game stands. The clocks stand until a move is played from there, unless the time
        is for each choice.

    Attributes
    ----------
    running
        Whose time passes now, "" for nobody's.
    fallen
        Who ran out of time, "" for nobody; the clocks then stand for good. Nobody ever is where
        the time is renewed.
    """

    def __init__(self, control: TimeControl, sides: Sequence[str], place: int) -> None:
        self.control = control
        self.running = ""
        self.fallen = ""
        self._first = place
        self._place = place
        self._now = dict.fromkeys(sides, control.seconds)
        self._at = {place: dict(self._now)}
        self._since = 0.0

    @property
    def sides(self) -> tuple[str, ...]:
        """Whose clocks they are."""
        return tuple(self._now)

    @classmethod
    def resumed(cls, control: TimeControl, left: Mapping[str, float], place: int) -> GameClock:
        """Return the clock of a game that stopped with so many seconds left for each side."""
        clock = cls(control, tuple(left), place)
        clock._now = {side: max(0.0, seconds) for side, seconds in left.items()}
        clock._at[place] = dict(clock._now)
        if clock._now != dict.fromkeys(left, control.seconds):
            clock._first = NOWHERE
        return clock

    @property
    def has_begun(self) -> bool:
        """Whether time may pass: before the first move it does for single choices alone."""
        return self.control.renewed or self._place != self._first

    def left(self, side: str, now: float) -> float:
        """Return the seconds that `side` has left, never less than 0."""
        spent = now - self._since if side == self.running else 0.0
        return max(0.0, self._now[side] - spent)

    def run(self, side: str, now: float) -> None:
        """Let the time of `side` pass from now on, "" nobody's."""
        if self.fallen:
            return
        self._settle(now)
        self.running = side if self._now.get(side, 0.0) > 0 else ""
        self._since = now

    def look(self, now: float) -> str:
        """Return whose time has run out since the last look, "" for nobody's; see `fallen`."""
        side = self.running
        if not side or self.left(side, now) > 0:
            return ""
        self._settle(now)
        self.running = ""
        if not self.control.renewed:
            self.fallen = side
        return side

    def moved(self, side: str, place: int, now: float) -> None:
        """Take down that `side` moved, which led to `place`: it gets its increment."""
        self._settle(now)
        self.running = ""
        if self.control.renewed:
            self._now = dict.fromkeys(self._now, self.control.seconds)
        elif not self.fallen and self.has_begun and side in self._now:
            self._now[side] += self.control.increment
        self._place = place
        self._at[place] = dict(self._now)

    def return_to(self, place: int, now: float) -> None:
        """Go back to a place, to the time that was left there; nobody's time passes."""
        self._settle(now)
        self.running = ""
        self._now = dict(self._at.get(place, self._now))
        self._place = place
        self._at.setdefault(place, dict(self._now))

    def _settle(self, now: float) -> None:
        if self.running:
            self._now[self.running] = self.left(self.running, now)
            self._since = now
