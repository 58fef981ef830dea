"""SVG files (SVG 1.1), as little of them as every program that reads SVG knows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from unicodedata import east_asian_width
from xml.etree import ElementTree as ET

FONT = "DejaVu Sans, Verdana, sans-serif"
MIDDLE = 0.365
"""Where the base line of figures and capitals is below their middle, in sizes of the letters."""
WIDE, USUAL = 1.0, 0.64
"""How wide letters are, in their size: those of East Asia, and the widest of most others."""
_WIDTHS = (("WMmw@%&", 0.98), (" ,.;:!'|iIjl()[]", 0.40), ("frt-", 0.44), ("ABCDGHKNOQRUVXY", 0.78))
_OWN = {letter: wide for letters, wide in _WIDTHS for letter in letters}
SHINE, REACH = (0.38, 0.34), 0.75
"""Where the light comes to on a disc, as shares of its box, and how far the shade runs."""
LYING = 10.0
"""Size of letters that are turned into a plane: much smaller ones some programs leave out."""
Point = tuple[float, float]
_COLOURS = {"fill", "stroke", "stop-color"}
"""Attributes that hold colours."""
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def plain(text: str) -> str:
    """Return a text without what no XML file may hold (XML 1.0, section 2.2), in one line."""
    return " ".join(_NOT_XML.sub("", text).split())


def width_of(text: str, size: float) -> float:
    """Return about how wide a text is in letters of a size: no font is asked."""
    return size * sum(
        _OWN.get(one) or (WIDE if east_asian_width(one) in "WF" else USUAL) for one in text
    )


def number(value: float) -> str:
    """Return a number with as many places as can be seen."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def way(points: Iterable[Point]) -> str:
    """Return points as the attribute ``points`` holds them."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


class Svg:
    """A drawing; y runs downwards.

    Parameters
    ----------
    width, height
        In its unit.
    title
        What screen readers are told; "" for nothing.
    unit
        "pt", 1/72 inch, or "px".
    """

    def __init__(self, width: float, height: float, title: str = "", unit: str = "pt") -> None:
        self.width, self.height, self._unit = width, height, unit
        self._root = ET.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "version": "1.1",
                "width": f"{number(width)}{unit}",
                "height": f"{number(height)}{unit}",
                "viewBox": f"0 0 {number(width)} {number(height)}",
                "font-family": FONT,
            },
        )
        if plain(title):
            self._root.set("role", "img")
            ET.SubElement(self._root, "title").text = plain(title)
        self._defs = ET.SubElement(self._root, "defs")
        self._into = self._root
        self._known: dict[object, str] = {}

    def recolour(self, change: Callable[[str], str]) -> None:
        """Change every colour that is drawn with."""
        for element in self._root.iter():
            for name in _COLOURS & element.attrib.keys():
                if element.attrib[name].startswith("#"):
                    element.attrib[name] = change(element.attrib[name])

    def text_of_file(self) -> str:
        """Return the file."""
        if not len(self._defs):
            self._root.remove(self._defs)
        ET.indent(self._root, " ")
        return ET.tostring(self._root, "unicode", xml_declaration=False) + "\n"

    def grow(self, by: float) -> float:
        """Make the drawing higher, and return where the new room begins."""
        top, self.height = self.height, self.height + by
        self._root.set("height", f"{number(self.height)}{self._unit}")
        self._root.set("viewBox", f"0 0 {number(self.width)} {number(self.height)}")
        return top

    # -- shapes: `look` is fill, stroke, stroke_width, opacity ... ---------------------------------

    def circle(self, middle: Point, radius: float, **look: object) -> None:
        """Draw a circle."""
        self._add("circle", {"cx": middle[0], "cy": middle[1], "r": radius}, look)

    def rect(
        self, left: float, top: float, wide: float, high: float, round_by: float = 0, **look: object
    ) -> None:
        """Draw a rectangle, with round corners where `round_by` is not 0."""
        place = {"x": left, "y": top, "width": wide, "height": high}
        self._add("rect", place | ({"rx": round_by} if round_by else {}), look)

    def line(self, start: Point, end: Point, **look: object) -> None:
        """Draw a line."""
        place = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
        self._add("line", place, look)

    def polygon(self, points: Iterable[Point], **look: object) -> None:
        """Draw a closed polygon."""
        self._add("polygon", {"points": way(points)}, look)

    def polyline(self, points: Iterable[Point], **look: object) -> None:
        """Draw an open line through points."""
        self._add("polyline", {"points": way(points), "fill": "none"}, look)

    def path(self, polygons: Iterable[Sequence[Point]], **look: object) -> None:
        """Draw polygons as one shape; where two overlap there is a hole."""
        steps = " ".join(
            "M" + " L".join(f"{number(x)} {number(y)}" for x, y in points) + " Z"
            for points in polygons
        )
        self._add("path", {"d": steps, "fill-rule": "evenodd"}, look)

    def text(
        self,
        middle: Point,
        size: float,
        words: str,
        *,
        anchor: str = "middle",
        **look: object,
    ) -> None:
        """Write a text, upright, so that the middle of its capitals is at a height."""
        place = {"x": middle[0], "y": middle[1] + MIDDLE * size, "font-size": size}
        made = self._add("text", {**place, "text-anchor": anchor}, look)
        made.text = plain(words)

    def lying(
        self, middle: Point, right: Point, down: Point, high: float, words: str, **look: object
    ) -> None:
        """Write a text that lies in a plane.

        Parameters
        ----------
        right, down
            Where a unit of the plane leads on paper, along the line and below it.
        high
            The size of the letters, in these units.
        """
        part = high / LYING
        turn = (*(part * x for x in right), *(part * x for x in down), *middle)
        matrix = f"matrix({' '.join(f'{value:.5g}' for value in turn)})"
        place = {"transform": matrix, "font-size": LYING, "y": MIDDLE * LYING}
        made = self._add("text", {**place, "text-anchor": "middle"}, look)
        made.text = plain(words)

    @contextmanager
    def group(self, **look: object) -> Iterator[None]:
        """Draw what follows within as one group."""
        before = self._into
        self._into = self._add("g", {}, look)
        yield
        self._into = before

    # -- what shapes are filled with -----------------------------------------------------------

    def shade(self, stops: Sequence[tuple[float, str]]) -> str:
        """Return a fill that runs round a place at the upper left of each shape."""
        x, y = SHINE
        return self._round(stops, {"cx": x, "cy": y, "fx": x, "fy": y, "r": REACH})

    def shade_of(self, stops: Sequence[tuple[float, str]], middle: Point, radius: float) -> str:
        """Return the fill that `shade` gives a whole disc, for a part of one."""
        x, y = (at + (2 * share - 1) * radius for at, share in zip(middle, SHINE, strict=True))
        place = {"cx": x, "cy": y, "fx": x, "fy": y, "r": 2 * REACH * radius}
        return self._round(stops, place, "userSpaceOnUse")

    def _round(
        self, stops: Sequence[tuple[float, str]], place: Mapping[str, float], units: str = ""
    ) -> str:
        key = ("shade", tuple(stops), tuple(place.values()), units)
        if key not in self._known:
            made = self._define("radialGradient", key)
            made.attrib.update({name: number(value) for name, value in place.items()})
            if units:
                made.set("gradientUnits", units)
            for at, colour in stops:
                ET.SubElement(made, "stop", {"offset": number(at), "stop-color": colour})
        return f"url(#{self._known[key]})"

    def ramp(self, stops: Sequence[tuple[float, str]]) -> str:
        """Return a fill that runs from left to right."""
        key = ("ramp", tuple(stops))
        if key not in self._known:
            made = self._define("linearGradient", key)
            for at, colour in stops:
                ET.SubElement(made, "stop", {"offset": number(at), "stop-color": colour})
        return f"url(#{self._known[key]})"

    def hatch(self, ground: str, ink: str, step: float, thick: float, turns: Sequence[int]) -> str:
        """Return a fill of parallel lines, turned by degrees; two turns cross."""
        key = ("hatch", ground, ink, step, thick, tuple(turns))
        if key not in self._known:
            made = self._define("pattern", key)
            side = number(step)
            made.attrib.update(
                {
                    "patternUnits": "userSpaceOnUse",
                    "width": side,
                    "height": side,
                    "patternTransform": f"rotate({turns[0]})",
                }
            )
            ET.SubElement(made, "rect", {"width": side, "height": side, "fill": ground})
            ET.SubElement(made, "rect", {"width": side, "height": number(thick), "fill": ink})
            if len(turns) > 1:
                ET.SubElement(made, "rect", {"width": number(thick), "height": side, "fill": ink})
        return f"url(#{self._known[key]})"

    def _define(self, tag: str, key: object) -> ET.Element:
        name = self._known[key] = f"{tag[0]}{len(self._known)}"
        return ET.SubElement(self._defs, tag, {"id": name})

    def _add(self, tag: str, place: Mapping[str, object], look: Mapping[str, object]) -> ET.Element:
        found: dict[str, str] = {}
        for name, value in {**place, **look}.items():
            if value is not None:
                text = number(value) if isinstance(value, float | int) else str(value)
                found[name.replace("_", "-")] = text
        return ET.SubElement(self._into, tag, found)
