"""Where the maps of a picture lie on paper, in points: pure geometry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from model.boards.board import FloatArray
from viewer.export.pictures.svg import Point

GAP = 9.0
"""Between two maps."""
LETTERS = (6.2, 4.4)
"""Sizes of names in points: the usual one, and that of maps whose balls are small."""
SMALL = 7.0
"""Points that a ball is wide on maps with small names; below half of it rims have none."""
MOST = 21.0
"""Points that a ball is wide at most."""


@dataclass(frozen=True)
class Plan:
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
        Points that a ball diameter has.
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


@dataclass(frozen=True)
class Extent:
    """What of the board a map shows, in ball diameters."""

    level: int | None
    west: float
    south: float
    east: float
    north: float

    @property
    def wide(self) -> float:
        return self.east - self.west

    @property
    def high(self) -> float:
        return self.north - self.south


def arrange(
    extents: Sequence[Extent], width: float, height: float, *, rim: float, title: float
) -> tuple[list[Plan], float, float]:
    """Lay maps out in rows, all to one scale, as large as a room allows.

    Parameters
    ----------
    extents
        In the order in which they are read.
    width, height
        The room, in points.
    rim
        What names need on the left and below; 0 for none.
    title
        What a line above each needs; 0 for none.

    Returns
    -------
    The plans, and the width and height they take.
    """

    def rows_at(scale: float) -> list[list[Extent]]:
        rows: list[list[Extent]] = [[]]
        taken = 0.0
        for one in extents:
            wide = rim + one.wide * scale
            if rows[-1] and taken + GAP + wide > width + 1e-6:
                rows.append([])
            taken = wide if not rows[-1] else taken + GAP + wide
            rows[-1].append(one)
        return rows

    def size_of(rows: Sequence[Sequence[Extent]], scale: float) -> tuple[float, float]:
        wide = max(sum(rim + one.wide * scale + GAP for one in row) - GAP for row in rows)
        high = sum(title + rim + max(one.high for one in row) * scale + GAP for row in rows) - GAP
        return wide, high

    def fits(scale: float) -> bool:
        across, down = size_of(rows_at(scale), scale)
        return across <= width + 1e-6 and down <= height + 1e-6

    scale = MOST
    if not fits(scale):
        scale, above = 0.0, MOST
        for _ in range(24):  # halving: what fits at a scale fits at every smaller one
            middle = (scale + above) / 2
            scale, above = (middle, above) if fits(middle) else (scale, middle)
    rows = rows_at(scale)
    low, high = 0.0, width
    for _ in range(
        24
    ):  # as narrow as goes in as many rows: no map stands alone for want of a little
        width = (low + high) / 2
        as_before = len(rows_at(scale)) == len(rows) and size_of(rows_at(scale), scale)[1] <= height
        low, high = (low, width) if as_before else (width, high)
    width = high
    rows = rows_at(scale)
    across, down = size_of(rows, scale)
    plans, top = [], 0.0
    for row in rows:
        tall = max(one.high for one in row) * scale
        left = 0.0
        for one in row:
            plans.append(
                Plan(
                    one.level,
                    left + rim,
                    top + title + tall - one.high * scale,
                    one.west,
                    one.north,
                    one.wide,
                    one.high,
                    scale,
                )
            )
            left += rim + one.wide * scale + GAP
        top += title + tall + rim + GAP
    return plans, across, down


def span(places: FloatArray, by: float) -> tuple[float, float, float, float]:
    """Return (west, south, east, north) of places (k, 2 or more), wider by a length all around."""
    low, high = np.asarray(places)[:, :2].min(axis=0), np.asarray(places)[:, :2].max(axis=0)
    return float(low[0]) - by, float(low[1]) - by, float(high[0]) + by, float(high[1]) + by
