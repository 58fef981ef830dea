"""The first look at a position: the camera from which the points that matter can be seen.

From a number of cameras around the board it is asked which share of every point that matters
nothing stands before (`best_view`). The camera whose worst point is seen best wins; of equal ones
that which is nearest to the home view.

A View that says nothing of the camera is looked at from home, where `Camera()` stands for the
board. Files and the session keep it so; a picture is made with the camera the board is seen best
from.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import atan2, degrees

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from model.boards.board import Board
from model.contract.game import Player, Position
from model.records.puzzle import Puzzle
from model.records.view import Camera, View
from viewer.games.registry import game_view_of
from viewer.picture.compose.ground import surface
from viewer.picture.visibility.best_view import clear_lines, discs, towards_eye
from viewer.picture.visibility.hiding import Float64

STEPPED = Camera(azimuth=14.0, elevation=58.0)
"""From lower down the steps in the middle hide what stands behind them."""
PITCH = Camera(azimuth=8.0, elevation=50.0)
"""Rows run across the picture, and tall pieces hide little of what stands behind them."""
MAP = Camera(azimuth=0.0, elevation=52.0)
"""North is up, so that the spaces lie as their numbers go round."""

CELLS = Camera(azimuth=0.0, elevation=60.0)
"""The board stands upright in the picture, and every cell is seen."""


def home_camera(board: Board) -> Camera:
    """Return the camera of the home view of `board`."""
    cameras = {"squares": PITCH, "hexes": MAP, "cells": CELLS, "terraces": STEPPED}
    return cameras.get(board.ground, Camera())


def facing_camera(position: Position, side: Player) -> Camera:
    """Return the camera from the side of the board at which a player sits; "": the home view."""
    degrees = game_view_of(position).facing.get(side, 0.0)
    if not degrees:
        return Camera()
    home = home_camera(position.game.board)
    return replace(home, azimuth=(home.azimuth + degrees) % 360)


def corner_camera(board: Board, corner: str) -> Camera:
    """Return the home camera turned so that it looks from a corner of the board."""
    x, y, _ = board.centres[board.corners[corner]]
    return replace(home_camera(board), azimuth=round(degrees(atan2(x, -y)), 1))


def is_home(camera: Camera, board: Board) -> bool:
    """Tell whether a board is seen from its home view, or so from another of its sides."""
    home = home_camera(board)
    if (camera.azimuth, camera.elevation) == (Camera().azimuth, Camera().elevation):
        return True
    round_ = (camera.azimuth - home.azimuth) % 90
    return camera.elevation == home.elevation and round_ == 0.0


def from_home(view: View, board: Board) -> View:
    """Return `view` as `board` is drawn under it: home is where the board is seen best."""
    camera, home, any_home = view.camera, home_camera(board), Camera()
    if (camera.azimuth, camera.elevation) != (any_home.azimuth, any_home.elevation):
        return view
    if home == any_home:
        return view
    turned = replace(camera, azimuth=home.azimuth, elevation=home.elevation)
    return replace(view, camera=turned)


CAMERAS = tuple(
    Camera(azimuth=float(azimuth), elevation=float(elevation))
    for elevation in (34, 42, 26, 50, 58)
    for azimuth in range(-180, 180, 15)
)
BALL, POINT = 0.5, 0.22
"""Radii of what is looked at: a piece, and an empty point; in ball diameters."""
FAR = 3.7
"""Distance of the eye in radii of the board, as a fitted camera has it."""
ENOUGH = 0.6
"""The share from which on a point counts as well seen."""
MOST = 1500
"""Pieces beyond which every look hides most of them."""


def visibility(position: Position, cameras: Sequence[Camera], sites: Sequence[int]) -> Float64:
    """Return (m, k) the share of each of k sites that each of m cameras sees, 0 to 1.

    Parameters
    ----------
    cameras
        Their azimuths and elevations count; they are taken as fitted to the board.
    """
    board = position.game.board
    taken = np.zeros(len(board), bool)
    taken[position.pieces.site] = True
    eyes = np.array([_eye(board, camera) for camera in cameras])
    looked = np.array(sites, np.int64)
    radii = np.where(taken[looked], BALL, POINT)
    centres = np.asarray(board.centres, float)
    clear = clear_lines(centres, np.flatnonzero(taken), looked, radii, eyes)
    if board.ground == "terraces":
        ends = discs(eyes, centres[looked], radii)
        clear &= np.stack([_over_steps(board, eyes, one) for one in ends.swapaxes(0, 1)], axis=1)
    found: Float64 = clear.mean(axis=2)
    return found


def first_look(position: Position, sites: Iterable[int]) -> Camera:
    """Return the camera from which `sites` are seen best: the home view where that is enough."""
    home = home_camera(position.game.board)
    wanted = tuple(dict.fromkeys(sites))
    if not wanted or len(position.pieces.site) > MOST:
        return home
    if float(visibility(position, [home], wanted).min()) >= ENOUGH:
        return home
    cameras = [home, *CAMERAS]
    shares = np.minimum(visibility(position, cameras, wanted), ENOUGH)
    pieces = position.pieces.site[:: 1 + len(position.pieces.site) // 12].tolist()
    others = visibility(position, cameras, pieces) if pieces else np.ones((len(cameras), 1))
    turn = [abs((one.azimuth - home.azimuth + 180) % 360 - 180) / 180 for one in cameras]
    tilt = [abs(one.elevation - home.elevation) / 90 for one in cameras]
    score = (
        10 * shares.min(axis=1)
        + shares.mean(axis=1)
        + 0.2 * others.mean(axis=1)
        - 0.1 * np.array(turn)
        - 0.15 * np.array(tilt)
    )
    return cameras[int(score.argmax())]


def first_view(view: View, position: Position, puzzle: Puzzle) -> View:
    """Return how a puzzle is looked at: as it says, else from where what it is about is seen."""
    if view != View():
        return view
    camera = first_look(position, relevant(position, puzzle))
    return view if camera == home_camera(position.game.board) else replace(view, camera=camera)


def relevant(position: Position, puzzle: Puzzle) -> tuple[int, ...]:
    """Return the sites a puzzle is about: answers, tempting tries, marked points, the corner.

    Where every answer is a choice that stays sealed, and so shows nothing yet, it is about all
    pieces.
    """
    board, asked = position.game.board, puzzle.stipulation
    proof = puzzle.proof
    first = (*puzzle.keys, *(proof.first if proof is not None else ()), *asked.accepted)
    names: list[str] = list(asked.points)
    for move in (*first, *(one.move for one in puzzle.tries)):
        # The points it goes from and to, and those it takes something from.
        for event in position.events(move) if position.explain(move) is None else ():
            names += [board.names[site] for site in (event.site, event.to) if site is not None]
    if asked.corner:
        names.append(board.names[board.corners[asked.corner]])
    if first and not names:
        return tuple(dict.fromkeys(int(site) for site in position.pieces.site))
    return tuple(dict.fromkeys(board.index(name) for name in names))


def _eye(board: Board, camera: Camera) -> Float64:
    """Where a fitted camera stands."""
    back = np.array(towards_eye(camera.azimuth, camera.elevation))
    low, high = board.centres.min(axis=0), board.centres.max(axis=0)
    radius = float(np.linalg.norm(high - low)) / 2 + 1.0
    found: Float64 = (low + high) / 2 + FAR * radius * back
    return found


def _over_steps(board: Board, eyes: Float64, ends: Float64) -> npt.NDArray[np.bool_]:
    """Return (m, p) which lines of sight pass over the steps of a terraced board."""
    heights = _heights(board)
    share = np.linspace(0.01, 0.5, 60)
    points = ends[:, :, None, :] + share[:, None] * (eyes[:, None, None, :] - ends[:, :, None, :])
    x, y = (np.rint(points[..., axis]).astype(int) for axis in (0, 1))
    inside = (x >= 0) & (y >= 0) & (x < heights.shape[0]) & (y < heights.shape[1])
    step = heights[x.clip(0, heights.shape[0] - 1), y.clip(0, heights.shape[1] - 1)]
    under = np.asarray(inside & (points[..., 2] < step), bool)
    return np.asarray(~under.any(axis=2), bool)


@lru_cache(maxsize=8)
def _heights(board: Board) -> Float64:
    """Return the height of the step at each whole (x, y) of a terraced board."""
    x, y = (np.rint(board.centres[:, axis]).astype(int) for axis in (0, 1))
    found = np.full((x.max() + 1, y.max() + 1), -1.0)
    found[x, y] = surface(board) - 0.02
    return found
