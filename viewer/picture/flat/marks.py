"""What lies over a map: explanations, plans, chances, and a teacher's marks."""

from math import hypot

from viewer.picture.compose.colouring import VALUE_COLOURS, heat_colours
from viewer.picture.flat.drawing import Drawing, Point, ShapeStyle
from viewer.picture.flat.inks import PlayerInk, code, lightness
from viewer.picture.flat.paper import DARK, WHITE, Paper, Style
from viewer.picture.palette import STANDARD
from viewer.visuals import overlay_types

HIDDEN = 0.35
"""How strongly heat is drawn where the View hides the point."""


def draw_over(paper: Paper) -> None:
    """Draw what of the overlays lies on the sites of a map, marks of a teacher apart."""
    here = paper.here
    carried = [pair for pair in paper.picture.carried if set(pair) <= here]
    for start, end in carried:
        arrow(paper.drawing, paper.at(start), paper.at(end), 0.07 * paper.scale, "#4B5563")
    overlays = paper.picture.overlays
    numbered = {
        site for one in overlays if isinstance(one, overlay_types.Marks) for site in one.sites
    }
    threats = 0
    for overlay in overlays:
        match overlay:
            case overlay_types.Sheet(sites=sites):
                _rings(paper, here, sites)
            case overlay_types.Tube():
                _way(paper, here, overlay)
            case (
                overlay_types.Marks(sites=sites, texts=texts)
                | overlay_types.Numbers(sites=sites, texts=texts)
            ):
                for site, text in zip(sites, texts, strict=True):
                    if site in here:
                        plate(paper, paper.at(site), text, paper.style.accent)
            case overlay_types.Threats(sites=sites, owner=owner):
                for site in here.intersection(sites) - numbered:  # a plan's number says more
                    _threat(paper, site, 0.29 + 0.13 * threats, paper.inks.of(owner))
                threats += 1
            case overlay_types.Heat():
                _heat(paper, here, overlay, numbered)
            case overlay_types.Values():
                _values(paper, here, overlay)
            case overlay_types.Pour(distances=distances, time=time):
                for site in here:
                    if 0 <= distances[site] < time:
                        _poured(paper, site)
            case overlay_types.Arrow():
                if {overlay.start, overlay.end} <= here:
                    _arrow(paper, overlay)
            case overlay_types.Lit(sites=sites, style=style):
                for site in here.intersection(sites):
                    _lit(paper, site, style)


def _poured(paper: Paper, site: int) -> None:
    """A golden disc; a ball keeps its colour and has a golden ring."""
    gold = STANDARD.escape
    if paper.owner[site] >= -1:
        _ring(paper, site, 0.43, gold, 0.08)
    else:
        paper.drawing.circle(paper.at(site), 0.22 * paper.scale, fill=gold)


def _ring(
    paper: Paper, site: int, radius: float, ink: str, wide: float, least: float = 0.7
) -> None:
    paper.drawing.disc(paper.at(site), radius * paper.scale, "none", ink, paper.thick(least, wide))


def _rings(paper: Paper, here: frozenset[int], sites: tuple[int, ...]) -> None:
    for site in sites if paper.rings else ():
        if site in here and paper.owner[site] >= -1:
            _ring(paper, site, 0.39, WHITE, 0.08)
            if lightness(paper.inks.of(int(paper.owner[site]), site).fill) > 0.8:
                _ring(paper, site, 0.39, DARK, 0.04)


def _way(paper: Paper, here: frozenset[int], tube: overlay_types.Tube) -> None:
    """Rings on what a way passes, joined where two that follow lie on this map."""
    _rings(paper, here, tube.sites)
    escape = tube.style == "escape"
    ink = STANDARD.escape if escape else WHITE
    dashes = f"{0.12 * paper.scale:.2f}" if tube.style in ("plan", "tether") else None
    for start, end in zip(tube.sites, tube.sites[1:], strict=False):
        if {start, end} <= here:
            for colour, wide in ((DARK, 0.13), (ink, 0.08)):
                paper.drawing.line(
                    paper.at(start),
                    paper.at(end),
                    stroke=colour,
                    stroke_linecap="round",
                    stroke_width=wide * paper.scale,
                    stroke_dasharray=dashes,
                )


def _threat(paper: Paper, site: int, radius: float, ink: PlayerInk) -> None:
    """A ring in the colour of a side, parted in two for a side whose balls carry a band."""
    if not ink.band:
        _ring(paper, site, radius, ink.rim, 0.07)
        return
    for inwards in (0.0, 0.05):
        _ring(paper, site, radius - inwards, ink.rim, 0.028, least=0.28)


