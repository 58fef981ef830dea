"""What a ball on one point would do, as the line of text under the cursor and in the maps."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from model.game import Position
from model.lattice import CORNERS
from viewer.analysis.position_analysis import Judgement, can_judge
from viewer.games.partition.text import cost_text, point_line
from viewer.picture.partial_move import why_not
from viewer.picture.visibility import ByIdentity

WINNING = 3
"""Corners that win (docs/rules/partition.md#winning)."""


def point_text(
    position: Position,
    site: int,
    judgement: Judgement | None = None,
    partial: tuple[str, ...] = (),
    *,
    quiet: bool = False,
) -> str:
    """Return the line on `site`: "5f7, level 5: joins 2 red groups; SW 3 -> 2".

    Parameters
    ----------
    position
        What is shown.
    site
        A site of its board.
    judgement
        What is known of `position`; costs are told when it has them. One of another position is
        not looked at.
    partial
        The half-built move: the line says what `site` does as its next step.
    quiet
        Verdicts are hidden: what is held, won or threatened is left out.
    """
    board = position.game.board
    name = board.names[site]
    if not can_judge(position):
        return why_not(position, partial, name) or f"{name}: {_stander(position, site)}"
    level = int(board.layers["level"][site])
    owner = _owners(ByIdentity(position))[site]
    if owner >= 0:
        return point_line(name, level, player=None, occupant=position.game.players[owner])
    reason = position.explain(name)
    if reason is not None:
        return point_line(name, level, player=None, reason=str(reason))
    player = position.to_move
    if player is None:
        return point_line(name, level, player=None)
    if judgement is not None and judgement.position is not position:
        judgement = None
    if quiet:
        return point_line(name, level, player=player, groups=_touched(position, site, player))
    return _effect(position, site, name, level, player, judgement)


def bare_point(position: Position, site: int) -> str:
    """Return the line on a site where a click is no move: its name and what stands there."""
    board, owner = position.game.board, _owners(ByIdentity(position))[site]
    name = board.names[site]
    if not can_judge(position):
        return f"{name}: {_stander(position, site)}"
    occupant = None if owner < 0 else position.game.players[owner]
    return point_line(name, int(board.layers["level"][site]), player=None, occupant=occupant)


def _stander(position: Position, site: int) -> str:
    owner = _owners(ByIdentity(position))[site]
    return "empty" if owner < 0 else position.game.players[owner]


def _effect(
    position: Any, site: int, name: str, level: int, player: str, judgement: Judgement | None
) -> str:
    from model import connection

    board = position.game.board
    own = position.balls(player)
    held = position.holders == position.game.players.index(player)
    then = connection.after(board, own, site, held)
    changes, win_next = _cheaper(judgement, player, site)
    return point_line(
        name,
        level,
        player=player,
        groups=_touched(position, site, player),
        wins=int(np.count_nonzero(then)) >= WINNING,
        gains=[corner for corner, now, before in zip(CORNERS, then, held, strict=True)
               if now and not before],
        changes=[(corner, cost_text(old), cost_text(new)) for corner, old, new in changes],
        threatens=any(new.n == 1 for _, _, new in changes),
        threatens_win=win_next,
    )  # fmt: skip


def _touched(position: Any, site: int, player: str) -> int:
    """How many of the player's groups a ball on `site` would touch."""
    labels = _labels(position, player)[position.game.board.neighbours(site)]
    return len(set(labels[labels >= 0].tolist()))


def _cheaper(
    judgement: Judgement | None, player: str, site: int
) -> tuple[list[tuple[str, Any, Any]], bool]:
    """Return (corner, cost before, cost after) where a ball helps; and whether one more wins.

    Until the point has been considered, what the plans say is told: a ball of a plan brings its
    corner exactly one nearer.
    """
    if judgement is None:
        return [], False
    after = judgement.after.get(site)
    changes = []
    for corner in CORNERS:
        before = judgement.costs.get((player, corner))
        if before is None or before.n < 2:
            continue
        then = after.costs.get(corner) if after is not None else None
        if site in before.plan and (then is None or then.n >= before.n):
            rest = tuple(ball for ball in before.plan if ball != site)
            then = replace(before, n=before.n - 1, plan=rest)
        if then is not None and 0 < then.n < before.n:
            changes.append((corner, before, then))
    win = judgement.wins.get(player)
    if after is not None and after.win is not None:
        return changes, after.win.n == 1
    return changes, win is not None and win.n == 2 and site in win.plan


@lru_cache(maxsize=4)
def _owners(held: ByIdentity) -> npt.NDArray[np.int8]:
    """(n,) int: index of the player whose ball stands there, -1 for none."""
    position: Position = held.value
    pieces = position.pieces
    owner = np.full(len(position.game.board), -1, np.int8)
    owner[pieces.site] = pieces.owner
    return owner


@lru_cache(maxsize=4)
def _labels(position: Any, player: str) -> np.ndarray:
    """(n,) int: number of the player's group there, -1 off his balls."""
    from model import connection

    return connection.groups(position.game.board, position.balls(player)).labels
