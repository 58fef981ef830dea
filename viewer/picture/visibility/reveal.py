"""What hides a point, in words, and the least change of the View that brings it back."""

from collections.abc import Callable

from msgspec.structs import replace

from model.boards.board import Board
from model.records.view import Peel, View

Shows = Callable[[View], bool]
"""Whether a View lets the point be seen and picked."""


def hider(view: View, shows: Shows) -> str:
    """Return what hides a point: "the cut", "the peel", "the working layer" or "Look", else "".

    "Look" stands for a player, a group, a level or the empty points that the Look dock hides.

    Where several do, the first of them in that order.
    """
    if shows(view):
        return ""
    if view.cuts and not shows(replace(view, peel=Peel(), layer=None, parts=())):
        return "the cuts" if len(view.cuts) > 1 else "the cut"
    if not shows(replace(view, cuts=(), layer=None, parts=())):
        return "the peel"
    if not shows(replace(view, cuts=(), peel=Peel(), parts=())):
        return "the working layer"
    return "Look"


def sentence(name: str, what: str) -> str:
    """Return "5f7 is behind the cut" and the like."""
    where = {
        "the peel": "peeled away",
        "the working layer": "off the working layer",
        "Look": "hidden in the Look dock",
    }
    return f"{name} is {where.get(what, f'behind {what}')}"


def reveal(view: View, board: Board, site: int, shows: Shows) -> View:
    """Return `view` changed as little as brings `site` back.

    What hides its player, group, level or the empty points goes; the working layer moves to the
    point; then cuts go that hide it, the active one first; then the peels.
    """
    for part in view.parts:
        if shows(replace(view, cuts=(), peel=Peel(), layer=None)):
            break
        alone = replace(view, cuts=(), peel=Peel(), layer=None, parts=(part,))
        if not shows(alone):
            view = replace(view, parts=tuple(other for other in view.parts if other != part))
    if view.layer is not None and view.layer[0] in board.layers and not shows(view):
        family = view.layer[0]
        view = replace(view, layer=(family, int(board.layers[family][site])))
    for cut in reversed(view.cuts):
        if shows(view):
            return view
        alone = replace(view, cuts=(cut,), peel=Peel(), layer=None, parts=())
        if not shows(alone):
            view = replace(view, cuts=tuple(other for other in view.cuts if other is not cut))
    if not shows(view):
        view = _unpeeled(view, shows)
    if not shows(view):
        view = replace(view, cuts=(), peel=Peel(), layer=None, parts=())
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
