"""What a game says of tasks and goals: conditions of its own, the moves they judge, its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from model.contract.game import Position
from model.contract.moves import Move, Player


@dataclass(frozen=True)
class Played:
    """A move to judge: the position before, the move, the position after."""

    before: Position
    move: Move
    after: Position

    @property
    def side(self) -> Player:
        """The side that moved."""
        return self.before.to_move or ""

    @property
    def causes(self) -> frozenset[str]:
        """The rules at work in the move."""
        return frozenset(event.cause for event in self.before.events(self.move) if event.cause)

    @property
    def placed(self) -> int | None:
        """The site something was put on last, None for none."""
        sites = [
            event.to if event.kind == "move" else event.site
            for event in self.before.events(self.move)
            if event.kind in ("move", "place")
        ]
        return sites[-1] if sites else None


@dataclass(frozen=True)
class Condition:
    """A word of what a lesson's task wants, and what it says (`model.lessons.conditions`).

    Attributes
    ----------
    name
        As written in files.
    argument
        What stands after ``=``: "" for nothing, else "corner", "number", "site", "wall",
        "corner:side", "move" (one that is legal there).
    says
        What is wanted, a format string over the argument ("holds {}").
    """

    name: str
    argument: str
    says: str


@dataclass(frozen=True)
class MoveCondition(Condition):
    """A condition that judges a move; `test` gets the argument as written.

    Attributes
    ----------
    examples
        Where moves are too many to be listed: some that are likely to meet the condition with this
        argument. None: moves are drawn.
    reply
        Where the move is a hidden choice: what the other side has chosen, as far as the condition
        says; None, or a reply that is None: nothing in particular.
    leaks
        Where the condition is about a corner to be shut off: whether colour poured there still
        gets out after the move. None: nothing is poured to show why a move fails.
    """

    test: Callable[[Played, str], bool]
    examples: Callable[[Position, str], Iterable[Move]] | None = None
    reply: Callable[[Played, str], Move | None] | None = None
    leaks: Callable[[Played, str], bool] | None = None


@dataclass(frozen=True)
class PointCondition(Condition):
    """A condition that judges a point somebody clicks; `test` gets the argument and the site."""

    test: Callable[[Position, str, int], bool]


class GoalWords(NamedTuple):
    """A goal in words: "{side} {does}", "stop {side} from {doing}", "{side} does not {do}"."""

    does: str
    doing: str
    do: str
