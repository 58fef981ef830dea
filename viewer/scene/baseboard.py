"""The base board: a square slab with a dimple under every base point, and its soft shadows."""

from __future__ import annotations

import numpy as np

from model.board import Board
from viewer.scene.impostors import Few, Uniforms
from viewer.scene.palette import RGB, rgb
from viewer.scene.picture import Picture
from viewer.scene.shapes import FACE, MARK, Mark, Point
from viewer.scene.slab import TOP, bounds, thickness
from viewer.scene.tints import EMPTY, Int32
from viewer.visibility import Visible


class BaseBoard:
    """The slab and the shadows of the balls standing on it."""

    def __init__(self, renderer: object, uniforms: Uniforms) -> None:
        self._uniforms = uniforms
        self._slab = Few(renderer, "slab", uniforms, opaque=True, depth=True, attributes=FACE)
        self._shadows = Few(renderer, "mark", uniforms, features=("SHADOW",), attributes=MARK)

    def draw(self, picture: Picture, owner: Int32, visible: Visible) -> None:
        """Show the slab under `picture`, or nothing when its view has none."""
        board = picture.board
        if not picture.view.board:
            self._slab.show(())
            self._shadows.show(())
            return
        foot = board.centres[:, 2] < board.centres[:, 2].min() + 1e-6
        low, high = board.centres[foot, :2].min(axis=0), board.centres[foot, :2].max(axis=0)
        self._uniforms.set("dimples", (*low.tolist(), *(high - low).tolist()))
        self._slab.show(_faces(board, rgb(picture.palette.slab)))
        standing = foot & (owner != EMPTY) & visible.shown & visible.on_layer
        self._shadows.show([_shadow(board.centres[site]) for site in np.flatnonzero(standing)])

    def close(self) -> None:
        """Take everything out of the renderer."""
        self._slab.close()
        self._shadows.close()


def _shadow(centre: np.ndarray) -> Mark:
    size = 0.62
    return Mark(
        (float(centre[0]), float(centre[1]), TOP + 0.004),
        0.0,
        (size, 0.0, 0.0, 0.0),
        (0.0, size, 0.0, 0.0),
        (0.10, 0.10, 0.14, 0.55),
        (0.0, 0.0, 0.0, 0.0),
    )


def _faces(board: Board, colour: RGB) -> list[tuple[object, ...]]:
    """Six faces and, between them, a narrow bevel around the top."""
    west, east, south, north = bounds(board)
    bevel = 0.06
    top, foot = TOP, TOP - thickness(board)
    inner = _square(west + bevel, east - bevel, south + bevel, north - bevel, top)
    outer = _square(west, east, south, north, top - bevel)
    ground = _square(west, east, south, north, foot)
    tint = (*colour, 1.0)
    slant = 0.70710678
    faces: list[tuple[object, ...]] = [
        (inner, 0.0, tint, (0.0, 0.0, 1.0, 1.0)),
        (ground[::-1], 0.0, tint, (0.0, 0.0, -1.0, 0.0)),
    ]
    for k, (x, y) in enumerate(((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))):
        j = (k + 1) % 4
        side = (ground[k], ground[j], outer[j], outer[k])
        lip = (outer[k], outer[j], inner[j], inner[k])
        faces.append((side, 0.0, tint, (x, y, 0.0, 0.0)))
        faces.append((lip, 0.0, tint, (x * slant, y * slant, slant, 0.0)))
    return [(face, (0.0,) * 4, *rest) for face, _, *rest in faces]


def _square(west: float, east: float, south: float, north: float, z: float) -> tuple[Point, ...]:
    return (west, south, z), (east, south, z), (east, north, z), (west, north, z)
