"""The ground of a board in numbers: slab, terraces, tiles or cells, and how pieces sit on it.

Pure numpy: scene, animation, camera and pointer all ask here, so that what is seen, moved and hit
is the same. Pieces on one field sit on one another or, where that cannot be, beside.

Where three sites touch one another their cells meet, within the triangle. So every two neighbours
share an edge, and cells of a regular lattice are its Voronoi cells. Of half squares these would not
do: there neighbours along the diagonal would meet in a point.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from model.boards.board import Board, FloatArray
from model.boards.terrace import STEP
from model.contract.game import Pieces

RIM = 0.44
"""How far cells of the rim reach beyond the outermost centres, in ball diameters."""
BAND = (0.07, 0.23)
"""How far from the cells the band along a side begins and ends, on a small board."""
BAND_GAP = 0.10
"""How far the bands along two sides are apart where they meet."""
SLAB = 0.70
"""How far the slab reaches beyond the cells there: room for bands, and for a letter at a corner."""
GROWS = 0.045
"""How much more room these take for each ball diameter that the board is wide, as a share."""


@dataclass(frozen=True, eq=False)
class CellShapes:
    """Polygons, all convex and counterclockwise.

    Attributes
    ----------
    cells
        (k, 2) the corners of each site's cell; neighbours share two.
    outline
        (k, 2) the corners of all cells together.
    """

    cells: tuple[FloatArray, ...]
    outline: FloatArray

    @property
    def scale(self) -> float:
        """How much larger than on a small board bands and letters are, so that they can be seen."""
        return 0.8 + GROWS * float(np.ptp(self.outline, axis=0).max())

    @property
    def slab(self) -> FloatArray:
        """The corners of the slab under them."""
        return widened(self.outline, self.scale * SLAB)

    @property
    def bands(self) -> Iterator[FloatArray]:
        """The four corners of the band along each side; where two of them meet is a gap."""
        outer, inner = (widened(self.outline, self.scale * reach) for reach in (BAND[1], BAND[0]))
        for k in range(len(outer)):
            n = (k + 1) % len(outer)
            way = outer[n] - outer[k]
            way = BAND_GAP * self.scale * way / np.linalg.norm(way)
            yield np.array([outer[k] + way, outer[n] - way, inner[n] - way, inner[k] + way])

    def beside(self, corner: FloatArray) -> tuple[float, float]:
        """Return where the name of a corner cell is written: between the bands and the rim."""
        places = widened(self.outline, self.scale * (SLAB + BAND[1]) / 2)
        x, y = places[np.linalg.norm(places - corner, axis=1).argmin()].tolist()
        return x, y


@lru_cache(maxsize=8)
def cell_shapes(board: Board) -> CellShapes:
    """Return the cells of a board and its outline, which has a corner wherever the rim bends."""
    flat = board.centres[:, :2]
    beside = [set(board.neighbours(site).tolist()) for site in range(len(board))]
    corners: list[list[FloatArray]] = [[] for _ in beside]
    ways: list[list[FloatArray]] = [[] for _ in beside]
    outline = []
    for a, near in enumerate(beside):
        for b in (site for site in near if site > a):
            thirds = near & beside[b]
            for c in (site for site in thirds if site > b):
                meeting = _meeting(flat[[a, b, c]])
                for site in (a, b, c):
                    corners[site].append(meeting)
            if len(thirds) == 1:  # a link along the rim
                way = _outwards(flat[a], flat[b], flat[thirds.pop()])
                for site in (a, b):
                    corners[site].append(flat[[a, b]].mean(axis=0) + RIM * way)
                    ways[site].append(way)
    for site, pair in enumerate(ways):
        if pair and pair[0] @ pair[1] < 1 - 1e-6:  # on the rim, and it bends here
            bend = flat[site] + RIM * (pair[0] + pair[1]) / (1 + pair[0] @ pair[1])
            corners[site].append(bend)
            outline.append(bend)
    cells = [_around(np.array(few), middle) for few, middle in zip(corners, flat, strict=True)]
    return CellShapes(tuple(cells), _around(np.array(outline), flat.mean(axis=0)))


def widened(polygon: FloatArray, by: float) -> FloatArray:
    """Return a convex polygon with its sides moved out by a length."""
    before = _normals(np.roll(polygon, 1, axis=0))
    after = _normals(polygon)
    along = 1 + (before * after).sum(axis=1, keepdims=True)
    wider: FloatArray = polygon + by * (before + after) / along
    return wider


def feet(polygon: FloatArray, middle: FloatArray, inset: float) -> FloatArray:
    """Return (k, 2) where perpendiculars from a middle meet the sides of a polygon.

    Parameters
    ----------
    inset
        How far the sides are moved in before.
    """
    normals = _normals(polygon)
    reach = (normals * (polygon - middle)).sum(axis=1, keepdims=True) - inset
    found: FloatArray = reach * normals
    return found


def beyond(polygon: FloatArray, place: FloatArray) -> float:
    """Return how far a place lies beyond the sides of a convex polygon; below 0: within them."""
    return float((_normals(polygon) * (place - polygon)).sum(axis=1).max())


def _normals(polygon: FloatArray) -> FloatArray:
    """(k, 2) unit vectors out of the sides, of which each begins in the corner of its number."""
    way = np.roll(polygon, -1, axis=0) - polygon
    out = np.stack([way[:, 1], -way[:, 0]], axis=1)
    unit: FloatArray = out / np.linalg.norm(out, axis=1, keepdims=True)
    return unit


def _meeting(triangle: FloatArray) -> FloatArray:
    """Where three cells meet: half-way from the centroid of a triangle to its circumcentre.

    It lies within the triangle: of an obtuse one not the circumcentre is taken, but the middle of
    the longest side.
    """
    opposite = ((np.roll(triangle, 1, axis=0) - np.roll(triangle, 2, axis=0)) ** 2).sum(axis=1)
    weights = opposite * np.maximum(opposite.sum() - 2 * opposite, 0.0)
    place: FloatArray = (weights / weights.sum() + 1 / 3) / 2 @ triangle
    return place


def _outwards(a: FloatArray, b: FloatArray, inside: FloatArray) -> FloatArray:
    """The unit vector across a link, away from a place."""
    x, y = b - a
    across = np.array([y, -x]) / np.hypot(x, y)
    way: FloatArray = across if across @ (inside - a) < 0 else -across
    return way


def _around(points: FloatArray, middle: FloatArray) -> FloatArray:
    """Points in the order in which they lie round a middle, counterclockwise."""
    x, y = (points - middle).T
    return points[np.argsort(np.arctan2(y, x))]


SINK = 0.06
"""How deep a ball sits in its dimple, in ball diameters."""
TOP = -0.5 + SINK
"""Top of the slab under touching balls, from the lowest centres."""
DISC_RADIUS, DISC_HALF, DISC_BEVEL = 0.36, 0.125, 0.055
"""A turned disc: radius, half its height, the slant of its rims."""
EDGE_SIZE = 0.72
"""How large things that lie on borders are, as a share of those on fields."""
MAP_MARGIN = 0.64
"""How far the slab under a map reaches beyond the outermost centres."""
TILE_HALF = 0.04
"""Half the thickness of the tile under a site of a board that is neither."""


def dimpled(board: Board) -> bool:
    """Say whether balls sit in dimples of a slab."""
    return board.ground == "dimpled slab"


def place_word(board: Board) -> str:
    """Return what a place is called: a point, a square, a space of a map, a cell, a field."""
    words = {"dimpled slab": "point", "squares": "square", "hexes": "space", "cells": "cell"}
    return words.get(board.ground, "field")


def is_map(board: Board) -> bool:
    """Say whether the board is a map of six-sided spaces, whose units are numbers on plates."""
    return board.ground == "hexes"


def lies_flat(board: Board) -> bool:
    """Say whether the board is a plain, much wider than what stands on it is high."""
    return board.ground in ("squares", "hexes", "cells")


def in_cells(board: Board) -> bool:
    """Say whether the board is a plain of cells with as many sides as they have neighbours."""
    return board.ground == "cells"


def stepped(board: Board) -> bool:
    """Say whether the board is built of steps of stone."""
    return board.ground == "terraces"


def top(board: Board) -> float:
    """Return the height of the slab's upper face."""
    low = float(board.centres[:, 2].min()) if len(board) else 0.0
    if dimpled(board):
        return low + TOP
    if stepped(board):
        return low - DISC_HALF - STEP / 2
    return low - DISC_HALF - 2 * TILE_HALF


