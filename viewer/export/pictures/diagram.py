"""The scene of a position as vectors: spheres as shaded discs, from behind to the front."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, radians, sin, sqrt

import numpy as np

from model.boards.board import Board, FloatArray
from viewer.export.pictures.eye import Eye, ScenePaper, hull
from viewer.export.pictures.svg import NOTHING, SvgCaption, svg_text, write_below
from viewer.picture.compose import ground, reserve_trays
from viewer.picture.compose.map_labels import labels_of
from viewer.picture.compose.reserve_trays import TRAY, capacity, floor, footprint
from viewer.picture.flat.drawing import Drawing, Outline, Paint, Shade, width_of
from viewer.picture.flat.inks import Ink, PlayerInk, code, inks_of, mixed, without_hue
from viewer.picture.flat.marks import draw_over, draw_sheets, draw_signs
from viewer.picture.flat.paper import PRINT, span
from viewer.picture.flat.pieces import MARBLE_STOPS, stand_plate, words_wide, write_words
from viewer.picture.palette import STANDARD
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import BALL_RADIUS, TOUCH
from viewer.scene.camera import fitted_to
from viewer.scene.props.appearance import RIM, Appearance, point_appearance
from viewer.scene.props.labels import Name, cell_names, is_turned, names_on
from viewer.scene.props.space_labels import AHEAD, DOWN

# What a diagram's pieces stand on: slab, steps, squares, spaces, cells, with the names on it.

Solid = tuple[tuple[float, float], Callable[[], None]]
"""Where something comes in the order of drawing, and what draws it."""
SLAB_TONE = "#DDD5C8"
DIMPLE = 0.30
"""How wide a dimple is."""
LETTERS = 0.84
"""Size of letters, as a share of the line that a name has in the scene."""


def draw_slab(paper: ScenePaper) -> None:
    """Draw the slab under everything, with a dimple for each ball of the lowest level."""
    board = paper.board
    upper = ground.top(board)
    if ground.in_cells(board):
        flat = ground.cell_shapes(board).slab
    else:
        west, east, south, north = ground.bounds(board)
        flat = np.array([(west, south), (east, south), (east, north), (west, north)])
    corners = np.column_stack([flat, np.full(len(flat), upper)])
    draw_prism(paper, corners, upper - ground.thickness(board), SLAB_TONE)
    if ground.dimpled(board) and float(paper.eye.place[2]) > upper:
        tone = mixed(SLAB_TONE, "#3B3226", 0.20)
        for site in np.flatnonzero(board.layers["level"] == 1).tolist():
            dimple = ring((*board.centres[site, :2].tolist(), upper), DIMPLE)
            paper.drawing.polygon(paper.eye.points(dimple), fill=tone)
    for band in ground.cell_shapes(board).bands if ground.in_cells(board) else ():
        corners = np.column_stack([band, np.full(4, upper + 0.003)])
        paper.drawing.polygon(paper.eye.points(corners), fill="#A79C86")


def draw_names(paper: ScenePaper, names: Sequence[Name]) -> None:
    """Write names on the slab or on cells, lying there as in the scene."""
    picture, eye = paper.picture, paper.eye
    if not picture.view.labels or ground.is_map(picture.board):
        return
    turned = -1.0 if is_turned(picture.view.camera) else 1.0
    for name in names:
        here = np.array(name.place)
        origin, right, down = eye.points(
            here + np.array([(0, 0, 0), (turned, 0, 0), (0, -turned, 0)])
        )
        high = LETTERS * name.high
        if name.widest is not None:
            high = min(high, name.widest / width_of(name.text, 1.0))
        paper.drawing.lying(
            origin,
            (right[0] - origin[0], right[1] - origin[1]),
            (down[0] - origin[0], down[1] - origin[1]),
            high,
            name.text,
            fill=paper.style.text,
            fill_opacity=0.9 if name.strong else 0.45,
        )


def upright_board(paper: ScenePaper) -> list[Solid]:
    """Return the fields of a board that is no pyramid of balls, each where it comes in order."""
    board, visible = paper.board, paper.visible
    if not paper.picture.view.board:
        return []
    if ground.stepped(board):
        foot = ground.top(board)
    else:
        foot = float(ground.surface(board).min()) - 0.08
    made: list[Solid] = []
    upper = ground.surface(board)
    for site in paper.own.tolist():
        if not visible.shown[site]:
            continue
        flat = _footprint(board, site)
        corners = np.column_stack([flat, np.full(len(flat), float(upper[site]))])
        tone = _tone(paper, site)
        if visible.fade[site] < 0.99:
            tone = mixed(tone, "#FFFFFF", 0.5)
        goal = ground.stepped(board) and site in board.victory

        def draw(corners: FloatArray = corners, tone: str = tone, goal: bool = goal) -> None:
            draw_prism(paper, corners, foot, tone)
            if goal:
                middle = corners.mean(axis=0)
                inner = paper.eye.points(middle + 0.72 * (corners - middle))
                paper.drawing.polygon(
                    inner, fill="none", stroke="#A87A1E", stroke_width=0.06 * paper.scale
                )

        made.append((rank(paper, board.centres[site, :2], 0.0), draw))
    return made


def draw_lines(paper: ScenePaper) -> None:
    """Draw the lines on squares: round them, before the rows to be reached, across the middle."""
    board = paper.board
    west, south, east, north = span(board.centres, 0.5)
    ways = [((west, at), (east, at)) for at in (south, north, *ground.lines_across(board))]
    ways += [((at, south), (at, north)) for at in (west, east)]
    height = float(ground.surface(board).max())
    for way in ways:
        start, end = paper.eye.points(np.array([(*place, height) for place in way]))
        paper.drawing.line(
            start, end, stroke="#FFFFFF", stroke_width=0.06 * paper.scale, stroke_linecap="round"
        )


def rank(paper: ScenePaper, place: FloatArray, over: float) -> tuple[float, float]:
    """Return where something at a place (x, y) comes."""
    away = float(np.linalg.norm(paper.eye.place[:2] - place))
    return -round(away, 6), over


def draw_prism(paper: ScenePaper, corners: FloatArray, foot: float, tone: str) -> None:
    """Draw an upright prism: those of its sides that are seen, then its upper or lower face.

    Parameters
    ----------
    corners
        (k, 3) of the upper face, counterclockwise from above.
    foot
        The height of the lower face.
    """
    eye, drawing = paper.eye, paper.drawing
    look: Outline = {
        "stroke": mixed(tone, "#4A3C28", 0.45),
        "stroke_width": max(0.3, 0.012 * eye.scale),
        "stroke_linejoin": "round",
    }
    lower = corners.copy()
    lower[:, 2] = foot
    for k in range(len(corners)):
        n = (k + 1) % len(corners)
        along = corners[n] - corners[k]
        normal = np.array([along[1], -along[0], 0.0])
        length = float(np.linalg.norm(normal))
        if length < 1e-9 or not eye.faces(corners[k], normal):
            continue
        shade = 0.34 - 0.22 * float(eye.light @ normal) / length
        face = np.array([corners[k], corners[n], lower[n], lower[k]])
        drawing.polygon(
            eye.points(face), fill=mixed(tone, "#2E2416", max(0.08, min(0.5, shade))), **look
        )
    if float(eye.place[2]) > float(corners[0, 2]):
        drawing.polygon(eye.points(corners), fill=tone, **look)
    elif float(eye.place[2]) < foot:
        drawing.polygon(eye.points(lower), fill=mixed(tone, "#2E2416", 0.3), **look)


def _footprint(board: Board, site: int) -> FloatArray:
    """(k, 2) the corners of a field, counterclockwise."""
    x, y = board.centres[site, :2].tolist()
    if ground.in_cells(board):
        return ground.cell_shapes(board).cells[site]
    if ground.is_map(board):
        angles = [pi / 2 + k * pi / 3 for k in range(6)]
        return np.array([(x + 0.565 * cos(a), y + 0.565 * sin(a)) for a in angles])
    if board.ground in ("terraces", "squares"):
        return np.array(
            [(x + a, y + b) for a, b in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))]
        )
    return ring((x, y, 0.0), 0.47)[:, :2]


def _tone(paper: ScenePaper, site: int) -> str:
    """The colour of a field, as on the maps."""
    board = paper.board
    if ground.stepped(board):
        level = board.layers["level"]
        share = (int(level[site]) - int(level.min())) / max(1, int(np.ptp(level)))
        return mixed("#CDB68E", "#FFFFFF", 0.10 + 0.5 * share)
    if board.ground == "squares":
        even = (int(board.layers["file"][site]) + int(board.layers["rank"][site])) % 2 == 0
        tone = "#F1EEE4" if site in board.victory else "#DDE3CB"
        return tone if even else mixed(tone, "#6E7658", 0.10)
    if ground.is_map(board):
        built = {one.site for one in board.decoration if one.shape}
        return mixed("#DCE0CB" if built and site not in built else "#E4D3AF", "#FFFFFF", 0.25)
    return "#F7F0DF" if ground.in_cells(board) else "#EDE4D2"


def ring(middle: tuple[float, float, float] | FloatArray, radius: float) -> FloatArray:
    """Return (k, 3) places round a middle that lie flat."""
    angles = np.linspace(0, 2 * pi, 28, endpoint=False)
    flat = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(28)])
    found: FloatArray = np.asarray(middle) + radius * flat
    return found


# Balls of a diagram and the points between them: whole, cut by planes, faint.

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
            _draw_ball(paper, site)


def _point(paper: ScenePaper, site: int, dots: Appearance) -> None:
    """Draw an empty point as a dot, or as a shell."""
    scale = float(paper.eye.scales(paper.visible.centres[[site]])[0])
    red, green, blue, light = dots.tint[site].tolist()
    colour = code((red, green, blue))
    middle, radius = paper.at(site), float(dots.state[site, 2]) * scale
    if paper.picture.view.ghost_style == "shells":
        paper.drawing.circle(
            middle,
            radius,
            fill=colour,
            fill_opacity=0.10,
            stroke=colour,
            stroke_opacity=light,
            stroke_width=0.03 * scale,
        )
    else:
        paper.drawing.circle(middle, radius, fill=colour, fill_opacity=light)


def _draw_ball(paper: ScenePaper, site: int) -> None:
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


# What stands upright on the fields of a diagram: turned discs, pyramids, marbles, units.

STONE = "#F6F1E4"
PRINTED, ROW = 0.14, 0.24
"""How large letters of a name are, and how high a row of a label, in ball diameters."""
BORDER_FOOT = 0.34
"""Half the width of the foot of what lies on a border, before it is made small for that."""


def upright_pieces(paper: ScenePaper) -> list[Solid]:
    """Return the pieces on the fields that are shown, each where it comes in order."""
    picture, board = paper.picture, paper.board
    pieces, heights = picture.pieces, ground.surface(board)
    feet = ground.seats(pieces, picture.piece_kinds)
    below: dict[int, int] = {}
    piles: dict[int, float] = {}
    made: list[Solid] = []
    for row, site in enumerate(pieces.site.tolist()):
        if not paper.visible.shown[site]:
            continue
        shape = picture.piece_kinds[int(pieces.kind[row])]
        owner, size = int(pieces.owner[row]), ground.EDGE_SIZE if site in board.edges else 1.0
        ink = paper.ink(site) if owner == paper.owner[site] else paper.inks.of(owner)
        x, y = (board.centres[site, :2] + feet[row, :2]).tolist()
        light = float(paper.visible.fade[site])
        for layer in range(ground.drawn(shape, int(pieces.count[row]))):
            foot = (
                float(heights[site]) + float(feet[row, 2]) + layer * size * ground.height_of(shape)
            )
            place = np.array([x, y, foot])
            order = below[site] = below.get(site, 0) + 1

            def draw(
                shape: str = shape,
                ink: PlayerInk = ink,
                size: float = size,
                light: float = light,
                site: int = site,
                place: FloatArray = place,
                last: bool = picture.last == site,
            ) -> None:
                with paper.drawing.group(opacity=light if light < 1 else None):
                    if site in paper.ringed:  # a ring on the ground: it is not spoken of
                        radius = ground.TOKEN_RADII.get(shape, ground.DISC_RADIUS)
                        flat = ring(place, ground.FEET.get(shape, radius))
                        paper.drawing.polygon(paper.eye.points(flat), **paper.line(site))
                    else:
                        _piece(paper, place, shape, size, ink)
                if last:
                    _last(paper, place, size * ground.height_of(shape))

            made.append((rank(paper, board.centres[site, :2], order), draw))
            if shape in ground.COUNTED:
                piles[site] = piles.get(site, 0.0) + ground.height_of(shape)
    return made + _decoration(paper, piles)


def _piece(paper: ScenePaper, foot: FloatArray, shape: str, size: float, ink: PlayerInk) -> None:
    high = size * ground.height_of(shape)
    if shape in ground.FEET:
        pyramid(
            paper,
            foot,
            ground.FEET[shape],
            max(ground.FLAT_TOP, 0.14 * ground.FEET[shape]),
            high,
            ink,
        )
    elif shape == ground.MARBLE or shape == "ball":
        radius = ground.MARBLE_RADIUS if shape == ground.MARBLE else BALL_RADIUS
        middle = foot + np.array((0, 0, radius))
        scale = float(paper.eye.scales(middle[None])[0])
        fill = Shade(MARBLE_STOPS) if shape == ground.MARBLE else ink.ball(paper.scale)
        rim = "#4A4438" if shape == ground.MARBLE else ink.rim
        place = paper.eye.points(middle)[0]
        paper.drawing.disc(place, radius * scale, fill, rim, max(0.4, 0.025 * scale))
    elif shape in ground.COUNTED or shape == "disc":
        drum(paper, foot, ground.TOKEN_RADII.get(shape, ground.DISC_RADIUS), high, ink)
    else:
        pyramid(paper, foot, size * BORDER_FOOT, size * ground.FLAT_TOP, high, ink)


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
    drawing.polygon(
        eye.points(upper),
        fill=ink.flat(eye.scale) if ink.turns else light,
        stroke=ink.rim,
        stroke_width=thin,
    )
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
    look: Outline = {
        "stroke": ink.rim,
        "stroke_width": max(0.4, 0.016 * eye.scale),
        "stroke_linejoin": "round",
    }
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
    board, heights = paper.board, ground.surface(paper.board)
    made: list[Solid] = []
    for one in board.decoration if paper.picture.view.board else ():
        if not one.shape or not paper.visible.shown[one.site]:
            continue
        tone = {"dark": STANDARD.dark_stone, "accent": STANDARD.inlay}.get(one.tone, STONE)
        ink = PlayerInk(tone)
        x, y = board.centres[one.site, :2].tolist()
        pile, high = piles.get(one.site, 0.0), ground.height_of(one.shape)
        place = np.array([x, y, float(heights[one.site]) + pile])
        foot = ground.MAP_PYRAMID_FOOT * (1 - pile / high)

        def draw(
            place: FloatArray = place,
            ink: PlayerInk = ink,
            foot: float = foot,
            high: float = high - pile,
        ) -> None:
            pyramid(paper, place, foot, 0.02, high, ink)

        made.append((rank(paper, board.centres[one.site, :2], len(ground.COUNTED) + 1), draw))
    return made


def write_spaces(paper: ScenePaper) -> None:
    """Write before the middle of each space of a map who is there, its name and its worth."""
    board, eye, scale = paper.board, paper.eye, paper.scale
    down = AHEAD + (DOWN - AHEAD) * abs(sin(radians(eye.camera.elevation)))
    size = PRINTED * scale
    for label in labels_of(paper.picture):
        if not paper.visible.shown[label.site]:
            continue
        here = np.array([*board.centres[label.site, :2], ground.surface(board)[label.site]])
        x, y = eye.points(here)[0]
        texts = (label.name, label.worth) if label.worth else (label.name,)
        rows = len(label.stands)
        y += down * scale - ROW * scale * rows / 2
        for owner, words in reversed(label.stands):
            stand_plate(paper, (x, y), owner, words, 0.85)
            y += ROW * scale
        dark = label.tone == "dark"
        wide = words_wide(paper, texts, size) + 0.7 * size
        paper.drawing.rect(
            x - wide / 2,
            y - 0.7 * size,
            wide,
            1.4 * size,
            0.4 * size,
            fill=STANDARD.dark_stone if dark else "#FFFFFF",
            fill_opacity=0.9,
        )
        write_words(paper, (x, y), size, texts, "#FFFFFF" if dark else paper.style.text)


def diagram_svg(
    picture: Picture,
    size: tuple[int, int],
    *,
    ink: Ink = "colour",
    title: str = "",
    caption: SvgCaption = NOTHING,
    legend: bool = True,
) -> str:
    """Return an SVG file of a position as its View looks at it, on no ground.

    Balls are discs with a shade, drawn from behind to the front; where a plane cuts them their flat
    faces show. Vectors have no light that is cast: there are no shadows, no glass and no lens, and
    of a surface between balls a plain skin. What lies over a position is drawn over everything, as
    arrows and marks are in the window.

    Parameters
    ----------
    picture
        What stands, with its marks and explanations.
    size
        Width and height in pixels, which an SVG file only takes as proportions; a caption comes
        below.
    ink
        "colour", or "grey": players differ by lightness, hatching and band.
    title
        What screen readers are told.
    caption, legend
        What is written below, and whether what colours mean is.
    """
    inks = inks_of(picture, ink)
    drawing = Drawing(*size)
    eye = Eye(fitted_to(picture, size[0] / size[1]), size)
    paper = ScenePaper(drawing, picture, inks, PRINT, eye)
    board = picture.board
    above = float(eye.place[2]) > ground.top(board)
    if picture.view.board and above:
        draw_slab(paper)
        draw_names(paper, names_on(board))
    if ground.dimpled(board):
        draw_balls(paper)
    else:
        fields, pieces = upright_board(paper), upright_pieces(paper)
        if fields and board.ground in ("squares", "cells"):
            _in_order(fields)
            if ground.in_cells(board):
                draw_names(paper, cell_names(board))
            else:
                draw_lines(paper)
            fields = []
        _in_order(fields + pieces)
    if picture.view.board and not above:
        draw_slab(paper)
    if ground.is_map(board) and picture.view.board:
        write_spaces(paper)
    draw_sheets(paper)
    draw_over(paper)
    draw_signs(paper)
    write_below(paper, caption, legend=legend)
    return svg_text(drawing, title=title, unit="px", ink=without_hue if inks.is_grey else None)


def _in_order(solids: list[Solid]) -> None:
    for _, draw in sorted(solids, key=lambda one: one[0]):
        draw()
