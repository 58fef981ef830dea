"""What stands upright on the fields of a diagram: turned discs, pyramids, marbles, units."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi, radians, sin

import numpy as np

from model.boards.board import FloatArray
from viewer.export.pictures.diagram_board import Solid, rank, ring
from viewer.export.pictures.eye import ScenePaper, hull
from viewer.picture.compose.ground import (
    COUNTED,
    DISC_RADIUS,
    EDGE_SIZE,
    FEET,
    FLAT_TOP,
    MAP_PYRAMID_FOOT,
    MARBLE,
    MARBLE_RADIUS,
    TOKEN_RADII,
    drawn,
    height_of,
    seats,
    surface,
)
from viewer.picture.compose.map_labels import labels_of
from viewer.picture.flat.drawing import Outline, Paint, Shade
from viewer.picture.flat.inks import PlayerInk, mixed
from viewer.picture.flat.pieces import MARBLE_STOPS, stand_plate, words_wide, write_words
from viewer.picture.palette import STANDARD
from viewer.picture.visibility.hiding import BALL_RADIUS
from viewer.scene.props.space_labels import AHEAD, DOWN

STONE = "#F6F1E4"
PRINTED, ROW = 0.14, 0.24
"""How large letters of a name are, and how high a row of a label, in ball diameters."""
BORDER_FOOT = 0.34
"""Half the width of the foot of what lies on a border, before it is made small for that."""


def upright_pieces(paper: ScenePaper) -> list[Solid]:
    """Return the pieces on the fields that are shown, each where it comes in order."""
    picture, board = paper.picture, paper.board
    pieces, ground = picture.pieces, surface(board)
    feet = seats(pieces, picture.piece_kinds)
    below: dict[int, int] = {}
    piles: dict[int, float] = {}
    made: list[Solid] = []
    for row, site in enumerate(pieces.site.tolist()):
        if not paper.visible.shown[site]:
            continue
        shape = picture.piece_kinds[int(pieces.kind[row])]
        owner, size = int(pieces.owner[row]), EDGE_SIZE if site in board.edges else 1.0
        ink = paper.ink(site) if owner == paper.owner[site] else paper.inks.of(owner)
        x, y = (board.centres[site, :2] + feet[row, :2]).tolist()
        light = float(paper.fade[site])
        for layer in range(drawn(shape, int(pieces.count[row]))):
            foot = float(ground[site]) + float(feet[row, 2]) + layer * size * height_of(shape)
            place = np.array([x, y, foot])
            order = below[site] = below.get(site, 0) + 1

            def draw(
                shape: str = shape, ink: PlayerInk = ink, size: float = size, light: float = light,
                site: int = site, place: FloatArray = place, last: bool = picture.last == site,
            ) -> None:  # fmt: skip
                with paper.drawing.group(opacity=light if light < 1 else None):
                    if site in paper.ringed:
                        _ring(paper, place, shape, site)
                    else:
                        _piece(paper, place, shape, size, ink)
                if last:
                    _last(paper, place, size * height_of(shape))

            made.append((rank(paper, board.centres[site, :2], order), draw))
            if shape in COUNTED:
                piles[site] = piles.get(site, 0.0) + height_of(shape)
    return made + _decoration(paper, piles)


def _piece(paper: ScenePaper, foot: FloatArray, shape: str, size: float, ink: PlayerInk) -> None:
    high = size * height_of(shape)
    if shape in FEET:
        pyramid(paper, foot, FEET[shape], max(FLAT_TOP, 0.14 * FEET[shape]), high, ink)
    elif shape == MARBLE or shape == "ball":
        radius = MARBLE_RADIUS if shape == MARBLE else BALL_RADIUS
        middle = foot + np.array((0, 0, radius))
        scale = float(paper.eye.scales(middle[None])[0])
        fill = Shade(MARBLE_STOPS) if shape == MARBLE else ink.ball(paper.scale)
        rim = "#4A4438" if shape == MARBLE else ink.rim
        place = paper.eye.points(middle)[0]
        paper.drawing.disc(place, radius * scale, fill, rim, max(0.4, 0.025 * scale))
    elif shape in COUNTED or shape == "disc":
        drum(paper, foot, TOKEN_RADII.get(shape, DISC_RADIUS), high, ink)
    else:
        pyramid(paper, foot, size * BORDER_FOOT, size * FLAT_TOP, high, ink)


def _ring(paper: ScenePaper, foot: FloatArray, shape: str, site: int) -> None:
    """Draw the ring of what is not spoken of; it lies on the ground."""
    x, y, z = foot.tolist()
    radius = FEET.get(shape) or TOKEN_RADII.get(shape, DISC_RADIUS)
    paper.drawing.polygon(paper.eye.points(ring((x, y, z), radius)), **paper.line(site))


def drum(paper: ScenePaper, foot: FloatArray, radius: float, high: float, ink: PlayerInk) -> None:
    """Draw a low cylinder: its side, its band, its upper face with a groove."""
    drawing, eye = paper.drawing, paper.eye
    angles = np.linspace(0, 2 * pi, 40, endpoint=False)
    around = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(40)])
    lower, upper = foot + radius * around, foot + radius * around + (0, 0, high)
    thin = max(0.4, 0.018 * eye.scale)
    side = hull(eye.see(np.concatenate([lower, upper])))
    dark = "#FFFFFF" if ink.turns else mixed(ink.fill, "#000000", 0.22)
    drawing.face(side, dark, ink.rim, thin)
    if ink.band:
        near = around @ (eye.place - foot) > 0
        half = around[near]
        order = np.argsort(half @ np.cross((0, 0, 1), eye.place - foot))
        middle = foot + radius * half[order] + (0, 0, high / 2)
        drawing.polyline(eye.points(middle), stroke=ink.band, stroke_width=0.3 * high * eye.scale)
    light = mixed(ink.fill, "#FFFFFF", 0.10)
    drawing.polygon(eye.points(upper), fill=ink.flat(eye.scale) if ink.turns else light,
                stroke=ink.rim, stroke_width=thin)  # fmt: skip
    groove = foot + 0.68 * radius * around + (0, 0, high)
    drawing.polygon(
        eye.points(groove), fill="none", stroke=ink.rim, stroke_opacity=0.5, stroke_width=thin
    )


def pyramid(
    paper: ScenePaper, foot: FloatArray, half: float, crown: float, high: float, ink: PlayerInk
) -> None:
    """Draw a pyramid with a flat top: those of its faces that are seen, each in its light."""
    drawing, eye = paper.drawing, paper.eye
    square = np.array([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)], float)
    lower, upper = foot + half * square, foot + crown * square + (0, 0, high)
    look: Outline = {"stroke": ink.rim, "stroke_width": max(0.4, 0.016 * eye.scale),
            "stroke_linejoin": "round"}  # fmt: skip
    for k in range(4):
        n = (k + 1) % 4
        normal = np.cross(lower[n] - lower[k], upper[k] - lower[k])
        normal /= np.linalg.norm(normal)
        if not eye.faces(lower[k], normal):
            continue
        light = float(eye.light @ normal)
        lit = "#FFFFFF" if light > 0.55 else "#000000"
        fill: Paint = mixed(ink.fill, lit, abs(light - 0.55) * 0.45)
        if ink.turns:
            fill = ink.fill if light > 0.5 else ink.hatched(eye.scale)
        face = np.array([lower[k], lower[n], upper[n], upper[k]])
        drawing.polygon(eye.points(face), fill=fill, **look)
        if ink.band:
            low, up = (
                (1 - 0.42) * face[[0, 1]] + 0.42 * face[[3, 2]],
                (1 - 0.54) * face[[1, 0]] + 0.54 * face[[2, 3]],
            )
            drawing.polygon(eye.points(np.concatenate([low, up])), fill=ink.band)
    if float(eye.place[2]) > foot[2] + high:
        drawing.polygon(eye.points(upper), fill=mixed(ink.fill, "#FFFFFF", 0.25), **look)


def _last(paper: ScenePaper, foot: FloatArray, high: float) -> None:
    """The ring of what was played last, on its top."""
    middle = paper.eye.points(foot + np.array((0, 0, high)))[0]
    for wide, colour in ((0.085, "#1D1D1D"), (0.055, "#FFFFFF")):
        paper.drawing.disc(middle, 0.16 * paper.scale, "none", colour, wide * paper.scale)


def _decoration(paper: ScenePaper, piles: Mapping[int, float]) -> list[Solid]:
    """What is built on the board and is not a piece; it comes out of what is piled round it."""
    board, ground = paper.board, surface(paper.board)
    made: list[Solid] = []
    for one in board.decoration if paper.picture.view.board else ():
        if not one.shape or not paper.visible.shown[one.site]:
            continue
        tone = {"dark": STANDARD.dark_stone, "accent": STANDARD.inlay}.get(one.tone, STONE)
        ink = PlayerInk(tone)
        x, y = board.centres[one.site, :2].tolist()
        pile, high = piles.get(one.site, 0.0), height_of(one.shape)
        place = np.array([x, y, float(ground[one.site]) + pile])
        foot = MAP_PYRAMID_FOOT * (1 - pile / high)

        def draw(
            place: FloatArray = place, ink: PlayerInk = ink, foot: float = foot,
            high: float = high - pile,
        ) -> None:  # fmt: skip
            pyramid(paper, place, foot, 0.02, high, ink)

        made.append((rank(paper, board.centres[one.site, :2], len(COUNTED) + 1), draw))
    return made


def write_spaces(paper: ScenePaper) -> None:
    """Write before the middle of each space of a map who is there, its name and its worth."""
    board, eye, scale = paper.board, paper.eye, paper.scale
    down = AHEAD + (DOWN - AHEAD) * abs(sin(radians(eye.camera.elevation)))
    size = PRINTED * scale
    for label in labels_of(paper.picture):
        if not paper.visible.shown[label.site]:
            continue
        here = np.array([*board.centres[label.site, :2], surface(board)[label.site]])
        x, y = eye.points(here)[0]
        texts = (label.name, label.worth) if label.worth else (label.name,)
        rows = len(label.stands)
        y += down * scale - ROW * scale * rows / 2
        for owner, words in reversed(label.stands):
            stand_plate(paper, (x, y), owner, words, 0.85)
            y += ROW * scale
        dark = label.tone == "dark"
        wide = words_wide(paper, texts, size) + 0.7 * size
        paper.drawing.rect(x - wide / 2, y - 0.7 * size, wide, 1.4 * size, 0.4 * size,
                       fill=STANDARD.dark_stone if dark else "#FFFFFF",
                       fill_opacity=0.9)  # fmt: skip
        write_words(paper, (x, y), size, texts, "#FFFFFF" if dark else paper.style.text)
