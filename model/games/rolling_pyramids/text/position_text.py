"""Positions as strings: places, boards, dice, devices, and what cannot be read or cannot exist."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from model.contract.moves import CHANCE
from model.games.rolling_pyramids.maps import STARTS
from model.games.rolling_pyramids.phases.drafting import draft_order
from model.games.rolling_pyramids.phases.rounds import has_won, may_place, open_triangles
from model.games.rolling_pyramids.player_boards import DEVICES
from model.games.rolling_pyramids.round_state import (
    CROSS,
    DEPLOY,
    DEVELOP,
    DRAFT,
    FIRST,
    GROUPS,
    OVER,
    PHASES,
    ROLL,
    SEATS,
    State,
    blank,
    order_of_play,
    to_develop,
)
from model.games.rolling_pyramids.round_state import DEVICES as PLACING
from model.games.rolling_pyramids.rulebook import RACES, Rules
from model.games.rolling_pyramids.text.own_text import read_own
from model.games.rolling_pyramids.text.written_text import EXTRAS, LETTERS, letter_of, write_extras
from model.notation.tokens import Token, fault, read_number
from model.phrases import listed, shown

_CELL = re.compile(
    r"(?P<who>[abcdP])(?P<soldiers>[1-9][0-9]{0,5})?(?:\*(?P<heroes>[1-9][0-9]{0,5}))?"
)


def read_state(rules: Rules, board: str, side: str, extras: Mapping[str, str]) -> State:
    """Return the state that the tokens of a string describe; NotationError says what is wrong."""
    players = rules.sides[: rules.players]
    if side not in (*players, CHANCE):
        fault(side, f"the side to move is {listed((*players, CHANCE), 'or')}, not {shown(side)}")
    for key in extras:
        if key not in EXTRAS or (key in ("p1", "p2", "p3", "p4") and key not in players):
            fault(key, f"{shown(key)} is unknown here")
    state = blank(rules)
    state = _seated(rules, state, extras)
    state = _with_places(rules, state, board)
    state = _with_numbers(rules, state, extras)
    owns = tuple(read_own(rules, extras[name]) if name in extras else own
                 for name, own in zip(players, state.owns, strict=True))  # fmt: skip
    state = state._replace(owns=owns, side=players.index(side) if side != CHANCE else 0)
    state = _with_devices(rules, state, extras)
    _PHASE_CHECKS[state.phase](rules, state, side, extras)
    state = _sealed(rules, state, side, extras)
    if side == CHANCE:
        state = state._replace(side=max(state.first, 0))
    if state.phase == DRAFT:
        state = state._replace(picks=state.dice.count(0))
    return state


def _seated(rules: Rules, state: State, extras: Mapping[str, str]) -> State:
    phase = extras.get("phase", FIRST)
    if phase not in PHASES or extras.get("phase") == FIRST:
        fault(phase, f"phase is {listed(PHASES[1:], 'or')}, not {shown(phase)}")
    state = state._replace(phase=phase)
    if "first" in extras:
        name = extras["first"]
        if rules.is_solo or name not in rules.sides:
            fault(name, f"first is one of the players, not {shown(name)}")
        state = state._replace(first=rules.sides.index(name))
    if (state.first < 0) != (phase == FIRST) and not rules.is_solo:
        fault(phase, "the first player is named from the phase seats on, as in first=p1")
    text = extras.get("seats", "")
    words = Token.cut(text if isinstance(text, Token) else Token(text), "+") if text else []
    if words and len(words) != rules.players:
        fault(text, f"seats are those of {len(state.seats)} players, not of {len(words)}")
    if words:
        state = state._replace(seats=tuple(map(_read_seat, words)))
    starts = [start for start, _ in state.seats if start >= 0]
    races = [race for _, race in state.seats if race >= 0]
    if len(set(starts)) < len(starts) or len(set(races)) < len(races):
        fault(text, "no two players have one starting area or one race")
    open_seats = [player for player, seat in enumerate(state.seats) if seat[1] < 0]
    if (not open_seats) != (phase not in (FIRST, SEATS)):
        fault(text or phase, f"seats are chosen by all players before the phase {ROLL}")
    bare = [player for player in open_seats if state.seats[player][0] >= 0]
    if bare and not (rules.is_solo and phase == SEATS):
        fault(text, "each seat is a start and a race, like S1.anubian")
    return state


def _read_seat(word: Token) -> tuple[int, int]:
    if word == "-":
        return -1, -1
    start, dot, race = word.partition(".")
    if start not in STARTS or (dot and race not in RACES) or (not dot and race):
        fault(word, f"{shown(word)} is not a seat: write it like S1.anubian")
    return STARTS.index(start), RACES.index(race) if dot else -1


def _with_places(rules: Rules, state: State, board: str) -> State:
    token = board if isinstance(board, Token) else Token(board)
    places = rules.ground.places
    holders, soldiers, heroes = [-1] * places, [0] * places, [0] * places
    at, gap = 0, False
    for word in token.cut(","):
        empty = read_number(word)
        match = _CELL.fullmatch(word)
        if empty is not None and 1 <= empty <= places and not gap:
            at, gap = at + empty, True
            continue
        if match is None or not (match["soldiers"] or match["heroes"]):
            fault(word, f"{shown(word)} is not a stack: write it like a3, a3*2 or a*2, "
                  "and numbers stand for empty places")  # fmt: skip
        gap = False
        if at >= places:
            break
        holders[at] = _owner(rules, word, match["who"])
        soldiers[at], heroes[at] = int(match["soldiers"] or 0), int(match["heroes"] or 0)
        if match["who"] == "P" and heroes[at]:
            fault(word, "the Pharaoh has no heroes")
        if at >= rules.ground.spaces and not rules.is_solo:
            fault(word, f"{rules.ground.names[at]} is a starting area: no units stand there")
        at += 1
    else:
        if at == places:
            for player, (start, race) in enumerate(state.seats):
                if race >= 0:
                    place = rules.ground.spaces + start
                    if soldiers[place] or heroes[place]:
                        fault(token, f"no units stand on {STARTS[start]}, where "
                              f"{rules.sides[player]} starts")  # fmt: skip
                    holders[place] = player
            return state._replace(holders=tuple(holders), soldiers=tuple(soldiers),
                                  heroes=tuple(heroes))  # fmt: skip
    fault(token, f"the map has {places} places, {rules.ground.spaces} spaces and 4 starts, "
          f"here are {'more' if at >= places else at}")  # fmt: skip


def _owner(rules: Rules, word: Token, letter: str) -> int:
    owner = 1 if letter == "P" and rules.is_solo else LETTERS.index(letter)
    if owner >= len(rules.sides) or (letter == "b" and rules.is_solo):
        letters = listed([letter_of(rules, k) for k in range(len(rules.sides))], "or")
        fault(word, f"{shown(letter)} is nobody here: units belong to {letters}")
    return owner


def _with_numbers(rules: Rules, state: State, extras: Mapping[str, str]) -> State:
    found = dict.fromkeys(("round", "kept"), 0)
    for key, low, high in (("round", 2, rules.last_round), ("kept", 1, 999)):
        if key in extras:
            number = read_number(extras[key])
            if number is None or not low <= number <= high:
                fault(extras[key], f"{key} is a number from {low} to {high} where it is written, "
                      f"not {shown(extras[key])}")  # fmt: skip
            found[key] = number
    if found["kept"] and not rules.is_solo:
        fault(extras["kept"], "kept goes with players=1")
    state = state._replace(round=found["round"] or 1, kept=found["kept"])
    if "dice" in extras:
        state = state._replace(dice=_read_dice(rules, extras["dice"]))
    if "todo" in extras:
        numbers = [read_number(word) for word in extras["todo"].split("+")]
        if len(numbers) != rules.players or None in numbers or not any(numbers):
            fault(extras["todo"], "todo is a number a player, like 2+0, and left out where all "
                  "are 0")  # fmt: skip
        if max(n or 0 for n in numbers) > rules.ground.places:
            fault(extras["todo"], "nobody conquers more places than there are")
        state = state._replace(todo=tuple(n or 0 for n in numbers))
    if "groups" in extras:
        state = state._replace(groups=_read_groups(rules, state, extras["groups"]))
    return state


def _read_dice(rules: Rules, text: str) -> tuple[int, ...]:
    digits = text.replace("-", "")
    dice = tuple(map(int, digits)) if digits.isascii() and digits.isdecimal() else ()
    again = "-".join(digits[k : k + 4] for k in range(0, len(digits), 4))
    if len(dice) != len(rules.dice) or again != text:
        fault(text, "dice are the d4 d4 d8 d8 of each player, like 3165-2482, "
              f"not {shown(text)}")  # fmt: skip
    for value, (_, faces) in zip(dice, rules.dice, strict=True):
        if value > faces:
            fault(text, f"a die with {faces} faces shows no {value}")
    return dice


def _read_groups(rules: Rules, state: State, text: str) -> int:
    bits, names = 0, rules.ground.names
    for word in text.split("+"):
        place = names.index(word) if word in names[: rules.ground.spaces] else -1
        if place < 0 or state.holders[place] != 0 or not rules.ground.map.spaces[place].points[0]:
            fault(text, f"{shown(word)} is not a white space of p1, where new soldiers arrive")
        bits |= 1 << place
    if "+".join(names[p] for p in range(rules.ground.spaces) if bits >> p & 1) != text:
        fault(text, "groups are written in the order of the spaces, each once")
    return bits


def _with_devices(rules: Rules, state: State, extras: Mapping[str, str]) -> State:
    if "devices" not in extras:
        return state
    text, ground = extras["devices"], rules.ground
    bits = [0, 0, 0]
    for word in text.split("+"):
        name, _, place = word.partition(".")
        site = ground.index(place) if place in ground else -1
        right = ground.spaces > site >= 0 if name == "umbrella" else site in ground.edges
        if name not in DEVICES or not right or rules.is_solo:
            fault(text, f"{shown(word)} is not a device of this game: write it like ram.10>9, "
                  "spikes.10>9 or umbrella.9")  # fmt: skip
        owner = ground.edges[site][0] if site in ground.edges else site
        if state.holders[owner] < 0:
            fault(text, f"{name}.{place} belongs to nobody: {ground.names[owner]} is not "
                  "controlled")  # fmt: skip
        bits[DEVICES.index(name)] |= 1 << site
    state = state._replace(rams=bits[0], spikes=bits[1], umbrellas=bits[2])
    if f"devices={text}" not in write_extras(rules, state):
        fault(text, "devices are written rams first, then spikes and umbrellas, in site order, "
              "each once")  # fmt: skip
    return state


# -- what goes with each phase ---------------------------------------------------------------------


def _only(extras: Mapping[str, str], phase: str, *allowed: str) -> None:
    for key in ("dice", "kept", "todo", "groups", "sealed"):
        if key in extras and key not in allowed:
            fault(key, f"{key} does not go with the phase {phase}")


def _by_chance(rules: Rules, state: State, side: str, extras: Mapping[str, str]) -> None:
    _only(extras, state.phase)
    if side != CHANCE:
        fault(side, f"chance is to move in the phase {state.phase}, not {side}")
    if state.phase == FIRST and state != blank(rules):
        fault(extras.get("round", side), "a game that has not begun has nothing on its map and "
              "its boards but the Pharaoh's garrisons")  # fmt: skip


def _by_player(state: State, side: str, wanted: int, rules: Rules) -> None:
    if side != rules.sides[wanted]:
        fault(side, f"{rules.sides[wanted]} is to move in the phase {state.phase}, not {side}")


def _seats(rules: Rules, state: State, side: str, extras: Mapping[str, str]) -> None:
    _only(extras, SEATS)
    waiting = [p for p in reversed(order_of_play(rules, state)) if state.seats[p][1] < 0]
    _by_player(state, side, waiting[0], rules)
    if rules.is_solo and state.seats[0][0] < 0:
        fault(side, "the starting area is drawn before the race is chosen, as in seats=S3")


def _draft(rules: Rules, state: State, side: str, extras: Mapping[str, str]) -> None:
    _only(extras, DRAFT, "dice", "kept")
    order = draft_order(rules.players, state.first)
    taken = state.dice.count(0)
    if not state.dice or taken >= len(order):
        fault(extras.get("dice", side), "dice lie on the table in the phase draft, "
              f"and at most {len(order) - 1} are taken")  # fmt: skip
    if (state.kept > 0) != (rules.is_solo and taken > 0):
        fault(extras.get("kept", side), "kept is the sum of the dice that were taken")
    _by_player(state, side, order[taken], rules)


def _develop(rules: Rules, state: State, side: str, extras: Mapping[str, str]) -> None:
    _only(extras, DEVELOP, "kept")
    if side == CHANCE or to_develop(rules, state.owns[state.side]) < 1:
        fault(side, f"{side} has no upgrade to choose")


def _deploy(rules: Rules, state: State, side: str, extras: Mapping[str, str]) -> None:
    _only(extras, DEPLOY, "sealed", "kept")
    if side == CHANCE:
        fault(side, "a player is to move in the phase deploy")


def _cross(rules: Rules, state: State, side: str, extras: Mapping[str, str]) -> None:
    _only(extras, CROSS, "todo", "kept")
    if side == CHANCE or not state.todo[state.side]:
        fault(side, f"{side} has nothing to cross off")
    if not open_triangles(rules, state.owns[state.side]):
        fault(side, f"no triangle of {side} is open")


def _placing(rules: Rules, state: State, side: str, extras: Mapping[str, str]) -> None:
    _only(extras, PLACING)
    if side == CHANCE or not may_place(rules, state, state.side):
        fault(side, f"{side} has no device to place")
    if state.round == rules.last_round:
        fault(side, "no device is placed after the last round")


def _groups(rules: Rules, state: State, side: str, extras: Mapping[str, str]) -> None:
    _only(extras, GROUPS, "groups", "kept")
    if side == CHANCE or not state.groups:
        fault(side, "new soldiers are asked about in the phase groups, as in groups=8+19")


def _over(rules: Rules, state: State, side: str, extras: Mapping[str, str]) -> None:
    _only(extras, OVER, "kept")
    _by_player(state, side, 0, rules)
    if state.round < rules.last_round and not (rules.is_solo and has_won(rules, state)):
        fault(extras["phase"], f"the game is not over in round {state.round}")


_PHASE_CHECKS: Final = {
    FIRST: _by_chance, SEATS: _seats, ROLL: _by_chance, DRAFT: _draft, DEVELOP: _develop,
    DEPLOY: _deploy, CROSS: _cross, PLACING: _placing, GROUPS: _groups, OVER: _over,
}  # fmt: skip


def _sealed(rules: Rules, state: State, side: str, extras: Mapping[str, str]) -> State:
    """The commitments of a string, which are known to nobody."""
    if state.phase != DEPLOY:
        return state
    names = extras["sealed"].split("+") if "sealed" in extras else []
    order = [rules.sides[player] for player in order_of_play(rules, state)]
    number = order.index(side)
    if names != sorted(order[:number]):
        fault(extras.get("sealed", side), f"{side} deploys after "
              f"{listed(sorted(order[:number])) or 'nobody'}")  # fmt: skip
    return state._replace(orders=(None,) * number)
