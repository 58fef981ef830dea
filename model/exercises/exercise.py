"""An exercise as an immutable value: events go in, its next value and effects come out.

An exercise runs on a scratch copy of the record. Whoever shows it hands every event to
`Exercise.after`, which is pure, keeps the value that it returns, and carries its effects out in
their order. What was begun in the background, or moves by itself, comes back as an event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, Protocol, TypeVar

from model.contract.game import Move, Player, Position
from model.exercises import effects as do
from model.puzzles.account import PuzzleLine
from model.records import record as records
from model.records.record import Record
from model.records.sealing import whole_of
from model.records.view import Mark

NOWHERE = -1
"""The home of an exercise while moves of the other side are still to be played."""
SHOWN = "A line is being shown. Press Esc to go back to the game"
"""Why nothing can be played meanwhile."""


class Remark(Protocol):
    """What is said and shown of a line that stands on the board."""

    @property
    def text(self) -> str:
        """One sentence."""


# -- events --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Here:
    """Where the person is when something happens.

    Attributes
    ----------
    record, node
        The scratch record, and the current node.
    position_at
        Returns the position at a node of it.
    """

    record: Record
    node: int
    position_at: Callable[[int], Position]


class Occurrence:
    """An event that has something to say."""


@dataclass(frozen=True)
class Tried(Occurrence):
    """The person plays a legal canonical move."""

    move: Move


@dataclass(frozen=True)
class Answered(Occurrence):
    """What `Exercise.busy` names was found; an exception, or None, where it was not.

    A `Solving` or (`Solving`, `Hint`) of a puzzle, a move in a game, `Judged` or `Hints` of a
    mistake.
    """

    found: object


@dataclass(frozen=True)
class Decided(Occurrence):
    """It is known what decided the line that ends at a node.

    Attributes
    ----------
    decision
        What is shown of it; None for nothing.
    said
        What is said besides.
    """

    node: int
    decision: Remark | None
    said: str = ""


@dataclass(frozen=True)
class GoTo(Occurrence):
    """A step or a mistake is to be shown, by its number; `done`: what the pupil has done before."""

    number: int
    done: frozenset[int] | None = None


@dataclass(frozen=True)
class TakeSide(Occurrence):
    """The mistakes of one side are to be retried, or with "" those of both, from the first."""

    side: Player


@dataclass(frozen=True)
class Choose(Occurrence):
    """An answer is chosen, by its number."""

    number: int


@dataclass(frozen=True)
class Click(Occurrence):
    """A point is clicked, by its name."""

    name: str


@dataclass(frozen=True)
class JudgedMove:
    """What an engine says of a move that was tried, with the line that refutes it."""

    right: bool
    said: str
    line: LineExercise | None = None


@dataclass(frozen=True)
class Hints:
    """The steps of a hint, which are given one by one."""

    steps: tuple[Remark, ...]


@dataclass(frozen=True)
class Better(Occurrence):
    """The better move is to be shown, with what follows it."""

    said: str
    line: LineExercise


@dataclass(frozen=True)
class Worded(Occurrence):
    """It is known what each move of a line threatens, and what it meets; `steps` say it."""

    line: tuple[Move, ...]
    steps: tuple[Remark, ...]


@dataclass(frozen=True)
class Demonstrate(Occurrence):
    """A line is to be shown from the start, with words about it, and perhaps explained."""

    moves: tuple[Move, ...]
    words: str
    line: PuzzleLine | None = None


@dataclass(frozen=True)
class ShowTry(Occurrence):
    """One of the wrong tries is to be shown again, by its number."""

    number: int


Request = Literal[
    "again",
    "home",
    "replay",
    "restart",
    "next",
    "back",
    "hint",
    "solution",
    "play",
    "arrived",
    "seen",
]
"""What the person asks for ("home": another answer follows a wrong try; "play": a line that is
shown is to go on by itself, or to stop), or else "arrived": all of a line stands on the board, and
"seen": a position is looked at, and nothing moves by itself."""
Event = Request | Occurrence

E = TypeVar("E", bound="Exercise")
Outcome = tuple[E, tuple[do.Effect, ...]]

# -- the value -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Exercise:
    """What any exercise needs to end: the record as it was; moves are nodes of the scratch only.

    Attributes
    ----------
    original
        The record the exercise began with, and goes back to.
    node
        The node that was current.
    hides
        Whether verdicts, costs and plans are hidden from the start; `hiding` says how it is now.
    confirms
        Whether moves are confirmed before they count.
    preferred
        Switches that the person threw in it, by the names of preferences: they end with it.
    home
        The node that is asked about.
    tone
        "right", "wrong", "hint" or "": of what is said.
    busy
        What is looked for in the background: the verdict on a move, a hint, or nothing.
    trying
        The move that is judged.
    explained
        What decided the line that was played last, and where that is shown; None: not known.
    is_task
        Whether something is to be learned in it: a lesson or a puzzle, with hints of its own.
    leave_first
        What to do before the document can be changed.
    """

    original: Record
    node: int
    hides: bool | None = None
    confirms: bool = False
    preferred: Mapping[str, object] = field(default_factory=dict)
    home: int = NOWHERE
    tone: str = ""
    busy: Literal["", "move", "hint"] = ""
    trying: Move = ""
    explained: Decided | None = None

    is_task: ClassVar[bool] = True
    leave_first: ClassVar[str] = "end the lesson or puzzle first"

    def after(self, event: Event, here: Here) -> Outcome[Exercise]:
        """Return the exercise after an event, and what is to be done; nobody is asked.

        A `Tried` move is played where `effects.PlayMove` is among the effects.
        """
        return self, (do.PlayMove(),) if isinstance(event, Tried) else ()

    def is_away(self, node: int) -> bool:
        """Tell whether a node is another than the one that is asked about."""
        return self.home not in (NOWHERE, node)

    def looks_at(self, node: int) -> bool:
        """Tell whether what is looked for can be looked for while a node is current."""
        return True

    def explanation_at(self, node: int) -> Remark | None:
        """Return what decided the line that ends at a node; None where nothing is known."""
        shown = self.explained
        return shown.decision if shown is not None and shown.node == node else None

    def marks_at(self, node: int, *, playing: bool) -> tuple[Mark, ...]:
        """Return what the exercise marks at a node, while a line is `playing` or not."""
        return ()

    def tool_at(self, node: int) -> Literal["", "click", "back", "onward"]:
        """Return what a click at a node is: an answer, or the way back or on."""
        return ""

    @property
    def number(self) -> int:
        """Which task of its record it is, as answers are counted; -1: the record's only one."""
        return -1

    @property
    def asks(self) -> bool:
        """Whether something is asked now that a plan would answer."""
        return False

    @property
    def is_solved(self) -> bool:
        """Whether the puzzle is solved, or all tasks of the lesson are done."""
        return False

    @property
    def place(self) -> object:
        """Where in it a person is, of what is asked one after the other: in which step."""
        return type(self)

    @property
    def begun(self) -> tuple[object, int] | None:
        """What of it is begun, and the level of a lattice that it asks for; 0: for none."""
        return None

    @property
    def stands_wrong(self) -> bool:
        """Whether a wrong try stands on the board: a move that is typed answers anew."""
        return False

    @property
    def hiding(self) -> bool | None:
        """Whether verdicts, costs and plans are hidden now; None: as the person prefers."""
        return self.hides

    def with_hiding(self, hiding: bool) -> Exercise:
        """Return the exercise after the person has hidden them, or given in and shown them."""
        return replace(self, hides=hiding)

    @property
    def holds(self) -> Mapping[str, object]:
        """What holds in it in the place of preferences, by their names."""
        hiding = self.hiding
        return self.preferred if hiding is None else {**self.preferred, "hide_verdicts": hiding}

    @property
    def explains(self) -> bool:
        """Whether the panel that explains comes by itself, as far as the window has room."""
        return True

    def shows(self, node: int) -> str:
        """Return what the exercise itself lays over a node, as in `View.show`; "" for nothing."""
        return ""

    def pours(self, node: int) -> bool:
        """Tell whether the exercise itself lets something pour at a node."""
        return False

    @property
    def scratch(self) -> Record:
        """The record moves are tried in: a copy of the original, or less of it."""
        return self.original

    def takes_moves(self, node: int) -> bool:
        """Tell whether a move is waited for at a node; else the window offers none there."""
        return True

    def wants_move(self, node: int) -> bool:
        """Tell whether what the position asks for is said at a node: not where an answer is due."""
        return self.takes_moves(node)

    def known(self, node: int) -> Move:
        """Return what the other side is known to choose at the same time, "" where nothing is."""
        return ""


