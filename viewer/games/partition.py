"""What Pyramid Partition brings: corners, judged in the background (see `viewer.judging`)."""

from __future__ import annotations

from model.game import Outcome, Position
from viewer.games import Words, general_ending, general_facts


def _ending(position: Position, outcome: Outcome) -> str:
    from viewer.wording import corners_in_order, join

    if outcome.winner is None or not outcome.witness:
        return general_ending(position, outcome)
    corners = join(corners_in_order(outcome.witness))
    return f"{outcome.winner.capitalize()} has won: anchored partitions for {corners}"


WORDS = Words(general_facts, _ending, corners=True, groups=True)
"""See `viewer.games.Words`."""
