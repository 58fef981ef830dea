"""How a round goes on: from one phase to the next that leaves somebody a choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from model.games.rolling_pyramids.battle import NOBODY, USUAL, Arithmetic, UnitStack, paid, strength
from model.games.rolling_pyramids.phases.drafting import draft_order
from model.games.rolling_pyramids.round_state import (
    CROSS,
    DEPLOY,
    DEVELOP,
    DEVICES,
    DRAFT,
    GROUPS,
    OVER,
    ROLL,
    SEATS,
    Own,
    RoundState,
    order_of_play,
    points_of,
    stack_on,
    to_develop,
)
from model.games.rolling_pyramids.rulebook import RACES, Rules

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
            return state._replace(phase=SEATS, side=player)
    return state._replace(phase=ROLL, side=state.first)


def after_pick(rules: Rules, state: RoundState) -> RoundState:
    """Return what follows a pick: the next one, or the upgrades."""
    order = draft_order(rules.players, state.first)
    if state.picks < len(order):
        return state._replace(phase=DRAFT, side=order[state.picks])
    return after_upgrade(rules, state._replace(dice=(), picks=0))


def after_upgrade(rules: Rules, state: RoundState) -> RoundState:
    """Return what follows an upgrade: the next one, or the deployment."""
    for player in order_of_play(rules, state):
        if to_develop(rules, state.owns[player]) > 0:
            return state._replace(phase=DEVELOP, side=player)
    return state._replace(phase=DEPLOY, side=state.first, orders=())


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
                return state._replace(phase=CROSS, side=player)
    state = state._replace(todo=(0,) * rules.players)
    if rules.is_solo:
        return after_group(rules, reinforced(rules, state)[0])
    owns = tuple(own._replace(points=own.points + points_of(rules, state, player))
                 for player, own in enumerate(state.owns))  # fmt: skip
    state = state._replace(owns=owns)
    if state.round == rules.last_round:
        return state._replace(phase=OVER, side=0)
    return after_devices(rules, state, order_of_play(rules, state))


def after_devices(rules: Rules, state: RoundState, left: tuple[int, ...]) -> RoundState:
    """Return what follows when `left` may still place devices: the next of them, or a new round."""
    for player in left:
        if any(state.owns[player].stock) and may_place(rules, state, player):
            return state._replace(phase=DEVICES, side=player)
    return next_round(rules, state)


def next_round(rules: Rules, state: RoundState) -> RoundState:
    """Return the beginning of the next round."""
    first = (state.first + rules.rotate_first) % rules.players
    return state._replace(phase=ROLL, round=state.round + 1, first=first, side=first, kept=0)


def placings(rules: Rules, state: RoundState, player: int, device: int) -> tuple[int, ...]:
    """Return the sites where a player may put a device: 0 ram, 1 spikes, 2 umbrella."""
    ground = rules.ground
    if device == 2:
        return tuple(p for p in range(ground.spaces)
                     if state.holders[p] == player and not state.umbrellas >> p & 1)  # fmt: skip
    there = state.spikes if device else state.rams
    return tuple(site for (own, _), site in ground.border.items()
                 if state.holders[own] == player and not there >> site & 1)  # fmt: skip


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
    found = arrivals(pool, [place for place in places if place != start], mine,
                     lambda place: state.soldiers[place], weight, rules.arithmetic)  # fmt: skip
    holders, soldiers, heroes = list(state.holders), list(state.soldiers), list(state.heroes)
    for step in found:
        soldiers[step.place], heroes[step.place] = step.stack
        holders[step.place] = _PHARAOH if step.pharaoh else 0 if step.stack.units else -1
    groups = 0
    for place, space in enumerate(ground.map.spaces):
        if holders[place] == 0 and space.points[0]:
            groups |= 1 << place
    return state._replace(holders=tuple(holders), soldiers=tuple(soldiers), heroes=tuple(heroes),
                          groups=groups), found  # fmt: skip


def after_group(rules: Rules, state: RoundState) -> RoundState:
    """Return what follows a word on new soldiers: the next one, the end, or a new round."""
    if state.groups:
        return state._replace(phase=GROUPS, side=0)
    if has_won(rules, state) or state.round == rules.last_round:
        return state._replace(phase=OVER, side=0)
    return next_round(rules, state)


def has_won(rules: Rules, state: RoundState) -> bool:
    """Tell whether the pyramid and all starting areas are the player's (solo)."""
    spaces = rules.ground.spaces
    return all(state.holders[place] == 0 for place in (0, *range(spaces, spaces + 4)))
