"""Ground that is no slab of dimples, as rows for the shaders: steps of stone, and tiles."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.board import Board
from model.records.view import Peel
from model.terrace import STEP, TerraceBoard
from viewer.picture.ground import TILE_HALF, surface, top
from viewer.picture.palette import RGB
from viewer.picture.visibility import FADED, Visible
from viewer.scene.props.primitives import Point, Vec4

SOLID = ("tint", "half_size", "state")
"""Names of the attributes of a `Solid`, in its order."""
WORN = 0.045
"""Width of the worn edge of a step."""
TILE_FLAG = 8.0
OPEN, INLAID = 1.0, 2.0


class Solid(NamedTuple):
    """A block or a disc: its middle, levels below it, colour, measures, what it shows."""

    point: Point
    lift: float
    tint: Vec4
    half_size: Vec4
    state: Vec4


def blocks(board: TerraceBoard, peel: Peel, visible: Visible, stone: RGB) -> list[Solid]:
    """Return a block for each field and each level up to its own, as far as peels leave them."""
    side, low = board.side, int(board.height.min())
    ground = float(surface(board).min())
    foot = top(board)
    stays = columns(board, peel)
    tall = board.height.copy()
    bottom = np.full(len(board), low)
    if peel.levels is not None:
        tall = np.minimum(tall, peel.levels[1] - 1)
        bottom = np.maximum(bottom, peel.levels[0] - 1)
    tall = np.where(stays, tall, -1)
    grid = np.full((side + 2, side + 2), -1)
    grid[1:-1, 1:-1] = tall.reshape(side, side)
    span = max(int(board.height.max()) - low, 1)
    rows: list[Solid] = []
    for site in range(len(board)):
        rank, file = divmod(site, side)
        around = (grid[rank + 1, file], grid[rank + 1, file + 2],
                  grid[rank, file + 1], grid[rank + 2, file + 1])  # fmt: skip
        x, y = board.centres[site, :2].tolist()
        for level in range(int(bottom[site]), int(tall[site]) + 1):
            high = ground + STEP * (level - low)
            deep = foot if level == low else high - STEP
            last = level == tall[site]
            shown = OPEN if last else 0.0
            if last and level == board.height[site] and site in board.victory:
                shown = INLAID
            beside = sum(1 << k for k, other in enumerate(around) if other < level)
            wall = sum(1 << k for k, other in enumerate(around) if other > level) if last else 0
            # Stones differ a little, and higher steps have more light.
            vary = 1.0 + 0.030 * _chance(site, level) + 0.05 * (level - low) / span - 0.02
            pale = 0.0 if visible.fade[site] > FADED + 0.01 or not last else 0.45
            r, g, b = (min(1.0, c * vary + pale * (1 - c * vary)) for c in stone)
            rows.append(
                Solid(
                    (x, y, (high + deep) / 2),
                    float(level),
                    (r, g, b, 1.0),
                    (0.5, 0.5, (high - deep) / 2, WORN),
                    (float(beside), float(wall), shown, 0.0),
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


def tiles(board: Board, visible: Visible, stone: RGB) -> list[Solid]:
    """Return a tile under every site that is shown; as wide as its nearest neighbour allows."""
    radius = 0.47 * spacing(board)
    level = board.layers.get("level")
    rows = []
    for site in np.flatnonzero(visible.shown).tolist():
        x, y, _ = board.centres[site].tolist()
        z = float(surface(board)[site]) - TILE_HALF
        pale = 0.0 if visible.fade[site] > FADED + 0.01 else 0.5
        r, g, b = (c + pale * (1 - c) for c in stone)
        rows.append(
            Solid(
                (x, y, z),
                0.0 if level is None else float(level[site] - 1),
                (r, g, b, 1.0),
                (radius, radius, TILE_HALF, 0.5 * TILE_HALF),
                (TILE_FLAG, 0.0, 0.0, 0.0),
            )
        )
    return rows


def spacing(board: Board) -> float:
    """Return the smallest distance between neighbours, at most 1."""
    if not len(board.indices):
        return 1.0
    first = np.repeat(np.arange(len(board)), np.diff(board.indptr))
    apart = np.linalg.norm(board.centres[first] - board.centres[board.indices], axis=1)
    return float(min(1.0, apart.min()))


def _chance(site: int, level: int) -> float:
    """A number from -1 to 1 that looks random and is always the same."""
    return ((site * 7919 + level * 104729) * 2654435761 % 1000) / 500 - 1
