"""What Rolling Pyramids brings to the window."""

from collections.abc import Mapping, Sequence

from model.contract.game import Outcome, Position
from model.games.rolling_pyramids.phases.orders import choices
from model.games.rolling_pyramids.position import RollingPyramidsPosition
from model.games.rolling_pyramids.round_state import Phase, controlled, to_develop
from model.games.rolling_pyramids.rulebook import PHARAOH, RACE_WORDS, RACES
from model.phrases import counted, listed
from model.positions.events import known_events
from viewer.games.facts import Fact, OptionWords, place_facts
from viewer.games.game_view import GameDock, GameView, QuickStart
from viewer.visuals.overlay_types import Arrow, Overlay
from viewer.visuals.side_colours import SideColour

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


# The options of Rolling Pyramids in plain words.

_WRITING, _UNITS, _BATTLES, _SOLO, _OWN = (
    "Dice and writing",
    "Units and rounds",
    "Battles",
    "The solo game",
    "Maps and boards of your own",
)

OPTIONS: Mapping[str, OptionWords] = {
    "players": OptionWords("Players", help="One player plays against the Pharaoh."),
    "map": OptionWords(
        "Map",
        {
            "inner": "inner: factories round the pyramid",
            "outer": "outer: factories at the rim",
            "four": "four: a factory beside every start",
        },
        help="The maps and boards stand in for the original ones, which are lost.",
    ),
    "homebrew_races": OptionWords("The Sobeccians and Ra'shar have abilities as well"),
    "bastet": OptionWords(
        "Heroes of Bastet count double",
        {"always": "in attack and defence", "defence": "in defence only"},
        group=_BATTLES,
    ),
    "fill_left_to_right": OptionWords(
        "The cells of a special unit are filled from the left", group=_WRITING
    ),
    "modifier_overflow": OptionWords(
        "A number written may exceed what its die could show", group=_WRITING
    ),
    "factory_stack": OptionWords("Several factories for one section add up", group=_WRITING),
    "bomb_unit": OptionWords(
        "The bomb",
        {
            "board": "as the board says",
            "ascending": "the ascending unit",
            "equal": "the equal unit",
            "descending": "the descending unit",
            "none": "there is none",
        },
        group=_UNITS,
    ),
    "footmen_sum": OptionWords(
        "Footmen add",
        {"sum": "all bonuses unlocked", "highest": "the highest bonus unlocked"},
        group=_UNITS,
    ),
    "hold_units": OptionWords("Units may wait for a later round", group=_UNITS),
    "auto_border": OptionWords(
        "Choose only targets; the best border is picked for you", group=_UNITS
    ),
    "rotate_first": OptionWords("The first player changes each round", group=_UNITS),
    "conquer": OptionWords(
        "A triangle is crossed off for",
        {"any": "any space gained", "enemy": "spaces taken from somebody"},
        group=_UNITS,
    ),
    "final": OptionWords(
        "The last round counts",
        {"bottom": "the lower numbers", "both": "both numbers"},
        group=_UNITS,
    ),
    "melee": OptionWords(
        "Among more than two sides, the strongest pays",
        {
            "top_two": "the second strongest",
            "sum_of_others": "all others together",
            "turn_order": "one after another, in turn order",
        },
        group=_BATTLES,
    ),
    "halve": OptionWords(
        "Half of an odd number", {"up": "is rounded up", "down": "is rounded down"}, group=_BATTLES
    ),
    "casualties": OptionWords(
        "Casualties are taken from",
        {"soldiers_first": "soldiers", "heroes_first": "heroes"},
        group=_BATTLES,
    ),
    "devices_once": OptionWords("A device is used up when it takes effect", group=_BATTLES),
    "solo_turns": OptionWords("Turns", group=_SOLO),
    "solo_round": OptionWords(
        "Half of an odd sum of dice",
        {"down": "is rounded down", "up": "is rounded up"},
        group=_SOLO,
    ),
    "solo_starts_grow": OptionWords("The Pharaoh's starting areas grow as well", group=_SOLO),
    "board": OptionWords(
        "Player boards",
        {"stand-in": "those that stand in for the lost ones"},
        group=_OWN,
    ),
    "spaces": OptionWords("Map as text", unset="as chosen above", group=_OWN),
    "boxes": OptionWords("Player boards as text", unset="as chosen above", group=_OWN),
}


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
    standing=phase_text,
    ending=_ending,
    announcement=task,
    colours={PHARAOH: SideColour("#6F4A9B", "#64418D")},
    insignia=_insignia,
    quick_starts=(
        QuickStart("Two players", tip="On the map with factories round the pyramid"),
        QuickStart(
            "Four players", {"players": "4", "map": "four"}, tip="With a factory beside every start"
        ),
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
)
