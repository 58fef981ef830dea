"""Stones that stand high, near the victory fields: strewn so, and what they are worth there."""

from __future__ import annotations

from random import Random

import numpy as np

from model.contract.game import Position
from model.contract.setup_rules import Cells
from model.games.pyramid.position import PyramidGame, PyramidPosition


def random_cells(game: PyramidGame, rng: Random) -> tuple[Cells, int]:
    """Return stones on steps, most of them high, where a victory field is near, and who moves."""
    cells = np.array(game.start().cells, np.int8)
    most = int((cells == 1).sum())
    cells[:] = 0
    heights = np.asarray(game.board.height)
    high, low = np.flatnonzero(heights > 0).tolist(), np.flatnonzero(heights == 0).tolist()
    held = list(game.board.victory)
    rng.shuffle(held)
    side = rng.randrange(2)
    for site in held[: rng.randint(1, len(held))]:
        cells[site] = side + 1 if rng.random() < 0.75 else 2 - side
    for value in (1, 2):
        for _ in range(rng.randint(3, max(3, most - 3))):
            site = rng.choice(high if high and rng.random() < 0.75 else low or high)
            if not cells[site]:
                cells[site] = value
    return cells, side


def height(position: Position, side: int) -> int:
    """Return how high the stones of a side stand; each stone and each victory field counts, too."""
    assert isinstance(position, PyramidPosition)
    board = position.game.board
    own = np.flatnonzero(np.asarray(position.cells) == side + 1)
    held = len(position.victory_held(position.game.players[side]))
    return 3 * len(own) + int(np.asarray(board.height)[own].sum()) + 6 * held
