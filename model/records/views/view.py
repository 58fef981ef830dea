"""View: how a position is looked at, as plain data.

A bookmark, a record node or a lesson step can hold one. Nothing here draws:
`hiding` says what a View hides, the scene draws the rest. Palette, text size and
animation are preferences and never part of a View.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Vector = tuple[float, float, float]
Count = Annotated[int, Meta(ge=0, le=200)]

WALL_PEELS = ("base", "west", "east", "south", "north")
MAX_CUTS = 3
MOST_PARTS = 200
MOST_BOOKMARKS = 500
"""Views under names in one game."""


class Camera(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where we look from, on a turntable: the base stays down.

    Attributes
    ----------
    azimuth
        Degrees from south towards east; the camera stands there.
    elevation
        Degrees above the horizon, -90 to 90.
    centre
        The point looked at, in ball diameters; None: the middle of the board.
    distance
        From `centre`, in ball diameters; None: so that the whole board fits. In parallel
        projection the same number sets the scale, so that switching keeps the size.
    parallel
        Parallel projection instead of a 30 degree lens.
    """

    azimuth: float = 19.0
    elevation: Annotated[float, Meta(ge=-90, le=90)] = 36.0
    centre: Vector | None = None
    distance: Annotated[float, Meta(gt=0)] | None = None
    parallel: bool = False


class Cut(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A plane, or the slab between two, that takes away what lies beyond it.

    Attributes
    ----------
    family
        A plane family of the board, or "" for a free plane given by `normal`.
    at, to
        Number of the plane in its family (fractions lie between sites); with `to`, the slab from
        `at` to `to` stays. For a free plane, the offset d of ``normal . p = d``.
    flip
        Take away the other side (of a slab: its inside).
    normal
        Unit normal of a free plane.
    """

    at: float
    family: str = ""
    to: float | None = None
    flip: bool = False
    normal: Vector | None = None


class Peel(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Whole balls taken away.

    Attributes
    ----------
    levels
        The range of levels that stays, counted from 1; None: all.
    layers
        (layer name, how many) taken away from the outside in: "shell", a wall, or a corner.
    only
        Name of a site: only the group standing there stays.
    between
        Only what was played from the first to the second ply (counted from 1, both included).
    """

    levels: tuple[int, int] | None = None
    layers: tuple[tuple[str, Count], ...] = ()
    only: str = ""
    between: tuple[int, int] | None = None


FLATTEST, WIDEST = -0.7, 5.0
"""Gaps between levels: all on the base (where they touch they are 0.7071 apart), and the most."""


class View(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Camera, cuts, peels, working layer, lens, explosion, ghosts and highlight of one look.

    Attributes
    ----------
    cuts
        Up to three; the last is the active one in the interface.
    layer
        The working layer as (plane family, number): only its points answer, the rest fades.
    lens
        Name of the site the lens is centred on, "" for none: what stands in front of it within
        2.5 diameters becomes outlines.
    explode
        Extra gap between levels, in ball diameters; below 0 they sink into each other, at
        `FLATTEST` they all lie on the base.
    ghosts
        Which empty points are drawn.
    ghost_style
        As dots or as glass shells.
    selected
        Name of a site: the group there is highlighted.
    dim
        Rings for what is not highlighted.
    show
        An overlay of the Why panel: "corner=SW:red", "win=red", "cost=SW:red", or "".
    labels, board
        Level and wall labels; the base board.
    parts
        What is drawn otherwise than in full, as `view_parts` writes it: (part, how).
    opacity
        What is left of a faint part, 0.05 to 0.9.
    colour
        What the pieces take their colours from.
    """

    camera: Camera = Camera()
    cuts: Annotated[tuple[Cut, ...], Meta(max_length=MAX_CUTS)] = ()
    peel: Peel = Peel()
    layer: tuple[str, int] | None = None
    lens: str = ""
    explode: Annotated[float, Meta(ge=FLATTEST, le=WIDEST)] = 0.0
    ghosts: Literal["all", "legal", "off"] = "legal"
    ghost_style: Literal["dots", "shells"] = "dots"
    selected: str = ""
    dim: bool = True
    show: str = ""
    labels: bool = True
    board: bool = True
    parts: Annotated[
        tuple[tuple[str, Literal["shown", "faint", "hidden"]], ...], Meta(max_length=MOST_PARTS)
    ] = ()
    opacity: Annotated[float, Meta(ge=0.05, le=0.9)] = 0.25
    colour: Literal["player", "group", "level", "move"] = "player"

    def on_other_board(self) -> View:
        """Return what is kept where the board is another one: from where it is looked at."""
        camera = Camera(self.camera.azimuth, self.camera.elevation, parallel=self.camera.parallel)
        return View(camera=camera, ghosts=self.ghosts)
