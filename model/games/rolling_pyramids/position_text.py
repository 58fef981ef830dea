"""Positions as strings: places, boards, dice, devices, and what cannot be read or cannot exist."""

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from model.contract.game import CHANCE
from model.games.rolling_pyramids.maps import STARTS
from model.games.rolling_pyramids.phases.rounds import (
    draft_order,
    has_won,
    may_place,
    open_triangles,
)
from model.games.rolling_pyramids.player_boards import DEVICES, UNITS, in_order
from model.games.rolling_pyramids.round_state import (
    Own,
    Phase,
    RoundState,
    blank,
    complete_pairs,
    order_of_play,
    to_develop,
)
from model.games.rolling_pyramids.rulebook import FIRST_DEVICE, RACES, Rules
from model.notation.tokens import Token, fault, read_number
from model.phrases import listed, shown

LETTERS: Final = "abcdP"
"""Whose units: p1 to p4, and the Pharaoh's."""
EXTRAS: Final = {
    "phase": "what is going on",
    "round": "the round, from 1",
    "first": "the first player",
    "seats": "where each player starts, and as which race",
    "dice": "what the dice show, 0 for those that are taken",
    "kept": "the sum of the dice kept in this turn",
    "todo": "conquests for which triangles may still be crossed off",
    "devices": "the devices on the map",
    "groups": "the spaces whose new soldiers are asked about",
    "sealed": "who has chosen a deployment",
    "p1": "what p1 has written",
    "p2": "what p2 has written",
    "p3": "what p3 has written",
    "p4": "what p4 has written",
}


def letter_of(rules: Rules, owner: int) -> str:
    """Return the letter of an owner: P for the Pharaoh."""
    return "P" if owner >= rules.players else LETTERS[owner]


def write_places(rules: Rules, state: RoundState) -> str:
    """Return the spaces and starts: a3*2 for 3 soldiers and 2 heroes of p1, numbers for gaps."""
    words: list[str] = []
    empty = 0
    for place in range(rules.ground.places):
        soldiers, heroes = state.soldiers[place], state.heroes[place]
        if not soldiers and not heroes:
            empty += 1
            continue
        words += [str(empty)] if empty else []
        empty = 0
        word = letter_of(rules, state.holders[place]) + (str(soldiers) if soldiers else "")
        words.append(word + (f"*{heroes}" if heroes else ""))
    return ",".join([*words, *([str(empty)] if empty else [])])


def write_extras(rules: Rules, state: RoundState) -> list[str]:
    """Return what a string tells beside places and side, in its order."""
    ground = rules.ground
    extras: list[tuple[str, str]] = []
    if state.phase != Phase.FIRST:
        extras.append(("phase", state.phase))
    if state.round > 1:
        extras.append(("round", str(state.round)))
    if state.first >= 0 and not rules.is_solo:
        extras.append(("first", rules.sides[state.first]))
    if any(start >= 0 for start, _ in state.seats):
        extras.append(("seats", "+".join(map(_seat_text, state.seats))))
    for name, own in zip(rules.sides, state.owns, strict=False):
        if own != Own((0,) * len(rules.desk.shapes)):
            extras.append((name, write_own(rules, own)))
    if state.dice:
        digits = "".join(map(str, state.dice))
        extras.append(("dice", "-".join(digits[k : k + 4] for k in range(0, len(digits), 4))))
    if state.kept:
        extras.append(("kept", str(state.kept)))
    if any(state.todo):
        extras.append(("todo", "+".join(map(str, state.todo))))
    placed = [
        f"{name}.{ground.names[site]}"
        for name, bits in zip(DEVICES, state.devices, strict=True)
        for site in range(len(ground))
        if bits >> site & 1
    ]
    if placed:
        extras.append(("devices", "+".join(placed)))
    if state.groups:
        extras.append(
            (
                "groups",
                "+".join(ground.names[p] for p in range(ground.spaces) if state.groups >> p & 1),
            )
        )
    if state.orders:
        order = order_of_play(rules, state)[: len(state.orders)]
        extras.append(("sealed", "+".join(rules.sides[player] for player in sorted(order))))
    return [f"{key}={value}" for key, value in extras]


def _seat_text(seat: tuple[int, int]) -> str:
    start, race = seat
    if start < 0:
        return "-"
    return f"{STARTS[start]}.{RACES[race]}" if race >= 0 else STARTS[start]


_DIGITS: Final = ".123456789abcdefghijk"
_MOST_POINTS: Final = 99999


