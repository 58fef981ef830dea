"""The Pharaoh of the solo game: his reinforcements, and the player's soldiers that follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from model.games.rolling_pyramids.battle import NOBODY, USUAL, Arithmetic, Stack, paid, strength


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
    stack: Stack
    pharaoh: bool


def pool_of(dice: Sequence[int], *, up: bool = False) -> int:
    """Return how many soldiers the Pharaoh gets for the dice that were kept, as rolled."""
    return (sum(dice) + up) // 2


def arrivals(
    pool: int,
    order: Sequence[int],
    players: Callable[[int], Stack | None],
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
            found.append(Arrival(place, 1, Stack(theirs[place], 0), pharaoh=True))
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
        found.append(Arrival(place, spent, Stack(1, 0) if stays else NOBODY, pharaoh=stays))
    return tuple(found)
