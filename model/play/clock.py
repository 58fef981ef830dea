"""How long a move may take of the time that is left."""

from __future__ import annotations

SHARE = 1 / 25
"""Of the time left, for a move: a game of these is seldom decided in more moves than that."""
SPARED = 0.05
"""Seconds that are kept for passing the move on."""


def share(left: float, increment: float = 0.0) -> float:
    """Return the seconds a move may take.

    Parameters
    ----------
    left, increment
        Seconds on the clock, and those added after each move.
    """
    return max(0.0, min(left * SHARE + increment * 0.8, left * 0.8 - SPARED))