def write_own(rules: Rules, own: Own) -> str:
    """Return a player's board: cells, boxes, upgrades, stock, points, and a reserve (solo)."""
    desk = rules.desk
    heroes = "".join(
        _DIGITS[own.cells[k]] + ("*" if own.waiting >> k & 1 else "")
        for k in range(len(desk.heroes))
    )
    ends = desk.starts
    rest = ["".join(_DIGITS[n] for n in own.cells[a:b]) for a, b in pairwise(ends)]
    first = len(desk.tracks[0].boxes)
    boxes = _bits(own.crossed, len(desk.boxes))
    parts = [heroes, *rest, boxes[:first], boxes[first:], _bits(own.bought, FIRST_DEVICE + 3)]
    parts += [".".join(map(str, own.stock)), str(own.points)]
    return "/".join([*parts, *([str(own.reserve)] if rules.is_solo else [])])


def _bits(bits: int, number: int) -> str:
    return "".join("x" if bits >> k & 1 else "." for k in range(number))


def read_own(rules: Rules, text: str) -> Own:
    """Return the board that a text describes; NotationError says what is wrong."""
    desk, parts = rules.desk, text.split("/")
    like = write_own(rules, Own((0,) * len(desk.shapes)))
    if len(parts) != like.count("/") + 1:
        fault(text, f"a player's board has {like.count('/') + 1} parts, not {len(parts)}: {like}")
    waiting = sum(
        1 << k for k, word in enumerate(re.findall(r"[^*]\*?", parts[0])) if word.endswith("*")
    )
    written = "".join((parts[0].replace("*", ""), *parts[1:5]))
    first, second, bought, stock, points = parts[5:10]
    if not all(letter in _DIGITS for letter in written):
        fault(text, f"a cell holds a number or a point, not {shown(written)}")
    crossed, developed = (
        sum(1 << k for k, letter in enumerate(word) if letter == "x")
        for word in (first + second, bought)
    )
    own = Own(
        tuple(map(_DIGITS.index, written)),
        crossed,
        developed,
        _three(stock),
        waiting,
        _number(points),
        _number(parts[10]) if rules.is_solo else 0,
    )
    if len(own.cells) == len(desk.shapes) and write_own(rules, own) == text:
        _check_own(rules, own, text)
        if own != Own((0,) * len(desk.shapes)):
            return own
        fault(text, "a board on which nothing is written is left out")
    fault(text, f"{shown(text)} is not a player's board: an empty one is {like}")


def _number(text: str) -> int:
    number = read_number(text)
    return min(number, _MOST_POINTS) if number is not None else 0


def _three(text: str) -> tuple[int, int, int]:
    words = [_number(word) for word in text.split(".")] + [0, 0, 0]
    return words[0], words[1], words[2]


def _check_own(rules: Rules, own: Own, text: str) -> None:
    """What cannot exist on a board."""
    desk = rules.desk
    for name, shape, number in zip(desk.names, desk.shapes, own.cells, strict=True):
        if number and not rules.full[shape] >> number & 1:
            fault(text, f"{name} cannot hold {number}")
    for unit, name in enumerate(UNITS):
        numbers = desk.row_cells(unit)
        if not in_order(name, own.cells[numbers.start : numbers.stop]):
            fault(text, f"the numbers of {name} are out of order")
    for slot in range(len(desk.heroes)):
        if own.waiting >> slot & 1 and not own.cells[slot]:
            fault(text, f"no heroes wait in hero{slot + 1}: it is empty")
    if own.bought & ~rules.upgrades:
        fault(text, "an upgrade is bought that this game does not have")
    if own.bought.bit_count() > complete_pairs(rules, own):
        fault(text, f"{own.bought.bit_count()} upgrades need as many complete pairs")
    for device, name in enumerate(DEVICES):
        bought = own.bought >> (FIRST_DEVICE + device) & 1
        if own.stock[device] > bought * desk.devices[device]:
            fault(text, f"there are more {name} in stock than were developed")


_CELL = re.compile(
    r"(?P<who>[abcdP])(?P<soldiers>[1-9][0-9]{0,5})?(?:\*(?P<heroes>[1-9][0-9]{0,5}))?"
)


def read_state(rules: Rules, board: str, side: str, extras: Mapping[str, str]) -> RoundState:
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
    owns = tuple(
        read_own(rules, extras[name]) if name in extras else own
        for name, own in zip(players, state.owns, strict=True)
    )
    state = state._replace(owns=owns, side=players.index(side) if side != CHANCE else 0)
    state = _with_devices(rules, state, extras)
    _check_phase(rules, state, side, extras)
    state = _sealed(rules, state, side, extras)
    if side == CHANCE:
        state = state._replace(side=max(state.first, 0))
    if state.phase == Phase.DRAFT:
        state = state._replace(picks=state.dice.count(0))
    return state


