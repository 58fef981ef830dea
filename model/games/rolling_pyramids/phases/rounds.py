"""How a round goes on: from one phase to the next that leaves somebody a choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from model.contract.moves import Move, Reason
from model.games.rolling_pyramids.battle import NOBODY, USUAL, Arithmetic, UnitStack, paid, strength
from model.games.rolling_pyramids.maps import STARTS
from model.games.rolling_pyramids.phases.choices import Chance, WordMoves
from model.games.rolling_pyramids.player_boards import DEVICES as DEVICE_NAMES
from model.games.rolling_pyramids.player_boards import UNITS
from model.games.rolling_pyramids.round_state import (
    Own,
    Phase,
    RoundState,
    factory_counts,
    order_of_play,
    points_of,
    replaced,
    stack_on,
    to_develop,
    with_own,
)
from model.games.rolling_pyramids.rulebook import (
    FIRST_DEVICE,
    MOST_VALUE,
    PLAYERS,
    RACE_WORDS,
    RACES,
    UPGRADES,
    Anchor,
    Open,
    Rules,
    Ways,
    because,
    named,
)
from model.phrases import counted

# -- the draft: whose pick it is, and what a die may be written as ---------------------------------


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


def dice_ways(rules: Rules, state: RoundState) -> list[tuple[int, Ways]]:
    """Return every die that lies on the table, and where it may be written."""
    own, factories = state.owns[state.side], die_factories(rules, state)
    found = []
    for die, value in enumerate(state.dice):
        if value:
            owner, faces = rules.dice[die]
            found.append(
                (
                    die,
                    die_ways(
                        rules, own, value, faces, mine=owner == state.side, factories=factories
                    ),
                )
            )
    return found


def picks(rules: Rules, state: RoundState) -> Iterator[Pick]:
    """Return what may be picked and written where, die after die."""
    for die, ways in dice_ways(rules, state):
        for cell, box, bits in ways.places:
            yield Pick(die, cell, box, bits)


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


def pool_of(dice: Sequence[int], *, up: bool = False) -> int:
    """Return how many soldiers the Pharaoh gets for the dice that were kept, as rolled."""
    return (sum(dice) + up) // 2


def arrivals(
    pool: int,
    order: Sequence[int],
    players: Callable[[int], UnitStack | None],
    garrison: Callable[[int], int],
    weight: int,
    rules: Arithmetic = USUAL,
) -> tuple[Arrival, ...]:
    """Return where the soldiers of a pool arrive, one after another, and what they do there.

    Parameters
    ----------
    order
        The places in the order they are reached; after the last comes the first.
    players
        The player's stack on a place, None where he does not hold it.
    garrison
        The Pharaoh's soldiers on any other place.
    weight
        What a hero of the player is worth in defence.
    """
    found: list[Arrival] = []
    theirs: dict[int, int] = {}
    taken: set[int] = set()
    at = 0
    while pool > 0:
        place = order[at % len(order)]
        at += 1
        mine = None if place in taken else players(place)
        if mine is None:
            theirs[place] = theirs.get(place, 0 if place in taken else garrison(place)) + 1
            pool -= 1
            found.append(Arrival(place, 1, UnitStack(theirs[place], 0), pharaoh=True))
            continue
        price = strength(mine, weight)
        if pool < price:
            left = paid(mine, weight, pool, rules)
            found.append(Arrival(place, pool, left, pharaoh=False))
            break
        taken.add(place)
        stays = pool > price
        spent = price + stays
        pool -= spent
        theirs[place] = int(stays)
        found.append(Arrival(place, spent, UnitStack(1, 0) if stays else NOBODY, pharaoh=stays))
    return tuple(found)


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
    ground = rules.ground
    if device == 2:
        return tuple(
            p
            for p in range(ground.spaces)
            if state.holders[p] == player and not state.umbrellas >> p & 1
        )
    there = state.spikes if device else state.rams
    return tuple(
        site
        for (own, _), site in ground.border.items()
        if state.holders[own] == player and not there >> site & 1
    )


def may_place(rules: Rules, state: RoundState, player: int) -> bool:
    """Tell whether a player with devices finds a place for one of them."""
    stock = state.owns[player].stock
    return any(stock[device] and placings(rules, state, player, device) for device in range(3))


# -- solo ------------------------------------------------------------------------------------------


def reinforced(rules: Rules, state: RoundState) -> tuple[RoundState, tuple[Arrival, ...]]:
    """Return the state after the Pharaoh's reinforcements, and where they arrived."""
    ground = rules.ground
    order = range(ground.places if rules.solo_starts_grow else ground.spaces)
    race = RACES[state.seats[0][1]]
    weight = rules.hero_weight(race, attacks=False)
    start = ground.spaces + state.seats[0][0]

    def mine(place: int) -> UnitStack | None:
        return stack_on(state, place) if state.holders[place] == 0 else None

    pool = pool_of((state.kept,), up=rules.solo_round == "up")
    places = [place for place in order if place < ground.spaces or state.holders[place] == _PHARAOH]
    found = arrivals(
        pool,
        [place for place in places if place != start],
        mine,
        lambda place: state.soldiers[place],
        weight,
        rules.arithmetic,
    )
    holders, soldiers, heroes = list(state.holders), list(state.soldiers), list(state.heroes)
    for step in found:
        soldiers[step.place], heroes[step.place] = step.stack
        holders[step.place] = _PHARAOH if step.pharaoh else 0 if step.stack.units else -1
    groups = 0
    for place, space in enumerate(ground.map.spaces):
        if holders[place] == 0 and space.points[0]:
            groups |= 1 << place
    return state._replace(
        holders=tuple(holders), soldiers=tuple(soldiers), heroes=tuple(heroes), groups=groups
    ), found


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


