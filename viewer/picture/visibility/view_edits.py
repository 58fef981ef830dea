"""What commands do to a View, its parts and its colours, as pure functions View -> View.

Each takes the View, then the board where it needs to know planes and layers, and returns the View
that comes next; a View that cannot go further is returned as it is (the same object).
"""

import math
from typing import Literal, NamedTuple

from msgspec.structs import replace

from model.boards.board import Board, PlaneFamily
from model.contract.game import Position
from model.records import view as views
from model.records.view import Camera, Cut, How, Peel, View
from viewer.picture.visibility.best_view import towards_eye
from viewer.picture.visibility.parts import group_at, layer_families, offered_layer

NOTHING_PEELED = Peel()

EXPLODE_STEP = 0.25
"""One step of "explode more", in ball diameters."""

GHOSTS: tuple[Literal["all", "legal", "off"], ...] = ("legal", "all", "off")


# -- camera --------------------------------------------------------------------------------------


def look_from(view: View, name: str) -> View:
    """Return `view` from a place in `CAMERAS`; KeyError for another name.

    What is looked at and how near stays, except that "iso" (home) shows the whole board.
    """
    if name != "iso":
        return look_as(view, views.CAMERAS[name])
    return _same(view, replace(view, camera=views.CAMERAS[name]))


def look_as(view: View, camera: Camera) -> View:
    """Return `view` from where a camera stands; what is looked at and how near stays."""
    camera = replace(camera, centre=view.camera.centre, distance=view.camera.distance)
    return _same(view, replace(view, camera=camera))


def switch_flat(view: View) -> View:
    """Return `view` from straight above as a map is read, north up; from there the standard one."""
    flat = Camera(azimuth=0.0, elevation=90.0, parallel=True)
    return replace(view, camera=Camera() if is_flat(view) else flat)


def is_flat(view: View) -> bool:
    """Tell whether `view` is read as a map."""
    return view.camera.parallel and view.camera.elevation == 90.0 and view.camera.azimuth == 0.0


TURN = 15.0
"""Degrees that a key turns or tilts the view, as in Blender."""


def turn(view: View, azimuth: float = 0.0, elevation: float = 0.0) -> View:
    """Return `view` with the camera carried on by degrees; elevation stops at the poles."""
    camera = view.camera
    camera = replace(
        camera,
        azimuth=(camera.azimuth + azimuth) % 360,
        elevation=max(-90.0, min(90.0, camera.elevation + elevation)),
    )
    return _same(view, replace(view, camera=camera))


def opposite(view: View) -> View:
    """Return `view` from the other side of what is looked at."""
    camera = view.camera
    camera = replace(camera, azimuth=(camera.azimuth + 180) % 360, elevation=-camera.elevation)
    return replace(view, camera=camera)


def switch_projection(view: View) -> View:
    """Return `view` in parallel projection instead of perspective, or back."""
    return replace(view, camera=replace(view.camera, parallel=not view.camera.parallel))


def centre_on(view: View, board: Board, site: int) -> View:
    """Return `view` with the camera turned round `site` (where it is drawn: exploded)."""
    x, y, z = (float(value) for value in board.centres[site])
    z += view.explode * (int(board.layers["level"][site]) - 1) if "level" in board.layers else 0.0
    return _same(view, replace(view, camera=replace(view.camera, centre=(x, y, z))))


def whole(view: View) -> View:
    """Return `view` from the same side with the whole board in sight."""
    return _same(view, replace(view, camera=replace(view.camera, centre=None, distance=None)))


# -- cuts ----------------------------------------------------------------------------------------


def active_cut(view: View) -> Cut | None:
    """Return the cut that commands work on: the last one."""
    return view.cuts[-1] if view.cuts else None


def add_cut(view: View, board: Board, family: str) -> View:
    """Return `view` with a cut of `family` half-way through the board, as the active one.

    The active cut gives way when there are `MAX_CUTS` already. KeyError: no such family.
    """
    cut = Cut(family=family, at=_middle(board.planes[family]))
    kept = view.cuts if len(view.cuts) < views.MAX_CUTS else view.cuts[:-1]
    return replace(view, cuts=(*kept, cut))


