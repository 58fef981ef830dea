"""Rolling all dice, and picking them one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from random import Random
from typing import NamedTuple

from model.contract.moves import Move, Reason, Steps
from model.games.rolling_pyramids.phases.choices import PhaseMoves
from model.games.rolling_pyramids.phases.rounds import (
    Pick,
    after_pick,
    dice_ways,
    die_factories,
    die_ways,
    picks,
    written_as,
)
from model.games.rolling_pyramids.player_boards import SHAPES, UNITS
from model.games.rolling_pyramids.round_state import RoundState, replaced, with_own
from model.games.rolling_pyramids.rulebook import Anchor, Ways, because

DISCARD = "discard"


def roll_text(dice: tuple[int, ...]) -> Move:
    """Return a roll as moves write it: the dice of each player, the foreign ones last."""
    digits = "".join(map(str, dice))
    return "-".join(("roll", *(digits[at : at + 4] for at in range(0, len(digits), 4))))


class Rolls(PhaseMoves):
    """What all dice may show: each roll is as likely as any other."""

    rule = Anchor.DRAFT

    @property
    def like(self) -> str:  # type: ignore[override]  # as many dice as there are
        """A roll of ones."""
        return roll_text((1,) * len(self.rules.dice))

    @property
    def task(self) -> str:
        """What is rolled."""
        return "the dice are rolled"

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
        return because(
            "no-roll",
            "{move} is not a roll of these dice: write it like {like}",
            Anchor.SOLO if self.rules.is_solo else Anchor.DRAFT,
            move=move,
            like=self.like,
        )

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

    rule, like = Anchor.DRAFT, "p1a-hero1:3"

    @property
    def task(self) -> str:
        """Who picks."""
        return f"{self.who} picks a die"

    @cached_property
    def _ways(self) -> list[tuple[int, Ways]]:
        return dice_ways(self.rules, self.state)

    @cached_property
    def _found(self) -> tuple[Pick, ...]:
        return tuple(picks(self.rules, self.state))

    def _moves(self, pick: Pick) -> Iterator[Move]:
        desk, die = self.rules.desk, self.rules.dice_names[pick.die]
        if pick.cell >= 0:
            cell = desk.names[pick.cell]
            for value in range(1, pick.bits.bit_length()):
                if pick.bits >> value & 1:
                    yield f"{die}-{cell}:{value}"
        else:
            yield f"{die}-{desk.box_names[pick.box] if pick.box >= 0 else DISCARD}"

    def __iter__(self) -> Iterator[Move]:
        return (move for pick in self._found for move in self._moves(pick))

    def __contains__(self, move: object) -> bool:
        return isinstance(move, str) and self.read(move) is not None and self.explain(move) is None

    def count(self) -> int:
        """Return how many ways there are to pick a die and write it."""
        return sum([ways.total for _, ways in self._ways])

    def sample(self, rng: Random) -> Move:
        """Return one drawn uniformly."""
        left = rng.randrange(self.count())
        for die, ways in self._ways:
            if left < ways.total:
                return self._numbered(self.rules.dice_names[die], ways, left)
            left -= ways.total
        raise AssertionError("a number below the count")

    def _numbered(self, die: str, ways: Ways, number: int) -> Move:
        """The move of that number with a die."""
        desk = self.rules.desk
        for cell, box, bits in ways.places:
            size = bits.bit_count() if bits else 1
            if number < size:
                if cell < 0:
                    return f"{die}-{desk.box_names[box] if box >= 0 else DISCARD}"
                value = [v for v in range(bits.bit_length()) if bits >> v & 1][number]
                return f"{die}-{desk.names[cell]}:{value}"
            number -= size
        raise AssertionError("a number below the total")

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
            (names[pick.die], cells[pick.cell])
            for pick in self._found
            if pick.cell >= 0 and pick.ways > 1
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
            return because("die-taken", "{die} is taken already", Anchor.DRAFT, die=name)
        for cell, box, bits in self._ways_of(found.die).places:
            if cell == found.cell and box == found.box:
                if any_number or cell < 0 or bits >> found.value & 1:
                    return None
                break
        if found.box >= 0:
            return self._box_obstacle(found)
        return self._cell_obstacle(found)

    def _ways_of(self, die: int) -> Ways:
        state, (owner, faces) = self.state, self.rules.dice[die]
        return die_ways(
            self.rules,
            state.owns[state.side],
            state.dice[die],
            faces,
            mine=owner == state.side,
            factories=die_factories(self.rules, state),
        )

    def _box_obstacle(self, found: Picked) -> Reason | None:
        own, box = self.state.owns[self.state.side], found.box
        shape, number = self.rules.desk.boxes[box]
        name, faces = self.rules.desk.box_words[box], self.rules.dice[found.die][1]
        if own.crossed >> box & 1:
            return because("crossed", "{box} is crossed off already", Anchor.DRAFT, box=name)
        if SHAPES[shape] != f"d{faces}":
            return because(
                "shape",
                "{cell} takes a {takes}, and this is a d{faces}",
                Anchor.DRAFT,
                cell=name,
                takes=SHAPES[shape],
                faces=faces,
            )
        return because(
            "reach",
            "{box} wants a {number}, and this die can be {can}",
            Anchor.MODIFIERS,
            box=name,
            number=number,
            can=self._can_be(found.die, "footmen"),
        )

    def _cell_obstacle(self, found: Picked) -> Reason | None:
        rules, own = self.rules, self.state.owns[self.state.side]
        desk, cell = rules.desk, found.cell
        name, shape, faces = desk.cell_words[cell], desk.shapes[cell], rules.dice[found.die][1]
        if own.cells[cell]:
            return because(
                "filled",
                "{cell} holds {number} already",
                Anchor.DRAFT,
                cell=name,
                number=own.cells[cell],
            )
        if SHAPES[shape] not in ("any", f"d{faces}"):
            return because(
                "shape",
                "{cell} takes a {takes}, and this is a d{faces}",
                Anchor.DRAFT,
                cell=name,
                takes=SHAPES[shape],
                faces=faces,
            )
        section = desk.sections[cell]
        can = self._can_be(found.die, section)
        if section in UNITS:
            text = "{cell} can be none of {can}: the numbers of {unit} {order}"
            order = (
                "are the same"
                if section == "equal"
                else ("grow to the right" if section == "ascending" else "fall to the right")
            )
            if rules.fill_left_to_right:
                order += ", and its cells are filled from the left"
            fitting = any(place[0] == cell for place in self._ways_of(found.die).places)
            if not fitting or str(found.value) in can.replace(" or", ",").split(", "):
                return because(
                    "order", text, Anchor.UNIT_RULES, cell=name, can=can, unit=section, order=order
                )
        return because(
            "reach",
            "this die can be written into {cell} as {can}, not as {number}",
            Anchor.MODIFIERS,
            cell=name,
            can=can,
            number=found.value,
        )

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
        return self.written(found)

    def written(self, found: Picked) -> RoundState:
        """Return the state after a legal pick."""
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
                owns=with_own(state, state.side, own),
                dice=replaced(state.dice, found.die, 0),
                picks=state.picks + 1,
                kept=kept,
            ),
        )
