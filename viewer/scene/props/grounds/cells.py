"""Cells of sandstone, a side to each neighbour, on a slab with the board's outline."""

from __future__ import annotations

import numpy as np

from model.boards.board import Board, FloatArray
from model.records.views.view import Peel
from viewer.picture.compose.cell_shapes import BAND, SLAB, cell_shapes, feet
from viewer.picture.compose.ground import surface, thickness, top
from viewer.picture.palette import RGB, Palette, rgb
from viewer.picture.visibility.hiding import FADED, Visible
from viewer.scene.props.primitives import Prism, Vec4

JOINT = 0.014
"""Half the gap between two cells, in ball diameters."""
WORN = 0.028
"""How wide the worn rim of a cell is; that of the slab is twice as wide."""
GAP = 0.10
"""How far the bands along two sides are apart where they meet."""
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
        pale = 0.0 if visible.fade[site] > FADED + 0.01 else 0.5
        r, g, b = (c + pale * (1 - c) for c in sand)
        rows.append(_prism(shapes.cells[site], (x, y), (foot, upper), (r, g, b), JOINT, WORN))
    return rows


def plinth(board: Board, palette: Palette) -> list[Prism]:
    """Return the slab under the cells, with a band along each side."""
    shapes = cell_shapes(board)
    outline, scale = shapes.slab, shapes.scale
    upper, colour = top(board), rgb(palette.slab)
    x, y = outline.mean(axis=0).tolist()
    shade = BAND_SHADES[sum(colour) < 1.5]
    bands = (scale * (SLAB - BAND[1]), scale * (SLAB - BAND[0]), shade, scale * GAP)
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
