"""The slab a board stands on, its ground, and the soft shadows there."""

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from viewer.picture.compose import ground
from viewer.picture.palette import RGB, rgb
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import Int32, Mask, Visible
from viewer.picture.visibility.visible import EMPTY
from viewer.scene.props.ground_shapes import GROUNDS, ground_of
from viewer.scene.props.impostors import DynamicLayer, Order, SceneLayers, show_added
from viewer.scene.props.primitives import Cast, Face, FlatMark, Point, Prism, Vec4, lying_ring

SHADE: Vec4 = (0.12, 0.095, 0.085, 1.0)
"""Colour of soft shadows."""


class BaseBoard:
    """What pieces stand on, and their shadows; the board names its ground."""

    def __init__(self, scene: SceneLayers) -> None:
        self._scene = scene
        self._slab = DynamicLayer(scene, "slab", Face, opaque=True, depth=True)
        self._plinth = DynamicLayer(scene, "cell", Prism, opaque=True, depth=True)
        self._grounds = {
            name: DynamicLayer(scene, made.shader, made.row, opaque=True, depth=True)
            for name, made in GROUNDS.items()
        }
        # Drawn with the solids, before what stands on it: its blended edges end in the shadow.
        self._shadows = DynamicLayer(scene, "mark", FlatMark, "SHADOW", opaque=True, finely=False)
        # In fine frames, shadows of what stands there and of balls one level higher.
        # They overlap, so they are laid over the solids, whose edges are hard in such frames.
        self._cast = DynamicLayer(scene, "cast", Cast, finely=True)
        self._parts = (self._slab, self._plinth, *self._grounds.values(), self._shadows, self._cast)

    def draw(
        self, picture: Picture, owner: Int32, visible: Visible, ringed: tuple[int, ...]
    ) -> None:
        """Show the ground under `picture`, or nothing when its view has none.

        What stands on the sites `ringed` is a ring alone and casts no shadow.
        """
        board, palette = picture.board, picture.palette
        if not picture.view.board:
            show_added(*self._parts)
            return
        foot = board.centres[:, 2] < board.centres[:, 2].min() + 1e-6
        low, high = board.centres[foot, :2].min(axis=0), board.centres[foot, :2].max(axis=0)
        self._scene.set("dimples", (*low.tolist(), *(high - low).tolist()))
        self._scene.set("inlay", rgb(palette.inlay))
        # Without anything of the foot in sight dimples would be taken for the points of a slice.
        stands = ground.dimpled(board) and bool(visible.shown[foot].any())
        kind = ground_of(board)
        plinth = GROUNDS[kind].plinth
        self._plinth.show(() if plinth is None else plinth(board, palette))
        faces = _faces(board, rgb(palette.slab), dimples=stands) if plinth is None else ()
        self._slab.show(faces)
        cut = ("CUT",) if len(visible.halfspaces) else ()
        peel = picture.view.peel
        for name, layer in self._grounds.items():
            layer.features(*cut)
            solids = GROUNDS[name].solids(board, peel, visible, palette) if name == kind else ()
            layer.show(solids)
        standing = (owner != EMPTY) & visible.selects
        standing[list(ringed)] = False
        if ground.dimpled(board):
            low_balls = standing & (board.centres[:, 2] < board.centres[foot, 2].max() + 0.8)
            self._cast.show(_ball_casts(board, low_balls, float(picture.view.explode)))
            standing &= foot
            self._shadows.show(
                [_shadow(board.centres[s], ground.TOP) for s in np.flatnonzero(standing)]
            )
        else:
            self._cast.show(_disc_casts(board, standing & visible.answers))
            # A disc whose middle is cut away leaves no shadow behind.
            self._shadows.show(_disc_shadows(board, standing & visible.answers))

    def sort(self, order: Order) -> None:
        """Draw the ground from behind (`viewer.scene.props.impostors.Layer.sort`)."""
        for layer in self._grounds.values():
            layer.sort_rows(order)


def _ball_casts(board: Board, balls: Mask, explode: float) -> list[Cast]:
    under, limits = ground.top(board), ground.bounds(board)
    rows = []
    for site in np.flatnonzero(balls).tolist():
        x, y, z = board.centres[site].tolist()
        high = z + explode * ground.lift(board, site) - under
        reach = 0.55 + 2.0 * high
        rows.append(Cast((x, y, under + 0.004), 0.0, SHADE, (0.5, high, reach, 0.0), limits))
    return rows


