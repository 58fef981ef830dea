"""What stands on the sites of a map: balls, discs, pyramids from above, and units."""

from viewer.picture.compose import ground
from viewer.picture.compose.map_labels import SIGN, SIGNS, SpaceLabel, labels_of
from viewer.picture.flat.drawing import Outline, Point, Shade
from viewer.picture.flat.inks import PlayerInk, lightness, mixed
from viewer.picture.flat.paper import BALL, MapPaper, Paper
from viewer.picture.palette import STANDARD

DOT = 0.10
"""Radius of an empty point that may be played."""
CELL_NAME = 0.28
"""How high the name of an empty cell is."""
ABOVE = 0.16
"""Radius of the dot that stands for a ball of the level above."""
BELOW = 0.24
"""Opacity of a ball of the level below."""
PALE = 0.75
"""Lightness from which a ball would not be seen on its plate without a strong rim."""
COVERED = 0.14
"""Opacity of what the View hides."""
UNITS, ON_BORDER = 0.19, 0.12
"""Size of letters on plates of units, and half the width of what lies on a border."""
MARBLE_STOPS = ((0.0, "#FFFFFF"), (0.6, "#F3EDDD"), (1.0, "#CFC6B0"))
"""The shade of a marble."""
BAND = (0.31, 0.115)
"""Half the length of a band, and its width."""
PIPS = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the spots of a die of six faces lie, in steps from its middle."""


def draw_pieces(paper: MapPaper) -> None:
    """Draw what stands on a map, and its empty points."""
    plan = paper.plan
    if plan.level is None:
        _upright(paper)
        return
    for site in paper.sites_of(plan.level - 1).tolist():
        if paper.owner[site] >= -1:
            _below(paper, site)
    for site in paper.own.tolist():
        if paper.owner[site] >= -1:
            ball(paper, site)
        else:
            _empty(paper, site)
    for site in paper.sites_of(plan.level + 1).tolist():
        if paper.owner[site] >= -1:
            ink = _ink(paper, site)
            light = 0.4 if paper.hidden[site] else float(paper.visible.fade[site])
            paper.drawing.circle(
                paper.at(site),
                ABOVE * paper.scale,
                fill=ink.flat(paper.scale),
                fill_opacity=light,
                stroke=ink.rim if ink.turns else paper.style.gap,
                stroke_width=paper.thick(0.4, 0.04),
            )


def _ink(paper: MapPaper, site: int) -> PlayerInk:
    return paper.inks.of(int(paper.owner[site]), site)


def _below(paper: MapPaper, site: int) -> None:
    ink, drawing, scale = _ink(paper, site), paper.drawing, paper.scale
    light = BELOW * (0.5 if paper.hidden[site] else float(paper.visible.fade[site]))
    drawing.circle(
        paper.at(site),
        BALL * scale,
        fill=ink.flat(scale),
        fill_opacity=light,
        stroke=ink.rim,
        stroke_opacity=0.8 if lightness(ink.fill) > PALE else 0.35,
        stroke_width=paper.thick(0.35, 0.03),
    )


def _whole_ball(paper: Paper, middle: Point, ink: PlayerInk) -> None:
    drawing, scale = paper.drawing, paper.scale
    drawing.disc(middle, BALL * scale, ink.ball(scale), ink.rim, paper.thick(0.4, 0.035))
    if ink.band:
        _band(paper, middle, ink)


def ball(paper: MapPaper, site: int) -> None:
    """Draw a ball with its band; what the View hides is dashed."""
    ink, drawing, scale, middle = _ink(paper, site), paper.drawing, paper.scale, paper.at(site)
    if paper.hidden[site]:
        drawing.circle(
            middle,
            (BALL - 0.02) * scale,
            fill=ink.flat(scale),
            fill_opacity=COVERED,
            stroke=ink.rim,
            stroke_opacity=0.6,
            stroke_width=paper.thick(0.4, 0.03),
            stroke_dasharray=dashes(paper),
        )
        return
    light = float(paper.visible.fade[site])
    with drawing.group(opacity=light if light < 1 else None):
        _whole_ball(paper, middle, ink)
    if paper.picture.last == site:
        _last(paper, middle, ink)


def dashes(paper: Paper) -> str:
    """Return the dashes of what the View hides."""
    return f"{0.09 * paper.scale:.2f} {0.07 * paper.scale:.2f}"


def _band(paper: Paper, middle: Point, ink: PlayerInk) -> None:
    x, y = middle
    half, wide = (part * paper.scale for part in BAND)
    paper.drawing.line(
        (x - half, y),
        (x + half, y),
        stroke=ink.band,
        stroke_width=max(0.6 * paper.style.hair, wide),
        stroke_linecap="round",
    )


def _last(paper: Paper, middle: Point, ink: PlayerInk) -> None:
    """The ring of what was played last: on hatching it has a ground of its own."""
    radius, wide = 0.25 * paper.scale, paper.thick(0.7, 0.07)
    if ink.turns:
        paper.drawing.disc(middle, radius, "none", "#FFFFFF", 2.4 * wide)
    paper.drawing.disc(middle, radius, "none", ink.on, wide)


def _empty(paper: MapPaper, site: int) -> None:
    drawing, scale, middle = paper.drawing, paper.scale, paper.at(site)
    if paper.hidden[site]:
        if paper.style.outlines_hidden:
            drawing.circle(
                middle,
                BALL * scale,
                fill="none",
                stroke=paper.style.muted,
                stroke_opacity=0.15,
                stroke_width=0.5 * paper.style.hair,
                stroke_dasharray=dashes(paper),
            )
        return
    legal = bool(paper.legal[site])
    if ground.in_cells(paper.board) and paper.picture.view.labels:
        # Its name stands for the dot: it is what a move there is called.
        drawing.text(
            middle,
            CELL_NAME * scale,
            paper.board.names[site],
            fill=paper.style.text,
            fill_opacity=0.9 if legal else 0.5,
        )
        return
    light = 0.75 * float(paper.visible.fade[site]) if legal else 0.35
    drawing.circle(
        middle,
        paper.thick(0.55, DOT) * (1 if legal else 0.65),
        fill=paper.style.muted,
        fill_opacity=light,
    )


# -- boards that are one map -------------------------------------------------------------------


def _upright(paper: MapPaper) -> None:
    """Draw what stands on a board that is one map, what stands lowest first."""
    picture, scale = paper.picture, paper.scale
    pieces = picture.pieces
    feet = ground.seats(pieces, picture.piece_kinds)
    for row, site in enumerate(pieces.site.tolist()):
        shape = picture.piece_kinds[int(pieces.kind[row])]
        if shape in ground.COUNTED or shape == "umbrella":
            continue  # told on a plate
        x, y = paper.at(site)
        middle = (x + float(feet[row, 0]) * scale, y - float(feet[row, 1]) * scale)
        ink = paper.inks.of(int(pieces.owner[row]), site if pieces.owner[row] >= 0 else None)
        light = COVERED + 0.16 if paper.hidden[site] else float(paper.visible.fade[site])
        with paper.drawing.group(opacity=light if light < 1 else None):
            _piece(paper, middle, shape, ink)
        if picture.last == site:
            _last(paper, middle, ink)
    for site in paper.own.tolist() if not paper.board.decoration else ():
        if paper.owner[site] < -1 and paper.board.ground in ("cells", "tiles"):
            _empty(paper, site)


def _piece(paper: Paper, middle: Point, shape: str, ink: PlayerInk) -> None:
    drawing, scale = paper.drawing, paper.scale
    if shape in ground.FEET:
        pyramid(paper, middle, ground.FEET[shape], ink)
    elif shape == ground.MARBLE:
        drawing.circle(
            middle,
            ground.MARBLE_RADIUS * scale,
            stroke="#4A4438",
            stroke_width=paper.thick(0.5, 0.04),
            fill=Shade(MARBLE_STOPS),
        )
    elif shape == "disc":
        _disc(paper, middle, ink)
    elif shape in ("ram", "spikes"):
        _on_border(paper, middle, shape, ink)
    elif shape == "ball":
        _whole_ball(paper, middle, ink)
    else:
        drawing.disc(
            middle, ground.DISC_RADIUS * scale, ink.flat(scale), ink.rim, paper.thick(0.4, 0.04)
        )


def _disc(paper: Paper, middle: Point, ink: PlayerInk) -> None:
    """A turned disc from above: two rims and a knob."""
    drawing, scale = paper.drawing, paper.scale
    thin = paper.thick(0.35, 0.03)
    drawing.disc(middle, ground.DISC_RADIUS * scale, ink.flat(scale), ink.rim, thin * 1.3)
    groove = ink.rim if lightness(ink.fill) > 0.25 else mixed(ink.fill, "#FFFFFF", 0.35)
    drawing.circle(
        middle, 0.25 * scale, fill="none", stroke=groove, stroke_opacity=0.6, stroke_width=thin
    )
    if ink.band:
        _band(paper, middle, ink)


def pyramid(paper: Paper, middle: Point, foot: float, ink: PlayerInk) -> None:
    """A pyramid from above: four faces in their light, and its flat top."""
    drawing, scale, half = paper.drawing, paper.scale, foot * paper.scale
    thin = paper.thick(0.3, 0.02)
    corners, crown = _frame(middle, half), _frame(middle, max(ground.FLAT_TOP, 0.16 * foot) * scale)
    base = ink.fill if lightness(ink.fill) > 0.3 else mixed(ink.fill, "#FFFFFF", 0.12)
    for k, shade in enumerate((0.16, -0.12, -0.26, 0.30)):
        n = (k + 1) % 4
        lit = mixed(base, "#FFFFFF" if shade > 0 else "#000000", abs(shade))
        fill = lit if not ink.turns else ink.hatched(scale) if shade < 0 else ink.fill
        drawing.face([corners[k], corners[n], crown[n], crown[k]], fill, ink.rim, thin)
    drawing.polygon(crown, fill=ink.fill, stroke=ink.rim, stroke_width=thin)
    drawing.face(corners, "none", ink.rim, paper.thick(0.5, 0.045))
    if ink.band:
        drawing.face(_frame(middle, 0.72 * half), "none", ink.band, paper.thick(0.6, 0.05))


def _frame(middle: Point, half: float) -> list[Point]:
    """The corners of a square, clockwise from the upper left."""
    x, y = middle
    return [(x + a * half, y + b * half) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def _on_border(paper: Paper, middle: Point, shape: str, ink: PlayerInk) -> None:
    """A ram as a bar, spikes as teeth: what lies on a border."""
    drawing, scale, (x, y) = paper.drawing, paper.scale, middle
    r = ON_BORDER * scale
    rim: Outline = {
        "stroke": ink.rim,
        "stroke_width": paper.thick(0.35, 0.025),
        "stroke_linejoin": "round",
    }
    if shape == "ram":
        drawing.rect(x - r, y - 0.5 * r, 2 * r, r, 0.3 * r, fill=ink.flat(scale), **rim)
        return
    teeth = [(x + (k - 3) * r / 3, y + (0.6 * r if k % 2 == 0 else -0.7 * r)) for k in range(7)]
    drawing.polygon(teeth, fill=ink.flat(scale), **rim)


# -- a map of spaces: what is written at each -----------------------------------------------------


def draw_spaces(paper: Paper) -> None:
    """Draw the numbers and worths of spaces, and plates of who is there with how many."""
    built = {one.site: one for one in paper.board.decoration if one.shape}
    for label in labels_of(paper.picture):
        x, y = paper.at(label.site)
        one = built.get(label.site)
        if one is not None and not label.stands:
            stone = PlayerInk(STANDARD.dark_stone if one.tone == "dark" else "#F6F1E4")
            pyramid(paper, (x, y), ground.MAP_PYRAMID_FOOT * 0.62, stone)
        _space(paper, label, (x, y))


def _space(paper: Paper, label: SpaceLabel, middle: Point) -> None:
    """Write what a space is called and worth, and a plate for everybody who has units there."""
    drawing, scale, (x, y) = paper.drawing, paper.scale, middle
    size = 0.155 * scale
    drawing.text((x, y - 0.40 * scale), size, label.name, fill=paper.style.text, font_weight="bold")
    if label.worth:
        ink = "#7A4E08"
        write_words(paper, (x, y + 0.38 * scale), size * 0.92, (label.worth,), ink)
    west, east = _free(paper, label.site)
    rows = len(label.stands)
    for k, (owner, words) in enumerate(label.stands):
        usual = max(0.5, (words_wide(paper, words, UNITS * scale) / scale) + 0.14)
        grown = min(1.0, (east - west) / usual)
        high = 0.26 * grown * scale
        above = (k - (rows - 1) / 2) * (high + 0.03 * scale)
        stand_plate(paper, (x + (west + east) / 2 * scale, y - above), owner, words, grown)


def stand_plate(
    paper: Paper, middle: Point, owner: int, words: tuple[str, ...], grown: float
) -> None:
    """Draw a plate in a player's colour with words on it, `grown` times as large as usual."""
    drawing, scale, (x, y) = paper.drawing, grown * paper.scale, middle
    ink = paper.inks.of(owner)
    wide, high = (
        max(0.5 * scale, words_wide(paper, words, UNITS * scale) + 0.14 * scale),
        0.26 * scale,
    )
    drawing.rect(
        x - wide / 2,
        y - high / 2,
        wide,
        high,
        0.06 * scale,
        fill=ink.fill,
        stroke=ink.rim,
        stroke_width=max(0.4 * paper.style.hair, 0.03 * scale),
    )
    if ink.turns:  # letters need a plain ground: the lines stand at its ends
        for side in (-1, 1):
            at = x + side * (wide / 2 - 0.035 * scale)
            drawing.rect(
                at - 0.035 * scale, y - high / 2, 0.07 * scale, high, fill=ink.hatched(paper.scale)
            )
    write_words(paper, middle, UNITS * scale, words, ink.on)


