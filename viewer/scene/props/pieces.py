"""Pieces that are no balls of the lattice: on fields, in stacks, on their way, in reserves."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from model.records.view import how_shown, player_part
from viewer.picture.compose import ground
from viewer.picture.compose.reserve_trays import SIZE, TRAY, capacity, floor, footprint, place
from viewer.picture.palette import RGB, rgb
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import Int32, Visible
from viewer.picture.visibility.visible import EMPTY
from viewer.scene.props.appearance import BALL, BAND, WOODEN, ball_appearance, round_sites
from viewer.scene.props.board_base import box
from viewer.scene.props.ground_shapes import spacing
from viewer.scene.props.impostors import DynamicLayer, Order, SceneLayers, show_added
from viewer.scene.props.labels import FacingTexts
from viewer.scene.props.primitives import Bead, Face, FlatMark, Placed, Solid, Vec4, lying_ring
from viewer.scene.props.shape_sources import SHAPES, Shape, pointing, shape_of

PILE = 5
"""More pieces than this on one site are a pile of as many with a number."""


class Trays:
    """What reserves lie in, with its shadows: drawn before the balls, whose edges end there."""

    def __init__(self, scene: SceneLayers) -> None:
        self.boxes = DynamicLayer(scene, "slab", Face, opaque=True, depth=True)
        self.shades = DynamicLayer(scene, "mark", FlatMark, "SHADOW", opaque=True)


class PieceDrawer:
    """Draws the pieces on fields, those on their way, and the trays with the reserves.

    Balls that lie on the sites of a lattice are drawn by `viewer.scene.props.balls`, all at once.
    """

    def __init__(self, scene: SceneLayers, trays: Trays) -> None:
        self._shapes = {name: _Layers(scene, s) for name, s in SHAPES.items()}
        self._trays = trays
        self._rings = DynamicLayer(scene, "mark", FlatMark, "RING")
        self._plates = DynamicLayer(scene, "mark", FlatMark, "RING", "THROUGH")
        self._counts = FacingTexts(scene)

    def draw(self, picture: Picture, owner: Int32, visible: Visible) -> None:
        """Show the pieces on fields and how many are stacked."""
        cut = ("CUT",) if len(visible.halfspaces) else ()
        standing = list(_pieces_on_fields(picture, owner, visible))
        for name, layers in self._shapes.items():
            layers.solid.features(*cut)
            layers.faded.features(*cut)
            own = [piece for piece in standing if piece.shape == name]
            layers.solid.show([piece.row for piece in own if not piece.faded and not piece.ring])
            layers.faded.show([piece.row for piece in own if piece.faded])
        self._rings.show([piece.ring for piece in standing if piece.ring])
        for site, count in _stacks(picture, visible).items():
            x, y, z = visible.centres[site].tolist()
            at = (x, y, z + 2 * ground.DISC_HALF * (min(count, PILE) - 1) + 0.42)
            self._counts.write(str(count), at, 0.30, (1.0, 1.0, 1.0), nearer=0.61, widest=1.2)
            across, upward = (0.20, 0.0, 0.0, 1.0), (0.20, 0.0, 0.0, 0.60)
            dark, full = (0.12, 0.14, 0.18, 0.72), (-1.0, 0.0, 0.0, 0.0)
            self._plates.add(FlatMark(at, 0.0, across, upward, dark, full))
        show_added(self._counts, self._plates)

    def move(self, picture: Picture) -> None:
        """Show the pieces on their way and the reserves: these change from frame to frame."""
        palette = picture.palette
        colours = picture.colour_table
        scale = spacing(picture.board)
        for piece in picture.moving:
            left = _left_of(picture, piece.owner)
            if not left:
                continue
            name, flags = shape_of(picture, piece.kind), _band(picture, piece.owner)
            shape = SHAPES[name]
            hue = _rgb(colours[piece.owner]) if shape.colour is None else rgb(shape.colour(palette))
            x, y, z = piece.centre
            rise = 0.0 if ground.dimpled(picture.board) else shape.half - ground.DISC_HALF
            centre, tint = (x, y, z + rise), (*hue, left * piece.alpha)
            row = shape.row(Placed(centre, 0.0, tint, flags, scale, piece.size))
            layers = self._shapes[name]
            (layers.moving if row.tint[3] >= 1 else layers.leaving).add(row)
        for layers in self._shapes.values():
            show_added(layers.moving, layers.leaving)
        self._lay_out(picture, colours)

    def _lay_out(self, picture: Picture, colours: npt.NDArray[np.float32]) -> None:
        board, tray = picture.board, rgb(picture.palette.tray)
        boxes, shades, table = self._trays.boxes, self._trays.shades, floor(board)
        own = shape_of(picture, 0)
        shape, layer = SHAPES[own], self._shapes[own].reserve
        for owner, left in picture.reserves:
            room = capacity(picture, owner)
            outline = footprint(board, owner, room)
            boxes.add(*box(outline, table, table + TRAY, tray, wooden=True))
            tint = (*_rgb(colours[owner]), 1.0)
            flags = _band(picture, owner)
            for k in range(room):
                x, y, _ = place(board, owner, k)
                if k < left:
                    centre = (x, y, table + TRAY + SIZE * (shape.half - shape.sinks))
                    layer.add(shape.row(Placed(centre, 0.0, tint, flags, 1.0, SIZE)))
                    if shape.shade is not None:
                        wide, dark = shape.shade
                        shades.add(_hollow((x, y, table + TRAY + 0.004), SIZE * wide, dark))
                else:
                    shades.add(_hollow((x, y, table + TRAY + 0.004), 0.27 * SIZE, empty=True))
        show_added(boxes, shades, *(layers.reserve for layers in self._shapes.values()))

    def sort(self, order: Order) -> None:
        """Draw the pieces from behind (`viewer.scene.props.impostors.Layer.sort`)."""
        for layers in self._shapes.values():
            for layer in (layers.solid, layers.moving, layers.reserve):
                layer.sort_rows(order)


class _Layers:
    """The layers of one shape: pieces on fields, on their way and in reserves."""

    def __init__(self, scene: SceneLayers, shape: Shape) -> None:
        def few(*, opaque: bool = True) -> DynamicLayer:
            return DynamicLayer(scene, shape.shader, shape.kind, opaque=opaque, depth=True)

        self.solid = few()
        self.faded = few(opaque=False)
        self.moving = few()
        self.leaving = few(opaque=False)
        self.reserve = few()


def _left_of(picture: Picture, owner: int) -> float:
    """How strongly a player's pieces are drawn: 1 in full, 0 hidden."""
    if not picture.view.parts or not 0 <= owner < len(picture.players):
        return 1.0
    how = how_shown(picture.view, player_part(picture.players[owner]))
    return {"shown": 1.0, "faint": picture.view.opacity, "hidden": 0.0}[how]


