"""A line that is shown step by step in the scene, and what is said of each step; a pure value."""

from __future__ import annotations

from dataclasses import dataclass, replace

from model.contract.game import Move, Position
from model.records import record as records
from model.records.record import Record
from viewer.analysis.advice_words import Step
from viewer.session.document.run import Reject, Ruling, Run

SHOWN = "A line is being shown. Press Esc to go back to the game"
"""Why nothing can be played meanwhile."""


@dataclass(frozen=True)
class LineRun(Run):
    """The line begins at the node that was current; the game itself stays as it is.

    Attributes
    ----------
    line
        The moves, legal one after another.
    steps
        A sentence for each, and what is laid over the position it leads to.
    plays
        The line goes on by itself.
    """

    line: tuple[Move, ...] = ()
    steps: tuple[Step, ...] = ()
    plays: bool = False

    @property
    def is_task(self) -> bool:
        """Nothing is to be learned here: hints and answers have nothing to do with it."""
        return False

    @property
    def leave_first(self) -> str:
        """What to do before the game can be changed."""
        return "go back to the game first: press Esc"

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

    def step(self, node: int) -> Step | None:
        """Return what is said and shown of the move that leads to a node; None: nothing."""
        number = self.shown(node)
        return self.steps[number - 1] if number else None

    def playing(self, plays: bool) -> LineRun:
        """Return the run that goes on by itself, or waits."""
        return replace(self, plays=plays)

    def told(self, steps: tuple[Step, ...]) -> LineRun:
        """Return the run once more is known of its steps."""
        return replace(self, steps=steps)

    def judge_move(self, node: int, position: Position, move: Move) -> Ruling:
        """Refuse moves of others: a line is shown, and nothing is played."""
        return Reject(SHOWN)
