"""What the scene draws, as one immutable value: the position, the look and what lies over it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from model.board import Board
from model.game import Pieces
from model.records.view import View
from viewer.picture.palette import STANDARD, Palette

Mask = npt.NDArray[np.bool_]
TubeStyle = Literal["line", "tether", "escape", "plan"]


@dataclass(frozen=True, eq=False)
class Sheet:
    """A dam of balls as a translucent surface; its balls are lit.

    Attributes
    ----------
    sites
        The balls of the sheet.
    triangles
        (m, 3) int32 sites.
    owner
        Index into the picture's players.
    """

    sites: tuple[int, ...]
    triangles: npt.NDArray[np.int32]
    owner: int


@dataclass(frozen=True)
class Tube:
    """A way through sites, in order.

    Attributes
    ----------
    sites
        One to many; each is linked to the next.
    owner
        Index into the picture's players, -1 for nobody.
    style
        "line": along own balls from the corner ball to a far wall; "tether": from a sheet to a
        far wall; "escape": a thin light way through points and other balls; "plan": dotted.
    """

    sites: tuple[int, ...]
    owner: int
    style: TubeStyle = "line"


@dataclass(frozen=True)
class Marks:
    """Ghost balls with a short text each: the points of a plan in playable order."""

    sites: tuple[int, ...]
    texts: tuple[str, ...]
    owner: int


@dataclass(frozen=True)
class Numbers:
    """Short texts at sites, with no ball: move numbers, costs."""

    sites: tuple[int, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Pour:
    """Colour spreading from a corner through everything but one player's balls.

    Attributes
    ----------
    distances
        (n,) int32 steps from the corner, -1 where the colour never comes.
    owner
        The player whose balls hold it back (index into the picture's players).
    time
        In steps: what is nearer than this is coloured. Only this changes while it runs.
    """

    distances: npt.NDArray[np.int32]
    owner: int
    time: float


SignShape = Literal["ring", "cross", "square", "dot", "text", "link", "group", "sheet"]


@dataclass(frozen=True, eq=False)
class Sign:
    """A teacher's mark.

    Attributes
    ----------
    shape, colour
        As in `model.records.marks.Mark`.
    sites
        One; of a link, a group and a sheet all of them.
    text
        A short word beside the first, or "".
    triangles
        (m, 3) int32 sites: the skin of a sheet, None for other shapes.
    """

    shape: SignShape
    colour: str
    sites: tuple[int, ...]
    text: str = ""
    triangles: npt.NDArray[np.int32] | None = None


Overlay = Sheet | Tube | Marks | Numbers | Pour | Sign


@dataclass(frozen=True)
class Moving:
    """A piece on its way; it is not among the picture's pieces.

    Attributes
    ----------
    owner, kind
        As in `Pieces`.
    centre
        Where it is, in ball diameters, explosion applied.
    alpha
        1 solid, 0 gone.
    """

    owner: int
    kind: int
    centre: tuple[float, float, float]
    alpha: float = 1.0


@dataclass(frozen=True, eq=False)
class Picture:
    """Everything the scene draws. Compared by identity, field by field: share what did not change.

    Attributes
    ----------
    board, pieces, players
        What stands where; `players` gives owners their colours by name.
    view
        How it is looked at. Its camera may leave centre and distance open: home.
    legal
        (n,) bool: points that may be played now; None: every empty one.
    plies
        (n,) int32 ply each ball was played at, 0 when set up; None: not known.
    overlays
        What the Why panel and lessons lay over the position.
    hover
        The empty point or ball under the mouse, or None.
    cursor
        The site of the keyboard's lattice cursor, or None.
    last
        The ball played last, or None; it is ringed.
    preview
        (site, owner) of a ball about to be placed, or None.
    hovered_group
        (n,) bool: a group that lights up, or None.
    pointer
        Where dots fade around: a point in space near the mouse, or None (no fading).
    dot_radius
        Radius of the dots in ball diameters; None: 0.16, 0.10 above 300 points.
    bands
        Equatorial bands on the balls of the palette's banded sides.
    handle
        Draw the handle of the active cut.
    palette
        The colours.
    piece_kinds
        Shapes of the kinds `pieces` counts by (`model.game.PieceKind`).
    reserves
        (owner, how many are left) of each player who has a reserve; () for games without.
    choices
        (n,) bool: sites that answer now in a half-built move, or None.
    built
        Sites chosen so far in a half-built move, in order; pieces on them are lifted.
    doomed
        Sites of pieces the action under the mouse would take.
    path
        Sites of the way a run or a push would take, in order.
    moving
        Pieces on their way (`viewer.picture.transition`).
    """

    board: Board
    pieces: Pieces
    players: tuple[str, ...]
    view: View
    legal: Mask | None = None
    plies: npt.NDArray[np.int32] | None = None
    overlays: tuple[Overlay, ...] = ()
    hover: int | None = None
    cursor: int | None = None
    last: int | None = None
    preview: tuple[int, int] | None = None
    hovered_group: Mask | None = None
    pointer: tuple[float, float, float] | None = None
    dot_radius: float | None = None
    bands: bool = True
    handle: bool = False
    palette: Palette = STANDARD
    piece_kinds: tuple[str, ...] = ("ball",)
    reserves: tuple[tuple[int, int], ...] = ()
    choices: Mask | None = None
    built: tuple[int, ...] = ()
    doomed: tuple[int, ...] = ()
    path: tuple[int, ...] = ()
    moving: tuple[Moving, ...] = ()
