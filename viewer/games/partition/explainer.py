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
from viewer.games.partition import corner_overlays
from viewer.games.partition.text import corner_name, cost_text, point_line, verdict, win_line
from viewer.visuals.overlay_types import Overlay, Pour

if TYPE_CHECKING:
    from model.connection import Cost


# What a ball on one point would do, as the line of text under the cursor and in the maps.


def point_text(
    position: PartitionPosition, site: int, known: Verdicts | None, *, quiet: bool = False
) -> str:
    """Return the line on `site`: "5f7, level 5: joins 2 red groups; SW 3 -> 2".

    Parameters
    ----------
    known
        The verdicts on `position`; costs are told when they have them.
    quiet
        What is held, won or threatened is left out.
    """
    name, level, occupant = _place(position, site)
    player = position.to_move
    if occupant is not None:
        return point_line(name, level, player=None, occupant=occupant)
    if position.outcome is not None:
        return point_line(name, level, player=None, reason="empty; the game is over")
    reason = position.explain(name)
    if reason is not None:
        return point_line(name, level, player=None, reason=str(reason))
    if player is None:
        return point_line(name, level, player=None)
    if quiet:
        return point_line(name, level, player=player, groups=_touched(position, site, player))
    return _effect(position, site, player, known)


def bare_point(position: PartitionPosition, site: int) -> str:
    """Return the line on a site where a click is no move: its name and what stands there."""
    name, level, occupant = _place(position, site)
    return point_line(name, level, player=None, occupant=occupant)


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


def partition(position: Position) -> PartitionPosition:
    """Return a position as what it is."""
    assert isinstance(position, PartitionPosition)
    return position


def verdicts(analysis: Findings | None) -> Verdicts | None:
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
        for known in verdict_steps(partition(position), stop):
            if stop():
                return
            report(known)

    def moved_to(self, analysis: Findings, position: Position) -> Findings:
        assert isinstance(analysis, Verdicts)
        return replace(analysis, position=partition(position))

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
        here, known = partition(position), verdicts(analysis)
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
        side, known = position.to_move, verdicts(analysis)
        if side is None or known is None or side not in known.wins:
            return ""
        return f"{win_line(side, known.wins[side])}."

    def interesting(self, position: Position, analysis: Findings | None) -> tuple[int, ...] | None:
        if partition(position).game.stacking:
            return None
        known = verdicts(analysis)
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
        return point_text(partition(position), site, verdicts(analysis), quiet=quiet)

    def bare_point(self, position: Position, site: int) -> str:
        return bare_point(partition(position), site)

    def overlays(
        self,
        position: Position,
        show: str,
        analysis: Findings | None,
        *,
        plans: bool = True,
    ) -> tuple[Overlay, ...]:
        known = corner_overlays.CornerFacts(partition(position), verdicts(analysis))
        return corner_overlays.shown(known, show, plans=plans)

    def threats(self, position: Position, analysis: Findings | None) -> tuple[Overlay, ...]:
        known = verdicts(analysis)
        return () if known is None else corner_overlays.threats(known)

    def find(self, position: Position, shows: Sequence[str], *, threats: bool) -> Findings:
        here = partition(position)
        known = with_takers(here) if threats else Verdicts(here)
        for show in shows:
            known = corner_overlays.priced(known, show)
        return known

    def finale(self, position: Position) -> str:
        winner = None if position.outcome is None else position.outcome.winner
        return "" if winner is None else f"win={winner}"

    def pour(self, position: Position, what: str) -> Pour | None:
        corner, _, player = what.partition(":")
        if corner not in CORNERS or player not in PLAYERS:
            return None
        return corner_overlays.pour(partition(position), player, corner)
