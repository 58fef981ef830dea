"""Layers and lattice planes of a board that can be named by a number: "Level 3", "Rank 5"."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from model.boards.board import Board

_LAYERS = {
    "level": "Level",
    "shell": "Shell",
    "west": "From the west wall",
    "east": "From the east wall",
    "south": "From the south wall",
    "north": "From the north wall",
}
_PLANES = {
    "file": "File",
    "rank": "Rank",
    "diag": "Diagonal plane",
    "anti": "Other diagonal plane",
}


class Region(NamedTuple):
    """Layers or planes of one direction.

    Attributes
    ----------
    title
        As a person reads it.
    key
        Name among the board's layers, else among its planes.
    first, last
        The numbers there are.
    """

    title: str
    key: str
    first: int
    last: int


def regions(board: Board) -> list[Region]:
    """Return what a board can be divided into: layers first."""
    found = []
    for key, title in _LAYERS.items():
        layer = board.layers.get(key)
        if layer is not None and int(layer.max()) > int(layer.min()):
            found.append(Region(title, key, int(layer.min()), int(layer.max())))
    for key, title in _PLANES.items():
        family = board.planes.get(key)
        if family is not None:
            found.append(Region(title, key, int(family.first), int(family.last)))
    return found


def sites_in(board: Board, key: str, number: int) -> list[int]:
    """Return the sites of a layer or a lattice plane by its number."""
    if key in board.layers:
        return np.flatnonzero(board.layers[key] == number).tolist()
    family = board.planes[key]
    # Where a site lies along the normal, against where the plane lies.
    along = board.centres @ np.asarray(family.normal, float)
    return np.flatnonzero(np.abs(along - family.offset(number)) < 1e-6).tolist()
