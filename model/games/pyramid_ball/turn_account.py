"""What a turn tells: what happened moment by moment, and how things stood after it."""

from __future__ import annotations

from dataclasses import dataclass

from model.games.pyramid_ball.match_state import MatchState


@dataclass(frozen=True)
class Happening:
    """One thing that happens, as data; `telling` has the words.

    Attributes
    ----------
    key
        "fail", "push", "tackle", "offence", "point", "win", "pass", "intercept", "nopass", "goal",
        "loose", "recover", "ban-end", "special", "noblitz", "special-kept".
    team, piece, other, third
        Who, as far as the key needs it; -1 for nobody.
    site, to
        Squares it is about, -1 for none.
    word
        The reason of a failure, how a goal or a point came about, the name of a special move.
    """

    key: str
    team: int = -1
    piece: int = -1
    other: int = -1
    third: int = -1
    site: int = -1
    to: int = -1
    word: str = ""


@dataclass(frozen=True)
class Beat:
    """What happens at one moment, and how things stand after it."""

    state: MatchState
    happenings: tuple[Happening, ...] = ()


@dataclass(frozen=True)
class Stage:
    """A row, a part of a blitz, or the dash.

    Attributes
    ----------
    name, row
        What it is called ("1", "2", "3"; parts of a blitz are "1b" and "1c", and "1a" where it
        comes first; "4" is the dash, "end" what the end of the turn changes), and its row, or 0.
    beats
        What happens, moment by moment; at least one.
    locked
        The pieces that move no more this turn, as it stands after the stage.
    """

    name: str
    row: int
    beats: tuple[Beat, ...]
    locked: tuple[int, ...]

    @property
    def state(self) -> MatchState:
        """How things stand after it."""
        return self.beats[-1].state


@dataclass(frozen=True)
class Account:
    """A turn as far as it went.

    Attributes
    ----------
    stages
        All that was carried out.
    state
        How things stand, after the turn or where it waits.
    asks
        The team that must say on which side the ball is put, -1 where the turn is over.
    """

    stages: tuple[Stage, ...]
    state: MatchState
    asks: int = -1

    @property
    def beats(self) -> tuple[Beat, ...]:
        """All moments in order."""
        return tuple(beat for stage in self.stages for beat in stage.beats)