class _PlacedPiece(NamedTuple):
    """A piece on a field, as its shape draws it, or as a ring on the ground."""

    shape: str
    row: Bead | Solid
    faded: bool
    ring: FlatMark | None


def _pieces_on_fields(picture: Picture, owner: Int32, visible: Visible) -> Iterator[_PlacedPiece]:
    """The pieces on fields that are drawn, each stack from below, of a pile the lowest few."""
    pieces, board = picture.pieces, picture.board
    if (round_sites(picture) & (owner != EMPTY)).sum() == len(np.unique(pieces.site)):
        return  # all are balls of the lattice
    found = ball_appearance(picture, owner, visible)
    colours = picture.colour_table
    pale, ringed = set(found.faded.tolist()), set(found.ringed.tolist())
    full, lines = ringed.union(found.solid.tolist()), picture.palette.lines(colours)
    bases, scale = ground.surface(board), spacing(board)
    places = ground.seats(pieces, picture.piece_kinds)[
        np.argsort(pieces.site, kind="stable")
    ].tolist()
    heights: dict[int, int] = {}
    for (site, who, kind, count), seat in zip(_by_site(picture), places, strict=True):
        name = shape_of(picture, kind)
        if name == BALL or (site not in full and site not in pale):
            continue
        shape = SHAPES[name]
        x, y, _ = board.centres[site].tolist()
        hue = found.tint[site]
        if shape.colour is not None:
            tint: Vec4 = (*rgb(shape.colour(picture.palette)), float(hue[3]))
        else:
            tint = (*_rgb(hue if who == owner[site] else colours[who]), float(hue[3]))
        lift = ground.lift(board, site)
        foot = float(bases[site]) + seat[2]
        size = ground.EDGE_SIZE if site in board.edges else 1.0
        under = heights.get(site, 0)
        heights[site] = under + ground.drawn(name, count)
        for layer in range(min(ground.drawn(name, count), PILE - under)):
            centre = (x + seat[0], y + seat[1], foot + size * shape.half * (1 + 2 * layer))
            row = shape.row(Placed(centre, lift, tint, float(found.state[site, 1]), scale, size))
            if shape.directed and site in board.edges:
                assert isinstance(row, Solid)
                row = pointing(row, _outwards(board, site))
            line = None
            if site in ringed:
                wide = row.half_size[0] if isinstance(row, Solid) else row.state[2]
                at, hue = (*row.point[:2], foot + 0.016), _rgb(lines[who])
                line = lying_ring(at, wide, (*hue, 1.0), 0.86, lift)
            yield _PlacedPiece(name, row, site not in full, line)


