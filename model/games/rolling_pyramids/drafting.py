"""The draft: whose pick it is, and what a die may be written as."""

from __future__ import annotations

PICKS = 4
"""How many dice each player picks in a round."""


def draft_order(players: int, first: int = 0) -> tuple[int, ...]:
    """Return who picks, pick after pick: from the first to the last player and back, twice."""
    forth = [(first + k) % players for k in range(players)]
    return (*forth, *forth[::-1]) * (PICKS // 2)
