"""What happens to stacks of soldiers and heroes: bombs, halving devices, battles, losses.

Source: the deploy phase of the sheet, and docs/rules/rolling-pyramids.md ("Battles", "Bombs"). All
of it is arithmetic on numbers; whose they are and where they stand is known elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

MELEES = ("top_two", "sum_of_others", "turn_order")
HALVES = ("up", "down")
CASUALTIES = ("soldiers_first", "heroes_first")
BASTET = ("always", "defence")
"""When heroes of Bastet count double; the sheet names no occasion, so they always do."""


class UnitStack(NamedTuple):
    """Units of one owner on one space."""

    soldiers: int
    heroes: int

    @property
    def units(self) -> int:
        """How many units there are."""
        return self.soldiers + self.heroes

    def joined(self, other: UnitStack) -> UnitStack:
        """Return both together."""
        return UnitStack(self.soldiers + other.soldiers, self.heroes + other.heroes)


class Arithmetic(NamedTuple):
    """How losses are counted, as options choose it."""

    melee: str = "top_two"
    halve: str = "up"
    casualties: str = "soldiers_first"


class Side(NamedTuple):
    """Who takes part in a battle.

    Attributes
    ----------
    stack
        What fights.
    weight
        What each of its heroes is worth (`weight_of`).
    halved
        Whether a ram or spikes break it down first.
    """

    stack: UnitStack
    weight: int = 1
    halved: bool = False


class BattleResult(NamedTuple):
    """How a battle went.

    Attributes
    ----------
    winner
        The number of the side that is left, -1 where nobody is.
    left
        What is left of it.
    strengths
        What each side fought with, after halving.
    """

    winner: int
    left: UnitStack
    strengths: tuple[int, ...]


NOBODY = UnitStack(0, 0)
USUAL = Arithmetic()


def weight_of(race: str, *, attacks: bool, homebrew: bool = False, bastet: str = BASTET[0]) -> int:
    """Return how many soldiers a hero of a race is worth."""
    if race == "bastet" and (bastet == "always" or not attacks):
        return 2
    if race == "anubian" and attacks:
        return 2
    return 2 if homebrew and race == "sobeccian" and not attacks else 1


def strength(stack: UnitStack, weight: int) -> int:
    """Return what a stack is worth."""
    return stack.soldiers + weight * stack.heroes


def halved(stack: UnitStack, rules: Arithmetic = USUAL) -> UnitStack:
    """Return what is left of a stack where a device breaks it down in half."""
    gone = stack.units // 2 if rules.halve == "up" else (stack.units + 1) // 2
    return paid(stack, 1, gone, rules)


def paid(stack: UnitStack, weight: int, points: int, rules: Arithmetic = USUAL) -> UnitStack:
    """Return what is left of a stack that pays so many points.

    A soldier pays 1 point and a hero `weight`. A hero for whom fewer points are left than he is
    worth stays, and the rest of the points is lost.
    """
    soldiers, heroes = stack
    if rules.casualties == "soldiers_first":
        fallen = min(soldiers, points)
        return UnitStack(soldiers - fallen, heroes - min(heroes, (points - fallen) // weight))
    lost = min(heroes, points // weight)
    return UnitStack(soldiers - min(soldiers, points - lost * weight), heroes - lost)


def bombed(
    stack: UnitStack, weight: int, power: int, *, umbrella: bool = False, rules: Arithmetic = USUAL
) -> UnitStack:
    """Return what bombs leave of a stack; an umbrella keeps half of it, rounded up, from harm."""
    if not umbrella:
        return paid(stack, weight, power, rules)
    kept = (stack.units + 1) // 2
    heroes = min(stack.heroes, kept)
    safe = UnitStack(kept - heroes, heroes)
    left = paid(
        UnitStack(stack.soldiers - safe.soldiers, stack.heroes - heroes), weight, power, rules
    )
    return left.joined(safe)


def fight(sides: Sequence[Side], rules: Arithmetic = USUAL) -> BattleResult:
    """Return how the sides that meet on a space fight it out.

    Parameters
    ----------
    sides
        Two or more. Under the melee "turn_order" the first one holds the space, or came first, and
        the others follow in the order of their turns.
    """
    stacks = [halved(side.stack, rules) if side.halved else side.stack for side in sides]
    strengths = tuple(strength(k, side.weight) for k, side in zip(stacks, sides, strict=True))
    if rules.melee == "turn_order":
        winner, left = _one_after_another(sides, stacks, rules)
    else:
        winner, left = _all_at_once(sides, stacks, strengths, rules)
    return (
        BattleResult(winner, left, strengths) if left.units else BattleResult(-1, NOBODY, strengths)
    )


def _all_at_once(
    sides: Sequence[Side], stacks: Sequence[UnitStack], strengths: Sequence[int], rules: Arithmetic
) -> tuple[int, UnitStack]:
    best = max(range(len(sides)), key=strengths.__getitem__)
    others = [one for n, one in enumerate(strengths) if n != best]
    against = sum(others) if rules.melee == "sum_of_others" else max(others)
    if strengths[best] <= against:
        return -1, NOBODY
    return best, paid(stacks[best], sides[best].weight, against, rules)


def _one_after_another(
    sides: Sequence[Side], stacks: Sequence[UnitStack], rules: Arithmetic
) -> tuple[int, UnitStack]:
    """Each newcomer fights whoever is left; where both fall, the next one walks in."""
    winner, left = 0, stacks[0]
    for number in range(1, len(sides)):
        comes = stacks[number]
        if not left.units:
            winner, left = number, comes
            continue
        mine, theirs = strength(left, sides[winner].weight), strength(comes, sides[number].weight)
        if mine > theirs:
            left = paid(left, sides[winner].weight, theirs, rules)
        elif theirs > mine:
            winner, left = number, paid(comes, sides[number].weight, mine, rules)
        else:
            left = NOBODY
    return winner, left
