"""Endings of Pyramid drawn at random: four stones against one or two."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from model.contract.game import Game, Position
from model.games.pyramid.position import PyramidGame, PyramidPosition
from model.games.pyramid.table.making import is_ending
from model.games.pyramid.table.retrograde import FEW, FOUR, state_index

_PLIES = 12
"""Random moves that may follow."""
_TRIES = 400_000


def stones(position: Position) -> int:
    """Return how many stand on the board."""
    return len(position.pieces.site)


def drawn(game: Game, rng: Random) -> Iterator[tuple[tuple[int, ...], PyramidPosition]]:
    """Yield endings with the least of their images, laid anyhow and played on in turn."""
    assert isinstance(game, PyramidGame)
    for k in range(_TRIES):
        position = _laid(game, rng, 1 + k // 2 % FEW)
        for _ in range(rng.randrange(1, _PLIES + 1) if k % 2 else 0):
            if position.outcome is None:
                position = position.play(position.legal_moves.sample(rng)).without_past()
        if position.outcome is None and is_ending(position):
            yield _least_image(position), position


def _laid(game: PyramidGame, rng: Random, few: int) -> PyramidPosition:
    """Put four stones of one colour and a few of the other on any fields."""
    cells, four = [0] * len(game.board), rng.randrange(1, 3)
    for k, site in enumerate(rng.sample(range(len(cells)), FOUR + few)):
        cells[site] = four if k < FOUR else 3 - four
    return PyramidPosition(game, tuple(cells), rng.randrange(2))


def _least_image(position: PyramidPosition) -> tuple[int, ...]:
    """Return who has what on the fields, as the mover sees it, in the image that stands for all."""
    mover = position.side + 1
    cells = [0 if stone == 0 else 1 if stone == mover else 2 for stone in position.cells]
    return min(tuple(cells[site] for site in image) for image in state_index().turned.tolist())
