"""A puzzle that is being solved: how far it has come, and how a move is judged; a pure value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from model.contract.game import Move, Position
from model.puzzles import solving
from model.puzzles.solving import Solving
from model.records import record as records
from model.records.marks import Mark
from model.records.puzzle import Puzzle
from model.records.record import ROOT, Record
from viewer.learn.explained import Explained
from viewer.session.document.run import Accept, Reject, Ruling, Run


@dataclass(frozen=True)
class PuzzleRun(Run):
    """How far the solving has come.

    Attributes
    ----------
    state
        Of the state machine.
    home
        The node its position stands at.
    busy
        What is being searched for: the verdict on the last move, a hint, or nothing.
    trying
        The move that is judged.
    tone
        "right", "wrong", "hint", or "" for what was said last.
    marks
        What a hint shows.
    shown
        A line is being shown: nothing is judged any more.
    words
        What is said of that line.
    explained
        What decided the line that was played last, and where that is shown; None: not known.
    """

    state: Solving | None = None
    home: int = ROOT
    busy: Literal["", "move", "hint"] = ""
    trying: Move = ""
    tone: str = ""
    marks: tuple[Mark, ...] = ()
    shown: bool = False
    words: str = ""
    explained: Explained | None = None

    @property
    def scratch(self) -> Record:
        """The start alone: the tree of a puzzle may hold its solution."""
        return records.delete_after(self.original, ROOT)[0]

    @property
    def stands_wrong(self) -> bool:
        """Whether a wrong try stands on the board, with what refutes it."""
        return self.state is not None and self.state.state == "wrong" and not self.shown

    @property
    def is_solved(self) -> bool:
        """Whether the puzzle is solved."""
        return self.state is not None and self.state.state == "solved"

    @property
    def why(self) -> str:
        """What decided the last line, in a sentence; "" where the author's own words tell it."""
        if self.explained is None or self.state is None:
            return ""
        own = {one.text for one in self.state.puzzle.tries if one.text}
        told = self.tone == "wrong" and self.state.said in own
        return "" if told else self.explained.decision.text

    @property
    def solution(self) -> tuple[Move, ...]:
        """The proved line, else the first move that is meant; () where neither is known."""
        if self.state is None:
            return ()
        puzzle = self.state.puzzle
        if puzzle.proof is not None and puzzle.proof.line:
            return puzzle.proof.line
        return puzzle.keys[:1] or puzzle.stipulation.accepted[:1]

    @property
    def point_marks(self) -> tuple[Mark, ...]:
        """Marks on the points the first move is restricted to."""
        if self.state is None or self.home != ROOT or self.shown:
            return ()
        return marked_points(self.state.puzzle)

    def takes_moves(self, node: int) -> bool:
        """Tell whether a move is waited for at a node: not while one is judged, nor after."""
        ended = self.is_solved or self.shown
        return node == self.home and not self.busy and not ended

    def known(self, node: int) -> Move:
        """Return the known program that the first move answers."""
        if self.state is None or node != ROOT or self.home != ROOT or self.shown:
            return ""
        return self.state.puzzle.stipulation.known

    def judge_move(self, node: int, position: Position, move: Move) -> Ruling:
        """Take a try; whether it is right is found out in the background."""
        if self.state is None or self.is_solved or self.shown:
            return Accept()
        if self.busy:
            return Reject("The last move is still being judged")
        if node != self.home:
            return Reject("This is the start of the puzzle", home=True)
        return Accept(replace(self, busy="move", trying=move, tone="", explained=None))

    # -- what it becomes ---------------------------------------------------------------------

    def taken_back(self) -> PuzzleRun:
        """Return the run after a try was taken back."""
        state = self.state
        if state is not None and state.state == "wrong":
            state = replace(state, state="open", said="", wrong=())
        tone = "" if self.tone == "wrong" else self.tone
        return replace(self, state=state, busy="", trying="", tone=tone, explained=None)

    def seeking_hint(self) -> PuzzleRun:
        """Return the run while a hint is searched for."""
        return replace(self, busy="hint")

    def hinted(self, state: Solving, marks: tuple[Mark, ...]) -> PuzzleRun:
        """Return the run after a hint was given."""
        return replace(self, state=state, busy="", tone="hint", marks=marks)

    def judged(self, state: Solving, home: int) -> PuzzleRun:
        """Return the run after the move that was tried turned out right, or wrong."""
        if state.state == "wrong":
            return replace(self, state=state, busy="", trying="", tone="wrong")
        hides = bool(self.hides) and state.state != "solved"
        return replace(
            self, state=state, busy="", trying="", tone="right", home=home, hides=hides, marks=()
        )  # fmt: skip

    def not_judged(self) -> PuzzleRun:
        """Return the run after a move or a hint that could not be decided."""
        return replace(self, busy="", trying="")

    def showing(self, words: str) -> PuzzleRun:
        """Return the run that shows a line from the start, with `words` about it."""
        return replace(
            self, home=ROOT, busy="", trying="", tone="", marks=(), shown=True, hides=False,
            words=words, explained=None,
        )  # fmt: skip

    def explaining(self, explained: Explained | None) -> PuzzleRun:
        """Return the run that shows what decided a line."""
        return replace(self, explained=explained)


def new_run(record: Record, node: int, start: Position, puzzle: Puzzle) -> PuzzleRun:
    """Return the run of a puzzle at its start; `node` is gone back to when it ends."""
    state = solving.begin(start, puzzle)
    return PuzzleRun(record, node, hides=True, confirms=True, state=state)


def marked_points(puzzle: Puzzle) -> tuple[Mark, ...]:
    """Return marks on the points the first move of a puzzle is restricted to."""
    return tuple(Mark(point, "dot", "green") for point in puzzle.stipulation.points)


def hint_marks(sites: tuple[str, ...]) -> tuple[Mark, ...]:
    """Return what shows a hint: rings, or dots where it is about many points."""
    sign: Literal["ring", "dot"] = "ring" if len(sites) <= 16 else "dot"
    return tuple(Mark(site, sign, "yellow") for site in sites)
