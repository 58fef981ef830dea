"""A teacher's marks in the scene: rings, crosses, squares, dots, words, links, groups, sheets.

A mark is seen through whatever covers its point, paler there, and not at all where a cut or a peel
has taken the point away. Every sign has a white and a dark outline: it stands out on every ball.

What a board has printed or built on it and is no piece is drawn here, too: small shapes behind,
texts upright.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from viewer.picture.compose.ground import DISC_RADIUS, dimpled, is_map, lift, seats, surface
from viewer.picture.palette import RGB, rgb
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import Mask, Visible
from viewer.picture.visibility.visible import occupied, visible_in
from viewer.scene.props.appearance import replace_view
from viewer.scene.props.explanations import GHOST
from viewer.scene.props.ground_shapes import spacing
from viewer.scene.props.impostors import DynamicLayer, Order, SceneLayers, show_added
from viewer.scene.props.labels import Atlas, FacingTexts, atlas, facing, show_texture
from viewer.scene.props.marks import numbered_in
from viewer.scene.props.primitives import FlatMark, Placed, Point, Triangle, as_point, triangle
from viewer.scene.props.shape_sources import SHAPES, shape_of
from viewer.visuals.overlay_types import Sign

KINDS = {
    "ring": 0.0,
    "cross": 1.0,
    "square": 2.0,
    "dot": 3.0,
    "plate": 4.0,
    "arrow": 5.0,
    "bar": 6.0,
}
"""As shaders/mark.frag knows them."""
SIZES = {"ring": 0.42, "cross": 0.42, "square": 0.40, "dot": 0.22}
"""Half of what a sign takes, its outline included, in ball diameters."""
NEARER = 0.56
"""How far a sign comes towards the eye: just out of a ball."""
COVERED = 0.50
"""Opacity of a sign where something stands before it."""
OFF_LAYER = 0.35
"""Opacity of a sign off the working layer."""
ARROW = 0.16
"""Half the width of an arrow's head."""
EDGE = 0.055
"""Half the width of a sheet's rim."""
LASSO = ((0.52, 0.02), (0.58, 1.0), (0.61, 1.0), (0.63, 0.85))
"""Radius and opacity of the discs of a group: what keeps its pieces free, colour, white, dark."""
SHORT = 3
"""A word of so many letters stands on its point, a longer one above it."""
INK: RGB = (0.07, 0.08, 0.10)
WHITE: RGB = (1.0, 1.0, 1.0)


class Annotations:
    """Draws the signs among a picture's overlays."""

    def __init__(self, scene: SceneLayers) -> None:
        self._skins = DynamicLayer(scene, "sheet", Triangle)
        self._covered = DynamicLayer(scene, "mark", FlatMark, "SIGN", "THROUGH")
        self._signs = DynamicLayer(scene, "mark", FlatMark, "SIGN")
        self._plates = DynamicLayer(scene, "mark", FlatMark, "SIGN", "THROUGH")
        self._words = DynamicLayer(scene, "mark", FlatMark, "GLYPH", "THROUGH")
        # Its discs hide one another, so that only the rim of all together is left.
        self._lassos = DynamicLayer(scene, "mark", FlatMark, "RING", "LASSO", depth=True)

    def draw(self, picture: Picture, visible: Visible) -> None:
        """Show the signs of `picture`."""
        signs = [overlay for overlay in picture.overlays if isinstance(overlay, Sign)]
        lassos: list[FlatMark] = []
        if signs:
            words = tuple(sorted({sign.text for sign in signs if sign.text}))
            held = atlas(words) if words else None
            place = _SignPlaces(picture, visible)
            for sign in signs:
                seen = [site for site in sign.sites if place.shown[site]]
                hue = rgb(place.palette.signs[sign.colour])
                if sign.shape == "group":
                    lassos += [disc for site in seen for disc in _lasso(place, site, hue)]
                else:
                    self._add_sign(place, sign, seen, hue)
                if sign.text and held is not None and sign.sites[0] in seen:
                    self._add_word(place, sign, held, hue)
            if held is not None:
                show_texture(self._words, held)
        show_added(self._skins, self._covered, self._signs, self._plates, self._words)
        self._lassos.show(_apart(lassos))

    def _add_sign(self, place: _SignPlaces, sign: Sign, seen: Sequence[int], hue: RGB) -> None:
        if sign.shape in SIZES:
            marks = [_on_point(place, site, sign.shape, hue) for site in seen]
        elif sign.shape == "link" and len(sign.sites) > 1 and len(seen) == len(sign.sites):
            marks = [_arrow(place, sign.sites[0], sign.sites[-1], hue)]
        elif sign.shape == "sheet":
            marks = self._add_sheet(place, sign, seen, hue)
        else:
            return
        self._signs.add(*marks)
        self._covered.add(*(faded(mark, COVERED) for mark in marks))

    def _add_sheet(
        self, place: _SignPlaces, sign: Sign, seen: Sequence[int], hue: RGB
    ) -> list[FlatMark]:
        """Add the skin of a sheet; return its rim, and rings at the points where there is none."""
        shown = frozenset(seen)
        skin = np.asarray(() if sign.triangles is None else sign.triangles, np.int64)
        corners = [(a, b, c) for a, b, c in skin.reshape(-1, 3).tolist() if {a, b, c} <= shown]
        for three in corners:
            points = [place.centre(site) for site in three]
            lifts = [lift(place.board, site) for site in three]
            self._skins.add(triangle(points, lifts, (*hue, 0.62)))
        edges = Counter(edge for a, b, c in corners for edge in ((a, b), (b, c), (a, c)))
        rim = [_bar(place, a, b, hue) for (a, b), count in sorted(edges.items()) if count == 1]
        held = {site for three in corners for site in three}
        return rim + [_on_point(place, site, "ring", hue) for site in seen if site not in held]

    def _add_word(self, place: _SignPlaces, sign: Sign, held: Atlas, hue: RGB) -> None:
        """A word on a plate: on the point if it is all there is and short, else just above it."""
        site, text = sign.sites[0], sign.text
        levels = place.board.layers.get("level")
        height = 0.34 + 0.012 * (0 if levels is None else int(levels.max()))
        half = 0.5 * height * held.aspects[text]
        wide, high = half + 0.16, 0.5 * height + 0.10
        wide = max(wide, high)
        own = sign.shape == "text" and len(text) <= SHORT
        up = 0.0 if own else high + (0.12 if sign.shape == "text" else 0.40)
        point = place.centre(site) if place.balls else place.on(site, top=True)
        alpha = float(place.alpha[site])
        lifted = lift(place.board, site)
        near = NEARER if place.balls else 0.1
        across, upward = (wide, 0.0, up, 1.0), (high, 0.0, 0.0, near)
        state = (KINDS["plate"], wide / high, 0.0, 0.0)
        self._plates.add(FlatMark(point, lifted, across, upward, (*hue, alpha), state))
        word = facing(held, text, point, height, (*INK, alpha), lift=lifted, nearer=near)
        across = (word.across[0], 0.0, up, 1.0)
        self._words.add(word._replace(across=across))


