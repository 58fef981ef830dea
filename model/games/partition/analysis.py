"""What `analyze` tells of a Partition position: who holds the corners, and what they cost."""

from __future__ import annotations

from time import monotonic
from typing import Any

from model.games.partition.placing import PLAYERS
from model.games.partition.position import PartitionPosition
from model.lattice import CORNERS


def findings(
    position: PartitionPosition, *, costs: bool, limit: float | None
) -> tuple[dict[str, Any], bool]:
    """Return the keys `analyze` adds, and False when the time was up."""
    held = {"corners": corners(position)}
    if not costs:
        return held, True
    reckoned, decided = _costs(position, limit)
    return {**held, **reckoned}, decided


def corners(position: PartitionPosition) -> dict[str, str | None]:
    """Return who holds each corner."""
    return {
        corner: None if holder < 0 else PLAYERS[holder]
        for corner, holder in zip(CORNERS, position.holders.tolist(), strict=True)
    }


def _costs(position: PartitionPosition, limit: float | None) -> tuple[dict[str, Any], bool]:
    """The keys about costs, and whether the time was enough."""
    from model import connection

    lattice, stacking = position.game.board, position.game.stacking
    deadline = None if limit is None else monotonic() + limit
    late = False

    def stop() -> bool:
        nonlocal late
        late = late or (deadline is not None and monotonic() >= deadline)
        return late

    cost: dict[str, dict[str, int | None]] = {}
    bounds: list[str] = []
    win: dict[str, dict[str, Any] | None] = {}
    for player, other in (PLAYERS, PLAYERS[::-1]):
        own, opposing = position.balls(player), position.balls(other)
        cost[player] = {}
        for corner in CORNERS:
            price = connection.cost(lattice, own, opposing, corner, stacking=stacking, stop=stop)
            cost[player][corner] = None if price is None else price.n
            if price is not None and not price.exact:
                bounds.append(f"{player}.{corner}")
    for player, other in (PLAYERS, PLAYERS[::-1]):
        own, opposing = position.balls(player), position.balls(other)
        whole = connection.win_cost(lattice, own, opposing, stacking=stacking, stop=stop)
        win[player] = None
        if whole is not None:
            win[player] = {
                "n": whole.n,
                "exact": whole.exact,
                "corners": list(whole.corners),
                "plan": [lattice.names[site] for site in whole.plan],
            }
    return {"cost": cost, "cost_bounds": bounds, "win_cost": win}, not late
