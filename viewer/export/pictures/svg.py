"""Writes drawings as SVG files (SVG 1.1), as little of it as every program that reads SVG knows."""

from bisect import bisect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from xml.etree import ElementTree as ET

import numpy as np

from viewer.picture.compose.colouring import Legend, LegendRow, legend_of
from viewer.picture.flat import drawing as flat
from viewer.picture.flat.inks import Ink, code, without_hue
from viewer.picture.flat.level_maps import HEIGHT, WIDTH, level_maps
from viewer.picture.flat.level_maps import LETTERS as MAP_LETTERS
from viewer.picture.flat.marks import draw_signs
from viewer.picture.flat.paper import PRINT, Paper
from viewer.picture.palette import Palette
from viewer.picture.picture import Picture
from viewer.scene.offscreen import Image
from viewer.scene.printed_legend import colours_of, lay
from viewer.scene.props.labels import line_of_text

# Captions: what is said below a picture, broken into lines that fit its width.

MOST_LINES = 12
"""Lines, those of the heading included; what is longer ends in "…"."""
LETTERS = 1 / 38
"""Height of letters as a share of the picture's height, or of three quarters of its width."""
HEADING = 1.25
"""How much larger a heading is."""
LONGEST = 2_000
"""Letters that are looked at: more than any caption holds."""


@dataclass(frozen=True)
class SvgCaption:
    """A heading and what is said, each "" for nothing."""

    heading: str
    said: str = ""

    def lines(
        self,
        width: float,
        size: float,
        measure: Callable[[str, float], float],
        most: int = MOST_LINES,
    ) -> list[tuple[str, float]]:
        """Return the lines and the size of each one's letters.

        Parameters
        ----------
        width, size
            The room, and the usual size of letters, in one measure.
        measure
            Returns how wide a text is in letters of a size.
        most
            Lines that there is room for.
        """
        heading = wrapped(
            flat.plain(self.heading[:LONGEST]),
            min(2, most),
            lambda t: measure(t, HEADING * size) <= width,
        )
        said = wrapped(
            flat.plain(self.said[:LONGEST]),
            most - len(heading),
            lambda t: measure(t, size) <= width,
        )
        return [(line, HEADING * size) for line in heading] + [(line, size) for line in said]


NOTHING = SvgCaption("")


def wrapped(text: str, most: int, fits: Callable[[str], bool]) -> list[str]:
    """Break a text into at most so many lines that fit; words that are too long are broken, too."""
    lines: list[str] = []
    rest = text
    while rest and len(lines) < most:
        end = 1 + bisect(range(2, len(rest) + 1), 0, key=lambda n: not fits(rest[:n]))
        if end < len(rest):
            space = rest.rfind(" ", 0, end + 1)
            end = space if space > 0 else end
        lines.append(rest[:end].strip())
        rest = rest[end:].strip()
    if rest and lines:
        last = lines[-1]
        while last and not fits(f"{last}…"):
            last = last[:-1]
        lines[-1] = f"{last.rstrip()}…"
    return lines


class Band:
    """A caption as it is printed below a picture of some size.

    Parameters
    ----------
    size
        Of the whole, caption included, in pixels.
    least
        Pixels that it takes at least: those of a series are all alike.

    Attributes
    ----------
    height
        Pixels it takes; 0 where there is nothing to say.
    """

    def __init__(self, caption: SvgCaption, size: tuple[int, int], least: int = 0) -> None:
        width, height = size
        letters = max(9, round(LETTERS * min(height, 0.75 * width)))
        self._margin = round(1.1 * letters)

        def measure(text: str, high: float) -> float:
            return float(line_of_text(text, round(high)).shape[1])

        room = max(letters, width - 2 * self._margin)
        most = MOST_LINES
        while True:
            lines = caption.lines(room, letters, measure, most)
            self._inks = [line_of_text(text, round(high))[::-1] for text, high in lines]
            if self._tall() <= 0.5 * height:
                break
            most -= 1
        self.height = max(self._tall(), least)

    def _tall(self) -> int:
        lines = sum(round(1.3 * len(ink)) for ink in self._inks)
        return lines + round(1.2 * self._margin) if lines else 0

    def below(self, picture: Image, palette: Palette) -> Image:
        """Return a picture with the caption below it, on the ground of its lowest row.

        Parameters
        ----------
        picture
            (height, width, 3) uint8.
        palette
            What the letters take their colour from.
        """
        if not self.height:
            return picture
        width = picture.shape[1]
        band = np.zeros((self.height, width, 3), np.float32) + picture[-1, 0] / np.float32(255)
        ink, _ = colours_of(palette)
        top = round(0.5 * self._margin)
        for line in self._inks:
            left = min(self._margin, max(0, width - line.shape[1]))
            cut = line[:, : width - left].astype(np.float32) / 255
            lay(band, left, top, cut, ink)
            top += round(1.3 * line.shape[0])
        return np.concatenate([picture, np.rint(255 * np.clip(band, 0, 1)).astype(np.uint8)])