class _SignPlaces:
    """Where signs lie on a board, and which of them can be seen."""

    def __init__(self, picture: Picture, visible: Visible) -> None:
        self.board: Board = picture.board
        self.palette = picture.palette
        self.ghosts = numbered_in(picture)
        self.stands: Mask = occupied(picture)
        self.balls = dimpled(picture.board)
        """Whether signs are turned to the eye; else they lie on the fields."""
        there = visible
        if picture.view.layer is not None:  # points off the working layer fade, no more
            there = visible_in(replace_view(picture, layer=None))
        self.shown: Mask = np.where(self.stands, there.shown, there.answers)
        self.alpha = np.where(visible.on_layer, 1.0, OFF_LAYER)
        ground = surface(picture.board)
        height = _heights(picture)
        self.ground = ground + 0.015
        self.top = np.where(self.stands, ground + height, ground) + 0.02

    def centre(self, site: int) -> Point:
        return as_point(self.board.centres[site])

    def on(self, site: int, *, top: bool) -> Point:
        """On a field: on the piece standing there, or on the ground round it."""
        x, y, _ = self.board.centres[site].tolist()
        return (x, y, float((self.top if top else self.ground)[site]))


def _heights(picture: Picture) -> npt.NDArray[np.float64]:
    """(n,) how high the pieces on each site reach over the ground."""
    pieces = picture.pieces
    halves = [SHAPES[shape_of(picture, kind)].half for kind in range(len(picture.piece_kinds))]
    heights: npt.NDArray[np.float64] = np.zeros(len(picture.board))
    tops = seats(pieces, picture.piece_kinds)[:, 2] + 2 * np.array(halves)[pieces.kind]
    np.maximum.at(heights, pieces.site, tops)
    return heights


def _on_point(place: _SignPlaces, site: int, shape: str, hue: RGB) -> FlatMark:
    size, kind = SIZES[shape], KINDS[shape]
    tint = (*hue, float(place.alpha[site]))
    state = (kind, 1.0, 0.0, 0.0)
    up = lift(place.board, site)
    if place.balls:
        near = NEARER if place.stands[site] else 0.3
        return FlatMark(
            place.centre(site), up, (size, 0.0, 0.0, 1.0), (size, 0.0, 0.0, near), tint, state
        )
    round_it = shape in ("ring", "square") and bool(place.stands[site])
    if round_it:
        size = (DISC_RADIUS + 0.12) / 0.83
    point = place.on(site, top=not round_it)
    return FlatMark(point, up, (size, 0.0, 0.0, 0.0), (0.0, size, 0.0, 0.0), tint, state)


