"""What a line of sight meets: all balls and empty points along a ray, front first. Pure numpy.

Hidden is never picked; occluded is, by depth. `hiding` says what is hidden.

On a pitch it meets upright pieces as they are drawn, and whole squares. Pieces rise over the
squares behind them, and squares are clicked and dragged to up to their edges, so that spheres would
take the wrong one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from model.contract.game import Pieces
from viewer.picture.compose import ground as grounds
from viewer.picture.visibility.hiding import BALL_RADIUS, Float32, Float64, Mask, Visible

POINT_RADIUS, RING_RADIUS = 0.35, 0.42
"""Radius of the sphere that answers for an empty point, in ball diameters."""
_SLACK = 1e-3
"""Extra radius of the float32 sieve, well above its rounding error."""

Vector = Sequence[float] | Float64


@dataclass(frozen=True)
class PickCandidate:
    """Something on the line of sight.

    Attributes
    ----------
    site
        Site number.
    ball
        True for a ball, False for an empty point.
    depth
        Distance from the ray's origin at which it is met, in ball diameters.
    miss
        Distance of its centre from the ray, in ball diameters.
    rides
        What is met first there is carried by a piece, as a marble is.
    """

    site: int
    ball: bool
    depth: float
    miss: float
    rides: bool = False


def candidates(
    visible: Visible,
    occupied: Mask,
    points: Mask | None,
    origin: Vector,
    direction: Vector,
    *,
    ball_radius: float = BALL_RADIUS,
    point_radius: float = POINT_RADIUS,
) -> tuple[PickCandidate, ...]:
    """Return every ball and every empty point the ray meets, front first.

    A ball counts where the ray meets what the cuts leave of it. An empty point counts where the
    ray passes within `point_radius` of its centre, whether or not it is drawn just now.

    Parameters
    ----------
    visible
        What the View leaves of the board.
    occupied
        (n,) bool: where balls stand.
    points
        (n,) bool: the empty points that may be picked; None: all of them.
    origin, direction
        The ray, in ball diameters; `direction` need not be a unit vector. What lies behind
        `origin` is not met.
    """
    start, along = np.asarray(origin, np.float64), _unit(direction)
    near = _sieve(visible, start, along, max(ball_radius, point_radius))
    balls = occupied[near]
    free = visible.answers[near] & ~balls
    if points is not None:
        free &= points[near]
    answering: Mask = (balls & visible.selects[near]) | free
    near = near[answering]
    if not len(near):
        return ()
    is_ball = occupied[near]
    towards = visible.centres[near] - start
    middle = towards @ along
    miss = np.sqrt(np.maximum((towards * towards).sum(axis=1) - middle**2, 0.0))
    radius = np.where(is_ball, ball_radius, point_radius)
    met = miss < radius
    half = np.sqrt(np.maximum(radius**2 - miss**2, 0.0))
    enter, leave = np.maximum(middle - half, 0.0), middle + half
    met &= leave > 0
    if len(visible.halfspaces):
        cut = np.flatnonzero(met & is_ball)
        enter[cut], left = _first_kept(visible, near[cut], start, along, enter[cut], leave[cut])
        met[cut] &= left
    kept = np.flatnonzero(met)
    order = kept[np.lexsort((miss[kept], enter[kept].round(9)))]
    return tuple(
        PickCandidate(int(near[i]), bool(is_ball[i]), float(enter[i]), float(miss[i]))
        for i in order
    )


def ringed_first(
    found: Sequence[PickCandidate], ringed: Sequence[PickCandidate]
) -> tuple[PickCandidate, ...]:
    """Return the candidates with the ringed points before all others: a ring hides what it is of.

    Parameters
    ----------
    found
        All candidates, front first.
    ringed
        Those within a ring, of which only the empty points count.
    """
    points = tuple(one for one in ringed if not one.ball)
    sites = {one.site for one in points}
    return (*points, *(one for one in found if one.site not in sites))


def _unit(direction: Vector) -> Float64:
    along = np.asarray(direction, np.float64)
    length = float(np.linalg.norm(along))
    if not length > 0:
        raise ValueError("a line of sight needs a direction longer than 0")
    unit: Float64 = along / length
    return unit


def meant(found: Sequence[PickCandidate], drawn: Sequence[float]) -> int:
    """Return the index of the candidate that the line of sight is really on; -1 for none at all.

    That is the first ball, or the first point whose dot is met: the sphere that answers for a
    point is larger than its dot, and would else hide all behind its rim. Where there is neither,
    it is the point whose middle is nearest.

    Parameters
    ----------
    drawn
        Radius of what is drawn of each, in ball diameters.
    """
    for number, (one, radius) in enumerate(zip(found, drawn, strict=True)):
        if one.ball or one.miss < radius:
            return number
    return min(range(len(found)), key=lambda i: found[i].miss, default=-1)


def nearest_depth(found: Sequence[PickCandidate], depth: float | None) -> int:
    """Return the index of the candidate nearest `depth`; the front one (0) when it is None.

    This is how depth sticks: the next hover takes what lies about as deep as the last choice.
    """
    if depth is None or not found:
        return 0
    return min(range(len(found)), key=lambda i: (abs(found[i].depth - depth), i))


@lru_cache(maxsize=4)
def _columns(visible: Visible) -> Float32:
    """(3, n) float32 centres, contiguous: the sieve reads them once a ray."""
    return np.ascontiguousarray(visible.centres.T, np.float32)


def _sieve(visible: Visible, start: Float64, along: Float64, radius: float) -> npt.NDArray[np.intp]:
    """Return sites whose centres lie within about `radius` of the ray's line.

    Two coordinates across the ray in float32: n multiplications by a (2, 3) matrix and one
    comparison, the only work that grows with the board.
    """
    side = np.zeros(3)
    side[int(np.argmin(np.abs(along)))] = 1.0
    across = np.cross(along, side)
    across /= np.linalg.norm(across)
    frame = np.stack([across, np.cross(along, across)])
    offset = (frame @ start).astype(np.float32)
    flat = frame.astype(np.float32) @ _columns(visible)
    flat -= offset[:, None]
    np.multiply(flat, flat, out=flat)
    reach = np.float32((radius + _SLACK) ** 2)
    return np.flatnonzero(flat[0] + flat[1] <= reach)


def _first_kept(
    visible: Visible,
    sites: npt.NDArray[np.intp],
    start: Float64,
    along: Float64,
    enter: Float64,
    leave: Float64,
) -> tuple[Float64, Mask]:
    """Where the ray first meets what the cuts leave of some balls, and whether it does.

    The stretch of the ray inside a ball is shortened by every plain half-space; what a flipped
    slab takes out of it is skipped, as often as another slab begins where one ends.
    """
    normals, offsets = visible.halfspaces[:, :3], visible.halfspaces[:, 3]
    slope = normals @ along
    # A ball carries its cut along when levels move apart, hence the shift.
    height = normals @ start - offsets - visible.shift[sites] @ normals.T
    level = np.abs(slope) < 1e-12
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = np.where(level, 0.0, -height / np.where(level, 1.0, slope))
    inside = height <= 1e-9
    low = np.where(level, np.where(inside, -np.inf, np.inf), np.where(slope < 0, crossing, -np.inf))
    high = np.where(level, np.where(inside, np.inf, -np.inf), np.where(slope > 0, crossing, np.inf))
    enter, leave = enter.copy(), leave.copy()
    for k in np.flatnonzero(visible.slabs < 0):
        np.maximum(enter, low[:, k], out=enter)
        np.minimum(leave, high[:, k], out=leave)
    slabs = [np.flatnonzero(visible.slabs == s) for s in np.unique(visible.slabs) if s >= 0]
    for _ in slabs:
        for a, b in slabs:
            kept = ((enter >= low[:, a] - 1e-12) & (enter <= high[:, a])) | (
                (enter >= low[:, b] - 1e-12) & (enter <= high[:, b])
            )
            # Outside both sides: go on to the nearer beginning of one that lies ahead.
            ahead = np.minimum(
                np.where(low[:, a] > enter, low[:, a], np.inf),
                np.where(low[:, b] > enter, low[:, b], np.inf),
            )
            enter = np.where(kept, enter, ahead)
    return enter, enter <= leave + 1e-9


_FARTHEST = 1e9


def candidates_on_squares(
    visible: Visible,
    board: Board,
    pieces: Pieces,
    shapes: tuple[str, ...],
    points: Mask | None,
    origin: Vector,
    direction: Vector,
) -> tuple[PickCandidate, ...]:
    """Return every piece and the square that a line of sight meets, front first; one a site.

    Parameters
    ----------
    visible
        What the View leaves of the board.
    pieces, shapes
        What stands there, and the shapes of the kinds.
    points
        (n,) bool: the empty squares that may be picked; None: all of them.
    origin, direction
        The line, in ball diameters; `direction` need not be a unit vector.
    """
    start = np.asarray(origin, np.float64)
    along = np.asarray(direction, np.float64) / float(np.linalg.norm(direction))
    found: dict[int, PickCandidate] = {}
    occupied = np.zeros(len(board), bool)
    occupied[pieces.site] = True
    ground = grounds.surface(board)
    feet = grounds.seats(pieces, shapes)
    for row, (site, kind) in enumerate(
        zip(pieces.site.tolist(), pieces.kind.tolist(), strict=True)
    ):
        if not visible.selects[site]:
            continue
        foot = np.array([*board.centres[site, :2], ground[site]]) + feet[row]
        shape = shapes[kind]
        if shape == grounds.MARBLE:
            depth = _sphere(
                start - foot - [0.0, 0.0, grounds.MARBLE_RADIUS], along, grounds.MARBLE_RADIUS
            )
        else:
            depth = _upright(
                start - foot, along, grounds.FEET.get(shape, 0.4), grounds.height_of(shape)
            )
        known = found.get(site)
        if depth is None or (known is not None and known.depth <= depth):
            continue
        rides = shape == grounds.MARBLE and bool((pieces.site == site).sum() > 1)
        found[site] = PickCandidate(site, True, depth, _miss(board, site, start, along), rides)
    square = _square(board, ground, start, along)
    if square is not None and square[0] not in found:
        site, depth = square
        open_here = points is None or bool(points[site])
        answers = visible.selects[site] if occupied[site] else visible.answers[site] and open_here
        if answers:
            found[site] = PickCandidate(
                site, bool(occupied[site]), depth, _miss(board, site, start, along)
            )
    return tuple(sorted(found.values(), key=lambda one: one.depth))


def _miss(board: Board, site: int, start: Float64, along: Float64) -> float:
    towards = board.centres[site] - start
    return float(np.linalg.norm(towards - (towards @ along) * along))


def _sphere(start: Float64, along: Float64, radius: float) -> float | None:
    """How far along the line a sphere about the origin is met."""
    middle = -float(start @ along)
    beside = float(start @ start) - middle * middle
    if beside > radius * radius or middle < 0:
        return None
    return middle - float(np.sqrt(radius * radius - beside))


def _upright(start: Float64, along: Float64, foot: float, height: float) -> float | None:
    """How far along the line a pyramid is met that stands on the origin (shaders/upright.frag)."""
    lean = (foot - grounds.FLAT_TOP) / height
    normals = np.array(
        [(0, 0, 1), (0, 0, -1), (1, 0, lean), (-1, 0, lean), (0, 1, lean), (0, -1, lean)]
    )
    reach = np.array([height, 0.0, foot, foot, foot, foot])
    slope, way = normals @ along, reach - normals @ start
    slope = np.where(np.abs(slope) < 1e-9, 1e-9, slope)
    at = way / slope
    enter = float(np.where(slope < 0, at, -_FARTHEST).max())
    leave = float(np.where(slope > 0, at, _FARTHEST).min())
    return max(enter, 0.0) if enter < leave and leave > 0 else None


def _square(
    board: Board, ground: Float64, start: Float64, along: Float64
) -> tuple[int, float] | None:
    """The square in which the line meets the ground, and how far along."""
    if abs(along[2]) < 1e-9:
        return None
    depth = float((ground[0] - start[2]) / along[2])
    beside = np.abs(board.centres[:, :2] - (start + depth * along)[:2]).max(axis=1)
    site = int(beside.argmin())
    return (site, depth) if depth > 0 and beside[site] <= 0.5 else None
