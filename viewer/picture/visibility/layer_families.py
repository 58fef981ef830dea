"""Which planes of a board a working layer may lie in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from model.boards.board import Board

_PARALLEL = 0.9999
"""Cosine of the angle between planes from which on they count as parallel."""


def layer_families(board: Board) -> tuple[str, ...]:
    """Families a working layer can have: planes of the board that also number its sites.

    The layers off a base corner are among them: they lie in the planes of diag or anti. A family
    whose planes are those of another, counted the other way (base is level), is left out.
    """
    found: list[str] = []
    for family in board.planes:
        if family in board.layers and _twin(board, family, found) is None:
            found.append(family)
    return tuple(found)


def offered_layer(board: Board, layer: tuple[str, int]) -> tuple[str, int]:
    """Return a layer as one of `layer_families`: "base" 0, which a file may name, is "level" 1."""
    family, number = layer
    families = layer_families(board)
    if family in families or family not in board.planes or family not in board.layers:
        return layer
    twin, there = _twin(board, family, families), board.layers[family] == number
    if twin is None or not there.any():
        return layer
    return twin, int(board.layers[twin][there.argmax()])


def _twin(board: Board, family: str, others: Sequence[str]) -> str | None:
    """The first of some other families that has the same planes, None where all differ."""
    normal = np.asarray(board.planes[family].normal)
    for other in others:
        if abs(float(normal @ np.asarray(board.planes[other].normal))) > _PARALLEL:
            return other
    return None
