"""How long a choice may take in games that give each choice its time, as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ChoiceTime:
    """What the rules say of the time for a choice; who shows the game keeps it, or does not.

    Attributes
    ----------
    seconds
        For each choice; 0: the game is played without a clock.
    voids
        Nothing counts of what somebody who is late has chosen; else what was chosen by then counts.
    """

    seconds: int
    voids: bool = False
