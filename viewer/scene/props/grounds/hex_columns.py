"""Six-sided columns of sandstone under the spaces of a map, as high as each space lies."""

from __future__ import annotations

from math import sqrt

import numpy as np

from model.boards.board import Board
from model.records.views.view import Peel
from viewer.picture.compose.ground import surface, top
from viewer.picture.palette import Palette, rgb
from viewer.picture.visibility.hiding import FADED, Visible
from viewer.scene.props.grounds.tiles import spacing
from viewer.scene.props.primitives import Solid

JOINT = 0.012
"""Half the gap between two columns, in ball diameters."""
WORN = 0.028
"""How wide the worn rim is."""
RISES = 0.10
"""How much paler the highest column is than the lowest."""


def hexes(board: Board, peel: Peel, visible: Visible, palette: Palette) -> list[Solid]:
    """Return a column under every space that is shown; those that are decorated by no shape, where
    somebody starts, are of another stone."""
    ground, foot = surface(board), top(board)
    inner = spacing(board) / 2 - JOINT
    built = {one.site for one in board.decoration if one.shape}
    low, span = float(ground.min()), max(float(np.ptp(ground)), 1e-6)
    rows = []
    for site in np.flatnonzero(visible.shown).tolist():
        if site in board.edges:
            continue
        x, y, _ = board.centres[site].tolist()
        upper = float(ground[site])
        starts = bool(built) and site not in built
        pale = RISES * (upper - low) / span + (0.0 if visible.fade[site] > FADED + 0.01 else 0.5)
        r, g, b = (c + pale * (1 - c) for c in rgb(palette.turf if starts else palette.sand))
        half = (inner, inner * 2 / sqrt(3), (upper - foot) / 2, WORN)
        rows.append(
            Solid((x, y, (upper + foot) / 2), 0.0, (r, g, b, 1.0), half,
                  (float(starts), 0.0, 0.0, 0.0))
        )  # fmt: skip
    return rows
