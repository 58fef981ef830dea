"""Arrows between sites, and sites that are lit: plans, and turns as they are told."""

from itertools import pairwise
from math import cos, radians, sin

import numpy as np

from viewer.picture.compose.ground import EDGE_SIZE, dimpled, is_map, lift, surface
from viewer.picture.palette import RGB, rgb
from viewer.picture.picture import Picture
from viewer.scene.props.annotations import KINDS, faded
from viewer.scene.props.impostors import DynamicLayer, SceneLayers, show_added
from viewer.scene.props.labels import FacingTexts
from viewer.scene.props.primitives import FlatMark, Point, Vec4, as_point
from viewer.visuals.overlay_types import Arrow, Lit

WIDTH = {"step": 0.17, "throw": 0.12, "stopped": 0.17, "void": 0.13}
"""Half the width of an arrow's head."""
GREY: RGB = (0.60, 0.62, 0.65)
DARK: RGB = (0.10, 0.12, 0.16)
WHITE: RGB = (1.0, 1.0, 1.0)
DOT = 0.15
"""Half the width of what a text stands on."""
COVERED = 0.45
"""Opacity where something stands before it."""
FRAME, THIN = 0.43, 0.045
"""Half the width of a frame, and of its line."""
ROUND: tuple[tuple[float, float], ...] = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
SIX = tuple((cos(radians(60 * k + 30)), sin(radians(60 * k + 30))) for k in range(6))
"""The corners of a square, and those of a six-sided space."""
RIM = 0.53
"""How far from the middle of a space its frame has its corners."""
TAIL, AT_TAIL = 0.20, 0.06
"""How far from the middle of its first site a step begins, and its text from there."""
DASH, SOLID, HEAD = 0.24, 0.5, 0.26
"""A dash with its gap, the share of it that is drawn, and the length of the head of dashes."""
BAR: Vec4 = (KINDS["bar"], 0.0, 0.0, 0.0)
LOW, HIGH = 0.03, 0.35
"""How high over the ground steps and throws lie."""


class Arrows:
    """Draws arrows and lit sites among a picture's overlays."""

    def __init__(self, scene: SceneLayers) -> None:
        self._lit = DynamicLayer(scene, "mark", FlatMark, "SIGN")
        self._covered = DynamicLayer(scene, "mark", FlatMark, "SIGN", "THROUGH")
        self._arrows = DynamicLayer(scene, "mark", FlatMark, "SIGN")
        self._dots = DynamicLayer(scene, "mark", FlatMark, "SIGN", "THROUGH")
        self._texts = FacingTexts(scene)

    def draw(self, picture: Picture) -> None:
        """Show them."""
        for one in picture.overlays:
            if isinstance(one, Lit):
                self._lit.add(*_framed(picture, one))
            elif isinstance(one, Arrow):
                for mark in _arrow(picture, one):
                    self._arrows.add(mark)
                    self._covered.add(faded(mark, COVERED))
                if one.text:
                    self._write(picture, one)
        show_added(self._lit, self._covered, self._arrows, self._dots, self._texts)

    def _write(self, picture: Picture, arrow: Arrow) -> None:
        a, b = (np.array(point) for point in _ends(picture, arrow))
        length = max(float(np.linalg.norm(b - a)), 1e-9)
        share = 0.5 if arrow.style == "throw" else AT_TAIL / length  # so that the head is seen
        at, up = as_point(a + share * (b - a)), lift(picture.board, arrow.start)
        hue = _hue(picture, arrow)
        ink = DARK if arrow.guessed or sum(hue) > 1.4 else WHITE  # a plate is white
        across, upward = (DOT, 0.0, 0.0, 1.0), (DOT, 0.0, 0.0, 0.3)
        state = (KINDS["plate" if arrow.guessed else "dot"], 1.0, 0.0, 0.0)
        self._dots.add(FlatMark(at, up, across, upward, (*hue, 1.0), state))
        self._texts.write(arrow.text, at, 0.24, ink, nearer=0.4, lift=up)


def _hue(picture: Picture, arrow: Arrow) -> RGB:
    palette = picture.palette
    if arrow.style == "stopped":
        return rgb(palette.doom)
    if arrow.style == "void":
        return GREY
    if arrow.style == "throw":
        return rgb(palette.marble)
    return picture.colours[arrow.owner]


