"""The lattice cursor: one site at a time through a board, by keys alone. Pure functions.

The rules are those of the guide: arrows take the lattice direction nearest to that direction on
the screen; Page Up and Page Down remember a file and a rank and take the nearest point of the
level, ties going south-west, so that the opposite key returns; at a border the cursor stays and
the border is named.
"""

from dataclasses import dataclass
from math import floor
from typing import Literal

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from viewer.picture.compose.ground import in_cells

Way = Literal["left", "right", "up", "down", "above", "below"]
"""Where the lattice cursor can go: on the screen, or a level up or down."""
COMPASS = ("east", "north", "west", "south")
"""Directions on a level, counter-clockwise; index k points along the angle k * 90 degrees."""
_STEPS = {"east": (1.0, 0.0), "north": (0.0, 1.0), "west": (-1.0, 0.0), "south": (0.0, -1.0)}


@dataclass(frozen=True)
class Cursor:
    """Where the lattice cursor stands.

    Attributes
    ----------
    site
        Site number.
    plumb
        (x, y) in ball diameters: the place in plan Page Up and Page Down keep to. It is the
        site's own until they leave it.
    """

    site: int
    plumb: tuple[float, float]


@dataclass(frozen=True)
class Moved:
    """What a key did.

    Attributes
    ----------
    cursor
        Where the cursor stands now.
    border
        "" or what kept it from moving: "east wall", "edge of the board", "base", "apex".
    """

    cursor: Cursor
    border: str = ""


def at(board: Board, site: int) -> Cursor:
    """Return the cursor standing on `site`."""
    x, y, _ = board.centres[site]
    return Cursor(site, (float(x), float(y)))


def arrow_directions(azimuth: float, elevation: float) -> dict[str, str]:
    """Return arrow ("up", "down", "left", "right") -> compass direction, as seen on the screen.

    Each arrow takes the direction nearest to it, and the four are always different ones. Seen
    from below, what lies farther away is lower on the screen, so up and down change places.

    Parameters
    ----------
    azimuth
        Degrees from south towards east; where the camera stands.
    elevation
        Degrees above the horizon.
    """
    turn = floor(azimuth / 90 + 0.5)
    right, away, left, near = (COMPASS[(turn + k) % 4] for k in range(4))
    up, down = (away, near) if elevation >= 0 else (near, away)
    return {"right": right, "up": up, "left": left, "down": down}


def step(board: Board, cursor: Cursor, direction: str) -> Moved:
    """Move to the neighbour on the same level in a compass direction, or stay at the wall.

    From a border it goes on from the field it belongs to.
    """
    level = board.layers["level"]
    here = board.edges[cursor.site][0] if cursor.site in board.edges else cursor.site
    neighbours = board.neighbours(here)
    neighbours = neighbours[level[neighbours] == level[here]]
    way = board.centres[neighbours, :2] - board.centres[here, :2]
    reach = way @ np.array(_STEPS[direction])
    # Beside the middle of a board of four corners all cells lie diagonally.
    least = 0.7 if in_cells(board) else 0.75
    ahead = np.flatnonzero(reach > least * np.linalg.norm(way, axis=1))
    if not len(ahead):
        return Moved(cursor, "edge of the board" if in_cells(board) else f"{direction} wall")
    return Moved(at(board, int(neighbours[ahead[np.argmax(reach[ahead])]])))


def climb(board: Board, cursor: Cursor, levels: int) -> Moved:
    """Move up (+1) or down (-1) a level, keeping to the remembered place in plan."""
    level = board.layers["level"]
    wanted = int(level[cursor.site]) + levels
    there = np.flatnonzero(level == wanted)
    if not len(there):
        return Moved(cursor, "apex" if levels > 0 else "base")
    x, y = board.centres[there, :2].T
    gap = np.hypot(x - cursor.plumb[0], y - cursor.plumb[1]).round(6)
    # Ties go south-west: by south first, then west; on a square of four both name the same point.
    best = np.lexsort((x.round(6), y.round(6), gap))[0]
    return Moved(Cursor(int(there[best]), cursor.plumb))


def start(board: Board, answers: npt.NDArray[np.bool_]) -> Cursor:
    """Return where the cursor first appears: the point nearest the middle that can be picked."""
    sites = np.flatnonzero(answers)
    if not len(sites):
        sites = np.arange(len(board))
    middle = (board.centres.min(axis=0) + board.centres.max(axis=0)) / 2
    gap = np.linalg.norm(board.centres[sites] - middle, axis=1).round(6)
    return at(board, int(sites[np.argmin(gap)]))


def following(sites: tuple[int, ...], site: int | None, by: int) -> int | None:
    """Return the next (by=1) or previous (by=-1) of some interesting sites, round and round."""
    if not sites:
        return None
    if site in sites:
        return sites[(sites.index(site) + by) % len(sites)]
    return sites[0 if by > 0 else -1]
