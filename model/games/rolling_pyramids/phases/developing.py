"""Small choices on one's own board and the map: upgrades, conquests, devices, new soldiers."""

from __future__ import annotations

from functools import cached_property

from model.contract.moves import Move, Reason
from model.games.rolling_pyramids.battle import UnitStack
from model.games.rolling_pyramids.phases.choices import WordMoves
from model.games.rolling_pyramids.phases.rounds import (
    after_battles,
    after_devices,
    after_group,
    after_upgrade,
    open_triangles,
    placings,
)
from model.games.rolling_pyramids.player_boards import DEVICES
from model.games.rolling_pyramids.round_state import (
    RoundState,
    order_of_play,
    replaced,
    stack_on,
    to_develop,
    with_own,
)
from model.games.rolling_pyramids.rulebook import (
    CLEANING,
    CONQUESTS,
    DEVELOPING,
    FIRST_DEVICE,
    SOLO,
    UPGRADES,
    because,
)
from model.phrases import counted

PASS = "pass"


class Upgrades(WordMoves):
    """What a complete pair is spent on."""

    rule, like = DEVELOPING, "ascending-value"

    @property
    def task(self) -> str:
        """Who develops, and how often."""
        number = to_develop(self.rules, self.state.owns[self.state.side])
        return f"{self.who} chooses {'an upgrade' if number == 1 else f'{number} upgrades'}"

    @cached_property
    def words(self) -> tuple[Move, ...]:
        """Upgrades that are not bought."""
        left = self.rules.upgrades & ~self.state.owns[self.state.side].bought
        return tuple(name for number, name in enumerate(UPGRADES) if left >> number & 1)

    def explain(self, move: Move) -> Reason | None:
        """Say what is bought, or is not there."""
        if move in self.words:
            return None
        if self.state.owns[self.state.side].bought >> UPGRADES.index(move) & 1:
            return because(
                "bought", "{who} has {move} already", DEVELOPING, who=self.who, move=move
            )
        if move in DEVICES and self.rules.is_solo:
            return because("no-devices", "{move} does not exist in the solo game", SOLO, move=move)
        return because("no-upgrade", "the player board has no {move}", DEVELOPING, move=move)

    def after(self, move: Move) -> RoundState:
        """Return the state with the upgrade bought."""
        state, rules = self.state, self.rules
        own, number = state.owns[state.side], UPGRADES.index(move)
        own = own._replace(bought=own.bought | 1 << number)
        if number >= FIRST_DEVICE:
            device = number - FIRST_DEVICE
            stock = list(own.stock)
            stock[device] += rules.desk.devices[device]
            own = own._replace(stock=(stock[0], stock[1], stock[2]))
        return after_upgrade(rules, state._replace(owns=with_own(state, state.side, own)))


class Crossings(WordMoves):
    """A triangle that is crossed off for a conquest."""

    rule, like = CONQUESTS, "foot1.1"

    @property
    def task(self) -> str:
        """Who crosses off, and how many."""
        number = self.state.todo[self.state.side]
        return f"{self.who} may cross off {counted(number, 'triangle')} for what was conquered"

    @cached_property
    def words(self) -> tuple[Move, ...]:
        """Triangles that are not crossed off, and to pass."""
        left = open_triangles(self.rules, self.state.owns[self.state.side])
        names = self.rules.desk.box_names
        return (*(name for box, name in enumerate(names) if left >> box & 1), PASS)

    def explain(self, move: Move) -> Reason | None:
        """Say what cannot be crossed off."""
        if move in self.words:
            return None
        box = self.rules.index["box"][move]
        if self.state.owns[self.state.side].crossed >> box & 1:
            return because("crossed", "{box} is crossed off already", CONQUESTS, box=move)
        return because(
            "no-triangle",
            "{box} is a rhombus: a conquest crosses off a triangle",
            CONQUESTS,
            box=move,
        )

    def after(self, move: Move) -> RoundState:
        """Return the state with the box crossed off, or the right given up."""
        state, side = self.state, self.state.side
        if move == PASS:
            return after_battles(self.rules, state._replace(todo=replaced(state.todo, side, 0)))
        own = state.owns[side]
        own = own._replace(crossed=own.crossed | 1 << self.rules.index["box"][move])
        todo = replaced(state.todo, side, state.todo[side] - 1)
        return after_battles(self.rules, state._replace(owns=with_own(state, side, own), todo=todo))


