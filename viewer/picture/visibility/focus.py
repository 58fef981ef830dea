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
from dataclasses import dataclass
from math import ceil

import numpy as np
import numpy.typing as npt

from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import BALL_RADIUS, Visible
from viewer.picture.visibility.visible import EMPTY, group_at
from viewer.visuals.overlay_types import Marks, Overlay, Pour, Sheet, Sign, Tube

FOCUS_EDGE = 0.15
"""Width of the soft edge of an opening, in ball diameters (shaders/ball.frag)."""
POINT_RADIUS = 0.28
"""Of the opening before an empty point."""
TOUCHING = 12
"""Neighbours of a ball in a heap of touching ones."""
SPHERES = 8
"""How many of the spheres behind it a ball is opened for; farther aside they hardly overlap it."""
_BEFORE = 0.05
"""How much nearer to the eye a ball lies that covers another, in ball diameters."""

Float64 = npt.NDArray[np.float64]
Int64 = npt.NDArray[np.int64]


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
    if board.neighbour_table.shape[1] != TOUCHING:
        return None
    found = set(_explained(picture.overlays))
    if picture.view.selected:
        found |= set(np.flatnonzero(group_at(picture, picture.view.selected)).tolist())
    if not found and picture.last is not None:
        found.add(picture.last)
    occupied = set(picture.pieces.site.tolist())
    if deep:
        near = board.neighbour_table[sorted(found)].ravel().tolist()
        found |= {site for site in near if site in occupied}
    for point in (picture.hover, picture.cursor):
        if point is None:
            continue
        found.add(point)
        if point not in occupied:
            near = board.neighbour_table[point].tolist()
            found |= {site for site in near if site in occupied}
    return tuple(sorted(found))


def _explained(overlays: Iterable[Overlay]) -> Iterable[int]:
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


@dataclass(frozen=True, eq=False)
class CoveringBalls:
    """The balls that lie before what is kept in sight.

    Attributes
    ----------
    sites
        (m,) the balls.
    spheres
        (m, SPHERES, 4) float32: centres and radii of what each covers, what lies straight behind
        it first; a radius of 0 where there is no more.
    """

    sites: Int64
    spheres: npt.NDArray[np.float32]


def covering(
    spheres: Spheres, sites: Int64, centres: Float64, eye: Float64, forward: Float64 | None
) -> CoveringBalls:
    """Return which of some balls lie before what is kept in sight.

    Parameters
    ----------
    spheres
        What is kept in sight.
    sites, centres
        (m,) the balls and (n, 3) where all sites are drawn.
    eye, forward
        Where from; `forward` is the unit vector of parallel lines of sight, None in perspective.
    """
    kept = np.setdiff1d(sites, spheres.sites)
    wide = spheres.radii + FOCUS_EDGE
    balls = centres[kept] - eye
    ways = spheres.centres - eye
    if forward is None:
        far = np.linalg.norm(ways, axis=1)
        towards = ways / far[:, None]
        ahead = balls @ towards.T
        before = (ahead > 0) & (ahead < far - _BEFORE)
        squared = np.einsum("ij,ij->i", balls, balls)[:, None] - ahead * ahead
        reach = BALL_RADIUS + wide * ahead / far
    else:
        before = (balls @ forward)[:, None] < ways @ forward - _BEFORE
        across = np.eye(3) - np.outer(forward, forward)
        gaps = (balls @ across)[:, None, :] - (ways @ across)[None, :, :]
        squared = np.einsum("ijk,ijk->ij", gaps, gaps)
        reach = BALL_RADIUS + wide[None, :]
    aside = np.sqrt(np.maximum(squared, 0.0))
    aside = np.where(before & (aside < reach), aside, np.inf)
    covers = np.isfinite(aside).any(axis=1) if len(spheres.sites) else np.zeros(len(kept), bool)
    aside = aside[covers]
    nearest = np.argsort(aside, axis=1)[:, :SPHERES]
    rows = np.zeros((len(aside), SPHERES, 4), np.float32)
    width = nearest.shape[1]
    rows[:, :width, :3] = spheres.centres[nearest]
    found = np.isfinite(np.take_along_axis(aside, nearest, axis=1))
    rows[:, :width, 3] = np.where(found, spheres.radii[nearest], 0.0)
    return CoveringBalls(kept[covers], rows)