def _ends(picture: Picture, arrow: Arrow) -> tuple[Point, Point]:
    """Where an arrow begins and ends: beside the middle of sites, so that ways can be told."""
    board = picture.board
    ground = board.centres[:, 2] if dimpled(board) else surface(board)
    up = HIGH if arrow.style == "throw" else LOW
    a, b = (
        np.array([*board.centres[site, :2], ground[site] + up]) for site in (arrow.start, arrow.end)
    )
    way = b - a
    length = max(float(np.linalg.norm(way)), 1e-9)
    begins = 0.12 if arrow.style == "throw" else TAIL
    first = a + min(begins, 0.4 * length) / length * way
    last = (
        a + 0.66 * way if arrow.style == "stopped" else b - min(0.06, 0.1 * length) / length * way
    )
    return as_point(first), as_point(last)


def _arrow(picture: Picture, arrow: Arrow) -> list[FlatMark]:
    """A ribbon with a head, in dashes where it is guessed; a stopped step ends at a cross."""
    first, last = _ends(picture, arrow)
    hue, up = _hue(picture, arrow), lift(picture.board, arrow.start)
    alpha = 0.75 if arrow.style == "void" else 1.0
    width = WIDTH[arrow.style]
    kind = KINDS["bar"] if arrow.style == "stopped" else KINDS["arrow"]
    ribbon = FlatMark(
        first, up, (*last, 2.0), (width, up, 0.0, 0.12), (*hue, alpha), (kind, 0.0, 0.0, 0.0)
    )
    stopped = arrow.style == "stopped"
    if arrow.guessed:
        ribbons = _dashed(ribbon, last, headed=not stopped)
    else:
        ribbons = [ribbon._replace(upward=(0.6 * width, up, 0.0, 0.12)) if stopped else ribbon]
    if not stopped:
        return ribbons
    cross = FlatMark(last, up, (0.20, 0.0, 0.0, 1.0), (0.20, 0.0, 0.0, 0.25), (*hue, 1.0),
                 (KINDS["cross"], 1.0, 0.0, 0.0))  # fmt: skip
    return [*ribbons, cross]


def _dashed(ribbon: FlatMark, last: Point, *, headed: bool) -> list[FlatMark]:
    """A ribbon cut into short bars with gaps between them; the last one has the head."""
    first, way = np.array(ribbon.point), np.array(last) - np.array(ribbon.point)
    length = max(float(np.linalg.norm(way)), 1e-9)
    head = min(HEAD / length, 0.5) if headed else 0.0
    count = max(1, round((1 - head) * length / DASH))
    thin, up = 0.45 * ribbon.upward[0], ribbon.upward[1]
    marks = []
    for k in range(count):
        begins = (1 - head) * k / count
        ends = begins + (1 - head) * SOLID / count
        a, b = (as_point(first + share * way) for share in (begins, ends))
        upward = (thin, up, 0.0, 0.12)
        marks.append(ribbon._replace(point=a, across=(*b, 2.0), upward=upward, state=BAR))
    if headed:
        marks.append(ribbon._replace(point=as_point(first + (1 - head) * way)))
    return marks


def _framed(picture: Picture, lit: Lit) -> list[FlatMark]:
    """A thin frame on the ground of each site; around those that are shut, one for all."""
    board, palette = picture.board, picture.palette
    shut = lit.style == "shut"
    hue = rgb({"held": palette.handle, "lit": palette.escape}.get(lit.style, palette.doom))
    ground = board.centres[:, 2] - 0.5 if dimpled(board) else surface(board)
    marks = []
    for site in lit.sites:
        x, y, _ = board.centres[site].tolist()
        z, up = float(ground[site]) + 0.02, lift(board, site)
        half = 0.5 if shut else FRAME
        around = ROUND
        if is_map(board):  # along the rim of a space, clear of its plates; small on a border
            half, around = (0.5 * EDGE_SIZE if site in board.edges else RIM), SIX
        corners = [(x + a * half, y + b * half, z) for a, b in around]
        marks += [
            FlatMark(here, up, (*there, 2.0), (THIN, up, 0.0, 0.02), (*hue, 1.0), BAR)
            for here, there in pairwise((*corners, corners[0]))
        ]
    if not shut:
        return marks
    # What lies between two of them is drawn twice, and left out.
    sides = [_middle(mark) for mark in marks]
    return [mark for mark, side in zip(marks, sides, strict=True) if sides.count(side) == 1]


def _middle(ribbon: FlatMark) -> tuple[float, float]:
    (x, y, _), (u, v, *_) = ribbon.point, ribbon.across
    return round(x + u, 3), round(y + v, 3)
