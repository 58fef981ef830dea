"""What Rolling Pyramids brings to the window."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from model.contract.game import Outcome, Position
from model.games.rolling_pyramids.phases.orders import choices
from model.games.rolling_pyramids.position import RollingPyramidsPosition
from model.games.rolling_pyramids.round_state import Phase, controlled, to_develop
from model.games.rolling_pyramids.rulebook import PHARAOH, RACE_WORDS, RACES
from model.phrases import counted, listed
from model.positions.events import known_events
from viewer.games.facts import Fact, place_facts
from viewer.games.game_view import GameDock, view_said
from viewer.visuals.overlay_types import Arrow, Overlay

# Where the units of a deployment go that is being made, as arrows on the map.


def planned_units(position: Position, partial: Sequence[str]) -> tuple[Overlay, ...]:
    """Return an arrow over each border that is to be crossed, with how many units cross it.

    Units that stay on a space of their own have none, nor has a bomb: it comes from nowhere.
    """
    if not isinstance(position, RollingPyramidsPosition) or not partial:
        return ()
    rules, state = position.game.rules, position.state
    if state.phase != Phase.DEPLOY:
        return ()
    held = {slot.name: slot.value for slot in position.steps(tuple(partial)).slots}
    crossing: dict[tuple[int, int], int] = {}
    for unit, near in choices(rules, state, state.side):
        to, at = near.get(held.get(rules.unit_names[unit.number], ""), (-1, -1))
        if to >= 0 and at >= 0:
            crossing[at, to] = crossing.get((at, to), 0) + unit.stack.units
    return tuple(Arrow(at, to, state.side, text=str(units)) for (at, to), units in crossing.items())


# What is to be done in each phase of Rolling Pyramids, in words that lead whoever plays.

PHASES: Mapping[str, str] = {
    Phase.FIRST: "set-up",
    Phase.SEATS: "set-up",
    Phase.ROLL: "roll and draft",
    Phase.DRAFT: "roll and draft",
    Phase.DEVELOP: "develop",
    Phase.DEPLOY: "deployment",
    Phase.CROSS: "battles and conquests",
    Phase.DEVICES: "clean-up",
    Phase.GROUPS: "new soldiers",
    Phase.OVER: "the end",
}
"""What a phase is called, after its round."""
_TASKS: Mapping[str, str] = {
    Phase.SEATS: "choose a free starting area, then a race",
    Phase.DEPLOY: "choose a unit on your board, then where it goes: a border to attack over, "
    "your own space to stay; then Ready",
    Phase.DEVICES: "choose a device on your board, then a border or space; pass keeps the rest",
    Phase.GROUPS: "let the new soldiers join their space, or keep them for the next turn",
}


def task(position: Position) -> str:
    """Return what whoever is to move does now, a sentence without a full stop; "" at the end."""
    assert isinstance(position, RollingPyramidsPosition)
    rules, state = position.game.rules, position.state
    if state.phase == Phase.OVER:
        return ""
    if state.phase == Phase.FIRST:
        return "Roll for your starting area" if rules.is_solo else "Roll to see who begins"
    if state.phase == Phase.ROLL:
        return f"{round_words(position)}: roll the dice"
    who = rules.sides[state.side].capitalize()
    if state.phase == Phase.DRAFT:
        left = sum(map(bool, state.dice))
        dice = f"one of {left} dice" if left > 1 else "the last die"
        return f"{who}: choose {dice}, then a cell that takes it"
    if state.phase == Phase.DEVELOP:
        number = to_develop(rules, state.owns[state.side])
        return f"{who}: choose {counted(number, 'upgrade')} on your board"
    if state.phase == Phase.CROSS:
        number = state.todo[state.side]
        return f"{who}: cross off {counted(number, 'triangle')} on your board for your conquests"
    if state.phase == Phase.SEATS and rules.is_solo:
        return f"{who}: choose your starting area, then a race"
    return f"{who}: {_TASKS[state.phase]}"


def round_words(position: RollingPyramidsPosition) -> str:
    """Return how far the game is: "Round 3 of 10"."""
    rules = position.game.rules
    return f"{'Turn' if rules.is_solo else 'Round'} {position.state.round} of {rules.last_round}"


def phase_text(position: Position) -> str:
    """Return the round and the phase, in a few words."""
    assert isinstance(position, RollingPyramidsPosition)
    return f"{round_words(position).lower()}, {PHASES[position.state.phase]}"


FOUGHT = frozenset({"battle", "bomb", "pharaoh"})
"""Causes of notes on fights."""
SIGNS: Mapping[str, str] = {
    "anubian": "jackal",
    "bastet": "cat",
    "sobeccian": "crocodile",
    "rashar": "sun",
}
_WORDS = {
    "anubian": "Anubians",
    "bastet": "Bastet",
    "sobeccian": "Sobeccians",
    "rashar": "Ra'shar",
    "discard": "Discard",
    "pass": "Pass",
}


def _facts(position: Position) -> tuple[Fact, ...]:
    assert isinstance(position, RollingPyramidsPosition)
    rules, state = position.game.rules, position.state
    facts: list[Fact] = []
    if position.outcome is not None:
        facts += place_facts(position.outcome)
    else:
        mover = position.to_move if position.to_move in rules.sides else ""
        heading = round_words(position)
        facts.append(Fact(task(position), mover or "", True, heading=heading, ahead=True))
    for who in position.sealed:
        text = f"{who.capitalize()} has chosen; the choice is still secret"
        facts.append(Fact(text, who, heading=round_words(position)))
    for sheet in position.sheets:
        if not sheet.owner:
            continue
        number = rules.sides.index(sheet.owner)
        race = state.seats[number][1]
        heading = sheet.owner.capitalize()
        if race >= 0:
            heading += f": {RACE_WORDS[RACES[race]]}"
        sites = controlled(rules, state, number)
        facts += [
            Fact(note, sheet.owner, sites=sites, heading=heading) for note in sheet.notes if note
        ]
    if rules.is_solo:
        sites = tuple(p for p in range(rules.ground.places) if state.holders[p] == 1)
        units = sum(state.soldiers[place] for place in sites)
        text = f"{counted(len(sites), 'place')} with {counted(units, 'soldier')}"
        facts.append(Fact(text, PHARAOH, sites=sites, heading="The Pharaoh"))
    return tuple(facts)


def _ending(position: Position, outcome: Outcome) -> str:
    if outcome.winner == PHARAOH:
        return f"The Pharaoh has won: {outcome.reason}"
    if not outcome.scores:
        return f"{str(outcome.winner).capitalize()} has won: {outcome.reason}"
    points = dict(outcome.scores)
    have = "has" if len(outcome.winners) == 1 else "share the win"
    who = listed([one.capitalize() for one in outcome.winners])
    won = f"{who} {have}{' won' if have == 'has' else ''}"
    parts = [f"{one.capitalize()} {points[one]}" for one in points if one not in outcome.winners]
    most = counted(points[outcome.winners[0]], "point")
    return f"{won} with {most}" + (f"; {listed(parts)}" if parts else "")


def _insignia(position: Position) -> Mapping[str, str]:
    assert isinstance(position, RollingPyramidsPosition)
    sides, seats = position.game.rules.sides, position.state.seats
    found = {
        side: SIGNS[RACES[race]] for side, (_, race) in zip(sides, seats, strict=False) if race >= 0
    }
    return {**found, PHARAOH: "ankh"}


def _fights(position: Position, move: str) -> bool:
    """Whether a move brought bombs or battles."""
    events = known_events(position, move)
    return any(event.kind == "note" and event.cause in FOUGHT for event in events)


def _token_words(token: str) -> str:
    if token in _WORDS:
        return _WORDS[token]
    if token.startswith(":"):
        return token[1:]
    head, dash, place = token.partition("-")
    if dash and head in ("join", "keep"):
        return f"Join {place}" if head == "join" else "Keep for the next turn"
    return token.capitalize()


GAME_VIEW = replace(
    view_said(Path(__file__)),
    facts=_facts,
    standing=phase_text,
    ending=_ending,
    announcement=task,
    insignia=_insignia,
    token_words=_token_words,
    begun=planned_units,
    docks=(
        GameDock(
            "battles",
            "Battles",
            "viewer.panels.games.rolling_pyramids.battle_log",
            starts_open=True,
            comes_forward=_fights,
        ),
    ),
)
