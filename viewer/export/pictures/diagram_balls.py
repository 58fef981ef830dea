"""Balls of a diagram and the points between them: whole, cut by planes, faint."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import pi, sqrt

import numpy as np

from model.boards.board import FloatArray
from viewer.export.pictures.diagram_board import draw_prism, ring
from viewer.export.pictures.eye import ScenePaper, hull
from viewer.picture.compose import reserve_trays
from viewer.picture.compose.reserve_trays import TRAY, capacity, floor, footprint
from viewer.picture.flat.drawing import Shade
from viewer.picture.flat.inks import PlayerInk, code, mixed
from viewer.picture.visibility.hiding import BALL_RADIUS, TOUCH
from viewer.scene.props.appearance import RIM, Appearance, point_appearance

DEEP = 0.30
"""How much darker a ball is at its rim than in the middle."""
WOOD, HOLE = "#B79A78", 0.16
"""The colour of a tray, and how wide a hole in it is."""
Half = tuple[float, float, float, float]
"""A half of space: points with ``normal . p <= d``, as ``(x, y, z, d)``."""


def draw_balls(paper: ScenePaper) -> None:
    """Draw balls and empty points from behind to the front."""
    dots = point_appearance(paper.picture, paper.owner, paper.visible)
    stands = np.flatnonzero((paper.owner > -2) & paper.visible.shown)
    sites = np.concatenate([stands, dots.solid]).astype(int)
    draw_trays(paper)
    away = paper.eye.away(paper.visible.centres[sites])
    for k in np.argsort(-away, kind="stable").tolist():
        site = int(sites[k])
        if k >= len(stands):
            _point(paper, site, dots)
        else:
            _standing(paper, site)


def _point(paper: ScenePaper, site: int, dots: Appearance) -> None:
    """Draw an empty point as a dot, or as a shell."""
    scale = float(paper.eye.scales(paper.visible.centres[[site]])[0])
    red, green, blue, light = dots.tint[site].tolist()
    colour = code((red, green, blue))
    middle, radius = paper.at(site), float(dots.state[site, 2]) * scale
    if paper.picture.view.ghost_style == "shells":
        paper.drawing.circle(
            middle, radius, fill=colour, fill_opacity=0.10, stroke=colour, stroke_opacity=light,
            stroke_width=0.03 * scale,
        )  # fmt: skip
    else:
        paper.drawing.circle(middle, radius, fill=colour, fill_opacity=light)


def _standing(paper: ScenePaper, site: int) -> None:
    """Draw a ball, or the parts of it that planes leave."""
    ink, light = paper.ink(site), float(paper.look.tint[site, 3])
    _, flags, radius, _ = paper.look.state[site].tolist()
    with paper.drawing.group(opacity=light if light < 1 else None):
        for halves in _parts(paper, site):
            _ball(paper, site, radius, ink, halves, lit=bool(int(flags) & int(RIM)))


def _ball(
    paper: ScenePaper, site: int, radius: float, ink: PlayerInk, halves: list[Half], *, lit: bool
) -> None:
    """Draw what `halves` leave of a ball, with its flat faces."""
    centre = paper.visible.centres[site]
    scale = float(paper.eye.scales(centre[None])[0])
    if halves:
        _cut_ball(paper, site, radius, ink, halves)
        return
    if site in paper.ringed:
        for share in (0.96, 0.58)[: 2 if paper.picture.last == site else 1]:
            paper.drawing.circle(paper.at(site), share * radius * scale, **paper.line(site))
        return
    _disc(paper, centre, radius, ink, lit=lit)
    if paper.picture.last == site:
        for wide, colour in ((0.085, ink.rim), (0.055, "#FFFFFF")):
            paper.drawing.disc(paper.at(site), 0.24 * scale, "none", colour, wide * scale)


def _cut_ball(
    paper: ScenePaper, site: int, radius: float, ink: PlayerInk, halves: list[Half]
) -> None:
    drawing, eye, own = paper.drawing, paper.eye, paper.board.centres[site]
    shift = paper.visible.centres[site] - own
    scale = float(eye.scales((own + shift)[None])[0])
    normals, ends = np.array(halves)[:, :3], np.array(halves)[:, 3]

    def kept(points: FloatArray, besides: int | None = None) -> FloatArray:
        inside = points @ normals.T <= ends + 1e-9
        if besides is not None:
            inside[:, besides] = True
        found: FloatArray = points[inside.all(axis=1)]
        return found

    rims = [kept(_circle(own, radius, half), k) for k, half in enumerate(halves)]
    skin = np.concatenate([kept(own + radius * _sphere()), *rims])
    outline = hull(eye.see(skin + shift))
    if len(outline) < 3:
        return
    if site in paper.ringed:
        faces = [hull(eye.see(rim + shift)) for rim in rims if len(rim) > 2]
        for shape in (outline, *faces):
            drawing.polygon(shape, **paper.line(site))
        return
    thin = max(0.4, 0.02 * scale)
    whole = Shade(ink.stops(DEEP), paper.at(site), radius * scale)
    drawing.polygon(outline, fill=ink.hatched(paper.scale) if ink.turns else whole)
    if ink.band:
        _band(paper, kept(own + radius * _equator(paper, own + shift)) + shift, radius * scale, ink)
    drawing.face(outline, "none", ink.rim, thin)
    for half, rim in zip(halves, rims, strict=True):
        if len(rim) > 2 and eye.faces(rim.mean(axis=0) + shift, np.array(half[:3])):
            fill = ink.hatched(paper.scale) if ink.turns else mixed(ink.fill, "#FFFFFF", 0.28)
            drawing.polygon(
                hull(eye.see(rim + shift)), fill=fill, stroke=ink.rim, stroke_width=thin
            )


def _disc(
    paper: ScenePaper, centre: FloatArray, radius: float, ink: PlayerInk, *, lit: bool
) -> None:
    """A whole ball: a disc with a shade, its rim, its band."""
    wide = radius * float(paper.eye.scales(centre[None])[0])
    # One hatching for all: each distance would be a pattern of its own.
    fill = ink.hatched(paper.scale) if ink.turns else Shade(ink.stops(DEEP))
    rim = "#FFFFFF" if lit and not ink.turns else ink.rim
    thick = 0.12 * wide if lit else max(0.6 if ink.turns else 0.4, 0.044 * wide)
    paper.drawing.disc(paper.eye.points(centre)[0], wide - thick / 2, fill, rim, thick)
    if ink.band:
        _band(paper, centre + 0.95 * radius * _equator(paper, centre), wide, ink)


def _equator(paper: ScenePaper, centre: FloatArray) -> FloatArray:
    """(k, 3) unit vectors round the equator of a ball, as much of it as is seen, in order."""
    x, y = (paper.eye.place - centre)[:2].tolist()
    ahead = np.arctan2(y, x)
    angles = np.linspace(ahead - pi / 2, ahead + pi / 2, 21)
    return np.column_stack([np.cos(angles), np.sin(angles), np.zeros(21)])


def _band(paper: ScenePaper, places: FloatArray, wide: float, ink: PlayerInk) -> None:
    if len(places) > 1:
        paper.drawing.polyline(paper.eye.points(places), stroke=ink.band, stroke_width=0.20 * wide)


def _parts(paper: ScenePaper, site: int) -> Iterator[list[Half]]:
    """What the planes leave of a ball: convex parts, each within some halves of space.

    A slab that is taken out leaves what lies before it and what lies behind.
    """
    visible, centre = paper.visible, paper.board.centres[site]
    reach = visible.halfspaces[:, 3] - visible.halfspaces[:, :3] @ centre
    single: list[Half] = []
    choices: list[list[Half]] = []
    for slab in np.unique(visible.slabs).tolist():
        rows = np.flatnonzero(visible.slabs == slab).tolist()
        cutting = [row for row in rows if abs(reach[row]) < BALL_RADIUS - TOUCH]
        if slab < 0:
            single += [_half(visible.halfspaces[row]) for row in cutting]
        elif not any(reach[row] >= BALL_RADIUS - TOUCH for row in rows):
            choices.append([_half(visible.halfspaces[row]) for row in cutting])
    found = [single]
    for ways in choices:
        found = [[*one, way] for one in found for way in ways]
    yield from found


def _half(row: FloatArray) -> Half:
    x, y, z, d = row.tolist()
    return x, y, z, d


def _circle(centre: FloatArray, radius: float, half: Half) -> FloatArray:
    """Where the rim of a half of space meets a ball, as (k, 3) points."""
    normal = np.array(half[:3])
    away = half[3] - float(normal @ centre)
    wide = sqrt(max(radius**2 - away**2, 0.0))
    side = np.cross(normal, (1.0, 0.0, 0.0) if abs(normal[0]) < 0.8 else (0.0, 1.0, 0.0))
    side /= np.linalg.norm(side)
    other = np.cross(normal, side)
    angles = np.linspace(0, 2 * pi, 48, endpoint=False)[:, None]
    found: FloatArray = (
        centre + away * normal + wide * (np.cos(angles) * side + np.sin(angles) * other)
    )
    return found


@lru_cache(maxsize=1)
def _sphere() -> FloatArray:
    """(k, 3) unit vectors spread evenly."""
    k = np.arange(500) + 0.5
    z, turn = 1 - k / 250, pi * (1 + sqrt(5)) * k
    r = np.sqrt(1 - z * z)
    found: FloatArray = np.stack([r * np.cos(turn), r * np.sin(turn), z], axis=1)
    return found


def draw_trays(paper: ScenePaper) -> None:
    """Draw the trays beside the board, with what is in reserve."""
    picture, eye = paper.picture, paper.eye
    board = picture.board
    rows = []
    for owner, left in picture.reserves:
        west, east, south, north = footprint(board, owner, capacity(picture, owner))
        low = floor(board)
        flat = [(west, south), (east, south), (east, north), (west, north)]
        corners = np.array([(x, y, low + TRAY) for x, y in flat])
        draw_prism(paper, corners, low, WOOD)
        for k in range(left, capacity(picture, owner)):
            hole = (*reserve_trays.place(board, owner, k)[:2], low + TRAY)
            paper.drawing.polygon(eye.points(ring(hole, HOLE)), fill=mixed(WOOD, "#3B2A16", 0.35))
        rows += [(owner, reserve_trays.place(board, owner, k)) for k in range(left)]
    if not rows:
        return
    places = np.array([place for _, place in rows])
    for k in np.argsort(-eye.away(places)).tolist():
        _disc(
            paper, places[k], BALL_RADIUS * reserve_trays.SIZE, paper.inks.of(rows[k][0]), lit=False
        )