class Beginner(Chance):
    """Chance draws the first player, or in the solo game the starting area."""

    rule = Anchor.SETTING_UP

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

    def explain(self, move: Move) -> Reason:
        """Say who is not there."""
        return because(
            "no-such",
            "{move} is not drawn: it is one of {words}",
            Anchor.SETTING_UP,
            move=move,
            words=", ".join(self.words),
        )

    def after(self, move: Move) -> RoundState:
        """Return the state in which seats are chosen."""
        number = self.words.index(move)
        if not self.rules.is_solo:
            return after_seat(self.rules, self.state._replace(first=number))
        return self.state._replace(phase=Phase.SEATS, seats=((number, -1),), side=0)


class SeatMoves(WordMoves):
    """A starting area that nobody has, and a race that nobody is."""

    rule, like = Anchor.SETTING_UP, "S2-bastet"

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
            return because(
                "drawn",
                "{who} starts on {start}: it was drawn",
                Anchor.SETTING_UP,
                who=self.who,
                start=STARTS[drawn],
            )
        for player, (other, kind) in enumerate(self.state.seats):
            if kind < 0:
                continue
            if STARTS[other] == start:
                return because(
                    "start-taken",
                    "{start} belongs to {who}: choose another start",
                    Anchor.SETTING_UP,
                    start=start,
                    who=named(PLAYERS[player]),
                )
            if RACES[kind] == race:
                return because(
                    "race-taken",
                    "{who} plays {race}: choose another race",
                    Anchor.SETTING_UP,
                    race=RACE_WORDS[race],
                    who=named(PLAYERS[player]),
                )
        raise AssertionError(move)

    def after(self, move: Move) -> RoundState:
        """Return the state with the start taken."""
        start, race = move.split("-")
        state, place = self.state, STARTS.index(start)
        seat = (place, RACES.index(race))
        seats = (*state.seats[: state.side], seat, *state.seats[state.side + 1 :])
        there = self.rules.ground.spaces + place
        state = state._replace(
            seats=seats,
            holders=replaced(state.holders, there, state.side),
            soldiers=replaced(state.soldiers, there, 0),
        )
        return after_seat(self.rules, state)


# -- small choices on one's own board and the map: upgrades, conquests, devices, new soldiers ------


PASS = "pass"


class Upgrades(WordMoves):
    """What a complete pair is spent on."""

    rule, like = Anchor.DEVELOPING, "ascending-value"

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
            return because(
                "bought", "{who} has {move} already", Anchor.DEVELOPING, who=self.who, move=move
            )
        if move in DEVICE_NAMES and self.rules.is_solo:
            return because(
                "no-devices", "{move} does not exist in the solo game", Anchor.SOLO, move=move
            )
        return because("no-upgrade", "the player board has no {move}", Anchor.DEVELOPING, move=move)

    def after(self, move: Move) -> RoundState:
        """Return the state with the upgrade bought."""
        state, rules = self.state, self.rules
        own, number = state.owns[state.side], UPGRADES.index(move)
        own = own._replace(bought=own.bought | 1 << number)
        if number >= FIRST_DEVICE:
            device = number - FIRST_DEVICE
            pieces = own.stock[device] + rules.desk.devices[device]
            own = own._replace(stock=replaced(own.stock, device, pieces))
        return after_upgrade(rules, state._replace(owns=with_own(state, state.side, own)))


class Crossings(WordMoves):
    """A triangle that is crossed off for a conquest."""

    rule, like = Anchor.CONQUESTS, "foot1.1"

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
            return because("crossed", "{box} is crossed off already", Anchor.CONQUESTS, box=move)
        return because(
            "no-triangle",
            "{box} is a rhombus: a conquest crosses off a triangle",
            Anchor.CONQUESTS,
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

    rule, like = Anchor.CLEANING, "ram-8>2"

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
            return because(
                "no-stock",
                "{who} has no {device} to place",
                Anchor.CLEANING,
                who=self.who,
                device=name,
            )
        if (device == 2) != (site < ground.spaces):
            text = "an umbrella goes on a space" if device == 2 else "{device} goes on a border"
            return because(
                "no-place", text, Anchor.CLEANING, device=f"a {name}" if device == 0 else name
            )
        owner = ground.edges[site][0] if site in ground.edges else site
        if state.holders[owner] != state.side:
            return because(
                "not-yours",
                "{place} is not controlled by {who}",
                Anchor.CLEANING,
                place=ground.names[owner],
                who=self.who,
            )
        return because(
            "placed",
            "{place} has {device} already",
            Anchor.CLEANING,
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
        device, bit = DEVICE_NAMES.index(name), 1 << self.rules.ground.index(place)
        own = state.owns[side]
        own = own._replace(stock=replaced(own.stock, device, own.stock[device] - 1))
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

    rule, like = Anchor.SOLO, "join-8"

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
        return because(
            "other-space",
            "decide about {name} first",
            Anchor.SOLO,
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
