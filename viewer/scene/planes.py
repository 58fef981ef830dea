"""Working layer and active cut, moved by lattice steps: pure functions on a View."""

from __future__ import annotations

from math import ceil, floor

import msgspec
import numpy as np

from model.board import Board
from model.view import Cut, View
from viewer.visibility import plane_family

FREE_STEP = 0.5
"""How far a step moves a free cut, in ball diameters."""


def families(board: Board) -> tuple[str, ...]:
    """Return the plane families a working layer can have, without the same planes twice."""
    found: list[str] = []
    for name, family in board.planes.items():
        twice = any(
            np.allclose(np.abs(np.dot(family.normal, board.planes[other].normal)), 1)
            for other in found
        )
        if not twice:
            found.append(name)
    return tuple(found)


def plane_through(board: Board, family: str, site: int) -> int:
    """Return the number of the plane of a family nearest to a site."""
    planes = plane_family(board, family)
    height = float(board.centres[site] @ np.asarray(planes.normal))
    number = round((height - planes.offset(0)) / planes.spacing)
    return min(max(number, planes.first), planes.last)


def layer_through(view: View, board: Board, family: str, site: int) -> View:
    """Lay the working layer through a site."""
    return changed(view, layer=(family, plane_through(board, family, site)))


def next_family(board: Board, family: str, by: int) -> str:
    """Return the plane family after (by=1) or before (by=-1) one, round and round."""
    names = families(board)
    if family not in names:
        return names[0]
    return names[(names.index(family) + by) % len(names)]


def step(view: View, board: Board, by: int) -> tuple[View, str]:
    """Move the working layer, else the active cut, by lattice steps.

    Returns
    -------
    View, str
        The view after it, the same object when nothing moved, and then a sentence why.
    """
    if view.layer is not None:
        family, number = view.layer
        planes = plane_family(board, family)
        moved = min(max(number + by, planes.first), planes.last)
        if moved == number:
            return view, f"this is the last {family} plane"
        return changed(view, layer=(family, moved)), ""
    if not view.cuts:
        return view, "there is no working layer and no cut to move"
    cut = _stepped(view.cuts[-1], board, by)
    if cut == view.cuts[-1]:
        return view, f"the cut is at the last {cut.family} plane"
    return changed(view, cuts=(*view.cuts[:-1], cut)), ""


def _stepped(cut: Cut, board: Board, by: int) -> Cut:
    """A cut moved to the next whole number, both its planes alike."""
    if not cut.family:
        shift = by * FREE_STEP
    else:
        planes = plane_family(board, cut.family)
        whole = floor(cut.at) + by if by > 0 else ceil(cut.at) + by
        shift = min(max(whole, planes.first), planes.last) - cut.at
        if shift * by <= 0:
            return cut
    to = None if cut.to is None else cut.to + shift
    return msgspec.structs.replace(cut, at=cut.at + shift, to=to)


def changed(view: View, **parts: object) -> View:
    """Return `view` with some of its parts replaced."""
    return msgspec.structs.replace(view, **parts)