FONT = "DejaVu Sans, Verdana, sans-serif"
LYING = 10.0
"""Size of letters that are turned into a plane: much smaller ones some programs leave out."""
Attributes = Mapping[str, object]


def svg_text(
    drawing: flat.Drawing,
    *,
    title: str = "",
    unit: str = "pt",
    ink: Callable[[str], str] | None = None,
) -> str:
    """Return a drawing as an SVG file.

    Parameters
    ----------
    title
        What screen readers are told; "" for nothing.
    unit
        "pt", 1/72 inch, or "px".
    ink
        Returns what stands for a colour, ``#RRGGBB``; None: every colour is as it is.
    """
    width, height = number(drawing.width), number(drawing.height)
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "version": "1.1",
            "width": f"{width}{unit}",
            "height": f"{height}{unit}",
            "viewBox": f"0 0 {width} {height}",
            "font-family": FONT,
        },
    )
    if flat.plain(title):
        root.set("role", "img")
        ET.SubElement(root, "title").text = flat.plain(title)
    fills = _Fills(ET.SubElement(root, "defs"), ink)
    into = [root]
    for shape in drawing.shapes:
        if isinstance(shape, flat.GroupEnd):
            into.pop()
            continue
        tag, place, words = _element(shape)
        made = ET.SubElement(into[-1], tag)
        for name, value in {**place, **shape.look}.items():
            if value is None:
                continue
            text = number(value) if isinstance(value, float | int) else fills.text(value)
            made.set(name.replace("_", "-"), text)
        made.text = words
        if isinstance(shape, flat.Group):
            into.append(made)
    if not len(fills.defs):
        root.remove(fills.defs)
    ET.indent(root, " ")
    return ET.tostring(root, "unicode", xml_declaration=False) + "\n"


def _element(shape: flat.Shape) -> tuple[str, Attributes, str | None]:
    """The tag of a shape, where it is, and the text in it."""
    match shape:
        case flat.Circle((x, y), radius, _):
            return "circle", {"cx": x, "cy": y, "r": radius}, None
        case flat.Rect(left, top, wide, high, round_by, _):
            place = {"x": left, "y": top, "width": wide, "height": high}
            return "rect", place | ({"rx": round_by} if round_by else {}), None
        case flat.Line(start, end, _):
            return "line", {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}, None
        case flat.Polygon(points, True, _):
            return "polyline", {"points": way(points), "fill": "none"}, None
        case flat.Polygon(points, _, _):
            return "polygon", {"points": way(points)}, None
        case flat.Path(polygons, _):
            steps = " ".join(
                "M" + " L".join(f"{number(x)} {number(y)}" for x, y in points) + " Z"
                for points in polygons
            )
            return "path", {"d": steps, "fill-rule": "evenodd"}, None
        case flat.Text((x, y), size, words, anchor, _):
            place = {"x": x, "y": y + flat.MIDDLE * size, "font-size": size}
            return "text", {**place, "text-anchor": anchor}, flat.plain(words)
        case flat.Lying(middle, right, down, size, words, _):
            part = size / LYING
            turn = (*(part * x for x in right), *(part * x for x in down), *middle)
            matrix = f"matrix({' '.join(f'{value:.5g}' for value in turn)})"
            turned = {"transform": matrix, "font-size": LYING, "y": flat.MIDDLE * LYING}
            return "text", {**turned, "text-anchor": "middle"}, flat.plain(words)
        case _:
            return "g", {}, None


class _Fills:
    """The fills of a file that are more than a colour, each defined where it is first used."""

    def __init__(self, defs: ET.Element, ink: Callable[[str], str] | None) -> None:
        self.defs, self._ink = defs, ink
        self._names: dict[flat.Paint, str] = {}

    def text(self, value: object) -> str:
        """Return what stands for a fill, or a value of another kind, in the file."""
        if isinstance(value, str):
            return self._ink(value) if self._ink is not None and value.startswith("#") else value
        assert isinstance(value, flat.Shade | flat.Ramp | flat.Hatch)
        if value not in self._names:
            tag = {flat.Shade: "radialGradient", flat.Hatch: "pattern"}.get(
                type(value), "linearGradient"
            )
            self._names[value] = f"{tag[0]}{len(self._names)}"
            made = ET.SubElement(self.defs, tag, {"id": self._names[value]})
            if isinstance(value, flat.Hatch):
                self._hatch(made, value)
                return f"url(#{self._names[value]})"
            if isinstance(value, flat.Shade):
                _place(made, value)
            for at, colour in value.stops:
                stop = {"offset": number(at), "stop-color": self.text(colour)}
                ET.SubElement(made, "stop", stop)
        return f"url(#{self._names[value]})"

    def _hatch(self, made: ET.Element, hatch: flat.Hatch) -> None:
        side, thick = number(hatch.step), number(hatch.thick)
        made.set("patternUnits", "userSpaceOnUse")
        made.set("width", side)
        made.set("height", side)
        made.set("patternTransform", f"rotate({hatch.turns[0]})")
        lines = [(side, side, hatch.ground), (side, thick, hatch.ink), (thick, side, hatch.ink)]
        for wide, high, fill in lines[: 1 + len(hatch.turns)]:
            look = {"width": wide, "height": high, "fill": self.text(fill)}
            ET.SubElement(made, "rect", look)