def cut_by(view: View, board: Board, family: str) -> View:
    """Return `view` with `family` for the active cut's, or with a first cut of it.

    A cut that is of this family already stays as it is.
    """
    cut = active_cut(view)
    if cut is not None and cut.family == family:
        return view
    rest = view.cuts[:-1]
    return replace(view, cuts=(*rest, Cut(family=family, at=_middle(board.planes[family]))))


def add_free_cut(view: View, board: Board) -> View:
    """Return `view` with a free plane through the middle of the board, facing the camera."""
    normal = towards_eye(view.camera.azimuth, view.camera.elevation)
    low, high = board.centres.min(axis=0), board.centres.max(axis=0)
    middle = (low + high) / 2
    at = float(sum(n * m for n, m in zip(normal, middle, strict=True)))
    kept = view.cuts if len(view.cuts) < views.MAX_CUTS else view.cuts[:-1]
    return replace(view, cuts=(*kept, Cut(at=at, normal=normal)))


def move_cut(view: View, board: Board, steps: int) -> View:
    """Return `view` with the active cut moved by `steps` lattice planes, within the board.

    A positive step takes away less: the plane moves the way its normal points.
    """
    cut = active_cut(view)
    if cut is None:
        return view
    if cut.normal is not None:
        # A free plane knows no lattice step; half a ball is a good one.
        return _with_active(view, replace(cut, at=cut.at + steps * 0.5))
    family = board.planes.get(cut.family)
    if family is None:
        return view
    forward = steps if family.spacing > 0 else -steps
    at = float(max(family.first, min(family.last, _snap(cut.at, forward))))
    if cut.to is None:
        return _with_active(view, replace(cut, at=at))
    # A slab moves as one piece and stops when either face reaches the rim.
    shift = at - cut.at
    if not family.first <= cut.to + shift <= family.last:
        return view
    return _with_active(view, replace(cut, at=at, to=cut.to + shift))


def flip_cut(view: View) -> View:
    """Return `view` with the other side of the active cut taken away."""
    cut = active_cut(view)
    return view if cut is None else _with_active(view, replace(cut, flip=not cut.flip))


def switch_slab(view: View, board: Board) -> View:
    """Return `view` with the active cut as a slab two planes thick, or as one plane again."""
    cut = active_cut(view)
    if cut is None:
        return view
    if cut.to is not None:
        return _with_active(view, replace(cut, to=None))
    if cut.normal is not None:
        return _with_active(view, replace(cut, at=cut.at - 1.0, to=cut.at))
    family = board.planes[cut.family]
    low, high = sorted((cut.at, min(cut.at + 1, float(family.last))))
    if low == high:
        low -= 1
    return _with_active(view, replace(cut, at=low, to=high))


def remove_cut(view: View) -> View:
    """Return `view` without its active cut."""
    return replace(view, cuts=view.cuts[:-1]) if view.cuts else view


def remove_cuts(view: View) -> View:
    """Return `view` without any cut."""
    return replace(view, cuts=()) if view.cuts else view


def next_cut(view: View) -> View:
    """Return `view` with the next of its cuts as the active one."""
    return replace(view, cuts=(*view.cuts[1:], view.cuts[0])) if len(view.cuts) > 1 else view


# -- working layer -------------------------------------------------------------------------------


def switch_layer(view: View, board: Board, at: int | None = None) -> View:
    """Return `view` with the working layer on (a level, or where the active cut is), or off.

    `at`: a site the layer should go through.
    """
    if view.layer is not None:
        return replace(view, layer=None)
    cut = active_cut(view)
    family = (
        cut.family
        if cut is not None and cut.family in board.planes
        else next(iter(layer_families(board)), "")
    )
    if not family:
        return view
    if at is not None:
        return layer_through(view, board, family, at)
    plane = board.planes[family]
    number = round(cut.at) if cut is not None and cut.family == family else plane.first
    number = max(plane.first, min(plane.last, number))
    return replace(view, layer=offered_layer(board, (family, number)))


def layer_through(view: View, board: Board, family: str, site: int) -> View:
    """Return `view` with the working layer of `family` that runs through `site`."""
    return _same(view, replace(view, layer=(family, int(board.layers[family][site]))))


