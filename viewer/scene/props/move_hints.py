"""Hints of a move being built: what answers, what was chosen, the way, what would be taken."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from model.boards.board import Board
from model.contract.game import Pieces
from viewer.picture.compose.ground import DISC_HALF, DISC_RADIUS, dimpled, surface
from viewer.picture.palette import RGB, rgb
from viewer.picture.picture import Mask, Moving, Picture
from viewer.picture.visibility.hiding import Visible, remembered
from viewer.picture.visibility.visible import EMPTY
from viewer.scene.props.appearance import Int32
from viewer.scene.props.explanations import lift, ways
from viewer.scene.props.impostors import DynamicLayer, SceneLayers, show_added
from viewer.scene.props.primitives import Bead, FlatMark, Rod, bead, lying_ring, ring, rod

RAISED = 0.6
"""How high a chosen piece is held over its place, in ball diameters."""


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
