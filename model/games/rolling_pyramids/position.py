"""Rolling Pyramids: the game with its options fixed, its positions, and who has won."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Final

import numpy as np

from model.contract.base_position import BasePosition
from model.contract.game import (
    CHANCE,
    ONLOOKER,
    Event,
    GameKind,
    IllegalMove,
    Move,
    OptionValue,
    Outcome,
    Pieces,
    Player,
    PlayerSheet,
    Reason,
    SheetCell,
    SheetSection,
    Steps,
)
from model.games.rolling_pyramids.happening import PIECE_KINDS, events_of, layers_of
from model.games.rolling_pyramids.maps import STARTS, HexBoard
from model.games.rolling_pyramids.phases.choices import NoChoices, PhaseMoves
from model.games.rolling_pyramids.phases.orders import (
    Deployments,
    belongs,
    choices,
    target_text,
    unit_and_row,
)
from model.games.rolling_pyramids.phases.picking import Picks, Rolls
from model.games.rolling_pyramids.phases.rounds import (
    Beginner,
    Crossings,
    NewSoldiers,
    Placings,
    SeatMoves,
    Upgrades,
    has_won,
)
from model.games.rolling_pyramids.player_boards import DEVICES as DEVICE_NAMES
from model.games.rolling_pyramids.player_boards import SHAPES, UNITS
from model.games.rolling_pyramids.position_text import write_extras, write_places
from model.games.rolling_pyramids.round_state import (
    Own,
    Phase,
    RoundState,
    blank,
    controlled,
    factory_counts,
    order_of_play,
    row_numbers,
    special_units,
    units_of,
)
from model.games.rolling_pyramids.rulebook import (
    FIRST_DEVICE,
    PHARAOH,
    PLAYERS,
    RACE_WORDS,
    RACES,
    UPGRADES,
    Rules,
    because,
    named,
)
from model.notation.tokens import write_header
from model.phrases import counted, listed, shown

# -- the players' boards as cells: what is printed and written there, and why a cell is closed -----


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
    return (
        _table(rules, state),
        *(_Sheet(rules, state, player, looker).made() for player in range(rules.players)),
    )


def _table(rules: Rules, state: RoundState) -> PlayerSheet:
    """What lies there for all: the dice. Words are no cells: the window has buttons for them."""
    rows: dict[int, list[SheetCell]] = {}
    for die, value in enumerate(state.dice):
        name, (owner, faces) = rules.dice_names[die], rules.dice[die]
        whose = rules.sides[owner] if owner >= 0 else PHARAOH
        closed = None if value else because("die-taken", die=name)
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
    dice = (SheetSection("Dice", tuple(map(tuple, rows.values()))),) if rows else ()
    note = f"{'Turn' if rules.is_solo else 'Round'} {state.round} of {rules.last_round}"
    return PlayerSheet("", "The table", dice, (note,))


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
        drafting, printed = self.phase(Phase.DRAFT), "" if shape == "c" else SHAPES[shape]
        closed = because("filled", cell=name, number=number) if drafting and number else None
        value = str(number or "")
        shown = name if drafting else ""
        return SheetCell(shown, _SHAPE_WORDS[shape], printed, value, "", closed, words)

    def _unit(self, name: str, printed: str, value: str, words: str) -> SheetCell:
        """A unit's number, which is what deploying it begins with."""
        deploys = name if self.phase(Phase.DEPLOY) else ""
        return SheetCell(deploys, "square", printed, value, words=words)

    def _heroes(self) -> SheetSection:
        cells = []
        for slot, shape in enumerate(self.rules.desk.heroes):
            cell = self._cell(slot, f"hero slot {slot + 1}, for a {SHAPES[shape]}")
            if self.phase(Phase.DEPLOY) and self.own.waiting >> slot & 1:
                words = f"the heroes of slot {slot + 1}"
                cell = replace(cell, name=f"hero{slot + 1}", words=words)
            elif self.own.waiting >> slot & 1:
                cell = replace(cell, words=f"{cell.words}, its heroes wait")
            cells += [cell, self._target(slot)]
        return SheetSection("Heroes", (tuple(cells),))

    def _upgrade_pairs(self) -> SheetSection:
        desk = self.rules.desk
        rows: list[tuple[SheetCell, ...]] = []
        for number, shapes in enumerate(desk.pairs):
            first, words = desk.starts[0] + 2 * number, f"upgrade pair {number + 1}"
            pair = tuple(
                self._cell(first + k, f"{words}{'ab'[k]}, for a {SHAPES[shape]}")
                for k, shape in enumerate(shapes)
            )
            if number % IN_ROW:
                rows[-1] = (*rows[-1], SheetCell("", "text"), *pair)
            else:
                rows.append(pair)
        return SheetSection("Upgrade pairs: the first number is the smaller", tuple(rows))

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
            devices = []
            for device, name in enumerate(DEVICE_NAMES):
                printed, left = f"{name} x{desk.devices[device]}", f"({own.stock[device]} left)"
                devices.append(self._upgrade(FIRST_DEVICE + device, printed, left))
            rows.append(tuple(devices))
        return SheetSection("Upgrades", tuple(rows))

    def _upgrade(self, number: int, printed: str, value: str) -> SheetCell:
        bought, there = self.own.bought >> number & 1, self.rules.upgrades >> number & 1
        name, closed = "", None
        if self.phase(Phase.DEVELOP) and there:
            name = UPGRADES[number]
            if bought:
                closed = because("bought", who=named(self.rules.sides[self.player]), move=name)
        device = number - FIRST_DEVICE
        if self.phase(Phase.DEVICES) and device >= 0 and self.own.stock[device]:
            name = UPGRADES[number]
        value = value if bought else ""
        return SheetCell(name, "square", printed, value, "", closed, f"the upgrade {printed}")

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
            bomb = unit == self.rules.bomb
            words = BOMB if bomb else f"the {name} unit"
            called, sign = name if result else "", f"{_SIGNS[name]}{value}"
            strength = self._unit(called, sign, str(result or ""), words)
            title = SheetCell("", "text", printed=f"{name}, the bomb" if bomb else name)
            rows.append((*cells, strength, title, self._target(number)))
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
                    has = own.crossed >> (box + 1 - k) & whole == whole
                    cells.append(SheetCell("", "circle", f"+{bonuses[k]}", "x" if has else ""))
                box += 1
            soldiers = counted(strength[group], "soldier")
            words = f"the footmen of group {group + 1}"
            result = self._unit(f"foot{group + 1}", "", soldiers, words)
            last = (result, self._target(len(desk.heroes) + len(UNITS) + group))
            sections.append(SheetSection(f"Footmen {group + 1}", (tuple(cells), last)))
        if own.reserve:
            words = "the soldiers kept for this turn"
            kept = self._unit("reserve", "reserve", str(own.reserve), words)
            row = (kept, self._target(len(desk.heroes) + len(UNITS) + 2))
            sections.append(SheetSection("Reserve", (row,)))
        return tuple(sections)

    def _box(self, box: int, shape: str, number: int) -> SheetCell:
        crossed, name = self.own.crossed >> box & 1, self.rules.desk.box_names[box]
        may = self.phase(Phase.DRAFT) or (self.phase(Phase.CROSS) and shape == "t")
        why = "crossed" if self.phase(Phase.DRAFT) else "crossed:conquest"
        closed = because(why, box=name) if may and crossed else None
        words = f"box {name}, number {number}, for a {SHAPES[shape]}"
        shown, value = name if may else "", "x" if crossed else ""
        return SheetCell(shown, _SHAPE_WORDS[shape], str(number), value, "", closed, words)

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
        if state.phase in (Phase.DRAFT, Phase.DEVELOP, Phase.DEPLOY):
            notes.append(f"Reach: {', '.join(self._reach())}")
        factories = factory_counts(rules, state, self.player)
        if factories:
            notes.append(f"Factories: {listed(list(factories))}")
        if not rules.is_solo:
            seen = self.looker in (ONLOOKER, rules.sides[self.player]) or state.phase == Phase.OVER
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