def next_layer_family(view: View, board: Board, site: int | None = None) -> View:
    """Return `view` with a working layer of the next family of planes.

    The new layer runs through `site` when one is given, else through the middle of its family.
    """
    families = layer_families(board)
    if not families:
        return view
    here = families[-1] if view.layer is None else offered_layer(board, view.layer)[0]
    following = families[(families.index(here) + 1) % len(families)] if here in families else ""
    family = following or families[0]
    if site is not None:
        return layer_through(view, board, family, site)
    first, last = _layer_range(board, family)
    return replace(view, layer=(family, (first + last) // 2))


def move_layer(view: View, board: Board, steps: int) -> View:
    """Return `view` with the working layer moved by `steps`, within the board."""
    if view.layer is None:
        return view
    family, number = view.layer
    first, last = _layer_range(board, family)
    moved = max(first, min(last, number + steps))
    return view if moved == number else replace(view, layer=(family, moved))


def move_plane(view: View, board: Board, steps: int) -> View:
    """Return `view` with the working layer moved, or the active cut while there is no layer."""
    if view.layer is not None:
        return move_layer(view, board, steps)
    return move_cut(view, board, steps)


# -- peels ---------------------------------------------------------------------------------------


def peel_layers(view: View, name: str, more: int, board: Board) -> View:
    """Return `view` with `more` layers (fewer when negative) of `name` taken away."""
    most = int(board.layers[name].max()) + 1
    counts = dict(view.peel.layers)
    number = max(0, min(most, counts.get(name, 0) + more))
    if number == counts.get(name, 0):
        return view
    if number:
        counts[name] = number
    else:
        counts.pop(name, None)
    return replace(view, peel=replace(view.peel, layers=tuple(counts.items())))


def peel_levels(view: View, board: Board, low: int, high: int) -> View:
    """Return `view` with only levels `low` to `high` left; the whole range is no peel."""
    first, last = (int(board.layers["level"].min()), int(board.layers["level"].max()))
    low, high = max(first, min(last, low)), max(first, min(last, high))
    low, high = min(low, high), max(low, high)
    levels = None if (low, high) == (first, last) else (low, high)
    return _same(view, replace(view, peel=replace(view.peel, levels=levels)))


def peel_top(view: View, board: Board, more: int) -> View:
    """Return `view` with `more` levels taken away from the top (given back when negative)."""
    first, last = (int(board.layers["level"].min()), int(board.layers["level"].max()))
    low, high = view.peel.levels or (first, last)
    return peel_levels(view, board, low, max(low, high - more))


def peel_only(view: View, site: str) -> View:
    """Return `view` with only the group on `site` left, or with all when it is so already."""
    only = "" if view.peel.only == site else site
    return _same(view, replace(view, peel=replace(view.peel, only=only)))


def peel_between(view: View, first: int, last: int) -> View:
    """Return `view` with only what was played from the `first` to the `last` ply."""
    low, high = sorted((max(1, first), max(1, last)))
    return _same(view, replace(view, peel=replace(view.peel, between=(low, high))))


def unpeel(view: View) -> View:
    """Return `view` with nothing peeled."""
    return _same(view, replace(view, peel=Peel()))


def clear(view: View) -> View:
    """Return `view` with nothing hidden, faint, apart or coloured but by player."""
    whole = replace(view, cuts=(), peel=Peel(), layer=None, lens="", explode=0.0)
    return _same(view, replace(whole, parts=(), opacity=View().opacity, colour="player"))


def show_everything(view: View) -> View:
    """Return `view` cleared, and without an explanation, which leaves rings of all other balls."""
    show = view.show if view.show in (*views.ENGINE, views.VALUES) else ""
    return _same(view, replace(clear(view), show=show))


# -- the rest ------------------------------------------------------------------------------------


def explode(view: View, steps: int) -> View:
    """Return `view` with the levels `steps` further apart."""
    gap = max(0.0, min(views.WIDEST, view.explode + steps * EXPLODE_STEP))
    return _same(view, replace(view, explode=gap))


def next_ghosts(view: View) -> View:
    """Return `view` with the next ghost mode: legal, all, off."""
    return replace(view, ghosts=GHOSTS[(GHOSTS.index(view.ghosts) + 1) % len(GHOSTS)])


def switch_ghost_style(view: View) -> View:
    """Return `view` with ghosts as glass shells instead of dots, or back."""
    return replace(view, ghost_style="shells" if view.ghost_style == "dots" else "dots")


class ViewSwitch(NamedTuple):
    """A field of a View that is on or off, as a row of the View menu and a box of the Look dock.

    Attributes
    ----------
    field
        Of the View; the command is "view." with it, and `--show` has it as a word (`SWITCHES`).
    title, help, keys
        What the menu says; the dock has the title, too.
    """

    field: str
    title: str
    help: str = ""
    keys: tuple[str, ...] = ()

    def is_on(self, view: View) -> bool:
        """Tell whether it is on."""
        on: bool = getattr(view, self.field)
        return on

    def switched(self, view: View) -> View:
        """Return `view` with it off, or on again."""
        return replace(view, **{self.field: not self.is_on(view)})


VIEW_SWITCHES = (
    ViewSwitch(
        "dim",
        "Rings for what is not selected",
        "In a heap of balls, only while nothing is kept in sight (O).",
    ),
    ViewSwitch("labels", "Names and numbers on the board"),
    ViewSwitch("board", "Base board"),
)


def select(view: View, site: str) -> View:
    """Return `view` with the group on `site` selected ("": none)."""
    return _same(view, replace(view, selected=site))


def show(view: View, overlay: str) -> View:
    """Return `view` with an overlay ("corner=SW:red", ...); the one there is goes off again."""
    return replace(view, show="" if view.show == overlay else overlay)


def _same(old: View, new: View) -> View:
    """The old View when nothing differs, so that no change is counted twice."""
    return old if new == old else new


def _with_active(view: View, cut: Cut) -> View:
    return _same(view, replace(view, cuts=(*view.cuts[:-1], cut)))


def _middle(family: PlaneFamily) -> float:
    return float((family.first + family.last) // 2)


def _snap(at: float, steps: int) -> float:
    """Step from `at` to whole numbers: a plane dragged between two lands on the next one."""
    if steps == 0 or at == int(at):
        return at + steps
    return math.floor(at) + steps if steps > 0 else math.ceil(at) + steps


def _layer_range(board: Board, family: str) -> tuple[int, int]:
    numbers = board.layers[family]
    return int(numbers.min()), int(numbers.max())


LEAST, MOST = 0.05, 0.9
"""How much may be left of what is faint."""
Colour = Literal["player", "group", "level", "move"]
COLOURS: tuple[tuple[str, Colour], ...] = (
    ("Player", "player"),
    ("Group", "group"),
    ("Level", "level"),
    ("Move", "move"),
)
"""What pieces can take their colours from, with its name."""


def show_part(view: View, part: str, how: How) -> View:
    """Return `view` with a part (`model.records.view`) shown, faint or hidden.

    A group that is shown again stays so where its player or level is not.
    """
    others = any(not known.startswith("group=") for known, _ in view.parts)
    return views.show_part(view, part, how, always=part.startswith("group=") and others)


def switch_part(view: View, part: str, how: How) -> View:
    """Return `view` with a part faint, or hidden; shown where it is so already."""
    return show_part(view, part, "shown" if views.how_shown(view, part) == how else how)


def group_of(view: View, position: Position, site: str) -> str:
    """Return the part of the group at a site: the one a View speaks of already, if it does."""
    board, pieces = position.game.board, position.pieces
    if site in board:
        group = group_at(board, pieces, board.index(site))
        for part, _ in view.parts:
            name = part.removeprefix("group=")
            if name != part and name in board and group[board.index(name)]:
                return part
    return views.group_part(site)


def set_opacity(view: View, opacity: float) -> View:
    """Return `view` with this much left of what is faint, 0.05 to 0.9."""
    opacity = round(max(LEAST, min(MOST, opacity)), 2)
    return view if opacity == view.opacity else replace(view, opacity=opacity)


def switch_colour(view: View, by: Colour) -> View:
    """Return `view` coloured by something, by player where it is so already."""
    return replace(view, colour="player" if by == view.colour else by)
