"""What Cairns brings to the viewer: its own facts, colours and quick starts."""

from __future__ import annotations

from model.contract.game import CHANCE, Outcome, Position
from model.phrases import counted
from viewer.games.facts import Fact, general_facts
from viewer.games.game_view import GameDock, GameView, QuickStart
from viewer.visuals.side_colours import SideColour


def _facts(position: Position) -> tuple[Fact, ...]:
    middle = position.game.board.names.index("c3") if "c3" in position.game.board else None
    highest = max(position.pieces.count.tolist(), default=0)
    told = Fact(
        f"The highest cairn has {counted(int(highest), 'stone')}",
        sites=() if middle is None else (middle,),
        heading="Cairns",
    )
    return (told, *general_facts(position))


def _ending(position: Position, outcome: Outcome) -> str:
    if outcome.winner is None:
        return "Nobody can move: the cairns stay as they are"
    return f"{outcome.winner.capitalize()} holds the middle"


def _announcement(position: Position) -> str:
    return "The die is loaded" if position.to_move == CHANCE else ""


GAME_VIEW = GameView(
    facts=_facts,
    ending=_ending,
    announcement=_announcement,
    colours={
        "amber": SideColour("#D98E04", "#7A4F00"),
        "jade": SideColour("#2A8F67", "#14563C", banded=True),
        "violet": SideColour("#7A4E9E", "#55307A"),
    },
    docks=(GameDock("tally", "Tally", "cairns.tally"),),
    quick_starts=(QuickStart("Small", {"radius": "1"}),),
)
