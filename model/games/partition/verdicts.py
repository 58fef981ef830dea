"""Verdicts on a Partition position as data: who holds which corner, what it costs, what wins.

`verdict_steps` is the one place that asks for them all, in the order of interest. Nothing here is
put into words or shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from model.boards.lattice import CORNERS
from model.contract.game import Player, Stop
from model.games.partition.position import PLAYERS, PartitionPosition

if TYPE_CHECKING:
    from model.connection import CornerState, Cost, WinCost

Mask = npt.NDArray[np.bool_]
Key = tuple[Player, str]
"""(player, corner)."""


@dataclass(frozen=True, eq=False)
class PlacementNeeds:
    """What the side to move would still need once its ball stood on a point.

    Attributes
    ----------
    costs
        Corner -> cost, None where the opponent holds it.
    win
        The win cost, None where the side can never win.
    """

    costs: Mapping[str, Cost | None]
    win: WinCost | None


@dataclass(frozen=True, eq=False)
class Verdicts:
    """What is known so far of one position; later ones of the same position know more.

    Attributes
    ----------
    position
        What they are about.
    states
        (player, corner) -> state.
    costs
        (player, corner) -> cost, None where the opponent holds the corner; absent: not yet known.
    takers
        (player, corner) -> the points where one ball takes the corner; absent where none does.
    wins
        player -> win cost, None where he can never win; absent: not yet known.
    done
        All of the above is known.
    after
        Site -> what would be needed after a ball there; of the points weighed so far.
    """

    position: PartitionPosition
    states: Mapping[Key, CornerState] = field(default_factory=dict)
    costs: Mapping[Key, Cost | None] = field(default_factory=dict)
    takers: Mapping[Key, tuple[int, ...]] = field(default_factory=dict)
    wins: Mapping[Player, WinCost | None] = field(default_factory=dict)
    done: bool = False
    after: Mapping[int, PlacementNeeds] = field(default_factory=dict)


def opponent(player: Player) -> Player:
    """Return the other side."""
    return PLAYERS[1 - PLAYERS.index(player)]


def corner_state(position: PartitionPosition, player: Player, corner: str) -> CornerState:
    """Return how `player` stands at a corner."""
    from model import connection

    return connection.corner_state(position.game.board, *_masks(position, player), corner)


def corner_states(position: PartitionPosition) -> Mapping[Key, CornerState]:
    """Return both players' states at all corners."""
    return MappingProxyType(
        {
            (player, corner): corner_state(position, player, corner)
            for player in PLAYERS
            for corner in CORNERS
        }
    )


def cost(
    position: PartitionPosition,
    player: Player,
    corner: str,
    *,
    stop: Stop | None = None,
    added: int | None = None,
) -> Cost | None:
    """Return what a corner costs `player`, None where the opponent holds it.

    Parameters
    ----------
    stop
        Ends the search early; the best plan found so far counts, as an upper bound.
    added
        A site where one more ball of the player is taken to stand.
    """
    from model import connection

    game, (own, other) = position.game, _masks(position, player, added)
    return connection.cost(game.board, own, other, corner, stacking=game.stacking, stop=stop)


def win_cost(
    position: PartitionPosition,
    player: Player,
    *,
    stop: Stop | None = None,
    added: int | None = None,
) -> WinCost | None:
    """Return what a win costs `player`, None where he can never win; parameters as in `cost`."""
    from model import connection

    game, (own, other) = position.game, _masks(position, player, added)
    return connection.win_cost(game.board, own, other, stacking=game.stacking, stop=stop)


def takers(position: PartitionPosition, player: Player, corner: str) -> tuple[int, ...]:
    """Return the playable points where one more ball of `player` takes a corner, ascending.

    The ball joins a group that isolates the corner already, or it stands on every way out that the
    others leave; so one such way and the neighbours of those groups are all that need be judged.
    """
    from model import connection

    board, (own, other) = position.game.board, _masks(position, player)
    number = CORNERS.index(corner)
    held = np.asarray(position.holders) == PLAYERS.index(player)
    if held[number]:
        return ()
    likely = np.zeros(len(board), bool)
    rest = own.copy()
    state = connection.corner_state(board, rest, other, corner)
    while state.kind == "isolates":
        for site in state.group:
            likely[board.neighbours(site)] = True
        rest[list(state.group)] = False
        state = connection.corner_state(board, rest, other, corner)
    likely[list(state.escape)] = True
    return tuple(
        site
        for site in np.flatnonzero(likely & position.playable).tolist()
        if connection.after(board, own, site, held)[number]
    )


def verdict_steps(position: PartitionPosition, stop: Stop | None = None) -> Iterator[Verdicts]:
    """Yield what is known after every step: the states, then costs and win cost a side.

    The side to move comes first. Whoever stops takes what is yielded afterwards for bounds, or
    asks for no more.
    """
    known = Verdicts(position, states=corner_states(position))
    yield known
    side = PLAYERS[position.side]
    for player in (side, opponent(side)):
        for corner in CORNERS:
            price = cost(position, player, corner, stop=stop)
            known = replace(known, costs={**known.costs, (player, corner): price})
            if price is not None and price.n == 1:
                sites = takers(position, player, corner)
                known = replace(known, takers={**known.takers, (player, corner): sites})
            yield known
        known = replace(known, wins={**known.wins, player: win_cost(position, player, stop=stop)})
        yield known
    yield replace(known, done=True)


def with_takers(position: PartitionPosition) -> Verdicts:
    """Return what is known of a position where nothing is known but who takes what by one ball."""
    found = {
        (player, corner): sites
        for player in PLAYERS
        for corner in CORNERS
        if (sites := takers(position, player, corner))
    }
    return Verdicts(position, takers=found)


def verdict_after(position: PartitionPosition, site: int, stop: Stop) -> PlacementNeeds | None:
    """Return what the side to move would need after a ball on `site`; None when stopped."""
    player = PLAYERS[position.side]
    costs = {}
    for corner in CORNERS:
        costs[corner] = cost(position, player, corner, stop=stop, added=site)
        if stop():
            return None
    win = win_cost(position, player, stop=stop, added=site)
    return None if stop() else PlacementNeeds(MappingProxyType(costs), win)


def _masks(
    position: PartitionPosition, player: Player, added: int | None = None
) -> tuple[Mask, Mask]:
    """(n,) bool each: the player's balls and the other side's."""
    own = position.balls(player)
    if added is not None:
        own = own.copy()
        own[added] = True
    return own, position.balls(opponent(player))


# -- what `analyze` tells of a Partition position: who holds the corners, and what they cost -------


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
