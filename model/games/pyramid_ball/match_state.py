"""What stands between two turns: pieces, ball, points, special moves, the closed row."""

from __future__ import annotations

from dataclasses import dataclass

from model.games.pyramid_ball.pitch import START

SPECIALS = ("S", "M", "L")
"""The special moves by their sizes: dash, quick pass, blitz."""
Pair = tuple[int, int]
"""Something of each team, A first."""


@dataclass(frozen=True)
class MatchState:
    """An immutable state between two turns, or between two steps of one.

    Attributes
    ----------
    squares
        The six squares of `pitch.PIECES`.
    carrier
        The piece with the ball, -1 while it is loose.
    loose
        The square of a loose ball, else -1.
    offence
        The team in possession, 0 or 1; while the ball is loose the one that had it last.
    score
        The points of each team.
    held, used
        Each team's special moves that can be used, and those that are gone, in the order of
        `SPECIALS`.
    owed
        How many special moves each team may choose now.
    ban
        The team whose scoring row is closed to it, -1 for none.
    kept
        Whole turns that the ball has been kept in the closed row, counted under `recovery_limit`.
    turns
        Turns played, counted under `max_turns`.
    """

    squares: tuple[int, ...] = START
    carrier: int = 1
    loose: int = -1
    offence: int = 0
    score: Pair = (0, 0)
    held: tuple[str, str] = ("", "")
    used: tuple[str, str] = ("", "")
    owed: Pair = (0, 0)
    ban: int = -1
    kept: int = 0
    turns: int = 0

    @property
    def ball(self) -> int:
        """The square of the ball."""
        return self.squares[self.carrier] if self.carrier >= 0 else self.loose


def with_special(specials: str, size: str) -> str:
    """Return special moves with one more, in their order."""
    return "".join(one for one in SPECIALS if one in specials or one == size)
