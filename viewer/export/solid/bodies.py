"""What stands on a board, and the board itself, as bodies: one for each thing, in ball diameters.

Their measures are those of the scene's shapes and grounds; here they get surfaces.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from model.records.view import Peel, View
from viewer.picture.compose import ground
from viewer.picture.palette import RGB, rgb
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import BALL_RADIUS, resolve
from viewer.scene.props.ground_shapes import GROUNDS, ground_of, spacing
from viewer.scene.props.primitives import Bead, Placed, Prism, Solid
from viewer.scene.props.shape_sources import SHAPES, shape_of

# Closed triangle meshes of balls and of whatever is a stack of outlines. Pure numpy.

Points = npt.NDArray[np.float64]
Triangles = npt.NDArray[np.int32]


class Mesh(NamedTuple):
    """A closed surface.

    Attributes
    ----------
    points
        (n, 3) float64, each place once.
    triangles
        (m, 3) int32 numbers of points, counterclockwise from outside.
    """

    points: Points
    triangles: Triangles


@lru_cache(maxsize=8)
def sphere(around: int) -> Mesh:
    """Return a ball of radius 1, an octahedron whose edges are divided.

    Its facets lie half within the ball and half without, so that its volume is that of the ball.

    Parameters
    ----------
    around
        Edges of a great circle, a multiple of 4; there are half as many triangles as its square.
    """
    n = around // 4
    a, b = np.array([(i, j) for i in range(n + 1) for j in range(n + 1 - i)]).T
    number = np.full((n + 2, n + 2), -1)
    number[a, b] = np.arange(len(a))
    upper = [
        (number[i, j], number[i + 1, j], number[i, j + 1]) for i in range(n) for j in range(n - i)
    ]
    lower = [
        (number[i + 1, j], number[i + 1, j + 1], number[i, j + 1])
        for i in range(n - 1)
        for j in range(n - 1 - i)
    ]
    corner = np.stack([a, b, n - a - b], axis=1)
    facets = np.array(upper + lower)
    places, triangles = [], []
    for octant in range(8):
        signs = np.array([1 - 2 * (octant >> k & 1) for k in range(3)])
        places.append(corner * signs)
        turned = facets if signs.prod() > 0 else facets[:, ::-1]
        triangles.append(turned + octant * len(corner))
    whole, back = np.unique(np.concatenate(places), axis=0, return_inverse=True)
    # Equal angles along the edges, where equal lengths would crowd the corners.
    eased = np.sin(0.5 * np.pi * whole / n)
    points = eased / np.linalg.norm(eased, axis=1, keepdims=True)
    found = Mesh(points, back.reshape(-1)[np.concatenate(triangles)].astype(np.int32))
    return Mesh(points * (4 / 3 * np.pi / volume(found)) ** (1 / 3), found.triangles)


def stacked(outlines: Points) -> Mesh:
    """Return the solid whose sides go from one convex outline to the next.

    Parameters
    ----------
    outlines
        (m, k, 3) the corners of each, counterclockwise from above, the lowest outline first.
    """
    m, k, _ = outlines.shape
    ring = np.arange(k)
    after = (ring + 1) % k
    sides = []
    for low in range(0, (m - 1) * k, k):
        sides.append(np.stack([low + ring, low + after, low + k + after], axis=1))
        sides.append(np.stack([low + ring, low + k + after, low + k + ring], axis=1))
    fan = np.stack([np.zeros(k - 2, int), ring[1:-1], ring[2:]], axis=1)
    triangles = np.concatenate([*sides, fan[:, ::-1], fan + (m - 1) * k])
    return Mesh(outlines.reshape(-1, 3), triangles.astype(np.int32))


def prism(outline: Points, low: float, high: float) -> Mesh:
    """Return an upright solid; `outline` (k, 2) is convex and counterclockwise from above."""
    return stacked(np.stack([_level(outline, z) for z in (low, high)]))


def turned(profile: tuple[tuple[float, float], ...], around: int) -> Mesh:
    """Return what a lathe makes of a profile: (radius, height), the lowest first.

    Its cross-section is as large as that of a true circle.
    """
    angles = 2 * np.pi * np.arange(around) / around
    wider = np.sqrt(2 * np.pi / (around * np.sin(2 * np.pi / around)))
    circle = wider * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return stacked(np.stack([_level(radius * circle, z) for radius, z in profile]))


def volume(mesh: Mesh) -> float:
    """Return what a closed mesh encloses."""
    a, b, c = (mesh.points[mesh.triangles[:, k]] for k in range(3))
    return float((a * np.cross(b, c)).sum() / 6)


def _level(outline: Points, z: float) -> Points:
    level: Points = np.column_stack([outline, np.full(len(outline), z)])
    return level


RIM = 0.15
"""How far the slab reaches beyond what stands on it."""
SIDES = 48
"""Facets round things that are turned and are no balls."""
MELT = 0.01
"""How much deeper than they stand pieces on fields are put into what carries them: one with it."""


@dataclass(frozen=True)
class Body:
    """A solid thing.

    Attributes
    ----------
    form
        One of `FORMS`.
    centre
        Its middle.
    measures
        What its form takes.
    colour
        Red, green and blue from 0 to 1.
    owner
        Index of a player; -1: nobody's.
    site
        Where it stands; -1: it is the slab.
    stands
        It stands on the ground, and not on another body.
    """

    form: str
    centre: tuple[float, float, float]
    measures: tuple[float, ...]
    colour: RGB
    owner: int = -1
    site: int = -1
    stands: bool = False

    @property
    def is_ball(self) -> bool:
        return self.form == "ball"

    @property
    def box(self) -> tuple[Points, Points]:
        """The least and the greatest of its coordinates, as if facets were round."""
        if self.is_ball:
            half = np.full(3, self.measures[0])
            return self.centre - half, self.centre + half
        points = mesh_of(self.form, self.measures, SIDES).points + self.centre
        return points.min(axis=0), points.max(axis=0)


def pieces_of(picture: Picture) -> tuple[tuple[Body, ...], Mapping[str, int]]:
    """Return what stands on the board, and how many of each shape cannot be made solid."""
    left_out: Counter[str] = Counter()
    found: list[Body] = []
    for body, shape in _pieces(picture):
        if body.form in FORMS:
            found.append(body)
        else:
            left_out[shape] += 1
    return tuple(found), left_out


def _pieces(picture: Picture) -> Iterator[tuple[Body, str]]:
    """Every piece with the name of its shape, of a stack each one, the lowest first."""
    board, pieces = picture.board, picture.pieces
    heights, scale = ground.surface(board), spacing(board)
    below: Counter[int] = Counter()
    colours = [(r, g, b) for r, g, b in picture.colour_table.tolist()]
    columns = (pieces.site, pieces.owner, pieces.kind, pieces.count)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    for (site, owner, kind, count), seat in zip(
        rows, ground.seats(pieces, picture.piece_kinds).tolist(), strict=True
    ):
        name = shape_of(picture, kind)
        shape, centre = SHAPES[name], board.centres[site].tolist()
        hue = colours[owner] if shape.colour is None else rgb(shape.colour(picture.palette))
        if name == "ball":
            x, y, z = centre
            low = not (board.supports[site] >= 0).any()  # it rests on the ground, not on others
            yield Body("ball", (x, y, z), (BALL_RADIUS,), hue, owner, site, low), name
            continue
        size = ground.EDGE_SIZE if site in board.edges else 1.0
        for layer in range(ground.drawn(name, count)):
            foot = float(heights[site]) + seat[2] + 2 * size * shape.half * layer
            stands = not seat[2] and not layer
            below[site] += 1
            foot -= MELT * below[site]
            at = (centre[0] + seat[0], centre[1] + seat[1], foot + size * shape.half)
            row = shape.row(Placed(at, 0.0, (*hue, 1.0), 0.0, scale, size))
            yield _of_row(shape.shader, row, owner, site, stands), name


def ground_of_picture(picture: Picture, thickness: float) -> tuple[Body, ...]:
    """Return the slab, so thick under its upper face, and what is built on it.

    Dimples are no bodies: `dimples` says where they are.
    """
    board, palette = picture.board, picture.palette
    upper = ground.top(board)
    if ground.in_cells(board):
        outline = ground.cell_shapes(board).slab
    else:
        reach = BALL_RADIUS + RIM
        low, high = (f(axis=0) for f in (board.centres[:, :2].min, board.centres[:, :2].max))
        (west, south), (east, north) = (low - reach).tolist(), (high + reach).tolist()
        outline = np.array([(west, south), (east, south), (east, north), (west, north)])
    x, y = outline.mean(axis=0).tolist()
    measures = (thickness / 2, *(outline - (x, y)).reshape(-1).tolist())
    slab = Body("cell", (x, y, upper - thickness / 2), measures, rgb(palette.slab))
    kind = GROUNDS[ground_of(board)]
    seen = resolve(board, np.zeros(len(board), bool), View())
    rows = [_of_row(kind.shader, row) for row in kind.solids(board, Peel(), seen, palette)]
    return (slab, *rows, *_built(picture))


def _built(picture: Picture) -> Iterator[Body]:
    """What is built on a map and is no piece; elsewhere such things are printed, not built."""
    board, palette = picture.board, picture.palette
    tones = {"dark": palette.dark_stone, "accent": palette.inlay}
    for one in board.decoration if ground.is_map(board) else ():
        shape = SHAPES.get(one.shape)
        if shape is None:
            continue
        x, y, _ = board.centres[one.site].tolist()
        at = (x, y, float(ground.surface(board)[one.site]) + shape.half - MELT)
        tint = (*rgb(tones.get(one.tone, palette.marble)), 1.0)
        yield _of_row(shape.shader, shape.row(Placed(at, 0.0, tint, 0.0, spacing(board), 1.0)))


def dimples(board: Board) -> Points:
    """Return (k, 3) the centres of the balls that the dimples of a slab hold."""
    low: Points = board.centres[board.centres[:, 2] < board.centres[:, 2].min() + 1e-6]
    return low


def _of_row(
    shader: str, row: Bead | Solid | Prism, owner: int = -1, site: int = -1, stands: bool = False
) -> Body:
    """What the scene draws by a row of a shader, as a body."""
    r, g, b, _ = row.tint
    if isinstance(row, Bead):
        measures: tuple[float, ...] = (row.state[2],)
    elif isinstance(row, Prism):
        measures = (row.half_size[2], *_corners(row))
    else:
        measures = row.half_size
        if shader == "block" and not row.state[2]:  # another lies on it: nothing is worn there
            measures = (*measures[:3], 0.0)
    return Body(shader, row.point, measures, (r, g, b), owner, site, stands)


def _corners(row: Prism) -> list[float]:
    """The corners of a prism, from where perpendiculars from its middle meet its sides."""
    feet = np.array([row.feet_a, row.feet_b, row.feet_c, row.feet_d]).reshape(-1, 2)
    reach = np.linalg.norm(feet, axis=1)
    feet, reach = feet[reach < 100], reach[reach < 100]
    normals = feet / reach[:, None]
    sides = [
        np.linalg.solve(normals[[k - 1, k]], reach[[k - 1, k]]).tolist() for k in range(len(feet))
    ]
    return [value for corner in sides for value in corner]


# -- surfaces --------------------------------------------------------------------------------------


def _disc(measures: tuple[float, ...], around: int) -> Mesh:
    radius, _, half, slant = measures
    profile = ((radius - slant, -half), (radius, slant - half))
    return turned((*profile, *((r, -z) for r, z in reversed(profile))), SIDES)


def _upright(measures: tuple[float, ...], around: int) -> Mesh:
    foot, _, half, tip = measures
    return stacked(np.stack([_square(wide, wide, z) for wide, z in ((foot, -half), (tip, half))]))


def _block(measures: tuple[float, ...], around: int) -> Mesh:
    wide, deep, half, worn = measures
    rows = [(0.0, -half), (0.0, half - worn), (worn, half)] if worn else [(0.0, -half), (0.0, half)]
    return stacked(np.stack([_square(wide - worn, deep - worn, z) for worn, z in rows]))


def _hex(measures: tuple[float, ...], around: int) -> Mesh:
    inner, outer, half, _ = measures
    right = [(inner, -outer / 2), (inner, outer / 2), (0.0, outer)]
    return prism(np.array([*right, *((-x, -y) for x, y in right)]), -half, half)


def _cell(measures: tuple[float, ...], around: int) -> Mesh:
    half, *corners = measures
    return prism(np.array(corners).reshape(-1, 2), -half, half)


def _ball(measures: tuple[float, ...], around: int) -> Mesh:
    round_one = sphere(around)
    return Mesh(measures[0] * round_one.points, round_one.triangles)


def _square(wide: float, deep: float, z: float) -> Points:
    return np.array([(-wide, -deep, z), (wide, -deep, z), (wide, deep, z), (-wide, deep, z)])


FORMS: Mapping[str, Callable[[tuple[float, ...], int], Mesh]] = MappingProxyType(
    {"ball": _ball, "disc": _disc, "upright": _upright, "block": _block, "hex": _hex, "cell": _cell}
)
"""What has a surface here, by the shader that draws it: its measures and the facets round a ball.

Devices are found by walking along lines of sight; they have none, and are too thin to print.
"""


@lru_cache(maxsize=256)
def mesh_of(form: str, measures: tuple[float, ...], around: int) -> Mesh:
    """Return the surface of a body whose middle is the origin."""
    return FORMS[form](measures, around)
