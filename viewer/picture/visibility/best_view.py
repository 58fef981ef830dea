"""Where from most of what is chosen is seen: a search over directions.

From each direction the disc of every ball that is chosen is sampled evenly, and the share of it
that no other ball hides is what is seen of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import asin, cos, degrees, pi, radians, sin, sqrt

import numpy as np
import numpy.typing as npt

from model.records.view import Camera
from viewer.picture.picture import Picture
from viewer.picture.visibility.focus import POINT_RADIUS
from viewer.picture.visibility.hiding import BALL_RADIUS, Float64, Mask
from viewer.picture.visibility.visible import occupied, visible_in

Int64 = npt.NDArray[np.int64]

DIRECTIONS = 200
LOW, HIGH = 5.0, 80.0
"""Degrees above the base from which is looked."""
GOLDEN = pi * (3 - sqrt(5))
"""The golden angle: points turned by it, one after the other, lie evenly."""
SAMPLES = 24
"""Lines of sight to each disc."""
_NUMBER = np.arange(SAMPLES)
_REACH, _TURN = np.sqrt((_NUMBER + 0.5) / SAMPLES)[:, None], (_NUMBER * GOLDEN)[:, None]
_SPREAD = (_REACH * np.concatenate([np.cos(_TURN), np.sin(_TURN)], axis=1)).astype(np.float32)
"""(SAMPLES, 2) points, each for as much of the unit disc as any other (Vogel, 1979)."""
BEFORE = 0.05
"""How much nearer to the eye a ball lies that hides another, in ball diameters."""
APART = 40.0
"""Degrees by which each of the best views differs from those before it."""
NEARLY = 0.8
"""The share of what is seen from the best view that is seen from the others, at least."""
TURN = 0.05
"""What a view from the other side must show more, as a share of what is chosen."""
HALF = 0.5
"""The share from which on somebody sees what a ball is."""
PARALLEL = 1000.0
"""How far the eye stands where lines of sight are parallel, in ball diameters."""


@dataclass(frozen=True)
class BestView:
    """A direction, and what is seen from there.

    Attributes
    ----------
    azimuth, elevation
        Of the camera, in degrees.
    shares
        Which share is seen of each that is chosen.
    """

    azimuth: float
    elevation: float
    shares: tuple[float, ...]

    @property
    def seen(self) -> int:
        """How many are seen by half or more."""
        return sum(share >= HALF for share in self.shares)


def best_views(picture: Picture, chosen: Sequence[int], camera: Camera) -> tuple[BestView, ...]:
    """Return the views that show most of what is chosen, the best one first.

    What the View of the picture hides or fades hides nothing, and is not looked for.

    Parameters
    ----------
    chosen
        Sites: balls and empty points.
    camera
        Where one looks from, fitted. Of views that show as much, the nearest is the best.

    Returns
    -------
    views
        Each differs from those before it by `APART` degrees at least. () where nothing of what is
        chosen is left by the View.
    """
    visible, balls = visible_in(picture), occupied(picture)
    sites = np.array(chosen, np.int64)
    sites = sites[np.where(balls[sites], visible.in_sight[sites], visible.answers[sites])]
    if not len(sites):
        return ()
    centre, distance = np.asarray(camera.centre, float), camera.distance
    if camera.centre is None or distance is None:
        raise ValueError("fit the camera before a view is looked for")
    ways = [(camera.azimuth, camera.elevation), *directions()]
    towards = np.array([towards_eye(azimuth, elevation) for azimuth, elevation in ways])
    eyes = centre + (PARALLEL if camera.parallel else distance) * towards
    radii = np.where(balls[sites], BALL_RADIUS, POINT_RADIUS)
    covers = np.flatnonzero(balls & visible.selects)
    shares = clear_lines(visible.centres, covers, sites, radii, eyes).mean(axis=2)
    # As many as can be are to be seen by half, and of all of them as much as can be.
    seen = (shares.mean(axis=1) + (shares >= HALF).mean(axis=1)) / 2
    score = seen - TURN * (1 - towards @ towards[0]) / 2
    found: list[int] = []
    for number in np.argsort(-score, kind="stable").tolist():
        aside = towards[found] @ towards[number]
        if (aside > cos(radians(APART))).any():
            continue
        if not found or seen[number] >= NEARLY * seen[found[0]]:
            found.append(number)
    return tuple(BestView(*ways[number], tuple(shares[number].tolist())) for number in found)


def directions() -> list[tuple[float, float]]:
    """Return azimuths and elevations that are spread evenly over the upper half-sphere."""
    low, high = sin(radians(LOW)), sin(radians(HIGH))
    heights = (low + (high - low) * (k + 0.5) / DIRECTIONS for k in range(DIRECTIONS))
    return [
        (round((degrees(k * GOLDEN) + 180) % 360 - 180, 1), round(degrees(asin(height)), 1))
        for k, height in enumerate(heights)
    ]


def towards_eye(azimuth: float, elevation: float) -> tuple[float, float, float]:
    """Return the unit vector from what is looked at to the eye."""
    a, e = radians(azimuth), radians(elevation)
    return sin(a) * cos(e), -cos(a) * cos(e), sin(e)


def discs(eyes: Float64, centres: Float64, radii: Float64) -> Float64:
    """Return points spread evenly over discs that face eyes.

    Parameters
    ----------
    eyes, centres, radii
        (d, 3), (k, 3) and (k,).

    Returns
    -------
    points
        (d, k, SAMPLES, 3).
    """
    right, up, _ = _frames(eyes, centres)
    flat = _SPREAD * radii[:, None, None]
    across, upward = (flat[None, :, :, axis, None] for axis in (0, 1))
    found: Float64 = centres[None, :, None] + across * right[:, :, None] + upward * up[:, :, None]
    return found


def clear_lines(
    centres: Float64, covers: Int64, sites: Int64, radii: Float64, eyes: Float64
) -> Mask:
    """Return which lines of sight to some discs no ball is in the way of.

    Parameters
    ----------
    centres
        (n, 3) of all sites, in ball diameters.
    covers
        (m,) sites of the balls that hide what is behind them; none hides itself.
    sites, radii
        (k,) what is looked at, as discs.
    eyes
        (d, 3) where from.

    Returns
    -------
    clear
        (d, k, SAMPLES) bool, in the order of `discs`.
    """
    clear = np.ones((len(eyes), len(sites), SAMPLES), bool)
    middle = centres.mean(axis=0)
    balls = (centres[covers] - middle).astype(np.float32)
    looked = (centres[sites] - middle).astype(np.float32)
    squared = ((looked[:, None] - balls[None]) ** 2).sum(axis=2)
    right, up, towards = _frames(eyes, centres[sites])
    far = np.linalg.norm(eyes[:, None] - centres[sites][None], axis=2)
    # Where nothing is nearer to a line through the middle of the disc than this, nothing hides it.
    beside = squared - np.float32((BALL_RADIUS + radii.max(initial=0.0)) ** 2)
    for eye in range(len(eyes)):
        facing = towards[eye].astype(np.float32)
        nearer = facing @ balls.T - np.einsum("ij,ij->i", facing, looked)[:, None]
        disc, ball = np.nonzero((nearer > BEFORE) & (nearer * nearer > beside))
        if not len(disc):
            continue
        # As the eye sees it, in the plane of the disc: a ball that is nearer is larger there.
        larger = far[eye, disc] / np.maximum(far[eye, disc] - nearer[disc, ball], 1e-6)
        way = (balls[ball] - looked[disc]) * (larger / radii[disc])[:, None]
        x = np.einsum("ij,ij->i", way, right[eye, disc]).astype(np.float32)
        y = np.einsum("ij,ij->i", way, up[eye, disc]).astype(np.float32)
        edge = (x * x + y * y - (BALL_RADIUS * larger / radii[disc]) ** 2).astype(np.float32)
        along = np.stack([x, y], axis=1) @ (2 * _SPREAD.T)
        hidden = along > edge[:, None] + (_SPREAD**2).sum(axis=1)
        starts = np.flatnonzero(np.diff(disc, prepend=-1))
        clear[eye, disc[starts]] = ~np.logical_or.reduceat(hidden, starts, axis=0)
    return clear


def _frames(eyes: Float64, centres: Float64) -> tuple[Float64, Float64, Float64]:
    """Return unit vectors (d, k, 3) to the right, up, and towards each eye from each centre."""
    towards = eyes[:, None] - centres[None]
    towards = towards / np.linalg.norm(towards, axis=2, keepdims=True)
    right = np.cross(np.array([0.0, 0.0, 1.0]), towards)
    size = np.linalg.norm(right, axis=2, keepdims=True)
    right = np.where(size < 1e-9, np.array([1.0, 0.0, 0.0]), right / np.maximum(size, 1e-9))
    return right, np.cross(towards, right), towards
