"""Positions as strings: how places, boards, dice and devices are written."""

from __future__ import annotations

from typing import Final

from model.games.rolling_pyramids.maps import STARTS
from model.games.rolling_pyramids.player_boards import DEVICES
from model.games.rolling_pyramids.round_state import FIRST, Own, State, order_of_play
from model.games.rolling_pyramids.rulebook import RACES, Rules
from model.games.rolling_pyramids.text.own_text import write_own

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
    "p1": "what p1 has written", "p2": "what p2 has written",
    "p3": "what p3 has written", "p4": "what p4 has written",
}  # fmt: skip


def letter_of(rules: Rules, owner: int) -> str:
    """Return the letter of an owner: P for the Pharaoh."""
    return "P" if owner >= rules.players else LETTERS[owner]


def write_places(rules: Rules, state: State) -> str:
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


def write_extras(rules: Rules, state: State) -> list[str]:
    """Return what a string tells beside places and side, in its order."""
    ground = rules.ground
    told: list[tuple[str, str]] = []
    if state.phase != FIRST:
        told.append(("phase", state.phase))
    if state.round > 1:
        told.append(("round", str(state.round)))
    if state.first >= 0 and not rules.is_solo:
        told.append(("first", rules.sides[state.first]))
    if any(start >= 0 for start, _ in state.seats):
        told.append(("seats", "+".join(map(_seat_text, state.seats))))
    for name, own in zip(rules.sides, state.owns, strict=False):
        if own != Own((0,) * len(rules.desk.shapes)):
            told.append((name, write_own(rules, own)))
    if state.dice:
        digits = "".join(map(str, state.dice))
        told.append(("dice", "-".join(digits[k : k + 4] for k in range(0, len(digits), 4))))
    if state.kept:
        told.append(("kept", str(state.kept)))
    if any(state.todo):
        told.append(("todo", "+".join(map(str, state.todo))))
    placed = [f"{name}.{ground.names[site]}"
              for name, bits in zip(DEVICES, (state.rams, state.spikes, state.umbrellas),
                                    strict=True)
              for site in range(len(ground)) if bits >> site & 1]  # fmt: skip
    if placed:
        told.append(("devices", "+".join(placed)))
    if state.groups:
        told.append(("groups", "+".join(ground.names[p] for p in range(ground.spaces)
                                        if state.groups >> p & 1)))  # fmt: skip
    if state.orders:
        order = order_of_play(rules, state)[: len(state.orders)]
        told.append(("sealed", "+".join(rules.sides[player] for player in sorted(order))))
    return [f"{key}={value}" for key, value in told]


def _seat_text(seat: tuple[int, int]) -> str:
    start, race = seat
    if start < 0:
        return "-"
    return f"{STARTS[start]}.{RACES[race]}" if race >= 0 else STARTS[start]
