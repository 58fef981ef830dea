"""What lies on the map as layers of pieces, and the events between two such pictures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from model.contract.moves import Event, PieceKind
from model.games.rolling_pyramids.round_state import RoundState
from model.games.rolling_pyramids.rulebook import Rules

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
"""Site -> its layers, the lowest first; sites with nothing are left out."""


def layers_of(rules: Rules, state: RoundState) -> dict[int, tuple[Layer, ...]]:
    """Return what lies on the map."""
    found: dict[int, tuple[Layer, ...]] = {}
    for place in range(rules.ground.places):
        stack = stack_layers(state.holders[place], state.soldiers[place], state.heroes[place])
        if state.umbrellas >> place & 1:
            stack = (*stack, (state.holders[place], UMBRELLA, 1))
        if stack:
            found[place] = stack
    for player, (start, race) in enumerate(state.seats):
        if race >= 0:
            found[rules.ground.spaces + start] = ((player, INSIGNIA, 1),)
    for bits, kind in ((state.rams, RAM), (state.spikes, SPIKES)):
        while bits:
            site = (bits & -bits).bit_length() - 1
            bits &= bits - 1
            owner = state.holders[rules.ground.edges[site][0]]
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
        if after < before:
            yield Event(stage, "remove", site=site, owner=owner, piece=kind,
                        count=before - after, cause=cause)  # fmt: skip
        elif after > before:
            yield Event(stage, "place", site=site, owner=owner, piece=kind,
                        count=after - before, cause=cause)  # fmt: skip
    for owner, kind, count in new[keep:]:
        yield Event(stage, "place", site=site, owner=owner, piece=kind, count=count, cause=cause)
