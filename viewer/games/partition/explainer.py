"""Partition explained: corners analyzed in the background, shown by overlays, told in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from model.boards.board import IntArray
from model.boards.lattice import CORNERS
from model.contract.game import Player, Position, Stop
from model.games.partition import verdicts
from model.games.partition.position import PLAYERS, PartitionPosition
from model.games.partition.verdicts import (
    Verdicts,
    corner_states,
    verdict_after,
    verdict_steps,
    with_takers,
)
from viewer.games.facts import Fact
from viewer.games.game_view import ExplainAction, Explainer, Explanation, Findings, TellFindings
from viewer.games.partition.sentences import corner_name, cost_text, point_line, verdict, win_line
from viewer.visuals.overlay_types import Marks, Overlay, Pour, Sheet, Threats, Tube

if TYPE_CHECKING:
    from model.connection import CornerState, Cost


# -- what View.show lays over a position -----------------------------------------------------------


def shown(known: Verdicts, show: str, *, plans: bool = True) -> tuple[Overlay, ...]:
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
        state, owner = _state(known, corner, player), PLAYERS.index(player)
        if not state.also_sheet:
            return _corner(known, corner, player, plans)
        overlays: list[Overlay] = [_sheet(known, state.also_sheet, owner)]
        if state.also_tether:
            overlays.append(Tube(state.also_tether, owner, "tether"))
        return tuple(overlays)
    if kind == "cost":
        cost = known.costs.get((player, corner))
        return () if cost is None else _plan(cost.plan, player)
    if kind == "pour":
        flood = pour(known.position, player, corner)
        end = replace(flood, time=float(flood.distances.max()) + 2.0)
        return (end, *_corner(known, corner, player, plans))
    return ()


def _priced(known: Verdicts, show: str) -> Verdicts:
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


def pour(position: PartitionPosition, player: Player, corner: str) -> Pour:
    """Return the colour that runs from `corner` past the player's balls, at its start."""
    from model import connection

    distances = connection.pour(position.game.board, position.balls(player), corner)
    return Pour(distances, PLAYERS.index(player), 0.0, position)


def _state(known: Verdicts, corner: str, player: Player) -> CornerState:
    """How `player` stands at a corner; computed where it is not known."""
    if (player, corner) in known.states:
        return known.states[player, corner]
    return verdicts.corner_state(known.position, player, corner)


def _corner(known: Verdicts, corner: str, player: Player, plans: bool) -> tuple[Overlay, ...]:
    """What decides a corner: held, isolated or open."""
    state, owner = _state(known, corner, player), PLAYERS.index(player)
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
        cost = known.costs.get((player, corner))
        if cost is not None:
            overlays.extend(_plan(cost.plan, player))
    return tuple(overlays)


def _sheet(known: Verdicts, sites: tuple[int, ...], owner: int) -> Sheet:
    from model.connection import triangles

    return Sheet(sites, triangles(known.position.game.board, sites), owner)


def _plan(plan: tuple[int, ...], player: Player) -> tuple[Overlay, ...]:
    if not plan:
        return ()
    texts = tuple(str(k) for k in range(1, len(plan) + 1))
    return (Marks(tuple(plan), texts, PLAYERS.index(player)),)


def _win(known: Verdicts, player: Player, plans: bool) -> tuple[Overlay, ...]:
    """All corners a side holds, and the plan for those it still needs."""
    overlays: list[Overlay] = []
    for corner in CORNERS:
        if _state(known, corner, player).kind == "holds":
            overlays.extend(_corner(known, corner, player, plans))
    if known.position.outcome is None and plans:
        win = known.wins.get(player)
        if win is not None:
            overlays.extend(_plan(win.plan, player))
    return tuple(overlays)


# What a ball on one point would do, as the line of text under the cursor and in the maps.


def _place(position: PartitionPosition, site: int) -> tuple[str, int, Player | None]:
    """Return name and level of a site, and whose ball stands there."""
    board, cell = position.game.board, int(position.cells[site])
    occupant = PLAYERS[cell - 1] if cell else None
    return board.names[site], int(board.layers["level"][site]), occupant


