"""Where the mouse or the lattice cursor is; what answers to a move being built, and its way."""

from dataclasses import replace

import numpy as np

from model.boards.board import Board
from model.contract.game import Pieces
from viewer.picture.compose.ground import DISC_HALF, DISC_RADIUS, dimpled, lift, surface
from viewer.picture.palette import RGB, paler, rgb
from viewer.picture.picture import Moving, Picture
from viewer.picture.visibility.hiding import Int32, Mask, Visible, remembered
from viewer.picture.visibility.visible import EMPTY
from viewer.scene.props.explanations import ways
from viewer.scene.props.impostors import DynamicLayer, SceneLayers, show_added
from viewer.scene.props.primitives import (
    Bead,
    FlatMark,
    Placed,
    Rod,
    as_point,
    bead,
    lying_ring,
    ring,
    rod,
)
from viewer.scene.props.shape_sources import SHAPES, shape_of

RAISED = 0.6
"""How high a chosen piece is held over its place, in ball diameters."""
GHOST = 0.55
"""Alpha of a piece that is not there yet."""


def raised(picture: Picture) -> Picture:
    """Return `picture` with the pieces on sites chosen so far held over their places.

    One that the mouse holds is where the mouse is.
    """
    held = picture.held
    built = picture.built if held is None else tuple(dict.fromkeys((*picture.built, held[0])))
    if not built:
        return picture
    rest, up = _raised(picture.board, picture.pieces, built, float(picture.view.explode))
    legal = picture.legal
    if legal is not None:
        legal = _without(legal, built)
    pieces = tuple(
        replace(piece, centre=held[1]) if held is not None and site == held[0] else piece
        for site, piece in up
    )
    return replace(picture, pieces=rest, legal=legal, moving=(*picture.moving, *pieces))


@remembered(8)
def _without(legal: Mask, built: tuple[int, ...]) -> Mask:
    mask: Mask = np.array(legal)
    mask[list(built)] = False
    return mask


@remembered(8)
def _raised(
    board: Board, pieces: Pieces, built: tuple[int, ...], explode: float
) -> tuple[Pieces, tuple[tuple[int, Moving], ...]]:
    count = np.array(pieces.count)
    up = []
    for site in dict.fromkeys(built):
        rows = np.flatnonzero(pieces.site == site)
        if not len(rows):
            continue
        row = int(rows[-1])
        count[row] -= 1
        x, y, z = board.centres[site].tolist()
        at = (x, y, z + explode * lift(board, site) + RAISED)
        up.append((site, Moving(int(pieces.owner[row]), int(pieces.kind[row]), at)))
    kept = count > 0
    rest = Pieces(pieces.site[kept], pieces.owner[kept], pieces.kind[kept], count[kept])
    return rest, tuple(up)


class MoveHints:
    """Draws choices, chosen sites, the path and what is doomed."""

    def __init__(self, scene: SceneLayers) -> None:
        self._rings = DynamicLayer(scene, "mark", FlatMark, "RING")
        self._faint = DynamicLayer(scene, "mark", FlatMark, "RING", "THROUGH")
        self._crosses = DynamicLayer(scene, "mark", FlatMark, "CROSS", "THROUGH")
        self._beads = DynamicLayer(scene, "ball", Bead, "PLAIN", "BODY", depth=True)
        self._rods = DynamicLayer(scene, "tube", Rod, depth=True)
        self._through = DynamicLayer(scene, "tube", Rod, "THROUGH", depth=True)

    def draw(self, picture: Picture, owner: Int32, visible: Visible) -> None:
        """Show the hints of `picture`; `owner` counts raised pieces out."""
        palette, board = picture.palette, picture.board
        accent, doom = rgb(palette.handle), rgb(palette.doom)
        chosen = np.zeros(0, int) if picture.choices is None else np.flatnonzero(picture.choices)
        for site in chosen.tolist():
            if not visible.shown[site] or site in picture.built:
                continue
            standing = owner[site] != EMPTY
            self._rings.add(*_around(board, site, accent, standing))
            self._faint.add(*_around(board, site, accent, standing, 0.30))
            if not standing and dimpled(board):
                up = lift(board, site)
                self._beads.add(bead(board.centres[site], 0.20, accent, 0.80, up))
        for site in dict.fromkeys(picture.built):
            self._rings.add(*_around(board, site, accent, False, bold=True))
            self._faint.add(*_around(board, site, accent, False, 0.35, bold=True))
            x, y, z = board.centres[site].tolist()
            up = lift(board, site)
            foot = (x, y, z - 0.5 if dimpled(board) else float(surface(board)[site]))
            if any(np.hypot(m.centre[0] - x, m.centre[1] - y) < 1e-6 for m in picture.moving):
                held = (x, y, z + RAISED)
                self._rods.add(rod(held, foot, 0.022, accent, lifts=(up, up), glow=0.6))
        for a, b in ways(board, picture.path):
            ends, lifts = (a[:3], b[:3]), (a[3], b[3])
            self._rods.add(rod(*ends, 0.045, accent, lifts=lifts, glow=0.5))
            self._through.add(rod(*ends, 0.035, accent, 0.45, lifts=lifts, dash=0.16, glow=0.7))
        if picture.path:
            end = picture.path[-1]
            self._rings.add(*_around(board, end, accent, owner[end] != EMPTY, bold=True))
        for site in picture.doomed:
            self._rings.add(*_around(board, site, doom, True, bold=True))
            self._faint.add(*_around(board, site, doom, True, 0.40, bold=True))
            self._crosses.add(_cross(board, site, doom))
        show_added(self._rings, self._faint, self._beads, self._rods, self._through, self._crosses)


