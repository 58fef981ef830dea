"""The players' boards as cells: what is printed and written there, and why a cell is closed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from model.contract.moves import ONLOOKER, Player, Reason
from model.contract.sheets import PlayerSheet, SheetCell, SheetSection
from model.games.rolling_pyramids.maps import STARTS
from model.games.rolling_pyramids.phases.orders import choices, target_text, unit_and_row
from model.games.rolling_pyramids.player_boards import DEVICES, SHAPES, UNITS
from model.games.rolling_pyramids.round_state import (
    CROSS,
    DEPLOY,
    DEVELOP,
    OVER,
    Own,
    RoundState,
    controlled,
    factory_counts,
    order_of_play,
    row_numbers,
    special_units,
    units_of,
)
from model.games.rolling_pyramids.round_state import (
    DEVICES as PLACING,
)
from model.games.rolling_pyramids.round_state import (
    DRAFT as DRAFTING,
)
from model.games.rolling_pyramids.rulebook import (
    CONQUESTS,
    DEVELOPING,
    DRAFT,
    FIRST_DEVICE,
    PHARAOH,
    RACE_WORDS,
    RACES,
    UPGRADES,
    Rules,
    because,
    named,
)
from model.phrases import counted, listed

_SHAPE_WORDS = {"t": "triangle", "r": "rhombus", "c": "circle"}
_SIGNS = {"ascending": "+", "equal": "x", "descending": "(8-n) x "}

BOMB = "the bomb, which may fall on any numbered space"
"""What the number of the bomb is called."""
IN_ROW = 3
"""Upgrade pairs beside one another."""


def sheets_of(
    rules: Rules, state: RoundState, looker: Player | str | None
) -> tuple[PlayerSheet, ...]:
    """Return what lies on the table for all, and the board of each player."""
    common = _Table(rules, state).made()
    return (
        common,
        *(_Sheet(rules, state, player, looker).made() for player in range(rules.players)),
    )


@dataclass(frozen=True)
class _Table:
    """What lies there for all: the dice. Words are no cells: the window has buttons for them."""

    rules: Rules
    state: RoundState

    def made(self) -> PlayerSheet:
        """Return the common sheet."""
        rules, state = self.rules, self.state
        sections = [SheetSection("Dice", self._dice())] if state.dice else []
        last = f" of {rules.last_round}"
        note = f"{'Turn' if rules.is_solo else 'Round'} {state.round}{last}"
        return PlayerSheet("", "The table", tuple(sections), (note,))

    def _dice(self) -> tuple[tuple[SheetCell, ...], ...]:
        rules, state = self.rules, self.state
        rows: dict[int, list[SheetCell]] = {}
        for die, (owner, faces) in enumerate(rules.dice):
            name, value = rules.dice_names[die], state.dice[die]
            whose = rules.sides[owner] if owner >= 0 else PHARAOH
            closed = None
            if not value:
                closed = because("die-taken", "{die} is taken already", DRAFT, die=name)
            rows.setdefault(owner, []).append(
                SheetCell(
                    name,
                    "triangle" if faces == 4 else "rhombus",
                    f"d{faces}",
                    str(value or ""),
                    whose,
                    closed,
                    f"{name}, a d{faces} of {named(whose)}",
                )
            )
        return tuple(map(tuple, rows.values()))


@dataclass(frozen=True)
class _Sheet:
    """One player's board."""

    rules: Rules
    state: RoundState
    player: int
    looker: Player | str | None

    @property
    def own(self) -> Own:
        """What is written there."""
        return self.state.owns[self.player]

    def phase(self, phase: str) -> bool:
        """Whether its owner is to choose in a phase."""
        return self.state.phase == phase and self.state.side == self.player

    def made(self) -> PlayerSheet:
        """Return the sheet."""
        name = self.rules.sides[self.player]
        # What becomes units comes first: it is looked at in every phase.
        sections = (
            self._heroes(),
            *self._special(),
            *self._footmen(),
            self._upgrade_pairs(),
            self._upgrades(),
        )
        start, race = self.state.seats[self.player]
        title = f"{name.capitalize()}'s board"
        if race >= 0:
            title += f": {RACE_WORDS[RACES[race]]}, {STARTS[start]}"
        return PlayerSheet(name, title, sections, tuple(self._notes()))

    def _cell(self, cell: int, words: str) -> SheetCell:
        desk, number = self.rules.desk, self.own.cells[cell]
        name, shape = desk.names[cell], desk.shapes[cell]
        drafting = self.phase(DRAFTING)
        closed = None
        if drafting and number:
            closed = because(
                "filled", "{cell} holds {number} already", DRAFT, cell=name, number=number
            )
        return SheetCell(
            name if drafting else "",
            _SHAPE_WORDS[shape],
            "" if shape == "c" else SHAPES[shape],
            str(number or ""),
            "",
            closed,
            words,
        )

    def _heroes(self) -> SheetSection:
        cells = []
        for slot, shape in enumerate(self.rules.desk.heroes):
            cell = self._cell(slot, f"hero slot {slot + 1}, for a {SHAPES[shape]}")
            if self.phase(DEPLOY) and self.own.waiting >> slot & 1:
                cell = SheetCell(
                    f"hero{slot + 1}",
                    cell.shape,
                    cell.printed,
                    cell.value,
                    words=f"the heroes of slot {slot + 1}",
                )
            elif self.own.waiting >> slot & 1:
                cell = replace(cell, words=f"{cell.words}, its heroes wait")
            cells += [cell, self._target(slot)]
        return SheetSection("Heroes", (tuple(cells),))

    def _upgrade_pairs(self) -> SheetSection:
        desk = self.rules.desk
        pairs = [
            tuple(
                self._cell(
                    desk.starts[0] + 2 * pair + k,
                    f"upgrade pair {pair + 1}{'ab'[k]}, for a {SHAPES[desk.pairs[pair][k]]}",
                )
                for k in (0, 1)
            )
            for pair in range(len(desk.pairs))
        ]
        gap = SheetCell("", "text")
        rows = tuple(
            tuple(cell for pair in pairs[k : k + IN_ROW] for cell in (*pair, gap))[:-1]
            for k in range(0, len(pairs), IN_ROW)
        )
        return SheetSection("Upgrade pairs: the first number is the smaller", rows)

    def _upgrades(self) -> SheetSection:
        own, desk = self.own, self.rules.desk
        rows = []
        for unit, row in enumerate(desk.rows):
            value = f"{_SIGNS[UNITS[unit]]}{row.values[1]}"
            cells = [self._upgrade(2 * unit, f"{UNITS[unit]} {value}", "✓")]
            if row.line:
                cells.append(self._upgrade(2 * unit + 1, f"{UNITS[unit]} counts the 2nd", "✓"))
            rows.append(tuple(cells))
        if not self.rules.is_solo:
            rows.append(
                tuple(
                    self._upgrade(
                        FIRST_DEVICE + device,
                        f"{name} x{desk.devices[device]}",
                        f"({own.stock[device]} left)",
                    )
                    for device, name in enumerate(DEVICES)
                )
            )
        return SheetSection("Upgrades", tuple(rows))

    def _upgrade(self, number: int, printed: str, value: str) -> SheetCell:
        bought, there = self.own.bought >> number & 1, self.rules.upgrades >> number & 1
        name, closed = "", None
        if self.phase(DEVELOP) and there:
            name = UPGRADES[number]
            if bought:
                closed = because(
                    "bought",
                    "{who} has {move} already",
                    DEVELOPING,
                    who=named(self.rules.sides[self.player]),
                    move=name,
                )
        device = number - FIRST_DEVICE
        if self.phase(PLACING) and device >= 0 and self.own.stock[device]:
            name = UPGRADES[number]
        return SheetCell(
            name,
            "square",
            printed,
            value if bought else "",
            closed=closed,
            words=f"the upgrade {printed}",
        )

    def _special(self) -> tuple[SheetSection, ...]:
        desk, own = self.rules.desk, self.own
        rows = []
        for unit, name in enumerate(UNITS):
            row = desk.rows[unit]
            cells = [
                self._cell(cell, f"{name}, cell {k}")
                for k, cell in enumerate(desk.row_cells(unit), start=1)
            ]
            value = row.values[own.bought >> (2 * unit) & 1]
            result = special_units(self.rules, own, unit)
            number = len(desk.heroes) + unit
            called = name if self.phase(DEPLOY) and result else ""
            bomb = unit == self.rules.bomb
            cells.append(
                SheetCell(
                    called,
                    "square",
                    f"{_SIGNS[name]}{value}",
                    str(result or ""),
                    words=BOMB if bomb else f"the {name} unit",
                )
            )
            printed = f"{name}, the bomb" if bomb else name
            rows.append((*cells, SheetCell("", "text", printed=printed), self._target(number)))
        return (SheetSection("Special units", tuple(rows)),)

    def _footmen(self) -> tuple[SheetSection, ...]:
        desk, own = self.rules.desk, self.own
        sections, box = [], 0
        strength = desk.footmen(own.crossed, highest=self.rules.footmen_sum == "highest")
        for group, track in enumerate(desk.tracks):
            bonuses = dict(track.bonuses)
            cells = []
            for k, (shape, number) in enumerate(track.boxes, start=1):
                cells.append(self._box(box, shape, number))
                if k in bonuses:
                    whole = (1 << k) - 1
                    mine = own.crossed >> (box + 1 - k)
                    cells.append(
                        SheetCell(
                            "", "circle", f"+{bonuses[k]}", "x" if mine & whole == whole else ""
                        )
                    )
                box += 1
            name = f"foot{group + 1}"
            result = SheetCell(
                name if self.phase(DEPLOY) else "",
                "square",
                "",
                counted(strength[group], "soldier"),
                words=f"the footmen of group {group + 1}",
            )
            last = (result, self._target(len(desk.heroes) + len(UNITS) + group))
            sections.append(SheetSection(f"Footmen {group + 1}", (tuple(cells), last)))
        if own.reserve:
            kept = SheetCell(
                "reserve" if self.phase(DEPLOY) else "",
                "square",
                "reserve",
                str(own.reserve),
                words="the soldiers kept for this turn",
            )
            row = (kept, self._target(len(desk.heroes) + len(UNITS) + 2))
            sections.append(SheetSection("Reserve", (row,)))
        return tuple(sections)

    def _box(self, box: int, shape: str, number: int) -> SheetCell:
        crossed, name = self.own.crossed >> box & 1, self.rules.desk.box_names[box]
        may = self.phase(DRAFTING) or (self.phase(CROSS) and shape == "t")
        closed: Reason | None = None
        if may and crossed:
            closed = because(
                "crossed",
                "{box} is crossed off already",
                DRAFT if self.phase(DRAFTING) else CONQUESTS,
                box=name,
            )
        return SheetCell(
            name if may else "",
            _SHAPE_WORDS[shape],
            str(number),
            "x" if crossed else "",
            closed=closed,
            words=f"box {name}, number {number}, for a {SHAPES[shape]}",
        )

    def _target(self, unit: int) -> SheetCell:
        """Where a unit is sent, as far as it is known here."""
        target = ""
        order = order_of_play(self.rules, self.state) if self.state.orders else ()
        if self.player in order[: len(self.state.orders)]:
            orders = self.state.orders[order.index(self.player)] or ()
            for number, to, at in orders:
                if number == unit:
                    target = target_text(self.rules, unit, to, at)
        return SheetCell("", "text", value=target)

    # -- what is counted -----------------------------------------------------------------------

    def _notes(self) -> list[str]:
        rules, state, own = self.rules, self.state, self.own
        if state.seats[self.player][1] < 0:
            return []
        units = [unit_and_row(rules, unit) for unit in units_of(rules, own)]
        mine = controlled(rules, state, self.player)
        standing = sum(state.soldiers[p] + state.heroes[p] for p in mine)
        notes = [f"Units this round: {', '.join(units)}"]
        notes.append(f"Controls {counted(len(mine), 'space')} with {counted(standing, 'unit')}")
        if state.phase in (DRAFTING, DEVELOP, DEPLOY):
            notes.append(f"Reach: {', '.join(self._reach())}")
        factories = factory_counts(rules, state, self.player)
        if factories:
            notes.append(f"Factories: {listed(list(factories))}")
        if not rules.is_solo:
            seen = self.looker in (ONLOOKER, rules.sides[self.player]) or state.phase == OVER
            notes.append(f"Points: {own.points}" if seen else "Points: noted in secret")
        missing = [name for unit, name in enumerate(UNITS) if dead_row(rules, own, unit)]
        if missing:
            notes.append(f"Can never be completed: {listed(missing)}")
        return notes

    def _reach(self) -> list[str]:
        names = self.rules.ground.names
        reachable = choices(self.rules, self.state, self.player)
        near = {
            to
            for unit, targets in reachable
            if not unit.bomb
            for to, _ in targets.values()
            if to >= 0
        }
        return [names[place] for place in sorted(near)]


def dead_row(rules: Rules, own: Own, unit: int) -> bool:
    """Tell whether no numbers can complete what stands in the cells of a special unit."""
    shapes, numbers = rules.desk.rows[unit].cells, row_numbers(rules, own, unit)
    tops = [rules.full[shape].bit_length() - 1 for shape in shapes]
    if UNITS[unit] == "equal":
        there = max(numbers)
        return there > min(tops)
    pairs = list(zip(numbers, tops, strict=True))
    if UNITS[unit] == "descending":
        pairs.reverse()
    low = 0
    for number, top in pairs:
        low = number if number > low else low + 1
        if (number and number < low) or low > top:
            return True
    return False
