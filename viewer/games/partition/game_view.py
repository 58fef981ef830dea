"""What Pyramid Partition brings: corners, judged in the background."""

from __future__ import annotations

from model.game import Outcome, Position
from model.notation import listed
from viewer.games.game_view import Words, general_ending, general_facts


def _ending(position: Position, outcome: Outcome) -> str:
    from viewer.games.partition.text import corners_in_order

    if outcome.winner is None or not outcome.witness:
        return general_ending(position, outcome)
    corners = listed(corners_in_order(outcome.witness))
    return f"{outcome.winner.capitalize()} has won: anchored partitions for {corners}"


WORDS = Words(general_facts, _ending, corners=True, groups=True)
"""See `viewer.games.game_view.Words`."""
