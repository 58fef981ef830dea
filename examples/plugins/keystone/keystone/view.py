"""What Keystone brings to the window: what Why says, and its end in words."""

from __future__ import annotations

from viewer.games.facts import Fact, general_facts
from viewer.games.game_view import GameView


def _wins(position, move):
    """Tell whether a move of whoever is to move wins at once."""
    if position.explain(move) is not None:
        return False
    outcome = position.play(move).outcome
    return outcome is not None and outcome.winner == position.to_move


def _facts(position):
    names = position.game.board.names
    sites = tuple(site for site, name in enumerate(names) if _wins(position, name))
    if not sites:
        return general_facts(position)
    said = f"{position.to_move.capitalize()} can win at once"
    return (Fact(said, sites=sites, heading="Keystone"), *general_facts(position))


def _ending(position, outcome):
    if outcome.winner is None:
        return "The pyramid is full: a draw"
    return f"{outcome.winner.capitalize()} has laid the keystone"


GAME_VIEW = GameView(
    how_to_win="Place a ball on a square of which at least three balls are your own.",
    facts=_facts,
    ending=_ending,
    level_maps=True,
)
