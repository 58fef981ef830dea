"""Groups as the eye sees them: linked pieces of one owner, on any board."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from model.contract.game import Pieces
from viewer.picture.visibility.hiding import ByIdentity, Mask


def group_at(board: Board, pieces: Pieces, site: int | None) -> Mask:
    """Return the (n,) mask of the linked pieces of one owner at a site; empty where none stands."""
    return _group(board, ByIdentity(pieces), site)


@lru_cache(maxsize=8)
def _group(board: Board, pieces: ByIdentity[Pieces], site: int | None) -> Mask:
    owner = np.full(len(board), -2, np.int32)
    owner[pieces.value.site] = pieces.value.owner
    mask = np.zeros(len(board), bool)
    if site is not None and owner[site] != -2:
        edge: npt.NDArray[np.intp] = np.array([site])
        mask[edge] = True
        while len(edge):
            near = np.concatenate([board.neighbours(int(at)) for at in edge])
            edge = np.unique(near[(owner[near] == owner[site]) & ~mask[near]])
            mask[edge] = True
    mask.flags.writeable = False
    return mask