def _place(made: ET.Element, shade: flat.Shade) -> None:
    (x, y), reach = flat.SHINE, flat.REACH
    if shade.middle is not None:
        radius = shade.radius
        x, y = (
            at + (2 * share - 1) * radius
            for at, share in zip(shade.middle, flat.SHINE, strict=True)
        )
        reach = 2 * flat.REACH * radius
    for name, value in (("cx", x), ("cy", y), ("fx", x), ("fy", y), ("r", reach)):
        made.set(name, number(value))
    if shade.middle is not None:
        made.set("gradientUnits", "userSpaceOnUse")


def number(value: float) -> str:
    """Return a number with as many places as can be seen."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def way(points: Iterable[flat.Point]) -> str:
    """Return points as the attribute ``points`` holds them."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


# What is written below a drawing: what its colours mean, a heading, and what is said.


def write_below(paper: Paper, caption: SvgCaption, *, legend: bool, letters: float = 0.0) -> None:
    """Make a drawing higher for its legend and caption, and write them there.

    Parameters
    ----------
    letters
        The size of letters; 0: as large as the drawing is.
    """
    drawing = paper.drawing
    size = letters or LETTERS * min(drawing.height, 0.75 * drawing.width)
    found = legend_of(paper.picture) if legend and not paper.inks.is_grey else None
    if found is not None:
        _legend(drawing, found, size)
    lines = caption.lines(drawing.width - 2 * size, size, flat.width_of)
    if not lines:
        return
    top = drawing.grow(sum(1.4 * high for _, high in lines) + size)
    for text, high in lines:
        weight = "bold" if high > size else None
        drawing.text(
            (size, top + 0.7 * high),
            high,
            text,
            anchor="start",
            fill=PRINT.text,
            font_weight=weight,
        )
        top += 1.4 * high


def _legend(drawing: flat.Drawing, legend: Legend, size: float) -> None:
    """A heading, then a row a line: a name, and colours between what they mean."""
    top = drawing.grow(1.5 * size * (len(legend.rows) + bool(legend.title)) + size)
    named = max((flat.width_of(row.player, size) for row in legend.rows), default=0.0)
    firsts = max((flat.width_of(row.first, size) for row in legend.rows if row.smooth), default=0.0)
    if legend.title:
        drawing.text(
            (size, top + 0.75 * size), size, legend.title, anchor="start", fill=PRINT.muted
        )
        top += 1.5 * size
    for row in legend.rows:
        middle = top + 0.75 * size
        drawing.text((size, middle), size, row.player, anchor="start", fill=PRINT.text)
        _colours(drawing, row, (size * 1.6 + named, middle), size, firsts)
        top += 1.5 * size


def _colours(
    drawing: flat.Drawing, row: LegendRow, start: tuple[float, float], size: float, firsts: float
) -> None:
    left, middle = start
    colours = [code(colour) for colour in row.colours]
    if row.smooth:
        drawing.text((left + firsts, middle), size, row.first, anchor="end", fill=PRINT.muted)
        left += firsts + 0.5 * size
        stops = tuple((k / max(1, len(colours) - 1), one) for k, one in enumerate(colours))
        drawing.rect(
            left, middle - 0.4 * size, 5.2 * size, 0.8 * size, 0.2 * size, fill=flat.Ramp(stops)
        )
        drawing.text((left + 5.7 * size, middle), size, row.last, anchor="start", fill=PRINT.muted)
        return
    for colour in colours:
        drawing.circle((left + 0.4 * size, middle), 0.4 * size, fill=colour)
        left += 1.05 * size
    words = ", ".join(part for part in (row.first, row.last) if part)
    drawing.text((left + 0.4 * size, middle), size, words, anchor="start", fill=PRINT.muted)


# All levels of a position as plans in an SVG file.


def level_maps_svg(
    picture: Picture,
    *,
    ink: Ink = "colour",
    names: bool = True,
    width: float = WIDTH,
    height: float = HEIGHT,
    title: str = "",
    caption: SvgCaption = NOTHING,
    legend: bool = False,
) -> str:
    """Return an SVG file with a plan of every level of a picture's board.

    Parameters
    ----------
    picture
        What stands, with its marks and explanations.
    ink, names, width, height
        As `viewer.picture.flat.level_maps.level_maps` takes them.
    title
        What screen readers are told.
    caption, legend
        What is written below, as much higher as it needs, and whether what colours mean is.
    """
    drawing, papers = level_maps(picture, ink=ink, names=names, width=width, height=height)
    write_below(papers[-1], caption, legend=legend, letters=MAP_LETTERS[0])
    for paper in papers:  # over everything: a link may cross from map to map
        draw_signs(paper)
    # What is nearly grey loses its hue, too: greyscale printers dither a tint.
    return svg_text(drawing, title=title, ink=without_hue if papers[0].inks.is_grey else None)
