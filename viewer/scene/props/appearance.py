"""How each ball and point of a picture looks, as arrays for the shaders. Pure numpy."""

from dataclasses import dataclass
from dataclasses import replace as replace_field

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from model.boards.board import Board
from viewer.picture.compose.colouring import colours_by
from viewer.picture.compose.ground import EDGE_SIZE
from viewer.picture.palette import rgb
from viewer.picture.picture import Picture
from viewer.picture.visibility.focus import TOUCHING
from viewer.picture.visibility.hiding import BALL_RADIUS, TOUCH, Float32, Int32, Mask, Visible
from viewer.picture.visibility.visible import EMPTY, group_at, visible_in
from viewer.visuals.overlay_types import Pour, Sheet, Sign, Tube

BAND, RING, RIM, RINGED, WOODEN, UNCUT = 1.0, 2.0, 4.0, 8.0, 16.0, 32.0
"""Flags of a ball, as shaders/ball.frag reads them."""
DOT_RADIUS, SMALL_DOT_RADIUS, MANY_POINTS = 0.16, 0.10, 300
DEEPER = 0.40
"""Share by which the farthest dot is drawn smaller than the nearest (shaders/ball.vert)."""
SHELL_RADIUS = 0.46
SHEET_RADIUS = 0.36
"""Balls of a sheet are drawn smaller, so that its skin is seen between them."""
BALL = "ball"
"""The shape of pieces that sites hold in dimples; all others stand on the ground."""
LIT = ("line", "tether", "escape")
"""Ways whose balls are picked out; all others are rings."""


@dataclass(frozen=True, eq=False)
class Appearance:
    """How balls or points are drawn, and which of them.

    Attributes
    ----------
    solid, ringed, faded
        Sites of the balls drawn in full, as rings alone, and of those off the working layer or
        faint.
    tint, state
        (n, 4) float32 a site: colour and alpha; neighbour bits, flags, radius, pour step.
    """

    solid: npt.NDArray[np.int64]
    ringed: npt.NDArray[np.int64]
    faded: npt.NDArray[np.int64]
    tint: Float32
    state: Float32


def round_sites(picture: Picture) -> Mask:
    """Return the (n,) mask of the sites whose highest piece is a ball."""
    pieces = picture.pieces
    found = np.zeros(len(picture.board), bool)
    balls = np.array([shape == BALL for shape in picture.piece_kinds])
    found[pieces.site] = balls[pieces.kind]
    return found


def whole(board: Board, visible: Visible) -> Mask:
    """Return the (n,) mask of the balls no plane touches."""
    if not len(visible.halfspaces):
        return visible.shown
    reach = board.centres @ visible.halfspaces[:, :3].T - visible.halfspaces[:, 3]
    inside = reach <= -BALL_RADIUS + TOUCH
    free = inside[:, visible.slabs < 0].all(axis=1)
    for slab in np.unique(visible.slabs[visible.slabs >= 0]):
        free &= inside[:, visible.slabs == slab].any(axis=1)
    return visible.shown & free


def enclosed(board: Board, solid: Mask) -> Mask:
    """Return the (n,) mask of balls that two rings of solid whole balls hide from everywhere.

    Twelve touching neighbours leave slits between them; the second ring closes them.
    """
    table = board.neighbour_table
    if table.shape[1] != TOUCHING:
        return np.zeros(len(board), bool)
    padded = np.append(solid, False)  # index -1, beyond the border, reads False
    first = padded[table].all(axis=1) & solid
    padded = np.append(first, False)
    second: Mask = padded[table].all(axis=1) & first
    return second


def neighbour_bits(
    board: Board, solid: Mask, sites: npt.NDArray[np.integer] | slice = slice(None)
) -> Float32:
    """Return (n,) float32: bit k set when a solid ball touches in direction k of the lattice.

    `sites`: of these alone, in their order.
    """
    table = board.neighbour_table[sites]
    if table.shape[1] != TOUCHING:
        return np.zeros(len(table), np.float32)
    present = np.append(solid, False)[table]
    bits: Float32 = (present @ (1 << np.arange(TOUCHING))).astype(np.float32)
    return bits


def lit_sites(picture: Picture, owner: Int32) -> Mask:
    """Return the (n,) mask of the balls picked out: the selected group and what overlays light.

    On a way out that are the other side's balls it goes through.
    """
    board = picture.board
    lit = np.zeros(len(board), bool)
    name = picture.view.selected
    if name:
        lit |= group_at(picture, name)
    for overlay in picture.overlays:
        if isinstance(overlay, Sheet) or (isinstance(overlay, Tube) and overlay.style in LIT):
            lit[list(overlay.sites)] = True
    occupied: Mask = owner != EMPTY
    return lit & occupied