def surface(board: Board) -> npt.NDArray[np.float64]:
    """Return (n,) the height of what lies under each site: step, tile, or the slab far below."""
    if dimpled(board):
        return np.full(len(board), top(board))
    heights: npt.NDArray[np.float64] = board.centres[:, 2] - DISC_HALF
    return heights


def lift(board: Board, site: int) -> float:
    """Return how many gaps an explosion opens below a site."""
    level = board.layers.get("level")
    return 0.0 if level is None else float(level[site] - 1)


@lru_cache(maxsize=8)  # boards are few, and asked for every piece in hand of every frame
def margin(board: Board) -> float:
    """Return how far the slab reaches beyond the outermost centres: room for a row of letters.

    Maps have none: their spaces say themselves what they are called. Cells have a letter at each
    corner.
    """
    if is_map(board):
        return MAP_MARGIN
    if in_cells(board):
        return RIM + SLAB * cell_shapes(board).scale
    span = float(np.ptp(board.centres[:, :2], axis=0).max()) if len(board) else 0.0
    return 0.95 + 0.035 * span


def thickness(board: Board) -> float:
    """Return how thick the slab is, in ball diameters."""
    return 0.30 + 0.45 * max(margin(board) - 0.95, 0.0)


@lru_cache(maxsize=8)
def bounds(board: Board) -> tuple[float, float, float, float]:
    """Return (west, east, south, north) of the slab."""
    if in_cells(board):
        slab = cell_shapes(board).slab
        (west, south), (east, north) = (f(axis=0).tolist() for f in (slab.min, slab.max))
        return west, east, south, north
    low, high = board.centres[:, :2].min(axis=0), board.centres[:, :2].max(axis=0)
    m = margin(board)
    return low[0] - m, high[0] + m, low[1] - m, high[1] + m


