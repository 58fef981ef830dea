"""The numbers of the levels, beside the pyramid: left of all that is drawn, from every side."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import radians, tan

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from model.boards.board import Board
from model.records.view import Camera, View
from viewer.picture.compose.ground import bounds, dimpled, top
from viewer.picture.compose.reserve_trays import SIZE, TRAY, Footprint, floor, footprints
from viewer.picture.palette import RGB, rgb
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import Visible
from viewer.scene.camera import LENS, fitted_to, frame
from viewer.scene.props.impostors import DynamicLayer, SceneLayers
from viewer.scene.props.labels import MANY, Atlas, atlas, facing, show_texture
from viewer.scene.props.primitives import FlatMark, as_point

STEEP = 60.0
"""Elevation in degrees above which there are none: from above they would say nothing."""
STEP = 5.0
"""Degrees the eye turns before the numbers are placed anew: a frame of a drag places nothing."""
APART = 1.15
"""Heights of a number from one to the next on the screen, at least."""
EDGE = 0.15
"""Ball diameters between a number and the edge of the picture, at least."""
SUNK = -0.4
"""Levels that have sunk so far into each other are not numbered."""
Point = npt.NDArray[np.float64]


@dataclass(frozen=True)
class FittedView:
    """What a fitted camera sees: the camera, and width over height of the picture."""

    camera: Camera
    aspect: float

    def reach(self, point: Point, x: float) -> float:
        """Return how far to the left of a point, which lies at `x`, the picture ends."""
        assert self.camera.centre is not None
        assert self.camera.distance is not None
        centre, distance = np.asarray(self.camera.centre), self.camera.distance
        if not self.camera.parallel:
            back, _, _ = frame(self.camera.azimuth, self.camera.elevation)
            distance -= float((point - centre) @ back)
        middle, _ = _seen(centre, self.camera)
        return x - middle + distance * tan(radians(LENS / 2)) * self.aspect


class LevelNumbers:
    """Numbers at the height of their levels, turned to the eye."""

    def __init__(self, scene: SceneLayers) -> None:
        self._glyphs = DynamicLayer(scene, "mark", FlatMark, "GLYPH")

    def draw(self, picture: Picture, levels: tuple[int, ...], aspect: float | None = None) -> None:
        """Show the numbers of `levels`, those that show anything, or none.

        Parameters
        ----------
        aspect
            Width over height of the frame that the board is fitted to: the numbers stay in it.
            None: somebody moved the camera, and the frame may cut them off as it does the board.
        """
        view = picture.view
        if not view.labels or not levels or is_steep(view.camera):
            self._glyphs.show()
            return
        held = number_atlas(picture.board)
        show_texture(self._glyphs, held)
        ink, trays = rgb(picture.palette.ink), footprints(picture)
        within = (
            None
            if aspect is None
            else FittedView(fitted_to(picture, aspect, _stepped(view)), aspect)
        )
        self._glyphs.show(placed(picture.board, levels, held, ink, view, trays, within))


def number_atlas(board: Board) -> Atlas:
    """Return the pictures of all numbers of a board."""
    return atlas(tuple(str(level) for level in np.unique(board.layers["level"]).tolist()))


def sight(camera: Camera) -> tuple[int, int]:
    """Return what the places depend on: from where the camera looks, in steps."""
    return round(camera.azimuth / STEP), round(camera.elevation / STEP)


def is_steep(camera: Camera) -> bool:
    """Say whether the camera looks so far down that level numbers are left out."""
    return abs(camera.elevation) > STEEP


def numbered_levels(board: Board, visible: Visible) -> tuple[int, ...]:
    """Return the levels that show anything, ascending; a number beside nothing would puzzle."""
    if "level" not in board.layers:
        return ()
    return tuple(np.unique(board.layers["level"][visible.shown]).tolist())


def placed(
    board: Board,
    numbered: tuple[int, ...],
    held: Atlas,
    ink: RGB,
    view: View,
    trays: tuple[Footprint, ...] = (),
    within: FittedView | None = None,
) -> list[FlatMark]:
    """Return the numbers at the height of their levels, left of all that is drawn.

    Where that lies beyond the left edge of a frame, they stand at the edge.
    """
    if "level" not in board.layers or not dimpled(board):
        return []  # steps are seen and counted as they are
    if view.explode < SUNK:
        return []  # levels that lie in each other have no height of their own
    view = replace(view, camera=_stepped(view))
    middles = _middles(board)
    step = 1 if len(middles) <= MANY else 5
    size = 0.34 + 0.02 * len(middles)
    _, up, right = frame(view.camera.azimuth, view.camera.elevation)
    outline = _outline(board, view, trays)
    air = 0.4 + 0.03 * len(middles)  # what is near looks larger than it is reckoned here
    marks: list[FlatMark] = []
    lowest = -np.inf
    for level, middle in middles:
        if level not in numbered or (step > 1 and level % step and level != 1):
            continue
        lift = float(level - 1)
        x, y = _seen(middle + np.array((0.0, 0.0, view.explode * lift)), view.camera)
        height = max(y, lowest)
        lowest = height + APART * size
        clear = x - _left_of(outline, height) + 0.6 * size + air
        if within is not None:
            half = 0.5 * size * held.aspects[str(level)]
            clear = min(clear, within.reach(middle, x) - half - EDGE)
        place = middle + np.array((0.0, 0.0, (height - y) / up[2])) - clear * right
        marks.append(facing(held, str(level), as_point(place), size, (*ink, 0.70), lift=lift))
    return marks


def _stepped(view: View) -> Camera:
    """The camera of a View, in steps."""
    across, up = sight(view.camera)
    parallel = view.camera.parallel
    return Camera(azimuth=STEP * across, elevation=STEP * up, parallel=parallel)


@lru_cache(maxsize=4)
def _middles(board: Board) -> tuple[tuple[int, Point], ...]:
    """Every level, the lowest first, with its middle."""
    found = []
    for level in np.unique(board.layers["level"]).tolist():
        centres = board.centres[board.layers["level"] == level]
        found.append((level, (centres.min(axis=0) + centres.max(axis=0)) / 2))
    return tuple(found)


def _seen(point: Point, camera: Camera) -> tuple[float, float]:
    """Where a point lies on the screen, to the right and up; without perspective."""
    _, up, right = frame(camera.azimuth, camera.elevation)
    return float(point @ right), float(point @ up)


def _outline(board: Board, view: View, trays: tuple[Footprint, ...]) -> list[tuple[float, float]]:
    """The corners of the slab, the trays and the top, as they are seen: what all lies between."""
    west, east, south, north = bounds(board)
    top_site = int(np.argmax(board.centres[:, 2]))
    lift = view.explode * float(board.layers["level"].max() - 1)
    tip = board.centres[top_site] + np.array((0.0, 0.0, 0.5 + lift))
    aside = 0.5 * frame(view.camera.azimuth, view.camera.elevation)[2]
    feet = [np.array((x, y, top(board))) for x in (west, east) for y in (south, north)]
    table = floor(board)
    sides = [
        np.array((x, y, z))
        for low_x, high_x, low_y, high_y in trays
        for x in (low_x, high_x)
        for y in (low_y, high_y)
        for z in (table, table + TRAY + SIZE)
    ]
    return [_seen(point, view.camera) for point in (*feet, *sides, tip + aside, tip - aside)]


def _left_of(outline: list[tuple[float, float]], height: float) -> float:
    """How far to the left the hull of some points on the screen reaches at a height.

    The top, which comes last, counts at every height: numbers stand on one side of it.
    """
    heights = [y for _, y in outline]
    if not min(heights) <= height <= max(heights):
        return min(x for x, _ in outline)
    found = [outline[-1][0]]
    for (x, y), (u, v) in combinations(outline, 2):
        if y != v and min(y, v) <= height <= max(y, v):
            found.append(x + (u - x) * (height - y) / (v - y))
    return min(found)