class Placings(WordMoves):
    """A device from the stock, and where it goes."""

    rule, like = CLEANING, "ram-8>2"

    @property
    def task(self) -> str:
        """Who places devices."""
        stock = self.state.owns[self.state.side].stock
        held = [
            counted(n, name) if name != "spikes" else f"{n} spikes"
            for n, name in zip(stock, DEVICES, strict=True)
            if n
        ]
        return f"{self.who} may place {' and '.join(held)}"

    @cached_property
    def words(self) -> tuple[Move, ...]:
        """Each kind in stock on each border or space that has none, and to pass."""
        state, names = self.state, self.rules.ground.names
        stock = state.owns[state.side].stock
        placed = [
            f"{name}-{names[site]}"
            for device, name in enumerate(DEVICES)
            if stock[device]
            for site in placings(self.rules, state, state.side, device)
        ]
        return (*placed, PASS)

    def tokens(self, move: Move) -> tuple[str, ...]:
        """Return the device and the place."""
        return tuple(move.split("-"))

    def explain(self, move: Move) -> Reason | None:
        """Say why a device cannot lie there."""
        if move in self.words:
            return None
        name, place = move.split("-")
        device, ground, state = DEVICES.index(name), self.rules.ground, self.state
        site = ground.index(place)
        if not state.owns[state.side].stock[device]:
            return because(
                "no-stock", "{who} has no {device} to place", CLEANING, who=self.who, device=name
            )
        if (device == 2) != (site < ground.spaces):
            text = "an umbrella goes on a space" if device == 2 else "{device} goes on a border"
            return because("no-place", text, CLEANING, device=f"a {name}" if device == 0 else name)
        owner = ground.edges[site][0] if site in ground.edges else site
        if state.holders[owner] != state.side:
            return because(
                "not-yours",
                "{place} is not controlled by {who}",
                CLEANING,
                place=ground.names[owner],
                who=self.who,
            )
        return because(
            "placed",
            "{place} has {device} already",
            CLEANING,
            place=place,
            device="spikes" if device == 1 else f"{'an' if device else 'a'} {name}",
        )

    def after(self, move: Move) -> RoundState:
        """Return the state with the device placed, or the next player's turn."""
        state, side = self.state, self.state.side
        order = order_of_play(self.rules, state)
        if move == PASS:
            return after_devices(self.rules, state, order[order.index(side) + 1 :])
        name, place = move.split("-")
        device, bit = DEVICES.index(name), 1 << self.rules.ground.index(place)
        own = state.owns[side]
        stock = replaced(own.stock, device, own.stock[device] - 1)
        own = own._replace(stock=(stock[0], stock[1], stock[2]))
        state = state._replace(owns=with_own(state, side, own))
        if device == 0:
            state = state._replace(rams=state.rams | bit)
        elif device == 1:
            state = state._replace(spikes=state.spikes | bit)
        else:
            state = state._replace(umbrellas=state.umbrellas | bit)
        return after_devices(self.rules, state, order[order.index(side) :])


class NewSoldiers(WordMoves):
    """Whether the new soldiers of a space join it or wait for the next round (solo)."""

    rule, like = SOLO, "join-8"

    @property
    def place(self) -> int:
        """The space whose turn it is: the lowest that has new soldiers."""
        return (self.state.groups & -self.state.groups).bit_length() - 1

    @property
    def task(self) -> str:
        """What is to be said."""
        ground = self.rules.ground
        number = ground.map.spaces[self.place].points[0]
        return (
            f"{self.who} has {counted(number, 'new soldier')} on {ground.names[self.place]}: "
            "they join it or are kept for the next turn"
        )

    @cached_property
    def words(self) -> tuple[Move, ...]:
        """The two answers."""
        name = self.rules.ground.names[self.place]
        return f"join-{name}", f"keep-{name}"

    def explain(self, move: Move) -> Reason | None:
        """Say which space is asked about."""
        if move in self.words:
            return None
        return because(
            "other-space",
            "decide about {name} first",
            SOLO,
            name=self.rules.ground.names[self.place],
        )

    def after(self, move: Move) -> RoundState:
        """Return the state with the soldiers where they were wanted."""
        state, place = self.state, self.place
        number = self.rules.ground.map.spaces[place].points[0]
        state = state._replace(groups=state.groups & ~(1 << place))
        if move == self.words[0]:
            stack = stack_on(state, place)
            soldiers = replaced(state.soldiers, place, UnitStack(*stack).soldiers + number)
            return after_group(self.rules, state._replace(soldiers=soldiers))
        own = state.owns[0]
        owns = with_own(state, 0, own._replace(reserve=own.reserve + number))
        return after_group(self.rules, state._replace(owns=owns))