def whole(exercise: Exercise) -> Exercise:
    """Return an exercise as the session keeps it: whoever begins one knows what is shown only."""
    original = whole_of(exercise.original)
    return exercise if original is exercise.original else replace(exercise, original=original)


@dataclass(frozen=True)
class LineExercise(Exercise):
    """The line begins at the node that was current; the game itself stays as it is.

    Attributes
    ----------
    line
        The moves, legal one after another.
    steps
        A sentence for each, and what is laid over the position it leads to.
    plays
        The line goes on by itself.
    whole
        To leave it is to take what was said of the move away, too.
    """

    line: tuple[Move, ...] = ()
    steps: tuple[Remark, ...] = ()
    plays: bool = False
    whole: bool = False

    is_task: ClassVar[bool] = False
    leave_first: ClassVar[str] = "go back to the game first: press Esc"

    @property
    def scratch(self) -> Record:
        """The game with the line as what follows, so that all ways of going about go along it."""
        record, node = self._with_line
        return records.make_main_line(record, node)[0]

    @property
    def _with_line(self) -> tuple[Record, int]:
        record, node = self.original, self.node
        for move in self.line:
            record, node = records.play(record, node, move)
        return record, node

    @property
    def nodes(self) -> tuple[int, ...]:
        """The node each move leads to, in the scratch."""
        record, node = self._with_line
        found: list[int] = []
        while node != self.node:
            found.append(node)
            node = record[node].parent
        return tuple(found[::-1])

    def shown(self, node: int) -> int | None:
        """Return how many moves of the line lead to a node; None: it is not on the line."""
        if node == self.node:
            return 0
        nodes = self.nodes
        return nodes.index(node) + 1 if node in nodes else None

    def step(self, node: int) -> Remark | None:
        """Return what is said and shown of the move that leads to a node; None: nothing."""
        number = self.shown(node)
        return self.steps[number - 1] if number else None

    def after(self, event: Event, here: Here) -> Outcome[LineExercise]:
        """Return the line after an event: it is played and stopped, and moves are refused."""
        match event:
            case Tried():
                return self, (do.Notice(SHOWN),)
            case "play" if self.plays:
                return replace(self, plays=False), (do.Pause(),)
            case "play":
                at = self.shown(here.node)
                played = replace(self, plays=True)
                if at is None or at == len(self.line):  # from the beginning where it is over
                    return played, (do.GoToNode(self.node), do.PlayLine(self.line, "reading"))
                return played, (do.PlayLine(self.line[at:], "reading"),)
            case "seen" if self.plays:
                return replace(self, plays=False), ()
            case Worded(line, steps) if line == self.line:
                return replace(self, steps=steps), ()
        return self, ()
