"""The events of every kind of move, told by the teller."""

from collections.abc import Iterable
from typing import Final

from model.contract.game import Event, Move, PieceKind, Reason
from model.games.rolling_pyramids.battle import UnitStack, halved
from model.games.rolling_pyramids.phases.choices import PhaseMoves
from model.games.rolling_pyramids.phases.orders import Deployments, orders_text
from model.games.rolling_pyramids.phases.picking import Picks, Rolls
from model.games.rolling_pyramids.phases.resolving import Battle, Bombing, RoundReport, resolve
from model.games.rolling_pyramids.phases.rounds import reinforced
from model.games.rolling_pyramids.player_boards import DEVICE_WORDS
from model.games.rolling_pyramids.round_state import (
    Order,
    Phase,
    RoundState,
    order_of_play,
    stack_on,
)
from model.games.rolling_pyramids.rulebook import RACE_WORDS, Rules, because, named
from model.phrases import counted, listed

# -- what lies on the map as layers of pieces, and the events between two such pictures ------------


SOLDIER, HERO, RAM, SPIKES, UMBRELLA, INSIGNIA = range(6)
PIECE_KINDS: Final = (
    PieceKind("soldier", "token"),
    PieceKind("hero", "hero token"),
    PieceKind("ram", "ram"),
    PieceKind("spikes", "spikes"),
    PieceKind("umbrella", "umbrella"),
    PieceKind("insignia", "camp"),
)
Layer = tuple[int, int, int]
"""(owner, kind, count)"""


def layers_of(rules: Rules, state: RoundState) -> dict[int, tuple[Layer, ...]]:
    """Return what lies on the map: the layers of each site that has any, the lowest first."""
    found: dict[int, tuple[Layer, ...]] = {}
    for place in range(rules.ground.places):
        stack = stack_layers(state.holders[place], state.soldiers[place], state.heroes[place])
        if stack:
            found[place] = stack
    for player, (start, race) in enumerate(state.seats):
        if race >= 0:
            found[rules.ground.spaces + start] = ((player, INSIGNIA, 1),)
    for kind, bits in enumerate(state.devices, RAM):
        while bits:
            site = (bits & -bits).bit_length() - 1
            bits &= bits - 1
            owner = state.holders[rules.ground.place_of(site)]
            found[site] = (*found.get(site, ()), (owner, kind, 1))
    return found


def stack_layers(owner: int, soldiers: int, heroes: int) -> tuple[Layer, ...]:
    """Return the layers of a stack."""
    both = ((owner, SOLDIER, soldiers), (owner, HERO, heroes))
    return tuple(layer for layer in both if layer[2])


def changes(
    stage: int, site: int, old: tuple[Layer, ...], new: tuple[Layer, ...], cause: str
) -> Iterable[Event]:
    """Return the events that turn the layers of a site into others."""
    same = 0
    while same < min(len(old), len(new)) and old[same][:2] == new[same][:2]:
        same += 1
    # Layers that only grow less can do so where they lie; what lies above one that grows, or that
    # is of another kind, is taken off first.
    keep = same
    for at in range(same):
        if new[at][2] > old[at][2] and len(old) > at + 1:
            keep = at + 1
            break
    for owner, kind, count in reversed(old[keep:]):
        yield Event(stage, "remove", site=site, owner=owner, piece=kind, count=count, cause=cause)
    for (owner, kind, before), (_, _, after) in zip(old[:keep], new[:keep], strict=True):
        if after != before:
            what, count = "place" if after > before else "remove", abs(after - before)
            yield Event(stage, what, site=site, owner=owner, piece=kind, count=count, cause=cause)
    for owner, kind, count in new[keep:]:
        yield Event(stage, "place", site=site, owner=owner, piece=kind, count=count, cause=cause)


# -- what a move changes and why, stage by stage ---------------------------------------------------