def lines_across(board: Board) -> list[float]:
    """Return where lines cross a board of squares: in the middle, and before rows to be reached."""
    rank, goals, y = board.layers["rank"], np.zeros(len(board), bool), board.centres[:, 1]
    goals[list(board.victory)] = True
    across = [(float(y.min()) - 0.5 + (float(y.max()) + 0.5)) / 2]
    for first in range(int(rank.min()), int(rank.max())):
        a, b = rank == first, rank == first + 1
        if bool(goals[a].all()) != bool(goals[b].all()):
            across.append(float(y[a | b].mean()))
    return across


MARBLE = "marble"
"""A small ball that rides on what carries it; nothing stands on it."""
MARBLE_RADIUS = 0.19
TOKEN, HERO_TOKEN, CAMP = "token", "hero token", "camp"
"""Flat discs that lie round what is built on a space, the last one where somebody starts."""
COUNTED = frozenset({TOKEN, HERO_TOKEN, CAMP})
"""Shapes of which one stands for all pieces of a kind on a site, with their number beside it."""
TOKEN_RADII: Mapping[str, float] = MappingProxyType({TOKEN: 0.425, HERO_TOKEN: 0.345, CAMP: 0.425})
MAP_PYRAMID, MAP_PYRAMID_FOOT = "white pyramid", 0.215
"""A pyramid that is built on a space of a map, and half the width of its foot."""
_SUNK = 0.02
"""How deep a marble lies in what carries it."""
HEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "disc": 2 * DISC_HALF,
        "large pyramid": 0.90,
        "medium pyramid": 0.69,
        "small pyramid": 0.48,
        MARBLE: 2 * MARBLE_RADIUS,
        TOKEN: 0.07,
        HERO_TOKEN: 0.07,
        CAMP: 0.07,
        MAP_PYRAMID: 0.42,
        "black pyramid": 0.42,
        "ram": 0.56,
        "spikes": 0.50,
        "umbrella": 0.46,
    }
)
"""How high pieces are, by their shapes, in ball diameters; any other is as high as a ball."""
FEET: Mapping[str, float] = MappingProxyType(
    {"large pyramid": 0.40, "medium pyramid": 0.335, "small pyramid": 0.265}
)
"""Half the width of the foot of upright pieces."""
FLAT_TOP = 0.055
"""Half the width of their top, on which a marble comes to rest."""
ASIDE = (0.33, -0.33)
"""Where a marble lies on whose field another piece stands: in the corner that is seen."""

Seat = tuple[float, float, float]


def height_of(shape: str) -> float:
    """Return how high a piece of a shape is."""
    return HEIGHTS.get(shape, 1.0)


def drawn(shape: str, count: int) -> int:
    """Return how many pieces of a shape are drawn for as many on a site, piles apart."""
    return min(count, 1) if shape in COUNTED else count


def seats(pieces: Pieces, shapes: Sequence[str]) -> npt.NDArray[np.float64]:
    """Return (k, 3) where the foot of each piece is, from the middle of its field on the ground.

    Parameters
    ----------
    pieces
        The pieces of one site come one after another, the lowest first.
    shapes
        Of the kinds the pieces count by.
    """
    found = np.zeros((len(pieces.site), 3))
    filled: dict[int, float] = {}
    below: dict[int, int] = {}
    for row, (site, kind, count) in enumerate(
        zip(pieces.site.tolist(), pieces.kind.tolist(), pieces.count.tolist(), strict=True)
    ):
        shape = shapes[kind]
        under = filled.get(site, 0.0)
        if site in below:  # what lies there cannot carry: it makes room
            found[below.pop(site), :2] = ASIDE
        found[row, 2] = max(0.0, under - _SUNK) if shape == MARBLE else under
        if shape == MARBLE and not under:
            below[site] = row
        else:
            filled[site] = under + drawn(shape, count) * height_of(shape)
    return found


def seat_of(pieces: Pieces, shapes: Sequence[str], site: int, owner: int, kind: int) -> Seat:
    """Return where the foot of a piece is that stands somewhere; (0, 0, 0) where none does."""
    rows = np.flatnonzero((pieces.site == site) & (pieces.owner == owner) & (pieces.kind == kind))
    if not len(rows):
        return (0.0, 0.0, 0.0)
    x, y, z = seats(pieces, shapes)[int(rows[-1])].tolist()
    return x, y, z
