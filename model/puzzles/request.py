"""What puzzles are wanted: the request the generator answers, and why it may not be able to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from model.contract.game import Game, GameKind
from model.phrases import listed, shown
from model.puzzles.choosing import generating_fault

Source = Literal["random", "played", "both"]
CHOSEN = ("win", "known")
"""What can be wanted where both sides choose at once: a choice that wins against every other one,
and the best answer to a choice that is known."""


@dataclass(frozen=True)
class PuzzleRequest:
    """What is to be generated.

    Attributes
    ----------
    game
        With its options.
    count
        Puzzles wanted.
    shortest, longest
        Own moves; of "parry" and "only" moves within which the other side threatens to win. Where
        both sides choose at once: how many things the shortest answer says.
    kind
        What is asked: one of `wanted_in`, of `CHOSEN` where both sides choose at once, or "any".
    source
        Where positions come from.
    seed
        The same request gives the same puzzles, as far as no limit cuts a proof short.
    reduce
        Take away every piece that is not needed.
    """

    game: Game
    count: int = 10
    shortest: int = 1
    longest: int = 3
    kind: str = "win"
    source: Source = "both"
    seed: int = 0
    reduce: bool = True


def wanted_in(kind: GameKind) -> tuple[str, ...]:
    """Return what can be asked for in puzzles of a game: its goals, threats to parry, one move."""
    return (*(goal.name for goal in kind.goals), "parry", "only")


def request_fault(request: PuzzleRequest) -> str:
    """Return why a request cannot be met at all, "" where it can."""
    kind = request.game.kind
    if len(request.game.players) != 2:
        return "puzzles are for games of two players"
    if kind.hides and (fault := generating_fault(request.game)):
        return fault
    if kind.hides and request.kind not in (*CHOSEN, "any"):
        asked = shown(request.kind)
        return f"where both sides choose at once a puzzle asks for a win in 1 move, not for {asked}"
    if not kind.hides and request.kind not in (*wanted_in(kind), "known", "any"):
        right = listed(wanted_in(kind), "or")
        return f"puzzles of {kind.title} ask for {right}, not for {shown(request.kind)}"
    if request.kind == "known" and not kind.hides:
        return f"in {kind.title} no choice is known before the move: nothing is chosen at once"
    if not 1 <= request.shortest <= request.longest:
        span = f"from {request.shortest} to {request.longest} moves"
        return f"{span}: the first number is at most the last"
    return ""