class Teller:
    """Events as they are told, and what lies on the map meanwhile."""

    def __init__(self, rules: Rules, state: RoundState) -> None:
        self.rules, self.before = rules, state
        self.layers = layers_of(rules, state)
        self.events: list[Event] = []
        self.stage = 0

    def name(self, owner: int) -> str:
        """Return an owner as sentences call him."""
        return "the Pharaoh" if owner >= self.rules.players else named(self.rules.sides[owner])

    def add(self, kind: str, *, owner: int = -1, value: str = "", faces: int = 6) -> None:
        """Tell something that changes nothing on the map."""
        self.events.append(Event(self.stage, kind, owner=owner, value=value, faces=faces))

    def note(
        self,
        cause: str,
        reason: Reason,
        *,
        owner: int = -1,
        site: int | None = None,
        sites: tuple[int, ...] = (),
    ) -> None:
        """Tell why."""
        self.events.append(
            Event(
                self.stage, "note", site=site, owner=owner, cause=cause, reason=reason, sites=sites
            )
        )

    def on(self) -> None:
        """Begin the next stage, unless nothing was told in this one."""
        if self.events and self.events[-1].stage == self.stage:
            self.stage += 1

    def show(self, site: int, layers: tuple[Layer, ...], cause: str) -> None:
        """Tell that other layers lie on a site now."""
        self.events += changes(self.stage, site, self.layers.get(site, ()), layers, cause)
        self.layers[site] = layers

    def stack(self, place: int, owner: int, stack: UnitStack, cause: str) -> None:
        """Tell that another stack stands on a place, under what else lies there."""
        other = tuple(layer for layer in self.layers.get(place, ()) if layer[1] > 1)
        keep = other if other and other[0][0] == owner and stack.units else ()
        self.show(place, (*stack_layers(owner, *stack), *keep), cause)

    def settle(self, after: RoundState, cause: str = "") -> None:
        """Tell what else has changed on the map."""
        wanted = layers_of(self.rules, after)
        for site in sorted({*self.layers, *wanted}):
            if self.layers.get(site, ()) != wanted.get(site, ()):
                self.show(site, wanted.get(site, ()), cause)

    def finish(self, after: RoundState) -> tuple[Event, ...]:
        """Tell the rest of a move that leads to `after`, and return everything."""
        self.on()
        self._upkeep(after)
        self.on()
        self.settle(after)
        if after.round != self.before.round:
            self.events.append(Event(self.stage, "count", value="round", count=after.round))
        return tuple(self.events)

    def _upkeep(self, after: RoundState) -> None:
        """What follows the last battle and the last crossing of a round: points, reinforcements."""
        before, rules = self.before, self.rules
        ended = before.phase not in (Phase.DEVICES, Phase.ROLL, Phase.GROUPS) and (
            after.phase in (Phase.DEVICES, Phase.ROLL, Phase.GROUPS, Phase.OVER)
        )
        if not ended or rules.is_solo or any(race < 0 for _, race in before.seats):
            return
        for player in order_of_play(rules, before):
            reason = because("points", who=self.name(player), round=before.round)
            self.note("points", reason, owner=player)

    # -- deployments -------------------------------------------------------------------------

    def revealed(self, orders: tuple[tuple[Order, ...], ...]) -> None:
        """Tell what all have chosen."""
        self.on()
        for player, mine in zip(order_of_play(self.rules, self.before), orders, strict=True):
            self.add("reveal", owner=player, value=orders_text(self.rules, mine))

    def resolved(self, account: RoundReport, after: RoundState) -> None:
        """Tell a round's bombs, arrivals and battles, one after another."""
        for bombing in account.bombings:
            self.on()
            self._bombing(bombing)
        self.on()
        for place, player, stack, _ in account.arrivals:
            self._arrival(place, player, stack)
        for battle in account.battles:
            self._battle(battle)
        self.on()
        self._conquered(account, after)

    def _bombing(self, bombing: Bombing) -> None:
        names = self.rules.ground.names
        attackers = listed(
            [f"a bomb of {power} from {self.name(player)}" for player, power in bombing.bombs]
        )
        if not bombing.before.units:
            idle = because("bomb-idle", bombs=attackers, place=names[bombing.place])
            self.note("bomb", idle, site=bombing.place)
            return
        kept = (bombing.before.units + 1) // 2
        reason = because(
            "bomb",
            bombs=attackers,
            place=names[bombing.place],
            before=stack_words(bombing.before),
            who=self.name(bombing.holder),
            umbrella=f", {kept} of them under an umbrella" if bombing.umbrella else "",
            after=left_words(bombing.after),
        )
        self.note("bomb", reason, owner=bombing.holder, site=bombing.place)
        self.stack(bombing.place, bombing.holder, bombing.after, "bomb")

    def _arrival(self, place: int, player: int, stack: UnitStack) -> None:
        name = self.rules.ground.names[place]
        joins = self.before.holders[place] == player
        key = "reinforces" if joins else "takes"
        reason = because(key, who=self.name(player), place=name, units=stack_words(stack))
        self.note(key, reason, owner=player, site=place)
        there = {kind: count for who, kind, count in self.layers.get(place, ()) if who == player}
        old = UnitStack(there.get(SOLDIER, 0), there.get(HERO, 0))
        self.stack(place, player, old.joined(stack), key)

    def _battle(self, battle: Battle) -> None:
        """Two stages: who meets whom, and what is left."""
        place = battle.place
        self.on()
        sides = zip(battle.players, battle.sides, strict=True)
        met = [stack_layers(player, *side.stack) for player, side in sides]
        cover = tuple(layer for layer in self.layers.get(place, ()) if layer[1] > 1)
        self.show(place, (*(layer for side in met for layer in side), *cover), "battle")
        border = self.rules.ground.border
        crossed = tuple(border[at, place] for few in battle.borders for at in few)
        words = [self._side_words(battle, number) for number in range(len(battle.players))]
        meets = because("meets", sides=listed(words), place=self.rules.ground.names[place])
        self.note("meets", meets, site=place, sites=crossed)
        self.on()
        winner = battle.players[battle.fight.winner] if battle.fight.winner >= 0 else -1
        devices = (*battle.rams, *battle.spikes)
        self.note("battle", self._result(battle), owner=winner, site=place, sites=devices)
        left = stack_layers(winner, *battle.fight.left) if winner >= 0 else ()
        self.show(place, (*left, *(cover if winner == battle.holder else ())), "battle")

    def _side_words(self, battle: Battle, number: int) -> str:
        side, player = battle.sides[number], battle.players[number]
        verb = "defends" if player == battle.holder else "attacks"
        text = f"{self.name(player)} {verb} with {stack_words(side.stack)}"
        if side.halved:
            device = "a ram" if player == battle.holder else "spikes"
            text += f", which {device} break{'s' if device == 'a ram' else ''} down to "
            text += stack_words(halved(side.stack, self.rules.arithmetic))
        worth = battle.fight.strengths[number]
        return f"{text} (strength {worth})"

    def _result(self, battle: Battle) -> Reason:
        names, fight = self.rules.ground.names, battle.fight
        against = " against ".join(map(str, sorted(fight.strengths, reverse=True)))
        if fight.winner < 0:
            return because("destroyed", against=against, place=names[battle.place])
        return because(
            "wins",
            against=against,
            who=self.name(battle.players[fight.winner]),
            place=names[battle.place],
            left=stack_words(fight.left),
        )

    def _conquered(self, account: RoundReport, after: RoundState) -> None:
        names = self.rules.ground.names
        devices = list(zip(self.before.devices, after.devices, strict=True))
        sites = tuple(
            site
            for site in range(len(self.rules.ground))
            if any((old & ~left) >> site & 1 for old, left in devices)
        )
        if sites:
            conquered = listed([names[site] for site in sites])
            self.note("lost", because("devices-lost", places=conquered), sites=sites)
        for player in order_of_play(self.rules, self.before):
            places = [place for who, place in account.conquered if who == player]
            if places:
                words = listed([names[place] for place in places])
                reason = because("conquers", who=self.name(player), places=words)
                self.note("conquers", reason, owner=player, sites=tuple(places))
        # Devices that are gone; the Pharaoh's reinforcements come after this.
        there = dict(enumerate(after.devices, RAM))
        for site in sorted(self.layers):
            left = tuple(
                layer for layer in self.layers[site] if there.get(layer[1], -1) >> site & 1
            )
            if left != self.layers[site]:
                self.show(site, left, "lost")

    # -- the Pharaoh -------------------------------------------------------------------------

    def pharaoh(self, state: RoundState) -> None:
        """Tell the Pharaoh's reinforcements, which come to `state`."""
        _, found = reinforced(self.rules, state)
        names = self.rules.ground.names
        pool = sum(step.spent for step in found)
        self.on()
        event = because("pharaoh", kept=state.kept, pool=counted(pool, "soldier"))
        self.note("pharaoh", event, owner=1)
        running = {place: stack_on(state, place) for place in range(self.rules.ground.places)}
        for step in found:
            before, owner = running[step.place], 1 if step.pharaoh else 0
            there = self.layers.get(step.place, ())
            clash = bool(there) and there[0][0] == 0
            if clash:
                self.on()
                reason = because(
                    "retaken:stays" if step.pharaoh else "retaken",
                    place=names[step.place],
                    spent=step.spent,
                    mine=stack_words(before),
                    left=stack_words(step.stack) if step.pharaoh else left_words(step.stack),
                )
                self.note("pharaoh", reason, owner=owner, site=step.place)
            self.stack(step.place, owner, step.stack, "pharaoh")
            running[step.place] = step.stack
            if clash:
                self.on()


