"""Evaluations: what an engine found out about the position at a node, kept with the record."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from model.contract.game import Move

MOST_PLAYERS = 8
MOST_LINE = 512
"""Moves of a line that are kept."""
MOST_COUNT = 1 << 53
"""The largest number that is a whole number in every reader of JSON."""

Share = Annotated[float, Meta(ge=0, le=1)]
Text = Annotated[str, Meta(max_length=1000)]
Count = Annotated[int, Meta(ge=0, le=MOST_COUNT)]


class Evaluation(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the position at a node is worth, and what an engine would play there.

    Attributes
    ----------
    value
        The share of the game that each player may expect, in the order of ``game.players``: 1 is a
        win, 0 a loss.
    proved
        Whether `value` is exact rather than an estimate.
    distance
        Plies to the end of the game with best play, where that is known.
    line
        What both sides would play, the best move first; () where the game is over. It is judged by
        the rules when it is played, not when a file is read.
    nodes
        How many positions were looked at, or games played out.
    budget
        How many might have been looked at: what was looked at with less can be improved on. 0
        where something else, such as time, ended it.
    """

    value: Annotated[tuple[Share, ...], Meta(min_length=1, max_length=MOST_PLAYERS)]
    proved: bool = False
    distance: Count | None = None
    line: Annotated[tuple[Text, ...], Meta(max_length=MOST_LINE)] = ()
    nodes: Count = 0
    budget: Count = 0

    @property
    def best(self) -> Move | None:
        """The best move; None where the game is over."""
        return self.line[0] if self.line else None
