"""What a position of Rolling Pyramids is made of: plain values that the phases hand on."""

from enum import StrEnum
from typing import Final, NamedTuple, TypeVar

from model.games.rolling_pyramids.battle import UnitStack
from model.games.rolling_pyramids.player_boards import UNITS as SPECIAL
from model.games.rolling_pyramids.player_boards import in_order, unit_strength
from model.games.rolling_pyramids.rulebook import Rules


class Phase(StrEnum):
    """What is going on, in the words of position strings and in the order of a game."""

    FIRST = "first"
    SEATS = "seats"
    ROLL = "roll"
    DRAFT = "draft"
    DEVELOP = "develop"
    DEPLOY = "deploy"
    CROSS = "cross"
    DEVICES = "devices"
    GROUPS = "groups"
    OVER = "over"


T = TypeVar("T")
HOLD: Final = "hold"
"""What stands for the target of a unit that waits."""

Order = tuple[int, int, int]
"""(unit, target, border from): the last is -1 where no border is crossed; target -1: it waits."""


class Own(NamedTuple):
    """What a player has written, and has beside it.

    Attributes
    ----------
    cells
        The number in every cell of his board, 0 where one is empty.
    crossed
        The footman boxes that are crossed off, as bits.
    bought
        The upgrades, as bits in the order of `rulebook.UPGRADES`.
    stock
        Pieces that are not placed yet: rams, spikes, umbrellas.
    waiting
        The hero slots whose heroes are still to be deployed, as bits.
    points
        What he has noted so far.
    reserve
        Soldiers kept for the next round (solo).
    """

    cells: tuple[int, ...]
    crossed: int = 0
    bought: int = 0
    stock: tuple[int, ...] = (0, 0, 0)
    waiting: int = 0
    points: int = 0
    reserve: int = 0


class RoundState(NamedTuple):
    """Where a game stands.

    Attributes
    ----------
    phase
        What is going on.
    round
        From 1.
    first
        The first player, -1 before he is drawn.
    side
        Whose choice it is; no meaning where chance is to move.
    seats
        (start 0..3, race) of each player, -1 while they are not chosen.
    holders, soldiers, heroes
        For every place: who controls it (-1 nobody), and what stands there.
    devices
        The sites of rams, of spikes and of umbrellas, as bits; they belong to whoever controls the
        place.
    owns
        The players' boards.
    dice
        What they show, 0 for those that are taken; () before the roll.
    picks
        How many dice were picked in this round.
    orders
        The deployments chosen so far, in the order of play; None for one that is not known here.
    todo
        Conquests for which each player may still cross off a triangle.
    kept
        The sum of the dice picked in this round, as rolled (solo).
    groups
        The places where new soldiers wait for a word, as bits (solo).
    """

    phase: Phase
    round: int
    first: int
    side: int
    seats: tuple[tuple[int, int], ...]
    holders: tuple[int, ...]
    soldiers: tuple[int, ...]
    heroes: tuple[int, ...]
    devices: tuple[int, ...]
    owns: tuple[Own, ...]
    dice: tuple[int, ...] = ()
    picks: int = 0
    orders: tuple[tuple[Order, ...] | None, ...] = ()
    todo: tuple[int, ...] = ()
    kept: int = 0
    groups: int = 0


class Unit(NamedTuple):
    """A unit that may be deployed."""

    number: int
    stack: UnitStack
    bomb: bool


def blank(rules: Rules) -> RoundState:
    """Return how a game begins."""
    places = rules.ground.places
    nobody, none = (-1,) * places, (0,) * places
    soldiers = none
    if rules.is_solo:
        soldiers = tuple(place.garrison for place in rules.ground.map.places)
        nobody = tuple(1 if count else -1 for count in soldiers)
    own = Own((0,) * len(rules.desk.shapes))
    players = rules.players
    turn, seats = 0 if rules.is_solo else -1, ((-1, -1),) * players
    own_of_all, todo = (own,) * players, (0,) * players
    return RoundState(
        Phase.FIRST, 1, turn, 0, seats, nobody, soldiers, none, (0, 0, 0), own_of_all, todo=todo
    )


def replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return values with another one at a place."""
    return (*values[:at], value, *values[at + 1 :])


def order_of_play(rules: Rules, state: RoundState) -> tuple[int, ...]:
    """Return the players from the first to the last."""
    return tuple((state.first + k) % rules.players for k in range(rules.players))


def complete_pairs(rules: Rules, own: Own) -> int:
    """Return how many upgrade pairs hold a smaller number before a larger one."""
    start, end = rules.desk.starts[:2]
    return sum(0 < own.cells[k] < own.cells[k + 1] for k in range(start, end, 2))


def to_develop(rules: Rules, own: Own) -> int:
    """Return how many upgrades a player has still to choose."""
    left = (rules.upgrades & ~own.bought).bit_count()
    return min(left, complete_pairs(rules, own) - own.bought.bit_count())


def row_numbers(rules: Rules, own: Own, unit: int) -> tuple[int, ...]:
    """Return what stands in the cells of a special unit."""
    start, end = rules.desk.starts[1 + unit : 3 + unit]
    return own.cells[start:end]


def special_units(rules: Rules, own: Own, unit: int) -> int:
    """Return how many units a special unit comes to, 0 where it is not complete."""
    numbers = row_numbers(rules, own, unit)
    if 0 in numbers or not in_order(SPECIAL[unit], numbers):
        return 0
    upgraded = own.bought >> (2 * unit)
    value = rules.desk.rows[unit].values[upgraded & 1]
    return unit_strength(SPECIAL[unit], numbers, value, line=bool(upgraded & 2))


def units_of(rules: Rules, own: Own) -> tuple[Unit, ...]:
    """Return the units a player has to deploy."""
    desk = rules.desk
    heroes = len(desk.heroes)
    found = [
        Unit(slot, UnitStack(0, own.cells[slot]), bomb=False)
        for slot in range(heroes)
        if own.waiting >> slot & 1
    ]
    for unit in range(len(desk.rows)):
        strength = special_units(rules, own, unit)
        if strength:
            found.append(Unit(heroes + unit, UnitStack(strength, 0), bomb=unit == rules.bomb))
    footmen = desk.footmen(own.crossed, highest=rules.footmen_sum == "highest")
    found += [Unit(heroes + 3 + k, UnitStack(n, 0), bomb=False) for k, n in enumerate(footmen)]
    if own.reserve:
        found.append(Unit(heroes + 5, UnitStack(own.reserve, 0), bomb=False))
    return tuple(found)


def controlled(rules: Rules, state: RoundState, player: int) -> tuple[int, ...]:
    """Return the numbered spaces that a player controls."""
    return tuple(p for p in range(rules.ground.spaces) if state.holders[p] == player)


def points_of(rules: Rules, state: RoundState, player: int) -> int:
    """Return what the white pyramids of a player's spaces are worth in this round."""
    spaces = rules.ground.map.spaces
    both = [spaces[place].points for place in controlled(rules, state, player)]
    top, bottom = sum(one for one, _ in both), sum(two for _, two in both)
    if state.round < rules.last_round or rules.is_solo:
        return top
    return bottom if rules.final == "bottom" else top + bottom


def factory_counts(rules: Rules, state: RoundState, player: int) -> dict[str, int]:
    """Return how many factories a player controls for each section that has any."""
    found: dict[str, int] = {}
    for place, section in rules.factories:
        if state.holders[place] == player:
            found[section] = found.get(section, 0) + 1
    return found


def stack_on(state: RoundState, place: int) -> UnitStack:
    """Return what stands on a place."""
    return UnitStack(state.soldiers[place], state.heroes[place])
