"""All deployments revealed: bombs, reinforcements and battles, and who controls what afterwards.

Source: docs/rules/rolling-pyramids.md, "Deployment", "Bombs" and "Battles". All spaces are resolved
at once, on how things stood when the phase began.
"""

from typing import NamedTuple

from model.games.rolling_pyramids.battle import NOBODY, BattleResult, Side, UnitStack, bombed, fight
from model.games.rolling_pyramids.round_state import (
    Order,
    Own,
    RoundState,
    order_of_play,
    stack_on,
    units_of,
)
from model.games.rolling_pyramids.rulebook import RACES, Rules


class Bombing(NamedTuple):
    """Bombs on a space: whose (player, power), what stood there, what is left, the umbrella."""

    place: int
    bombs: tuple[tuple[int, int], ...]
    holder: int
    before: UnitStack
    after: UnitStack
    umbrella: bool


class Battle(NamedTuple):
    """Two or more sides on a space.

    Attributes
    ----------
    place, holder
        Where, and who held it when the phase began (-1 nobody).
    players, sides
        Who fights, and with what. The holder, where he takes part, is the first.
    borders
        For each side the places it came from.
    fight
        How it went.
    rams, spikes
        The borders whose rams and spikes took effect, as sites.
    """

    place: int
    holder: int
    players: tuple[int, ...]
    sides: tuple[Side, ...]
    borders: tuple[tuple[int, ...], ...]
    fight: BattleResult
    rams: tuple[int, ...]
    spikes: tuple[int, ...]


class RoundReport(NamedTuple):
    """What the deployments of a round led to, in the order it is told.

    Attributes
    ----------
    bombings
        Space after space.
    arrivals
        (place, player, stack, places come from) of units that meet nobody else: they reinforce
        or walk in.
    battles
        Space after space.
    conquered
        (player, place) of the spaces that count as conquered.
    """

    bombings: tuple[Bombing, ...]
    arrivals: tuple[tuple[int, int, UnitStack, tuple[int, ...]], ...]
    battles: tuple[Battle, ...]
    conquered: tuple[tuple[int, int], ...]


class _Sent(NamedTuple):
    """What one player sends to one place."""

    stack: UnitStack
    borders: tuple[int, ...]


def resolve(
    rules: Rules, state: RoundState, orders: tuple[tuple[Order, ...], ...]
) -> tuple[RoundState, RoundReport]:
    """Return the state after the deployments, and the account of what happened.

    Parameters
    ----------
    orders
        The deployments in the order of play.
    """
    bombs: dict[int, list[tuple[int, int]]] = {}
    sent: dict[int, dict[int, _Sent]] = {}
    owns = list(state.owns)
    for player, mine in zip(order_of_play(rules, state), orders, strict=True):
        units = {unit.number: unit for unit in units_of(rules, state.owns[player])}
        held = set()
        for number, to, at in mine:
            unit = units[number]
            if to < 0:
                held.add(number)
            elif unit.bomb:
                bombs.setdefault(to, []).append((player, unit.stack.soldiers))
            else:
                _add(sent.setdefault(to, {}), player, unit.stack, at)
        owns[player] = _erased(rules, owns[player], units.keys(), held)
    ground = _Ground(rules, state)
    bombings = tuple(ground.bomb(place, tuple(bombs[place])) for place in sorted(bombs))
    arrivals, battles = [], []
    for place in sorted(sent):
        found = ground.meet(place, sent[place])
        if isinstance(found, Battle):
            battles.append(found)
        else:
            arrivals.append(found)
    after, conquered = ground.settled(tuple(owns))
    return after, RoundReport(bombings, tuple(arrivals), tuple(battles), conquered)


def _add(there: dict[int, _Sent], player: int, stack: UnitStack, at: int) -> None:
    old = there.get(player, _Sent(NOBODY, ()))
    borders = old.borders if at < 0 or at in old.borders else (*old.borders, at)
    there[player] = _Sent(old.stack.joined(stack), borders)


def _erased(rules: Rules, own: Own, units: object, held: set[int]) -> Own:
    """A board after its units went out: special units are erased, heroes no longer wait."""
    heroes = len(rules.desk.heroes)
    cells = list(own.cells)
    for unit in range(len(rules.desk.rows)):
        numbers = rules.desk.row_cells(unit)
        if heroes + unit not in held and 0 not in own.cells[numbers.start : numbers.stop]:
            for cell in numbers:
                cells[cell] = 0
    waiting = own.waiting & sum(1 << number for number in held if number < heroes)
    return own._replace(cells=tuple(cells), waiting=waiting, reserve=0)