# -- the game with its options fixed, and its positions --------------------------------------------


def rank_key(rules: Rules, state: RoundState, player: int) -> tuple[int, int, int]:
    """Return what places are decided by: points, spaces controlled, units standing there."""
    mine = controlled(rules, state, player)
    units = sum(state.soldiers[place] + state.heroes[place] for place in mine)
    return state.owns[player].points, len(mine), units


def outcome_of(rules: Rules, state: RoundState) -> Outcome:
    """Return the outcome of a game that is over."""
    if rules.is_solo:
        if has_won(rules, state):
            why = because("revolution")
            return Outcome(PLAYERS[0], "revolution", reason=why)
        why = because("turns", turns=rules.solo_turns)
        return Outcome(PHARAOH, "turns", reason=why)
    stands = {player: rank_key(rules, state, player) for player in range(rules.players)}
    ranks = tuple(
        tuple(PLAYERS[player] for player in stands if stands[player] == one)
        for one in sorted(set(stands.values()), reverse=True)
    )
    best = ranks[0]
    points = [one for one, _, _ in stands.values()]
    most = max(points)
    if len(best) > 1:
        why = because("shared", who=listed([named(one) for one in best]))
    elif points.count(most) > 1:
        why = because("tie-break", who=named(best[0]))
    else:
        why = because("points:won", who=named(best[0]))
    return Outcome(
        best[0] if len(best) == 1 else None,
        "points",
        winners=best,
        scores=tuple((PLAYERS[player], one) for player, one in enumerate(points)),
        reason=why,
        ranks=ranks if rules.players > 2 else (),
    )


