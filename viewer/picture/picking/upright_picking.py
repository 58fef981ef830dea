"""What a line of sight meets on a pitch: upright pieces as they are drawn, and whole squares.

Upright pieces rise over the squares behind them, and squares are clicked and dragged to up to their
edges, so that spheres (`viewer.picture.picking.line_of_sight`) would take the wrong one.
"""

from __future__ import annotations

import numpy as np

from model.boards.board import Board
from model.contract.game import Pieces
from viewer.picture.compose.footing import FEET, FLAT_TOP, MARBLE, MARBLE_RADIUS, height_of, seats
from viewer.picture.compose.ground import surface
from viewer.picture.picking.line_of_sight import Candidate, Float64, Vector
from viewer.picture.visibility.hiding import Mask, Visible

_FARTHEST = 1e9


def candidates_on_squares(
    visible: Visible,
    board: Board,
    pieces: Pieces,
    shapes: tuple[str, ...],
    points: Mask | None,
    origin: Vector,
    direction: Vector,
) -> tuple[Candidate, ...]:
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
    found: dict[int, Candidate] = {}
    occupied = np.zeros(len(board), bool)
    occupied[pieces.site] = True
    ground = surface(board)
    feet = seats(pieces, shapes)
    for row, (site, kind) in enumerate(
        zip(pieces.site.tolist(), pieces.kind.tolist(), strict=True)
    ):
        if not visible.selects[site]:
            continue
        foot = np.array([*board.centres[site, :2], ground[site]]) + feet[row]
        shape = shapes[kind]
        if shape == MARBLE:
            depth = _sphere(start - foot - [0.0, 0.0, MARBLE_RADIUS], along, MARBLE_RADIUS)
        else:
            depth = _upright(start - foot, along, FEET.get(shape, 0.4), height_of(shape))
        known = found.get(site)
        if depth is None or (known is not None and known.depth <= depth):
            continue
        rides = shape == MARBLE and bool((pieces.site == site).sum() > 1)
        found[site] = Candidate(site, True, depth, _miss(board, site, start, along), rides)
    square = _square(board, ground, start, along)
    if square is not None and square[0] not in found:
        site, depth = square
        open_here = points is None or bool(points[site])
        answers = visible.selects[site] if occupied[site] else visible.answers[site] and open_here
        if answers:
            found[site] = Candidate(
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
    lean = (foot - FLAT_TOP) / height
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
