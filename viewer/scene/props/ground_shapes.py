"""What the sites of a board lie on, by the name the board declares (`Board.ground`).

There are steps of stone, six-sided columns as high as each space of a map lies, cells with a side
to each neighbour, tiles, and the squares of a pitch with lines across. Every ground stands on a
slab, a square one where it brings none of its own. A new ground is a function that makes its
solids, and a line in `GROUNDS`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from model.boards.board import Board, FloatArray
from model.boards.terrace import STEP
from model.records.view import Peel
from viewer.picture.compose.ground import (
    BAND,
    BAND_GAP,
    SLAB,
    TILE_HALF,
    cell_shapes,
    feet,
    lift,
    lines_across,
    surface,
    thickness,
    top,
)
from viewer.picture.palette import RGB, Palette, paler, rgb
from viewer.picture.visibility.hiding import FADED, Mask, Visible
from viewer.scene.props.primitives import Prism, Solid, Vec4

TILE_FLAG = 8.0
"""Tells shaders/disc.frag that a disc is a tile."""


def tiles(board: Board, peel: Peel, visible: Visible, palette: Palette) -> list[Solid]:
    """Return a tile under every field that is shown; as wide as its nearest neighbour allows."""
    radius = 0.47 * spacing(board)
    half, stone = (radius, radius, TILE_HALF, 0.5 * TILE_HALF), rgb(palette.stone)
    rows = []
    for site in np.flatnonzero(visible.shown).tolist():
        if site in board.edges:
            continue
        x, y, _ = board.centres[site].tolist()
        z = float(surface(board)[site]) - TILE_HALF
        tint = (*_as_seen(stone, visible, site), 1.0)
        rows.append(Solid((x, y, z), lift(board, site), tint, half, (TILE_FLAG, 0.0, 0.0, 0.0)))
    return rows


def _as_seen(stone: RGB, visible: Visible, site: int, rise: float = 0.0) -> RGB:
    """The colour of the ground at a site, paler by a rise, and where it is off the layer."""
    return paler(stone, rise + (0.0 if visible.fade[site] > FADED + 0.01 else 0.5))


@lru_cache(maxsize=8)
def spacing(board: Board) -> float:
    """Return the smallest distance between neighbours, at most 1.

    Asked in every frame: on a large board it takes longer than drawing what moves.
    """
    if not len(board.indices):
        return 1.0
    first = np.repeat(np.arange(len(board)), np.diff(board.indptr))
    apart = np.linalg.norm(board.centres[first] - board.centres[board.indices], axis=1)
    return float(min(1.0, apart.min()))


COLUMN_JOINT = 0.012
"""Half the gap between two columns, in ball diameters."""
COLUMN_WORN = 0.028
"""How wide the worn rim is."""
RISES = 0.10
"""How much paler the highest column is than the lowest."""


def hexes(board: Board, peel: Peel, visible: Visible, palette: Palette) -> list[Solid]:
    """Return a column under every space that is shown; those that are decorated by no shape, where
    somebody starts, are of another stone."""
    ground, foot = surface(board), top(board)
    inner = spacing(board) / 2 - COLUMN_JOINT
    built = {one.site for one in board.decoration if one.shape}
    low, span = float(ground.min()), max(float(np.ptp(ground)), 1e-6)
    rows = []
    for site in np.flatnonzero(visible.shown).tolist():
        if site in board.edges:
            continue
        x, y, _ = board.centres[site].tolist()
        upper = float(ground[site])
        starts = bool(built) and site not in built
        stone, rise = rgb(palette.turf if starts else palette.sand), RISES * (upper - low) / span
        tint = (*_as_seen(stone, visible, site, rise), 1.0)
        half = (inner, inner * 2 / sqrt(3), (upper - foot) / 2, COLUMN_WORN)
        middle, state = (x, y, (upper + foot) / 2), (float(starts), 0.0, 0.0, 0.0)
        rows.append(Solid(middle, 0.0, tint, half, state))
    return rows


JOINT = 0.014
"""Half the gap between two cells, in ball diameters."""
WORN = 0.028
"""How wide the worn rim of a cell is; that of the slab is twice as wide."""
BAND_SHADES = (0.62, 1.9)
"""How much darker than a light slab bands are, and how much lighter than a dark one."""
SIDES = 8
"""As many as the shader knows."""
NO_BAND: Vec4 = (0.0, 0.0, 1.0, 0.0)


def cells(board: Board, peel: Peel, visible: Visible, palette: Palette) -> list[Prism]:
    """Return the cell of every site that is shown."""
    shapes, foot = cell_shapes(board), top(board)
    sand = rgb(palette.sand)
    rows = []
    for site in np.flatnonzero(visible.shown).tolist():
        x, y, _ = board.centres[site].tolist()
        upper = float(surface(board)[site])
        tint = _as_seen(sand, visible, site)
        rows.append(_prism(shapes.cells[site], (x, y), (foot, upper), tint, JOINT, WORN))
    return rows


def plinth(board: Board, palette: Palette) -> list[Prism]:
    """Return the slab under the cells, with a band along each side."""
    shapes = cell_shapes(board)
    outline, scale = shapes.slab, shapes.scale
    upper, colour = top(board), rgb(palette.slab)
    x, y = outline.mean(axis=0).tolist()
    shade = BAND_SHADES[sum(colour) < 1.5]
    bands = (scale * (SLAB - BAND[1]), scale * (SLAB - BAND[0]), shade, scale * BAND_GAP)
    height = (upper - thickness(board), upper)
    return [_prism(outline, (x, y), height, colour, 0.0, 2 * WORN, bands)]


def _prism(
    outline: FloatArray,
    middle: tuple[float, float],
    height: tuple[float, float],
    colour: RGB,
    inset: float,
    worn: float,
    bands: Vec4 = NO_BAND,
) -> Prism:
    """A prism from one height to another; sides it has not lie far away."""
    wide, deep = np.abs(outline - middle).max(axis=0).tolist()
    low, high = height
    sides = np.full((SIDES, 2), 1e3)
    found = feet(outline, np.array(middle), inset)
    sides[: len(found)] = found
    a, b, c, d = (tuple(two) for two in sides.reshape(-1, 4).tolist())
    half = (wide, deep, (high - low) / 2, worn)
    return Prism((*middle, (low + high) / 2), 0.0, (*colour, 1.0), half, bands, a, b, c, d)


_LINE = 0.03
"""Half the width of a line."""
_RAISED = 0.006
"""How high lines lie over the squares."""


def squares(board: Board, peel: Peel, visible: Visible, palette: Palette) -> list[Solid]:
    """Return a square under every site that is shown, and the lines between them."""
    file, rank = board.layers["file"], board.layers["rank"]
    stays = columns(board, peel) & visible.shown
    goals = np.zeros(len(board), bool)
    goals[list(board.victory)] = True
    rows: list[Solid] = []
    for site in np.flatnonzero(stays).tolist():
        x, y, _ = board.centres[site].tolist()
        z = float(surface(board)[site]) - TILE_HALF
        even = (int(file[site]) + int(rank[site])) % 2 == 0
        colour = palette.goal if goals[site] else palette.turf
        shade, (r, g, b) = 1.0 if even else 0.93, rgb(colour)
        tint = (*_as_seen((shade * r, shade * g, shade * b), visible, site), 1.0)
        sides = _open_sides(board, site, stays)
        rows.append(
            Solid((x, y, z), 0.0, tint, (0.5, 0.5, TILE_HALF, 0.03), (sides, 0.0, OPEN, 1.0))
        )
    return rows + (_lines(board, rgb(palette.chalk)) if stays.all() else [])


def _open_sides(board: Board, site: int, stays: Mask) -> float:
    """The sides on which no square follows, as the shader of blocks reads them."""
    north, east, south, west = board.neighbour_table[site].tolist()
    return float(
        sum(
            1 << k
            for k, other in enumerate((west, east, south, north))
            if other < 0 or not stays[other]
        )
    )


def _lines(board: Board, chalk: RGB) -> list[Solid]:
    """Lines round the pitch, before the rows to be reached, and across the middle."""
    x, y = board.centres[:, 0], board.centres[:, 1]
    west, east = float(x.min()) - 0.5, float(x.max()) + 0.5
    south, north = float(y.min()) - 0.5, float(y.max()) + 0.5
    z = float(surface(board).max()) + _RAISED - TILE_HALF
    tint = (*chalk, 1.0)

    def line(x0: float, x1: float, y0: float, y1: float) -> Solid:
        half = (0.5 * (x1 - x0) + _LINE, 0.5 * (y1 - y0) + _LINE, TILE_HALF, 0.01)
        return Solid(((x0 + x1) / 2, (y0 + y1) / 2, z), 0.0, tint, half, (15.0, 0.0, OPEN, 1.0))

    found = [line(west, east, at, at) for at in (south, north, *lines_across(board))]
    return [*found, *(line(at, at, south, north) for at in (west, east))]


TERRACE_WORN = 0.045
"""Width of the worn edge of a step."""
OPEN, INLAID = 1.0, 2.0


def blocks(board: Board, peel: Peel, visible: Visible, palette: Palette) -> list[Solid]:
    """Return a block for each field and each level up to its own, as far as peels leave them."""
    height, stone = board.layers["level"] - 1, rgb(palette.stone)
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
            middle, half = (x, y, (high + deep) / 2), (0.5, 0.5, (high - deep) / 2, TERRACE_WORN)
            state = (float(beside), float(wall), shown, float(level == bottom[site]))
            rows.append(Solid(middle, float(level), (red, green, blue, 1.0), half, state))
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


@dataclass(frozen=True)
class Ground:
    """How a ground is drawn.

    Attributes
    ----------
    shader
        What draws its solids: "block", "disc", "hex" or "cell".
    solids
        Makes them of the board, its peels, what is visible and the colours.
    row
        What it makes.
    plinth
        Makes its slab where that is not a square.
    """

    shader: str
    solids: Callable[[Board, Peel, Visible, Palette], Sequence[Solid | Prism]]
    row: type[Solid] | type[Prism] = Solid
    plinth: Callable[[Board, Palette], list[Prism]] | None = None


GROUNDS: Mapping[str, Ground] = MappingProxyType(
    {
        "dimpled slab": Ground("block", lambda *_: []),
        "terraces": Ground("block", blocks),
        "squares": Ground("block", squares),
        "tiles": Ground("disc", tiles),
        "hexes": Ground("hex", hexes),
        "cells": Ground("cell", cells, Prism, plinth),
    }
)


def ground_of(board: Board) -> str:
    """Return the name of a board's ground; what has none of its own are tiles."""
    return board.ground if board.ground in GROUNDS else "tiles"
