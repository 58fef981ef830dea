"""What a move is about and which moves further a plan, by what the corners cost."""

from __future__ import annotations

from random import Random

import numpy as np

from model.boards.lattice import CORNERS
from model.connection import Cost, WinCost, cost, win_cost
from model.contract.game import Goal, Move
from model.games.partition.position import PartitionPosition

BRIEF = 0.3
"""Seconds one corner's cost may take for a hint."""
SAME = 1e-6
"""Difference of two distances that is none."""
HASTY = 0.05
"""Seconds a plan may take of a player who plays games out."""


def corner_of(position: PartitionPosition, move: Move) -> str:
    """Return the corner a move newly holds, else the one it makes cheaper by most; "" for none.

    None, too, where the ball stands nearer to another corner: who looks there would look in vain.
    """
    best = _helped(position, move)
    if not best:
        return ""
    board = position.game.board
    centre = board.centres[board.index(move)]
    far = {
        name: np.linalg.norm(board.centres[site] - centre) for name, site in board.corners.items()
    }
    return best if far[best] <= min(far.values()) + SAME else ""


def _helped(position: PartitionPosition, move: Move) -> str:
    """Return the corner that a move helps most; "" for none."""
    after = position.play(move)
    assert position.to_move is not None
    players = position.game.players
    side = players.index(position.to_move)
    best, gain = "", 0
    for number, corner in enumerate(CORNERS):
        if after.holders[number] == side != position.holders[number]:
            return corner
        prices = []
        for here in (position, after):
            own, other = here.balls(players[side]), here.balls(players[1 - side])
            found = cost(
                here.game.board, own, other, corner, stacking=here.game.stacking, effort=BRIEF
            )
            prices.append(1 << 20 if found is None else found.n)
        if prices[0] - prices[1] > gain:
            best, gain = corner, prices[0] - prices[1]
    return best


def move_on_a_plan(position: PartitionPosition, rng: Random) -> Move:
    """Return a move on one of both sides' cheapest plans for three corners, else any."""
    game = position.game
    masks = [position.cells == value for value in (1, 2)]
    wanted: list[int] = []
    for own, other in (masks, masks[::-1]):
        found = win_cost(game.board, own, other, stacking=game.stacking, effort=HASTY)
        if found is not None:
            wanted += found.plan
    names = [game.board.names[int(site)] for site in wanted]
    legal = [name for name in names if name in position.legal_moves]
    return rng.choice(legal) if legal else position.legal_moves.sample(rng)


def cheapest_plan(position: PartitionPosition, goal: Goal) -> tuple[Move, ...]:
    """Return the balls of the cheapest plan for a win or a corner; () where it is lost."""
    game = position.game
    side = game.players.index(goal.side)
    own, other = position.balls(game.players[side]), position.balls(game.players[1 - side])
    found: Cost | WinCost | None
    if goal.corner:
        found = cost(game.board, own, other, goal.corner, stacking=game.stacking)
    else:
        found = win_cost(game.board, own, other, stacking=game.stacking)
    return () if found is None else tuple(game.board.names[site] for site in found.plan)
