"""Rolling all dice, and picking them one after another."""

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import islice, product
from random import Random
from typing import NamedTuple

from model.contract.game import Move, Reason, Steps
from model.games.rolling_pyramids.phases.choices import PhaseMoves
from model.games.rolling_pyramids.phases.rounds import after_pick
from model.games.rolling_pyramids.player_boards import SHAPES, UNITS
from model.games.rolling_pyramids.round_state import Own, RoundState, factory_counts, replaced
from model.games.rolling_pyramids.rulebook import MOST_VALUE, Open, Rules, Ways, because

DISCARD = "discard"
_OWN_STEP, _FACTORY_STEP = 1, 2
_ANY = (2 << MOST_VALUE) - 2
_KEPT = 20_000
"""How many boards are remembered with what is open on them."""


# -- where a die may be written --------------------------------------------------------------------


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
    boxes = [
        (box, 1 << number)
        for box, (shape, number) in enumerate(desk.boxes)
        if shape in fits and not own.crossed >> box & 1
    ]
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
    by_section = {
        section: written_as(value, own=mine, factories=count)
        for section, count in factories.items()
    }
    places = [
        (cell, -1, both)
        for cell, section, bits in free.cells
        if (both := bits & by_section.get(section, plain))
    ]
    numbers = by_section.get("footmen", plain)
    total = sum([bits.bit_count() for _, _, bits in places])
    boxes = [(-1, box, 0) for box, bit in free.boxes if bit & numbers]
    found = known[key] = Ways((*places, *boxes, (-1, -1, 0)), total + len(boxes) + 1)
    return found


def dice_ways(rules: Rules, state: RoundState) -> dict[int, Ways]:
    """Return every die that lies on the table, and where it may be written."""
    own, factories = state.owns[state.side], die_factories(rules, state)
    return {
        die: die_ways(rules, own, value, faces, mine=owner == state.side, factories=factories)
        for die, (value, (owner, faces)) in enumerate(zip(state.dice, rules.dice, strict=True))
        if value
    }


# -- rolls and picks as moves ----------------------------------------------------------------------


def roll_text(dice: tuple[int, ...]) -> Move:
    """Return a roll as moves write it: the dice of each player, the foreign ones last."""
    digits = "".join(map(str, dice))
    return "-".join(("roll", *(digits[at : at + 4] for at in range(0, len(digits), 4))))


class Rolls(PhaseMoves):
    """What all dice may show: each roll is as likely as any other."""

    asks = "the dice are rolled"

    @property
    def like(self) -> str:  # type: ignore[override]  # as many dice as there are
        """A roll of ones."""
        return roll_text((1,) * len(self.rules.dice))

    def __iter__(self) -> Iterator[Move]:
        faces = [range(1, faces + 1) for _, faces in self.rules.dice]
        return (roll_text(dice) for dice in product(*faces))

    def __contains__(self, move: object) -> bool:
        return isinstance(move, str) and self.read(move) is not None

    def count(self) -> int:
        """Return how many rolls there are."""
        number = 1
        for _, faces in self.rules.dice:
            number *= faces
        return number

    def sample(self, rng: Random) -> Move:
        """Roll."""
        return roll_text(tuple(rng.randint(1, faces) for _, faces in self.rules.dice))

    def probability(self, move: Move) -> float:
        """Return how probable a roll is."""
        return 1 / self.count()

    def steps(self, partial: Sequence[str]) -> Steps:
        """Answer a roll that is told die after die: p1a.3 says what p1a shows."""
        names, dice = self.rules.dice_names, self.rules.dice
        shown_so_far: list[int] = []
        for number, word in enumerate(partial):
            words = _faces(names, dice, number)
            if word not in words:
                return Steps((), False, None, self.misfit(tuple(partial)))
            shown_so_far.append(words.index(word) + 1)
        if len(shown_so_far) < len(dice):
            return Steps(_faces(names, dice, len(shown_so_far)), False, None, self.task)
        move = roll_text(tuple(shown_so_far))
        return Steps((), True, move, f"{self.task}: {move}")

    def read(self, move: Move) -> tuple[int, ...] | None:
        """Return the dice of a roll, None where these dice cannot show it."""
        digits = "".join(move.split("-")[1:])
        if not digits.isdecimal() or len(digits) != len(self.rules.dice):
            return None
        dice = tuple(map(int, digits))
        fits = all(
            1 <= value <= faces for value, (_, faces) in zip(dice, self.rules.dice, strict=True)
        )
        return dice if fits and roll_text(dice) == move else None

    def explain(self, move: Move) -> Reason:
        """Say what dice show."""
        name = "no-roll:solo" if self.rules.is_solo else "no-roll"
        return because(name, move=move, like=self.like)

    def after(self, move: Move) -> RoundState:
        """Return the state in which the first player picks."""
        dice = self.read(move)
        assert dice is not None
        return after_pick(self.rules, self.state._replace(dice=dice, picks=0, kept=0))


