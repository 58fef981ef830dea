"""What the parts of a flat picture are drawn with: colours and measures, places, the picture."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from model.boards.board import Board, FloatArray
from viewer.picture.flat.drawing import Drawing, Point, width_of
from viewer.picture.flat.inks import Inks
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import Visible
from viewer.picture.visibility.visible import occupied, owners, visible_in

BALL = 0.47
"""Radius of a ball in ball diameters: a hair's breadth keeps neighbours apart."""
WHITE, DARK = "#FFFFFF", "#14171C"
"""What outlines signs, so that they are seen on everything."""


@dataclass(frozen=True)
class Style:
    """What is not of the position: colours beside those of pieces, and measures.

    Attributes
    ----------
    text, muted
        What is written, and what is less important.
    plate, line
        A level of a pyramid, and what outlines it.
    gap
        What parts dots from the balls that they lie on.
    strong
        What has to be seen on every colour of heat.
    accent
        What outlines the numbers of a plan.
    hair
        How thick the thinnest lines are, in points of print.
    letters
        The size of letters on plates, at least and at most.
    outlines_hidden
        Points that the View hides have outlines, since clicks find them.
    measure
        Returns how wide a text is in letters of a size.
    """

    text: str = "#2A2E33"
    muted: str = "#6A7078"
    plate: str = "#FAF8F4"
    line: str = "#CFC9BE"
    gap: str = WHITE
    strong: str = DARK
    accent: str = "#146C68"
    hair: float = 1.0
    letters: tuple[float, float] = (4.2, 7.0)
    outlines_hidden: bool = False
    measure: Callable[[str, float], float] = width_of


PRINT = Style()
"""For paper; its unit is a point."""


@dataclass(frozen=True)
class PlacedMap:
    """A map that has its place.

    Attributes
    ----------
    level
        The level it shows; None: the whole board.
    left, top
        The upper left corner of what is drawn, without title and names.
    west, north
        The place of the board that lies there, in ball diameters.
    wide, high
        Of what is drawn, in ball diameters.
    scale
        Units that a ball diameter has.
    """

    level: int | None
    left: float
    top: float
    west: float
    north: float
    wide: float
    high: float
    scale: float

    def at(self, place: Sequence[float] | FloatArray) -> Point:
        """Return where a place of the board is drawn; north is up."""
        return (
            self.left + (float(place[0]) - self.west) * self.scale,
            self.top + (self.north - float(place[1])) * self.scale,
        )


@dataclass(frozen=True, eq=False)
class Paper(ABC):
    """A drawing of a picture, whole or a part of it."""

    drawing: Drawing
    picture: Picture
    inks: Inks
    style: Style

    @property
    @abstractmethod
    def scale(self) -> float:
        """How much a ball diameter has in the drawing."""

    @property
    @abstractmethod
    def own(self) -> npt.NDArray[np.int64]:
        """The sites the drawing is about, in site order; borders are none."""

    @abstractmethod
    def at(self, site: int) -> Point:
        """Return where a site is drawn."""

    def square(self, site: int, half: float = 0.5) -> tuple[float, float, float, float]:
        """Return the left, the top, the width and the height of a square around a site."""
        (x, y), wide = self.at(site), half * self.scale
        return x - wide, y - wide, 2 * wide, 2 * wide

    @property
    def rings(self) -> bool:
        """Whether pieces that explanations are about have rings; else they are drawn so already."""
        return True

    @property
    def letters(self) -> float:
        """The size of letters on plates: on maps they are to be read, and not to cover them."""
        least, most = self.style.letters
        return max(least, min(most, 0.42 * self.scale))

    def thick(self, least: float, share: float) -> float:
        """Return how thick a line is: a share of a ball diameter, so many hairs at least."""
        return max(least * self.style.hair, share * self.scale)

    @cached_property
    def here(self) -> frozenset[int]:
        """The sites the drawing is about, with the borders of the whole board."""
        return frozenset(self.own.tolist())

    @property
    def board(self) -> Board:
        return self.picture.board

    @cached_property
    def visible(self) -> Visible:
        """What the View leaves of the board."""
        return visible_in(self.picture)

    @cached_property
    def owner(self) -> npt.NDArray[np.int32]:
        """(n,) who owns what stands on each site: -1 nobody, -2 where nothing stands."""
        return owners(self.board, self.picture.pieces)

    @cached_property
    def hidden(self) -> npt.NDArray[np.bool_]:
        """(n,) bool: what a cut, a peel, the working layer or the Look dock takes away."""
        return hidden_in(self.picture, self.visible)

    @cached_property
    def legal(self) -> npt.NDArray[np.bool_]:
        """(n,) bool: points that may be played now."""
        legal = self.picture.legal
        return np.ones(len(self.board), bool) if legal is None else legal

    def _spaces(self) -> npt.NDArray[np.int64]:
        """All sites but borders."""
        there = np.ones(len(self.board), bool)
        there[list(self.board.edges)] = False
        return np.flatnonzero(there)


@dataclass(frozen=True, eq=False)
class MapPaper(Paper):
    """One map: a level, or the whole board from above."""

    plan: PlacedMap

    @property
    def scale(self) -> float:
        return self.plan.scale

    @cached_property
    def own(self) -> npt.NDArray[np.int64]:
        return self.sites_of(self.plan.level)

    @cached_property
    def here(self) -> frozenset[int]:
        borders = self.board.edges if self.plan.level is None else ()
        return frozenset(self.own.tolist()) | frozenset(borders)

    def sites_of(self, level: int | None) -> npt.NDArray[np.int64]:
        """Return the sites of a level, or of the whole board; borders are none."""
        if level is None:
            return self._spaces()
        return np.flatnonzero(self.board.layers["level"] == level)

    @cached_property
    def _places(self) -> list[Point]:
        plan, centres = self.plan, self.board.centres
        x = plan.left + (centres[:, 0] - plan.west) * plan.scale
        y = plan.top + (plan.north - centres[:, 1]) * plan.scale
        return list(zip(x.tolist(), y.tolist(), strict=True))

    def at(self, site: int) -> Point:
        return self._places[site]


def hidden_in(picture: Picture, visible: Visible) -> npt.NDArray[np.bool_]:
    """Return (n,) bool: what a cut, a peel, the working layer or the Look dock takes away."""
    return ~np.where(occupied(picture), visible.in_sight, visible.answers)


def span(places: FloatArray, by: float) -> tuple[float, float, float, float]:
    """Return (west, south, east, north) of places (k, 2 or more), wider by a length all around."""
    low, high = np.asarray(places)[:, :2].min(axis=0), np.asarray(places)[:, :2].max(axis=0)
    return float(low[0]) - by, float(low[1]) - by, float(high[0]) + by, float(high[1]) + by
