"""What games on the pyramid of touching balls share."""

from __future__ import annotations

from collections.abc import Sequence

from model.boards.board import Board, IntArray
from model.boards.lattice import PyramidLattice


def lattice_skin(board: Board, sites: Sequence[int]) -> IntArray:
    """Return the (m, 3) int32 triangles that span balls as a sheet."""
    from model.connection import triangles

    assert isinstance(board, PyramidLattice)
    return triangles(board, sites)
