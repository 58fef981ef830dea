"""How a game ended that its rules had not ended yet: what the headers of a record say of it.

`result` says it in words for a person, `termination` who gave up or ran out of time, or that a draw
was agreed, and `ended_at` names the node at which that was. The rules come first: where they have
ended the game, nothing else has.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from model.contract.game import Player
from model.records.record import Record, path_to

RESULT, TERMINATION, ENDED_AT = "result", "termination", "ended_at"
"""The headers."""
AGREED = "draw agreed"
LOSES: Mapping[Literal["resigned", "late"], str] = {
    "resigned": "resigned",
    "late": "ran out of time",
}
"""What somebody did who lost so, as `termination` has it after the name of the side."""


@dataclass(frozen=True)
class Ending:
    """A game that was ended by its players, or by a clock.

    Attributes
    ----------
    how
        A side resigned, was too late, or both agreed on a draw.
    node
        Where in the record.
    winner, loser
        Its sides; "" in a draw.
    """

    how: Literal["resigned", "late", "agreed"]
    node: int
    winner: Player = ""
    loser: Player = ""

    @property
    def headers(self) -> dict[str, str]:
        """What the headers of the record become."""
        if self.how == "agreed":
            result, termination = "Draw", AGREED
        else:
            result = f"{self.winner.capitalize()} wins"
            termination = f"{self.loser} {LOSES[self.how]}"
        return {RESULT: result, TERMINATION: termination, ENDED_AT: str(self.node)}


NOT_ENDED = {RESULT: "", TERMINATION: "", ENDED_AT: ""}
"""The headers of a game that goes on."""


def ending_of(record: Record, sides: Sequence[Player]) -> Ending | None:
    """Return how the players of a record ended it; None where they have not.

    Headers are free texts: what names no node of the record, or no side, is no ending.

    Parameters
    ----------
    sides
        Who has a seat in its game; only a game of two can be ended so.
    """
    termination, at = (record.headers.get(name, "") for name in (TERMINATION, ENDED_AT))
    if not termination or len(sides) != 2 or not (at.isascii() and at.isdigit() and len(at) < 11):
        return None
    node = int(at)
    if node not in record:
        return None
    if termination == AGREED:
        return Ending("agreed", node)
    for loser, winner in (sides, sides[::-1]):
        for how, words in LOSES.items():
            if termination == f"{loser} {words}":
                return Ending(how, node, winner, loser)
    return None


def is_over(record: Record, sides: Sequence[Player], node: int) -> bool:
    """Tell whether the players of a record ended it at a node, or before it on its line."""
    ending = ending_of(record, sides)
    return ending is not None and ending.node in (0, *path_to(record, node))