def _seated(rules: Rules, state: RoundState, extras: Mapping[str, str]) -> RoundState:
    phase = extras.get("phase", Phase.FIRST)
    if phase not in list(Phase) or extras.get("phase") == Phase.FIRST:
        fault(phase, f"phase is {listed(list(Phase)[1:], 'or')}, not {shown(phase)}")
    state = state._replace(phase=Phase(phase))
    if "first" in extras:
        name = extras["first"]
        if rules.is_solo or name not in rules.sides:
            fault(name, f"first is one of the players, not {shown(name)}")
        state = state._replace(first=rules.sides.index(name))
    if (state.first < 0) != (phase == Phase.FIRST) and not rules.is_solo:
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
    if (not open_seats) != (phase not in (Phase.FIRST, Phase.SEATS)):
        fault(text or phase, f"seats are chosen by all players before the phase {Phase.ROLL}")
    bare = [player for player in open_seats if state.seats[player][0] >= 0]
    if bare and not (rules.is_solo and phase == Phase.SEATS):
        fault(text, "each seat is a start and a race, like S1.anubian")
    return state


def _read_seat(word: Token) -> tuple[int, int]:
    if word == "-":
        return -1, -1
    start, dot, race = word.partition(".")
    if start not in STARTS or (dot and race not in RACES) or (not dot and race):
        fault(word, f"{shown(word)} is not a seat: write it like S1.anubian")
    return STARTS.index(start), RACES.index(race) if dot else -1


def _with_places(rules: Rules, state: RoundState, board: str) -> RoundState:
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
            fault(
                word,
                f"{shown(word)} is not a stack: write it like a3, a3*2 or a*2, "
                "and numbers stand for empty places",
            )
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
                        fault(
                            token,
                            f"no units stand on {STARTS[start]}, where "
                            f"{rules.sides[player]} starts",
                        )
                    holders[place] = player
            return state._replace(
                holders=tuple(holders), soldiers=tuple(soldiers), heroes=tuple(heroes)
            )
    fault(
        token,
        f"the map has {places} places, {rules.ground.spaces} spaces and 4 starts, "
        f"here are {'more' if at >= places else at}",
    )


def _owner(rules: Rules, word: Token, letter: str) -> int:
    owner = 1 if letter == "P" and rules.is_solo else LETTERS.index(letter)
    if owner >= len(rules.sides) or (letter == "b" and rules.is_solo):
        letters = listed([letter_of(rules, k) for k in range(len(rules.sides))], "or")
        fault(word, f"{shown(letter)} is nobody here: units belong to {letters}")
    return owner


def _with_numbers(rules: Rules, state: RoundState, extras: Mapping[str, str]) -> RoundState:
    found = dict.fromkeys(("round", "kept"), 0)
    for key, low, high in (("round", 2, rules.last_round), ("kept", 1, 999)):
        if key in extras:
            number = read_number(extras[key])
            if number is None or not low <= number <= high:
                fault(
                    extras[key],
                    f"{key} is a number from {low} to {high} where it is written, "
                    f"not {shown(extras[key])}",
                )
            found[key] = number
    if found["kept"] and not rules.is_solo:
        fault(extras["kept"], "kept goes with players=1")
    state = state._replace(round=found["round"] or 1, kept=found["kept"])
    if "dice" in extras:
        state = state._replace(dice=_read_dice(rules, extras["dice"]))
    if "todo" in extras:
        numbers = [read_number(word) for word in extras["todo"].split("+")]
        if len(numbers) != rules.players or None in numbers or not any(numbers):
            fault(
                extras["todo"], "todo is a number a player, like 2+0, and left out where all are 0"
            )
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
        fault(text, f"dice are the d4 d4 d8 d8 of each player, like 3165-2482, not {shown(text)}")
    for value, (_, faces) in zip(dice, rules.dice, strict=True):
        if value > faces:
            fault(text, f"a die with {faces} faces shows no {value}")
    return dice


def _read_groups(rules: Rules, state: RoundState, text: str) -> int:
    bits, names = 0, rules.ground.names
    for word in text.split("+"):
        place = names.index(word) if word in names[: rules.ground.spaces] else -1
        if place < 0 or state.holders[place] != 0 or not rules.ground.map.spaces[place].points[0]:
            fault(text, f"{shown(word)} is not a white space of p1, where new soldiers arrive")
        bits |= 1 << place
    if "+".join(names[p] for p in range(rules.ground.spaces) if bits >> p & 1) != text:
        fault(text, "groups are written in the order of the spaces, each once")
    return bits


