"""A teacher's marks in the scene: rings, crosses, squares, dots, words, links, groups, sheets.

A mark is seen through whatever covers its point, and not at all where the point is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from vtkmodules.vtkRenderingCore import vtkRenderer

from model.board import Board
from viewer.scene.atlas import atlas
from viewer.scene.impostors import Few, Uniforms
from viewer.scene.labels import facing, show_texture
from viewer.scene.overlays import lift, ways
from viewer.scene.palette import RGB, rgb
from viewer.scene.picture import Picture, Sign
from viewer.scene.shapes import MARK, ROD, TRIANGLE, Mark, Rod, Triangle, ring, rod
from viewer.scene.slab import DISC_HALF, DISC_RADIUS, dimpled, surface
from viewer.visibility import Visible

HALO: RGB = (1.0, 1.0, 1.0)
"""Under every sign a broader one in white: on any ball and ground it stands out."""
INK: RGB = (0.08, 0.10, 0.14)
TEXT = 0.42


class Signs:
    """Draws the signs among a picture's overlays."""

    def __init__(self, renderer: vtkRenderer, uniforms: Uniforms) -> None:
        def few(shader: str, kind: tuple[str, ...], *features: str, depth: bool = False) -> Few:
            return Few(renderer, shader, uniforms, features=features, attributes=kind, depth=depth)

        self._sheets = few("sheet", TRIANGLE)
        self._rods = few("tube", ROD, "THROUGH", depth=True)
        self._rings = few("mark", MARK, "RING", "THROUGH")
        self._crosses = few("mark", MARK, "CROSS", "THROUGH")
        self._texts = few("mark", MARK, "GLYPH", "THROUGH")
        self._parts = (self._sheets, self._rods, self._rings, self._crosses, self._texts)

    def draw(self, picture: Picture, visible: Visible) -> None:
        """Show the signs of `picture`."""
        board = picture.board
        occupied = np.zeros(len(board), bool)
        occupied[picture.pieces.site] = True
        triangles: list[Triangle] = []
        rods: list[Rod] = []
        rings: list[Mark] = []
        crosses: list[Mark] = []
        texts: list[tuple[int, str, RGB]] = []
        for sign in picture.overlays:
            if not isinstance(sign, Sign):
                continue
            hue = rgb(picture.palette.signs[sign.colour])
            sites = [site for site in sign.sites if visible.shown[site]]
            if sign.shape == "link":
                rods += _link(board, sign.sites, hue) if len(sites) == len(sign.sites) else []
            elif sign.shape == "sheet":
                triangles += _skin(board, sign, hue)
                rings += _rings(board, sites, hue, occupied)
            elif sign.shape == "square":
                rods += [part for site in sites for part in _square(board, site, hue)]
            elif sign.shape == "cross":
                crosses += [part for site in sites for part in _cross(board, site, hue, occupied)]
            elif sign.shape == "dot":
                rings += [part for site in sites for part in _dot(board, site, hue, occupied)]
            elif sign.shape in ("ring", "group"):
                rings += _rings(board, sites, hue, occupied)
            if sign.text and sites:
                texts.append((sites[0], sign.text, hue))
        self._sheets.show(triangles)
        self._rods.show(rods)
        self._rings.show([*rings, *(part for row in texts for part in _plate(board, row))])
        self._crosses.show(crosses)
        self._write(board, texts)

    def _write(self, board: Board, texts: Sequence[tuple[int, str, RGB]]) -> None:
        if not texts:
            self._texts.show(())
            return
        held = atlas(tuple(sorted({text for _, text, _ in texts})))
        show_texture(self._texts, held)
        self._texts.show(
            [
                facing(
                    held, text, _above(board, site), TEXT, (*INK, 1.0),
                    lift=lift(board, site), nearer=0.70,
                )
                for site, text, _ in texts
            ]
        )  # fmt: skip

    def close(self) -> None:
        """Take everything out of the renderer."""
        for part in self._parts:
            part.close()


def _height(board: Board, site: int, occupied: np.ndarray | None = None) -> float:
    """Where a sign lies on a board of fields: on the ground, or on the piece there."""
    ground = float(surface(board)[site])
    standing = occupied is not None and occupied[site]
    return ground + (2 * DISC_HALF if standing else 0.0) + 0.015


def _above(board: Board, site: int) -> tuple[float, float, float]:
    x, y, z = board.centres[site].tolist()
    return (x, y, z + 0.78) if dimpled(board) else (x, y, float(surface(board)[site]) + 0.75)


