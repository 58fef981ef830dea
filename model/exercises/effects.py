"""What is to be done where something happens in an exercise; `viewer.learn` does it."""

from dataclasses import dataclass
from typing import Literal

from model.contract.game import Move, Player
from model.puzzles.account import PuzzleLine
from model.records.lesson import After
from model.records.view import View


class Effect:
    """What is to be done."""


@dataclass(frozen=True)
class PlayMove(Effect):
    """The move that was tried is played."""


@dataclass(frozen=True)
class Restart(Effect):
    """A fresh scratch is begun at a node, and moves are played there at once."""

    node: int
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True)
class Notice(Effect):
    """A sentence is said."""

    text: str


@dataclass(frozen=True)
class Stop(Effect):
    """No more is shown of a line, and nothing is looked for any more."""


@dataclass(frozen=True)
class Pause(Effect):
    """A line that is played stops where it is."""


@dataclass(frozen=True)
class GoHome(Effect):
    """The person goes to the home of the exercise; moves that were undone are done again."""


@dataclass(frozen=True)
class Stand(Effect):
    """A move from a node stands on the board, wherever the person has gone."""

    home: int
    move: Move


@dataclass(frozen=True)
class GoToNode(Effect):
    """The person goes to a node."""

    node: int


@dataclass(frozen=True)
class PlayLine(Effect):
    """Moves are played one by one, without being judged; "arrived" follows.

    Attributes
    ----------
    pause
        How long it takes between two moves; "breath": as long as it takes to see a move before it
        is answered; "reading": a sentence to each, also where nothing else is animated.
    """

    moves: tuple[Move, ...]
    pause: Literal["line", "breath", "none", "reading"] = "line"


@dataclass(frozen=True)
class Explain(Effect):
    """What decided a line is found out; `Decided` follows."""

    line: PuzzleLine


@dataclass(frozen=True)
class StartClock(Effect):
    """The time that an answer takes begins."""


@dataclass(frozen=True)
class Count(Effect):
    """An answer is kept with the others of the pupil."""

    right: bool


@dataclass(frozen=True)
class CountHint(Effect):
    """A hint is kept with the others of the pupil."""


@dataclass(frozen=True)
class Perform(Effect):
    """A command is done, by its id."""

    command: str


@dataclass(frozen=True)
class RefuseRequest(Effect):
    """What was asked for cannot be done; the sentence says why."""

    sentence: str


@dataclass(frozen=True)
class StartStep(Effect):
    """Another step begins; the pupil comes back to it the next time, unless it is None."""

    number: int | None


@dataclass(frozen=True)
class LookAt(Effect):
    """A position is looked at as a step wants it; None: as it is looked at without one."""

    view: View | None
    fly: bool


@dataclass(frozen=True)
class StartPour(Effect):
    """Something pours from now on ("SW:red"); "" for nothing."""

    what: str


@dataclass(frozen=True)
class ShowAnswer(Effect):
    """What follows an answer, or the end of a game, is shown; `Decided` follows.

    Attributes
    ----------
    after
        What the author wants to be shown; None: what the answer is about.
    """

    of: Literal["right", "wrong", "end"]
    after: After | None = None


@dataclass(frozen=True)
class FaceSide(Effect):
    """The board is looked at from a side."""

    side: Player


@dataclass(frozen=True)
class TakeUpLine(Effect):
    """The line of the exercise is played by itself, and put into words."""
