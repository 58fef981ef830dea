"""What hides a point, in words, and the least change of the View that brings it back."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from model.board import Board
from model.records.view import Peel, View

Shows = Callable[[View], bool]
"""Whether a View lets the point be seen and picked."""


def hider(view: View, shows: Shows) -> str:
    """Return what hides a point: "the cut", "the peel", "the working layer", "" when nothing does.

    Where several do, the first of them in that order.
    """
    if shows(view):
        return ""
    if view.cuts and not shows(replace(view, peel=Peel(), layer=None)):
        return "the cuts" if len(view.cuts) > 1 else "the cut"
    if not shows(replace(view, cuts=(), layer=None)):
        return "the peel"
    return "the working layer"


def sentence(name: str, what: str) -> str:
    """Return "5f7 is behind the cut" and the like."""
    where = {"the peel": "peeled away", "the working layer": "off the working layer"}
    return f"{name} is {where.get(what, f'behind {what}')}"


def reveal(view: View, board: Board, site: int, shows: Shows) -> View:
    """Return `view` changed as little as brings `site` back.

    The working layer moves to the point; then cuts go that hide it, the active one first; then
    the peels.
    """
    if view.layer is not None and view.layer[0] in board.layers and not shows(view):
        family = view.layer[0]
        view = replace(view, layer=(family, int(board.layers[family][site])))
    for cut in reversed(view.cuts):
        if shows(view):
            return view
        alone = replace(view, cuts=(cut,), peel=Peel(), layer=None)
        if not shows(alone):
            view = replace(view, cuts=tuple(other for other in view.cuts if other is not cut))
    if not shows(view):
        view = _unpeeled(view, shows)
    if not shows(view):
        view = replace(view, cuts=(), peel=Peel(), layer=None)
    return view


def _unpeeled(view: View, shows: Shows) -> View:
    """Give back one kind of peel if that is enough, else all."""
    peel = view.peel
    for less in (
        replace(peel, levels=None),
        replace(peel, layers=()),
        replace(peel, only=""),
        replace(peel, between=None),
    ):
        if less != peel and shows(replace(view, peel=less)):
            return replace(view, peel=less)
    return replace(view, peel=Peel())