def _around(
    board: Board, site: int, colour: RGB, standing: bool, alpha: float = 1.0, *, bold: bool = False
) -> list[FlatMark]:
    """A ring around a piece or on an empty place: turned to the eye, or lying on the ground."""
    up = lift(board, site)
    if dimpled(board):
        radius, inner = (0.57, 0.90) if standing else (0.34, 0.84)
        inner -= 0.04 if bold else 0.0
        return [ring(board.centres[site], radius, colour, alpha, lift=up, inner=inner)]
    x, y, _ = board.centres[site].tolist()
    z = float(surface(board)[site]) + 0.012
    radius, inner = (DISC_RADIUS + 0.09, 0.86) if standing else (0.26, 0.80)
    inner -= 0.06 if bold else 0.0
    flat = lying_ring((x, y, z), radius, (*colour, alpha), inner, up)
    if standing:
        return [flat]
    size = 0.19 if bold else 0.12
    return [flat, lying_ring((x, y, z), size, (*colour, 0.75 * alpha), -1.0, up)]


def _cross(board: Board, site: int, colour: RGB) -> FlatMark:
    up = lift(board, site)
    if dimpled(board):
        return ring(board.centres[site], 0.30, colour, lift=up, inner=0.22, nearer=0.55)
    x, y, _ = board.centres[site].tolist()
    z = float(surface(board)[site]) + 2 * DISC_HALF + 0.01
    return lying_ring((x, y, z), 0.8 * DISC_RADIUS, (*colour, 1.0), 0.24, up)


class ActiveSite:
    """Draws where the mouse or the lattice cursor is: ring, plumb line, links, the preview ball."""

    def __init__(self, scene: SceneLayers) -> None:
        self._ghosts = {
            name: DynamicLayer(scene, shape.shader, shape.kind, *shape.ghost, depth=True)
            for name, shape in SHAPES.items()
        }
        self._rods = DynamicLayer(scene, "tube", Rod, depth=True)
        self._through = DynamicLayer(scene, "tube", Rod, "THROUGH")
        self._rings = DynamicLayer(scene, "mark", FlatMark, "RING")
        self._beads = DynamicLayer(scene, "ball", Bead, "PLAIN", "BODY", "THROUGH")
        self._rings_through = DynamicLayer(scene, "mark", FlatMark, "RING", "THROUGH")

    def draw(self, picture: Picture, owner: Int32, visible: Visible) -> None:
        """Show the active point of `picture`, if it has one."""
        board, palette = picture.board, picture.palette
        accent = rgb(palette.handle)
        if picture.preview is not None:
            previewed, player = picture.preview
            hue = picture.colours[player]
            name = shape_of(picture, 0)
            centre, up = as_point(board.centres[previewed]), lift(board, previewed)
            placed = Placed(centre, up, (*hue, GHOST), 0.0, 1.0, 1.0)
            self._ghosts[name].add(SHAPES[name].row(placed))
        active = None
        for site, keyboard in ((picture.cursor, True), (picture.hover, False)):
            if site is None or not 0 <= site < len(board):
                continue
            active = site if owner[site] == EMPTY else active
            point, up = board.centres[site], lift(board, site)
            # Behind others it is small and far: what a lens was opened for is seen at once.
            sought = keyboard or board.names[site] == picture.view.lens
            if owner[site] == EMPTY:
                radius = 0.30 if sought else 0.24
            else:
                radius = 0.56  # around the ball
            if sought or owner[site] == EMPTY:
                inner = 0.80 if sought else 0.84
                self._rings.add(ring(point, radius, accent, 1.0, lift=up, inner=inner))
                self._rings_through.add(ring(point, radius, accent, 0.45, lift=up, inner=inner))
            if owner[site] == EMPTY:
                self._beads.add(bead(point, 0.16 if sought else 0.10, accent, 0.80, up))
        if picture.preview is not None and active is None:
            active = picture.preview[0]
        if active is not None:
            self._plumb(picture, active)
            self._links(picture, active, owner, visible)
        show_added(*self._ghosts.values(), self._rods, self._through)
        show_added(self._rings, self._beads, self._rings_through)

    def _plumb(self, picture: Picture, site: int) -> None:
        """A line from the point down to the base, with a small ring where it lands."""
        board = picture.board
        x, y, z = board.centres[site].tolist()
        foot = float(surface(board)[site])
        ink = rgb(picture.palette.ink)
        if z - foot < 0.2:
            return
        ends = ((x, y, z), (x, y, foot))
        lifts = (lift(board, site), 0.0)
        self._rods.add(rod(*ends, 0.022, ink, 0.95, lifts=lifts, glow=0.6))
        self._through.add(rod(*ends, 0.018, ink, 0.35, lifts=lifts, dash=0.16, glow=0.8))
        self._rings.add(lying_ring((x, y, foot + 0.01), 0.16, (*ink, 0.8), 0.72))

    def _links(self, picture: Picture, site: int, owner: Int32, visible: Visible) -> None:
        """Links from the point to each ball that would touch a ball there."""
        board = picture.board
        if not dimpled(board):
            return  # fields lie beside one another: nothing touches
        for near in board.neighbours(site).tolist():
            if owner[near] == EMPTY or not visible.shown[near]:
                continue
            side = int(owner[near])
            hue = as_point(picture.colour_table[side])
            # As far as the place where the two balls would touch.
            ends = (board.centres[site], (board.centres[site] + board.centres[near]) / 2)
            lifts = (lift(board, site), (lift(board, site) + lift(board, near)) / 2)
            self._rods.add(rod(*ends, 0.045, hue, 1.0, lifts=lifts, glow=0.3))
            self._through.add(rod(*ends, 0.032, paler(hue, 0.30), 0.60, lifts=lifts, glow=0.6))