def stack_words(stack: UnitStack) -> str:
    """Return a stack in words: 3 soldiers and 2 heroes."""
    heroes = "1 hero" if stack.heroes == 1 else f"{stack.heroes} heroes"
    words = [counted(stack.soldiers, "soldier")] if stack.soldiers or not stack.heroes else []
    return listed([*words, *([heroes] if stack.heroes else [])])


def left_words(stack: UnitStack) -> str:
    """Return what is left in words."""
    return f"{stack_words(stack)} left" if stack.units else "nobody is left"


def needs_pharaoh(rules: Rules, before: RoundState, after: RoundState) -> bool:
    """Tell whether a move ends a turn of the solo game, so that the Pharaoh is reinforced."""
    turn = (Phase.DEPLOY, Phase.CROSS)
    return rules.is_solo and before.phase in turn and after.phase not in turn


# -- the events of every kind of move, told by the teller ------------------------------------------


def events_of(
    rules: Rules, state: RoundState, choices: PhaseMoves, move: Move
) -> tuple[Event, ...]:
    """Return the events of a legal move."""
    teller, after = Teller(rules, state), choices.after(move)
    if isinstance(choices, Rolls):
        dice = choices.read(move) or ()
        for value, (owner, faces) in zip(dice, rules.dice, strict=True):
            teller.add("roll", owner=owner, value=str(value), faces=faces)
    elif isinstance(choices, Deployments):
        _deployed(teller, choices, move, after)
    else:
        owner = -1 if state.phase == Phase.FIRST else state.side
        reason = _reason(rules, state, choices, move)
        cause = reason.key.removesuffix("-box")
        teller.note(cause, reason, owner=owner)
        teller.settle(_without_reinforcements(rules, state, after), cause)
        if needs_pharaoh(rules, state, after):
            teller.pharaoh(state)
    return teller.finish(after)


