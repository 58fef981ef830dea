"""What the sites of a board lie on, by the name the board declares (`Board.ground`).

Every ground stands on a slab, a square one but where it brings its own. A new ground is a function
that makes its solids, in a file of its own, and a line here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from model.boards.board import Board
from model.records.views.view import Peel
from viewer.picture.palette import Palette, rgb
from viewer.picture.visibility.hiding import Visible
from viewer.scene.props.grounds.cells import cells, plinth
from viewer.scene.props.grounds.hex_columns import hexes
from viewer.scene.props.grounds.squares import squares
from viewer.scene.props.grounds.terraces import blocks
from viewer.scene.props.grounds.tiles import tiles
from viewer.scene.props.primitives import PRISM, SOLID, Prism, Solid


@dataclass(frozen=True)
class Ground:
    """How a ground is drawn.

    Attributes
    ----------
    shader
        What draws its solids: "block", "disc", "hex" or "cell".
    solids
        Makes them of the board, its peels, what is visible and the colours.
    attributes
        Names of the attributes of its rows.
    plinth
        Makes its slab where that is not a square.
    """

    shader: str
    solids: Callable[[Board, Peel, Visible, Palette], Sequence[Solid | Prism]]
    attributes: tuple[str, ...] = SOLID
    plinth: Callable[[Board, Palette], list[Prism]] | None = None


def _none(board: Board, peel: Peel, visible: Visible, palette: Palette) -> list[Solid]:
    return []


def _terraces(board: Board, peel: Peel, visible: Visible, palette: Palette) -> list[Solid]:
    return blocks(board, peel, visible, rgb(palette.stone))


def _tiles(board: Board, peel: Peel, visible: Visible, palette: Palette) -> list[Solid]:
    return tiles(board, peel, visible, rgb(palette.stone))


GROUNDS: Mapping[str, Ground] = MappingProxyType(
    {
        "dimpled slab": Ground("block", _none),
        "terraces": Ground("block", _terraces),
        "squares": Ground("block", squares),
        "tiles": Ground("disc", _tiles),
        "hexes": Ground("hex", hexes),
        "cells": Ground("cell", cells, PRISM, plinth),
    }
)


def ground_of(board: Board) -> str:
    """Return the name of a board's ground; what has none of its own are tiles."""
    return board.ground if board.ground in GROUNDS else "tiles"
