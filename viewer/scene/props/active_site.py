"""The active point: ring, plumb line, links to the balls it would touch; the preview ball."""

from __future__ import annotations

from viewer.picture.compose.ground import dimpled, surface
from viewer.picture.palette import rgb
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import Visible
from viewer.picture.visibility.visible import EMPTY
from viewer.scene.props.appearance import Int32
from viewer.scene.props.explanations import lift, paler
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

GHOST = 0.55
"""Alpha of a piece that is not there yet."""


class ActiveSite:
    """Draws where the mouse or the lattice cursor is."""

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