def _heat(paper: Paper, here: frozenset[int], heat: overlay_types.Heat, numbered: set[int]) -> None:
    """A disc as in the scene, larger where more was looked at; a ring round what is there."""
    drawing, scale = paper.drawing, paper.scale
    rows = zip(heat.sites, heat.weights, heat_colours(heat), strict=True)
    for site, weight, colour in rows:
        if site not in here:
            continue
        ink, rim, middle = code(colour), paper.thick(0.4, 0.035), paper.at(site)
        light = (0.65 + 0.35 * weight) * (HIDDEN if paper.hidden[site] else 1.0)
        if paper.owner[site] >= -1 or site in numbered:
            for stroke, width in ((paper.style.strong, 0.1 * scale + 2 * rim), (ink, 0.1 * scale)):
                drawing.circle(
                    middle,
                    0.44 * scale,
                    fill="none",
                    stroke=stroke,
                    stroke_opacity=light,
                    stroke_width=width,
                )
            continue
        drawing.circle(
            middle,
            (0.14 + 0.26 * weight) * scale,
            fill=ink,
            fill_opacity=light,
            stroke=paper.style.strong,
            stroke_opacity=light,
            stroke_width=rim,
        )


def _values(paper: Paper, here: frozenset[int], values: overlay_types.Values) -> None:
    rows = zip(values.sites, values.texts, values.values, values.best, strict=True)
    for site, text, value, best in rows:
        if site not in here:
            continue
        if paper.style.measure(text, paper.letters) > 0.92 * paper.scale:
            text = text[:1]
        plate(
            paper,
            paper.at(site),
            text,
            paper.style.strong if best else paper.style.gap,
            code(VALUE_COLOURS[value]),
            WHITE,
        )


def _arrow(paper: Paper, one: overlay_types.Arrow) -> None:
    ink = paper.inks.of(one.owner).rim if one.owner >= 0 else DARK
    ink = "#9A2A12" if one.style in ("stopped", "void") else ink
    start, end = paper.at(one.start), paper.at(one.end)
    wide = (0.05 if one.style == "throw" else 0.075) * paper.scale
    dashed = one.guessed or one.style in ("throw", "void")
    arrow(paper.drawing, start, end, wide, ink, dashed=dashed)
    if one.text:
        plate(paper, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), one.text, ink)


def _lit(paper: Paper, site: int, style: str) -> None:
    ink = {"warned": "#B3261E", "shut": "#6A7078"}.get(style, paper.style.accent)
    paper.drawing.rect(
        *paper.square(site, 0.46),
        0.06 * paper.scale,
        fill=ink,
        fill_opacity=0.12,
        stroke=ink,
        stroke_width=paper.thick(0.6, 0.05),
    )


# -- a teacher's marks -------------------------------------------------------------------------


def draw_signs(paper: Paper) -> None:
    """Draw what a teacher marked on a map; hidden points are marked all the same."""
    here = paper.here
    for one in paper.picture.overlays:
        if isinstance(one, overlay_types.Sign) and here.intersection(one.sites):
            _sign(paper, here, one)


def draw_sheets(paper: Paper) -> None:
    """Draw the skins between the balls of sheets."""
    for one in paper.picture.overlays:
        if isinstance(one, overlay_types.Sheet):
            ink = paper.inks.of(one.owner).fill
            for three in one.triangles.tolist():
                paper.drawing.polygon(
                    [paper.at(site) for site in three],
                    fill=ink,
                    fill_opacity=0.30,
                    stroke=ink,
                    stroke_opacity=0.5,
                    stroke_width=0.03 * paper.scale,
                    stroke_linejoin="round",
                )


