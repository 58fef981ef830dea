"""Steps of stone, as rows for the shader of blocks."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from model.boards.terrace import STEP
from model.records.views.view import Peel
from viewer.picture.compose.ground import surface, top
from viewer.picture.palette import RGB
from viewer.picture.visibility.hiding import FADED, Visible
from viewer.scene.props.primitives import Solid

WORN = 0.045
"""Width of the worn edge of a step."""
OPEN, INLAID = 1.0, 2.0


def blocks(board: Board, peel: Peel, visible: Visible, stone: RGB) -> list[Solid]:
    """Return a block for each field and each level up to its own, as far as peels leave them."""
    height = board.layers["level"] - 1
    file, rank = board.layers["file"], board.layers["rank"]
    low = int(height.min())
    ground = float(surface(board).min())
    foot = top(board)
    stays = columns(board, peel)
    tall = height.copy()
    bottom = np.full(len(board), low)
    if peel.levels is not None:
        tall = np.minimum(tall, peel.levels[1] - 1)
        bottom = np.maximum(bottom, peel.levels[0] - 1)
    tall = np.where(stays, tall, -1)
    grid = np.full((int(rank.max()) + 2, int(file.max()) + 2), -1)
    grid[rank, file] = tall
    span = max(int(height.max()) - low, 1)
    rows: list[Solid] = []
    for site in range(len(board)):
        r, f = int(rank[site]), int(file[site])
        around = (grid[r, f - 1], grid[r, f + 1], grid[r - 1, f], grid[r + 1, f])
        x, y = board.centres[site, :2].tolist()
        for level in range(int(bottom[site]), int(tall[site]) + 1):
            high = ground + STEP * (level - low)
            deep = foot if level == low else high - STEP
            last = level == tall[site]
            shown = OPEN if last else 0.0
            if last and level == height[site] and site in board.victory:
                shown = INLAID
            beside = sum(1 << k for k, other in enumerate(around) if other < level)
            wall = sum(1 << k for k, other in enumerate(around) if other > level) if last else 0
            # Stones differ a little, and higher steps have more light.
            vary = 1.0 + 0.030 * _chance(site, level) + 0.05 * (level - low) / span - 0.02
            pale = 0.0 if visible.fade[site] > FADED + 0.01 or not last else 0.45
            red, green, blue = (min(1.0, c * vary + pale * (1 - c * vary)) for c in stone)
            rows.append(
                Solid(
                    (x, y, (high + deep) / 2),
                    float(level),
                    (red, green, blue, 1.0),
                    (0.5, 0.5, (high - deep) / 2, WORN),
                    (float(beside), float(wall), shown, float(level == bottom[site])),
                )
            )
    return rows


def columns(board: Board, peel: Peel) -> npt.NDArray[np.bool_]:
    """Return (n,) bool: no peel of whole walls takes the field away, stone and all."""
    stays = np.ones(len(board), bool)
    for name, count in peel.layers:
        if name in board.layers:
            stays &= board.layers[name] >= count
    return stays


def _chance(site: int, level: int) -> float:
    """A number from -1 to 1 that looks random and is always the same."""
    return ((site * 7919 + level * 104729) * 2654435761 % 1000) / 500 - 1
