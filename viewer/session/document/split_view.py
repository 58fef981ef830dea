"""A position seen twice, side by side: the second View, and what links it to the first.

A document's `view` is always that of the half that is acted on, so whoever shows or changes a View
asks for nothing else; the View of the other half waits in a `SecondView`. The functions are pure.
"""

from dataclasses import dataclass
from dataclasses import replace as replace_field
from math import asin, atan2, degrees
from typing import Literal

from msgspec.structs import replace

from model.boards.board import Board, PlaneFamily
from model.contract.game import Game
from model.records.view import Camera, Cut, Peel, View, ViewError, check_view

Link = Literal["", "turn", "slice"]
Plane = tuple[str, int]

_THIN = 0.01
"""How thick a slice is, in planes: of the neighbours' balls nothing is to stick out of it."""


@dataclass(frozen=True)
class SecondView:
    """What a document that is seen twice has besides its View.

    Attributes
    ----------
    other
        The View of the half that is not acted on.
    half
        Which half is acted on: 0 the first (left or upper), 1 the second.
    link
        "turn": both cameras look the same way; "slice": the second half shows the plane that the
        first one works on, face-on; "": each goes its own way.
    """

    other: View
    half: Literal[0, 1] = 0
    link: Link = ""

    def views(self, view: View) -> tuple[View, View]:
        """Return the Views of the first and the second half, `view` being the one acted on."""
        return (view, self.other) if self.half == 0 else (self.other, view)


def plane_of(view: View, board: Board) -> Plane | None:
    """Return the plane a View works on: its working layer, else its active cut; None: neither."""
    if view.layer is not None and view.layer[0] in board.planes:
        return view.layer[0], _within(board.planes[view.layer[0]], view.layer[1])
    cuts = [cut for cut in view.cuts if _is_thin(cut)] or view.cuts[-1:]
    if cuts and cuts[0].family in board.planes:
        family = board.planes[cuts[0].family]
        return family.name, _within(family, cuts[0].at)
    return None


def first_plane(board: Board) -> Plane | None:
    """Return the plane a slice begins with where nothing is worked on; None without planes."""
    family = next(iter(board.planes.values()), None)
    return None if family is None else (family.name, family.first)


def sliced(view: View, board: Board, plane: Plane) -> View:
    """Return `view` as a slice: nothing but one plane, and face-on unless it is of this family.

    What it shows is cut through the centres of its balls, seen from where the normal points to.
    """
    family, number = board.planes[plane[0]], float(plane[1])
    behind = number - _THIN if family.spacing > 0 else number + _THIN
    slab = Cut(min(number, behind), family.name, max(number, behind))
    same = view.layer is not None and view.layer[0] == family.name and is_slice(view)
    camera = view.camera if same else facing(family)
    return replace(
        view, camera=camera, layer=plane, cuts=(slab,), peel=Peel(), lens="", explode=0.0
    )


def is_slice(view: View) -> bool:
    """Whether a View shows one plane alone, as `sliced` makes it."""
    return any(map(_is_thin, view.cuts))


def facing(family: PlaneFamily) -> Camera:
    """Return the camera that looks at the planes of a family along their normal."""
    x, y, z = (float(part) for part in family.normal)
    upright = abs(z) > 1 - 1e-9
    azimuth = 0.0 if upright else degrees(atan2(x, -y)) % 360
    return Camera(azimuth, degrees(asin(max(-1.0, min(1.0, z)))), parallel=True)


def begun(view: View, board: Board, link: Link) -> SecondView:
    """Return what a second half begins with beside `view`: the other side, or a slice."""
    if link == "slice":
        return SecondView(slice_beside(view, board), link=link)
    if link == "turn":
        return SecondView(view, link=link)
    camera = replace(view.camera, azimuth=(view.camera.azimuth + 180) % 360)
    return SecondView(replace(view, camera=camera))


def slice_beside(view: View, board: Board, old: View | None = None) -> View:
    """Return the slice of the plane `view` works on; `old` is the slice until now."""
    before = None if old is None or not is_slice(old) else plane_of(old, board)
    plane = plane_of(view, board) or before or first_plane(board)
    if plane is None:
        return view
    return old if old is not None and plane == before else sliced(old or view, board, plane)


def through(second: SecondView, view: View, board: Board, site: int) -> SecondView:
    """Return a second half with its slice through a site, unless `view` works on a plane itself."""
    plane = plane_of(second.other, board)
    if second.link != "slice" or second.half or plane is None or plane_of(view, board) is not None:
        return second
    here = (plane[0], int(board.layers[plane[0]][site]))
    if here == plane:
        return second
    return replace_field(second, other=sliced(second.other, board, here))


def moved_with(view: View, board: Board, plane: Plane) -> View:
    """Return `view` working on the plane a slice of it was moved to, as far as it works on one."""
    if view.layer is not None:
        return replace(view, layer=plane)
    cut = view.cuts[-1] if view.cuts else None
    if cut is None or cut.family != plane[0] or _within(board.planes[plane[0]], cut.at) == plane[1]:
        return view
    number = float(plane[1])
    to = None if cut.to is None else cut.to + number - cut.at
    return replace(view, cuts=(*view.cuts[:-1], replace(cut, at=number, to=to)))


def led(second: SecondView, view: View, before: View, board: Board) -> tuple[View, SecondView]:
    """Return the View acted on and the second one, where the former was `before` until now.

    What is asked of the position is asked in both halves; the link says what else follows.
    """
    other, link = second.other, second.link
    if link == "slice" and second.half == 0:
        other = slice_beside(view, board, other)
    elif link == "slice" and not is_slice(view):
        link = ""  # its plane was let go of: a View like any other from now on
    elif link == "slice":
        plane = plane_of(view, board)
        if plane is not None and plane != plane_of(before, board):
            view, other = sliced(view, board, plane), moved_with(other, board, plane)
    elif link == "turn":
        camera = view.camera
        turned = replace(other.camera, azimuth=camera.azimuth, elevation=camera.elevation)
        other = replace(other, camera=turned)
    other = replace(other, show=view.show, selected=view.selected)
    if other == second.other and link == second.link:
        return view, second
    return view, SecondView(other, second.half, link)


def fits(view: View, game: Game) -> bool:
    """Whether a game has all that a View names."""
    try:
        check_view(game, view)
    except ViewError:
        return False
    return True


def _is_thin(cut: Cut) -> bool:
    if cut.to is None or cut.flip or not cut.family:
        return False
    return cut.to - cut.at < 2 * _THIN


def _within(family: PlaneFamily, at: float) -> int:
    return max(family.first, min(family.last, round(at)))