def _effect(position: PartitionPosition, site: int, player: Player, known: Verdicts | None) -> str:
    from model import connection

    held = position.holders == PLAYERS.index(player)
    then = connection.after(position.game.board, position.balls(player), site, held)
    changes, win_next = _cheaper(known, player, site)
    name, level, _ = _place(position, site)
    return point_line(
        name,
        level,
        player=player,
        groups=_touched(position, site, player),
        wins=int(np.count_nonzero(then)) >= connection.CORNERS_TO_WIN,
        gains=[
            corner
            for corner, now, before in zip(CORNERS, then, held, strict=True)
            if now and not before
        ],
        changes=[(corner, cost_text(old), cost_text(new)) for corner, old, new in changes],
        threatens=any(new.n == 1 for _, _, new in changes),
        threatens_win=win_next,
    )


def _touched(position: PartitionPosition, site: int, player: Player) -> int:
    """How many of the player's groups a ball on `site` would touch."""
    labels = _labels(position, player)[position.game.board.neighbours(site)]
    return len(set(labels[labels >= 0].tolist()))


def _cheaper(
    known: Verdicts | None, player: Player, site: int
) -> tuple[list[tuple[str, Cost, Cost]], bool]:
    """Return (corner, cost before, cost after) where a ball helps; and whether one more wins.

    Until the point has been weighed, what the plans say is told: a ball of a plan brings its
    corner exactly one nearer.
    """
    if known is None:
        return [], False
    after = known.after.get(site)
    changes = []
    for corner in CORNERS:
        before = known.costs.get((player, corner))
        if before is None or before.n < 2:
            continue
        then = after.costs.get(corner) if after is not None else None
        if site in before.plan and (then is None or then.n >= before.n):
            rest = tuple(ball for ball in before.plan if ball != site)
            then = replace(before, n=before.n - 1, plan=rest)
        if then is not None and 0 < then.n < before.n:
            changes.append((corner, before, then))
    win = known.wins.get(player)
    if after is not None and after.win is not None:
        return changes, after.win.n == 1
    return changes, win is not None and win.n == 2 and site in win.plan


@lru_cache(maxsize=4)
def _labels(position: PartitionPosition, player: Player) -> IntArray:
    """(n,) int: number of the player's group there, -1 off his balls."""
    from model import connection

    return connection.groups(position.game.board, position.balls(player)).labels


def as_partition(position: Position) -> PartitionPosition:
    """Return a position as what it is."""
    assert isinstance(position, PartitionPosition)
    return position


def _known(analysis: Findings | None) -> Verdicts | None:
    """Return an analysis as what it is."""
    assert analysis is None or isinstance(analysis, Verdicts)
    return analysis