def ball_appearance(picture: Picture, owner: Int32, visible: Visible) -> Appearance:
    """Return how the balls look and which of them are drawn."""
    board, view = picture.board, picture.view
    n = len(board)
    occupied = owner != EMPTY
    drawn = occupied & visible.shown
    full = occupied & visible.selects
    colours = picture.colour_table
    tint = np.ones((n, 4), np.float32)
    tint[:, :3] = colours[np.where(occupied, owner, -1)]
    chosen = colours_by(view.colour, board, picture.pieces, picture.plies)
    if chosen is not None:
        held = owner >= 0  # what is nobody's keeps its colour
        tint[held, :3] = chosen[held]
    flags = np.zeros(n, np.float32)
    for number in range(len(picture.players)):
        kind = BAND * picture.is_banded(number) + WOODEN * picture.is_wooden(number)
        flags[owner == number] += kind
    lit = lit_sites(picture, owner)
    hovered = picture.hovered_group
    if hovered is not None:
        tint[hovered, :3] += 0.16 * (1 - tint[hovered, :3])
    bright = lit if hovered is None else lit | (hovered & occupied)
    flags[bright] += RIM
    others = np.zeros(n, bool)
    # A way out may go through empty points alone.
    explained = lit.any() or any(
        isinstance(one, Tube) and one.style == "escape" for one in picture.overlays
    )
    if picture.focus is None and view.dim and explained:
        others = occupied & ~bright & ~visible.faint  # what is faint is pale as it is
        if picture.last is not None and view.selected:
            others[picture.last] = False  # played since the group was selected: it is no ring
        for one in picture.overlays:
            if isinstance(one, Sign):
                others[list(one.sites)] = False  # what carries a mark is spoken of: no ring
        flags[others] += RINGED
    # What is faded or a ring lets its neighbours be seen, so it neither hides nor shades them.
    uncut, solid = whole(board, visible), full & ~others
    hidden = np.zeros(n, bool)
    if not view.lens and not view.explode and not picture.focus:
        hidden = enclosed(board, solid & uncut)
    if picture.last is not None and owner[picture.last] != EMPTY:
        flags[picture.last] += RING
    if len(visible.halfspaces):
        flags[uncut] += UNCUT
    tint[:, 3] = visible.fade
    state = np.zeros((n, 4), np.float32)
    state[:, 0] = neighbour_bits(board, solid)
    focus = np.array(picture.focus or (), np.int64)
    if len(focus):  # the light comes through what is opened
        kept = np.zeros(n, bool)
        kept[focus] = True
        state[focus, 0] = neighbour_bits(board, solid & kept, focus)
    state[:, 1] = flags
    state[:, 2] = BALL_RADIUS
    for overlay in picture.overlays:
        if not isinstance(overlay, Sheet | Sign) or overlay.triangles is None:
            continue
        if len(overlay.triangles):
            state[list(overlay.sites), 2] = SHEET_RADIUS
    state[:, 3] = -1.0
    pour = pour_of(picture)
    if pour is not None:
        state[:, 3] = np.where(owner == pour.owner, -1, pour.distances)
    return Appearance(
        solid=np.flatnonzero(solid & ~hidden),
        ringed=np.flatnonzero(full & others),
        faded=np.flatnonzero(drawn & ~full),
        tint=tint,
        state=state,
    )


def point_appearance(picture: Picture, owner: Int32, visible: Visible) -> Appearance:
    """Return how the empty points look and which of them are drawn (as `Appearance.solid`)."""
    board, view, palette = picture.board, picture.view, picture.palette
    n = len(board)
    empty = owner == EMPTY
    there = visible
    if view.layer is not None:  # points off the working layer fade, they do not vanish
        there = visible_in(replace_view(picture, layer=None))
    wanted = empty & there.answers
    if view.ghosts == "off":
        wanted[:] = False
    elif view.ghosts == "legal" and picture.legal is not None:
        wanted &= picture.legal
    if picture.choices is not None:
        wanted &= ~picture.choices  # they have marks of their own
    pour = pour_of(picture)
    state = np.zeros((n, 4), np.float32)
    state[:, 3] = -1.0
    if pour is not None:
        # "Only this group" is how one looks at a dam: what runs against it shows all the same.
        peel = replace(view.peel, only="", between=None)
        parts = tuple(part for part in view.parts if part[0] != "empty")
        reach = visible_in(replace_view(picture, layer=None, peel=peel, parts=parts))
        wanted |= empty & reach.answers & (pour.distances >= 0)
        state[:, 3] = pour.distances
    if picture.preview is not None:
        wanted[picture.preview[0]] = False
    tint = np.ones((n, 4), np.float32)
    shells = view.ghost_style == "shells"
    tint[:, :3] = rgb(palette.glass if shells else palette.dot)
    tint[:, 3] = (0.8 if shells else palette.dot_alpha) * visible.fade
    radius = SHELL_RADIUS if shells else picture.dot_radius
    if radius is None:
        alike = _lie_in_layer(picture, wanted)
        radius = DOT_RADIUS if alike else dot_radius(int(wanted.sum()))
    state[:, 2] = radius
    state[list(picture.board.edges), 2] *= EDGE_SIZE
    none = np.zeros(0, np.int64)
    return Appearance(np.flatnonzero(wanted), none, none, tint, state)


def dot_radius(count: int) -> float:
    """Return the radius of so many dots, in ball diameters."""
    return DOT_RADIUS if count <= MANY_POINTS else SMALL_DOT_RADIUS


def heart(visible: Visible) -> tuple[float, float, float, float]:
    """Return the middle of a board as it is drawn, and how far its sites lie from there."""
    low, high = visible.centres.min(axis=0), visible.centres.max(axis=0)
    x, y, z = ((low + high) / 2).tolist()
    return x, y, z, max(0.5, 0.5 * float(np.linalg.norm(high - low)))


def _lie_in_layer(picture: Picture, wanted: npt.NDArray[np.bool_]) -> bool:
    """Whether all of these points lie in the working layer: then none lies before another."""
    layer = picture.view.layer
    numbers = None if layer is None else picture.board.layers.get(layer[0])
    return layer is not None and numbers is not None and bool((numbers[wanted] == layer[1]).all())


def pour_of(picture: Picture) -> Pour | None:
    """Return the pour of a picture; one at a time runs."""
    return next((o for o in picture.overlays if isinstance(o, Pour)), None)


def replace_view(picture: Picture, **changes: object) -> Picture:
    """Return `picture` with some fields of its view changed."""
    return replace_field(picture, view=replace(picture.view, **changes))
