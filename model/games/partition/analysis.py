"""What `analyze` tells of a Partition position: who holds the corners, and what they cost."""

from __future__ import annotations

from time import monotonic

from model.boards.lattice import CORNERS
from model.games.partition.placing import PLAYERS
from model.games.partition.position import PartitionPosition
from model.games.partition.verdicts import Verdicts, verdict_steps


def findings(
    position: PartitionPosition, *, costs: bool, limit: float | None
) -> tuple[dict[str, object], bool]:
    """Return the keys `analyze` adds, and False when the time was up."""
    held: dict[str, object] = {"corners": corners(position)}
    if not costs:
        return held, True
    deadline = None if limit is None else monotonic() + limit
    late = False

    def stop() -> bool:
        nonlocal late
        late = late or (deadline is not None and monotonic() >= deadline)
        return late

    *_, known = verdict_steps(position, stop)
    return {**held, **_costs(known)}, not late


def corners(position: PartitionPosition) -> dict[str, str | None]:
    """Return who holds each corner."""
    return {
        corner: None if holder < 0 else PLAYERS[holder]
        for corner, holder in zip(CORNERS, position.holders.tolist(), strict=True)
    }


def _costs(known: Verdicts) -> dict[str, object]:
    """Return the keys about costs, as JSON knows them."""
    cost: dict[str, dict[str, int | None]] = {player: {} for player in PLAYERS}
    bounds: list[str] = []
    for player in PLAYERS:
        for corner in CORNERS:
            price = known.costs[player, corner]
            cost[player][corner] = None if price is None else price.n
            if price is not None and not price.exact:
                bounds.append(f"{player}.{corner}")
    names = known.position.game.board.names
    win = {
        player: None
        if whole is None
        else {
            "n": whole.n,
            "exact": whole.exact,
            "corners": list(whole.corners),
            "plan": [names[site] for site in whole.plan],
        }
        for player in PLAYERS
        for whole in [known.wins[player]]
    }
    return {"cost": cost, "cost_bounds": bounds, "win_cost": win}
