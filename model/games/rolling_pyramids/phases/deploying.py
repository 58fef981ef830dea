"""Deployments: where units may be sent, and how that is written."""

from __future__ import annotations

from model.games.rolling_pyramids.round_state import HOLD, Order, RoundState, Unit, units_of
from model.games.rolling_pyramids.rulebook import RACES, Rules

Reach = dict[str, tuple[int, int]]
"""What may stand for a target in a move -> (target, the place whose border is crossed or -1)."""


def reach(rules: Rules, state: RoundState, player: int, *, steps: int = 1) -> Reach:
    """Return where a unit of a player may go.

    Own spaces, and over each border of an own space or start what lies beyond it and can be taken;
    with `steps` 2 also what lies beyond such a space.
    """
    ground = rules.ground
    names, holders = ground.names, state.holders
    mine = [place for place in range(ground.places) if holders[place] == player]
    found: Reach = {}
    for place in mine:
        if place < ground.spaces:
            found[names[place]] = (place, -1)
    origins = list(mine)
    if steps == 2:
        near = {other for place in mine for other in ground.beside[place] if other < ground.spaces}
        origins = sorted({*mine, *near})
    last = ground.places if rules.is_solo else ground.spaces
    for place in origins:
        for other in ground.beside[place]:
            if other < last and holders[other] != player:
                if rules.auto_border:
                    border = best_border(rules, state, player, other, origins)
                    found[names[other]] = (other, border)
                else:
                    found[names[ground.border[place, other]]] = (other, place)
    return found


def best_border(
    rules: Rules, state: RoundState, player: int, target: int, origins: list[int]
) -> int:
    """Return the place whose border is the best to cross: with an own ram and without spikes."""
    border = rules.ground.border

    def worth(place: int) -> tuple[int, int]:
        own = state.holders[place] == player
        ram = own and state.rams >> border[place, target] & 1
        return bool(ram) - (state.spikes >> border[target, place] & 1), -place

    return max((place for place in rules.ground.beside[target] if place in origins), key=worth)


def anywhere(rules: Rules) -> Reach:
    """Return where a bomb may go: every numbered space."""
    return {name: (place, -1) for place, name in
            enumerate(rules.ground.names[: rules.ground.spaces])}  # fmt: skip


def choices(rules: Rules, state: RoundState, player: int) -> tuple[tuple[Unit, Reach], ...]:
    """Return the units of a player, and where each may be sent."""
    near = reach(rules, state, player)
    race = RACES[state.seats[player][1]] if state.seats[player][1] >= 0 else ""
    far = near
    if rules.homebrew_races and race == "rashar":
        far = reach(rules, state, player, steps=2)
    found = []
    for unit in units_of(rules, state.owns[player]):
        told = anywhere(rules) if unit.bomb else far if unit.stack.heroes else near
        if rules.hold_units and unit.number < len(rules.desk.heroes) + len(rules.desk.rows):
            told = {**told, HOLD: (-1, -1)}
        found.append((unit, told))
    return tuple(found)


def orders_text(rules: Rules, orders: tuple[Order, ...]) -> str:
    """Return a deployment as moves write it: hero1:S1>8,foot1:9."""
    return ",".join(f"{rules.unit_names[unit]}:{target_text(rules, unit, to, at)}"
                    for unit, to, at in orders)  # fmt: skip


def target_text(rules: Rules, unit: int, to: int, at: int) -> str:
    """Return what stands for a target: a space, or the border that is crossed to it."""
    ground = rules.ground
    if to < 0:
        return HOLD
    if at < 0 or rules.auto_border:
        return ground.names[to]
    return ground.names[ground.border[at, to]]