_CHOICES: Final[Mapping[str, type[PhaseMoves]]] = {
    Phase.FIRST: Beginner,
    Phase.SEATS: SeatMoves,
    Phase.ROLL: Rolls,
    Phase.DRAFT: Picks,
    Phase.DEVELOP: Upgrades,
    Phase.DEPLOY: Deployments,
    Phase.CROSS: Crossings,
    Phase.DEVICES: Placings,
    Phase.GROUPS: NewSoldiers,
    Phase.OVER: NoChoices,
}
_ROLL = re.compile(r"roll(?:-[0-9]{2,4})+")


@dataclass(frozen=True)
class RollingPyramidsGame:
    """Rolling Pyramids with its options fixed."""

    kind: GameKind = field(compare=False, repr=False)
    rules: Rules
    piece_kinds = PIECE_KINDS

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The value of every option, in the order they are declared."""
        return MappingProxyType(
            {option.name: getattr(self.rules, option.name) for option in self.kind.options}
        )

    @property
    def board(self) -> HexBoard:
        """The map."""
        return self.rules.ground

    @property
    def players(self) -> tuple[Player, ...]:
        """Who plays; in the solo game p1 and the Pharaoh, who never chooses anything."""
        return self.rules.sides

    def start(self) -> RollingPyramidsPosition:
        """Return the position before the first player is drawn."""
        return RollingPyramidsPosition(self, blank(self.rules))


@dataclass(frozen=True, repr=False)
class RollingPyramidsPosition(BasePosition):
    """An immutable position.

    Attributes
    ----------
    game
        With its options.
    state
        Where it stands. Deployments that are not known here are None in it.
    looker
        Who looks: a player, None for everybody, ONLOOKER for whoever may see all. Only what
        the sheets say of points that are noted in secret depends on it.
    """

    game: RollingPyramidsGame
    state: RoundState
    looker: Player | str | None = field(default=ONLOOKER, compare=False)

    def __hash__(self) -> int:
        return hash((self.game, self.state))

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        rules, state = self.game.rules, self.state
        header = write_header(self.game.kind, self.game.options)
        side = CHANCE if self.by_chance else rules.sides[state.side]
        return " ".join((header, write_places(rules, state), side, *write_extras(rules, state)))

    # -- what lies on the table ------------------------------------------------------------------

    @property
    def pieces(self) -> Pieces:
        """What stands on the map."""
        found = sorted(layers_of(self.game.rules, self.state).items())
        rows = [(site, *layer) for site, layers in found for layer in layers]
        return Pieces(*np.array(rows, np.int32).reshape(len(rows), 4).T.copy())

    @property
    def counters(self) -> Mapping[str, int]:
        """The round. Points are noted in secret."""
        return {"round": self.state.round}

    @property
    def sheets(self) -> tuple[PlayerSheet, ...]:
        """The dice, and the players' boards."""
        return sheets_of(self.game.rules, self.state, self.looker)

    # -- whose choice it is ------------------------------------------------------------------------

    @property
    def by_chance(self) -> bool:
        """Whether chance is to move."""
        return self.state.phase in (Phase.FIRST, Phase.ROLL)

    @property
    def sealed(self) -> tuple[Player, ...]:
        """Who has chosen a deployment."""
        order = order_of_play(self.game.rules, self.state) if self.state.orders else ()
        chosen = order[: len(self.state.orders)]
        return tuple(self.game.rules.sides[player] for player in sorted(chosen))

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended."""
        return outcome_of(self.game.rules, self.state) if self.state.phase == Phase.OVER else None

    @property
    def to_move(self) -> Player | None:
        """The player who chooses, or chance."""
        if self.state.phase == Phase.OVER:
            return None
        return CHANCE if self.by_chance else self.game.rules.sides[self.state.side]

    @cached_property
    def legal_moves(self) -> PhaseMoves:
        """What may be chosen now."""
        return _CHOICES[self.state.phase](self.game.rules, self.state)

    # -- moves -------------------------------------------------------------------------------------

    def explain(self, move: Move) -> Reason | None:
        """Return why a move cannot be made, None when it can."""
        if move in self.legal_moves:
            return None
        choices, phases = self.legal_moves, self._phases_of(move)
        if not phases:
            like = choices.like if choices.like else "p1a-hero1:3"
            return because("no-move", text=shown(move), like=like)
        if self.state.phase == Phase.OVER:
            return because("game-over")
        if self.state.phase not in phases:
            return because(f"not-now:{self.state.phase}", text=shown(move), task=choices.task)
        return choices.explain(move)

    def _phases_of(self, move: Move) -> tuple[str, ...]:
        """The phases that have moves that read like this one."""
        rules = self.game.rules
        index, ground = rules.index, rules.ground
        head, dash, tail = move.partition("-")
        if _ROLL.fullmatch(move):
            return (Phase.ROLL,)
        if (head == "first" and tail in PLAYERS) or (head == "start" and tail in STARTS):
            return (Phase.FIRST,)
        if head in STARTS and tail in RACES:
            return (Phase.SEATS,)
        if move == "pass":
            return Phase.CROSS, Phase.DEVICES
        if move in index["box"]:
            return (Phase.CROSS,)
        if move in UPGRADES:
            return (Phase.DEVELOP,)
        if dash and head in DEVICE_NAMES and tail in ground:
            return (Phase.DEVICES,)
        if head in ("join", "keep") and tail in ground.names[: ground.spaces]:
            return (Phase.GROUPS,)
        if Picks(rules, self.state).read(move) is not None:
            return (Phase.DRAFT,)
        return (Phase.DEPLOY,) if belongs(rules.unit_names, ground, move) else ()

    def check(self, move: Move) -> None:
        super().check(move)
        if None in self.state.orders and self._reveals:
            raise IllegalMove(because("sealed"))

    @property
    def _reveals(self) -> bool:
        """Whether the next move reveals all deployments."""
        last = len(self.state.orders) == self.game.rules.players - 1
        return self.state.phase == Phase.DEPLOY and last

    def play(self, move: Move) -> RollingPyramidsPosition:
        """Return the position after a move; raises IllegalMove."""
        self.check(move)
        return RollingPyramidsPosition(self.game, self.legal_moves.after(move), self.looker)

    def read_move(self, text: str) -> Move:
        """Return the move a person's text means: units in any order, borders left out."""
        if text in self.legal_moves:
            return text
        choices = self.legal_moves
        if isinstance(choices, Deployments):
            wide = choices.widened(text)
            if wide in choices:
                return wide
        return super().read_move(text)

    def steps(self, partial: Sequence[str]) -> Steps:
        """Answer a partial move."""
        return self.legal_moves.steps(partial)

    def events(self, move: Move) -> tuple[Event, ...]:
        """Return what a move changes, stage by stage."""
        self.check(move)
        return events_of(self.game.rules, self.state, self.legal_moves, move)

    def seen_by(self, player: Player | None) -> RollingPyramidsPosition:
        """Return what a player knows: of deployments that wait only his own."""
        state = self.state
        if state.orders:
            order = order_of_play(self.game.rules, state)
            known = tuple(
                orders if self.game.rules.sides[who] == player else None
                for who, orders in zip(order, state.orders, strict=False)
            )
            state = state._replace(orders=known)
        return replace(self, state=state, looker=player)
