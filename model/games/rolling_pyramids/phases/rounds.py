"""How a round goes on: from one phase to the next that leaves somebody a choice."""

from functools import cached_property, lru_cache
from itertools import cycle
from typing import NamedTuple

from model.contract.game import Move, Reason
from model.games.rolling_pyramids.battle import UnitStack, paid, strength
from model.games.rolling_pyramids.maps import STARTS
from model.games.rolling_pyramids.phases.choices import WordMoves
from model.games.rolling_pyramids.player_boards import DEVICE_WORDS
from model.games.rolling_pyramids.player_boards import DEVICES as DEVICE_NAMES
from model.games.rolling_pyramids.round_state import (
    Own,
    Phase,
    RoundState,
    order_of_play,
    points_of,
    replaced,
    to_develop,
)
from model.games.rolling_pyramids.rulebook import (
    FIRST_DEVICE,
    PLAYERS,
    RACE_WORDS,
    RACES,
    UPGRADES,
    Rules,
    because,
    named,
)
from model.phrases import counted

# -- the draft: whose pick it is -------------------------------------------------------------------


PICKS = 4
"""How many dice each player picks in a round."""


@lru_cache(maxsize=16)
def draft_order(players: int, first: int = 0) -> tuple[int, ...]:
    """Return who picks, pick after pick: from the first to the last player and back, twice."""
    forth = [(first + k) % players for k in range(players)]
    return (*forth, *forth[::-1]) * (PICKS // 2)


# -- the Pharaoh of the solo game ------------------------------------------------------------------


class Arrival(NamedTuple):
    """What the Pharaoh's soldiers do on a place.

    Attributes
    ----------
    place
        Where.
    spent
        How many soldiers of the pool it took.
    stack
        What stands there afterwards, and `pharaoh` whose it is; an empty place is nobody's.
    """

    place: int
    spent: int
    stack: UnitStack
    pharaoh: bool


# -- how a round goes on ---------------------------------------------------------------------------


_PHARAOH = 1


def after_seat(rules: Rules, state: RoundState) -> RoundState:
    """Return what follows a choice of seat: the next player's from the last back, or the roll."""
    for player in reversed(order_of_play(rules, state)):
        if state.seats[player][1] < 0:
            return state._replace(phase=Phase.SEATS, side=player)
    return state._replace(phase=Phase.ROLL, side=state.first)


def after_pick(rules: Rules, state: RoundState) -> RoundState:
    """Return what follows a pick: the next one, or the upgrades."""
    order = draft_order(rules.players, state.first)
    if state.picks < len(order):
        return state._replace(phase=Phase.DRAFT, side=order[state.picks])
    return after_upgrade(rules, state._replace(dice=(), picks=0))


def after_upgrade(rules: Rules, state: RoundState) -> RoundState:
    """Return what follows an upgrade: the next one, or the deployment."""
    for player in order_of_play(rules, state):
        if to_develop(rules, state.owns[player]) > 0:
            return state._replace(phase=Phase.DEVELOP, side=player)
    return state._replace(phase=Phase.DEPLOY, side=state.first, orders=())


def open_triangles(rules: Rules, own: Own) -> int:
    """Return the triangle boxes that are not crossed off, as bits."""
    bits = 0
    for number, (shape, _) in enumerate(rules.desk.boxes):
        bits |= (shape == "t") << number
    return bits & ~own.crossed


def after_battles(rules: Rules, state: RoundState) -> RoundState:
    """Return what follows the battles, and each crossing: the next one, or the points."""
    if state.round < rules.last_round or rules.is_solo:
        for player in order_of_play(rules, state):
            if state.todo[player] and open_triangles(rules, state.owns[player]):
                return state._replace(phase=Phase.CROSS, side=player)
    state = state._replace(todo=(0,) * rules.players)
    if rules.is_solo:
        return after_group(rules, reinforced(rules, state)[0])
    owns = tuple(
        own._replace(points=own.points + points_of(rules, state, player))
        for player, own in enumerate(state.owns)
    )
    state = state._replace(owns=owns)
    if state.round == rules.last_round:
        return state._replace(phase=Phase.OVER, side=0)
    return after_devices(rules, state, order_of_play(rules, state))


def after_devices(rules: Rules, state: RoundState, left: tuple[int, ...]) -> RoundState:
    """Return what follows when `left` may still place devices: the next of them, or a new round."""
    for player in left:
        if any(state.owns[player].stock) and may_place(rules, state, player):
            return state._replace(phase=Phase.DEVICES, side=player)
    return next_round(rules, state)


def next_round(rules: Rules, state: RoundState) -> RoundState:
    """Return the beginning of the next round."""
    first = (state.first + rules.rotate_first) % rules.players
    return state._replace(phase=Phase.ROLL, round=state.round + 1, first=first, side=first, kept=0)


def placings(rules: Rules, state: RoundState, player: int, device: int) -> tuple[int, ...]:
    """Return the sites where a player may put a device: 0 ram, 1 spikes, 2 umbrella."""
    ground, there = rules.ground, state.devices[device]
    return tuple(
        site
        for site in (range(ground.spaces) if device == 2 else ground.edges)
        if state.holders[ground.place_of(site)] == player and not there >> site & 1
    )


def may_place(rules: Rules, state: RoundState, player: int) -> bool:
    """Tell whether a player with devices finds a place for one of them."""
    stock = state.owns[player].stock
    return any(stock[device] and placings(rules, state, player, device) for device in range(3))


# -- solo ------------------------------------------------------------------------------------------


def reinforced(rules: Rules, state: RoundState) -> tuple[RoundState, tuple[Arrival, ...]]:
    """Return the state after the Pharaoh's reinforcements, and where they arrived.

    Place after place is reached, from the last one the first again.
    """
    ground, pool = rules.ground, (state.kept + (rules.solo_round == "up")) // 2
    weight = rules.hero_weight(RACES[state.seats[0][1]], attacks=False)
    holders, soldiers, heroes = list(state.holders), list(state.soldiers), list(state.heroes)
    starts = range(ground.spaces, ground.places if rules.solo_starts_grow else ground.spaces)
    order = [*range(ground.spaces), *(place for place in starts if holders[place] == _PHARAOH)]
    found: list[Arrival] = []
    for place in cycle(order):
        if pool == 0:
            break
        there = UnitStack(soldiers[place], heroes[place])
        price = strength(there, weight)
        if holders[place] != 0:
            spent, pharaoh, left = 1, True, UnitStack(there.soldiers + 1, 0)
        elif pool < price:
            spent, pharaoh, left = pool, False, paid(there, weight, pool, rules.arithmetic)
        else:
            pharaoh = pool > price
            spent, left = price + pharaoh, UnitStack(int(pharaoh), 0)
        pool -= spent
        soldiers[place], heroes[place] = left
        holders[place] = _PHARAOH if pharaoh else 0 if left.units else -1
        found.append(Arrival(place, spent, left, pharaoh))
    groups = 0
    for place, space in enumerate(ground.map.spaces):
        if holders[place] == 0 and space.points[0]:
            groups |= 1 << place
    return state._replace(
        holders=tuple(holders), soldiers=tuple(soldiers), heroes=tuple(heroes), groups=groups
    ), tuple(found)


def after_group(rules: Rules, state: RoundState) -> RoundState:
    """Return what follows a word on new soldiers: the next one, the end, or a new round."""
    if state.groups:
        return state._replace(phase=Phase.GROUPS, side=0)
    if has_won(rules, state) or state.round == rules.last_round:
        return state._replace(phase=Phase.OVER, side=0)
    return next_round(rules, state)


def has_won(rules: Rules, state: RoundState) -> bool:
    """Tell whether the pyramid and all starting areas are the player's (solo)."""
    spaces = rules.ground.spaces
    return all(state.holders[place] == 0 for place in (0, *range(spaces, spaces + 4)))


# -- before the first round: who begins, where everybody starts, and as which race -----------------


class Beginner(WordMoves):
    """Chance draws the first player, or in the solo game the starting area."""

    @property
    def like(self) -> str:  # type: ignore[override]  # which of the two
        """A word of it."""
        return self.words[0]

    @property
    def task(self) -> str:
        """What is drawn."""
        return "the starting area is drawn" if self.rules.is_solo else "the first player is drawn"

    @cached_property
    def words(self) -> tuple[Move, ...]:
        """One for each player, or for each starting area."""
        if self.rules.is_solo:
            return tuple(f"start-{start}" for start in STARTS)
        return tuple(f"first-{player}" for player in PLAYERS[: self.rules.players])

    def probability(self, move: Move) -> float:
        """Return how probable a word is: each is as likely as the others."""
        return 1 / self.count()

    def explain(self, move: Move) -> Reason:
        """Say who is not there."""
        return because("no-such", move=move, words=", ".join(self.words))

    def after(self, move: Move) -> RoundState:
        """Return the state in which seats are chosen."""
        number = self.words.index(move)
        if not self.rules.is_solo:
            return after_seat(self.rules, self.state._replace(first=number))
        return self.state._replace(phase=Phase.SEATS, seats=((number, -1),), side=0)


class SeatMoves(WordMoves):
    """A starting area that nobody has, and a race that nobody is."""

    like = "S2-bastet"

    @property
    def task(self) -> str:
        """Who chooses."""
        drawn = self.state.seats[self.state.side][0] >= 0
        return f"{self.who} chooses a race" if drawn else f"{self.who} chooses a start and a race"

    @cached_property
    def words(self) -> tuple[Move, ...]:
        """Every pair of both."""
        state = self.state
        drawn = state.seats[state.side][0]
        taken = {start for start, _ in state.seats}
        starts = [drawn] if drawn >= 0 else [n for n in range(len(STARTS)) if n not in taken]
        races = {race for _, race in state.seats}
        return tuple(
            f"{STARTS[start]}-{RACES[race]}"
            for start in starts
            for race in range(len(RACES))
            if race not in races
        )

    def tokens(self, move: Move) -> tuple[str, ...]:
        """Return the start and the race."""
        return tuple(move.split("-"))

    def explain(self, move: Move) -> Reason:
        """Say which of the two is taken."""
        start, race = move.split("-")
        drawn = self.state.seats[self.state.side][0]
        if drawn >= 0 and start != STARTS[drawn]:
            return because("drawn", who=self.who, start=STARTS[drawn])
        for player, (other, kind) in enumerate(self.state.seats):
            if kind < 0:
                continue
            if STARTS[other] == start:
                return because("start-taken", start=start, who=named(PLAYERS[player]))
            if RACES[kind] == race:
                return because("race-taken", race=RACE_WORDS[race], who=named(PLAYERS[player]))
        raise AssertionError(move)

    def after(self, move: Move) -> RoundState:
        """Return the state with the start taken."""
        start, race = move.split("-")
        state, place = self.state, STARTS.index(start)
        there = self.rules.ground.spaces + place
        state = state._replace(
            seats=replaced(state.seats, state.side, (place, RACES.index(race))),
            holders=replaced(state.holders, there, state.side),
            soldiers=replaced(state.soldiers, there, 0),
        )
        return after_seat(self.rules, state)


# -- small choices on one's own board and the map: upgrades, conquests, devices, new soldiers ------


PASS = "pass"


class Upgrades(WordMoves):
    """What a complete pair is spent on."""

    like = "ascending-value"

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

    def explain(self, move: Move) -> Reason:
        """Say what is bought, or is not there."""
        if self.state.owns[self.state.side].bought >> UPGRADES.index(move) & 1:
            return because("bought", who=self.who, move=move)
        if move in DEVICE_NAMES and self.rules.is_solo:
            return because("no-devices", move=move)
        return because("no-upgrade", move=move)

    def after(self, move: Move) -> RoundState:
        """Return the state with the upgrade bought."""
        state, rules = self.state, self.rules
        own, number = state.owns[state.side], UPGRADES.index(move)
        own = own._replace(bought=own.bought | 1 << number)
        if number >= FIRST_DEVICE:
            device = number - FIRST_DEVICE
            pieces = own.stock[device] + rules.desk.devices[device]
            own = own._replace(stock=replaced(own.stock, device, pieces))
        return after_upgrade(rules, state._replace(owns=replaced(state.owns, state.side, own)))


class Crossings(WordMoves):
    """A triangle that is crossed off for a conquest."""

    like = "foot1.1"

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

    def explain(self, move: Move) -> Reason:
        """Say what cannot be crossed off."""
        box = self.rules.index["box"][move]
        if self.state.owns[self.state.side].crossed >> box & 1:
            return because("crossed:conquest", box=move)
        return because("no-triangle", box=move)

    def after(self, move: Move) -> RoundState:
        """Return the state with the box crossed off, or the right given up."""
        state, side = self.state, self.state.side
        if move == PASS:
            return after_battles(self.rules, state._replace(todo=replaced(state.todo, side, 0)))
        own = state.owns[side]
        own = own._replace(crossed=own.crossed | 1 << self.rules.index["box"][move])
        todo = replaced(state.todo, side, state.todo[side] - 1)
        owns = replaced(state.owns, side, own)
        return after_battles(self.rules, state._replace(owns=owns, todo=todo))


class Placings(WordMoves):
    """A device from the stock, and where it goes."""

    like = "ram-8>2"

    @property
    def task(self) -> str:
        """Who places devices."""
        stock = self.state.owns[self.state.side].stock
        held = [
            counted(n, name) if name != "spikes" else f"{n} spikes"
            for n, name in zip(stock, DEVICE_NAMES, strict=True)
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
            for device, name in enumerate(DEVICE_NAMES)
            if stock[device]
            for site in placings(self.rules, state, state.side, device)
        ]
        return (*placed, PASS)

    def tokens(self, move: Move) -> tuple[str, ...]:
        """Return the device and the place."""
        return tuple(move.split("-"))

    def explain(self, move: Move) -> Reason:
        """Say why a device cannot lie there."""
        name, place = move.split("-")
        device, ground, state = DEVICE_NAMES.index(name), self.rules.ground, self.state
        site = ground.index(place)
        if not state.owns[state.side].stock[device]:
            return because("no-stock", who=self.who, device=name)
        if (device == 2) != (site < ground.spaces):
            return because(
                "no-place:space" if device == 2 else "no-place", device=DEVICE_WORDS[name]
            )
        owner = ground.place_of(site)
        if state.holders[owner] != state.side:
            return because("not-yours", place=ground.names[owner], who=self.who)
        return because("placed", place=place, device=DEVICE_WORDS[name])

    def after(self, move: Move) -> RoundState:
        """Return the state with the device placed, or the next player's turn."""
        state, side = self.state, self.state.side
        order = order_of_play(self.rules, state)
        if move == PASS:
            return after_devices(self.rules, state, order[order.index(side) + 1 :])
        name, place = move.split("-")
        device, bit = DEVICE_NAMES.index(name), 1 << self.rules.ground.index(place)
        own = state.owns[side]
        own = own._replace(stock=replaced(own.stock, device, own.stock[device] - 1))
        state = state._replace(
            owns=replaced(state.owns, side, own),
            devices=replaced(state.devices, device, state.devices[device] | bit),
        )
        return after_devices(self.rules, state, order[order.index(side) :])


class NewSoldiers(WordMoves):
    """Whether the new soldiers of a space join it or wait for the next round (solo)."""

    like = "join-8"

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

    def explain(self, move: Move) -> Reason:
        """Say which space is asked about."""
        return because("other-space", name=self.rules.ground.names[self.place])

    def after(self, move: Move) -> RoundState:
        """Return the state with the soldiers where they were wanted."""
        state, place = self.state, self.place
        number = self.rules.ground.map.spaces[place].points[0]
        state = state._replace(groups=state.groups & ~(1 << place))
        if move == self.words[0]:
            soldiers = replaced(state.soldiers, place, state.soldiers[place] + number)
            return after_group(self.rules, state._replace(soldiers=soldiers))
        own = state.owns[0]
        owns = replaced(state.owns, 0, own._replace(reserve=own.reserve + number))
        return after_group(self.rules, state._replace(owns=owns))
