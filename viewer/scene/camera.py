"""The camera: a View's turntable numbers and VTK's camera, standard views, fits and flights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from math import cos, radians, sin, tan
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace as altered

from model.boards.board import Board
from model.records.view import Camera
from viewer.picture.compose import ground
from viewer.picture.compose.reserve_trays import SIZE, TRAY, footprints
from viewer.picture.picture import Picture, ViewMargins
from viewer.picture.visibility.hiding import Float64

if TYPE_CHECKING:
    from viewer.scene.vtk import vtkCamera

LENS = 30.0
"""Vertical opening of the perspective lens, in degrees."""
MARGIN = 1.03
"""A fitted board leaves this much room around itself."""
EDGE = 0.6
"""What is drawn around the outermost centres of the upper levels, in ball diameters."""
STANDING: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"squares": ("large pyramid", ground.MARBLE), "hexes": ("ram",), "cells": ("disc",)}
)
"""The highest that stands on a flat board, one piece on the other, by its ground."""
STEPS = 9
"""Points along each edge of the slab that must fit."""
NOTHING_OVER = ViewMargins()
EYES = 2.0
"""Degrees between what both eyes see, about a thirtieth of the distance."""


def frame(azimuth: float, elevation: float) -> tuple[Float64, Float64, Float64]:
    """Return unit vectors (towards the camera, up in the picture, right in the picture).

    Up is the direction in which growing elevation moves the camera, so that it is defined, and
    turns smoothly, straight above the board too.
    """
    a, e = radians(azimuth), radians(elevation)
    back = np.array([sin(a) * cos(e), -cos(a) * cos(e), sin(e)])
    up = np.array([-sin(a) * sin(e), cos(a) * sin(e), cos(e)])
    right = np.array([cos(a), sin(a), 0.0])
    return back, up, right


def is_open(camera: Camera) -> bool:
    """Tell whether a camera is to be fitted: nobody has moved it nearer or aside."""
    return camera.centre is None and camera.distance is None


def fitted_to(
    picture: Picture, aspect: float, camera: Camera | None = None, *, all_round: bool = False
) -> Camera:
    """Return the camera of a picture, or another one, with all that matters of it in sight.

    Parameters
    ----------
    aspect
        Width over height of the frame.
    camera
        To be taken instead of the picture's own.
    all_round
        A flat board fits whichever way it is turned, too.
    """
    return fitted(
        picture.view.camera if camera is None else camera,
        picture.board,
        picture.view.explode,
        aspect,
        footprints(picture),
        picture.room,
        all_round=all_round,
    )


def fitted(
    camera: Camera,
    board: Board,
    explode: float = 0.0,
    aspect: float = 1.6,
    beside: tuple[tuple[float, float, float, float], ...] = (),
    room: ViewMargins = NOTHING_OVER,
    *,
    all_round: bool = False,
) -> Camera:
    """Return `camera` with its centre and distance filled in.

    The fit is the same for every azimuth, so that a turn neither pumps nor sways; it depends on
    the elevation, smoothly. A flat board, which would look small with room for its corners all
    round, is fitted as it is seen: while a hand turns it, `turned` keeps the fit.

    Parameters
    ----------
    camera
        What is None in it is chosen; what is given stays.
    board, explode
        What must fit, levels apart by `explode` ball diameters more than touching.
    aspect
        Width over height of the picture.
    beside
        (west, east, south, north) of what stands beside the board and must fit too.
    room
        What lies over the scene: everything fits into the rest of it.
    all_round
        As `fitted_to` takes it.
    """
    if camera.centre is not None and camera.distance is not None:
        return camera
    centre, distance = _fit(
        board,
        round(camera.elevation, 3),
        explode,
        round(aspect, 4),
        camera.parallel,
        _angles(camera, flat=ground.lies_flat(board) and not all_round),
        beside,
        room,
    )
    return altered(
        camera,
        centre=centre if camera.centre is None else camera.centre,
        distance=distance if camera.distance is None else camera.distance,
    )


def at_eye(picture: Picture, aspect: float, number: int, stereo: str) -> Camera:
    """Return a picture's camera as one eye sees: of the first (0) or second (1) half side by side.

    Both eyes look at the same middle from as far away, so that nothing is higher in one of them.

    Parameters
    ----------
    aspect
        Width over height of a half.
    stereo
        "parallel": the first half is the left eye's; "crossed": it is the right one's.
    """
    camera = picture.view.camera
    if ground.lies_flat(picture.board):  # its fit is another one for each eye
        camera = fitted_to(picture, aspect)
    aside = (number - 0.5) * (EYES if stereo == "parallel" else -EYES)
    return altered(camera, azimuth=camera.azimuth + aside)


def of_both_eyes(picture: Picture, aspect: float, stereo: str) -> tuple[Picture, Picture]:
    """Return a picture as both halves side by side show it; `aspect` is that of a half."""
    first, second = (
        replace(picture, view=altered(picture.view, camera=at_eye(picture, aspect, number, stereo)))
        for number in (0, 1)
    )
    return first, second


def turned(camera: Camera, picture: Picture, aspect: float, since: float) -> Camera:
    """Return an open camera of a picture as it is seen while a hand turns the board.

    A flat board keeps the fit it had at the azimuth `since`; others have the same for every one.
    """
    if not ground.lies_flat(picture.board):
        return camera
    return altered(
        fitted_to(picture, aspect, altered(camera, azimuth=since)), azimuth=camera.azimuth
    )


def _angles(camera: Camera, *, flat: bool) -> tuple[float, ...]:
    """The azimuths, in degrees, at which everything must fit: of what lies flat its own."""
    if flat:
        return (round(camera.azimuth % 360, 3),)
    # An axis view has only its quarter turns to fit.
    count = 4 if camera.parallel and camera.azimuth % 90 == 0 else 48
    return tuple(360.0 * number / count for number in range(count))


@lru_cache(maxsize=256)
def _fit(
    board: Board,
    elevation: float,
    explode: float,
    aspect: float,
    parallel: bool,
    azimuths: tuple[float, ...],
    beside: tuple[tuple[float, float, float, float], ...],
    room: ViewMargins,
) -> tuple[tuple[float, float, float], float]:
    """Centre and distance at which the board, turned about its upright axis, fills the picture."""
    points = outline(board, explode, beside)
    axis = (points[:, :2].min(axis=0) + points[:, :2].max(axis=0)) / 2
    points = points - [*axis, 0.0]
    fit = _Fit(points, elevation, aspect, parallel, azimuths, room)
    low, high = float(points[:, 2].min()), float(points[:, 2].max())
    flat = ground.lies_flat(board)
    more = max(high - low, float(np.ptp(points[:, 0])) / 2 if flat else 0.0)
    limits = low - more, high + more
    # As near as can be first, then balanced for all azimuths as far as that distance allows.
    middle = fit.nearest(limits) if flat and fit.cornered else fit.balanced(sum(limits) / 2, limits)
    nearest = fit.distance(middle)
    wanted = fit.balanced(middle, limits, nearest)
    if fit.distance(wanted) > nearest:
        for _ in range(16):  # bisection: 2 % farther away is not seen
            half_way = (middle + wanted) / 2
            if fit.distance(half_way) > nearest * 1.02:
                wanted = half_way
            else:
                middle = half_way
    else:
        middle = wanted
    return (float(axis[0]), float(axis[1]), middle), max(nearest, fit.distance(middle))


class _Fit:
    """A board at all azimuths, as a camera sees it that looks at a height on its axis.

    Each point sweeps a circle about the axis. `across`, `upward` and `towards` are its places in
    the picture and before it, as seen from the foot of the axis, azimuth by azimuth.
    """

    def __init__(
        self,
        points: Float64,
        elevation: float,
        aspect: float,
        parallel: bool,
        azimuths: tuple[float, ...],
        room: ViewMargins,
    ) -> None:
        """Turn the points (n, 3), whose axis is x = y = 0."""
        x, y, height = points.T
        back, up, _ = frame(0.0, elevation)
        angles = -np.radians(azimuths)  # the board is turned instead of the camera
        self.count = len(angles)
        circle = np.stack(
            [
                np.outer(np.cos(angles), x) - np.outer(np.sin(angles), y),
                np.outer(np.sin(angles), x) + np.outer(np.cos(angles), y),
                np.repeat(height[None], self.count, axis=0),
            ],
            axis=-1,
        ).reshape(-1, 3)
        self.across, self.upward = circle[:, 0], circle @ up
        self.rise = up[2]
        """How far a point goes up in the picture where it goes up by one."""
        self.towards = 0.0 * self.across if parallel else circle @ back
        self.nearing = 0.0 if parallel else back[2]
        """How much nearer a point comes where it goes up by one."""
        half = tan(radians(LENS / 2)) / MARGIN
        self.wide = half * aspect
        # How far down, up and aside the free part reaches, as slopes of lines of sight.
        self.under, self.upper = half * (1 - 2 * room.below), half * (1 - 2 * room.above)
        self.right = self.wide * (1 - 2 * room.corner[0])
        self.over = half * (1 - 2 * room.corner[1])
        self.cornered = min(room.corner) > 0 and self.right > 0 and self.over > 0

    def distance(self, middle: float) -> float:
        """The least distance from the height `middle` at which everything fits."""
        u, t = self.upward - middle * self.rise, self.towards - middle * self.nearing
        ends = (u / self.upper + t).max(), (-u / self.under + t).max()
        fits = max(*ends, (np.abs(self.across) / self.wide + t).max())
        if self.cornered:  # beside what lies in the corner, or under it
            fits = max(fits, (np.minimum(self.across / self.right, u / self.over) + t).max())
        return float(fits)

    def balanced(
        self, middle: float, limits: tuple[float, float], distance: float | None = None
    ) -> float:
        """The height, from `middle` on, that leaves as much room above as below.

        `distance` None: for the extremes of a whole turn, and as near as can be; else on the
        average of all azimuths, from there.
        """
        for _ in range(24):  # a contraction: the balance moves the centre, the centre the distance
            fits = self.distance(middle)
            u, t = self.upward - middle * self.rise, self.towards - middle * self.nearing
            slopes = (u / (fits - t)).reshape(1 if distance is None else self.count, -1)
            ends = slopes.max(axis=-1).mean() + slopes.min(axis=-1).mean()
            by = (float(ends) - self.upper + self.under) / 2 * (distance or fits)
            middle = float(np.clip(middle + 0.8 * by * max(self.rise, 0.0), *limits))
        return middle

    def nearest(self, limits: tuple[float, float]) -> float:
        """The height from which the board fits nearest."""
        low, high = limits
        for _ in range(40):  # ternary search: the distance has one minimum
            third = (high - low) / 3
            if self.distance(low + third) < self.distance(high - third):
                high -= third
            else:
                low += third
        return (low + high) / 2


@lru_cache(maxsize=64)
def outline(
    board: Board, explode: float = 0.0, beside: tuple[tuple[float, float, float, float], ...] = ()
) -> Float64:
    """Return points that bound all that is drawn: the balls of each level, and the base board.

    Parameters
    ----------
    board, explode, beside
        As `fitted` takes them.
    """
    centres = np.array(board.centres)
    if explode and "level" in board.layers:
        centres[:, 2] += explode * (board.layers["level"] - 1)
    points = []
    for z in np.unique(centres[:, 2].round(6)):
        level = centres[np.abs(centres[:, 2] - z) < 1e-5]
        for x in (level[:, 0].min() - EDGE, level[:, 0].max() + EDGE):
            for y in (level[:, 1].min() - EDGE, level[:, 1].max() + EDGE):
                points.append((x, y, z))
    found = np.array(points)
    west, east, south, north = ground.bounds(board)
    upper = ground.top(board)
    heights = (upper - ground.thickness(board), upper)
    # Its long edges may pass a corner that neither of their ends is in.
    along = [(x, y) for x in np.linspace(west, east, STEPS) for y in (south, north)]
    along += [(x, y) for x in (west, east) for y in np.linspace(south, north, STEPS)]
    if ground.in_cells(board):
        along = ground.cell_shapes(board).slab.tolist()
    slab = [(x, y, z) for x, y in along for z in heights]
    for a, b, c, d in beside:
        slab += [(x, y, heights[0] + z) for x in (a, b) for y in (c, d) for z in (0.0, TRAY + SIZE)]
    if ground.lies_flat(board):
        # Its sides are not those of a pyramid: only what stands there is high.
        tips = ground.surface(board)[:, None] + sum(map(ground.height_of, STANDING[board.ground]))
        found = np.concatenate([centres[:, :2], tips], axis=1)
        return np.concatenate([found, slab])
    middle = found[-4:, :2].mean(axis=0)
    return np.concatenate([found, slab, [(*middle, found[:, 2].max() + 0.5)]])


def apply(
    camera: Camera,
    board: Board,
    target: vtkCamera,
    explode: float = 0.0,
    beside: tuple[tuple[float, float, float, float], ...] = (),
) -> None:
    """Set VTK's camera to a fitted `camera`; clipping planes are set around the whole board.

    Raises
    ------
    ValueError
        When centre or distance are open: fit the camera first.
    """
    if camera.centre is None or camera.distance is None:
        raise ValueError("fit the camera before it is used")
    back, up, _ = frame(camera.azimuth, camera.elevation)
    centre = np.asarray(camera.centre)
    target.SetFocalPoint(*centre)
    target.SetPosition(*(centre + camera.distance * back))
    target.SetViewUp(*up)
    target.SetViewAngle(LENS)
    target.SetParallelProjection(camera.parallel)
    target.SetParallelScale(parallel_scale(camera.distance))
    depth = (outline(board, explode, beside) - centre) @ back
    near, far = camera.distance - depth.max() - 3.0, camera.distance - depth.min() + 3.0
    if camera.parallel:  # an orthographic near plane may lie behind the eye
        target.SetClippingRange(near, far)
    else:
        target.SetClippingRange(max(near, 0.05 * camera.distance, 0.1), max(far, 1.0))


def parallel_scale(distance: float) -> float:
    """Half the picture's height in ball diameters that shows what the lens shows at the centre."""
    return distance * tan(radians(LENS / 2))


def sight_line(camera: Camera, x: float, y: float, aspect: float) -> tuple[Float64, Float64]:
    """Return (origin, unit direction) of the line of sight through a place in the picture.

    Parameters
    ----------
    camera
        Fitted.
    x, y
        From -1 (left, bottom) to 1 (right, top).
    aspect
        Width over height of the picture.
    """
    if camera.centre is None or camera.distance is None:
        raise ValueError("fit the camera before looking through it")
    back, up, right = frame(camera.azimuth, camera.elevation)
    scale = parallel_scale(camera.distance)
    offset = x * aspect * scale * right + y * scale * up
    eye = np.asarray(camera.centre) + camera.distance * back
    if camera.parallel:
        return eye + offset, -back
    way = offset - camera.distance * back
    return eye, way / np.linalg.norm(way)
