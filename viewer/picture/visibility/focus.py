"""What is kept in sight, and what lies before it.

Whatever a person has chosen stays visible from every side: balls before it on the line of sight
are drawn as outlines, for as much of them as covers it.

References
----------
N. Elmqvist, U. Assarsson and P. Tsigas, "Employing dynamic transparency for 3D occlusion
management: design issues and evaluation", INTERACT 2007.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import ceil, copysign

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace as replace_view

from model.boards.board import Board
from model.kernels import kernel
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import BALL_RADIUS, Float64, Visible
from viewer.picture.visibility.visible import EMPTY, group_at
from viewer.visuals.overlay_types import Marks, Overlay, Pour, Sheet, Sign, Tube

FOCUS_EDGE = 0.06
"""Width of the soft edge of an opening, in ball diameters (shaders/ball.frag)."""
POINT_RADIUS = 0.28
"""Of the opening before an empty point."""
TOUCHING = 12
"""Neighbours of a ball in a heap of touching ones."""
SPHERES = 8
"""How many of the spheres behind it a ball is opened for; farther aside they hardly overlap it."""
_BEFORE = 0.05
"""How much nearer to the eye a ball lies that covers another, in ball diameters."""
_CLOSE = 2.0
"""How far ahead of the eye balls begin that are looked for by where they are seen."""
_FEW_PAIRS = 4000
"""Up to so many pairs of balls and spheres no kernel is loaded."""
_ASLANT = 1.3
"""How much larger things are in the plane before the eye at the edge of the picture."""

Int64 = npt.NDArray[np.int64]


class FocusError(ValueError):
    """Nothing can be kept in sight; the text says why in one sentence."""


def lies_in_heap(board: Board) -> bool:
    """Whether balls lie in a heap, where those before others hide them."""
    return bool(board.neighbour_table.shape[1] == TOUCHING)


def focus_of(picture: Picture, *, deep: bool = False) -> tuple[int, ...] | None:
    """Return the sites of a picture that are to be kept in sight, in order.

    They are what is selected or explained; where nothing is, the ball played last. What is under
    the mouse and the keyboard's cursor is among them, an empty point with the balls that touch it.
    None where balls do not lie in a heap: nothing covers much there.

    Parameters
    ----------
    picture
        What is selected, explained and pointed at.
    deep
        With the neighbours of what is selected or explained.
    """
    board = picture.board
    if not lies_in_heap(board):
        return None
    found = set(explained_sites(picture.overlays))
    if picture.view.selected:
        found |= set(np.flatnonzero(group_at(picture, picture.view.selected)).tolist())
    if not found and picture.last is not None:
        found.add(picture.last)
    occupied = picture.pieces.site
    if deep:
        near = board.neighbour_table[sorted(found)]
        found |= set(occupied[np.isin(occupied, near)].tolist())
    for point in (picture.hover, picture.cursor):
        if point is None:
            continue
        found.add(point)
        if point not in occupied:
            near = board.neighbour_table[point]
            found |= set(occupied[np.isin(occupied, near)].tolist())
    return tuple(sorted(found))


def in_focus(picture: Picture, what: str) -> Picture:
    """Return a picture that keeps something in sight.

    Parameters
    ----------
    what
        "shown": what is explained or selected, else what was played last; "deep": with its
        neighbours; or the name of a point: the group of its ball, or what touches it.

    Raises
    ------
    FocusError
        When there is nothing such.
    """
    board = picture.board
    check_focus(board, what)
    if what not in ("shown", "deep"):
        site = board.index(what)
        if site in picture.pieces.site:
            picture = replace(picture, view=replace_view(picture.view, selected=what))
        else:
            picture = replace(picture, cursor=site)
    focus = focus_of(picture, deep=what == "deep")
    if not focus:
        raise FocusError(
            f"nothing is explained or selected: name a point, such as {board.names[0]}"
        )
    return replace(picture, focus=focus)


def check_focus(board: Board, what: str) -> None:
    """Raise FocusError where nothing on a board can be meant by `what` (see `in_focus`)."""
    if what not in ("shown", "deep") and what not in board:
        raise FocusError(f"{what!r} is not shown, deep or a point of this board")
    if not lies_in_heap(board):
        raise FocusError("nothing on this board hides anything: leave it out")


def explained_sites(overlays: Iterable[Overlay]) -> Iterable[int]:
    """Yield the sites that overlays are about, those of a pour as far as its front has come."""
    for one in overlays:
        if isinstance(one, Sheet | Tube | Marks | Sign):
            yield from one.sites
        elif isinstance(one, Pour) and one.time < one.last:
            yield from np.flatnonzero(one.distances == ceil(one.time) - 1).tolist()


@dataclass(frozen=True, eq=False)
class Spheres:
    """What is kept in sight, as spheres.

    Attributes
    ----------
    sites
        (k,) the sites.
    centres, radii
        (k, 3) and (k,) float64, in ball diameters.
    """

    sites: Int64
    centres: Float64
    radii: Float64


def focus_spheres(picture: Picture, owner: npt.NDArray[np.int32], visible: Visible) -> Spheres:
    """Return the spheres of what a picture keeps in sight, as far as its View leaves them."""
    sites = np.array(picture.focus or (), np.int64)
    there = np.where(owner[sites] != EMPTY, visible.in_sight[sites], visible.answers[sites])
    sites = sites[there]
    placed = -1 if picture.preview is None else picture.preview[0]
    balls = (owner[sites] != EMPTY) | (sites == placed)
    radii = np.where(balls, BALL_RADIUS, POINT_RADIUS)
    return Spheres(sites, visible.centres[sites], radii)


def seen_through(
    spheres: Spheres, sites: Int64, centres: Float64, origin: Float64, along: Float64
) -> npt.NDArray[np.bool_]:
    """Return which of some balls are mere outlines where a line of sight meets them.

    Parameters
    ----------
    spheres
        What is kept in sight.
    sites, centres
        (m,) the balls and (n, 3) where all sites are drawn.
    origin, along
        The line of sight and its unit vector.
    """
    ways = spheres.centres - origin
    far = ways @ along
    aside = np.linalg.norm(ways - far[:, None] * along, axis=1)
    behind = far[aside < spheres.radii + FOCUS_EDGE / 2]
    if not len(behind):
        return np.zeros(len(sites), bool)
    before: npt.NDArray[np.bool_] = (centres[sites] - origin) @ along < behind.max() - _BEFORE
    return before & ~np.isin(sites, spheres.sites)


@dataclass(frozen=True, eq=False)
class CoveringBalls:
    """The balls that lie before what is kept in sight.

    Attributes
    ----------
    sites
        (m,) the balls.
    spheres
        (m, SPHERES, 4) float32: centres and radii of what each covers, of very many what lies
        straight behind it; a radius of 0 where there is no more.
    """

    sites: Int64
    spheres: npt.NDArray[np.float32]


def covering(
    spheres: Spheres,
    sites: Int64,
    centres: Float64,
    eye: Float64,
    forward: Float64,
    *,
    parallel: bool = False,
) -> CoveringBalls:
    """Return which of some balls lie before what is kept in sight.

    Parameters
    ----------
    spheres
        What is kept in sight.
    sites, centres
        (m,) the balls, in order, and (n, 3) where all sites are drawn.
    eye, forward
        Where from, and the unit vector into the middle of the picture.
    parallel
        Lines of sight are parallel.
    """
    closed = np.ones(len(centres), bool)
    closed[spheres.sites] = False
    kept = sites[closed[sites]]
    # A mirror that turns the third axis into the way forward (Householder).
    turn = copysign(1.0, forward[2])
    aside = forward + np.array((0.0, 0.0, turn))
    axes = (np.eye(3) - np.outer(aside, aside) / (1.0 + abs(forward[2]))) * (1.0, 1.0, -turn)
    balls, ways = (centres[kept] - eye) @ axes, (spheres.centres - eye) @ axes
    behind = np.column_stack([ways, spheres.radii + FOCUS_EDGE])
    chosen = np.column_stack([spheres.centres, spheres.radii])
    if not parallel:  # what lies behind the eye neither covers nor is seen
        before, seen = balls[:, 2] > -BALL_RADIUS, ways[:, 2] > _BEFORE
        kept, balls, behind, chosen = kept[before], balls[before], behind[seen], chosen[seen]
    if not len(kept) or not len(behind):
        return CoveringBalls(kept[:0], np.zeros((0, SPHERES, 4), np.float32))
    # Nor for one sphere: the first frame of a window keeps the ball played last in sight.
    few = len(behind) == 1 or len(kept) * len(behind) <= _FEW_PAIRS
    covered = (covers_of_few if few else covers_of_many)(balls, behind, parallel)
    found = np.flatnonzero((covered < len(chosen)).any(axis=1))
    covered = np.sort(covered[found], axis=1)  # an order that lasts from one frame to the next
    rows = np.append(chosen, np.zeros((1, 4)), axis=0).astype(np.float32)[covered]
    return CoveringBalls(kept[found], rows)


def covers_of_few(balls: Float64, spheres: Float64, parallel: bool) -> Int64:
    """Return the spheres that each ball covers: those nearest to its line of sight.

    Parameters
    ----------
    balls, spheres
        (m, 3) and (k, 4): how far they are to one side of the eye, to another and ahead of it; of
        spheres the radius, too, with its soft edge.
    parallel
        Lines of sight are parallel.

    Returns
    -------
    Int64
        (m, SPHERES) their numbers in any order; k where there is no more.
    """
    ahead, far, wide = balls[:, 2:], spheres[:, 2], spheres[:, 3]
    if parallel:
        nearer = far - ahead
        gaps = balls[:, None, :2] - spheres[:, :2]
        squared, reach = (gaps * gaps).sum(axis=2), BALL_RADIUS + wide
    else:
        distance = np.linalg.norm(spheres[:, :3], axis=1)
        along = balls @ (spheres[:, :3] / distance[:, None]).T
        nearer = np.where(along > 0, distance - along, 0.0)
        squared = (balls * balls).sum(axis=1)[:, None] - along * along
        reach = BALL_RADIUS + wide / distance * along
    # Aslant a little farther may be before.
    covers = (ahead < far + BALL_RADIUS) & (nearer > _BEFORE) & (squared < reach * reach)
    numbers = np.where(covers, np.arange(len(far)), len(far))
    if len(far) > SPHERES:
        nearest = np.argpartition(np.where(covers, squared, np.inf), SPHERES, axis=1)
        return np.take_along_axis(numbers, nearest[:, :SPHERES], axis=1)
    return np.pad(numbers, ((0, 0), (0, SPHERES - len(far))), constant_values=len(far))


@kernel
def covers_of_many(balls: Float64, spheres: Float64, parallel: bool) -> Int64:
    """Return the same as `covers_of_few`, and look only at what is seen near to a ball.

    The plane before the eye is divided into squares: a ball and what it covers are seen in the same
    or in touching ones, but for balls at the eye.
    """
    count = len(spheres)
    seen = np.empty((count, 2))
    side = 0.0
    for j in range(count):
        scale = 1.0 if parallel else 1.0 / spheres[j, 2]
        seen[j] = spheres[j, :2] * scale
        side = max(side, _ASLANT * spheres[j, 3] * scale)
    nearest = 1.0
    if not parallel:
        nearest = np.inf
        for i in range(len(balls)):
            if balls[i, 2] >= _CLOSE:
                nearest = min(nearest, balls[i, 2])
    side += _ASLANT * BALL_RADIUS / nearest
    left, low = seen[:, 0].min() - side, seen[:, 1].min() - side
    columns = int((seen[:, 0].max() - left) / side) + 2
    rows = int((seen[:, 1].max() - low) / side) + 2
    squares = np.empty(count, np.int64)
    starts = np.zeros(columns * rows + 1, np.int64)
    for j in range(count):
        squares[j] = int((seen[j, 1] - low) / side) * columns + int((seen[j, 0] - left) / side)
        starts[squares[j] + 1] += 1
    for square in range(columns * rows):
        starts[square + 1] += starts[square]
    room = starts.copy()
    order = np.empty(count, np.int64)
    for j in range(count):
        order[room[squares[j]]] = j
        room[squares[j]] += 1
    found = np.full((len(balls), SPHERES), count)
    asides = np.empty(SPHERES)
    for i in range(len(balls)):
        x, y, ahead = balls[i]
        from_row, to_row, from_column, to_column = 0, rows, 0, columns
        if parallel or ahead >= _CLOSE:
            scale = 1.0 if parallel else 1.0 / ahead
            across, upward = (x * scale - left) / side, (y * scale - low) / side
            if not (0 <= across < columns and 0 <= upward < rows):
                continue
            from_row, to_row = max(int(upward) - 1, 0), min(int(upward) + 2, rows)
            from_column, to_column = max(int(across) - 1, 0), min(int(across) + 2, columns)
        kept = 0
        for row in range(from_row, to_row):
            begin = starts[row * columns + from_column]
            for place in range(begin, starts[row * columns + to_column]):
                j = order[place]
                far, wide = spheres[j, 2], spheres[j, 3]
                if ahead >= far + BALL_RADIUS:
                    continue
                if parallel:
                    nearer, reach = far - ahead, BALL_RADIUS + wide
                    squared = (x - spheres[j, 0]) ** 2 + (y - spheres[j, 1]) ** 2
                else:
                    distance = np.sqrt(spheres[j, 0] ** 2 + spheres[j, 1] ** 2 + far**2)
                    along = (x * spheres[j, 0] + y * spheres[j, 1] + ahead * far) / distance
                    nearer = distance - along if along > 0 else 0.0
                    squared = x * x + y * y + ahead * ahead - along * along
                    reach = BALL_RADIUS + wide / distance * along
                if nearer <= _BEFORE or squared >= reach * reach:
                    continue
                if kept == SPHERES and squared >= asides[SPHERES - 1]:
                    continue
                kept = min(kept + 1, SPHERES)
                at = kept - 1
                while at > 0 and asides[at - 1] > squared:
                    asides[at], found[i, at] = asides[at - 1], found[i, at - 1]
                    at -= 1
                asides[at], found[i, at] = squared, j
    return found
