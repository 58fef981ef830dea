"""Runs: a puzzle solved, a lesson taken, a line shown, on a scratch copy of the record.

A run judges the moves that are played in it: `Run.judge_move` is a pure function of its value,
and its answer is data. The session applies the answer and tells it to `Session.rulings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from model.contract.game import Move, Position
from model.records.record import Record
from model.records.sealing import whole_of


@dataclass(frozen=True)
class Accept:
    """The move is played.

    Attributes
    ----------
    run
        The run from then on; None: as it was.
    """

    run: Run | None = None


@dataclass(frozen=True)
class Reply:
    """The move is played, and is answered by moves that whoever shows the run plays one by one.

    Attributes
    ----------
    moves
        The answer.
    run
        The run from then on; None: as it was.
    """

    moves: tuple[Move, ...]
    run: Run | None = None


@dataclass(frozen=True)
class Reject:
    """The move is not played.

    Attributes
    ----------
    sentence
        The reason, told as a notice; "" where nothing need be said.
    home
        Whether the run goes back to the position that it asks about.
    """

    sentence: str = ""
    home: bool = False


Ruling = Accept | Reply | Reject
"""What becomes of a legal move that is played during a run."""


@dataclass(frozen=True)
class Run:
    """What a run needs to end: the record as it was; moves tried are nodes of the scratch alone.

    Attributes
    ----------
    original
        The record the run began with, and goes back to.
    node
        The node that was current.
    hides
        Whether verdicts, costs and plans are hidden from the start; `hiding` says how it is now.
    confirms
        Whether moves are confirmed before they count.
    preferred
        Switches that the person threw in it, by the names of preferences: they end with it.
    """

    original: Record
    node: int
    hides: bool | None = None
    confirms: bool = False
    preferred: Mapping[str, object] = field(default_factory=dict)

    @property
    def asks(self) -> bool:
        """Whether something is asked now that a plan would answer."""
        return False

    @property
    def is_task(self) -> bool:
        """Whether something is to be learned in it: a lesson or a puzzle, with hints of its own."""
        return True

    @property
    def place(self) -> object:
        """Where in it a person is, of what is asked one after the other: in which step."""
        return type(self)

    @property
    def begun(self) -> tuple[object, int] | None:
        """What of it is begun, and the level of a lattice that it asks for; 0: for none."""
        return None

    @property
    def leave_first(self) -> str:
        """What to do before the document can be changed."""
        return "end the lesson or puzzle first"

    @property
    def stands_wrong(self) -> bool:
        """Whether a wrong try stands on the board: a move that is typed answers anew."""
        return False

    @property
    def hiding(self) -> bool | None:
        """Whether verdicts, costs and plans are hidden now; None: as the person prefers."""
        return self.hides

    def with_hiding(self, hiding: bool) -> Run:
        """Return the run after the person has hidden them, or given in and shown them."""
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
        """Return what the run itself lays over a node, as in `View.show`; "" for nothing."""
        return ""

    def pours(self, node: int) -> bool:
        """Tell whether the run itself lets something pour at a node."""
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

    def judge_move(self, node: int, position: Position, move: Move) -> Ruling:
        """Say what becomes of a legal move; nothing is changed and nobody is asked.

        Parameters
        ----------
        node, position
            Where the move is played, in the scratch.
        move
            Canonical and legal.
        """
        return Accept()


def whole_run(run: Run) -> Run:
    """Return a run as the session keeps it: whoever begins one knows no more than is shown him."""
    original = whole_of(run.original)
    return run if original is run.original else replace(run, original=original)
