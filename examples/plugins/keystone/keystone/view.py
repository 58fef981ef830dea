"""What Keystone brings to the window: its colours, its end in words, and what is drawn for it."""

from __future__ import annotations

from viewer.games.facts import Fact, general_facts
from viewer.games.game_view import GameView
from viewer.visuals.side_colours import SideColour


def _facts(position):
    board = position.game.board
    ready = tuple(
        site
        for site, owner in enumerate(position.cells)
        if not owner and position.explain(board.names[site]) is None
        if position.play(board.names[site]).outcome
    )
    mover = (position.to_move or "").capitalize()
    won = [Fact(f"{mover} can win at once", sites=ready, heading="Keystone")] if ready else []
    return (*won, *general_facts(position))


def _ending(position, outcome):
    if outcome.winner is None:
        return "The pyramid is full: a draw"
    return f"{outcome.winner.capitalize()} has laid the keystone"


GAME_VIEW = GameView(
    facts=_facts,
    ending=_ending,
    colours={"red": SideColour("#C4472F", "#8A2A17"), "blue": SideColour("#3A5FA0", "#27447A")},
    level_maps=True,
)
