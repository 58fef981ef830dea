"""Positions of Partition drawn at random: balls put anyhow, as the rules let them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from model.contract.game import Game, Position
from model.games.partition.engine import symmetries
from model.games.partition.position import PartitionGame, PartitionPosition

FEWEST, MOST = 4, 12
"""Balls on the pyramid."""
_TRIES = 400_000


def balls(position: Position) -> int:
    """Return how many lie on the pyramid."""
    assert isinstance(position, PartitionPosition)
    return int((position.cells != 0).sum())


def drawn(game: Game, rng: Random) -> Iterator[tuple[bytes, PartitionPosition]]:
    """Yield positions with the least of their images, by turns of each number of balls."""
    assert isinstance(game, PartitionGame)
    images = symmetries(game.start())
    for k in range(_TRIES):
        position = game.start()
        while position.outcome is None and balls(position) < FEWEST + k % (MOST - FEWEST + 1):
            position = position.play(position.legal_moves.sample(rng))
        if position.outcome is None:
            least = min(position.cells[image].tobytes() for image in images)
            yield least, position.without_past()