class CornerExplainer(Explainer):
    """An `Explainer` (viewer.games.game_view): what its methods do stands there."""

    panel = "viewer.panels.games.partition.corners"
    actions = (
        ExplainAction(
            "plan", "Show plan", "The balls that are still needed, in the order of play."
        ),
        ExplainAction("peel", "Peel this corner", "Remove what lies in front of the sheet."),
        ExplainAction("sheet", "Also as a sheet", "The sheet that stands behind the corner ball."),
    )
    explanations = (
        *(
            Explanation(
                f"{corner}-{player}",
                f"{corner[0].upper()}{corner[1:]} for {player.capitalize()}",
                f"corner={corner}:{player}",
                "Corners",
                f"The line, sheet or escape that decides {corner_name(corner)} "
                f"for {player.capitalize()}.",
            )
            for player in PLAYERS
            for corner in CORNERS
        ),
        *(
            Explanation(
                f"cost-{corner}-{player}",
                f"Plan for {corner_name(corner)}, {player.capitalize()}",
                f"cost={corner}:{player}",
                "Plans",
                f"The fewest further balls known with which {player.capitalize()} "
                f"holds {corner_name(corner)}.",
            )
            for player in PLAYERS
            for corner in CORNERS
        ),
        *(
            Explanation(
                f"win-{player}",
                f"{player.capitalize()}'s nearest win",
                f"win={player}",
                "",
                f"The three corners nearest to a win for {player.capitalize()}, all at once.",
                divided=player == PLAYERS[0],
            )
            for player in PLAYERS
        ),
    )

    def analyze(self, position: Position, report: TellFindings, stop: Stop) -> None:
        for known in verdict_steps(as_partition(position), stop):
            if stop():
                return
            report(known)

    def moved_to(self, analysis: Findings, position: Position) -> Findings:
        assert isinstance(analysis, Verdicts)
        return replace(analysis, position=as_partition(position))

    def can_weigh(self, analysis: Findings, site: int) -> bool:
        assert isinstance(analysis, Verdicts)
        position = analysis.position
        if site in analysis.after or position.outcome is not None:
            return False
        return bool(position.playable[site])

    def weigh(self, analysis: Findings, site: int, stop: Stop) -> Findings | None:
        assert isinstance(analysis, Verdicts)
        after = verdict_after(analysis.position, site, stop)
        return None if after is None else replace(analysis, after={**analysis.after, site: after})

    def facts(self, position: Position, analysis: Findings | None) -> tuple[Fact, ...]:
        """Say who holds which corner; the Why dock has a table instead."""
        here, known = as_partition(position), _known(analysis)
        states = corner_states(here) if known is None or not known.states else known.states
        found = []
        for corner in CORNERS:
            for player in PLAYERS:
                state = states[player, corner]
                if state.kind == "other":
                    continue
                name, holds = corner_name(corner), state.kind == "holds"
                text = f"{verdict(here.game.board, player, corner, state)}."
                sites = tuple(state.group) or tuple(state.escape)
                heading, show = name[:1].upper() + name[1:], f"corner={corner}:{player}"
                found.append(Fact(text, player, holds, sites, heading=heading, show=show))
        return tuple(found)

    def headline(self, position: Position, analysis: Findings | None) -> str:
        side, known = position.to_move, _known(analysis)
        if side is None or known is None or side not in known.wins:
            return ""
        return f"{win_line(side, known.wins[side])}."

    def interesting(self, position: Position, analysis: Findings | None) -> tuple[int, ...] | None:
        if as_partition(position).game.stacking:
            return None
        known = _known(analysis)
        if known is None:
            return ()
        sites: list[int] = []
        for player in sorted(known.wins, key=lambda name: name != position.to_move):
            win = known.wins[player]
            sites += win.plan if win is not None else ()
        return tuple(dict.fromkeys(sites))

    def point_text(
        self, position: Position, site: int, analysis: Findings | None, *, quiet: bool
    ) -> str:
        here = as_partition(position)
        name, level, occupant = _place(here, site)
        player = here.to_move
        if occupant is not None:
            return point_line(name, level, player=None, occupant=occupant)
        if here.outcome is not None:
            return point_line(name, level, player=None, reason="empty; the game is over")
        reason = here.explain(name)
        if reason is not None:
            return point_line(name, level, player=None, reason=str(reason))
        if player is None:
            return point_line(name, level, player=None)
        if quiet:
            return point_line(name, level, player=player, groups=_touched(here, site, player))
        return _effect(here, site, player, _known(analysis))

    def bare_point(self, position: Position, site: int) -> str:
        name, level, occupant = _place(as_partition(position), site)
        return point_line(name, level, player=None, occupant=occupant)

    def overlays(
        self, position: Position, show: str, analysis: Findings | None, *, plans: bool = True
    ) -> tuple[Overlay, ...]:
        return shown(_known(analysis) or Verdicts(as_partition(position)), show, plans=plans)

    def threats(self, position: Position, analysis: Findings | None) -> tuple[Overlay, ...]:
        known = _known(analysis)
        if known is None or known.position.outcome is not None:
            return ()
        found = []
        for owner, player in enumerate(PLAYERS):
            sites = {
                site for (who, _), some in known.takers.items() if who == player for site in some
            }
            if sites:
                found.append(Threats(tuple(sorted(sites)), owner))
        return tuple(found)

    def find(self, position: Position, shows: Sequence[str], *, threats: bool) -> Findings:
        here = as_partition(position)
        known = with_takers(here) if threats else Verdicts(here)
        for show in shows:
            known = _priced(known, show)
        return known

    def finale(self, position: Position) -> str:
        winner = None if position.outcome is None else position.outcome.winner
        return "" if winner is None else f"win={winner}"

    def pour(self, position: Position, what: str) -> Pour | None:
        corner, _, player = what.partition(":")
        if corner not in CORNERS or player not in PLAYERS:
            return None
        return pour(as_partition(position), player, corner)