def _sign(paper: Paper, here: frozenset[int], sign: overlay_types.Sign) -> None:
    colour, scale = STANDARD.signs[sign.colour], paper.scale
    centres = [paper.at(site) for site in sign.sites if site in here]
    if sign.shape == "link":
        whole = here.issuperset(sign.sites)
        with paper.drawing.group(opacity=None if whole else 0.6):
            arrow(
                paper.drawing,
                paper.at(sign.sites[0]),
                paper.at(sign.sites[-1]),
                0.10 * scale,
                colour,
            )
    elif sign.shape == "group":
        for radius, ink, wide in ((0.47, DARK, 0.15), (0.47, WHITE, 0.12), (0.47, colour, 0.08)):
            for centre in centres:
                paper.drawing.disc(centre, radius * scale, "none", ink, wide * scale)
    elif sign.shape == "sheet":
        for three in () if sign.triangles is None else sign.triangles.tolist():
            if here.intersection(three):
                paper.drawing.polygon(
                    [paper.at(site) for site in three],
                    fill=colour,
                    fill_opacity=0.28,
                    stroke=colour,
                    stroke_width=0.6,
                    stroke_linejoin="round",
                )
        for centre in centres:
            draw_sign(paper.drawing, "ring", centre, 0.25 * scale, colour, paper.style.hair)
    elif sign.shape != "text":
        for centre in centres:
            draw_sign(paper.drawing, sign.shape, centre, 0.31 * scale, colour, paper.style.hair)
    if sign.text and sign.sites[0] in here:
        x, y = paper.at(sign.sites[0])
        up = 0.0 if sign.shape == "text" else 0.58 * scale
        plate(paper, (x, y - up), sign.text, colour)


def draw_sign(
    drawing: Drawing, name: str, middle: Point, radius: float, colour: str, hair: float
) -> None:
    """Draw a ring, cross, square or dot, outlined white and dark."""
    x, y = middle
    stroke, rim = max(0.7 * hair, 0.24 * radius), max(0.35 * hair, 0.13 * radius)
    if name == "dot":
        for extra, ink in ((1.7 * rim, DARK), (1.2 * rim, WHITE), (0.0, colour)):
            drawing.circle(middle, 0.5 * radius + extra, fill=ink)
        return
    for extra, ink in ((2.4 * rim, DARK), (1.7 * rim, WHITE), (0.0, colour)):
        look: ShapeStyle = {
            "stroke": ink,
            "stroke_width": stroke + extra,
            "fill": "none",
            "stroke_linejoin": "round",
            "stroke_linecap": "round",
        }
        if name == "cross":
            arm = 0.7 * radius
            drawing.line((x - arm, y - arm), (x + arm, y + arm), **look)
            drawing.line((x - arm, y + arm), (x + arm, y - arm), **look)
        elif name == "square":
            side = 0.85 * radius
            drawing.rect(x - side, y - side, 2 * side, 2 * side, 0, **look)
        else:
            drawing.circle(middle, radius, **look)


def arrow(
    drawing: Drawing, start: Point, end: Point, wide: float, colour: str, *, dashed: bool = False
) -> None:
    """Draw an arrow with an outline."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    if length < 1e-6:
        return
    ax, ay = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    head = min(4.2 * wide, 0.6 * length)
    neck = (end[0] - ax * head, end[1] - ay * head)

    def beside(place: Point, by: float) -> Point:
        return place[0] - ay * by * wide, place[1] + ax * by * wide

    tip = [beside(neck, 1.5), end, beside(neck, -1.5)]
    outline = [beside(start, 0.5), beside(neck, 0.5), *tip, beside(neck, -0.5), beside(start, -0.5)]
    if dashed:
        drawing.line(start, neck, stroke=WHITE, stroke_width=1.9 * wide)
        drawing.line(
            start,
            neck,
            stroke=colour,
            stroke_width=wide,
            stroke_dasharray=f"{2.2 * wide:.2f} {1.6 * wide:.2f}",
        )
        drawing.face(tip, colour, WHITE, 0.4 * wide)
        return
    drawing.face(outline, WHITE, WHITE, 0.9 * wide)
    drawing.polygon(outline, fill=colour)


def plate(
    paper: Paper, middle: Point, text: str, rim: str, fill: str = WHITE, ink: str = DARK
) -> None:
    """Write a word on a plate."""
    write_plate(paper.drawing, middle, text, paper.letters, paper.style, rim, fill, ink)


def write_plate(
    drawing: Drawing,
    middle: Point,
    text: str,
    size: float,
    style: Style,
    rim: str,
    fill: str = WHITE,
    ink: str = DARK,
) -> None:
    """Write a word on a plate; at the rim of the drawing it moves inwards."""
    high = 1.35 * size
    wide = max(high, style.measure(text, size) + 0.6 * size)
    x = max(wide / 2 + 0.5, min(middle[0], drawing.width - wide / 2 - 0.5))
    y = max(high / 2 + 0.5, min(middle[1], drawing.height - high / 2 - 0.5))
    drawing.rect(
        x - wide / 2,
        y - high / 2,
        wide,
        high,
        0.42 * high,
        fill=fill,
        stroke=rim,
        stroke_width=0.7 * style.hair,
    )
    drawing.text((x, y), size, text, fill=ink, font_weight="bold")
