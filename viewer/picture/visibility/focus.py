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
from math import ceil

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace as replace_view

from model.boards.board import Board
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import BALL_RADIUS, Visible
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
_FEW_PAIRS = 8000
"""So many pairs of balls and spheres are all looked at sooner than the near ones are found."""
_ASLANT = 1.3
"""How much larger things are in the plane before the eye at the edge of the picture."""

Float64 = npt.NDArray[np.float64]
Int64 = npt.NDArray[np.int64]


class FocusError(ValueError):
    """Nothing can be kept in sight; the text says why in one sentence."""


def can_hide(board: Board) -> bool:
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
    if not can_hide(board):
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
    if not can_hide(board):
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
    places, radii = spheres.centres, spheres.radii
    balls, ways = centres[kept] - eye, places - eye
    ahead, far = balls @ forward, ways @ forward
    if not parallel:  # what lies behind the eye neither covers nor is seen
        before, seen = ahead > -BALL_RADIUS, far > _BEFORE
        kept, balls, ahead = kept[before], balls[before], ahead[before]
        ways, radii, far, places = ways[seen], radii[seen], far[seen], places[seen]
    if not len(kept) or not len(far):
        return CoveringBalls(kept[:0], np.zeros((0, SPHERES, 4), np.float32))
    wide = radii + FOCUS_EDGE
    distance = np.sqrt((ways * ways).sum(axis=1))
    if len(kept) * len(far) <= _FEW_PAIRS:
        ball = np.repeat(np.arange(len(kept)), len(far))
        sphere = np.tile(np.arange(len(far)), len(kept))
    else:
        right = np.cross(forward, np.eye(3)[np.argmin(np.abs(forward))])
        right /= np.linalg.norm(right)
        plane = np.stack([right, np.cross(right, forward)], axis=1)
        if parallel:
            ball, sphere = _near(balls @ plane, ways @ plane, BALL_RADIUS + wide.max())
        else:
            # One diameter ahead nothing lies far from the middle, but for balls at the eye.
            apart = np.flatnonzero(ahead >= _CLOSE)
            close = np.flatnonzero(ahead < _CLOSE)
            most = _ASLANT * (BALL_RADIUS / ahead[apart].min(initial=1e9) + wide.max() / far.min())
            ball, sphere = _near(
                balls[apart] @ plane / ahead[apart, None], ways @ plane / far[:, None], most
            )
            ball = np.concatenate([apart[ball], np.repeat(close, len(ways))])
            sphere = np.concatenate([sphere, np.tile(np.arange(len(ways)), len(close))])
    before = ahead[ball] < far[sphere] + BALL_RADIUS  # aslant a little farther may be before
    ball, sphere = ball[before], sphere[before]
    if parallel:
        gaps = balls[ball] - ways[sphere]
        nearer = far[sphere] - ahead[ball]
        squared, reach = (gaps * gaps).sum(axis=1) - nearer * nearer, BALL_RADIUS + wide[sphere]
    else:
        along = (balls[ball] * (ways / distance[:, None])[sphere]).sum(axis=1)
        nearer = np.where(along > 0, distance[sphere] - along, 0.0)
        squared = (balls * balls).sum(axis=1)[ball] - along * along
        reach = BALL_RADIUS + (wide / distance)[sphere] * along
    covers = (nearer > _BEFORE) & (squared < reach * reach)
    ball, sphere, squared = ball[covers], sphere[covers], squared[covers]
    counts = np.bincount(ball, minlength=len(kept))
    if counts.max(initial=0) > SPHERES:
        order = np.argsort(ball + squared / (squared.max() + 1.0))
        few = order[_ranks(counts) < SPHERES]
        ball, sphere = ball[few], sphere[few]
        counts = np.minimum(counts, SPHERES)
    pairs = np.sort(ball * len(far) + sphere)  # an order that lasts from one frame to the next
    sphere = pairs % len(far)
    found = np.flatnonzero(counts)
    counts = counts[found]
    rows = np.zeros((len(found), SPHERES, 4), np.float32)
    place, rank = np.repeat(np.arange(len(found)), counts), _ranks(counts)
    rows[place, rank, :3] = places[sphere]
    rows[place, rank, 3] = radii[sphere]
    return CoveringBalls(kept[found], rows)


def _ranks(counts: Int64) -> Int64:
    """Return the numbers from 0 to below each count, one after another."""
    return np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)


def _near(some: Float64, others: Float64, reach: float) -> tuple[Int64, Int64]:
    """Return all pairs of points of a plane that may be as near as `reach`, by their numbers.

    The plane is divided into squares of that side: near points are in the same or in touching ones.
    """
    least, most = others.min(axis=0) - reach, others.max(axis=0) + reach
    around = np.flatnonzero(((some > least) & (some < most)).all(axis=1))
    cells = ((some[around] - least) / reach).astype(np.int64)
    theirs = ((others - least) / reach).astype(np.int64)
    column = int((most[1] - least[1]) / reach) + 2
    keys = theirs @ (column, 1)
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    firsts, seconds = [], []
    for aside in (-column, 0, column):
        middle = cells @ (column, 1) + aside
        begin = np.searchsorted(keys, middle - 1)
        count = np.searchsorted(keys, middle + 1, side="right") - begin
        firsts.append(np.repeat(around, count))
        seconds.append(order[np.repeat(begin, count) + _ranks(count)])
    return np.concatenate(firsts), np.concatenate(seconds)