def _outwards(board: Board, edge: int) -> tuple[float, float]:
    """The direction on the ground from a border's own field to the one beyond."""
    own, beyond = board.edges[edge]
    way = board.centres[beyond, :2] - board.centres[own, :2]
    x, y = (way / np.linalg.norm(way)).tolist()
    return x, y


def _stacks(picture: Picture, visible: Visible) -> dict[int, int]:
    """How many pieces stand on the sites that are shown and hold more than one.

    Marbles do not count, and what has its number beside it (`ground.COUNTED`) is no stack.
    """
    pieces, n = picture.pieces, len(picture.board)
    heights = np.bincount(pieces.site, pieces.count, minlength=n)
    one = np.ones(n, bool)
    for site in pieces.site[np.isin(pieces.kind, _uncounted(picture))].tolist():
        one[site] = False
    stacked = np.flatnonzero((heights > 1) & one & visible.shown).tolist()
    return {site: int(heights[site]) for site in stacked}


def _uncounted(picture: Picture) -> list[int]:
    """The kinds of pieces that make no stack: they ride on others, or have their number beside."""
    left_out = {ground.MARBLE, *ground.COUNTED}
    return [kind for kind in range(len(picture.piece_kinds)) if shape_of(picture, kind) in left_out]


def _by_site(picture: Picture) -> Iterator[tuple[int, int, int, int]]:
    """(site, owner, kind, count) of the pieces, those of a site one after another."""
    pieces = picture.pieces
    order = np.argsort(pieces.site, kind="stable")
    rows = [pieces.site, pieces.owner, pieces.kind, pieces.count]
    return zip(*(row[order].tolist() for row in rows), strict=True)


def _hollow(
    point: tuple[float, float, float], size: float, alpha: float = 0.60, *, empty: bool = False
) -> FlatMark:
    return lying_ring(point, size, (0.10, 0.08, 0.06, alpha), float(empty))


def _band(picture: Picture, owner: int) -> float:
    return BAND * picture.is_banded(owner) + WOODEN * picture.is_wooden(owner)


def _rgb(values: npt.NDArray[np.float32]) -> RGB:
    r, g, b = values[:3].tolist()
    return r, g, b
