"""What is to be done in each phase of Rolling Pyramids, in words that lead whoever plays."""

from __future__ import annotations

from collections.abc import Mapping

from model.contract.game import Position
from model.games.rolling_pyramids.position import RollingPyramidsPosition
from model.games.rolling_pyramids.round_state import (
    CROSS,
    DEPLOY,
    DEVELOP,
    DEVICES,
    DRAFT,
    FIRST,
    GROUPS,
    OVER,
    ROLL,
    SEATS,
    to_develop,
)
from model.phrases import counted

PHASES: Mapping[str, str] = {
    FIRST: "set-up",
    SEATS: "set-up",
    ROLL: "roll and draft",
    DRAFT: "roll and draft",
    DEVELOP: "develop",
    DEPLOY: "deployment",
    CROSS: "battles and conquests",
    DEVICES: "clean-up",
    GROUPS: "new soldiers",
    OVER: "the end",
}
"""What a phase is called, after its round."""
_TASKS: Mapping[str, str] = {
    SEATS: "choose a free starting area, then a race",
    DEPLOY: "choose a unit on your board, then where it goes: a border to attack over, "
    "your own space to stay; then Ready",
    DEVICES: "choose a device on your board, then a border or space; pass keeps the rest",
    GROUPS: "let the new soldiers join their space, or keep them for the next turn",
}


def task(position: Position) -> str:
    """Return what whoever is to move does now, a sentence without a full stop; "" at the end."""
    assert isinstance(position, RollingPyramidsPosition)
    rules, state = position.game.rules, position.state
    if state.phase == OVER:
        return ""
    if state.phase == FIRST:
        return "Roll for your starting area" if rules.is_solo else "Roll to see who begins"
    if state.phase == ROLL:
        return f"{round_words(position)}: roll the dice"
    who = rules.sides[state.side].capitalize()
    if state.phase == DRAFT:
        left = sum(map(bool, state.dice))
        dice = f"one of {left} dice" if left > 1 else "the last die"
        return f"{who}: choose {dice}, then a cell that takes it"
    if state.phase == DEVELOP:
        number = to_develop(rules, state.owns[state.side])
        return f"{who}: choose {counted(number, 'upgrade')} on your board"
    if state.phase == CROSS:
        number = state.todo[state.side]
        return f"{who}: cross off {counted(number, 'triangle')} on your board for your conquests"
    if state.phase == SEATS and rules.is_solo:
        return f"{who}: choose your starting area, then a race"
    return f"{who}: {_TASKS[state.phase]}"


def round_words(position: RollingPyramidsPosition) -> str:
    """Return how far the game is: "Round 3 of 10"."""
    rules = position.game.rules
    return f"{'Turn' if rules.is_solo else 'Round'} {position.state.round} of {rules.last_round}"


def standing(position: Position) -> str:
    """Return the round and the phase, in a few words."""
    assert isinstance(position, RollingPyramidsPosition)
    return f"{round_words(position).lower()}, {PHASES[position.state.phase]}"
