"""A flat drawing as data: shapes in the order they are drawn, and what they are filled with.

The shapes are those that SVG and Qt have in common. Whoever shows a drawing replays them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple, TypedDict, Unpack
from unicodedata import east_asian_width

import numpy as np

from model.boards.board import FloatArray

Point = tuple[float, float]
Stops = tuple[tuple[float, str], ...]
"""Where on its way, from 0 to 1, a shade has which colour."""
SHINE, REACH = (0.38, 0.34), 0.75
"""Where the light comes to on a disc, as shares of its box, and how far the shade runs."""
MIDDLE = 0.365
"""Where the base line of figures and capitals is below their middle, in sizes of the letters."""
WIDE, USUAL = 1.0, 0.64
"""How wide letters are, in their size: those of East Asia, and the widest of most others."""
_WIDTHS = (("WMmw@%&", 0.98), (" ,.;:!'|iIjl()[]", 0.40), ("frt-", 0.44), ("ABCDGHKNOQRUVXY", 0.78))
_OWN = {letter: wide for letters, wide in _WIDTHS for letter in letters}
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Shade:
    """A fill that runs round the place of a disc where the light comes to.

    Attributes
    ----------
    middle, radius
        Of the disc, where only a part of it is filled; None: the shape is the whole disc.
    """

    stops: Stops
    middle: Point | None = None
    radius: float = 0.0


@dataclass(frozen=True)
class Ramp:
    """A fill that runs from left to right."""

    stops: Stops


@dataclass(frozen=True)
class Hatch:
    """A fill of parallel lines on a ground, turned by degrees; two turns cross."""

    ground: str
    ink: str
    step: float
    thick: float
    turns: tuple[int, ...]


Paint = str | Shade | Ramp | Hatch


class Outline(TypedDict, total=False):
    """How a shape is outlined, as SVG names and means it; None is as if it were not there."""

    stroke: str
    stroke_opacity: float
    stroke_width: float
    stroke_dasharray: str | None
    stroke_linecap: str
    stroke_linejoin: str


class ShapeStyle(Outline, total=False):
    """How a shape is drawn."""

    fill: Paint
    fill_opacity: float
    font_weight: str | None
    opacity: float | None


class Circle(NamedTuple):
    """A circle."""

    middle: Point
    radius: float
    look: ShapeStyle


class Rect(NamedTuple):
    """A rectangle; its corners are round where `round_by` is not 0."""

    left: float
    top: float
    wide: float
    high: float
    round_by: float
    look: ShapeStyle


class Line(NamedTuple):
    """A straight line."""

    start: Point
    end: Point
    look: ShapeStyle


class Polygon(NamedTuple):
    """A polygon, or an open line through points, which is not filled."""

    points: Sequence[Point]
    is_open: bool
    look: ShapeStyle


class Path(NamedTuple):
    """Polygons as one shape; where two overlap there is a hole."""

    polygons: Sequence[Sequence[Point]]
    look: ShapeStyle


class Text(NamedTuple):
    """A text, upright: the middle of its capitals is at a height.

    Attributes
    ----------
    anchor
        What of it stands at `middle`: "start", "middle" or "end".
    """

    middle: Point
    size: float
    words: str
    anchor: str
    look: ShapeStyle


class Lying(NamedTuple):
    """A text that lies in a plane.

    Attributes
    ----------
    right, down
        Where a unit of the plane leads, along the line and below it.
    size
        Of the letters, in these units.
    """

    middle: Point
    right: Point
    down: Point
    size: float
    words: str
    look: ShapeStyle


class Group(NamedTuple):
    """What follows is one group, until `GroupEnd`."""

    look: ShapeStyle


class GroupEnd(NamedTuple):
    """The end of a group."""


Shape = Circle | Rect | Line | Polygon | Path | Text | Lying | Group | GroupEnd


class Drawing:
    """Shapes, in the order in which they are drawn; y runs downwards.

    Parameters
    ----------
    width, height
        In its unit: points of print, or pixels.
    """

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.shapes: list[Shape] = []

    def grow(self, by: float) -> float:
        """Make the drawing higher, and return where the new room begins."""
        top, self.height = self.height, self.height + by
        return top

    def circle(self, middle: Point, radius: float, **look: Unpack[ShapeStyle]) -> None:
        """Draw a circle."""
        self.shapes.append(Circle(middle, radius, look))

    def disc(self, middle: Point, radius: float, fill: Paint, stroke: str, width: float) -> None:
        """Draw a circle with an outline; a fill "none" leaves a ring."""
        self.circle(middle, radius, fill=fill, stroke=stroke, stroke_width=width)

    def face(self, points: Sequence[Point], fill: Paint, stroke: str, width: float) -> None:
        """Draw a closed polygon with an outline that is round at its corners."""
        self.polygon(points, fill=fill, stroke=stroke, stroke_width=width, stroke_linejoin="round")

    def rect(
        self,
        left: float,
        top: float,
        wide: float,
        high: float,
        round_by: float = 0,
        **look: Unpack[ShapeStyle],
    ) -> None:
        """Draw a rectangle."""
        self.shapes.append(Rect(left, top, wide, high, round_by, look))

    def line(self, start: Point, end: Point, **look: Unpack[ShapeStyle]) -> None:
        """Draw a line."""
        self.shapes.append(Line(start, end, look))

    def polygon(self, points: Sequence[Point], **look: Unpack[ShapeStyle]) -> None:
        """Draw a closed polygon."""
        self.shapes.append(Polygon(points, False, look))

    def polyline(self, points: Sequence[Point], **look: Unpack[ShapeStyle]) -> None:
        """Draw an open line through points."""
        self.shapes.append(Polygon(points, True, look))

    def path(self, polygons: Sequence[Sequence[Point]], **look: Unpack[ShapeStyle]) -> None:
        """Draw polygons as one shape."""
        self.shapes.append(Path(polygons, look))

    def text(
        self,
        middle: Point,
        size: float,
        words: str,
        anchor: str = "middle",
        **look: Unpack[ShapeStyle],
    ) -> None:
        """Write a text."""
        self.shapes.append(Text(middle, size, words, anchor, look))

    def lying(
        self,
        middle: Point,
        right: Point,
        down: Point,
        size: float,
        words: str,
        **look: Unpack[ShapeStyle],
    ) -> None:
        """Write a text that lies in a plane."""
        self.shapes.append(Lying(middle, right, down, size, words, look))

    @contextmanager
    def group(self, **look: Unpack[ShapeStyle]) -> Iterator[None]:
        """Draw what follows within as one group."""
        self.shapes.append(Group(look))
        yield
        self.shapes.append(GroupEnd())

    def boxes(self) -> FloatArray:
        """Return (n, 4) left, top, right and bottom of what each shape may cover.

        Groups are everywhere, and those that change nothing nowhere.
        """
        return np.array([_box(shape) for shape in self.shapes]).reshape(-1, 4)


def _box(shape: Shape) -> tuple[float, float, float, float]:
    match shape:
        case Circle((x, y), radius, look):
            reach = radius + look.get("stroke_width", 0.0)
            return x - reach, y - reach, x + reach, y + reach
        case Rect(left, top, wide, high, _, look):
            reach = look.get("stroke_width", 0.0)
            return left - reach, top - reach, left + wide + reach, top + high + reach
        case Line(start, end, look):
            return _around((start, end), look)
        case Polygon(points, _, look):
            return _around(points, look)
        case Path(polygons, look):
            return _around([point for polygon in polygons for point in polygon], look)
        case Text((x, y), size, words, _, _):
            reach = size * (len(words) + 1)
            return x - reach, y - size, x + reach, y + size
        case Group(look) if look.get("opacity") is None:
            return np.inf, np.inf, -np.inf, -np.inf
        case _:
            return -np.inf, -np.inf, np.inf, np.inf


def _around(points: Iterable[Point], look: ShapeStyle) -> tuple[float, float, float, float]:
    x, y = zip(*points, strict=True)
    reach = look.get("stroke_width", 0.0)
    return min(x) - reach, min(y) - reach, max(x) + reach, max(y) + reach


def plain(text: str) -> str:
    """Return a text without what no XML file may hold (XML 1.0, section 2.2), in one line."""
    return " ".join(NOT_XML.sub("", text).split())


def width_of(text: str, size: float) -> float:
    """Return about how wide a text is in letters of a size: no font is asked."""
    return size * sum(
        _OWN.get(one) or (WIDE if east_asian_width(one) in "WF" else USUAL) for one in text
    )