def _with_devices(rules: Rules, state: RoundState, extras: Mapping[str, str]) -> RoundState:
    if "devices" not in extras:
        return state
    text, ground = extras["devices"], rules.ground
    bits = [0, 0, 0]
    for word in text.split("+"):
        name, _, place = word.partition(".")
        site = ground.index(place) if place in ground else -1
        right = ground.spaces > site >= 0 if name == "umbrella" else site in ground.edges
        if name not in DEVICES or not right or rules.is_solo:
            fault(
                text,
                f"{shown(word)} is not a device of this game: write it like ram.10>9, "
                "spikes.10>9 or umbrella.9",
            )
        owner = ground.place_of(site)
        if state.holders[owner] < 0:
            fault(
                text, f"{name}.{place} belongs to nobody: {ground.names[owner]} is not controlled"
            )
        bits[DEVICES.index(name)] |= 1 << site
    state = state._replace(devices=tuple(bits))
    if f"devices={text}" not in write_extras(rules, state):
        fault(
            text,
            "devices are written rams first, then spikes and umbrellas, in site order, each once",
        )
    return state


# -- what goes with each phase ---------------------------------------------------------------------


_GOES_WITH: Final[Mapping[str, tuple[str, ...]]] = {
    Phase.DRAFT: ("dice", "kept"),
    Phase.DEVELOP: ("kept",),
    Phase.DEPLOY: ("sealed", "kept"),
    Phase.CROSS: ("todo", "kept"),
    Phase.GROUPS: ("groups", "kept"),
    Phase.OVER: ("kept",),
}
"""What is written in some phases and in no others."""


def _check_phase(rules: Rules, state: RoundState, side: str, extras: Mapping[str, str]) -> None:
    """Fault what does not go with the phase of a state, and whoever has nothing to choose in it."""
    for key in ("dice", "kept", "todo", "groups", "sealed"):
        if key in extras and key not in _GOES_WITH.get(state.phase, ()):
            fault(key, f"{key} does not go with the phase {state.phase}")
    match state.phase:
        case Phase.FIRST | Phase.ROLL:
            if side != CHANCE:
                fault(side, f"chance is to move in the phase {state.phase}, not {side}")
            if state.phase == Phase.FIRST and state != blank(rules):
                fault(
                    extras.get("round", side),
                    "a game that has not begun has nothing on its map and "
                    "its boards but the Pharaoh's garrisons",
                )
        case Phase.SEATS:
            waiting = [p for p in reversed(order_of_play(rules, state)) if state.seats[p][1] < 0]
            _check_side(rules, state, side, waiting[0])
            if rules.is_solo and state.seats[0][0] < 0:
                fault(side, "the starting area is drawn before the race is chosen, as in seats=S3")
        case Phase.DRAFT:
            order, taken = draft_order(rules.players, state.first), state.dice.count(0)
            if not state.dice or taken >= len(order):
                most = f"and at most {len(order) - 1} are taken"
                fault(extras.get("dice", side), f"dice lie on the table in the phase draft, {most}")
            if (state.kept > 0) != (rules.is_solo and taken > 0):
                fault(extras.get("kept", side), "kept is the sum of the dice that were taken")
            _check_side(rules, state, side, order[taken])
        case Phase.OVER:
            _check_side(rules, state, side, 0)
            if state.round < rules.last_round and not (rules.is_solo and has_won(rules, state)):
                fault(extras["phase"], f"the game is not over in round {state.round}")
        case _:
            _check_choice(rules, state, side)


def _check_side(rules: Rules, state: RoundState, side: str, wanted: int) -> None:
    if side != rules.sides[wanted]:
        fault(side, f"{rules.sides[wanted]} is to move in the phase {state.phase}, not {side}")


def _check_choice(rules: Rules, state: RoundState, side: str) -> None:
    """Fault the side to move where it has nothing to choose."""
    own = state.owns[state.side]
    can, why = {
        Phase.DEVELOP: (to_develop(rules, own) > 0, f"{side} has no upgrade to choose"),
        Phase.DEPLOY: (True, "a player is to move in the phase deploy"),
        Phase.CROSS: (state.todo[state.side], f"{side} has nothing to cross off"),
        Phase.DEVICES: (may_place(rules, state, state.side), f"{side} has no device to place"),
        Phase.GROUPS: (
            state.groups,
            "new soldiers are asked about in the phase groups, as in groups=8+19",
        ),
    }[state.phase]
    if side == CHANCE or not can:
        fault(side, why)
    if state.phase == Phase.CROSS and not open_triangles(rules, own):
        fault(side, f"no triangle of {side} is open")
    if state.phase == Phase.DEVICES and state.round == rules.last_round:
        fault(side, "no device is placed after the last round")


def _sealed(rules: Rules, state: RoundState, side: str, extras: Mapping[str, str]) -> RoundState:
    """The commitments of a string, which are known to nobody."""
    if state.phase != Phase.DEPLOY:
        return state
    names = extras["sealed"].split("+") if "sealed" in extras else []
    order = [rules.sides[player] for player in order_of_play(rules, state)]
    number = order.index(side)
    if names != sorted(order[:number]):
        fault(
            extras.get("sealed", side),
            f"{side} deploys after {listed(sorted(order[:number])) or 'nobody'}",
        )
    return state._replace(orders=(None,) * number)
