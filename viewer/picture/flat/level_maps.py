"""All levels of a position as plans: where they lie, what stands where, the names at the rims."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from model.boards.board import Board
from model.boards.lattice import file_letters
from viewer.picture.compose.ground import is_map
from viewer.picture.flat.drawing import Drawing, width_of
from viewer.picture.flat.grounds import draw_ground, reach_of
from viewer.picture.flat.inks import Ink, inks_of
from viewer.picture.flat.marks import draw_over
from viewer.picture.flat.paper import PRINT, MapPaper, PlacedMap, span
from viewer.picture.flat.pieces import draw_pieces, draw_spaces
from viewer.picture.picture import Picture
from viewer.picture.visibility.visible import is_flat

WIDTH, HEIGHT = 227.0, 170.0
"""The room they are laid out in on paper: 8 by 6 centimetres."""
GAP = 9.0
"""Between two maps."""
LETTERS = (6.2, 4.4)
"""Sizes of names in points: the usual one, and that of maps whose balls are small."""
SMALL = 7.0
"""Points that a ball is wide on maps with small names; below half of it rims have none."""
MOST = 21.0
"""Points that a ball is wide at most."""


def level_maps(
    picture: Picture, *, ink: Ink, names: bool, width: float, height: float
) -> tuple[Drawing, list[MapPaper]]:
    """Return the plans of a picture's levels, laid out for paper.

    A level shows what stands below it through its gaps, and what stands above as dots; boards that
    lie flat, or whose fields do not lie above one another, have one plan. What a View hides is
    dashed; the camera plays no part. A teacher's marks come last: `marks.draw_signs` draws them.

    Parameters
    ----------
    ink
        "colour", or "grey": players differ by lightness, hatching and band.
    names
        Write names of files and ranks at the rims, and those of levels and corners.
    width, height
        The room they are laid out in, in points, at which letters have the size that is right for
        print. The drawing is no larger, and smaller where its largest scale leaves room.
    """
    board = picture.board
    extents = _extents(board)
    levelled = extents[0].level is not None
    for letters, smallest in zip((*LETTERS, 0.0), (SMALL, SMALL / 2, 0.0), strict=True):
        rim = _rim(board, letters) if names else 0.0
        above = (letters or LETTERS[-1]) + 3.5 if names and levelled else 0.0
        plans, wide, high = arrange(extents, width, height, rim=rim, title=above)
        if plans[0].scale >= smallest:
            break
    drawing = Drawing(wide, high)
    inks = inks_of(picture, ink)
    papers = [MapPaper(drawing, picture, inks, PRINT, plan) for plan in plans]
    for paper in papers:
        draw_ground(paper)
        if names:
            _names(paper, letters)
        draw_map(paper)
    return drawing, papers


def draw_map(paper: MapPaper) -> None:
    """Draw what stands on a map, and what explains it."""
    if is_map(paper.board):
        draw_spaces(paper)
    draw_pieces(paper)
    draw_over(paper)


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
) -> tuple[list[PlacedMap], float, float]:
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
    # As narrow as goes in as many rows: no map stands alone for want of a little.
    for _ in range(24):
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
            x, y = left + rim, top + title + tall - one.high * scale
            extent = (one.west, one.north, one.wide, one.high)
            plans.append(PlacedMap(one.level, x, y, *extent, scale))
            left += rim + one.wide * scale + GAP
        top += title + tall + rim + GAP
    return plans, across, down


def _extents(board: Board) -> list[Extent]:
    """What each map shows: a level with the balls below it, or the whole board."""
    level = board.layers.get("level")
    if level is None or is_flat(board):
        west, south, east, north = reach_of(board)
        return [Extent(None, west, south, east, north)]
    found = []
    for number in np.unique(level).tolist():
        there = board.centres[(level == number) | (level == number - 1)]
        found.append(Extent(number, *span(there, 0.5)))
    return found


def _rim(board: Board, letters: float) -> float:
    """What names at the rims need on the left and below; 0 where a board has none."""
    if is_map(board) or not {"file", "rank"} <= board.layers.keys() or not letters:
        return 0.0
    return max(width_of(str(int(board.layers["rank"].max())), letters), letters) + 3.0


def _names(paper: MapPaper, letters: float) -> None:
    """Write the number of the level above a map, and its files and ranks below and on the left."""
    plan, drawing = paper.plan, paper.drawing
    if plan.level is not None:
        size = letters or LETTERS[-1]
        words = f"Level {plan.level}"
        if paper.style.measure(words, size) > plan.wide * plan.scale:
            words = str(plan.level)
        drawing.text(
            (plan.left, plan.top - size / 2 - 2.0),
            size,
            words,
            anchor="start",
            fill=paper.style.muted,
            font_weight="bold",
        )
    if not _rim(paper.board, letters):
        return
    files, ranks = (_lines(paper, name) for name in ("file", "rank"))
    widest = max(paper.style.measure(file_letters(one), letters) for one, _ in files)
    below = plan.top + plan.high * plan.scale + 1.0 + letters / 2
    for one, x in _thinned(files, plan.scale, widest + 1.0):
        drawing.text((x, below), letters, file_letters(one), fill=paper.style.text)
    for one, y in _thinned(ranks, plan.scale, letters):
        drawing.text((plan.left - 1.8, y), letters, str(one), anchor="end", fill=paper.style.text)


def _lines(paper: MapPaper, layer: str) -> list[tuple[int, float]]:
    """The files or ranks of what a map shows, each with where it lies on paper."""
    board, plan = paper.board, paper.plan
    axis = ("file", "rank").index(layer)
    numbers = board.layers[layer][paper.own]
    found: dict[int, float] = {}
    for number, site in zip(numbers.tolist(), paper.own.tolist(), strict=True):
        found.setdefault(number, plan.at(board.centres[site])[axis])
    return sorted(found.items())


def _thinned(lines: list[tuple[int, float]], scale: float, room: float) -> list[tuple[int, float]]:
    """Every line, or every second, third ..., so that names do not touch."""
    step = 1
    while step * scale < room and step < len(lines):
        step += 1
    return lines[::step]
