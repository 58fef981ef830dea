"""What `View.show` lays over a Partition position: lines, sheets, ways out and plans, as data.

The words are those of `model.records.view`: ``corner=SW:red``, ``sheet=SW:red``,
``cost=SW:red``, ``win=red``; pictures without a window also know ``pour=SW:red``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from model.boards.lattice import CORNERS
from model.contract.game import Player
from model.games.partition import verdicts
from model.games.partition.position import PLAYERS, PartitionPosition
from model.games.partition.verdicts import Verdicts
from viewer.visuals.overlay_types import Marks, Overlay, Pour, Sheet, Threats, Tube

if TYPE_CHECKING:
    from model.connection import CornerState, Cost, WinCost


@dataclass(frozen=True)
class CornerFacts:
    """States and costs of a position, as far as they are known.

    Attributes
    ----------
    position
        What is shown.
    verdicts
        What is known of it.
    """

    position: PartitionPosition
    verdicts: Verdicts | None

    def state(self, corner: str, player: Player) -> CornerState:
        """Return how `player` stands at a corner; computed where it is not known."""
        known = self.verdicts
        if known is not None and (player, corner) in known.states:
            return known.states[player, corner]
        return verdicts.corner_state(self.position, player, corner)

    def cost(self, corner: str, player: Player) -> Cost | None:
        """Return what a corner costs; None also while that is unknown."""
        known = self.verdicts
        if known is not None and (player, corner) in known.costs:
            return known.costs[player, corner]
        return None

    def win(self, player: Player) -> WinCost | None:
        """Return what a win costs; None also while that is unknown."""
        known = self.verdicts
        if known is not None and player in known.wins:
            return known.wins[player]
        return None


def shown(known: CornerFacts, show: str, *, plans: bool = True) -> tuple[Overlay, ...]:
    """Return the overlays of `show`; () for words that do not fit the game.

    Parameters
    ----------
    plans
        With plans besides the one that ``cost=`` asks for.
    """
    kind, _, what = show.partition("=")
    if kind == "win" and what in PLAYERS:
        return _win(known, what, plans)
    corner, _, player = what.partition(":")
    if corner not in CORNERS or player not in PLAYERS:
        return ()
    if kind == "corner":
        return _corner(known, corner, player, plans)
    if kind == "sheet":
        state, owner = known.state(corner, player), PLAYERS.index(player)
        if not state.also_sheet:
            return _corner(known, corner, player, plans)
        overlays: list[Overlay] = [_sheet(known, state.also_sheet, owner)]
        if state.also_tether:
            overlays.append(Tube(state.also_tether, owner, "tether"))
        return tuple(overlays)
    if kind == "cost":
        cost = known.cost(corner, player)
        return () if cost is None else _plan(cost.plan, player)
    if kind == "pour":
        flood = pour(known.position, player, corner)
        end = replace(flood, time=float(flood.distances.max()) + 2.0)
        return (end, *_corner(known, corner, player, plans))
    return ()


def priced(known: Verdicts, show: str) -> Verdicts:
    """Return verdicts with the cost that `shown` lays over the position for a word, if any."""
    position, (kind, _, what) = known.position, show.partition("=")
    if kind == "win" and what in PLAYERS:
        wins = {} if position.outcome is not None else {what: verdicts.win_cost(position, what)}
        return replace(known, wins={**known.wins, **wins})
    corner, _, player = what.partition(":")
    if corner not in CORNERS or player not in PLAYERS:
        return known
    if kind in ("corner", "sheet", "pour"):
        state = verdicts.corner_state(position, player, corner)
        if state.kind == "other":
            player = verdicts.opponent(player)
            state = verdicts.corner_state(position, player, corner)
        if state.kind != "isolates":
            return known
    elif kind != "cost":
        return known
    found = verdicts.cost(position, player, corner)
    return replace(known, costs={**known.costs, (player, corner): found})


def threats(known: Verdicts) -> tuple[Overlay, ...]:
    """Return the points where one ball takes a corner, a side at a time; none once it is over."""
    if known.position.outcome is not None:
        return ()
    found = []
    for owner, player in enumerate(PLAYERS):
        sites = {site for (who, _), some in known.takers.items() if who == player for site in some}
        if sites:
            found.append(Threats(tuple(sorted(sites)), owner))
    return tuple(found)


def pour(position: PartitionPosition, player: Player, corner: str) -> Pour:
    """Return the colour that runs from `corner` past the player's balls, at its start."""
    from model import connection

    distances = connection.pour(position.game.board, position.balls(player), corner)
    return Pour(distances, PLAYERS.index(player), 0.0, position)


def _corner(known: CornerFacts, corner: str, player: Player, plans: bool) -> tuple[Overlay, ...]:
    """What decides a corner: held, isolated or open."""
    state, owner = known.state(corner, player), PLAYERS.index(player)
    if state.kind == "other":
        return _corner(known, corner, verdicts.opponent(player), plans)
    if state.kind == "open":
        return (Tube(state.escape, owner, "escape"),)
    overlays: list[Overlay] = []
    if state.line:
        overlays.append(Tube(state.line, owner, "line"))
    if state.sheet:
        overlays.append(_sheet(known, state.sheet, owner))
    if state.tether:
        overlays.append(Tube(state.tether, owner, "tether"))
    if state.kind == "isolates" and plans:
        cost = known.cost(corner, player)
        if cost is not None:
            overlays.extend(_plan(cost.plan, player))
    return tuple(overlays)


def _sheet(known: CornerFacts, sites: tuple[int, ...], owner: int) -> Sheet:
    from model.connection import triangles

    return Sheet(sites, triangles(known.position.game.board, sites), owner)


def _plan(plan: tuple[int, ...], player: Player) -> tuple[Overlay, ...]:
    if not plan:
        return ()
    texts = tuple(str(k) for k in range(1, len(plan) + 1))
    return (Marks(tuple(plan), texts, PLAYERS.index(player)),)


def _win(known: CornerFacts, player: Player, plans: bool) -> tuple[Overlay, ...]:
    """All corners a side holds, and the plan for those it still needs."""
    overlays: list[Overlay] = []
    for corner in CORNERS:
        if known.state(corner, player).kind == "holds":
            overlays.extend(_corner(known, corner, player, plans))
    if known.position.outcome is None and plans:
        win = known.win(player)
        if win is not None:
            overlays.extend(_plan(win.plan, player))
    return tuple(overlays)
