"""What the scene draws, as one immutable value: the position, the View and what lies over it."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from model.contract.game import Pieces
from model.records.view import View
from viewer.picture.palette import RGB, STANDARD, Palette, hues, rgb
from viewer.picture.visibility.hiding import Mask
from viewer.visuals.overlay_types import Overlay
from viewer.visuals.side_colours import NOBODY, SideColour


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
    size
        As a share of a piece on the board.
    """

    owner: int
    kind: int
    centre: tuple[float, float, float]
    alpha: float = 1.0
    size: float = 1.0


@dataclass(frozen=True)
class ViewMargins:
    """What lies over the scene, as shares of its width and height.

    Attributes
    ----------
    below, above
        Height of what lies along the lower edge, and along the upper one.
    corner
        Width and height of what lies in the upper right corner.
    """

    below: float = 0.0
    corner: tuple[float, float] = (0.0, 0.0)
    above: float = 0.0


@dataclass(frozen=True, eq=False)
class Picture:
    """Everything the scene draws. Compared by identity, field by field: share what did not change.

    Attributes
    ----------
    board, pieces, players
        What stands where, and who owns it.
    sides
        The colours of the players, None for one without; () where nobody has one.
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
    carried
        (from, to) of each piece that the last move took across the board.
    preview
        (site, owner) of a ball about to be placed, or None.
    hovered_group
        (n,) bool: a group that lights up, or None.
    pointer
        Where dots fade around: a point in space near the mouse, or None (no fading).
    dot_radius
        Radius of the dots in ball diameters; None: 0.16, 0.10 above 300 points.
    bands
        Equatorial bands on the balls of banded sides.
    handle
        Draw the handle of the active cut.
    palette
        The colours.
    piece_kinds
        Shapes of the kinds `pieces` counts by (`model.contract.game.PieceKind`).
    insignia
        The sign of each player (`insignia`), "" for none; () where nobody has one.
    reserves
        (owner, how many are left) of each player who has a reserve; () for games without.
    choices
        (n,) bool: sites that answer now in a partial move, or None.
    built
        Sites chosen so far in a partial move, in order; pieces on them are lifted.
    doomed
        Sites of pieces the action under the mouse would take.
    path
        Sites of the way a run or a push would take, in order.
    moving
        Pieces on their way (`viewer.picture.compose.transition`).
    held
        (site, where) a piece is held by the mouse, instead of on or over its place; or None.
    focus
        The sites that stay in sight from every side: balls before them are drawn as outlines
        there; () for none. None: what is explained is told apart by rings instead (`View.dim`).
    chosen
        Those of `focus` that do not come from the mouse: to them a click goes through outlines.
    room
        Where other things lie over the scene, so that a fitted camera keeps clear of them.
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
    carried: tuple[tuple[int, int], ...] = ()
    preview: tuple[int, int] | None = None
    hovered_group: Mask | None = None
    pointer: tuple[float, float, float] | None = None
    dot_radius: float | None = None
    bands: bool = True
    handle: bool = False
    palette: Palette = STANDARD
    piece_kinds: tuple[str, ...] = ("ball",)
    insignia: tuple[str, ...] = ()
    reserves: tuple[tuple[int, int], ...] = ()
    choices: Mask | None = None
    built: tuple[int, ...] = ()
    doomed: tuple[int, ...] = ()
    path: tuple[int, ...] = ()
    moving: tuple[Moving, ...] = ()
    held: tuple[int, tuple[float, float, float]] | None = None
    focus: tuple[int, ...] | None = None
    chosen: tuple[int, ...] = ()
    room: ViewMargins = ViewMargins()
    sides: tuple[SideColour | None, ...] = ()

    @property
    def colours(self) -> tuple[RGB, ...]:
        """A colour a player."""
        return hues(self.sides or (None,) * len(self.players))

    @property
    def colour_table(self) -> npt.NDArray[np.float32]:
        """(players + 1, 3) float32: a row a player, the last one for nobody's pieces."""
        return np.array([*self.colours, rgb(NOBODY)], np.float32)

    def is_banded(self, owner: int) -> bool:
        """Whether balls of a player carry a band, so that nobody depends on hue alone."""
        side = self.sides[owner] if 0 <= owner < len(self.sides) else None
        return self.bands and side is not None and side.banded

    def is_wooden(self, owner: int) -> bool:
        """Whether pieces of a player are of wood, whose grain fine pictures show."""
        side = self.sides[owner] if 0 <= owner < len(self.sides) else None
        return side is not None and side.wooden
