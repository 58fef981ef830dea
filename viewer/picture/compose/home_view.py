"""The home view of a board: where `Camera()` stands for it.

A View that says nothing of the camera is looked at from home. Files and the session keep it so;
a picture is made with the camera the board is seen best from.
"""

from __future__ import annotations

from math import atan2, degrees

from msgspec.structs import replace

from model.boards.board import Board
from model.contract.game import Player, Position
from model.records.views.view import Camera, View
from viewer.games.registry import game_view_of
from viewer.picture.compose.ground import stepped

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
    if board.ground == "squares":
        return PITCH
    if board.ground == "hexes":
        return MAP
    if board.ground == "cells":
        return CELLS
    return STEPPED if stepped(board) else Camera()


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
