"""What a ball on one point would do, as the line of text under the cursor and in the maps."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from model.game import Position
from model.lattice import CORNERS
from viewer.judging import Judgement, can_judge
from viewer.wording import point_line

WINNING = 3
"""Corners that win (docs/rules/partition.md#winning)."""


def point_text(position: Position, site: int, judgement: Judgement | None = None) -> str:
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
    """
    board = position.game.board
    name = board.names[site]
    level = int(board.layers["level"][site])
    owner = _owners(position)[site]
    if owner >= 0:
        return point_line(name, level, player=None, occupant=position.game.players[owner])
    reason = position.explain(name)
    if reason is not None:
        return point_line(name, level, player=None, reason=str(reason))
    player = position.to_move
    if player is None or not can_judge(position):
        return point_line(name, level, player=None)
    if judgement is not None and judgement.position is not position:
        judgement = None
    return _effect(position, site, name, level, player, judgement)


def _effect(
    position: Any, site: int, name: str, level: int, player: str, judgement: Judgement | None
) -> str:
    from model import connection

    board = position.game.board
    own = position.balls(player)
    labels = _labels(position, player)[board.neighbours(site)]
    held = position.holders == position.game.players.index(player)
    then = connection.after(board, own, site, held)
    changes, threatens = [], False
    if judgement is not None:
        for corner in CORNERS:
            cost = judgement.costs.get((player, corner))
            # A ball of a plan brings its corner exactly one nearer.
            if cost is not None and cost.n > 1 and site in cost.plan:
                changes.append((corner, cost.n, cost.n - 1))
        win = judgement.wins.get(player)
        threatens = win is not None and win.n == 2 and site in win.plan
    return point_line(
        name,
        level,
        player=player,
        groups=len(set(labels[labels >= 0].tolist())),
        wins=int(np.count_nonzero(then)) >= WINNING,
        gains=[corner for corner, now, before in zip(CORNERS, then, held, strict=True)
               if now and not before],
        changes=changes,
        threatens=threatens,
    )  # fmt: skip


@lru_cache(maxsize=4)
def _owners(position: Position) -> np.ndarray:
    """(n,) int: index of the player whose ball stands there, -1 for none."""
    pieces = position.pieces
    owner = np.full(len(position.game.board), -1, np.int8)
    owner[pieces.site] = pieces.owner
    return owner


@lru_cache(maxsize=4)
def _labels(position: Any, player: str) -> np.ndarray:
    """(n,) int: number of the player's group there, -1 off his balls."""
    from model import connection

    return connection.groups(position.game.board, position.balls(player)).labels
