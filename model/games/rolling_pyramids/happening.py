"""The events of every kind of move, told by the teller."""

from __future__ import annotations

from model.contract.moves import Event, Move, Reason
from model.games.rolling_pyramids.maps import STARTS
from model.games.rolling_pyramids.phases.choices import Choices
from model.games.rolling_pyramids.phases.orders import Deployments
from model.games.rolling_pyramids.phases.picking import Picks, Rolls
from model.games.rolling_pyramids.phases.resolving import resolve
from model.games.rolling_pyramids.reasons import (
    CLEANING,
    CONQUESTS,
    DEVELOPING,
    DRAFT,
    SETTING_UP,
    SOLO,
    because,
    named,
)
from model.games.rolling_pyramids.round_state import (
    CROSS,
    DEVELOP,
    DEVICES,
    FIRST,
    GROUPS,
    SEATS,
    State,
)
from model.games.rolling_pyramids.rulebook import RACE_WORDS, Rules
from model.games.rolling_pyramids.telling import Teller, needs_pharaoh


def events_of(rules: Rules, state: State, choices: Choices, move: Move) -> tuple[Event, ...]:
    """Return the events of a legal move."""
    teller, after = Teller(rules, state), choices.after(move)
    if isinstance(choices, Rolls):
        dice = choices.read(move) or ()
        for value, (owner, faces) in zip(dice, rules.dice, strict=True):
            teller.add("roll", owner=owner, value=str(value), faces=faces)
    elif isinstance(choices, Deployments):
        _deployed(teller, choices, move, after)
    else:
        owner = -1 if state.phase == FIRST else state.side
        cause, reason = _told(rules, state, choices, move)
        teller.note(cause, reason, owner=owner)
        teller.settle(_without_reinforcements(rules, state, after), cause)
        if needs_pharaoh(rules, state, after):
            teller.pharaoh(state)
    return teller.finish(after)


def _without_reinforcements(rules: Rules, state: State, after: State) -> State:
    """What lies on the map before the Pharaoh's soldiers arrive."""
    if not needs_pharaoh(rules, state, after):
        return after
    return after._replace(holders=state.holders, soldiers=state.soldiers, heroes=state.heroes)


def _deployed(teller: Teller, choices: Deployments, move: Move, after: State) -> None:
    rules, state = teller.rules, teller.before
    teller.add("commit", owner=state.side)
    if len(state.orders) + 1 < rules.players:
        return
    mine = choices.read(move)
    assert not isinstance(mine, Reason)
    orders = tuple(one for one in (*state.orders, mine) if one is not None)
    resolved, account = resolve(rules, state, orders)
    teller.revealed(orders)
    teller.resolved(account, resolved)
    if needs_pharaoh(rules, state, after):
        teller.pharaoh(resolved)


def _told(rules: Rules, state: State, choices: Choices, move: Move) -> tuple[str, Reason]:
    """What a small move says: a key, and a sentence."""
    who, phase = choices.who, state.phase
    if phase == FIRST:
        name = move.partition("-")[2]
        text = "P1 starts on {name}" if rules.is_solo else "{name} is the first player"
        return "begins", because("begins", text, SETTING_UP, name=named(name))
    if phase == SEATS:
        start, race = move.split("-")
        assert start in STARTS
        return "seat", because("seat", "{who} starts on {start} as {race}", SETTING_UP, who=who,
                               start=start, race=RACE_WORDS[race])  # fmt: skip
    if phase == DEVELOP:
        return "develops", because("develops", "{who} develops {move}", DEVELOPING, who=who,
                                   move=move)  # fmt: skip
    if phase == CROSS:
        text = "{who} crosses off {move} for a conquest" if move != "pass" else (
            "{who} crosses off nothing more")  # fmt: skip
        return "crosses", because("crosses", text, CONQUESTS, who=who, move=move)
    if phase == DEVICES:
        text = "{who} places nothing more" if move == "pass" else "{who} places {what} on {place}"
        what, _, place = move.partition("-")
        return "places", because("places", text, CLEANING, who=who, place=place,
                                 what="spikes" if what == "spikes" else
                                 f"a{'n' if what == 'umbrella' else ''} {what}")  # fmt: skip
    if phase == GROUPS:
        verb, _, place = move.partition("-")
        text = ("the new soldiers of {place} join it" if verb == "join"
                else "the new soldiers of {place} wait for the next turn")  # fmt: skip
        return "soldiers", because("soldiers", text, SOLO, place=place)
    assert isinstance(choices, Picks)
    found = choices.read(move)
    assert found is not None
    shows = f"the d{rules.dice[found.die][1]} that shows {state.dice[found.die]}"
    if found.cell >= 0:
        return "writes", because("writes", "{who} writes {shows} into {cell} as {value}", DRAFT,
                                 who=who, shows=shows, cell=rules.desk.names[found.cell],
                                 value=found.value)  # fmt: skip
    if found.box >= 0:
        return "crosses", because(
            "crosses-box",
            "{who} crosses off {box} with {shows}",
            DRAFT,
            who=who,
            shows=shows,
            box=rules.desk.box_names[found.box],
        )
    return "discards", because("discards", "{who} discards {shows}", DRAFT, who=who, shows=shows)