def _rings(board: Board, sites: Sequence[int], hue: RGB, occupied: np.ndarray) -> list[Mark]:
    rows = []
    for site in sites:
        up = lift(board, site)
        if dimpled(board):
            radius = 0.60 if occupied[site] else 0.42
            rows.append(ring(board.centres[site], radius + 0.045, HALO, 0.9, lift=up, inner=0.74))
            rows.append(ring(board.centres[site], radius, hue, 1.0, lift=up, inner=0.80))
        else:
            x, y, _ = board.centres[site].tolist()
            radius = DISC_RADIUS + 0.08
            z = _height(board, site)
            rows.append(_flat((x, y, z), up, radius + 0.04, HALO, 0.9, 0.74))
            rows.append(_flat((x, y, z), up, radius, hue, 1.0, 0.80))
    return rows


def _dot(board: Board, site: int, hue: RGB, occupied: np.ndarray) -> list[Mark]:
    up = lift(board, site)
    if dimpled(board):
        centre = board.centres[site]
        return [
            ring(centre, 0.25, HALO, 0.95, lift=up, inner=-1.0, nearer=0.55),
            ring(centre, 0.19, hue, 1.0, lift=up, inner=-1.0, nearer=0.56),
        ]
    x, y, _ = board.centres[site].tolist()
    z = _height(board, site, occupied)
    return [
        _flat((x, y, z), up, 0.22, HALO, 0.95, -1.0),
        _flat((x, y, z), up, 0.16, hue, 1.0, -1.0),
    ]


def _flat(
    point: tuple[float, float, float],
    up: float,
    radius: float,
    hue: RGB,
    alpha: float,
    inner: float,
) -> Mark:
    """A ring lying on the ground."""
    return Mark(
        point, up, (radius, 0.0, 0.0, 0.0), (0.0, radius, 0.0, 0.0), (*hue, alpha),
        (inner, 0.0, 0.0, 0.0),
    )  # fmt: skip


def _cross(board: Board, site: int, hue: RGB, occupied: np.ndarray) -> list[Mark]:
    up = lift(board, site)
    if dimpled(board):
        x, y, z = board.centres[site].tolist()
        point, near, turned = (x, y, z), 0.60, 1.0
    else:
        x, y, _ = board.centres[site].tolist()
        point, near, turned = (x, y, _height(board, site, occupied)), 0.0, 0.0
    rows = []
    for size, colour, thick in ((0.40, HALO, 0.42), (0.36, hue, 0.24)):
        across = (size, 0.0, 0.0, turned)
        upward = (size, 0.0, 0.0, near) if turned else (0.0, size, 0.0, 0.0)
        rows.append(Mark(point, up, across, upward, (*colour, 1.0), (thick, 0.0, 0.0, 0.0)))
    return rows


def _square(board: Board, site: int, hue: RGB) -> list[Rod]:
    up = lift(board, site)
    x, y, z = board.centres[site].tolist()
    if not dimpled(board):
        z = _height(board, site)
    half = 0.54 if dimpled(board) else 0.46
    corners = [(x + a * half, y + b * half, z) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return [
        part
        for k in range(4)
        for part in _line(corners[k], corners[(k + 1) % 4], (up, up), 0.045, hue)
    ]


def _line(
    a: Sequence[float], b: Sequence[float], lifts: tuple[float, float], radius: float, hue: RGB
) -> list[Rod]:
    return [rod(a, b, radius, hue, 1.0, lifts=lifts, glow=0.5)]


def _link(board: Board, sites: Sequence[int], hue: RGB) -> list[Rod]:
    rows = []
    for a, b in ways(board, tuple(sites)):
        rows += _line(a[:3], b[:3], (a[3], b[3]), 0.065, hue)
    return rows


def _skin(board: Board, sign: Sign, hue: RGB) -> list[Triangle]:
    rows = []
    for a, b, c in np.asarray(sign.triangles).reshape(-1, 3).tolist():
        corners = tuple(tuple(board.centres[site].tolist()) for site in (a, b, c, c))
        lifts = tuple(lift(board, site) for site in (a, b, c, c))
        rows.append(Triangle(corners, lifts, (*hue, 0.55)))  # type: ignore[arg-type]
    return rows


def _plate(board: Board, row: tuple[int, str, RGB]) -> list[Mark]:
    """A row of discs that make the rounded plate under a text."""
    site, text, hue = row
    held = atlas((text,))
    half = 0.5 * TEXT * held.aspects[text]
    up = lift(board, site)
    # Turned to the eye: one wide plate is a disc stretched across.
    wide, high = half + 0.16, 0.5 * TEXT + 0.10
    x, y, z = _above(board, site)
    return [
        Mark((x, y, z), up, (w, 0.0, 0.0, 1.0), (h, 0.0, 0.0, 0.66), (*colour, 0.96),
             (-1.0, 0.0, 0.0, 0.0))
        for w, h, colour in ((wide + 0.05, high + 0.05, hue), (wide, high, HALO))
    ]  # fmt: skip
