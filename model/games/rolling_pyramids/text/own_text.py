"""What a player has written, as strings: the player board, devices, stock and points."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from model.games.rolling_pyramids.player_boards import DEVICES, UNITS, in_order
from model.games.rolling_pyramids.round_state import Own, complete_pairs
from model.games.rolling_pyramids.rulebook import FIRST_DEVICE, Rules
from model.notation.tokens import fault, read_number
from model.phrases import shown

_DIGITS: Final = ".123456789abcdefghijk"
_MOST_POINTS: Final = 99999


def write_own(rules: Rules, own: Own) -> str:
    """Return a player's board: cells, boxes, upgrades, stock, points, and a reserve (solo)."""
    desk = rules.desk
    heroes = "".join(_DIGITS[own.cells[k]] + ("*" if own.waiting >> k & 1 else "")
                     for k in range(len(desk.heroes)))  # fmt: skip
    ends = desk.starts
    rest = ["".join(_DIGITS[n] for n in own.cells[a:b])
            for a, b in pairwise(ends)]  # fmt: skip
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
    waiting = sum(1 << k for k, word in enumerate(re.findall(r"[^*]\*?", parts[0]))
                  if word.endswith("*"))  # fmt: skip
    written = "".join((parts[0].replace("*", ""), *parts[1:5]))
    first, second, bought, stock, points = parts[5:10]
    if not all(letter in _DIGITS for letter in written):
        fault(text, f"a cell holds a number or a point, not {shown(written)}")
    own = Own(
        tuple(map(_DIGITS.index, written)),
        _read_bits(first + second),
        _read_bits(bought),
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


def _read_bits(text: str) -> int:
    return sum(1 << k for k, letter in enumerate(text) if letter == "x")


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
