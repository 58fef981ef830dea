"""Where the units of a deployment go that is being made, as arrows on the map."""

from __future__ import annotations

from collections.abc import Sequence

from model.contract.game import Position
from model.games.rolling_pyramids.phases.deploying import choices
from model.games.rolling_pyramids.position import RollingPyramidsPosition
from model.games.rolling_pyramids.round_state import DEPLOY
from viewer.visuals.overlay_types import Arrow, Overlay


def planned_units(position: Position, partial: Sequence[str]) -> tuple[Overlay, ...]:
    """Return an arrow over each border that is to be crossed, with how many units cross it.

    Units that stay on a space of their own have none, nor has a bomb: it comes from nowhere.
    """
    if not isinstance(position, RollingPyramidsPosition) or not partial:
        return ()
    rules, state = position.game.rules, position.state
    if state.phase != DEPLOY:
        return ()
    held = {slot.name: slot.value for slot in position.steps(tuple(partial)).slots}
    crossing: dict[tuple[int, int], int] = {}
    for unit, near in choices(rules, state, state.side):
        to, at = near.get(held.get(rules.unit_names[unit.number], ""), (-1, -1))
        if to >= 0 and at >= 0:
            crossing[at, to] = crossing.get((at, to), 0) + unit.stack.units
    return tuple(Arrow(at, to, state.side, text=str(units)) for (at, to), units in crossing.items())
