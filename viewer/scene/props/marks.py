"""Marks on sites: rings of threats, places an engine looked at, the way of the last move.

A mark is drawn where the View shows its site: `Visible.shown` where a piece stands,
`Visible.answers` where none does. It is drawn once as it is, and once more, weaker, in the layer
that is seen through what stands before it. A ball has a radius of 0.5, so a ring round it is::

    for layer, alpha in ((self._rings, 0.95), (self._rings_through, COVERED)):
        layer.add(ring(board.centres[site], 0.56, hue, alpha, lift=lift(board, site), inner=0.86))
"""

from collections.abc import Iterator

import numpy as np

from model.boards.board import Board
from viewer.picture.compose.colouring import heat_colours
from viewer.picture.compose.ground import DISC_RADIUS, dimpled, lift, surface
from viewer.picture.palette import RGB, rgb
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import Mask, Visible
from viewer.picture.visibility.visible import occupied
from viewer.scene.props.explanations import flat_mark, ways
from viewer.scene.props.impostors import DynamicLayer, SceneLayers, show_added
from viewer.scene.props.primitives import FlatMark, Rod, lying_ring, ring, rod
from viewer.visuals.overlay_types import Heat, Marks, Threats

WAY, DASH = 0.03, 0.14
"""Radius of the way of the last move, and the length of its dashes."""
RINGS = (0.30, 0.40)
"""Radii of the rings on a point that one side threatens, and on one that both do."""
LINE = 0.03
"""Width of a line: two of them for a side whose balls carry a band, else one twice as wide."""
HEAT = (0.12, 0.34)
"""Radius of a place that was hardly looked at, and of the one that was looked at most."""
HEAT_RIM = 0.025
COVERED = 0.35
"""Opacity where something stands before a mark."""
MARKED = (Threats, Heat, Marks)
"""Overlays that are drawn here: where one of them differs, the stage has all drawn anew."""


def threats_in(picture: Picture) -> tuple[Threats, ...]:
    """Return the threats among a picture's overlays, without the points a plan has numbered."""
    numbered = numbered_in(picture)
    found = []
    for overlay in picture.overlays:
        if isinstance(overlay, Threats):
            sites = tuple(site for site in overlay.sites if site not in numbered)
            found.append(Threats(sites, overlay.owner))
    return tuple(found)


def numbered_in(picture: Picture) -> frozenset[int]:
    """Return the sites with a ghost on them: a plan's or a line's."""
    marks = [overlay for overlay in picture.overlays if isinstance(overlay, Marks)]
    return frozenset(site for overlay in marks for site in overlay.sites)


class SiteMarks:
    """Draws the marks on sites, as far as the View shows these."""

    def __init__(self, scene: SceneLayers) -> None:
        self._rods = DynamicLayer(scene, "tube", Rod, depth=True)
        self._through = DynamicLayer(scene, "tube", Rod, "THROUGH", depth=True)
        self._rings = DynamicLayer(scene, "mark", FlatMark, "RING")
        self._rings_through = DynamicLayer(scene, "mark", FlatMark, "RING", "THROUGH")

    def draw(self, picture: Picture, visible: Visible) -> None:
        """Show the marks of `picture`."""
        board, ink = picture.board, rgb(picture.palette.ink)
        stands = occupied(picture)
        for start, end in picture.carried:
            if not (visible.shown[start] and visible.shown[end]):
                continue
            for a, b in ways(board, (start, end)):
                ends, lifts = (a[:3], b[:3]), (a[3], b[3])
                self._rods.add(rod(*ends, WAY, ink, 0.9, lifts=lifts, dash=DASH, glow=0.5))
                self._through.add(
                    rod(*ends, 0.8 * WAY, ink, COVERED, lifts=lifts, dash=DASH, glow=0.7)
                )
            if not stands[start]:
                self._rings.add(_left(board, start, ink, 0.85))
                self._rings_through.add(_left(board, start, ink, COVERED))
        colours = picture.colours
        ringed: set[int] = set()
        for threat in threats_in(picture):
            banded = picture.is_banded(threat.owner)
            for site in threat.sites:
                if stands[site] or not visible.answers[site]:
                    continue
                radius = RINGS[site in ringed]
                ringed.add(site)
                hue = colours[threat.owner]
                for layer, alpha in ((self._rings, 0.95), (self._rings_through, COVERED)):
                    layer.add(*_threat(board, site, radius, hue, alpha, banded=banded))
        full = stands.copy()
        full[sorted(numbered_in(picture))] = True
        there = np.where(stands, visible.shown, visible.answers)
        for heat in (overlay for overlay in picture.overlays if isinstance(overlay, Heat)):
            for layer, share in ((self._rings, 1.0), (self._rings_through, COVERED)):
                layer.add(*_heat(board, heat, there, full, ink, share))
        show_added(self._rods, self._through, self._rings, self._rings_through)


def _heat(
    board: Board, heat: Heat, there: Mask, full: Mask, ink: RGB, share: float
) -> Iterator[FlatMark]:
    """A disc a place, the larger the more was looked at it; a ring round a piece or a ghost."""
    for site, weight, colour in zip(heat.sites, heat.weights, heat_colours(heat), strict=True):
        if not there[site]:
            continue
        radius = HEAT[0] + weight * (HEAT[1] - HEAT[0])
        alpha = share * (0.65 + 0.35 * weight)
        inner = -1.0
        if full[site]:
            radius, inner = DISC_RADIUS + 0.06, 0.80
        yield flat_mark(board, site, radius, (*colour, alpha), inner)
        rim = radius + HEAT_RIM
        yield flat_mark(board, site, rim, (*ink, alpha), radius / rim)


def _left(board: Board, site: int, colour: RGB, alpha: float) -> FlatMark:
    """A ring where a piece stood: turned to the eye, or lying on the ground."""
    up = lift(board, site)
    if dimpled(board):
        return ring(board.centres[site], 0.34, colour, alpha, lift=up, inner=0.88)
    x, y, _ = board.centres[site].tolist()
    at = (x, y, float(surface(board)[site]) + 0.012)
    return lying_ring(at, DISC_RADIUS, (*colour, alpha), 0.86, up)


def _threat(
    board: Board, site: int, radius: float, colour: RGB, alpha: float, *, banded: bool
) -> list[FlatMark]:
    """A ring in the colour of a side, parted in two for a side whose balls carry a band."""
    at, up = np.asarray(board.centres[site]), lift(board, site)
    if not banded:
        return [ring(at, radius, colour, alpha, lift=up, inner=1 - 2 * LINE / radius)]
    inner = radius - 2 * LINE
    return [ring(at, r, colour, alpha, lift=up, inner=1 - LINE / r) for r in (radius, inner)]
