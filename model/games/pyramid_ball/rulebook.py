"""The options of Pyramid Ball, with their values.

What stands between two turns: pieces, ball, points, special moves, the closed row.
"""

from __future__ import annotations

from dataclasses import dataclass

from model.contract.game import Option
from model.games.pyramid_ball.pitch import START

OPTIONS: tuple[Option, ...] = (
    Option("mode", "basic", ("basic", "advanced"), help="basic: the first point wins"),
    Option("target", None, minimum=1, maximum=99, help="points that win the advanced game (6)"),
    Option("first", "A", ("A", "B", "duel"), help="who begins with the ball; duel: show sizes"),
    Option("follow_defender", True, help="the offence may enter a square a defender leaves"),
    Option("edge_tackle", False, help="pushing the carrier against the edge is a tackle"),
    Option("chain_push_tackles", False, help="a carrier pushed by its team-mate is tackled, too"),
    Option("push_locks_stander", False, help="a piece that is pushed moves no more this turn"),
    Option("pass_check", "effective", ("effective", "original"),
           help="original: a piece that was stopped and had an order to move does not pass"),
    Option("special_spent_when_programmed", True,
           help="false: a special move that came to nothing is kept"),
    Option("ban_from", "next_turn", ("next_turn", "now"), help="when a goal closes its row"),
    Option("exit_duty", "force", ("force", "honour"),
           help="force: pieces in a closed row must step out of it first"),
    Option("recovery_limit", None, minimum=1, maximum=99, optional=True,
           help="turns the ball may be kept in a closed row"),
    Option("blitz_first", False, help="a blitz is over before the others move"),
    Option("side_prompt", False, help="ask where the ball is put after a goal"),
    Option("max_turns", None, minimum=1, maximum=9999, optional=True,
           help="most points win after this many turns"),
    Option("clock", 60, minimum=0, maximum=3600, help="seconds to choose a program; 0: no clock"),
    Option("late_void", False, help="a program not ready in time stands still"),
)  # fmt: skip


@dataclass(frozen=True)
class Rules:
    """The values of the options, by their names; docs/rules/pyramid-ball.md tells them."""

    mode: str = "basic"
    target: int | None = None
    first: str = "A"
    follow_defender: bool = True
    edge_tackle: bool = False
    chain_push_tackles: bool = False
    push_locks_stander: bool = False
    pass_check: str = "effective"
    special_spent_when_programmed: bool = True
    ban_from: str = "next_turn"
    exit_duty: str = "force"
    recovery_limit: int | None = None
    blitz_first: bool = False
    side_prompt: bool = False
    max_turns: int | None = None
    clock: int = 60
    late_void: bool = False

    @property
    def is_advanced(self) -> bool:
        """Whether play goes on after a point."""
        return self.mode == "advanced"

    @property
    def points(self) -> int:
        """How many points win."""
        return (self.target or 6) if self.is_advanced else 1


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
