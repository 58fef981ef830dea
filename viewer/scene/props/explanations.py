"""What the Why panel and lessons lay over a position: sheets, tubes, numbered ghosts, texts."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from model.boards.board import Board
from viewer.picture.compose.colouring import VALUE_COLOURS
from viewer.picture.compose.ground import dimpled, in_cells, lift, stepped, surface
from viewer.picture.palette import RGB, paler, rgb
from viewer.picture.picture import Picture
from viewer.scene.props.impostors import DynamicLayer, Layer, SceneLayers, show_added
from viewer.scene.props.labels import FacingTexts
from viewer.scene.props.primitives import (
    Bead,
    FlatMark,
    Rod,
    Triangle,
    Vec4,
    as_point,
    bead,
    lying_ring,
    ring,
    rod,
    triangle,
)
from viewer.visuals.overlay_types import Marks, Numbers, Sheet, Tube, Values

DASH, DOTTED = 0.30, 0.16
"""Length of a dash and its gap on an escape and on a plan, in ball diameters."""
GHOST = 0.33
"""Radius of a numbered ghost."""
DARK: RGB = (0.10, 0.12, 0.16)
PLATE, RIM = 0.31, 0.045
"""Radius of the plate under what a move is worth, and the width of the rim of the best."""
CROWD = 24
"""Plates that can be read at their full size: more would lie over one another."""
PALE: RGB = (1.0, 0.97, 0.88)
SLATE: RGB = (0.12, 0.14, 0.18)
TEXT = 0.40
"""Height of a text at a site."""


class Explanations:
    """Draws the overlays of a picture, those of marks left out.

    What matters is also drawn through whatever covers it: a line runs inside its own balls, and an
    escape winds through the heap.
    """

    def __init__(self, scene: SceneLayers, rings: Layer) -> None:
        self._rods = DynamicLayer(scene, "tube", Rod, depth=True)
        self._through = DynamicLayer(scene, "tube", Rod, "THROUGH", depth=True)
        self._beads = DynamicLayer(scene, "ball", Bead, "PLAIN", "BODY", depth=True)
        self._faint = DynamicLayer(scene, "ball", Bead, "PLAIN", "BODY", "THROUGH")
        self._discs = DynamicLayer(scene, "mark", FlatMark, "RING")
        self._plates = DynamicLayer(scene, "mark", FlatMark, "RING", "THROUGH", depth=True)
        self._texts = FacingTexts(scene, depth=True)
        # Rings of what is not explained leave no gaps in the others, and show through sheets.
        scene.renderer.AddActor(rings.actor)
        self._sheets = DynamicLayer(scene, "sheet", Triangle)

    def draw(self, picture: Picture) -> None:
        """Show the overlays of `picture`."""
        board, palette = picture.board, picture.palette
        colours = picture.colours
        escape, ink = rgb(palette.escape), rgb(palette.ink)

        def colour(owner: int) -> RGB:
            return colours[owner] if owner >= 0 else ink

        for overlay in picture.overlays:
            if isinstance(overlay, Sheet):
                hue = paler(colour(overlay.owner), 0.25)
                self._sheets.add(*_triangles(board, overlay, hue))
            elif isinstance(overlay, Tube):
                hue = escape if overlay.style == "escape" else colour(overlay.owner)
                self._add_tube(board, overlay, hue)
            elif isinstance(overlay, Marks):
                hue = colour(overlay.owner)
                for site, text in zip(overlay.sites, overlay.texts, strict=True):
                    if in_cells(board):  # a ball would be a piece of another game
                        self._discs.add(flat_mark(board, site, GHOST, (*hue, 0.80), -1.0))
                    else:
                        ghost = board.centres[site], GHOST, hue
                        self._beads.add(bead(*ghost, 0.80, lift(board, site)))
                        self._faint.add(bead(*ghost, 0.35, lift(board, site)))
                    self._write(board, site, text, TEXT, ink_on(hue))
            elif isinstance(overlay, Numbers):
                for site, text in zip(overlay.sites, overlay.texts, strict=True):
                    at, up = board.centres[site], lift(board, site)
                    plate = ring(at, 0.30, SLATE, 0.62, lift=up, inner=-1.0, nearer=0.55)
                    self._plates.add(plate)
                    self._write(board, site, text, TEXT)
            elif isinstance(overlay, Values):
                size = plate_size(len(overlay.sites))
                self._plates.add(*_value_plates(board, overlay, size))
                for site, text in zip(overlay.sites, overlay.texts, strict=False):
                    self._write(board, site, text, size * TEXT)
        show_added(self._sheets, self._rods, self._through, self._beads, self._faint)
        show_added(self._discs, self._plates, self._texts)

    def _write(
        self, board: Board, site: int, text: str, high: float, ink: RGB = (1.0, 1.0, 1.0)
    ) -> None:
        at, up = as_point(board.centres[site]), lift(board, site)
        self._texts.write(text, at, high, ink, lift=up, nearer=0.60, widest=1.0)

    def _add_tube(self, board: Board, tube: Tube, colour: RGB) -> None:
        """Add rods of a tube: those that stop at what covers them, and those drawn through it."""
        radius, dash, pale = {
            "line": (0.13, 0.0, 0.55),
            "tether": (0.10, 0.0, 0.55),
            "escape": (0.085, 0.0, 0.0),
            "plan": (0.06, DOTTED, 0.0),
        }[tube.style]
        own = tube.style in ("line", "tether")
        start = 0.0
        sites = tube.sites if len(tube.sites) > 1 else tube.sites * 2
        for a, b in ways(board, sites):
            ends = np.array(a[:3]), np.array(b[:3])
            lifts = a[3], b[3]
            if own:
                hue = paler(colour, pale)
                self._through.add(rod(*ends, radius, hue, 0.92, lifts=lifts, glow=0.25))
            else:
                self._rods.add(
                    rod(*ends, radius, colour, 1.0, lifts=lifts, dash=dash, start=start, glow=0.35)
                )
                self._through.add(
                    rod(
                        *ends,
                        0.75 * radius,
                        colour,
                        0.55,
                        lifts=lifts,
                        dash=dash or DASH,
                        start=start,
                        glow=0.5,
                    )
                )
            start += float(np.linalg.norm(ends[1] - ends[0]))


def plate_size(count: int) -> float:
    """Return how large plates are where so many stand: through many one looks at those behind."""
    return 1.0 if count <= CROWD else 0.65


def _value_plates(board: Board, overlay: Values, size: float) -> Iterator[FlatMark]:
    """A plate a site, green, grey or red; a pale rim round those that nothing is better than."""
    rows = zip(overlay.sites, overlay.values, overlay.best, strict=True)
    for site, value, is_best in rows:
        at, up = board.centres[site], lift(board, site)
        if is_best:
            yield ring(at, size * PLATE + RIM, PALE, 0.95, lift=up, inner=-1.0, nearer=0.54)
        hue = VALUE_COLOURS[value]
        yield ring(at, size * PLATE, hue, 0.94, lift=up, inner=-1.0, nearer=0.55)


def ink_on(colour: RGB) -> RGB:
    """Return the colour of letters on a ghost: white, or dark where that is pale."""
    light = 0.30 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]
    return DARK if light > 0.6 else (1.0, 1.0, 1.0)


def flat_mark(board: Board, site: int, radius: float, tint: Vec4, inner: float) -> FlatMark:
    """Return a disc or a ring: turned to the eye, or lying on the ground."""
    up = lift(board, site)
    if dimpled(board):
        return ring(board.centres[site], radius, tint[:3], tint[3], lift=up, inner=inner)
    x, y, _ = board.centres[site].tolist()
    at = (x, y, float(surface(board)[site]) + 0.016)
    return lying_ring(at, radius, tint, inner, up)


def ways(board: Board, sites: tuple[int, ...]) -> list[tuple[tuple[float, ...], tuple[float, ...]]]:
    """Return a way as pairs of (x, y, z, lift); over the edges of steps, not through them."""
    pieces = []
    for a, b in pairwise(sites):
        here = (*board.centres[a].tolist(), lift(board, a))
        there = (*board.centres[b].tolist(), lift(board, b))
        if here[2] == there[2] or not stepped(board):
            pieces.append((here, there))
            continue
        high, low = (here, there) if here[2] > there[2] else (there, here)
        # Where a way over several fields comes to the edge is told by the fields between.
        share = 0.58 / max(1.0, float(np.hypot(high[0] - low[0], high[1] - low[1])))
        edge = tuple(h + share * (w - h) for h, w in zip(high[:2], low[:2], strict=True))
        over = (*edge, high[2], high[3])
        pieces += [(here, over), (over, there)]
    return pieces


def _triangles(board: Board, sheet: Sheet, colour: RGB) -> list[Triangle]:
    rows = []
    for a, b, c in np.asarray(sheet.triangles).reshape(-1, 3).tolist():
        corners = [as_point(board.centres[site]) for site in (a, b, c)]
        lifts = [lift(board, site) for site in (a, b, c)]
        rows.append(triangle(corners, lifts, (*colour, 0.66)))
    return rows