def _faces(
    names: tuple[str, ...], dice: tuple[tuple[int, int], ...], number: int
) -> tuple[str, ...]:
    """What tells the face of a die; nothing after the last one."""
    if number >= len(dice):
        return ()
    return tuple(f"{names[number]}.{face}" for face in range(1, dice[number][1] + 1))


class Picked(NamedTuple):
    """A pick as a move tells it: cell and box are -1 where they do not apply."""

    die: int
    cell: int
    box: int
    value: int


class Picks(PhaseMoves):
    """A die, where it is written, and as what number."""

    like, asks = "p1a-hero1:3", "{who} picks a die"

    @cached_property
    def _ways(self) -> dict[int, Ways]:
        return dice_ways(self.rules, self.state)

    def _moves(self, die: int, cell: int, box: int, bits: int) -> Iterator[Move]:
        desk, name = self.rules.desk, self.rules.dice_names[die]
        if cell >= 0:
            for value in range(1, bits.bit_length()):
                if bits >> value & 1:
                    yield f"{name}-{desk.names[cell]}:{value}"
        else:
            yield f"{name}-{desk.box_names[box] if box >= 0 else DISCARD}"

    def __iter__(self) -> Iterator[Move]:
        for die, ways in self._ways.items():
            for place in ways.places:
                yield from self._moves(die, *place)

    def __contains__(self, move: object) -> bool:
        return isinstance(move, str) and self.read(move) is not None and self.explain(move) is None

    def count(self) -> int:
        """Return how many ways there are to pick a die and write it."""
        return sum([ways.total for ways in self._ways.values()])

    def sample(self, rng: Random) -> Move:
        """Return one drawn uniformly."""
        left = rng.randrange(self.count())
        for die, ways in self._ways.items():
            if left >= ways.total:
                left -= ways.total
                continue
            for cell, box, bits in ways.places:
                size = bits.bit_count() or 1
                if left < size:
                    return next(islice(self._moves(die, cell, box, bits), left, None))
                left -= size
        raise AssertionError("a number below the count")

    def tokens(self, move: Move) -> tuple[str, ...]:
        """Return the die, the place, and the number where there is a choice."""
        die, _, place = move.partition("-")
        cell, colon, value = place.partition(":")
        if not colon:
            return die, place
        return (die, cell, f":{value}") if (die, cell) in self._several else (die, cell)

    @cached_property
    def _several(self) -> frozenset[tuple[str, str]]:
        """The dice and cells that leave a choice of numbers."""
        names, cells = self.rules.dice_names, self.rules.desk.names
        return frozenset(
            (names[die], cells[cell])
            for die, ways in self._ways.items()
            for cell, _, bits in ways.places
            if bits.bit_count() > 1
        )

    def message(self, built: tuple[str, ...], move: Move | None) -> str:
        """Return what comes next."""
        if not built:
            return self.task
        die = self.rules.index["die"][built[0]]
        shows = f"the d{self.rules.dice[die][1]} that shows {self.state.dice[die]}"
        if len(built) == 1:
            return f"{self.who} writes {shows} into a cell, crosses off a box or discards it"
        if move is None:
            return f"{self.who} writes {shows} into {built[1]} as one of these numbers"
        number = move.partition(":")[2]
        if number:
            return f"{self.who} writes {shows} into {built[1]} as {number}"
        verb = "discards" if built[1] == DISCARD else f"crosses off {built[1]} with"
        return f"{self.who} {verb} {shows}"

    def misfit(self, built: tuple[str, ...]) -> str:
        """Return why a die does not go where it was pointed at."""
        joined = built[0] if built else ""
        if len(built) > 1:
            joined += f"-{''.join(built[1:])}"
        found = self.read(joined) or (self.read(f"{joined}:1") if len(built) == 2 else None)
        if found is None:
            return super().misfit(built)
        why = self._obstacle(found, any_number=":" not in joined)
        return str(why) if why else super().misfit(built)

    def read(self, move: Move) -> Picked | None:
        """Return the pick a text tells, None where it tells none of this board."""
        index = self.rules.index
        name, dash, place = move.partition("-")
        die = index["die"].get(name)
        if die is None or not dash:
            return None
        if place == DISCARD:
            return Picked(die, -1, -1, 0)
        if place in index["box"]:
            return Picked(die, -1, index["box"][place], 0)
        cell, colon, value = place.partition(":")
        if cell not in index["cell"] or not colon or not (value.isascii() and value.isdecimal()):
            return None
        number = int(value) if len(value) < 3 else 0
        return Picked(die, index["cell"][cell], -1, number) if str(number) == value else None

    def explain(self, move: Move) -> Reason | None:
        """Say why a die cannot be written like this."""
        found = self.read(move)
        assert found is not None
        return self._obstacle(found)

    def _obstacle(self, found: Picked, *, any_number: bool = False) -> Reason | None:
        rules, state = self.rules, self.state
        name = rules.dice_names[found.die]
        if not state.dice[found.die]:
            return because("die-taken", die=name)
        for cell, box, bits in self._ways[found.die].places:
            if cell == found.cell and box == found.box:
                if any_number or cell < 0 or bits >> found.value & 1:
                    return None
                break
        desk, faces, is_box = rules.desk, rules.dice[found.die][1], found.box >= 0
        name = desk.box_words[found.box] if is_box else desk.cell_words[found.cell]
        shape = desk.boxes[found.box][0] if is_box else desk.shapes[found.cell]
        own = state.owns[state.side]
        if is_box and own.crossed >> found.box & 1:
            return because("crossed", box=name)
        if not is_box and own.cells[found.cell]:
            return because("filled", cell=name, number=own.cells[found.cell])
        if SHAPES[shape] not in ("any", f"d{faces}"):
            return because("shape", cell=name, takes=SHAPES[shape], faces=faces)
        return self._reach_obstacle(found, name)

    def _reach_obstacle(self, found: Picked, name: str) -> Reason:
        """Why a die of the right shape does not go into an open cell or box."""
        rules, desk, cell = self.rules, self.rules.desk, found.cell
        if found.box >= 0:
            can, number = self._can_be(found.die, "footmen"), desk.boxes[found.box][1]
            return because("reach:box", box=name, number=number, can=can)
        section = desk.sections[cell]
        can = self._can_be(found.die, section)
        if section in UNITS:
            order = (
                "are the same"
                if section == "equal"
                else ("grow to the right" if section == "ascending" else "fall to the right")
            )
            if rules.fill_left_to_right:
                order += ", and its cells are filled from the left"
            fitting = any(place[0] == cell for place in self._ways[found.die].places)
            if not fitting or str(found.value) in can.replace(" or", ",").split(", "):
                return because("order", cell=name, can=can, unit=section, order=order)
        return because("reach", cell=name, can=can, number=found.value)

    def _can_be(self, die: int, section: str) -> str:
        """The numbers a die may stand for in a section, as words."""
        mine = self.rules.dice[die][0] == self.state.side
        factories = die_factories(self.rules, self.state).get(section, 0)
        bits = written_as(self.state.dice[die], own=mine, factories=factories)
        if not self.rules.modifier_overflow:
            bits &= self.rules.full["r"]
        numbers = [str(n) for n in range(1, bits.bit_length()) if bits >> n & 1]
        return numbers[0] if len(numbers) == 1 else f"{', '.join(numbers[:-1])} or {numbers[-1]}"

    def after(self, move: Move) -> RoundState:
        """Return the state with the die written."""
        found = self.read(move)
        assert found is not None
        rules, state = self.rules, self.state
        own = state.owns[state.side]
        if found.cell >= 0:
            waiting = own.waiting
            if found.cell < len(rules.desk.heroes):
                waiting |= 1 << found.cell
            cells = replaced(own.cells, found.cell, found.value)
            own = own._replace(cells=cells, waiting=waiting)
        elif found.box >= 0:
            own = own._replace(crossed=own.crossed | 1 << found.box)
        kept = state.kept + state.dice[found.die] if rules.is_solo else 0
        return after_pick(
            rules,
            state._replace(
                owns=replaced(state.owns, state.side, own),
                dice=replaced(state.dice, found.die, 0),
                picks=state.picks + 1,
                kept=kept,
            ),
        )
