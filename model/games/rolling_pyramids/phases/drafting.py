"""The draft: whose pick it is, and what a die may be written as."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from model.games.rolling_pyramids.player_boards import UNITS
from model.games.rolling_pyramids.round_state import Own, RoundState, factory_counts
from model.games.rolling_pyramids.rulebook import MOST_VALUE, Open, Rules, Ways

PICKS = 4
"""How many dice each player picks in a round."""
_OWN_STEP, _FACTORY_STEP = 1, 2
_ANY = (2 << MOST_VALUE) - 2
_KEPT = 20_000
"""How many boards are remembered with what is open on them."""


@lru_cache(maxsize=16)
def draft_order(players: int, first: int = 0) -> tuple[int, ...]:
    """Return who picks, pick after pick: from the first to the last player and back, twice."""
    forth = [(first + k) % players for k in range(players)]
    return (*forth, *forth[::-1]) * (PICKS // 2)


@lru_cache(maxsize=1024)
def written_as(value: int, *, own: bool, factories: int) -> int:
    """Return the numbers a die may be written as, bounds aside, as bits."""
    bits = 0
    for one in range(-own, own + 1) if own else (0,):
        for few in range(-factories, factories + 1):
            number = value + one * _OWN_STEP + few * _FACTORY_STEP
            bits |= 1 << number if number > 0 else 0
    return bits


def open_places(rules: Rules, own: Own, faces: int) -> Open:
    """Return where a die with so many faces may be written, whatever it shows."""
    desk, fits = rules.desk, "tc" if faces == 4 else "rc"
    cells = []
    for cell, number in enumerate(own.cells):
        shape = desk.shapes[cell]
        if number or shape not in fits:
            continue
        bits, unit = rules.full[shape], desk.units[cell]
        if unit >= 0:
            bits &= _row_bits(rules, own, unit, cell)
        if bits:
            cells.append((cell, desk.sections[cell], bits))
    boxes = [(box, 1 << number) for box, (shape, number) in enumerate(desk.boxes)
             if shape in fits and not own.crossed >> box & 1]  # fmt: skip
    return Open(tuple(cells), tuple(boxes))


def _row_bits(rules: Rules, own: Own, unit: int, cell: int) -> int:
    """The numbers that keep a special unit in order when written into one of its cells."""
    cells = rules.desk.row_cells(unit)
    if rules.fill_left_to_right and any(not own.cells[k] for k in range(cells.start, cell)):
        return 0
    left = [n for n in own.cells[cells.start : cell] if n]
    right = [n for n in own.cells[cell + 1 : cells.stop] if n]
    if UNITS[unit] == "equal":
        there = left + right
        return 1 << there[0] if there else _ANY
    if UNITS[unit] == "descending":
        left, right = right, left
    low, high = max(left, default=0), min(right, default=MOST_VALUE + 1)
    return (1 << high) - 1 & ~((2 << low) - 1) if low < high else 0


class Pick(NamedTuple):
    """A die and where it may go: a cell with numbers as bits, a box (bits 0), or nowhere.

    `cell` and `box` are -1 where they do not apply.
    """

    die: int
    cell: int
    box: int
    bits: int

    @property
    def ways(self) -> int:
        """How many moves it stands for."""
        return self.bits.bit_count() if self.cell >= 0 else 1


def die_factories(rules: Rules, state: RoundState) -> dict[str, int]:
    """Return how many factories count for each section of the board of whoever picks."""
    found = factory_counts(rules, state, state.side)
    return found if rules.factory_stack else dict.fromkeys(found, 1)


def die_ways(
    rules: Rules, own: Own, value: int, faces: int, *, mine: bool, factories: dict[str, int]
) -> Ways:
    """Return where a die may be written that shows a value; the answers are kept."""
    known = rules.known
    key = (own.cells, own.crossed, value, faces, mine, *factories.items())
    found = known.get(key)
    if found is not None:
        return found
    if len(known) > _KEPT:
        known.clear()
    free = rules.known_places.get((own.cells, own.crossed, faces))
    if free is None:
        if len(rules.known_places) > _KEPT:
            rules.known_places.clear()
        free = open_places(rules, own, faces)
        rules.known_places[own.cells, own.crossed, faces] = free
    plain = written_as(value, own=mine, factories=0)
    by_section = {section: written_as(value, own=mine, factories=count)
                  for section, count in factories.items()}  # fmt: skip
    places = [(cell, -1, both) for cell, section, bits in free.cells
              if (both := bits & by_section.get(section, plain))]  # fmt: skip
    numbers = by_section.get("footmen", plain)
    total = sum([bits.bit_count() for _, _, bits in places])
    boxes = [(-1, box, 0) for box, bit in free.boxes if bit & numbers]
    found = known[key] = Ways((*places, *boxes, (-1, -1, 0)), total + len(boxes) + 1)
    return found


def dice_ways(rules: Rules, state: RoundState) -> list[tuple[int, Ways]]:
    """Return every die that lies on the table, and where it may be written."""
    own, factories = state.owns[state.side], die_factories(rules, state)
    found = []
    for die, value in enumerate(state.dice):
        if value:
            owner, faces = rules.dice[die]
            found.append((die, die_ways(rules, own, value, faces, mine=owner == state.side,
                                        factories=factories)))  # fmt: skip
    return found


def picks(rules: Rules, state: RoundState) -> Iterator[Pick]:
    """Return what may be picked and written where, die after die."""
    for die, ways in dice_ways(rules, state):
        for cell, box, bits in ways.places:
            yield Pick(die, cell, box, bits)
