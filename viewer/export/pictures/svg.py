"""Writes drawings as SVG files (SVG 1.1), as little of it as every program that reads SVG knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from xml.etree import ElementTree as ET

from viewer.picture.flat.drawing import (
    MIDDLE,
    REACH,
    SHINE,
    Circle,
    Drawing,
    End,
    Group,
    Hatch,
    Line,
    Lying,
    Paint,
    Path,
    Point,
    Polygon,
    Ramp,
    Rect,
    Shade,
    Shape,
    Text,
    plain,
)

FONT = "DejaVu Sans, Verdana, sans-serif"
LYING = 10.0
"""Size of letters that are turned into a plane: much smaller ones some programs leave out."""
Attributes = Mapping[str, object]


def svg_text(
    drawing: Drawing, *, title: str = "", unit: str = "pt", ink: Callable[[str], str] | None = None
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
    if plain(title):
        root.set("role", "img")
        ET.SubElement(root, "title").text = plain(title)
    fills = _Fills(ET.SubElement(root, "defs"), ink)
    into = [root]
    for shape in drawing.shapes:
        if isinstance(shape, End):
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
        if isinstance(shape, Group):
            into.append(made)
    if not len(fills.defs):
        root.remove(fills.defs)
    ET.indent(root, " ")
    return ET.tostring(root, "unicode", xml_declaration=False) + "\n"


def _element(shape: Shape) -> tuple[str, Attributes, str | None]:
    """The tag of a shape, where it is, and the text in it."""
    match shape:
        case Circle((x, y), radius, _):
            return "circle", {"cx": x, "cy": y, "r": radius}, None
        case Rect(left, top, wide, high, round_by, _):
            place = {"x": left, "y": top, "width": wide, "height": high}
            return "rect", place | ({"rx": round_by} if round_by else {}), None
        case Line(start, end, _):
            return "line", {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}, None
        case Polygon(points, True, _):
            return "polyline", {"points": way(points), "fill": "none"}, None
        case Polygon(points, _, _):
            return "polygon", {"points": way(points)}, None
        case Path(polygons, _):
            steps = " ".join(
                "M" + " L".join(f"{number(x)} {number(y)}" for x, y in points) + " Z"
                for points in polygons
            )
            return "path", {"d": steps, "fill-rule": "evenodd"}, None
        case Text((x, y), size, words, anchor, _):
            place = {"x": x, "y": y + MIDDLE * size, "font-size": size}
            return "text", {**place, "text-anchor": anchor}, plain(words)
        case Lying(middle, right, down, size, words, _):
            part = size / LYING
            turn = (*(part * x for x in right), *(part * x for x in down), *middle)
            matrix = f"matrix({' '.join(f'{value:.5g}' for value in turn)})"
            turned = {"transform": matrix, "font-size": LYING, "y": MIDDLE * LYING}
            return "text", {**turned, "text-anchor": "middle"}, plain(words)
        case _:
            return "g", {}, None


class _Fills:
    """The fills of a file that are more than a colour, each defined where it is first used."""

    def __init__(self, defs: ET.Element, ink: Callable[[str], str] | None) -> None:
        self.defs, self._ink = defs, ink
        self._names: dict[Paint, str] = {}

    def text(self, value: object) -> str:
        """Return what stands for a fill, or a value of another kind, in the file."""
        if isinstance(value, str):
            return self._ink(value) if self._ink is not None and value.startswith("#") else value
        assert isinstance(value, Shade | Ramp | Hatch)
        if value not in self._names:
            tag = {Shade: "radialGradient", Hatch: "pattern"}.get(type(value), "linearGradient")
            self._names[value] = f"{tag[0]}{len(self._names)}"
            made = ET.SubElement(self.defs, tag, {"id": self._names[value]})
            if isinstance(value, Hatch):
                self._hatch(made, value)
                return f"url(#{self._names[value]})"
            if isinstance(value, Shade):
                _place(made, value)
            for at, colour in value.stops:
                stop = {"offset": number(at), "stop-color": self.text(colour)}
                ET.SubElement(made, "stop", stop)
        return f"url(#{self._names[value]})"

    def _hatch(self, made: ET.Element, hatch: Hatch) -> None:
        side, thick = number(hatch.step), number(hatch.thick)
        made.set("patternUnits", "userSpaceOnUse")
        made.set("width", side)
        made.set("height", side)
        made.set("patternTransform", f"rotate({hatch.turns[0]})")
        lines = [(side, side, hatch.ground), (side, thick, hatch.ink), (thick, side, hatch.ink)]
        for wide, high, fill in lines[: 1 + len(hatch.turns)]:
            look = {"width": wide, "height": high, "fill": self.text(fill)}
            ET.SubElement(made, "rect", look)


def _place(made: ET.Element, shade: Shade) -> None:
    (x, y), reach = SHINE, REACH
    if shade.middle is not None:
        radius = shade.radius
        x, y = (
            at + (2 * share - 1) * radius for at, share in zip(shade.middle, SHINE, strict=True)
        )
        reach = 2 * REACH * radius
    for name, value in (("cx", x), ("cy", y), ("fx", x), ("fy", y), ("r", reach)):
        made.set(name, number(value))
    if shade.middle is not None:
        made.set("gradientUnits", "userSpaceOnUse")


def number(value: float) -> str:
    """Return a number with as many places as can be seen."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def way(points: Iterable[Point]) -> str:
    """Return points as the attribute ``points`` holds them."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)