def _free(paper: Paper, site: int) -> tuple[float, float]:
    """How far plates of a space may reach west and east: what lies on a border stays free."""
    board, west, east = paper.board, -0.47, 0.47
    for border in paper.picture.pieces.site.tolist():
        if border in board.edges and board.edges[border][0] == site:
            dx, dy = (board.centres[border, :2] - board.centres[site, :2]).tolist()
            if abs(dy) < 0.1 and dx < 0:
                west = dx + ON_BORDER + 0.03
            elif abs(dy) < 0.1:
                east = dx - ON_BORDER - 0.03
    return west, east


def words_wide(paper: Paper, words: tuple[str, ...], size: float) -> float:
    """Return how wide words and signs are side by side."""
    return sum(_word_wide(paper, word, size) for word in words) + 0.25 * size * (len(words) - 1)


def _word_wide(paper: Paper, word: str, size: float) -> float:
    return 0.95 * size if word.startswith(SIGN) else paper.style.measure(word, size)


def write_words(paper: Paper, middle: Point, size: float, words: tuple[str, ...], ink: str) -> None:
    """Write words and signs side by side."""
    x, y = middle
    left = x - words_wide(paper, words, size) / 2
    for word in words:
        wide = _word_wide(paper, word, size)
        centre = left + wide / 2
        if word.startswith(SIGN):
            half = 0.43 * size
            outline = [
                [(centre + half * a, y - half * b) for a, b in polygon]
                for polygon in SIGNS[word.removeprefix(SIGN)]
            ]
            paper.drawing.path(outline, fill=ink)
        else:
            paper.drawing.text((centre, y), size, word, fill=ink, font_weight="bold")
        left += wide + 0.25 * size
