"""Deployments as moves: every unit's target, chosen in secret and revealed by the last player."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from math import prod
from random import Random

from model.contract.game import Move, Reason, Slot, Steps, next_tokens, slot_values, unknown_token
from model.games.rolling_pyramids.phases.choices import PhaseMoves
from model.games.rolling_pyramids.phases.resolving import resolve
from model.games.rolling_pyramids.phases.rounds import after_battles
from model.games.rolling_pyramids.round_state import (
    HOLD,
    Order,
    RoundState,
    Unit,
    order_of_play,
    units_of,
)
from model.games.rolling_pyramids.rulebook import RACES, Rules, because
from model.phrases import counted, shown

# -- deployments: where units may be sent, and how that is written ---------------------------------


Reach = dict[str, tuple[int, int]]
"""What may stand for a target in a move -> (target, the place whose border is crossed or -1)."""


def reach(rules: Rules, state: RoundState, player: int, *, steps: int = 1) -> Reach:
    """Return where a unit of a player may go.

    Own spaces, and over each border of an own space or start what lies beyond it and can be taken;
    with `steps` 2 also what lies beyond such a space.
    """
    ground = rules.ground
    names, holders = ground.names, state.holders
    mine = [place for place in range(ground.places) if holders[place] == player]
    found: Reach = {}
    for place in mine:
        if place < ground.spaces:
            found[names[place]] = (place, -1)
    origins = list(mine)
    if steps == 2:
        near = {other for place in mine for other in ground.beside[place] if other < ground.spaces}
        origins = sorted({*mine, *near})
    last = ground.places if rules.is_solo else ground.spaces
    for place in origins:
        for other in ground.beside[place]:
            if other < last and holders[other] != player:
                if rules.auto_border:
                    border = best_border(rules, state, player, other, origins)
                    found[names[other]] = (other, border)
                else:
                    found[names[ground.border[place, other]]] = (other, place)
    return found


def best_border(
    rules: Rules, state: RoundState, player: int, target: int, origins: list[int]
) -> int:
    """Return the place whose border is the best to cross: with an own ram and without spikes."""
    border, (rams, spikes, _) = rules.ground.border, state.devices

    def worth(place: int) -> tuple[int, int]:
        own = state.holders[place] == player
        ram = own and rams >> border[place, target] & 1
        return bool(ram) - (spikes >> border[target, place] & 1), -place

    return max((place for place in rules.ground.beside[target] if place in origins), key=worth)


def anywhere(rules: Rules) -> Reach:
    """Return where a bomb may go: every numbered space."""
    return {
        name: (place, -1) for place, name in enumerate(rules.ground.names[: rules.ground.spaces])
    }


def choices(rules: Rules, state: RoundState, player: int) -> tuple[tuple[Unit, Reach], ...]:
    """Return the units of a player, and where each may be sent."""
    near = reach(rules, state, player)
    race = RACES[state.seats[player][1]] if state.seats[player][1] >= 0 else ""
    far = near
    if rules.homebrew_races and race == "rashar":
        far = reach(rules, state, player, steps=2)
    found = []
    for unit in units_of(rules, state.owns[player]):
        targets = anywhere(rules) if unit.bomb else far if unit.stack.heroes else near
        if rules.hold_units and unit.number < len(rules.desk.heroes) + len(rules.desk.rows):
            targets = {**targets, HOLD: (-1, -1)}
        found.append((unit, targets))
    return tuple(found)


def orders_text(rules: Rules, orders: tuple[Order, ...]) -> str:
    """Return a deployment as moves write it: hero1:S1>8,foot1:9."""
    return ",".join(
        f"{rules.unit_names[unit]}:{target_text(rules, unit, to, at)}" for unit, to, at in orders
    )


def target_text(rules: Rules, unit: int, to: int, at: int) -> str:
    """Return what stands for a target: a space, or the border that is crossed to it."""
    ground = rules.ground
    if to < 0:
        return HOLD
    if at < 0 or rules.auto_border:
        return ground.names[to]
    return ground.names[ground.border[at, to]]


# -- deployments as moves: every unit's target, chosen in secret and revealed by the last player ---


LIKE = "foot1:S1>8,foot2:S1>19"


class Deployments(PhaseMoves):
    """A target for each unit."""

    like, asks = LIKE, "{who} chooses in secret where their units go"

    @cached_property
    def units(self) -> tuple[tuple[Unit, Reach], ...]:
        """The units, and where each may go."""
        return choices(self.rules, self.state, self.state.side)

    @cached_property
    def _parts(self) -> tuple[tuple[str, ...], ...]:
        names = self.rules.unit_names
        return tuple(
            tuple(f"{names[unit.number]}:{to}" for to in targets) for unit, targets in self.units
        )

    def __iter__(self) -> Iterator[Move]:
        return map(",".join, product(*self._parts))

    def __contains__(self, move: object) -> bool:
        return isinstance(move, str) and self.explain(move) is None

    def count(self) -> int:
        """Return how many there are: the product of what each unit may do."""
        return prod(map(len, self._parts))

    def sample(self, rng: Random) -> Move:
        """Return one drawn uniformly."""
        return ",".join([part[int(rng.random() * len(part))] for part in self._parts])

    def read(self, move: Move) -> tuple[Order, ...] | Reason:
        """Return the orders of a move, or why it cannot be."""
        words = move.split(",")
        units = self.units
        names = self.rules.unit_names
        targets = dict(word.partition(":")[::2] for word in words)
        if len(targets) != len(words):
            return because("twice")
        orders: list[Order] = []
        for unit, near in units:
            name = names[unit.number]
            target = targets.pop(name, None)
            if target is None:
                return because("missing", unit=unit_words(unit), name=name)
            if target not in near:
                return self._target_obstacle(unit, name, target)
            orders.append((unit.number, *near[target]))
        if targets:
            return because("no-unit", who=self.who, name=next(iter(targets)))
        if [word.partition(":")[0] for word in words] != [names[u.number] for u, _ in units]:
            return because("unit-order", order=", ".join(names[unit.number] for unit, _ in units))
        return tuple(orders)

    def _target_obstacle(self, unit: Unit, name: str, target: str) -> Reason:
        ground, state = self.rules.ground, self.state
        if target == HOLD:
            return because("no-hold", name=name)
        if not self.is_target(target):
            return because("no-move", text=shown(f"{name}:{target}"), like=LIKE)
        if unit.bomb:
            return because("no-target", to=target)
        site = ground.index(target)
        at, to = ground.edges.get(site, (-1, site))
        if to >= ground.spaces and not (self.rules.is_solo and state.holders[to] != state.side):
            return because("start", to=ground.names[to])
        if at < 0 and not self.rules.auto_border:
            return because(
                "no-border",
                who=self.who,
                to=target,
                like=f"{ground.names[ground.beside[to][0]]}>{target}",
            )
        if at >= 0 and (state.holders[to] == state.side or self.rules.auto_border):
            return because("no-need", to=ground.names[to])
        return because(
            "apart",
            name=name,
            to=ground.names[to],
            who=self.who,
            at=ground.names[at] if at >= 0 else "what lies beside it",
        )

    def explain(self, move: Move) -> Reason | None:
        """Say which unit cannot do what it is told."""
        found = self.read(move)
        return found if isinstance(found, Reason) else None

    def after(self, move: Move) -> RoundState:
        """Return the state with this deployment sealed, or all of them carried out."""
        found = self.read(move)
        assert not isinstance(found, Reason)
        rules, state = self.rules, self.state
        orders = (*state.orders, found)
        if len(orders) < rules.players:
            side = order_of_play(rules, state)[len(orders)]
            return state._replace(orders=orders, side=side)
        known = tuple(one for one in orders if one is not None)
        assert len(known) == len(orders)
        return after_battles(rules, resolve(rules, state, known)[0])

    def widened(self, text: str) -> Move:
        """Return what a person's text means: borders that are left out are the lowest of one's own.

        Units may come in any order. A text that cannot be made sense of is returned as it is.
        """
        orders = dict(word.partition(":")[::2] for word in text.replace(" ", "").split(","))
        names = self.rules.unit_names
        words = []
        for unit, near in self.units:
            name = names[unit.number]
            target = orders.pop(name, None)
            if target is None:
                return text
            if target not in near:
                fitting = [
                    (at, word)
                    for word, (to, at) in near.items()
                    if to >= 0 and self.rules.ground.names[to] == target
                ]
                target = min(fitting)[1] if fitting else target
            words.append(f"{name}:{target}")
        return text if orders else ",".join(words)

    # -- slots -------------------------------------------------------------------------------

    def steps(self, partial: Sequence[str]) -> Steps:
        """Answer a partial deployment: a slot a unit, in any order."""
        names = self.rules.unit_names
        blank = tuple(Slot(names[unit.number], tuple(near)) for unit, near in self.units)
        begun: dict[str, str] = {}
        if partial and partial[0] in self:
            begun = dict(word.partition(":")[::2] for word in partial[0].split(","))
            partial = partial[1:]
        unknown = unknown_token(partial, blank)
        if unknown is not None:
            known = slot_values([one for one in partial if one != unknown], begun)
            return Steps((), False, None, self._unknown(unknown, is_done=len(known) == len(blank)))
        values = slot_values(partial, begun)
        slots = tuple(replace(slot, value=values.get(slot.name, "")) for slot in blank)
        left = [slot.name for slot in slots if not slot.value]
        move = None if left else ",".join(f"{slot.name}:{slot.value}" for slot in slots)
        more = f"{counted(len(left), 'unit')} to go" if left else move
        return Steps(
            next_tokens(slots), move is not None, move, f"{self.task}: {more}", slots=slots
        )

    def _unknown(self, token: str, *, is_done: bool) -> str:
        name, sign, target = token.partition("=")
        for unit, _ in self.units:
            if sign and self.rules.unit_names[unit.number] == name and self.is_target(target):
                return str(self._target_obstacle(unit, name, target))
        if not sign and token in self.rules.ground:
            if is_done:
                return f"{token}: every unit knows where to go: choose Ready, or a unit to change"
            return f"{token}: choose one of your units first, then where it goes"
        return f"{shown(token)} is not part of a deployment: write it like foot1=S1>8"

    def is_target(self, text: str) -> bool:
        """Tell whether a text can stand for a target on this board."""
        return text == HOLD or text in self.rules.ground


def belongs(rules_units: tuple[str, ...], board: object, text: Move) -> bool:
    """Tell whether a text reads like a deployment."""
    words = [word.partition(":") for word in text.split(",")]
    return bool(words) and all(
        name in rules_units and sign and (target == HOLD or target in board)  # type: ignore[operator]  # a board
        for name, sign, target in words
    )


def unit_and_row(rules: Rules, unit: Unit) -> str:
    """Return a unit and where it stands on the board in words: 4 soldiers (ascending)."""
    name = rules.unit_names[unit.number]
    if unit.bomb or unit.stack.heroes:
        return unit_words(unit)
    return f"{unit_words(unit)} ({name.replace('foot', 'footmen ')})"


def unit_words(unit: Unit) -> str:
    """Return a unit in words: 3 heroes, 4 soldiers, a bomb of 2."""
    if unit.bomb:
        return f"a bomb of {unit.stack.soldiers}"
    if unit.stack.heroes:
        return "1 hero" if unit.stack.heroes == 1 else f"{unit.stack.heroes} heroes"
    return counted(unit.stack.soldiers, "soldier")
