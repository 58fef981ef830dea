"""How much of the sky each ball sees past the balls around it, for pictures at rest. Pure numpy."""

from __future__ import annotations

from math import pi, sqrt

import numpy as np

from model.boards.board import Board
from viewer.scene.props.appearance import TOUCHING, Float32, Mask

DIRECTIONS = 48
REACH = (1.75, 2.5, 3.5, 4.75)
"""Where on its way a ray meets balls, in ball diameters: beyond those that touch, which the shader
knows."""
PAST_A_BALL, PAST_THE_GROUND = 0.42, 0.80
"""What is left of the light where a ray meets one, a second one, and so on."""
_ROOM = 6
"""Empty cells around the lattice: no ray leaves it by more."""


def sky_light(board: Board, solid: Mask) -> Float32:
    """Return the sky as balls on the sites see it.

    The rays of all balls go the same ways over the lattice, so each step is one look into a table.

    Parameters
    ----------
    board
        Where other than on a lattice of touching balls everything is seen.
    solid
        (n,) bool the balls that hide it.

    Returns
    -------
    Float32
        (n, 4): a slope (x, y, z) and, last, a mean. What a surface with unit normal m sees of the
        sky is mean + 2/3 slope . m, with the first spherical harmonics (Ramamoorthi and Hanrahan,
        "An efficient representation for irradiance environment maps", 2001).
    """
    seen = np.zeros((len(board), 4), np.float32)
    seen[:, 3] = 1.0
    if not len(board) or board.neighbour_table.shape[1] != TOUCHING:
        return seen
    # Cells of the lattice: (x + z/2, y + z/2, z / sqrt 2) are the centres.
    cells = _cells(board.centres - board.centres.min(axis=0) * (0, 0, 1))
    cells -= cells.min(axis=0)
    shape = cells.max(axis=0) + 1 + 2 * _ROOM
    passing = np.ones(tuple(shape), np.float32)
    passing[:, :, :_ROOM] = PAST_THE_GROUND
    at = cells + _ROOM
    passing[tuple(at[solid].T)] = PAST_A_BALL
    table, places = passing.ravel(), np.ravel_multi_index(tuple(at.T), tuple(shape))
    ways = _around(DIRECTIONS)
    total = np.zeros((len(board), 4))
    for way in ways:
        left = np.ones(len(board), np.float32)
        for step in REACH:
            x, y, z = _cells(step * way[None, :])[0].tolist()
            left *= table[places + int((x * shape[1] + y) * shape[2] + z)]
        total[:, :3] += 3.0 * left[:, None] * way
        total[:, 3] += left
    seen[:] = total / len(ways)
    return seen


def _cells(
    points: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Return the lattice coordinates nearest to points."""
    z = points[:, 2] * sqrt(2.0)
    found = np.stack([points[:, 0] - z / 2, points[:, 1] - z / 2, z], axis=1)
    return np.rint(found).astype(np.int64)


def _around(count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Return (count, 3) unit vectors spread evenly: a spiral from pole to pole."""
    k = np.arange(count) + 0.5
    z = 1.0 - 2.0 * k / count
    turn = pi * (1.0 + sqrt(5.0)) * k
    r = np.sqrt(1.0 - z * z)
    return np.stack([r * np.cos(turn), r * np.sin(turn), z], axis=1)