def _disc_casts(board: Board, discs: Mask) -> list[Cast]:
    under = ground.surface(board)
    rows = []
    for site in np.flatnonzero(discs).tolist():
        x, y, _ = board.centres[site].tolist()
        lift = ground.lift(board, site)
        # No wider than its own field: the next one may lie lower.
        limits = (x - 0.5, x + 0.5, y - 0.5, y + 0.5)
        at = (x, y, float(under[site]) + 0.004)
        size = ground.EDGE_SIZE if site in board.edges else 1.0
        spread = (size * ground.DISC_RADIUS, size * ground.DISC_HALF, size * 0.62, 1.0)
        rows.append(Cast(at, lift, SHADE, spread, limits))
    return rows


def _disc_shadows(board: Board, standing: Mask) -> list[FlatMark]:
    under = ground.surface(board)
    rows = []
    for site in np.flatnonzero(standing).tolist():
        lift = ground.lift(board, site)
        size = 1.32 * ground.DISC_RADIUS * (ground.EDGE_SIZE if site in board.edges else 1.0)
        rows.append(_shadow(board.centres[site], float(under[site]), size, lift))
    return rows


def _shadow(
    centre: npt.NDArray[np.float64], height: float, size: float = 0.62, lift: float = 0.0
) -> FlatMark:
    at = (float(centre[0]), float(centre[1]), height + 0.004)
    return lying_ring(at, size, (0.10, 0.10, 0.14, 0.55 if size > 0.6 else 0.95), 0.0, lift)


def _faces(board: Board, colour: RGB, *, dimples: bool) -> list[Face]:
    """Six faces and, between them, a narrow bevel around the top."""
    upper = ground.top(board)
    return box(
        ground.bounds(board), upper - ground.thickness(board), upper, colour, dimples=dimples
    )


def box(
    outline: tuple[float, float, float, float],
    foot: float,
    upper: float,
    colour: RGB,
    *,
    dimples: bool = False,
    wooden: bool = False,
) -> list[Face]:
    """Return the faces of a bevelled box; `dimples`: its top has those of the board."""
    west, east, south, north = outline
    bevel, slant = 0.06, 0.70710678
    made = -1.0 if wooden else 0.0
    inner = _square(west + bevel, east - bevel, south + bevel, north - bevel, upper)
    outer = _square(west, east, south, north, upper - bevel)
    below = _square(west, east, south, north, foot)
    ways = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
    tint = (*colour, 1.0)
    # Top, foot, four sides, four lips: where each plane lies along its normal.
    sides = [-south, east, north, -west]
    reaches = [upper, -foot, *sides, *(slant * (at + upper - bevel) for at in sides)]

    def face(
        corners: tuple[Point, Point, Point, Point],
        normal: Point,
        beyond: tuple[int, int, int, int],
        mark: float = made,
    ) -> Face:
        a, b, _, d = np.array(corners)
        span = (float(np.linalg.norm(d - a)), float(np.linalg.norm(b - a)), 0.0, 0.0)
        p, q, r, s = (float(number) for number in beyond)
        i, j, k, m = (float(reaches[number]) for number in beyond)
        level: Vec4 = (0.0, 0.0, 0.0, 0.0)
        return Face(corners, level, tint, (*normal, mark), (p, q, r, s), (i, j, k, m), span)

    faces = [
        face(inner, (0.0, 0.0, 1.0), (6, 7, 8, 9), 1.0 if dimples else made),
        face(below[::-1], (0.0, 0.0, -1.0), (4, 3, 2, 5)),
    ]
    for k, (x, y) in enumerate(ways):
        j, before = (k + 1) % 4, (k + 3) % 4
        side = (below[k], below[j], outer[j], outer[k])
        lip = (outer[k], outer[j], inner[j], inner[k])
        faces.append(face(side, (x, y, 0.0), (1, 2 + j, 6 + k, 2 + before)))
        faces.append(face(lip, (x * slant, y * slant, slant), (2 + k, 6 + j, 0, 6 + before)))
    return faces


def _square(
    west: float, east: float, south: float, north: float, z: float
) -> tuple[Point, Point, Point, Point]:
    return (west, south, z), (east, south, z), (east, north, z), (west, north, z)
