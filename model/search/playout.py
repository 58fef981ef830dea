"""Simple players: games that are played out give positions in which something is going on."""

from collections.abc import Callable
from random import Random

from model.contract.game import Move, Position

COMPARED = 8
"""Moves a player compares."""


def greedy_move(position: Position, rng: Random, worth: Callable[[Position, int], int]) -> Move:
    """Return the best of some moves drawn at random, a win above all.

    Parameters
    ----------
    worth
        What a position is worth to the side of a number; a move is judged by the difference.
    """
    assert position.to_move is not None
    side = position.game.players.index(position.to_move)
    best, most = "", -(1 << 30)
    for _ in range(COMPARED):
        move = position.legal_moves.sample(rng)
        after = position.play(move)
        won = after.outcome is not None and after.outcome.winner == position.to_move
        value = 1 << 30 if won else worth(after, side) - worth(after, 1 - side)
        if value > most:
            best, most = move, value
    return best
