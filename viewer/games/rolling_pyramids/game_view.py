"""What Rolling Pyramids brings to the window: rounds, spaces controlled, colours, quick starts."""

from __future__ import annotations

from model.game import Outcome, Position
from model.games.rolling_pyramids.position import RollingPyramidsPosition
from model.games.rolling_pyramids.round_state import controlled
from model.games.rolling_pyramids.rulebook import PHARAOH
from model.notation import counted
from viewer.games.facts import Fact, place_facts
from viewer.games.game_view import GameView
from viewer.games.rolling_pyramids.rolling_options import OPTIONS
from viewer.games.side_colours import SideColour

_MAP, _ROUND = "The map", "The round"


def _facts(position: Position) -> tuple[Fact, ...]:
    assert isinstance(position, RollingPyramidsPosition)
    rules, state = position.game.rules, position.state
    word = "Turn" if rules.is_solo else "Round"
    facts = [Fact(f"{word} {state.round} of {rules.last_round}", heading=_ROUND)]
    if position.outcome is None:
        facts.append(Fact(position.legal_moves.task, str(position.to_move), True,
                          rule=position.legal_moves.rule, heading=_ROUND))  # fmt: skip
    for who in position.sealed:
        facts.append(Fact(f"{who} has chosen where his units go", who, heading=_ROUND))
    for player, name in enumerate(rules.sides):
        mine = controlled(rules, state, player)
        text = f"{name} controls {counted(len(mine), 'space')}"
        facts.append(Fact(text, name, sites=mine, heading=_MAP))
    return (*facts, *(place_facts(position.outcome) if position.outcome else ()))


def _ending(position: Position, outcome: Outcome) -> str:
    reason = "" if outcome.reason is None else str(outcome.reason)
    return reason[:1].upper() + reason[1:]


GAME_VIEW = GameView(
    facts=_facts,
    ending=_ending,
    colours={
        "p1": SideColour("#B3402E", "#6E2318"),
        "p2": SideColour("#2F6FA7", "#1B4467", banded=True),
        "p3": SideColour("#4C8C4A", "#2C542B"),
        "p4": SideColour("#8A5AA5", "#533463", banded=True),
        PHARAOH: SideColour("#C9A227", "#7D640F"),
    },
    options=OPTIONS,
)
