"""What a ball on one point would do, as the line of text under the cursor and in the maps."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from model.boards.board import IntArray
from model.boards.lattice import CORNERS
from model.contract.game import Player
from model.games.partition.placing import PLAYERS
from model.games.partition.position import PartitionPosition
from model.games.partition.verdicts import Verdicts
from viewer.games.partition.text import cost_text, point_line

if TYPE_CHECKING:
    from model.connection import Cost


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
        gains=[corner for corner, now, before in zip(CORNERS, then, held, strict=True)
               if now and not before],
        changes=[(corner, cost_text(old), cost_text(new)) for corner, old, new in changes],
        threatens=any(new.n == 1 for _, _, new in changes),
        threatens_win=win_next,
    )  # fmt: skip


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