def _without_reinforcements(rules: Rules, state: RoundState, after: RoundState) -> RoundState:
    """What lies on the map before the Pharaoh's soldiers arrive."""
    if not needs_pharaoh(rules, state, after):
        return after
    return after._replace(holders=state.holders, soldiers=state.soldiers, heroes=state.heroes)


def _deployed(teller: Teller, choices: Deployments, move: Move, after: RoundState) -> None:
    rules, state = teller.rules, teller.before
    teller.add("commit", owner=state.side)
    if len(state.orders) + 1 < rules.players:
        return
    mine = choices.read(move)
    assert not isinstance(mine, Reason)
    orders = tuple(one for one in (*state.orders, mine) if one is not None)
    resolved, account = resolve(rules, state, orders)
    teller.revealed(orders)
    teller.resolved(account, resolved)
    if needs_pharaoh(rules, state, after):
        teller.pharaoh(resolved)


def _reason(rules: Rules, state: RoundState, choices: PhaseMoves, move: Move) -> Reason:
    """What a small move says."""
    who, phase = choices.who, state.phase
    if phase == Phase.FIRST:
        name = move.partition("-")[2]
        return because("begins:solo" if rules.is_solo else "begins", name=named(name))
    if phase == Phase.SEATS:
        start, race = move.split("-")
        return because("seat", who=who, start=start, race=RACE_WORDS[race])
    if phase == Phase.DEVELOP:
        return because("develops", who=who, move=move)
    if phase == Phase.CROSS:
        return because("crosses:pass" if move == "pass" else "crosses", who=who, move=move)
    if phase == Phase.DEVICES:
        if move == "pass":
            return because("places:pass", who=who)
        device, _, place = move.partition("-")
        return because("places", who=who, place=place, what=DEVICE_WORDS[device])
    if phase == Phase.GROUPS:
        verb, _, place = move.partition("-")
        return because(f"soldiers:{verb}", place=place)
    assert isinstance(choices, Picks)
    found = choices.read(move)
    assert found is not None
    shows = f"the d{rules.dice[found.die][1]} that shows {state.dice[found.die]}"
    if found.cell >= 0:
        return because(
            "writes", who=who, shows=shows, cell=rules.desk.names[found.cell], value=found.value
        )
    if found.box >= 0:
        return because("crosses-box", who=who, shows=shows, box=rules.desk.box_names[found.box])
    return because("discards", who=who, shows=shows)