def _arrow(place: _SignPlaces, start: int, end: int, hue: RGB) -> FlatMark:
    """An arrow from near one point to the middle of another."""
    a, b = ((place.centre(s) if place.balls else place.on(s, top=True)) for s in (start, end))
    way = np.subtract(b, a)
    length = float(np.linalg.norm(way))
    along = way / max(length, 1e-9)
    begins = GHOST + 0.03 if start in place.ghosts else 0.16
    first = tuple((np.array(a) + min(begins, 0.5 * length) * along).tolist())
    if end in place.ghosts:  # its number stays readable
        b = tuple((np.array(b) - min(GHOST, 0.5 * length) * along).tolist())
    alpha = float(min(place.alpha[start], place.alpha[end]))
    return FlatMark(
        (first[0], first[1], first[2]),
        lift(place.board, start),
        (*b, 2.0),
        (ARROW, lift(place.board, end), 0.0, NEARER if place.balls else 0.3),
        (*hue, alpha),
        (KINDS["arrow"], 0.0, 0.0, 0.0),
    )


def _lasso(place: _SignPlaces, site: int, hue: RGB) -> list[FlatMark]:
    """The discs of one piece of a group; `_apart` puts them behind one another."""
    discs = []
    alpha = float(place.alpha[site])
    for number, ((radius, share), colour) in enumerate(
        zip(LASSO, (hue, hue, WHITE, INK), strict=True)
    ):
        tint, state = (*colour, share * alpha), (-1.0, float(number), 0.0, 0.0)
        if place.balls:
            flat = (radius, 0.0, 0.0, 1.0), (radius, 0.0, 0.0, 0.0)
            point = place.centre(site)
        else:
            flat = (radius, 0.0, 0.0, 0.0), (0.0, radius, 0.0, 0.0)
            point = place.on(site, top=False)
        discs.append(FlatMark(point, lift(place.board, site), *flat, tint, state))
    return discs


def _apart(discs: list[FlatMark]) -> list[FlatMark]:
    """Discs in the order they are drawn, each at a depth of its own: what came first stays.

    The tint comes first, so that neither a rim nor a second tint is drawn over it.
    """
    ranked = sorted(discs, key=lambda disc: disc.state[1])
    step = 0.0008 / max(len(ranked), 1)
    return [disc._replace(state=(-1.0, k * step, 0.0, 0.0)) for k, disc in enumerate(ranked)]


def _bar(place: _SignPlaces, start: int, end: int, hue: RGB) -> FlatMark:
    """A straight line between two points, in the scene and not before it."""
    alpha = float(min(place.alpha[start], place.alpha[end]))
    return FlatMark(
        place.centre(start),
        lift(place.board, start),
        (*place.centre(end), 2.0),
        (EDGE, lift(place.board, end), 0.0, 0.05),
        (*hue, alpha),
        (KINDS["bar"], 0.0, 0.0, 0.0),
    )


def faded(row: FlatMark, share: float) -> FlatMark:
    """Return a mark with a share of its opacity."""
    return row._replace(tint=(*row.tint[:3], share * row.tint[3]))


BEHIND = (-0.22, 0.24)
"""Where they stand, from the middle of their field: pieces have the middle."""
SIZE = 0.62
"""As a share of a piece of that shape."""
OVER, HIGH = 0.10, 0.21
"""How far over it its text stands, and how high letters are, in ball diameters."""


class Decorations:
    """Draws the decoration of a board."""

    def __init__(self, scene: SceneLayers) -> None:
        self._shapes = {
            name: DynamicLayer(scene, shape.shader, shape.kind, opaque=True, depth=True)
            for name, shape in SHAPES.items()
        }
        self._texts = FacingTexts(scene)

    def draw(self, picture: Picture, visible: Visible) -> None:
        """Show what stands on the fields that are shown."""
        board, palette = picture.board, picture.palette
        cut = ("CUT",) if len(visible.halfspaces) else ()
        ground, scale = surface(board), spacing(board)
        tones = {"dark": palette.dark_stone, "accent": palette.inlay}
        maps = is_map(board)  # there they stand in the middle, and texts have plates of their own
        for one in board.decoration if picture.view.board else ():
            if not visible.shown[one.site]:
                continue
            x, y, _ = board.centres[one.site].tolist()
            aside, share = (0.0, 0.0), 1.0
            if not maps:
                aside, share = BEHIND, SIZE
            x, y, z = x + aside[0] * scale, y + aside[1] * scale, float(ground[one.site])
            up, shape = lift(board, one.site), SHAPES.get(one.shape)
            if shape is not None:
                tint = (*rgb(tones.get(one.tone, palette.marble)), 1.0)
                middle = (x, y, z + share * shape.half)
                row = shape.row(Placed(middle, up, tint, 0.0, scale, share))
                self._shapes[one.shape].add(row)
                z += 2 * share * shape.half
            if one.text and not maps:
                ink, at = rgb(palette.ink), (x, y, z + OVER)
                self._texts.write(one.text, at, HIGH, ink, lift=up, nearer=0.1)
        for layer in self._shapes.values():
            layer.features(*cut)
        show_added(*self._shapes.values(), self._texts)

    def sort(self, order: Order) -> None:
        """Draw them from behind (`viewer.scene.props.impostors.Layer.sort`)."""
        for layer in self._shapes.values():
            layer.sort_rows(order)
