"""What Rolling Pyramids brings to the window."""

from __future__ import annotations

from collections.abc import Mapping

from model.contract.game import Outcome, Position
from model.games.rolling_pyramids.position import RollingPyramidsPosition
from model.games.rolling_pyramids.round_state import controlled
from model.games.rolling_pyramids.rulebook import PHARAOH, RACE_WORDS, RACES
from model.phrases import counted, listed
from model.positions.events import known_events
from viewer.games.facts import Fact, place_facts
from viewer.games.game_view import GameDock, GameView, QuickStart
from viewer.games.rolling_pyramids.phases import round_words, standing, task
from viewer.games.rolling_pyramids.planned_units import planned_units
from viewer.games.rolling_pyramids.rolling_options import OPTIONS
from viewer.visuals.side_colours import SideColour

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
        facts.append(Fact(f"{who.capitalize()} has chosen; the choice is still secret", who,
                          heading=round_words(position)))  # fmt: skip
    for sheet in position.sheets:
        if not sheet.owner:
            continue
        number = rules.sides.index(sheet.owner)
        race = state.seats[number][1]
        heading = sheet.owner.capitalize()
        if race >= 0:
            heading += f": {RACE_WORDS[RACES[race]]}"
        sites = controlled(rules, state, number)
        facts += [Fact(note, sheet.owner, sites=sites, heading=heading)
                  for note in sheet.notes if note]  # fmt: skip
    if rules.is_solo:
        sites = tuple(p for p in range(rules.ground.places) if state.holders[p] == 1)
        units = sum(state.soldiers[place] for place in sites)
        facts.append(Fact(f"{counted(len(sites), 'place')} with {counted(units, 'soldier')}",
                          PHARAOH, sites=sites, heading="The Pharaoh"))  # fmt: skip
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
    told = [f"{one.capitalize()} {points[one]}" for one in points if one not in outcome.winners]
    most = counted(points[outcome.winners[0]], "point")
    return f"{won} with {most}" + (f"; {listed(told)}" if told else "")


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


_TIPS = {
    "anubian": "Attacking heroes count double",
    "bastet": "Heroes count double; an option limits this to defence",
    "sobeccian": "No ability, unless the option of homebrew races is on: "
    "then defending heroes count double",
    "rashar": "No ability, unless the option of homebrew races is on: "
    "then heroes may be sent two steps away",
}


def _token_words(token: str) -> str:
    if token in _WORDS:
        return _WORDS[token]
    if token.startswith(":"):
        return token[1:]
    head, dash, place = token.partition("-")
    if dash and head in ("join", "keep"):
        return f"Join {place}" if head == "join" else "Keep for the next turn"
    return token.capitalize()


GAME_VIEW = GameView(
    how_to_win=(
        "Have the most points after ten rounds; in the solo game, control space 1 and all "
        "four starting areas before your turns run out."
    ),
    facts=_facts,
    standing=standing,
    ending=_ending,
    announcement=task,
    colours={PHARAOH: SideColour("#6F4A9B", "#64418D")},
    insignia=_insignia,
    quick_starts=(
        QuickStart("Two players", tip="On the map with factories round the pyramid"),
        QuickStart("Four players", {"players": "4", "map": "four"},
                   tip="With a factory beside every start"),
        QuickStart("Solo", {"players": "1"}, tip="Against the Pharaoh, in 15 turns"),
    ),
    options=OPTIONS,
    token_words=_token_words,
    token_tips=_TIPS,
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
)  # fmt: skip