class _Ground:
    """The places while they are resolved."""

    def __init__(self, rules: Rules, state: RoundState) -> None:
        self.rules, self.state = rules, state
        self.holders, self.soldiers = list(state.holders), list(state.soldiers)
        self.heroes = list(state.heroes)
        self.used = 0  # the sites whose devices took effect

    def weight(self, player: int, *, attacks: bool) -> int:
        """What a hero of a player is worth; the Pharaoh has none."""
        seats = self.state.seats
        race = RACES[seats[player][1]] if player < len(seats) and seats[player][1] >= 0 else ""
        return self.rules.hero_weight(race, attacks=attacks)

    def put(self, place: int, player: int, stack: UnitStack) -> None:
        """Leave a stack on a place; an empty one leaves it to nobody."""
        self.holders[place] = player if stack.units else -1
        self.soldiers[place], self.heroes[place] = stack

    def bomb(self, place: int, bombs: tuple[tuple[int, int], ...]) -> Bombing:
        """Drop bombs on a place."""
        holder, before = self.holders[place], stack_on(self.state, place)
        *_, umbrellas = self.state.devices
        umbrella = bool(umbrellas >> place & 1) and before.units > 0
        after = before
        if before.units:
            power = sum(one for _, one in bombs)
            weight = self.weight(holder, attacks=False)
            after = bombed(before, weight, power, umbrella=umbrella, rules=self.rules.arithmetic)
            self.put(place, holder, after)
            if umbrella:
                self.used |= 1 << place
        return Bombing(place, bombs, holder, before, after, umbrella)

    def meet(
        self, place: int, sent: dict[int, _Sent]
    ) -> Battle | tuple[int, int, UnitStack, tuple[int, ...]]:
        """Let those who were sent to a place meet whoever is there."""
        holder = self.state.holders[place]
        there = UnitStack(self.soldiers[place], self.heroes[place])
        if holder in sent:
            there = there.joined(sent[holder].stack)
        others = [player for player in sent if player != holder]
        if not others:
            self.put(place, holder, there)
            return place, holder, sent[holder].stack, ()
        if not there.units and len(others) == 1:
            player = others[0]
            self.put(place, player, sent[player].stack)
            return place, player, sent[player].stack, sent[player].borders
        return self._battle(place, holder, there, {player: sent[player] for player in others})

    def _battle(self, place: int, holder: int, there: UnitStack, sent: dict[int, _Sent]) -> Battle:
        border, state = self.rules.ground.border, self.state
        has_ram, has_spikes, _ = state.devices
        rams, spikes = [], []
        players, sides, borders = [], [], []
        for player, one in sent.items():
            hurt = False
            for at in one.borders if there.units else ():
                ram, spike = border[at, place], border[place, at]
                if has_ram >> ram & 1 and state.holders[at] == player:
                    rams.append(ram)
                if has_spikes >> spike & 1:
                    spikes.append(spike)
                    hurt = True
            players.append(player)
            sides.append(Side(one.stack, self.weight(player, attacks=True), hurt))
            borders.append(one.borders)
        if there.units:
            weight = self.weight(holder, attacks=False)
            players.insert(0, holder)
            sides.insert(0, Side(there, weight, bool(rams)))
            borders.insert(0, ())
        found = fight(sides, self.rules.arithmetic)
        self.put(place, players[found.winner] if found.winner >= 0 else -1, found.left)
        for site in (*rams, *spikes):
            self.used |= 1 << site
        return Battle(
            place,
            holder,
            tuple(players),
            tuple(sides),
            tuple(borders),
            found,
            tuple(rams),
            tuple(spikes),
        )

    def settled(self, owns: tuple[Own, ...]) -> tuple[RoundState, tuple[tuple[int, int], ...]]:
        """The state after everything, and who has conquered what.

        Devices are lost with the places that change hands or are left.
        """
        rules, before = self.rules, self.state
        todo, lost = [0] * rules.players, self.used if rules.devices_once else 0
        conquered = []
        for place, (holder, old) in enumerate(zip(self.holders, before.holders, strict=True)):
            if holder == old:
                continue
            lost |= 1 << place
            for other in rules.ground.beside[place]:
                lost |= 1 << rules.ground.border[place, other]
            if 0 <= holder < rules.players and (rules.conquer == "any" or old >= 0):
                todo[holder] += 1
                conquered.append((holder, place))
        state = before._replace(
            holders=tuple(self.holders),
            soldiers=tuple(self.soldiers),
            heroes=tuple(self.heroes),
            devices=tuple(bits & ~lost for bits in before.devices),
            owns=owns,
            orders=(),
            todo=tuple(todo),
        )
        return state, tuple(conquered)
